"""What functions do with their parameters, read from the source."""

from __future__ import annotations

import ast
import textwrap

import pytest

from refute.discover.parameter_uses import uses_in


def uses(source: str) -> dict[str, list[tuple[str, str, str]]]:
    tree = ast.parse(textwrap.dedent(source))
    return {
        name: [
            (one.parameter, one.what, ast.unparse(one.value) if one.value else "") for one in found
        ]
        for name, found in uses_in(tree)
    }


@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("return x == LIMIT", ("x", "compared", "LIMIT")),
        ("return 3 < x", ("x", "compared", "3")),
        ("return x in (1, 2)", ("x", "compared", "(1, 2)")),
        ("return len(x) > 8", ("x", "length", "8")),
        ("y = x.strip()\n    return y == 'a'", ("x", "compared", "'a'")),
        ("return [y for y in x if y == 3]", ("x", "compared", "3")),
        ("for y in x: pass", ("x", "items", "")),
        ("return sorted(x)", ("x", "items", "")),
        ("return x.startswith('cfg:')", ("x", "text", "'cfg:'")),
        ("return ';' in x", ("x", "text", "';'")),
        ("return x['name']", ("x", "key", "'name'")),
        ("return x.get('name')", ("x", "key", "'name'")),
        ("return x['size'] > 3", ("x", "item", "('size', 3)")),
        ("return x.get('size', 0) > 3", ("x", "item", "('size', 3)")),
        ("return re.match('a+', x)", ("x", "matched", "'a+'")),
        ("return PATTERN.sub('', x)", ("x", "matched", "PATTERN")),
        ("match x:\n        case 'up' | 'down': return 1", ("x", "compared", "'down'")),
    ],
)
def test_a_use_of_a_parameter_is_seen(body: str, use: tuple[str, str, str]) -> None:
    assert use in uses(f"def f(x):\n    {body}\n")["f"]


def test_what_two_parameters_are_compared_with_is_no_constant() -> None:
    assert uses("def f(x, y): return x == y") == {"f": []}


def test_what_methods_do_with_what_the_constructor_keeps_is_done_with_its_parameter() -> None:
    source = """
    class Box:
        def __init__(self, size, kind="a"):
            self._size = size
            self.kind: str = kind
        def full(self): return self._size > 12 or self.kind == "b"
    """
    tree = ast.parse(textwrap.dedent(source))
    found = [one for name, some in uses_in(tree) if name == "Box.__init__" for one in some]

    assert [(one.parameter, one.what) for one in found] == [
        ("size", "compared"),
        ("kind", "compared"),
    ]


def test_the_fields_of_a_dataclass_are_its_parameters() -> None:
    source = """
    class Box:
        size: int
        def __post_init__(self):
            if self.size < 1: raise ValueError
    """

    assert ("size", "compared", "1") in uses(source)["Box.__init__"]
