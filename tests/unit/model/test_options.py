"""The table of options: what it says about each, how values are read, and how options travel to the workers."""

from __future__ import annotations

import pytest

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
