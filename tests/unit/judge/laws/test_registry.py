"""The registry: which laws a class gets, and what every law says about itself."""

from __future__ import annotations

import operator
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from lawbreaking import BY_NAME

from refute.judge.laws import order
from refute.judge.laws.law import ObjectLaw
from refute.judge.laws.registry import LAWS, ClassLaws, laws_for

ROOT = Path(__file__).parents[4]


@dataclass
class Near:
    """Equal to its neighbours: neither hashable nor transitive."""

    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Near) and self.value - other.value in (-1, 0, 1)

    def __hash__(self) -> int:
        return self.value


def names(laws: Any) -> list[str]:
    return [law.name for law in laws]


def test_names_are_unique_and_arities_are_known() -> None:
    assert len(BY_NAME) == len(LAWS)
    assert {law.arity for law in LAWS} == {1, 2, 3}


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


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_law_says_everything_about_itself(law: ObjectLaw) -> None:
    assert law.__doc__ and law.method and law.reason and law.remedy
    assert f"def test_{law.test_name}".isascii() and law.test_name.isidentifier()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_the_example_of_a_law_breaks_it(law: ObjectLaw) -> None:
    cls = _box_with(law.example)

    assert law.applies(cls)
    different = [cls(n) for n in (1, 2, 3)[: law.arity]]
    same = [cls(1) for _ in different]
    assert law.broken(*different) or law.broken(*same)


def _box_with(example: str) -> type:
    """Return the documentation's class Box, with the method of the example in place of its own."""
    document = (ROOT / "docs" / "laws.md").read_text(encoding="utf-8")
    source = document.partition("```python\n")[2].partition("```")[0] + f"\n    {example}\n"
    module = sys.modules["box"] = type(sys)("box")
    exec(source, vars(module))
    return module.Box  # type: ignore[no-any-return]


def test_the_documented_diff_brought_a_law(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    diff = page.partition("## Add a law")[2].partition("```diff\n")[2].partition("```")[0]
    for name in re.findall(r"^\+\+\+ b/(.*)$", diff, re.M):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run(["git", "apply", "-R", "-"], input=diff, text=True, cwd=tmp_path, check=True)
    before = (tmp_path / "src/refute/judge/laws/order.py").read_text(encoding="utf-8")

    assert "lt-transitive" in names(order.LAWS)
    assert "LtTransitive" not in before and "lt-transitive" not in before


def test_the_benchmark_runs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "laws.py"], capture_output=True, text=True
    )

    assert "cheap laws, one value" in done.stdout, done.stderr
