"""What is wrong with a module that cannot be imported in the sandbox."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("source", "kind", "detail"),
    [
        ("raise SystemExit(3)", "exited", "importing it ended the process with exit code 3"),
        ("1 / 0", "failed", "ZeroDivisionError: division by zero"),
        (
            "import not_there_at_all",
            "failed",
            "ModuleNotFoundError: No module named 'not_there_at_all'",
        ),
        ("this is no python", "failed", "SyntaxError: invalid syntax"),
        ("open('/precious', 'w')", "refused", "it tried to open '/precious' for writing"),
        (
            "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), name='worker-3', daemon=True).start()",
            "threads",
            "importing it started a thread (worker-3)",
        ),
        (
            "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)",
            "signals",
            "importing it replaced the handler of SIGTERM",
        ),
    ],
)
def test_trouble_while_importing_is_told(sandboxed, outside, source, kind, detail):
    (outside / "subject.py").write_text(source)
    answered = sandboxed(
        """
        trouble = imports.import_target("subject", guard)
        answer([trouble.kind, trouble.detail, "importlib" in trouble.traceback_text, trouble.module is not None])
        """
    )

    assert answered == [[kind, detail, False, kind in ("threads", "signals")]]


def test_a_missing_target_is_not_a_failing_one(sandboxed):
    answered = sandboxed(
        """
        answer(imports.import_target("nowhere.subject", guard).kind)
        answer(imports.import_target("json.nowhere", guard).kind)
        answer(imports.import_target("json", guard).__name__)
        """
    )

    assert answered == ["missing", "missing", "json"]


def test_allowed_threads_are_no_trouble(sandboxed, outside):
    source = "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), daemon=True).start()"
    (outside / "subject.py").write_text(source)
    answered = sandboxed(
        "answer(imports.import_target('subject', guard).__name__)", allowed={"threads"}
    )

    assert answered == ["subject"]
