"""The table of options: what it says about each, how values are read, and how options travel to the workers."""

from __future__ import annotations

import pytest

from refute.model.errors import UsageError
from refute.model.option_kinds import class_names, expressions
from refute.model.options import OPTIONS, Options
from refute.model.wire import from_line, to_line


def test_options_come_back_from_json():
    options = Options(
        keep=("a", "b"),
        allow=frozenset({"files"}),
        presets=(("int", ("1", "2")),),
        class_bounds=(("shop:Cart", "n=3"),),
        sequences=7,
    )

    assert from_line(Options, to_line(options)) == options
    assert from_line(Options, to_line(Options())) == Options()


@pytest.mark.parametrize(
    ("given", "limit"), [({}, 3.0), ({"seconds": 900.0}, 5.0), ({"seconds": 1.0}, 0.5), ({"sequences": 9}, 5.0)]
)  # fmt: skip
def test_a_call_may_take_a_twentieth_of_a_short_run(given, limit):
    assert Options(**given).call_timeout == limit
    assert Options(**given, call_timeout=2.0).call_timeout == 2.0


def test_flags_keys_and_keywords_follow_from_what_is_typed():
    jobs, keep, walks = OPTIONS["jobs"], OPTIONS["keep"], OPTIONS["walks"]

    assert (jobs.flags, jobs.metavar, jobs.key) == (("-n", "--jobs"), "JOBS", "jobs")
    assert (keep.flags, keep.key, keep.keywords) == (("-k",), "keep", ("keep", "k"))
    assert (walks.keywords, OPTIONS["ignore"].flags, OPTIONS["private"].metavar) == ((), (), None)


def test_no_flag_key_or_keyword_is_used_twice():
    for words in (
        [flag for one in OPTIONS.values() for flag in one.flags],
        [one.key for one in OPTIONS.values()],
        [keyword for one in OPTIONS.values() for keyword in one.keywords],
    ):
        assert len(set(words)) == len(words) and all(words)


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("seed", "start of the random numbers (default: 0)"),
        ("jobs", "worker processes (default: the number of cores)"),
        ("exclude", "never call operations whose name matches"),
        ("sequences", "a number of sequences instead of a time"),
        ("past_exceptions", "extend sequences beyond a call that raised"),
    ],
)
def test_the_help_says_the_default_where_there_is_one(name, help):
    assert OPTIONS[name].help_text == help


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
