"""Table 5: at these sizes every statement of the method under test is executed."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "subjects"))
from korat import tables

from refute.exhaustive.method import exhaust
from refute.exhaustive.structures import bounds

# The paper says 8 entries; what 8 reaches is reached by maps of up to 4 and of exactly 7, much sooner.
SMALL_MAPS = bounds(tables.TreeMap, Entry=4, size=range(5), key=range(4), value=None)
# Likewise heaps of up to 4 instead of 6.
SMALL_HEAPS = bounds(tables.HeapArray, 4)
LARGE_MAPS = bounds(tables.TreeMap, Entry=7, size=7, key=range(8), value=None)
PARTS = {
    "BinaryTree.remove": ["remove", "_joined", "_replace"],
    "HeapArray.extract_max": ["extract_max", "_sift_down", "_larger_child"],
    "LinkedList.reverse": ["reverse"],
    "TreeMap.put": ["put", "_repair", "_recolour", "_straighten", "_rotate"],
}


def statements(function: FunctionType) -> set[int]:
    source, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(source))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = {
        node.lineno for one in tree.body for node in ast.walk(one) if isinstance(node, ast.stmt)
    }
    strings = {
        one.lineno
        for one in tree.body
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    }
    return {line + first - 1 for line in found - strings}


def executed(codes: set[Any], action: Any) -> set[int]:
    lines: set[int] = set()

    def local(frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        return local

    before = sys.gettrace()
    sys.settrace(lambda frame, event, argument: local if frame.f_code in codes else None)
    try:
        action()
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("name", sorted(PARTS))
def test_every_statement_is_executed(name: str) -> None:
    function, space, options = tables.method_trial(name)
    smaller = {"TreeMap.put": [SMALL_MAPS, LARGE_MAPS], "HeapArray.extract_max": [SMALL_HEAPS]}
    spaces = smaller.get(name, [space])
    owner = tables.CLASSES[name.partition(".")[0]]
    functions = [vars(owner)[part] for part in PARTS[name]]
    wanted = set().union(*(statements(one) for one in functions))

    lines: set[int] = set()
    for one in spaces:
        lines |= executed(
            {f.__code__ for f in functions}, partial(exhaust, function, one, **options)
        )

    assert wanted - lines == set()
