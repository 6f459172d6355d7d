"""One cause is one finding: what several classes inherit, promise alike, or break through an alias."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench

from refute.model.verdict import Violation

INHERITED = """
    class A:
        def __init__(self) -> None:
            self.x = 0
        def bump(self, n: int) -> None:
            self.x += 1
        def invariant(self) -> bool:
            return self.x < 1
    class B(A): ...
    class C(A):
        def invariant(self) -> bool:
            return self.x < 1
    class D(A):
        def bump(self, n: int) -> None:
            self.x += 1
"""


def broken(bench: Bench, cls: str, operation: str) -> Violation:
    bench.begin()
    bench.call(cls)
    violation = bench.call(operation, 1, receiver=0)
    assert violation is not None
    return violation


def test_an_invariant_that_is_inherited_is_broken_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path, INHERITED)
    pairs = [("A", "A.bump"), ("B", "A.bump"), ("B", "B.bump"), ("C", "C.bump"), ("D", "D.bump")]
    signatures = [broken(bench, *pair).signature for pair in pairs]
    a, b, b_too, c, d = signatures

    assert a == b == b_too
    assert len({a, c, d}) == 3, "another invariant, another method"


def test_an_operation_is_named_after_the_class_it_was_called_on(tmp_path: Path) -> None:
    bench = Bench(tmp_path, INHERITED)

    assert broken(bench, "B", "A.bump").operation == f"{bench.module}:B.bump"


@pytest.mark.parametrize(
    "library",
    ["import icontract\n    @icontract.invariant(", "import deal\n    @deal.inv("],
)
def test_an_invariant_of_a_library_that_is_inherited_is_broken_once(
    tmp_path: Path, library: str
) -> None:
    bench = Bench(
        tmp_path,
        f"""
    {library}lambda self: self.x < 1)
    class A:
        x = 0
        def bump(self, n: int) -> None:
            self.x += 1
    class B(A): ...
    """,
    )
    signatures = {broken(bench, c, f"{o}.bump").signature for c, o in ("AA", "BA", "BB")}

    assert signatures == {("invariant", "A", "self.x < 1", f"{bench.module}:A.bump")}


def test_promises_over_time_that_a_subclass_repeats_are_broken_once(tmp_path: Path) -> None:
    bench = Bench(
        tmp_path,
        """
        class A:
            def __init__(self) -> None:
                self.x = 0
            def bump(self, n: int) -> None:
                self.x += 1
            def temporal_spec(self):
                from refute.temporal import never
                return [never(lambda a: a.x == 1), never(lambda a: a.x == 2)]
        class B(A):
            def temporal_spec(self):
                from refute.temporal import never
                return never(lambda a: a.x == 1)
        class C(A): ...
        """,
    )
    pairs = [("A", "A.bump"), ("B", "A.bump"), ("B", "B.bump"), ("C", "C.bump")]
    found = [broken(bench, *pair) for pair in pairs]

    assert {one.signature for one in found} == {
        ("temporal", f"{bench.module}:A", "never a.x == 1", f"{bench.module}:A.bump")
    }
    bench.begin()
    bench.call("C")
    bench.literal(1)
    sequence = bench.over_time.with_checks(bench.sequence(), found[0])
    assert bench.examine(sequence, found[0].signature) is None


ALIAS = """
    class Part:
        def __init__(self) -> None:
            self.n = 0
        def put(self, x: int) -> None:
            self.n += x
    class Whole:
        def __init__(self, part: Part) -> None:
            self.part = part
            self.n = part.n
        def invariant(self) -> bool:
            return self.n == self.part.n
    def swell(part: Part) -> None:
        part.n += 1
"""


@pytest.mark.parametrize(
    ("name", "line", "held"),
    [
        ("Part.put", 5, "held before this call on another object and does not after it"),
        ("swell", 13, "held before this call and does not after it"),
    ],
)
def test_what_is_broken_through_an_alias_is_said_with_its_class_and_its_place(
    tmp_path: Path, name: str, line: int, held: str
) -> None:
    bench = Bench(tmp_path, ALIAS)
    bench.invariant_checker.looks_at = "all"
    bench.call("Part")
    bench.call("Whole", receiver=0)
    violation = bench.call(name, *([1] if "." in name else []), receiver=0)

    assert violation is not None
    assert violation.message == "Whole.invariant() is False"
    assert (violation.operation, violation.line) == (f"{bench.module}:{name}", line)
    assert violation.reason == f"Whole.invariant() {held}"


def test_a_class_that_nobody_discovered_stands_for_itself(tmp_path: Path) -> None:
    bench = Bench(tmp_path, INHERITED)

    assert (
        bench.invariant_checker.home("x:Gone")
        == bench.invariant_checker.first_home("x:Gone")
        == "x:Gone"
    )
    assert bench.subject.defined("x:Gone.f") == "x:Gone.f"
    assert bench.subject.defined("f") == "f"
