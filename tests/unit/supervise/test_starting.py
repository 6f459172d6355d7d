"""What the system refuses is told with what to do about it."""

from __future__ import annotations

import errno
import os

import pytest

from refute.model.errors import UsageError
from refute.supervise.starting import starting


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "TMPDIR"),
        (errno.EDQUOT, "TMPDIR"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EAGAIN, "ulimit -u"),
        (errno.EPERM, "Operation not permitted (/x).  [no-worker]"),
    ],
)
def test_each_has_its_remedy(number, remedy):
    with pytest.raises(UsageError) as refused, starting():
        raise OSError(number, os.strerror(number), "/x")

    assert remedy in str(refused.value)
