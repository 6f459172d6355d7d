"""Classes, exceptions and calls that nobody can work with never end a run, and what stands beside them is tested all the same."""

from __future__ import annotations

import pytest

TILL = """
class Till:
    def __init__(self) -> None:
        self.coins: list[int] = []

    def put(self, coin: int) -> None:
        self.coins.append(coin)

    def mean(self) -> float:
        return sum(self.coins) / len(self.coins)
"""

RAISES, LIES = "raise LookupError('hostile')", "return 7"

OF_METACLASSES = (
    *("__eq__", "__hash__", "__bool__", "__len__", "__getattribute__", "__getattr__"),
    *("__instancecheck__", "__subclasses__"),
)
ATTRIBUTES_OF_CLASSES = ("__name__", "__module__", "__dict__", "__mro__", "__flags__")
OF_OBJECTS = ("__class__", "__dict__", "__module__")
OF_EXCEPTIONS = ("__traceback__", "__class__")


def _class(name: str, base: str, member: str, does: str, is_property: bool) -> str:
    decorator = "    @property\n" if is_property else ""
    return f"class {name}({base}):\n{decorator}    def {member}(*args):\n        {does}\n"


def _used(metaclass: str = "") -> str:
    """Return a class of its own, or one that exists already, that functions make and take."""
    own = f"class Odd(metaclass={metaclass}):\n    def ask(self) -> int: return 1\n"
    more = "def make(n: int) -> Odd: return Odd()\ndef take(odd: Odd) -> int: return 1\n"
    more += "def some(n: int) -> list: return [Odd()]\n"
    more += "class Box:\n    def __init__(self) -> None: self.odd = Odd()\n"
    return (own if metaclass else "") + more


CLASSES = {
    **{
        f"metaclass-{name}": _class("Meta", "type", name, RAISES, False) + _used("Meta")
        for name in OF_METACLASSES
    },
    **{
        f"attribute-{name}-{does.split()[0]}": _class("Meta", "type", name, does, True)
        + _used("Meta")
        for name in ATTRIBUTES_OF_CLASSES
        for does in (RAISES, LIES)
    },
    **{
        f"object-{name}-{does.split()[0]}": _class("Odd", "object", name, does, True) + _used()
        for name in OF_OBJECTS
        for does in (RAISES, LIES)
    },
    **{
        f"exception-{name}-{does.split()[0]}": _class("Odd", "KeyError", name, does, True)
        + "def fail(n: int): raise Odd(n)\n"
        for name in OF_EXCEPTIONS
        for does in (RAISES, LIES)
    },
}


@pytest.mark.parametrize("name", CLASSES)
def test_what_nobody_can_look_at_does_not_end_a_run(project, name):
    project.write("odd.py", CLASSES[name] + TILL)
    done = project.refute("find", "odd", "-n", "1", "--sequences", "15")

    assert done.code == 1, done.err
    assert "Till.mean raises ZeroDivisionError" in done.out


@pytest.mark.parametrize(
    "line",
    [
        "sys.setrecursionlimit(30)",
        "sys.settrace(lambda *args: 1 / 0)",
        "sys.stderr = None",
        "sys.stdout = sys.stdout.detach()",
        "sys.stdout.detach()",
        "builtins.repr = None",
        "builtins.__import__ = None",
        "builtins.Exception = None",
        "json.JSONEncoder.encode = json.dumps = None",
        "dataclasses.fields = None",
        "sys.modules.clear()",
        "os.closerange(3, 256)",
        "gc.callbacks.append(lambda *args: 1 / 0)",
    ],
)
def test_a_call_that_changes_python_does_not_end_a_run(project, line):
    text = (
        f"import builtins, dataclasses, gc, json, os, sys\ndef odd(n: int) -> None:\n    {line}\n"
    )
    project.write("odd.py", text + TILL)
    done = project.refute("find", "odd", "-n", "1", "--sequences", "40")

    assert done.code == 1, done.err
    assert "Till.mean raises ZeroDivisionError" in done.out


def test_what_is_given_up_is_named_with_the_reason(project):
    project.write(
        "odd.py",
        "import sys\ndef odd(n: int) -> None:\n    sys.settrace(lambda *args: 1 / 0)\n" + TILL,
    )
    done = project.refute("find", "odd", "-n", "1", "--sequences", "40")

    assert "odd:odd: a worker could not go on after calling it: ZeroDivisionError" in done.out
    assert "It was not called again" in done.out and "[given-up]" in done.out


def test_who_patches_python_is_given_up_and_not_who_is_called_later(project):
    text = "import builtins\ndef odd(n: int) -> None:\n    builtins.Exception = None\n"
    project.write("odd.py", text + TILL)
    done = project.refute("find", "odd", "-n", "1", "--sequences", "60")

    assert done.out.count("[given-up]") == 1
    assert "odd:odd: a worker could not go on after calling it: builtins.Exception was" in done.out


def test_a_module_that_patches_python_is_told(project):
    project.write("odd.py", f"import builtins\nbuiltins.isinstance = None\n{TILL}")
    done = project.refute("find", "odd", "-n", "1", "--sequences", "60")

    assert (done.code, done.slug) == (4, "given-up"), done.err


@pytest.mark.parametrize("line", ["os.closerange(3, 256)", "sys.stdout.detach()", "gc.disable()"])
def test_what_would_harm_the_process_that_runs_the_tests_is_not_recorded(project, line):
    text = f"import gc, os, sys\ndef odd(n: int) -> None:\n    {line}\n"
    project.write("odd.py", f"{text}def even(n: int) -> int:\n    return 2 * n\n")
    project.refute("suite", "odd", "-o", "tests", "-n", "1", "--sequences", "40")
    recorded = (project.folder / "tests" / "test_odd.py").read_text()

    assert "even(" in recorded and "odd(" not in recorded
