"""How values of options are read, and written again."""

from __future__ import annotations

import pytest

from refute.model.errors import UsageError
from refute.model.option_kinds import class_names, expressions
from refute.model.options import OPTIONS


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("seconds", "500ms", 0.5),
        ("memory", "1G", 1 << 30),
        ("call_timeout", "2s", 2.0),
        ("allow", ["files,network", "threads"], frozenset({"files", "network", "threads"})),
        ("keep", ["a", "b"], ("a", "b")),
        ("keep", "a", ("a",)),
        ("repeat", 1, 1.0),
        ("private", True, True),
        ("severity", "error", "error"),
        ("by", "walk-blind", "walk-blind"),
        ("walks", 0, 0),
        ("seed", -1, -1),
        ("jobs", 2, 2),
        ("class_bounds", {"b": "n=1", "a": "n=2"}, (("a", "n=2"), ("b", "n=1"))),
        ("presets", {"int": ["1", "2"], "key": "'a'"}, (("int", ("1", "2")), ("key", ("'a'",)))),
        ("implementations", {"Shape": "Circle"}, (("Shape", ("Circle",)),)),
        ("env", ["SHOP_TOKEN", "a.b-c"], ("SHOP_TOKEN", "a.b-c")),
        ("invariants", "rép_ok", ("rép_ok",)),
        ("ignore", ["a5cc15", "raises:shop:legacy.*"], ("a5cc15", "raises:shop:legacy.*")),
    ],
)
def test_what_is_given_is_read(name, given, expected):
    assert OPTIONS[name].kind.read(given) == expected


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("seconds", "0", "0 leaves no time"),
        ("sequences", 0, "0 is not a whole number above 0"),
        ("sequences", True, "not a whole number"),
        ("seed", 1.5, "1.5 is not a whole number"),
        ("walks", -1, "-1 is not a whole number from 0"),
        ("repeat", 2, "not a number between 0 and 1"),
        ("private", "yes", "neither true nor false"),
        ("by", "magic", "'magic' is none of mix, graph, feedback"),
        ("allow", ["x"], "no such effect: x; there are files"),
        ("keep", 3, "neither a text nor a list"),
        ("exclude", ["a", 3], "^3 is not a text$"),
        ("plugins", [None], "^None is not a text$"),
        ("allow", [True], "^True is not a text$"),
        ("env", ["A", "A=B"], "^'A=B' is not the name of an environment variable "),
        ("env", "", "^'' is not the name"),
        ("invariants", ["Tree.ok"], "^'Tree.ok' is not the name of a method$"),
        (
            "ignore",
            ["raises"],
            "^'raises' is not the id of a finding or of the form rule:operation",
        ),
        ("ignore", ["raises:"], "of the form rule:operation"),
        ("ignore", [":shop:f"], "of the form rule:operation"),
        ("ignore", [{}], "^{} is not a text$"),
        ("memory", "1K", "a worker alone needs 64M"),
        ("class_bounds", {"a": 3}, "not a table of texts by class"),
        ("presets", ["1"], "^not a table of expressions by name"),
        ("presets", {"int": 1}, "^int: not a list of expressions, as text"),
        ("presets", {"int": []}, "^int: the list is empty"),
        ("implementations", 1, "^not a table of class names by name"),
    ],
)
def test_what_makes_no_sense_is_refused(name, given, said):
    with pytest.raises(ValueError, match=said):
        OPTIONS[name].kind.read(given)


@pytest.mark.parametrize("read", [expressions, class_names])
def test_what_is_no_expression_is_a_bad_preset(read):
    with pytest.raises(UsageError, match="is no Python expression") as refused:
        read({"int": "1 +"})

    assert refused.value.slug == "bad-preset"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("private", True, [""]),
        ("seconds", 12.0, ["12s"]),
        ("memory", 1 << 30, ["1024M"]),
        ("keep", ("a", "b"), ["a", "b"]),
        ("allow", frozenset({"network", "files"}), ["files,network"]),
        ("length", 20, ["20"]),
    ],
)
def test_a_value_is_written_as_it_is_typed(name, value, words):
    assert OPTIONS[name].kind.write(value) == words
