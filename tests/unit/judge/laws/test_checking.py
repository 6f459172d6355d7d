"""Which laws are asked of live objects, and what it means that one is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bench import Bench

from refute.judge.laws.checking import broken_together
from refute.judge.laws.registry import LAWS, laws_for
from refute.model.roles import Breach
from refute.model.verdict import Blame, Severity, Violation
from refute.search.examiner import Examiner


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


SHOP = """
    class Price:
        def __init__(self, amount: int) -> None:
            self.amount = amount
        def __eq__(self, other: object) -> bool:
            return self.amount == other.amount
    class Tag:
        def __init__(self, text: str) -> None:
            self.text = text
        def __copy__(self) -> "Tag":
            return Tag(self.txt)
"""


class Short:
    """A law as a plugin has it, with no more than it must have."""

    name, arity, dear = "short-text", 1, False

    def applies(self, cls: type) -> bool:
        return cls.__name__ == "Tag"

    def broken(self, *values: Any) -> Breach | None:
        return Breach("it is long", "assert len({0}.text) < 3") if values[0].text else None


class Told(Short):
    """The same, with everything a law may say about itself."""

    method, reason, remedy = "__copy__", "tags are small", "cut it"
    convention, test_name = "shoppers expect small tags", "has_a_short_text"


def broken(folder: Path, cls: str, argument: object, laws: tuple[Any, ...]) -> Violation:
    bench = Bench(folder, SHOP)
    bench.examiner = Examiner(bench.subject, bench.kinds, bench.machine, laws)
    bench.call(cls, argument)
    violation, _ = bench.examiner.examine(bench.sequence(), lambda call, kinds: True)
    assert violation is not None
    return violation


def test_a_law_of_a_plugin_needs_no_more_than_its_check(tmp_path: Path) -> None:
    violation = broken(tmp_path, "Tag", "red", (Short(),))

    assert violation.operation.endswith(":Tag")
    assert (violation.blame, violation.severity) == (Blame.CODE, Severity.ERROR)
    assert violation.reason == "Short says so"
    assert (violation.remedy, violation.test_name) == ("", "")


def test_a_law_of_a_plugin_may_say_everything_about_itself(tmp_path: Path) -> None:
    violation = broken(tmp_path, "Tag", "red", (Told(),))

    assert violation.operation.endswith(":Tag.__copy__")
    assert violation.severity is Severity.LIKELY
    assert violation.reason == "shoppers expect small tags"
    assert (violation.remedy, violation.test_name) == ("cut it", "has_a_short_text")


@pytest.mark.parametrize(
    ("cls", "argument", "rule", "remedy"),
    [("Price", 1, "eq-foreign", "return NotImplemented"), ("Tag", "a", "copy-raises", "give __getattr__")],
)  # fmt: skip
def test_a_breach_may_have_a_remedy_of_its_own(
    tmp_path: Path, cls: str, argument: object, rule: str, remedy: str
) -> None:
    violation = broken(tmp_path, cls, argument, LAWS)

    assert violation.rule == rule
    assert violation.remedy.startswith(remedy)
