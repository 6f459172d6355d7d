"""Only what is the same in every process is asserted."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import math
import os
import pathlib
import subprocess
import sys
import time

import pytest

from refute.judge.observations import (
    ENOUGH,
    MOST_OBSERVATIONS,
    _gives,
    agree,
    agreed,
    asserting,
    expression_of,
    is_telling,
    lookable,
    observe_raise,
    observe_result,
    observers_for,
    record,
    sights_of,
    stable,
)
from refute.model.execution import RefusedEffect
from refute.model.recording import HIDDEN, Expected, Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Display, Literal, Sequence, SetField
from refute.model.subject import Input, Routine, Subject, class_name
from refute.model.typeform import ANY, BOOL, INT, NONE, STR, TypeForm, union


class Color(enum.Enum):
    RED = 1


class Shelf:
    """Something with state to look at."""

    def __init__(self) -> None:
        self.books: list[str] = []

    def put(self, book: str) -> None:
        self.books.append(book)

    def take(self) -> str | None:
        return self.books.pop() if self.books else None

    def same(self) -> Shelf:
        return self

    @property
    def owner(self) -> str:
        return "ann"

    @property
    def broken(self) -> str:
        raise RuntimeError

    def is_empty(self) -> bool:
        return not self.books

    def __len__(self) -> int:
        return len(self.books)

    def __iter__(self):
        return iter(self.books)


class LongShelf(Shelf):
    """Overrides an observer."""

    def __len__(self) -> int:
        return 2 * super().__len__()


class Bare:
    """Something that tells nothing."""

    def go(self) -> None:
        pass


class Silent(Exception):
    def __str__(self) -> str:
        raise RuntimeError


SHELF = TypeForm(class_name(Shelf))
BARE = TypeForm(class_name(Bare))


def routine(
    name: str, how: str, output: TypeForm, *more: Input, owner: TypeForm = SHELF
) -> Routine:
    target = owner.name if how == "new" else f"{owner.name}.{name}"
    inputs = (*(() if how == "new" else (Input("self", owner),)), *more)
    return Routine(target, how, inputs, output, owner=owner.name)


ROUTINES = [
    routine("", "new", SHELF),
    routine("put", "method", NONE, Input("book", STR)),
    routine("take", "method", union(STR, NONE)),
    routine("is_empty", "method", BOOL),
    routine("owner", "get", STR),
    routine("broken", "get", STR),
    routine("__len__", "operator", INT),
    routine("get_next", "method", INT),
    routine("get_by", "method", INT, Input("key", STR)),
    routine("get_some", "method", INT, Input("key", STR, required=False)),
    routine("to_nothing", "method", NONE),
    routine("go", "method", NONE, owner=BARE),
]
new, put, take, is_empty, owner = (r.call(tuple(range(len(r.inputs)))) for r in ROUTINES[:5])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, Expected("None", "is")),
        (True, Expected("True", "is")),
        (3, Expected("3")),
        ("a'b", Expected('"a\'b"')),
        (b"a", Expected("b'a'")),
        (0.5, Expected("0.5")),
        (math.inf, Expected("float('inf')")),
        (0.1, Expected("0.1", "approx")),
        (math.nan, Expected("float('nan')", "isnan")),
        ([0.1, 1], Expected("[0.1, 1]", "approx")),
        ({"a": 0.1}, Expected("{'a': 0.1}", "approx")),
        ([[0.1]], None),
        ([math.nan], None),
        ({0.1: 1}, None),
        (0.1 + 1j, Expected("(0.1+1j)", "approx")),
        ([1, (2, {"a": None})], Expected("[1, (2, {'a': None})]")),
        ({"b", "a"}, Expected("{'a', 'b'}")),
        (decimal.Decimal("1.5"), Expected("decimal.Decimal('1.5')")),
        (fractions.Fraction(1, 2), Expected("fractions.Fraction(1, 2)")),
        (datetime.date(2000, 1, 2), Expected("datetime.date(2000, 1, 2)")),
        (pathlib.PurePosixPath("a/b"), Expected("pathlib.PurePosixPath('a/b')")),
        (Color.RED, Expected(f"{__name__}.Color.RED", "is")),
        (int, Expected("int", "is")),
        ("x" * 300, None),
        ([object()], None),
        (object(), None),
        (len, None),
    ],
)
def test_plain_values_are_written_down(value: object, expected: Expected | None):
    assert observe_result(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        "<Cart object at 0x7f3a5c0b1d90>",
        "/tmp/refute-1/file",
        os.path.join(os.getcwd(), "x"),
        pathlib.Path("/home/ann/x"),
        b"/usr/lib/x",
        time.time(),
        int(time.time()),
        time.time_ns(),
        datetime.datetime.now(),
        datetime.datetime.now(datetime.UTC),
        datetime.date.today(),
        ["/etc/passwd"],
        {"a": "at 0x1"},
    ],
    ids=lambda value: type(value).__name__,  # the values differ from run to run
)
def test_values_of_this_run_are_not_written_down(value: object):
    assert observe_result(value) is None


def test_the_process_id_is_not_written_down(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "getpid", lambda: 4711)

    assert observe_result(4711) is None
    assert observe_result(4712) == Expected("4712")


def test_paths_of_other_worlds_are_stable():
    assert stable("/a/b") and stable("and/or") and stable("usr/lib") and stable("7/tmp/")


def test_observers_take_nothing_and_tell_something():
    found = observers_for(ROUTINES, SHELF.name)

    assert [expression_of(r) for r in found] == [
        "len({0})",
        "{0}.broken",
        "{0}.owner",
        "{0}.get_some()",
        "{0}.is_empty()",
    ]


def shelf_with(*books: str) -> Shelf:
    shelf = Shelf()
    shelf.books.extend(books)
    return shelf


def test_a_run_is_recorded_by_its_result_and_the_state_after_it():
    steps = (
        Sequence().extend(new).extend(Literal("'b'", STR)).extend(put, (0, 1)).extend(take, (0,))
    )
    test = record(steps, [shelf_with("a"), "b", None, "b"], ROUTINES)

    assert test == RecordedTest(
        steps,
        (
            Observation(3, "{0}", "'b'"),
            Observation(0, "len({0})", "1"),
            Observation(0, "{0}.owner", "'ann'"),
            Observation(0, "{0}.is_empty()", "False", "is"),
            Observation(0, "list({0})", "['a']"),
            Observation(0, "{0}.books", "['a']"),
        ),
    )


def test_none_is_told_where_something_else_was_possible():
    took = record(Sequence().extend(new).extend(take, (0,)), [Shelf(), None], ROUTINES)
    was_put = record(
        Sequence().extend(new).extend(Literal("''", STR)).extend(put, (0, 1)),
        [Shelf(), "", None],
        ROUTINES,
    )

    assert took is not None and was_put is not None
    assert took.observations[0] == Observation(1, "{0}", "None", "is")
    assert all(seen.step == 0 for seen in was_put.observations)


@pytest.mark.parametrize(
    ("asked", "value", "expression"),
    [
        (owner, "ann", "{0}.owner"),
        (is_empty, True, "{0}.is_empty()"),
        (ROUTINES[6].call((0,)), 0, "len({0})"),
        (Call(f"{SHELF.name}.__iter__", (SHELF,), ANY, how="operator"), [], "list({0})"),
    ],
)
def test_what_the_last_step_asked_is_not_asked_again(asked, value, expression):
    test = record(Sequence().extend(new).extend(asked, (0,)), [Shelf(), value], ROUTINES)

    assert test is not None
    assert test.observations[0].step == 1
    assert expression not in [seen.expression for seen in test.observations]
    assert len(test.observations) == 5


def test_an_object_that_changes_when_looked_at_is_not_looked_at():
    take_away = routine("get_last", "method", STR)
    shelf = shelf_with("a", "b")
    shelf.get_last = shelf.take  # type: ignore[attr-defined]
    steps = Sequence().extend(new)

    assert record(steps, [shelf], [*ROUTINES, take_away]) == RecordedTest(
        steps, (Observation(0, "{0}", f"{__name__}.Shelf", "isinstance"),)
    )


def test_what_an_object_shows_is_told_of_it_and_of_those_in_a_list():
    alone = sights_of(shelf_with("a"), ROUTINES)
    listed = sights_of([7, shelf_with("a")], ROUTINES)

    assert dict(alone)["len({0})"] == "1"
    assert dict(alone)["{0}.broken"] == "raises RuntimeError"
    assert listed == [(name.replace("{0}", "{0}[1]"), text) for name, text in alone]
    assert sights_of(Color.RED, ROUTINES) == sights_of([shelf_with()] * 21, ROUTINES) == []


def test_an_overridden_observer_is_asked_once():
    inherited = routine("__len__", "operator", INT, owner=TypeForm(class_name(LongShelf)))
    test = record(Sequence().extend(new), [LongShelf()], [*ROUTINES, inherited])

    assert test is not None
    assert [seen.expression for seen in test.observations].count("len({0})") == 1


def test_an_object_made_last_is_looked_at():
    test = record(Sequence().extend(new), [Shelf()], ROUTINES)

    assert test is not None
    assert test.observations[0] == Observation(0, "len({0})", "0")


def test_an_object_returned_again_is_looked_at_once():
    shelf = Shelf()
    same = Call(f"{SHELF.name}.same", (SHELF,), SHELF, how="method")
    test = record(Sequence().extend(new).extend(same, (0,)), [shelf, shelf], ROUTINES)

    assert test is not None
    assert {seen.step for seen in test.observations} == {0}


def test_the_texts_that_a_class_writes_itself_are_told():
    class Told:
        def __repr__(self) -> str:
            return "Told(1)"

    class Said(Told):
        def __str__(self) -> str:
            return "said"

    for cls, expression, text in ((Told, "repr({0})", "'Told(1)'"), (Said, "str({0})", "'said'")):
        form = TypeForm(class_name(cls))
        made = Call(form.name, (), form, how="new")
        routines = [routine("", "new", form, owner=form)]

        assert record(Sequence().extend(made), [cls()], routines) == RecordedTest(
            Sequence().extend(made), (Observation(0, expression, text),)
        )


def test_a_statement_has_no_result():
    setitem = Call(f"{SHELF.name}.__setitem__", (), union(NONE, INT), how="operator")
    steps = Sequence().extend(new).extend(Literal("1", INT)).extend(setitem, (0, 1, 1))

    told = record(steps, [Shelf(), 1, None], ROUTINES)

    assert told is not None and all(seen.step == 0 for seen in told.observations)
    assert record(steps, [Bare(), 1, None], []) is None


def test_collections_of_ours_that_cannot_be_written_down_are_not_told():
    use = Call("m:use", (ANY,), NONE)
    steps = Sequence().extend(Literal("[]", ANY)).extend(use, (0,))

    assert record(steps, [[object()], None], ROUTINES) == RecordedTest(
        steps, (Observation(1, "{0}", "None", "is"),)
    )


def test_a_display_that_raises_is_no_test():
    steps = Sequence().extend(Literal("[]", ANY)).extend(Display("set", (ANY,), ANY), (0,))

    assert record(steps, [[]], ROUTINES, TypeError("unhashable type: 'list'")) is None


def test_what_the_subject_did_to_our_collections_is_told():
    sort = Call("m:sort", (ANY,), NONE)
    numbers = Display("list", (INT, INT), TypeForm("list"))
    two, one = Literal("2", INT), Literal("1", INT)
    steps = Sequence().extend(two).extend(one).extend(numbers, (0, 1)).extend(sort, (2,))

    sorted_ = record(steps, [2, 1, [1, 2], None], ROUTINES)
    unchanged = record(steps, [2, 1, [2, 1], None], ROUTINES)

    assert sorted_ == RecordedTest(steps, (Observation(2, "{0}", "[1, 2]"),))
    assert unchanged == RecordedTest(steps, (Observation(3, "{0}", "None", "is"),))


@pytest.mark.parametrize(
    ("operation", "count", "before", "after"),
    [
        (Literal("{1: 2}", ANY), 0, {1: 2}, {1: 3}),
        (Display("dict", (INT, INT), ANY), 2, {1: 1}, {}),
        (Display("set", (INT,), ANY), 1, {1}, {1, 2}),
    ],
)
def test_dicts_and_sets_and_literals_too(operation, count, before, after):
    use = Call("m:use", (ANY,), NONE)
    steps = Sequence().extend(Literal("1", INT)).extend(operation, (0,) * count).extend(use, (1,))

    for value, changed in ((before, False), (after, True)):
        test = record(steps, [1, value, None], ROUTINES)

        assert test is not None
        assert (test.observations[0].step == 1) is changed


def test_elements_that_cannot_be_compared_are_not_spoken_of():
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise RuntimeError

    use = Call("m:use", (ANY,), NONE)
    full = Display("list", (ANY,), ANY)
    steps = Sequence().extend(Literal("1", INT)).extend(full, (0,)).extend(use, (1,))

    assert record(steps, [1, [Odd()], None], ROUTINES) == RecordedTest(
        steps, (Observation(2, "{0}", "None", "is"),)
    )


def test_an_object_that_tells_nothing_is_at_least_of_its_class():
    bare = Call(BARE.name, (), BARE, how="new")
    test = record(Sequence().extend(bare), [Bare()], ROUTINES)

    assert test == RecordedTest(
        Sequence().extend(bare), (Observation(0, "{0}", f"{__name__}.Bare", "isinstance"),)
    )


def test_an_object_that_nobody_can_ask_tells_its_public_attributes():
    bare, made = Call(BARE.name, (), BARE, how="new"), Bare()
    vars(made).update({"limit": 3, "_kept": 1, "found": None, "lock": object(), "not a name": 1})
    vars(made).update(label="x", more=2)
    test = record(Sequence().extend(bare), [made], ROUTINES)
    attributes = [("limit", "3"), ("label", "'x'"), ("more", "2")]

    assert test is not None
    assert test.observations == tuple(Observation(0, f"{{0}}.{n}", v) for n, v in attributes)


@pytest.mark.parametrize(("size", "is_told"), [(10, True), (90, False)])
def test_a_long_text_is_not_asserted_where_the_object_tells_it_otherwise(size, is_told):
    class Told:
        def __repr__(self):
            return f"Told({self.label!r})"

    told = TypeForm(class_name(Told))
    made = Told()
    made.label = "x" * size
    wide = [*ROUTINES, Routine(f"{told.name}.name", "get", (), STR, owner=told.name)]
    test = record(Sequence().extend(Call(told.name, (), told, how="new")), [made], wide)

    assert test is not None
    assert ("repr({0})" in [o.expression for o in test.observations]) is is_told


def test_nothing_is_recorded_where_nothing_can_be_asserted():
    strange = Call("m:f", (), ANY)

    assert record(Sequence().extend(strange), [object()], ROUTINES) is None
    assert record(Sequence().extend(Literal("[]", ANY)), [[]], ROUTINES) is None


def test_fields_are_read_and_set():
    node = Shelf()
    steps = Sequence().extend(new).extend(Call("m:Shelf.owner", (ANY,), ANY, how="field"), (0,))
    field = record(steps, [node, "ann"], ROUTINES)
    steps = steps.extend(SetField("owner"), (0, 1))
    setting = record(steps, [node, "ann", None], ROUTINES)

    assert field is not None and setting is not None
    assert field.observations[0] == Observation(1, "{0}", "'ann'")
    assert Observation(0, "len({0})", "0") in setting.observations


def test_there_are_not_too_many_assertions():
    wide = [*ROUTINES, *(routine(f"get_{c}", "get", INT) for c in "abcdefgh")]
    shelf = Shelf()
    for c in "abcdefgh":
        setattr(shelf, f"get_{c}", 1)
    test = record(Sequence().extend(new), [shelf], wide)

    assert test is not None
    telling = [(0, f"{{0}}.get_{c}") for c in "hgfedcb"]
    assert len(asserting(test).observations) == ENOUGH
    assert len(asserting(test, telling).observations) == MOST_OBSERVATIONS


def test_what_the_test_is_about_is_asserted_first_and_then_what_tells_the_most():
    seen = [Observation(0, f"{{0}}.get_{c}", "1") for c in "abcdefgh"]
    test = RecordedTest(Sequence().extend(new), tuple(seen))
    raising = RecordedTest(test.sequence, test.observations, RecordedRaise(0, "ValueError"))
    telling = [(0, "{0}.get_h"), (0, "{0}.gone"), (0, "{0}.get_e")]

    assert asserting(test, telling).observations == (seen[0], seen[4], seen[7])
    assert asserting(raising, telling).observations == (seen[0], seen[4], seen[7])
    assert asserting(test).observations == tuple(seen[:3])


def test_a_test_that_says_little_stays_as_it_is():
    test = RecordedTest(Sequence().extend(new), (Observation(0, "{0}.size", "1"),))

    assert asserting(test) == test


def test_long_contents_are_not_written_down():
    test = record(Sequence().extend(new), [shelf_with(*"abcdefghijklmnopqrstuvwxyz")], ROUTINES)

    assert test is not None
    assert "list({0})" not in [seen.expression for seen in test.observations]


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (ValueError("bad (1)"), RecordedRaise(1, "ValueError", "bad (1)")),
        (KeyError("k"), RecordedRaise(1, "KeyError", "'k'")),
        (ValueError("one\ntwo"), RecordedRaise(1, "ValueError", "one")),
        (ValueError("<X at 0x7f0000000000>"), RecordedRaise(1, "ValueError")),
        (ValueError(), RecordedRaise(1, "ValueError")),
        (Silent(), RecordedRaise(1, f"{__name__}:Silent")),
        (KeyboardInterrupt(), None),
        (type("Local", (Exception,), {})(), None),
    ],
)
def test_exceptions_are_recorded_with_a_stable_message(raised, expected):
    assert observe_raise(raised, 1) == expected


def test_the_state_after_an_exception_is_recorded_too():
    steps = Sequence().extend(new).extend(take, (0,))
    test = record(steps, [Shelf()], ROUTINES, LookupError("empty"))

    assert test is not None
    assert test.raises == RecordedRaise(1, "LookupError", "empty")
    assert test.observations[0] == Observation(0, "len({0})", "0")
    assert record(steps, [Shelf()], ROUTINES, KeyboardInterrupt()) is None


ONE, TWO, THREE = (Observation(i, "{0}", "1") for i in range(3))


def test_what_differs_between_processes_is_dropped():
    assert agree([ONE, TWO, THREE], [THREE, ONE], [ONE, TWO, THREE]) == (ONE, THREE)


def test_recordings_agree_or_there_is_no_test():
    steps = Sequence().extend(new)
    raises = RecordedRaise(0, "ValueError", "1 of 2")
    other = RecordedRaise(0, "ValueError", "2 of 2")

    def test(*seen: Observation, raises: RecordedRaise | None = None) -> RecordedTest:
        return RecordedTest(steps, seen, raises)

    assert agreed([test(ONE, TWO), test(TWO)]) == test(TWO)
    assert agreed([test(ONE), test(TWO)]) is None
    assert agreed([test(ONE), None]) is None
    assert agreed([None]) is None
    assert agreed([test(raises=raises), test(raises=raises)]) == test(raises=raises)
    assert agreed([test(raises=raises), test(raises=other)]) == test(
        raises=RecordedRaise(0, "ValueError")
    )
    assert agreed([test(raises=raises), test(ONE)]) is None


def test_the_order_of_a_set_is_not_asserted():
    program = (
        "from refute.judge.observations import observe_result\n"
        "print(observe_result({'a', 'b', 'c', 'd'}).source)\n"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(5)
    }

    assert len(shown) == 1


def test_writing_an_attribute_gives_nothing_to_assert() -> None:
    write = Call("shop:Lamp.on=", (TypeForm("shop:Lamp"), TypeForm("bool")), NONE, how="set")

    assert not _gives(write, None)


def test_containers_of_somebodys_own_class_are_not_asked_for_what_they_hold():
    class Silent(dict):
        def values(self):
            raise LookupError

    class Endless(list):
        def __len__(self):
            raise LookupError

    for value in (Silent({1: 2}), Endless([1])):
        assert observe_result(value) is None
        assert sights_of([value], []) == sights_of(value, []) == []


def raised_by(function, *arguments) -> BaseException:
    """Return what a function raises, as if the machine had called it."""
    try:
        function(*arguments)
    except BaseException as error:
        error.__traceback__ = error.__traceback__.tb_next
        return error
    raise AssertionError("nothing was raised")


def refuse() -> None:
    raise OSError("closed")


def mine(module: str) -> bool:
    return module == __name__


def test_an_exception_that_the_subject_raises_on_purpose_tells_something():
    assert is_telling(raised_by(refuse), mine)
    assert not is_telling(raised_by(refuse), lambda module: False)


def test_a_refusal_of_a_value_tells_something_and_a_call_that_does_not_fit_does_not():
    assert is_telling(raised_by(lambda: {}["a"]), mine)
    assert not is_telling(raised_by(lambda: len(3)), mine)
    assert not is_telling(ValueError(), mine)


def test_so_does_that_two_objects_have_no_order():
    assert is_telling(raised_by(lambda: object() < 1), mine)
    assert not is_telling(raised_by(lambda: object() + 1), mine)


def test_an_assert_is_no_promise_but_an_assertion_error_raised_by_name_is():
    # As text: pytest makes something else of an assert in its own files.
    source = "def asserts(n):\n assert n, f'{n} is nothing'\n raise AssertionError('unreachable')\n"
    names = {"__name__": __name__}
    exec(source, names)

    assert not is_telling(raised_by(names["asserts"], 0), mine)
    assert is_telling(raised_by(names["asserts"], 1), mine)


def test_what_we_refused_and_what_leaves_the_interpreter_is_no_answer():
    assert not is_telling(RefusedEffect("files", "open a.txt"), mine)
    assert not is_telling(SystemExit(), mine)


def test_predicates_are_ways_to_look_at_an_object():
    subject = Subject(("shop",), (), {}, invariants={"shop:Shelf": "rep_ok"})
    (routine,) = lookable(subject)

    assert (routine.target, routine.output) == ("shop:Shelf.rep_ok", BOOL)


def test_what_was_hidden_is_not_asserted():
    calls = Sequence(())
    seen = (Observation(0, "{0}", f"'{HIDDEN}'"), Observation(0, "len({0})", "3"))
    refused = RecordedRaise(0, "ValueError", f"no such key: {HIDDEN}")
    kept = agreed([RecordedTest(calls, seen)] * 2)
    raising = agreed([RecordedTest(calls, (), refused)] * 2)

    assert kept is not None and kept.observations == seen[1:]
    assert raising is not None and raising.raises == RecordedRaise(0, "ValueError")
