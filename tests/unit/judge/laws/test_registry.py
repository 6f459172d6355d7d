"""The registry, and running laws on values."""

from __future__ import annotations

import operator
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from lawbreaking import BY_NAME

from refute.judge.laws.registry import (
    LAWS,
    ClassLaws,
    check,
    check_laws,
    check_pairs,
    check_triples,
    laws_for,
)

ROOT = Path(__file__).parents[4]


@dataclass
class Near:
    """Equal to its neighbours: neither hashable nor transitive."""

    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Near) and self.value - other.value in (-1, 0, 1)

    def __hash__(self) -> int:
        return self.value


class Twice:
    """Breaks two laws of one value."""

    def __eq__(self, other: object) -> bool:
        return False

    def __repr__(self) -> str:
        return {}["missing"]

    __hash__ = None  # type: ignore[assignment]


def names(laws: Any) -> list[str]:
    return [law.name for law in laws]


def test_names_are_unique_and_arities_are_known() -> None:
    assert len(BY_NAME) == len(LAWS)
    assert {law.arity for law in LAWS} == {1, 2, 3}
    assert all(law.__doc__ for law in LAWS)


def test_a_class_is_asked_once_and_gets_its_laws_sorted() -> None:
    laws = laws_for(Near)

    assert names(laws.cheap) == [
        *("eq-foreign", "eq-reflexive", "eq-none", "hash-raises", "hash-stable", "repr-raises")
    ]
    assert names(laws.dear) == ["copy-equal", "deepcopy-equal", "pickle-equal", "eval-repr"]
    assert names(laws.pairs) == ["eq-symmetric", "hash-equal"]
    assert names(laws.triples) == ["eq-transitive"]


@pytest.mark.parametrize("cls", [type, type(print), type(lambda: 0), type(sys), Mock, object, int])
def test_no_laws_for_classes_functions_modules_mocks_and_what_python_brings(cls: type) -> None:
    assert laws_for(cls) == ClassLaws()


def test_methods_that_are_not_functions_are_not_read() -> None:
    class Odd:
        __eq__ = operator.eq
        __bool__ = operator.not_
        __len__ = __iter__ = operator.length_hint

    applying = [law.name for law in LAWS if law.applies(Odd)]

    assert {"eq-none", "eq-transitive", "bool-len", "len-iter"} <= set(applying)


def test_the_laws_to_choose_from_can_be_given() -> None:
    assert laws_for(Near, [BY_NAME["eq-none"]]) == ClassLaws(cheap=(BY_NAME["eq-none"],))


def test_the_first_broken_law_of_one_value() -> None:
    broken = check(Twice(), laws_for(Twice).cheap)

    assert broken is not None
    assert broken[0].name == "eq-reflexive"
    assert check(Near(1), laws_for(Near).cheap) is None


def test_pairs_and_triples_start_at_the_end() -> None:
    values = [Near(9), Near(1), Near(2), Near(3)]
    laws = laws_for(Near)

    pairs = [(c.law.name, c.which) for c in check_pairs(values, laws.pairs)]
    triples = [(c.law.name, c.which) for c in check_triples(values, laws.triples)]

    assert pairs == [("hash-equal", (3, 2)), ("hash-equal", (2, 1))]
    assert triples == [("eq-transitive", (3, 2, 1))]


def test_no_more_tuples_than_asked_for() -> None:
    values = [Near(n) for n in range(50)]
    laws = laws_for(Near)

    assert len(list(check_pairs(values, laws.pairs, most=1))) == 1
    assert list(check_triples(values[:2], laws.triples)) == []
    assert list(check_pairs(values, [])) == []


def test_everything_at_once() -> None:
    found = check_laws([Near(1), Near(2), Near(3)], laws_for(Near), dear=True)

    assert [(c.law.name, c.which) for c in found] == [
        ("hash-equal", (2, 1)),
        ("hash-equal", (1, 0)),
        ("eq-transitive", (2, 1, 0)),
    ]


def test_dear_laws_only_when_wanted() -> None:
    dear = SimpleNamespace(name="d", broken=lambda x: SimpleNamespace(message="m"))
    laws = ClassLaws(dear=(dear,))  # type: ignore[arg-type]

    assert len(list(check_laws([1, 2], laws, dear=True))) == 2
    assert list(check_laws([1, 2], laws, dear=False)) == []


def test_interruptions_pass_through() -> None:
    class Interrupted:
        def __getattribute__(self, name: str) -> Any:
            raise KeyboardInterrupt

        def stop(self, *_: object) -> Any:
            raise KeyboardInterrupt

        __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = stop
        __hash__ = __repr__ = __str__ = __format__ = __bool__ = stop  # type: ignore[assignment]
        __reduce_ex__ = __reversed__ = __contains__ = stop

    for law in LAWS:
        if law.applies(Interrupted):
            with pytest.raises(KeyboardInterrupt):
                law.broken(*[Interrupted() for _ in range(law.arity)])


def test_every_law_has_its_row_in_the_documentation() -> None:
    rows = (ROOT / "docs" / "laws.md").read_text().splitlines()
    documented = [row.split("`")[1] for row in rows if row.startswith("| `")]

    assert documented == names(LAWS)


def test_every_example_in_the_documentation_breaks_its_law() -> None:
    for row in (ROOT / "docs" / "laws.md").read_text().splitlines():
        if row.startswith("| `"):
            cells = [cell.strip() for cell in row.strip("|").split(" | ")]
            law, example = BY_NAME[cells[0].strip("`")], cells[3].strip("`")
            cls = _class_with(example)

            assert law.applies(cls), row
            different = [cls(n) for n in (1, 2, 3)[: law.arity]]
            same = [cls(1) for _ in different]
            assert law.broken(*different) or law.broken(*same), row


def _class_with(example: str) -> type:
    """Return the documentation's class Box, with the method of the example in place of its own."""
    document = (ROOT / "docs" / "laws.md").read_text()
    source = document.partition("```python\n")[2].partition("```")[0] + f"\n    {example}\n"
    module = sys.modules["box"] = type(sys)("box")
    exec(source, vars(module))
    return module.Box  # type: ignore[no-any-return]


def test_the_benchmark_runs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "laws.py"], capture_output=True, text=True
    )

    assert "cheap laws, one value" in done.stdout, done.stderr
