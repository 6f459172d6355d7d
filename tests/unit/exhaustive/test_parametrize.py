"""`refute.parametrize`: which parameter gets the structure, what the test is called, and whose object it is."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from refute.exhaustive.parametrize import LONGEST_ID, id_of, parameter_for, parametrize
from refute.exhaustive.structures import structures
from refute.model.errors import UsageError

SUBJECTS = Path(__file__).parents[2] / "subjects"
sys.path.insert(0, str(SUBJECTS))

from korat.binary_tree import BinaryTree  # noqa: E402

met: list[object] = []


@pytest.fixture
def once() -> str:
    return "fixture"


class TestMethods:
    @parametrize(BinaryTree, Node=1, size=1)
    def test_of_a_method_the_object_is_not_the_receiver(self, tree: Any) -> None:
        assert isinstance(self, TestMethods)
        assert tree.rep_ok()

    @parametrize(BinaryTree, Node=1, size=1)
    def test_fixtures_of_pytest_are_known(self, tmp_path: Path, tree: Any) -> None:
        assert tmp_path.is_dir()
        assert tree.rep_ok()

    @parametrize("tree", BinaryTree, Node=1, size=1)
    def test_other_fixtures_are_passed_by(self, once: str, tree: Any) -> None:
        assert once == "fixture"
        assert tree.rep_ok()

    @staticmethod
    @parametrize(BinaryTree, Node=1, size=1)
    def test_a_static_method_has_no_receiver(tree: Any) -> None:
        assert tree.rep_ok()


@parametrize(BinaryTree, Node=1, size=1)
def test_an_annotation_says_which(once: str, tree: BinaryTree) -> None:
    assert once == "fixture"
    assert tree.size == 1


@parametrize(BinaryTree, Node=1, size=1)
@pytest.mark.parametrize("number", [0, 1])
def test_every_test_has_an_object_of_its_own(number: int, tree: Any) -> None:
    assert tree.size == 1

    tree.size = 7
    met.append(tree)


@parametrize(BinaryTree, Node=1, size=1)
async def waiting(tree: Any) -> int:
    return tree.size


def test_coroutines_stay_coroutines() -> None:
    (one,) = structures(BinaryTree, Node=1, size=1).descriptions()

    assert asyncio.run(waiting(tree=one)) == 1


def test_a_name_after_the_class_will_do_and_more_than_one_will_not() -> None:
    def named(binary_tree: Any, other: Any) -> None: ...
    def unclear(tree: Any, other: Any) -> None: ...
    def nothing(tmp_path: Any, number: int = 3) -> None: ...

    assert parameter_for(named, BinaryTree) == "binary_tree"
    with pytest.raises(
        UsageError, match=r'takes tree, other: .* refute.parametrize\("other", '
    ) as two:
        parameter_for(unclear, BinaryTree)
    with pytest.raises(UsageError, match="has no parameter") as none:
        parameter_for(nothing, BinaryTree)
    assert two.value.slug == none.value.slug == "which-parameter"


def test_the_structure_is_seen_in_the_name_of_the_test() -> None:
    told = [id_of(one) for one in structures(BinaryTree, Node=2, size=range(3)).descriptions()]

    assert told == ["size=0", "root=(),size=1", "root=(right=()),size=2", "root=(left=()),size=2"]
    long = list(structures(BinaryTree, Node=7, size=7).descriptions())
    assert all(len(id_of(one)) <= LONGEST_ID for one in long)


class Odd:
    both: list[Odd | None]
    names: dict[str, int]
    marks: frozenset[int]

    def rep_ok(self) -> bool:
        return self.both == [self] and self.names == {"a": 1} and self.marks == {0, 1}


def test_lists_sets_dicts_and_an_object_met_again_are_shown() -> None:
    given = {"names.length": 1, "names.keys": ["a"], "names.values": [1], "both.length": 1}
    (one,) = structures(Odd, **{**given, "marks.length": [2], "marks.items": [0, 1]}).descriptions()

    assert id_of(one) == "both=[^],names={'a':1},marks={0,1}"
