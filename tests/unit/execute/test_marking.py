"""Which sites a piece of source has, and that marks change nothing else about it."""

from __future__ import annotations

import ast
import builtins
import textwrap

import pytest

from refute.execute.marking import NOTE, READ, STORE, Marker, Site


class Reads(dict):
    def __missing__(self, mark):
        self[mark] = None


def marked(text: str, recorded=(), notes=None):
    """Return the functions of a source with all marks, its sites, and what notes the marks."""
    tree = ast.parse(textwrap.dedent(text))
    sites: list[Site] = []
    for place, statement in enumerate(tree.body):
        marker = Marker("here.py", len(sites), lambda mark: True, recorded)
        tree.body[place] = marker.visit(statement)
        sites += marker.sites
    stored, read = {}, Reads()
    names = {STORE: stored, READ: read, "__builtins__": builtins}
    names[NOTE] = lambda site, place, value: (notes.append((site, place, value)), value)[1]
    exec(compile(tree, "here.py", "exec"), names)
    return names, sites, (stored, read)


def taken(kept) -> set[int]:
    return {*kept[0], *kept[1]}


def lines(sites, kept) -> set[tuple[int, str, bool]]:
    """Return what was taken of sites that ask something: line, what is asked, which side."""
    by_number = {site.number: site for site in sites}
    return {
        (site.line, site.asks, not mark & 1)
        for mark in taken(kept)
        if (site := by_number[mark >> 1]).asks
    }


def test_each_side_of_an_if_has_a_mark():
    names, sites, kept = marked("def f(x):\n    if x > 2:\n        return 1\n    return 0")

    assert names["f"](1) == 0
    assert lines(sites, kept) == {(2, "compare", False)}
    assert names["f"](3) == 1
    assert lines(sites, kept) == {(2, "compare", False), (2, "compare", True)}


def test_loops_are_entered_and_come_to_their_end():
    names, sites, kept = marked(
        """
        def f(items, n):
            for item in items:
                break
            while n:
                n -= 1
        """
    )
    names["f"]([1], 0)

    assert lines(sites, kept) == {(3, "entered", True), (5, "truth", False)}
    names["f"]([], 1)
    assert lines(sites, kept) >= {(3, "entered", False), (5, "truth", True)}


def test_the_operands_of_a_test_have_sites_of_their_own():
    names, sites, kept = marked("def f(a, b):\n    return 1 if a and not b else 0")
    names["f"](True, True)
    whole = next(site for site in sites if site.asks == "parts")

    assert [negated for _, negated in whole.parts] == [False, True]
    assert taken(kept) >= {2 * part for part, _ in whole.parts}
    assert 2 * whole.number + 1 in taken(kept)


def test_of_a_value_with_or_it_is_marked_that_the_second_is_needed():
    names, sites, kept = marked("def f(a, b):\n    return a or b")

    assert names["f"]([], 7) == 7
    assert lines(sites, kept) == {(2, "not truth", True)}


def test_handlers_cases_conditions_and_lambdas_are_marked():
    names, sites, kept = marked(
        """
        def f(text):
            try:
                number = int(text)
            except ValueError:
                return None
            match number:
                case 1:
                    return "one"
                case n if n > 5:
                    return "many"
            return [n for n in range(number) if n != 2]
        key = lambda x: x.y if x else None
        """
    )
    answers = [names["f"](text) for text in ("x", "1", "9", "4")]

    assert answers == [None, "one", "many", [0, 1, 3]]
    assert names["key"](0) is None
    assert {asks for _, asks, _ in lines(sites, kept)} == {"except", "case", "compare", "truth"}


def test_class_bodies_and_modules_are_not_marked():
    _, sites, kept = marked("if 1 < 2:\n    class C:\n        x = 1 if len('a') else 0")

    assert not sites
    assert not taken(kept)


def test_operands_are_noted_where_that_is_asked_for():
    notes = []
    names, _, _ = marked(
        """
        def f(x, text):
            if 3 < x < 10:
                return text.startswith("a") or isinstance(text, bytes)
        """,
        recorded={1, 2},
        notes=notes,
    )
    names["f"](2, "")
    names["f"](5, "b")

    assert [(place, value) for site, place, value in notes if site == 1] == [
        (0, 3), (1, 2), (0, 3), (1, 5), (2, 10),
    ]  # fmt: skip
    assert [value for site, _, value in notes if site == 2] == ["b", "a"]


@pytest.mark.parametrize(
    "body",
    [
        "if bad: pass",
        "while bad: pass",
        "return 1 if bad else 2",
        "return [1 for _ in (1,) if bad]",
        "return bad and 1",
        "if 1 == 1 and not bad: pass",
        "for x in bad: pass",
        "assert bad",
        "if bad < 3 < 4: pass",
    ],
)
def test_a_condition_that_raises_is_told_at_the_same_place(body):
    text = f"def f(bad):\n    '''Text.'''\n    {body}"

    class Bad:
        def __bool__(self):
            raise KeyError

        __iter__ = __lt__ = __bool__

    def positions(function):
        with pytest.raises((KeyError, TypeError)) as raised:
            function(Bad())
        entry = raised.value.__traceback__
        while entry.tb_frame.f_code is not function.__code__:
            entry = entry.tb_next
        return list(function.__code__.co_positions())[entry.tb_lasti // 2]

    plain: dict = {}
    exec(compile(text, "here.py", "exec"), plain)

    assert positions(marked(text)[0]["f"]) == positions(plain["f"])
