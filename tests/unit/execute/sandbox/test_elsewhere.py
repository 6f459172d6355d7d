"""`refute.execute.sandbox.elsewhere`: a process that looks like one on another machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import namedtuple

import pytest

from refute.execute.sandbox.elsewhere import changed

Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (4, 21),
        (0.5, 1.231),
        ("vm", "vm1"),
        (True, True),
        (None, None),
        ((1, "a"), (18, "a1")),
        ([3], [20, 7000]),
        ({3}, {20, 7000}),
        (["a"], ["a1", "a1"]),
        ({"a": 1}, {"a": 18}),
        (Point(1, 2), Point(18, 19)),
        (os.terminal_size((80, 24)), os.terminal_size((97, 41))),
    ],
)
def test_a_changed_value_is_of_the_same_type(value, other):
    made = changed(value, 1)

    assert made == pytest.approx(other) if isinstance(value, float) else made == other
    assert type(made) is type(value)


# In a process of its own: there is no way back.
ASKING = """
import json, os, sys, time
from os import getuid as numbered
from refute.execute.sandbox import elsewhere

def facts():
    import getpass, locale, platform, pwd, shutil, sysconfig
    own = os.stat(__import__("json").__file__)
    with elsewhere.seen_by(lambda name: name == "__main__"):
        return {
            "user": getpass.getuser(), "number": os.getuid(), "imported": numbered(),
            "account": pwd.getpwuid(os.getuid()).pw_dir, "login": str(elsewhere_login()),
            "disk": shutil.disk_usage("/").total, "changed": own.st_mtime, "exactly": own.st_mtime_ns,
            "locale": locale.setlocale(locale.LC_CTYPE), "encoding": locale.getpreferredencoding(),
            "terminal": os.isatty(0), "version": sys.version_info[:2], "build": sys.version,
            "flags": sys.flags.optimize, "system": platform.system(), "library": sysconfig.get_path("stdlib"),
            "zone": time.timezone, "day": int(time.time()) // 86400, "path": len(sys.path),
            "words": os.environ.get("SOMETHING_HIDDEN"), "deepest": sys.getrecursionlimit(),
        }

def elsewhere_login():
    try:
        return os.getlogin()
    except OSError:
        return None

before = facts()
elsewhere.pretend(1, lambda path: False)
elsewhere.pretend_more(1)
elsewhere.change_zone(1)
elsewhere.appear(["SOMETHING_HIDDEN", "PATH"])
now = facts()
time.timezone = before["zone"]
print(json.dumps([before, now, facts()]))
"""


def test_a_process_elsewhere_gives_other_answers_and_gives_them_again():
    environment = {**os.environ, "TZ": "UTC", "LOGNAME": "me"}
    environment.pop("SOMETHING_HIDDEN", None)
    ran = subprocess.run(
        [sys.executable, "-c", ASKING],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    before, now, again = json.loads(ran.stdout)

    assert [name for name in before if before[name] == now[name]] == []
    assert again == now
