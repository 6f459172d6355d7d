"""A stack with faults, findings on it and recorded tests of it, shared by the tests of this folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from refute.model.finding import Finding
from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, FLOAT, INT, NONE, TypeForm
from refute.model.verdict import Blame, Severity, Violation

SUBJECT = """
import enum, os

class Color(enum.Enum):
    RED = 1

class EmptyError(LookupError):
    pass

class Stack:
    def __init__(self):
        self._items = []
    def push(self, item):
        self._items.append(item)
    def pop(self):
        if not self._items:
            raise EmptyError("nothing to pop (yet)")
        return self._items.pop()
    def top(self):
        return self._items[-1]
    def mean(self):
        return sum(self._items) / len(self._items)
    @property
    def color(self):
        return Color.RED
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        return iter(self._items)
    def __eq__(self, other):
        return isinstance(other, Stack) and self is not other
    def rep_ok(self):
        return len(self._items) < 2

def crash(code):
    os._exit(code)
"""
STACK = TypeForm("stacks:Stack")
new = Call("stacks:Stack", (), STACK, how="new")
push = Call("stacks:Stack.push", (STACK, ANY), NONE, how="method")
pop = Call("stacks:Stack.pop", (STACK,), ANY, how="method")
top = Call("stacks:Stack.top", (STACK,), ANY, how="method")
mean = Call("stacks:Stack.mean", (STACK,), FLOAT, how="method")
color = Call("stacks:Stack.color", (STACK,), ANY, how="get")
length = Call("stacks:Stack.__len__", (STACK,), INT, how="operator")
crash = Call("stacks:crash", (INT,), NONE)
EMPTY = Sequence().extend(new)
PUSHED = EMPTY.extend(Literal("7", INT)).extend(push, (0, 1))
TOP_OF_NOTHING = EMPTY.extend(top, (0,))


def violation(sequence: Sequence, rule: str, operation: str, **more: object) -> Violation:
    given: dict[str, object] = {
        "rule": rule,
        "operation": operation,
        "message": "it goes wrong",
        "signature": (rule, operation),
        **more,
    }
    return Violation(step=len(sequence) - 1, blame=Blame.CODE, **given)  # type: ignore[arg-type]


def finding(sequence: Sequence, rule: str, operation: str, **more: object) -> Finding:
    made = violation(sequence, rule, operation, **more)
    return Finding(made, sequence, sequence, seed=3, found_by="feedback")


RAISES = finding(
    TOP_OF_NOTHING,
    "raises",
    "stacks:Stack.top",
    exception="IndexError",
    message="IndexError: list index out of range",
    reason="raised by the interpreter",
)
LAW = finding(
    EMPTY,
    "eq-reflexive",
    "stacks:Stack",
    subjects=(0,),
    assertion="assert {0} == {0}",
    test_name="is_equal_to_itself",
)
INVARIANT = finding(
    PUSHED.extend(push, (0, 1)),
    "invariant",
    "stacks:Stack.push",
    subjects=(0,),
    assertion="assert {0}.rep_ok()",
    severity=Severity.LIKELY,
)
DIES = finding(
    Sequence().extend(Literal("3", INT)).extend(crash, (0,)),
    "dies",
    "stacks:crash",
    message='the process ends with "code" 3\\ at 0x7f1234567890',
)
HANGS = finding(EMPTY, "hangs", "stacks:Stack", message="does not return within 5 s", seconds=5.0)
FINDINGS = [INVARIANT, DIES, LAW, RAISES]
SUITE = [
    RecordedTest(
        PUSHED.extend(pop, (0,)), (Observation(3, "{0}", "7"), Observation(0, "len({0})", "0"))
    ),
    RecordedTest(PUSHED.extend(length, (0,)), (Observation(3, "{0}", "1"),)),
    RecordedTest(
        PUSHED,
        (Observation(0, "list({0})", "[7]"), Observation(0, "{0}.color", "stacks.Color.RED", "is")),
    ),
    RecordedTest(EMPTY, (Observation(0, "{0}", "stacks.Stack", "isinstance"),)),
    RecordedTest(PUSHED.extend(mean, (0,)), (Observation(3, "{0}", "7.000001", "approx"),)),
    RecordedTest(
        EMPTY.extend(pop, (0,)),
        (Observation(0, "len({0})", "0"),),
        RecordedRaise(1, "stacks:EmptyError", "nothing to pop (yet)"),
    ),
    RecordedTest(
        EMPTY.extend(mean, (0,)), (), RecordedRaise(1, "ZeroDivisionError", "division by zero")
    ),
    RecordedTest(TOP_OF_NOTHING, (), RecordedRaise(1, "IndexError")),
]


def run_pytest(folder: Path, name: str, text: str, hash_seed: int = 0) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "-q", name]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": str(folder / "src"),
    }
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return ran.stdout + ran.stderr


def is_formatted(text: str, folder: Path) -> bool:
    path = folder / "formatted.py"
    path.write_text(text, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "100", "--diff"]
    ran = subprocess.run([*ruff, str(path)], capture_output=True, text=True)
    print(ran.stdout)
    return ran.returncode == 0
