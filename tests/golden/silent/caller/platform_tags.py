"""Tags that describe the machine; on another machine the answers differ."""

from __future__ import annotations

import platform


def mac_tag() -> str:
    """Return the tag of the Mac this runs on."""
    major = platform.mac_ver()[0].split(".")[0]
    return f"macosx_{int(major)}"


def libc_tag() -> str:
    return "".join(platform.libc_ver()) or "unknown"
