"""Which laws are asked of live objects, and what it means that one is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bench import Bench

from refute.judge.arguments import Arguments
from refute.judge.laws.checking import LawChecker, broken_together
from refute.judge.laws.registry import LAWS, laws_for
from refute.model.roles import Breach
from refute.model.verdict import Blame, Severity, Violation


class Near:
    """Equal to its neighbours: neither hashable nor transitive."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Near) and self.value - other.value in (-1, 0, 1)

    def __hash__(self) -> int:
        return self.value


OF_NEAR = laws_for(Near)


def test_pairs_and_triples_start_at_the_end() -> None:
    values = [Near(9), Near(1), Near(2), Near(3)]

    pairs = [(one.law.name, one.which) for one in broken_together(values, 2, OF_NEAR.pairs)]
    triples = [(one.law.name, one.which) for one in broken_together(values, 3, OF_NEAR.triples)]

    assert pairs == [("hash-equal", (3, 2)), ("hash-equal", (2, 1))]
    assert triples == [("eq-transitive", (3, 2, 1))]


def test_no_more_tuples_than_asked_for() -> None:
    values = [Near(n) for n in range(50)]

    assert len(list(broken_together(values, 2, OF_NEAR.pairs, most=1))) == 1
    assert list(broken_together(values[:2], 3, OF_NEAR.triples)) == []
    assert list(broken_together(values, 2, ())) == []


def test_an_object_that_would_leave_the_process_ends_the_comparing() -> None:
    class Leaves(Near):
        def __eq__(self, other: object) -> bool:
            raise SystemExit

        __hash__ = Near.__hash__

    values = [Near(1), Near(2), Leaves(3)]

    assert list(broken_together(values, 2, laws_for(Leaves).pairs)) == []


class Stumbles:
    """A law with a fault of its own."""

    name, arity, dear = "stumbles", 2, False

    def applies(self, cls: type) -> bool:
        return cls.__name__ in ("Tag", "Near")

    def broken(self, *values: Any) -> Breach | None:
        raise ZeroDivisionError


def test_a_fault_of_a_law_is_not_hidden(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        list(broken_together([Near(1), Near(2)], 2, (Stumbles(),)))  # type: ignore[arg-type]

    alone = Stumbles()
    alone.arity = 1
    with pytest.raises(ZeroDivisionError):
        Shop(tmp_path, (alone,)).broken(("Tag", "a"))


SHOP = """
    class Tag:
        def __init__(self, text: str) -> None:
            self.text = text
        def __copy__(self) -> "Tag":
            return Tag(self.txt)
        def __repr__(self) -> str:
            if self.text == "secret":
                raise ValueError("not shown")
            return self.text
    class Label(Tag): ...
    class Ticket:
        def __init__(self, seat):
            self.seat = seat
        def __repr__(self):
            if not self.seat:
                raise ValueError("no seat")
            if self.seat == 13:
                return self.unlucky()
            return "ticket"
        def unlucky(self):
            raise ValueError("no such seat")
    class Menu:
        def __init__(self, dishes):
            self.dishes = dishes
        def __eq__(self, other):
            return self.dishes.index(other) == 0
    class Fruit: ...
    class Greedy(Fruit):
        def __eq__(self, other: object) -> bool:
            return True
    class Pear(Fruit):
        def __eq__(self, other: object) -> bool:
            return self is other
    class Silent:
        def __str__(self) -> str:
            return None
    class Ends:
        leave = True
        def __repr__(self) -> str:
            if self.leave:
                raise SystemExit
            return "Ends"
    class Wrapper:
        def __init__(self, text: str) -> None:
            self.text = text
        def __hash__(self) -> int:
            return int(self.text)
    class _Inner:
        def __str__(self) -> str:
            return None
    def inner() -> _Inner:
        return _Inner()
"""


class Short:
    """A law as a plugin has it, with no more than it must have."""

    name, arity, dear = "short-text", 1, False

    def applies(self, cls: type) -> bool:
        return cls.__name__ == "Tag"

    def broken(self, *values: Any) -> Breach | None:
        return Breach("it is long", "assert len({0}.text) < 3") if values[0].text else None


class Shown(Short):
    """One that asks the object, which may refuse."""

    def broken(self, *values: Any) -> Breach | None:
        try:
            repr(values[0])
        except ValueError as error:
            return Breach("it is not shown", "repr({0})", error)
        return None


class Told(Short):
    """One that says everything a law may say about itself."""

    method, reason, remedy = "__copy__", "tags are small", "cut it"
    convention, test_name = "shoppers expect small tags", "has_a_short_text"


class Shop:
    """The module above, and what is wrong after some calls."""

    def __init__(self, folder: Path, laws: tuple[Any, ...] = LAWS) -> None:
        self.bench = Bench(folder, SHOP)
        bench, is_subject = self.bench, self.bench.examiner.is_subject
        arguments = Arguments(bench.subject, bench.kinds)
        self.checker = LawChecker(
            bench.subject, bench.kinds, bench.machine, laws, arguments, is_subject
        )

    def broken(self, *calls: tuple[Any, ...]) -> Violation | None:
        self.bench.begin()
        for name, *arguments in calls:
            self.bench.call(name, *arguments)
        places = list(range(len(self.bench.steps)))
        for kind, broken in self.checker.broken(places, places, thorough=True):
            return self.checker.violation(broken, self.bench.steps, kind)
        return None


def test_a_law_of_a_plugin_needs_no_more_than_its_check(tmp_path: Path) -> None:
    violation = Shop(tmp_path, (Short(),)).broken(("Tag", "red"))

    assert violation is not None
    assert violation.operation.endswith(":Tag")
    assert (violation.blame, violation.severity) == (Blame.CODE, Severity.ERROR)
    assert violation.reason == "Short says so"
    assert (violation.remedy, violation.test_name) == ("", "")


def test_a_law_of_a_plugin_may_say_everything_about_itself(tmp_path: Path) -> None:
    violation = Shop(tmp_path, (Told(),)).broken(("Tag", "red"))

    assert violation is not None
    assert violation.operation.endswith(":Tag.__copy__")
    assert violation.severity is Severity.LIKELY
    assert violation.reason == "shoppers expect small tags"
    assert violation.because == "law-by-convention"
    assert (violation.remedy, violation.test_name) == ("cut it", "has_a_short_text")


def test_a_breach_may_have_a_remedy_of_its_own(tmp_path: Path) -> None:
    violation = Shop(tmp_path).broken(("Label", "a"))

    assert violation is not None
    assert (violation.rule, violation.test_name) == ("copy-raises", "can_be_copied")
    assert violation.operation.endswith(":Label.__copy__")
    assert violation.remedy.startswith("give __getattr__")


def test_an_operand_that_the_law_brings_is_not_what_was_put_in(tmp_path: Path) -> None:
    violation = Shop(tmp_path).broken(("Menu", [1]))

    assert violation is not None
    assert (violation.rule, violation.blame) == ("eq-foreign", Blame.CODE)
    assert "does not expect" in violation.reason
    assert (violation.because, violation.is_guess) == ("law-operand", False)


def test_a_refusal_is_likely_where_a_method_may_not_raise_and_counts_for_nothing_else(
    tmp_path: Path,
) -> None:
    violation = Shop(tmp_path).broken(("Tag", "secret"))
    of_a_plugin = Shop(tmp_path, (Shown(),)).broken(("Tag", "secret"))

    assert violation is not None and of_a_plugin is not None
    assert (violation.rule, violation.severity) == ("repr-raises", Severity.LIKELY)
    assert "raised on purpose" in violation.reason
    assert violation.because == "law-refused"
    assert (of_a_plugin.blame, of_a_plugin.because) == (Blame.TEST, "raised-on-purpose")


def test_what_a_method_refuses_itself_is_a_guess_where_nothing_is_annotated(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    refused, helped = shop.broken(("Ticket", 0)), shop.broken(("Ticket", 13))

    assert refused is not None and helped is not None
    assert (refused.rule, refused.because) == ("repr-raises", "law-refused-guess")
    assert (refused.blame, refused.severity, refused.is_guess) == (
        Blame.CODE,
        Severity.LIKELY,
        True,
    )
    assert (helped.blame, helped.because) == (Blame.TEST, "raised-on-purpose")


def test_a_law_is_not_asked_of_what_an_annotation_rules_out(tmp_path: Path) -> None:
    violation = Shop(tmp_path, (Short(),)).broken(("Tag", 7))

    assert violation is not None
    assert (violation.blame, violation.severity) == (Blame.TEST, Severity.DOUBTFUL)
    assert violation.because == "law-contradicts-annotation"
    assert violation.reason == "an annotation rules out something that the object was given"


def test_what_was_put_into_the_object_may_be_to_blame(tmp_path: Path) -> None:
    violation = Shop(tmp_path).broken(("Wrapper", "a"))

    assert violation is not None
    assert (violation.rule, violation.blame) == ("hash-raises", Blame.TEST)


def test_who_says_yes_to_the_other_is_named(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    violation = shop.broken(("Greedy",), ("Pear",))

    assert violation is not None
    assert violation.rule == "eq-symmetric"
    assert violation.operation.endswith(":Greedy.__eq__")
    other_way = shop.broken(("Pear",), ("Greedy",))
    assert other_way is not None
    assert other_way.signature == violation.signature


def test_what_nobody_is_offered_is_no_error(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    offered, hidden = shop.broken(("Silent",)), shop.broken(("inner",))

    assert offered is not None and hidden is not None
    assert (offered.severity, hidden.severity) == (Severity.ERROR, Severity.ROBUSTNESS)
    assert (offered.caps, hidden.caps) == ((), ("internal",))


def test_an_object_that_would_leave_the_process_breaks_no_law(tmp_path: Path) -> None:
    assert Shop(tmp_path).broken(("Ends",)) is None


def test_classes_beyond_the_number_that_is_told_apart_are_compared_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Shop(tmp_path)
    shop.bench.call("Pear")
    shop.bench.call("Greedy")
    monkeypatch.setattr("refute.look.kinds._MOST_PLAIN", 0)  # so `Fruit`, the base, gets no number

    assert shop.broken(("Pear",), ("Greedy",)) is None


def test_a_law_that_hangs_is_not_asked_again_of_that_class(tmp_path: Path) -> None:
    shop = Shop(tmp_path, (Told(), Shown()))
    assert shop.checker.give_up() == ""
    shop.broken(("Tag", "red"))

    assert shop.checker.give_up().endswith(":Tag (short-text)")
    assert shop.broken(("Tag", "red")) is None


def test_comparing_that_hangs_is_not_done_again_with_that_class(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.broken(("Greedy",), ("Pear",))

    assert shop.checker.give_up().endswith(" (comparing two)")
    assert shop.broken(("Greedy",), ("Pear",)) is None
