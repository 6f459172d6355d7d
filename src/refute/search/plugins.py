"""Laws, oracles, presets and visitors from the user's own packages: `load_extensions`.

Two ways to offer them (thesis 7.7), both by name, as `package.module:name`: an installed package registers them under
the entry point group `refute`, a project lists them in `[tool.refute] plugins`.  What an object is for is told by its
members: see `model.roles`.
"""

from __future__ import annotations

import glob
import importlib
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from refute.look.tracebacks import one_line
from refute.model.errors import UsageError
from refute.model.roles import Law, Oracle, PresetSource, Visitor


@dataclass(frozen=True, slots=True)
class Extensions:
    """Everything that plugins offer."""

    laws: tuple[Law, ...] = ()
    oracles: tuple[Oracle, ...] = ()
    presets: tuple[PresetSource, ...] = ()
    visitors: tuple[Visitor, ...] = ()


NO_EXTENSIONS = Extensions()
# What a law must have.
_LAW = ("name", "arity", "dear", "applies")


def load_extensions(names: Iterable[str]) -> Extensions:
    """Return what the named objects and the installed plugins offer."""
    offered = [_named(name) for name in (*_installed(), *names)]
    objects = [_made(one) if isinstance(one, type) else one for one in offered]
    for one in objects:
        missing = [m for m in _LAW if hasattr(one, "broken") and not hasattr(one, m)]
        if missing:
            raise UsageError(
                f"the law {type(one).__qualname__} has no `{missing[0]}`.", "bad-plugin"
            )
        if not any(hasattr(one, member) for member in ("broken", "violations", "presets", "after")):
            raise UsageError(
                f"{one!r} plays no role: a law has `broken`, an oracle `violations`, a source of presets "
                "`presets`, a visitor `before` and `after`.",
                "bad-plugin",
            )
    return Extensions(
        laws=tuple(one for one in objects if hasattr(one, "broken")),
        oracles=tuple(one for one in objects if hasattr(one, "violations")),
        presets=tuple(one for one in objects if hasattr(one, "presets")),
        visitors=tuple(one for one in objects if hasattr(one, "after")),
    )


def _made(cls: type) -> Any:
    try:
        return cls()
    except Exception as raised:
        what = f"{type(raised).__name__}: {one_line(raised)}"
        raise UsageError(f"the plugin {cls.__qualname__}() raises {what}.", "bad-plugin") from None


def blamed_plugin(raised: BaseException, extensions: Extensions) -> str:
    """Return what to say of an exception that came out of a plugin's own code; "" where it did not."""
    every = (extensions.laws, extensions.oracles, extensions.presets, extensions.visitors)
    plugins = {type(one).__module__: one for those in every for one in those}
    place = raised.__traceback__
    while place is not None:
        code, module = place.tb_frame.f_code, place.tb_frame.f_globals.get("__name__")
        if module in plugins:
            what = f"{type(raised).__name__}: {one_line(raised)}"
            return (
                f"the plugin {module} raises {what} in {code.co_qualname}, line {place.tb_lineno}."
            )
        place = place.tb_next
    return ""


def _named(name: str) -> Any:
    module, colon, attribute = name.partition(":")
    if not colon:
        module, _, attribute = name.rpartition(".")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as wrong:
        raise UsageError(f"cannot load the plugin {name}: {wrong}.", "bad-plugin") from None


def _installed() -> list[str]:
    """Return the names of the objects that installed packages offer."""
    if not _some_package_offers():
        return []
    from importlib.metadata import entry_points

    return [entry.value for entry in entry_points(group="refute")]


def _some_package_offers() -> bool:
    """Return whether an installed package has entry points for us.

    Read from the files: importlib.metadata costs some hundredths of a second at every start, for nothing mostly.
    """
    for folder in sys.path:
        for name in glob.iglob(os.path.join(glob.escape(folder), "*-info", "entry_points.txt")):
            with suppress(OSError), open(name, encoding="utf-8", errors="replace") as file:
                if "[refute]" in file.read():
                    return True
    return False
