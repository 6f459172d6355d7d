"""Whether what was done before a call makes what it does our fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench

from refute.model.sequence import Call, Callback, Literal, Return, Sequence
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.search.weighing import _may_be_about

SECTION = """
    class Section:
        depths = [0]

        def __enter__(self) -> None:
            self.depths.append(1)

        def __exit__(self, *exception: object) -> None:
            self.depths.pop()

        def depth(self) -> int:
            return self.depths[0]
"""


@pytest.fixture
def section(tmp_path: Path) -> Bench:
    return Bench(tmp_path, SECTION)


def call(section: Bench, name: str) -> Call:
    return section.routines[name].call((0,))


def two_sections(section: Bench) -> Sequence:
    new = section.routines["Section"].call(())
    return Sequence().extend(new).extend(new)


def test_who_leaves_what_was_not_entered_last_is_to_blame(section):
    enter, leave = call(section, "Section.__enter__"), call(section, "Section.__exit__")
    empty = two_sections(section).extend(leave, [0])
    astray = two_sections(section).extend(enter, [0]).extend(leave, [1]).extend(leave, [0])

    for sequence in (empty.extend(call(section, "Section.depth"), [0]), astray.extend(leave, [0])):
        violation = section.examine(sequence)
        assert violation.blame is Blame.TEST, violation.message


def test_who_leaves_what_was_entered_last_is_not(section):
    enter, leave = call(section, "Section.__enter__"), call(section, "Section.__exit__")

    assert section.examine(two_sections(section).extend(enter, [0]).extend(leave, [0])) is None


@pytest.mark.parametrize(
    ("raised", "accepted", "ours"),
    [
        (TypeError("bad operand"), False, True),
        (TypeError("bad operand"), True, False),  # it has taken such arguments before
        (TypeError("'NoneType' object is not iterable"), False, False),  # perhaps the code's own
        (RuntimeError("late"), False, False),
    ],
)
def test_without_annotations_what_was_never_accepted_is_our_fault(tmp_path, raised, accepted, ours):
    bench = Bench(tmp_path, "def f(x):\n    return x + 1")
    call = bench.routines["f"].call((0,))
    never = bench.examiner.weighing.was_never_accepted(raised, call, (0,), lambda *_: accepted)

    assert never is ours


@pytest.mark.parametrize(("given", "expected"), [(0, False), (1, True)])
def test_what_a_function_gives_is_what_it_returns(given, expected):
    body = Sequence().extend(Literal("None", NONE)).extend(Literal("1", INT))
    made = Callback("key", ("x",), (ANY,), ANY, body=body.extend(Return(), [given]))

    assert _may_be_about(TypeError("bad operand"), made) is expected


def test_an_annotated_call_is_never_our_fault_at_once(tmp_path):
    bench = Bench(tmp_path, "def f(x: int) -> int:\n    return x + 1")
    call = bench.routines["f"].call((0,))

    assert not bench.examiner.weighing.was_never_accepted(
        TypeError("bad"), call, (0,), lambda *_: False
    )


NOTES = """
    class Note:
        def __init__(self, text):
            self.text = text

        def serialize(self):
            return {"text": self.text, "tags": []}

        @classmethod
        def deserialize(cls, data):
            return cls(**data)

        def tagged(self):
            return {"tags": []}
"""


def test_what_the_inverse_has_made_is_meant_to_be_taken(tmp_path):
    notes = Bench(tmp_path, NOTES)
    calls = {name: one.call((0,)) for name, one in notes.routines.items()}
    note = Sequence().extend(Literal("'a'", STR)).extend(calls["Note"], [0])

    def judged(maker: str) -> Violation:
        made = note.extend(calls[maker], [1]).extend(calls["Note.deserialize"], [2])
        violation, _ = notes.examiner.examine(made, lambda call, kinds: False)
        assert violation is not None
        return violation

    assert judged("Note.serialize").because == "refuses-inverse"
    assert judged("Note.serialize").severity is Severity.LIKELY
    assert judged("Note.tagged").because == "unannotated-never-accepted"


REGISTER = """
    from collections.abc import Iterator

    class Register:
        def __init__(self) -> None:
            self._names = ["a", "b"]

        def clear(self) -> None:
            self._names.clear()

        def each(self) -> Iterator[str]:
            for number in range(3 if self._names[2:] else 2):
                yield self._names[number]
            yield self._names[2]
"""


@pytest.mark.parametrize(
    ("between", "caps"), [("Register.clear", ("source-changed",)), ("next", ())]
)
def test_an_iterator_may_lose_its_place_where_its_source_was_changed(tmp_path, between, caps):
    bench = Bench(tmp_path, REGISTER)
    step = Call("types:GeneratorType.__next__", (TypeForm("generator"),), ANY, how="operator")
    held = replace(bench.routines["Register.each"].call((0,)), then="")
    sequence = Sequence().extend(bench.routines["Register"].call(())).extend(held, [0])
    sequence = sequence.extend(step, [1])
    if between == "next":
        sequence = sequence.extend(step, [1])
    else:
        sequence = sequence.extend(bench.routines[between].call((0,)), [0])

    violation = bench.examine(sequence.extend(step, [1]))

    assert (violation.because, violation.caps) == ("nothing-passed", caps)
    assert violation.operation.endswith("each")


def test_a_collection_says_itself_that_it_was_changed_meanwhile(tmp_path):
    bench = Bench(tmp_path, REGISTER.replace("range(3 if self._names[2:] else 2)", "(*'ab',)"))
    raised = RuntimeError("dictionary changed size during iteration")
    step = Call("types:GeneratorType.__next__", (TypeForm("generator"),), ANY, how="operator")
    held = replace(bench.routines["Register.each"].call((0,)), then="")
    sequence = Sequence().extend(bench.routines["Register"].call(())).extend(held, [0])
    sequence = sequence.extend(bench.routines["Register.clear"].call((0,)), [0])
    steps = [*sequence.extend(step, [1]).steps]

    weighing = bench.examiner.weighing
    assert weighing.known_at_once(raised, steps) == "changed-meanwhile"
    assert weighing.known_at_once(RuntimeError("other"), steps) == ""


MARKED = """
    class _Mark:
        pass

    EVERYTHING = _Mark()

    def remaining(taken: object = None) -> int:
        return [3][1] if taken is EVERYTHING else 3

    def put(key: object) -> None:
        pass
"""


@pytest.mark.parametrize(("name", "is_hidden"), [("remaining", False), ("put", True)])
def test_an_object_is_offered_to_whoever_compares_with_its_name(tmp_path, name, is_hidden):
    bench = Bench(tmp_path, MARKED)
    mark = Literal(f"{bench.module}.EVERYTHING", TypeForm(f"{bench.module}:_Mark"))
    sequence = Sequence().extend(mark).extend(bench.routines[name].call((0,)), [0])
    bench.examine(sequence)

    assert bench.subject.hidden == {f"{bench.module}:_Mark"}
    assert bench.examiner.weighing.passes_hidden(sequence, 1) is is_hidden
