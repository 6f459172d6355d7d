"""The parameter graph: the paper's example to the number, sizes without making anything, what cannot be had and why."""

from __future__ import annotations

import pytest

from refute.generate.combinations import Operation
from refute.generate.parameter_graph import Graph, ways_to_call
from refute.generate.presets import Presets
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm, union

A, B = TypeForm("paper:A"), TypeForm("paper:B")


def needs(name: str, form: TypeForm, **more) -> Input:
    return Input(name, form, annotated=True, **more)


class PaperPresets(Presets):
    """Those of the paper: -1, 0, 1 for int, null for references."""

    def for_form(self, form: TypeForm) -> list[Literal]:
        if form == INT:
            return [Literal(text, INT) for text in ("-1", "0", "1")]
        return [Literal("None", NONE)] if form in (A, B) else []


F = Routine("paper:f", "function", (needs("a", A), needs("n", INT)), NONE)
NEW_A = Routine("paper:A", "new", (needs("b", B),), A, owner="paper:A")
M = Routine("paper:B.m", "method", (needs("self", B), needs("n", INT)), A, owner="paper:B")
NEW_B = Routine("paper:B", "new", (), B, owner="paper:B")


def graph_of(*routines: Routine, presets=Presets, subclass=lambda a, b: a == b, **more) -> Graph:
    subject = Subject(("paper",), routines, {}, **more)
    return Graph(subject, presets(subject), subclass)


def the_papers() -> Graph:
    return graph_of(F, NEW_A, M, NEW_B, presets=PaperPresets)


def find(graph: Graph, target: str) -> Operation:
    return next(o for o in (*graph.operations, *graph.helpers) if o.routine.target == target)


def written(sequence: Sequence) -> str:
    """Return a sequence as one expression, as the paper writes it."""
    values: list[str] = []
    for position, step in enumerate(sequence.steps):
        made = [values[p] for p in sequence.sources(position)]
        match step.operation:
            case Literal(source):
                values.append(source)
            case Call(target=target, how="method"):
                values.append(f"{made[0]}.{target.rpartition('.')[2]}({', '.join(made[1:])})")
            case Call(target=target):
                values.append(f"{target.partition(':')[2]}({', '.join(made)})")
            case Display(kind):
                values.append(f"{kind}({', '.join(made)})")
    return values[-1]


# ---- figures 2 and 3 ------------------------------------------------------------------------------------------


def test_figure_2_the_combinations_for_f():
    graph = the_papers()
    f = find(graph, "paper:f")
    every = [written(graph.combination(f, rank)) for rank in range(f.sizes[3])]

    assert every[:6] == ["f(None, -1)", "f(None, 0)", "f(None, 1)"] + [
        f"f(A(None), {n})" for n in (-1, 0, 1)
    ]
    assert every[-1] == "f(B().m(1), 1)"
    assert set(every) == {
        f"f({a}, {n})"
        for a in ("None", "A(None)", "A(B())", "B().m(-1)", "B().m(0)", "B().m(1)")
        for n in (-1, 0, 1)
    }


def test_figure_3_sizes_add_up_for_a_type_and_multiply_for_a_method():
    graph = the_papers()
    a, n = find(graph, "paper:f").inputs.values()
    (b,) = find(graph, "paper:A").inputs.values()

    assert (n.sizes[-1], b.sizes[-1]) == (3, 1 + 1)  # -1, 0, 1; null and B()
    assert find(graph, "paper:A").sizes[-1] == 2
    assert find(graph, "paper:B.m").sizes[-1] == 1 * 3  # no method is called on null
    assert a.sizes[-1] == 1 + 2 + 3  # null, A(B), B.m(int)
    assert find(graph, "paper:f").sizes[-1] == 6 * 3


def test_the_depth_of_chaining_is_bounded():
    graph = the_papers()

    assert find(graph, "paper:f").sizes == [0, 3, 6, 18, 18, 18]
    assert find(graph, "paper:B.m").sizes == [0, 0, 3, 3, 3, 3]
    assert [graph.total(depth) for depth in (1, 2, 3, 4)] == [5, 12, 24, 24]


# ---- Python's own ---------------------------------------------------------------------------------------------


def test_a_cycle_grows_with_every_depth():
    node = TypeForm("paper:Node")
    link = Routine("paper:link", "function", (needs("a", node), needs("b", node)), node)
    new = Routine("paper:Node", "new", (), node)
    graph = graph_of(new, link)

    # T(d) = 1 + T(d-1)², the number of binary trees of at most that height
    assert find(graph, "paper:link").sizes == [0, 0, 1, 4, 25, 676]


def test_a_subclass_is_welcome_where_its_base_is_asked_for():
    base, derived = TypeForm("paper:Base"), TypeForm("paper:Derived")
    use = Routine("paper:use", "function", (needs("b", base),), NONE)
    make = Routine("paper:Derived", "new", (), derived)
    graph = graph_of(use, make, subclass=lambda a, b: (a, b) == ("paper:Derived", "paper:Base"))

    assert written(graph.combination(find(graph, "paper:use"), 0)) == "use(Derived())"


def test_helpers_make_values_and_are_not_counted():
    use = Routine("paper:use", "function", (needs("b", B),), NONE)
    graph = graph_of(use, helpers=(NEW_B,))

    assert graph.total(2) == 1
    assert written(graph.combination(graph.operations[0], 0)) == "use(B())"


def test_what_returns_nothing_or_nobody_knows_what_produces_nothing():
    asks = Routine("paper:asks", "function", (needs("b", union(B, NONE)),), NONE)
    unknown = Routine("paper:unknown", "function", (), ANY)
    graph = graph_of(asks, unknown)

    assert find(graph, "paper:asks").inputs[0].producers == []
    assert find(graph, "paper:asks").sizes[1:] == [1] * 5


def test_collections_are_made_of_one_or_two_elements_at_no_depth_of_their_own():
    use = Routine("paper:use", "function", (needs("bs", TypeForm("list", (B,))),), NONE)
    graph = graph_of(use, NEW_B)
    operation = find(graph, "paper:use")

    assert operation.sizes == [0, 1, 3, 3, 3, 3]
    assert [written(graph.combination(operation, rank)) for rank in range(3)] == [
        "use([])",
        "use(list(B()))",
        "use(list(B(), B()))",
    ]


def test_of_the_optional_inputs_none_one_or_two_are_given():
    more = [needs(name, INT, required=False) for name in "abc"]
    routine = Routine("paper:g", "function", (needs("x", INT), *more), NONE)

    assert ways_to_call(routine) == [
        *((0,), (0, 1), (0, 2), (0, 3)),
        *((0, 1, 2), (0, 1, 3), (0, 2, 3)),
    ]


def test_of_many_optional_inputs_one_is_given():
    more = tuple(needs(f"x{i}", INT, required=False) for i in range(40))

    assert len(ways_to_call(Routine("paper:g", "function", more, NONE))) == 41


def test_what_goes_by_position_only_comes_with_what_stands_before_it():
    inputs = (
        needs("a", INT, required=False, nameless=True),
        needs("b", INT, required=False, nameless=True),
        Input("args", ANY, "rest", required=False),
        needs("_secret", INT, way="keyword", required=False),
    )

    assert ways_to_call(Routine("paper:g", "function", inputs, NONE)) == [
        *((), (0,), (0, 1), (0, 1, 2))
    ]


def test_an_input_without_a_type_gets_plain_values_and_objects_like_the_receiver():
    equals = Routine(
        "paper:B.same", "method", (needs("self", B), Input("other", ANY)), ANY, owner="paper:B"
    )
    graph = graph_of(equals, NEW_B)
    operation = find(graph, "paper:B.same")
    every = {written(graph.combination(operation, rank)) for rank in range(operation.sizes[2])}

    assert {"B().same(0)", "B().same('')", "B().same(None)", "B().same(B())"} <= every


def test_a_default_says_what_is_welcome():
    told = Input("sep", ANY, required=False, default="','")
    silent = Input("limit", ANY, required=False, default="None")
    graph = graph_of(Routine("paper:split", "function", (told, silent), STR))
    sep, limit = graph.operations[0].inputs.values()

    assert sep.presets[0].operation == Literal("','", STR)
    assert {one.operation.type for one in sep.presets} == {STR}
    assert limit.presets[0].operation.source == "None"
    assert len(limit.presets) > 10


# ---- what cannot be had ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("routines", "form", "reason"),
    [
        ([F], A, "nothing public returns one"),
        ([F, M, NEW_A], A, "B.m makes one, but needs a B"),
        (
            [Routine("paper:g", "function", (needs("bs", TypeForm("tuple", (B,))),), NONE)],
            TypeForm("tuple", (B,)),
            "nothing makes a B to put into it",
        ),
    ],
)
def test_what_nobody_supplies_is_named_with_the_reason(routines, form, reason):
    assert graph_of(*routines).unreachable()[form] == reason


def test_what_takes_too_many_calls_is_named_too():
    chain = [
        Routine(
            f"paper:C{i}",
            "new",
            (needs("c", TypeForm(f"paper:C{i - 1}")),),
            TypeForm(f"paper:C{i}"),
        )
        for i in range(1, 7)
    ]
    first = Routine("paper:C0", "new", (), TypeForm("paper:C0"))
    use = Routine("paper:use", "function", (needs("c", TypeForm("paper:C6")),), NONE)
    unreachable = graph_of(first, *chain, use).unreachable()

    assert unreachable[TypeForm("paper:C6")] == "C6 makes one, but needs a C5"
    assert unreachable[TypeForm("paper:C4")] == "making one takes 5 calls or more"
    assert TypeForm("paper:C3") not in unreachable


def test_a_class_that_was_skipped_says_why():
    use = Routine("paper:use", "function", (needs("b", B),), NONE)
    graph = graph_of(use, skipped={"paper:B": "abstract"})

    assert graph.unreachable() == {B: "nothing public returns one (abstract)"}
