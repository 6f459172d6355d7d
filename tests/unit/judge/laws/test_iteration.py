"""Each law of collections: a class that breaks it, and look-alikes that do not."""

from __future__ import annotations

import collections.abc
import heapq
import itertools
import random
import weakref
from collections import UserDict, UserList, deque
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Flag, auto
from typing import Any

import pytest
from lawbreaking import breaks, keeps

LAWS = ("len-iter", "iter-twice", "contains-iter", "bool-len", "reversed-iter")
LAWS += ("getitem-iter", "index-iter", "count-iter")
NAN = float("nan")


class Bag:
    """A correct collection, to be spoiled."""

    def __init__(self, *items: Any) -> None:
        self.items = list(items)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __contains__(self, item: Any) -> bool:
        return item in self.items

    def __bool__(self) -> bool:
        return bool(self.items)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self.items)


class Row(collections.abc.Sequence):  # type: ignore[type-arg]  # noqa: TID251
    """A correct sequence, to be spoiled."""

    def __init__(self, *items: Any) -> None:
        self.items = list(items)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        yield from self.items

    def __getitem__(self, index: Any) -> Any:
        return self.items[index]


class Thing:
    """Equal to itself only."""


class Endless:
    def __iter__(self) -> Iterator[int]:
        return itertools.count()

    def __len__(self) -> int:
        return 3

    def __contains__(self, item: object) -> bool:
        return isinstance(item, int)

    def __reversed__(self) -> Iterator[int]:
        return itertools.count()


class Access(Flag):
    READ = auto()
    WRITE = auto()


class Lines:
    """A file-like thing: iteration consumes it."""

    def __init__(self) -> None:
        self.rest = [1, 2]

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> int:
        if not self.rest:
            raise StopIteration
        return self.rest.pop()

    def __len__(self) -> int:
        return 7

    def __contains__(self, item: object) -> bool:
        return False


class Weak(weakref.WeakSet):  # type: ignore[type-arg]
    def __len__(self) -> int:
        return 9


class Stumbling(Row):
    def __iter__(self) -> Iterator[Any]:
        raise KeyError

    def __len__(self) -> int:
        raise KeyError

    def __contains__(self, item: object) -> bool:
        raise KeyError

    def __bool__(self) -> bool:
        raise KeyError

    def index(self, *_: Any) -> int:
        raise KeyError

    def count(self, value: Any) -> int:
        raise KeyError

    def __reversed__(self) -> Iterator[Any]:
        raise KeyError


class IteratesBadly(Row):
    def __contains__(self, item: object) -> bool:
        raise KeyError

    def __bool__(self) -> bool:
        raise KeyError

    def __getitem__(self, index: Any) -> Any:
        raise KeyError

    def index(self, *_: Any) -> int:
        raise KeyError

    def count(self, value: Any) -> int:
        raise KeyError


LAWFUL = [
    *(Bag(), Bag(1), Bag(1, 2, 3), Bag(*range(100)), Bag(NAN), Bag(Thing()), Bag(None)),
    *(Row(), Row(1), Row(1, 2), Row(3, 2, 1, 2), Row(*range(100)), Row(NAN, 1), Row(Thing())),
    *(Endless(), Access.READ, Access.READ | Access.WRITE, Lines(), Weak(), object(), "text", 5),
    *(UserDict({1: 2}), UserList([1, 2, 1]), deque([1, 2]), [1], Stumbling(1), IteratesBadly(1)),
]


@pytest.mark.parametrize("law", LAWS)
def test_collections_that_keep_the_laws_or_are_none(law: str) -> None:
    for value in LAWFUL:
        assert keeps(law, value), value


class TestLen:
    class Short(Bag):
        def __len__(self) -> int:
            return max(len(self.items) - 1, 0)

    def test_too_short(self) -> None:
        assert "len is 0, iteration yields 1 item" in breaks("len-iter", self.Short(1)).message
        assert "len is 1, iteration yields 2 items" in breaks("len-iter", self.Short(1, 2)).message

    def test_a_table_has_rows_and_columns(self) -> None:
        class Table(self.Short):  # type: ignore[name-defined, misc]
            columns = ("a",)

        assert keeps("len-iter", Table(1))

    def test_an_interval_that_can_be_unpacked(self) -> None:
        @dataclass
        class Yields:
            start: int
            end: int

            def __iter__(self) -> Iterator[int]:
                yield self.start
                yield self.end

            def __len__(self) -> int:
                return self.end - self.start

            def __contains__(self, item: int) -> bool:
                return self.start <= item < self.end

        class Returns(Yields):
            def __iter__(self) -> Iterator[int]:
                return iter((self.start, self.end))

        for value in (Yields(0, 9), Returns(0, 9)):
            assert keeps("len-iter", value)
            assert keeps("contains-iter", value)

    def test_an_iterator_inside_may_be_used_up(self) -> None:
        class Stream:
            def __init__(self, items: Any) -> None:
                self.items = iter(items)

            def __iter__(self) -> Iterator[Any]:
                yield from self.items

            def __len__(self) -> int:
                return 2

        assert keeps("len-iter", Stream([1, 2]))
        used = Stream([1, 2])
        list(used)
        assert keeps("len-iter", used)
        assert keeps("iter-twice", Stream([1, 2]))

    def test_weak_references_inside_may_die(self) -> None:
        class Listeners(self.Short):  # type: ignore[name-defined, misc]
            pass

        assert keeps("len-iter", Listeners(weakref.ref(Bag)))

    def test_iteration_that_empties_through_a_helper(self) -> None:
        class Queue(Bag):
            def __iter__(self) -> Iterator[Any]:
                return self.drain()

            def drain(self) -> Iterator[Any]:
                while self.items:
                    yield self.items.pop()

        class Skipping(Queue):
            def drain(self) -> Iterator[Any]:
                self.items.clear()
                yield 1

        assert keeps("iter-twice", Queue(1, 2))
        assert keeps("len-iter", Skipping(1, 2))

    def test_another_unit_is_counted(self) -> None:
        class Text(Bag):
            def __iter__(self) -> Iterator[str]:
                return iter("".join(self.items).splitlines())

        class Weeks(Bag):
            def __iter__(self) -> Iterator[int]:
                return iter(range(0, len(self.items), 7))

        class Cells(Bag):
            def __iter__(self) -> Iterator[int]:
                for row in self.items:
                    yield from row

        for value in (Text("a", "b"), Weeks(1, 2), Cells([1, 2])):
            assert keeps("len-iter", value)

    def test_what_is_in_buckets_is_counted(self) -> None:
        class Counted(Bag):
            size = 0

            def __len__(self) -> int:
                return self.size

            def __iter__(self) -> Iterator[int]:
                for bucket in self.items:
                    yield from bucket

        class Summed(Counted):
            def __len__(self) -> int:
                return sum(len(bucket) for bucket in self.items if bucket != [1])

        class InSteps(Bag):
            def __len__(self) -> int:
                return len(range(0, len(self.items), 2))

            def __iter__(self) -> Iterator[int]:
                return iter(range(0, len(self.items) + 4, 2))

        for value in (Counted([1]), Summed([1]), InSteps(1, 2)):
            breaks("len-iter", value)


class TestDraining:
    """Classes whose __iter__ visibly changes them are not touched at all."""

    class Heap(Bag):
        def __iter__(self) -> Iterator[Any]:
            while self.items:
                yield heapq.heappop(self.items)

    class Queue(Bag):
        def __iter__(self) -> Iterator[Any]:
            while self.items:
                yield self.items.pop()

    class Cursor(Bag):
        def __iter__(self) -> Iterator[Any]:
            self.at = 0
            return iter(self.items)

    @pytest.mark.parametrize("law", LAWS)
    def test_left_alone(self, law: str) -> None:
        for cls in (self.Heap, self.Queue, self.Cursor):
            value = cls(1, 2)
            assert keeps(law, value)
            assert len(value) == 2

    def test_a_tree_walk_with_a_stack_of_its_own_drains_nothing(self) -> None:
        class Tree(TestLen.Short):
            def __iter__(self) -> Iterator[Any]:
                stack = list(self.items)
                while stack:
                    yield stack.pop()

        class Sorted(TestLen.Short):
            def __iter__(self) -> Iterator[Any]:
                heap = list(self.items)
                while heap:
                    yield heapq.heappop(heap)

        breaks("len-iter", Tree(1, 2))
        breaks("len-iter", Sorted(1, 2))


class TestIterTwice:
    def test_other_items(self) -> None:
        class Grows(Bag):
            def __iter__(self) -> Iterator[Any]:
                self.items[0] += 1
                return iter(list(self.items))

        breaks("iter-twice", Grows(1))

    def test_items_made_afresh_without_equality(self) -> None:
        class Fresh(Bag):
            def __iter__(self) -> Iterator[Any]:
                return (Thing() for _ in self.items)

        assert keeps("iter-twice", Fresh(1))

    def test_a_sampler_draws_at_random(self) -> None:
        class Sampler(Bag):
            def __iter__(self) -> Iterator[Any]:
                return iter(random.sample(self.items, len(self.items)))

        assert keeps("iter-twice", Sampler(*range(50)))


class Misses(Bag):
    def __contains__(self, item: Any) -> bool:
        return item in self.items[1:]


class MissesAll(Bag):
    def __contains__(self, item: Any) -> bool:
        return False


class TestContains:
    def test_an_item_that_is_not_in(self) -> None:
        breaks("contains-iter", Misses(1, 2))
        breaks("contains-iter", Misses(*range(30)))

    def test_no_item_is_in(self) -> None:
        breaks("contains-iter", MissesAll(1))

        class Declared(Row):
            def __contains__(self, item: object) -> bool:
                return False

        breaks("contains-iter", Declared(Decimal(1)))

    def test_a_registry_is_asked_for_names(self) -> None:
        @dataclass
        class Member:
            name: str

        class Registry(MissesAll):
            pass

        class ByNumber(MissesAll):
            def __getitem__(self, name: str) -> Any:
                return {"a": 1}[name]

        class ByPlace(MissesAll):
            def __getitem__(self, index: int) -> Any:
                return self.items[index]

        class Keyed(Misses):
            def keys(self) -> Any:
                return ["a"]

        collections.abc.Mapping.register(Keyed)

        assert keeps("contains-iter", Registry(Member("a")))
        assert keeps("contains-iter", ByNumber(1))
        assert keeps("contains-iter", Keyed(1, 2))
        breaks("contains-iter", ByPlace(1))

    def test_a_tuple_may_give_in_another_meaning(self) -> None:
        class Token(tuple[str, ...]):
            def __contains__(self, other: object) -> bool:
                return isinstance(other, Token) and other[: len(self)] == self

        assert keeps("contains-iter", Token(("Name", "Builtin")))

    def test_a_table_looked_up_by_number_yields_its_values(self) -> None:
        class Table(MissesAll):
            def __getitem__(self, index: int) -> Any:
                return "other"

        assert keeps("contains-iter", Table(1))

    def test_a_mapping_yields_its_keys(self) -> None:
        class Sly(UserDict):  # type: ignore[type-arg]
            def __contains__(self, key: object) -> bool:
                return key == 1

        breaks("contains-iter", Sly({1: 1, 2: 2}))

    def test_items_that_cannot_be_found_again(self) -> None:
        assert keeps("contains-iter", MissesAll(NAN))
        assert keeps("contains-iter", Misses(Thing(), 1))
        assert keeps("contains-iter", MissesAll(iter([])))

    def test_only_who_derives_from_a_collection_has_promised_it(self) -> None:
        class Declared(Row):
            def __contains__(self, item: object) -> bool:
                return item in self.items[1:]

        assert not breaks("contains-iter", Declared(1, 2)).convention
        assert breaks("contains-iter", Misses(1, 2)).convention

    def test_pairs_are_asked_for_by_one_part(self) -> None:
        assert keeps("contains-iter", Misses(("a", 1), ("b", 2)))

    def test_another_annotation_is_another_question(self) -> None:
        class Ages:
            def __init__(self, **ages: int) -> None:
                self.ages = ages

            def __contains__(self, name: str) -> bool:
                return name in self.ages

            def __iter__(self) -> Iterator[int]:
                return iter(self.ages.values())

        class Counted(Ages):
            def __contains__(self, name: int | str) -> bool:
                return name in self.ages

        Counted.__contains__.__annotations__["name"] = int

        assert keeps("contains-iter", Ages(a=1))
        breaks("contains-iter", Counted(a=1))

    def test_whoever_cannot_answer_for_a_piece_does_not_answer_otherwise(self) -> None:
        class Strict(Misses):
            def __contains__(self, item: Any) -> bool:
                if isinstance(item, str) and len(item) == 1:
                    raise KeyError(item)
                return item in self.items[1:]

        breaks("contains-iter", Strict("ab", None))

    def test_another_scale_is_another_question(self) -> None:
        class Hours(Bag):
            def __contains__(self, minute: Any) -> bool:
                return minute // 60 in self.items

        class Roots(Bag):
            def __contains__(self, x: Any) -> bool:
                return sum([item * x**power for power, item in enumerate(self)]) == 0

        class Halves(Bag):
            def __contains__(self, item: Any) -> bool:
                return item in self.items[: len(self.items) // 2]

        assert keeps("contains-iter", Hours(0, 60))
        assert keeps("contains-iter", Roots(0, 1))
        breaks("contains-iter", Halves(0, 1))

    def test_other_fields_are_another_question(self) -> None:
        class Named(Bag):
            names = ("a", 1)

            def __contains__(self, item: Any) -> bool:
                return item in self.names

        assert keeps("contains-iter", Named(1, 2))

    def test_a_yes_to_what_is_not_yielded_is_another_question(self) -> None:
        class Minutes(Bag):
            def __contains__(self, minute: Any) -> bool:
                return any(divmod(minute, 60)[0] == hour for hour in self.items)

        class Lines(Bag):
            def __contains__(self, word: Any) -> bool:
                if not word.islower():
                    raise KeyError(word)
                return any(word == line[: len(word)] and word != line for line in self.items)

        class Prefixes(Lines):
            def __contains__(self, word: Any) -> bool:
                return bool(word[1:]) and any(word in line[1:] for line in self.items)

        assert keeps("contains-iter", Minutes(5, 6))
        assert keeps("contains-iter", Lines("ab"))
        assert keeps("contains-iter", Prefixes("ab cd"))
        breaks("contains-iter", Prefixes("ab"))


class TestBool:
    def test_empty_and_true(self) -> None:
        class Odd(Bag):
            def __bool__(self) -> bool:
                return len(self.items) != 1

        breaks("bool-len", Odd())
        breaks("bool-len", Odd(1))

    def test_always_true_on_purpose(self) -> None:
        class Response(Bag):
            def __bool__(self) -> bool:
                return True

        assert keeps("bool-len", Response())

    def test_a_length_without_items(self) -> None:
        class Shelf:
            def __init__(self) -> None:
                self.books: list[str] = []

            def __len__(self) -> int:
                return len(self.books)

            def __bool__(self) -> bool:
                return len(self.books) < 3

        class Probe(Shelf):
            ready = True

            def __bool__(self) -> bool:
                return self.ready

        breaks("bool-len", Shelf())

        assert keeps("bool-len", Probe())

    def test_another_question_is_answered(self) -> None:
        class Ballot(Bag):
            quorum = 2

            def __bool__(self) -> bool:
                return len(self.items) >= self.quorum

        class Told(Bag):
            def __bool__(self) -> bool:
                """Whether the motion is carried."""
                return len(self.items) >= 2

        class Ends(Bag):
            def __next__(self) -> int:
                return 1

            def __bool__(self) -> bool:
                return len(self.items) >= 2

        for value in (Ballot(1), Told(1), Ends(1)):
            assert keeps("bool-len", value)

    def test_a_docstring_that_speaks_of_emptiness_is_taken_at_its_word(self) -> None:
        class Bad(Bag):
            def __bool__(self) -> bool:
                """Whether it is not empty."""
                return len(self.items) > 1

        breaks("bool-len", Bad(1))


class TestReversed:
    class Same(Bag):
        def __reversed__(self) -> Iterator[Any]:
            return iter(self.items)

    def test_the_same_way(self) -> None:
        breaks("reversed-iter", self.Same(1, 2))

    def test_items_without_equality(self) -> None:
        assert keeps("reversed-iter", self.Same(Thing(), Thing()))
        assert keeps("reversed-iter", self.Same(iter([]), 1))


class TestSequence:
    def test_getitem(self) -> None:
        class Shifted(Row):
            def __getitem__(self, index: Any) -> Any:
                return self.items[index - 1]

        breaks("getitem-iter", Shifted(1, 2))
        breaks("getitem-iter", Shifted(1, 2, 3))
        assert keeps("getitem-iter", Shifted(NAN, Thing()))
        assert keeps("getitem-iter", Shifted(iter([]), 1, weakref.ref(Bag)))

    def test_index(self) -> None:
        class Blind(Row):
            def index(self, value: Any, *_: Any) -> int:
                if value == 0:
                    raise ValueError
                return 0

        breaks("index-iter", Blind(1, 2))
        breaks("index-iter", Blind(0), fails_with=ValueError)
        assert keeps("index-iter", Blind(1, 1))
        assert keeps("index-iter", Blind(1, NAN))
        assert keeps("index-iter", Blind(1, 2, iter([])))

    def test_count(self) -> None:
        class Once(Row):
            def count(self, value: Any) -> int:
                return 1

        breaks("count-iter", Once(1, 1))
        assert keeps("count-iter", Once(1, 2))
        assert keeps("count-iter", Once(1, 1, NAN))
        assert keeps("count-iter", Once(1, 1, weakref.ref(Bag)))
