"""Variants of sequences, for mutants that nothing notices."""

from __future__ import annotations

import ast

from refute.look.mutations import mutations_of
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.subject import Input, Routine
from refute.model.typeform import INT, STR, TypeForm
from refute.search.variations import Variations

MUTATION = next(iter(mutations_of(ast.parse("def f(size):\n    return size > 77 and 'key'"))))
SHELF = TypeForm("shop:Shelf")
NEW = Call("shop:Shelf", (), SHELF, how="new")
PUT = Routine(
    "shop:Shelf.put", "method", (Input("self", SHELF), Input("item", INT)), INT, owner=SHELF.name
)
FIND = Routine(
    "shop:find", "function", (Input("size", INT), Input("key", STR, required=False)), INT
)


def variants(sequence: Sequence, *routines: Routine, seed: int = 0) -> list[Sequence]:
    made = Variations(routines, lambda form: [Literal("1", INT)] if form == INT else [], seed)
    return list(made.of([sequence], MUTATION))


def literals_in(found: list[Sequence]) -> set[str]:
    return {
        s.operation.source for one in found for s in one.steps if isinstance(s.operation, Literal)
    }


def test_literals_are_replaced_by_the_constants_of_the_function_and_their_neighbours():
    sequence = Sequence().extend(Literal("5", INT)).extend(Call("shop:find", (INT,), INT), [0])

    assert {"76", "77", "78", "6", "4", "1"} <= literals_in(variants(sequence, FIND))


def test_a_call_is_given_one_more_argument():
    sequence = Sequence().extend(Literal("5", INT)).extend(Call("shop:find", (INT,), INT), [0])
    found = variants(sequence, FIND)
    calls = {one.steps[-1].operation for one in found}

    assert {len(call.inputs) for call in calls if isinstance(call, Call)} == {1, 2}
    assert "'key'" in literals_in(found)


def test_further_calls_are_made_on_the_objects_there_are():
    found = variants(Sequence().extend(NEW), PUT)

    assert any(one.steps[-1].operation == PUT.call((0, 1)) for one in found)


def test_a_list_gets_one_more_item():
    shown = Display("list", (INT,), TypeForm("list", (INT,)))
    sequence = Sequence().extend(Literal("5", INT)).extend(shown, [0])
    lists = [s.operation for one in variants(sequence) for s in one.steps]

    assert {len(one.inputs) for one in lists if isinstance(one, Display)} >= {1, 2}


def test_the_same_seed_gives_the_same_variants():
    sequence = Sequence().extend(Literal("5", INT)).extend(Call("shop:find", (INT,), INT), [0])

    assert variants(sequence, FIND) == variants(sequence, FIND)
    assert variants(sequence, FIND) != variants(sequence, FIND, seed=1)


def test_of_nothing_there_are_no_variants():
    assert list(Variations((), lambda form: [], 0).of([], MUTATION)) == []
