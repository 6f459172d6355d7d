"""What keeps a process from being started, in words that help: `starting`, `cannot_start`."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from refute.model.errors import UsageError

_REMEDIES = {
    errno.ENOSPC: "Make room for temporary files, or name another folder for them in TMPDIR.",
    errno.EMFILE: "Allow more open files (ulimit -n).",
    errno.EAGAIN: "Allow more processes (ulimit -u), or try with fewer workers (-n 1).",
    errno.ENOMEM: "Try with fewer workers (-n 1).",
    errno.ENOENT: "Name a folder for temporary files in TMPDIR.",
}
# The same by another name.
_REMEDIES |= {
    errno.EDQUOT: _REMEDIES[errno.ENOSPC],
    errno.EFBIG: _REMEDIES[errno.ENOSPC],
    errno.EROFS: _REMEDIES[errno.ENOENT],
    errno.ENFILE: _REMEDIES[errno.EMFILE],
}


def cannot_start(refused: OSError) -> UsageError:
    """Return what to tell the user when the system refuses something that a worker needs."""
    where = f" ({refused.filename})" if refused.filename else ""
    remedy = _REMEDIES.get(refused.errno or 0, "")
    message = f"cannot start a worker: {refused.strerror or refused}{where}. {remedy}"
    return UsageError(message.rstrip(), "no-worker")


@contextmanager
def starting() -> Iterator[None]:
    """Take it for the user's trouble when the system refuses something."""
    try:
        yield
    except OSError as refused:
        raise cannot_start(refused) from refused
