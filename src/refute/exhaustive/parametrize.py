"""One pytest test per structure: `parametrize`.

Each test gets an object of its own, made when the test runs: what another test did to its object is not seen.
"""

from __future__ import annotations

import functools
import inspect
from collections import deque
from collections.abc import Callable
from typing import Any

from refute.exhaustive.structures import bounds, structures
from refute.generate.bounded.heap import make
from refute.model.bounds import value_text
from refute.model.errors import UsageError
from refute.model.structure import Description, Ref
from refute.render.input_code import snake

LONGEST_ID = 60
# The fixtures that come with pytest: a parameter of such a name is theirs.
_FIXTURES = frozenset(
    [
        "cache",
        "capfd",
        "capfdbinary",
        "caplog",
        "capsys",
        "capsysbinary",
        "capteesys",
        "doctest_namespace",
        "monkeypatch",
        "pytestconfig",
        "pytester",
        "record_property",
        "record_testsuite_property",
        "record_xml_attribute",
        "recwarn",
        "request",
        "testdir",
        "tmp_path",
        "tmp_path_factory",
        "tmpdir",
        "tmpdir_factory",
        "subtests",
    ]
)


def parametrize(root: Any, size: Any = None, /, *more: Any, **given: Any) -> Any:
    """Return a pytest decorator: one test per structure, passed as the parameter that is no fixture.

    Where a test has several, the name of the one that is meant comes first: `parametrize("tree", BinaryTree, Node=3)`.
    """
    import pytest

    name = root if isinstance(root, str) else None
    owner, number = (root, size) if name is None else (size, *(more or (None,)))
    space = bounds(owner, number, **given)
    every = list(structures(owner, space).descriptions())
    classes = dict(space.classes)

    def decorate(test: Callable[..., Any]) -> Any:
        parameter = name or parameter_for(test, owner)
        told = [f"{number}-{id_of(one)}" for number, one in enumerate(every)]
        return pytest.mark.parametrize(parameter, every, ids=told)(
            building(test, parameter, classes)
        )

    return decorate


def building(
    test: Callable[..., Any], parameter: str, classes: dict[str, type]
) -> Callable[..., Any]:
    """Return a test that gets a description, and calls the one given with the object it describes."""

    def made(arguments: dict[str, Any]) -> dict[str, Any]:
        return {**arguments, parameter: make(arguments[parameter], classes)}

    if inspect.iscoroutinefunction(test):

        @functools.wraps(test)
        async def later(*receiver: Any, **arguments: Any) -> Any:
            __tracebackhide__ = True
            return await test(*receiver, **made(arguments))

        return later

    @functools.wraps(test)
    def now(*receiver: Any, **arguments: Any) -> Any:
        __tracebackhide__ = True
        return test(*receiver, **made(arguments))

    return now


def parameter_for(test: Callable[..., Any], root: type) -> str:
    """Return the parameter that gets the structure: the only one that is left, or annotated so, or named after the class."""
    taken = {
        one.strip()
        for mark in getattr(test, "pytestmark", [])
        if mark.name == "parametrize"
        for one in (mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0])
    }
    every = list(inspect.signature(test).parameters.values())
    names = [one.name for one in every if one.default is one.empty and one.name not in taken]
    is_method = "." in test.__qualname__.rpartition("<locals>.")[2]
    # By its name: a static method has none, and which is one only the class knows, which does not exist yet.
    names = names[1:] if is_method and names[:1] in (["self"], ["cls"]) else names
    annotated = [
        one.name for one in every if one.annotation in (root, root.__name__) and one.name in names
    ]
    left = [name for name in names if name not in _FIXTURES]
    for found in (annotated, left, [name for name in left if name == snake(root.__name__)]):
        if len(found) == 1:
            return found[0]
    if not left:
        raise UsageError(
            f"{test.__name__} has no parameter for the {root.__name__} that it is to be called with",
            "which-parameter",
        )
    raise UsageError(
        f"{test.__name__} takes {', '.join(left)}: say which is the {root.__name__}: "
        f'refute.parametrize("{left[-1]}", {root.__name__}, …)',
        "which-parameter",
    )


def id_of(description: Description) -> str:
    """Return a structure in a few words: fields by name, those that are None left out, an object met again as `^`.

    >>> tree = Description(("T", "N", "N"), ((0, "root", Ref(1)), (0, "size", 2), (1, "left", Ref(2)), (1, "up", None)))
    >>> id_of(tree)
    'root=(left=()),size=2'
    """
    fields: list[list[tuple[str, Any]]] = [[] for _ in description.classes]
    for number, name, value in description.assignments:
        fields[number].append((name, value))
    met: set[int] = {0}

    def inside(number: int) -> str:
        shown = [(name, value) for name, value in fields[number] if value is not None]
        return ",".join(f"{name}={text(value)}" for name, value in shown)

    def text(value: Any) -> str:
        match value:
            case Ref(number) if number in met:
                return "^"
            case Ref(number):
                met.add(number)
                return f"({inside(number)})"
            case list() | tuple() | deque():
                return f"[{','.join(map(text, value))}]"
            case set() | frozenset():
                return "{" + ",".join(sorted(map(text, sorted(value, key=repr)))) + "}"
            case dict():
                return "{" + ",".join(f"{text(k)}:{text(v)}" for k, v in value.items()) + "}"
        return value_text(value)

    told = inside(0) or description.classes[0]
    return told if len(told) <= LONGEST_ID else told[: LONGEST_ID - 3] + "..."
