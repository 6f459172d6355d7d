"""Whatever the subject: sizes are what counting one by one gives, and every combination has one number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from hypothesis import given, settings
from hypothesis import strategies as st

from refute.generate.combinations import Choice, Operation, ProducerRule
from refute.generate.parameter_graph import Graph
from refute.generate.planned import Shuffle
from refute.generate.presets import Presets
from refute.model.sequence import Literal, Sequence
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import INT, NONE, TypeForm, union

TYPES = [TypeForm(f"shop:T{i}") for i in range(4)]
_FEW = 4000


class FewPresets(Presets):
    """0 and 1 for int, None for the first class."""

    def for_form(self, form: TypeForm) -> list[Literal]:
        if form == INT:
            return [Literal("0", INT), Literal("1", INT)]
        return [Literal("None", NONE)] if form == TYPES[0] else []


forms = st.one_of(
    st.sampled_from([INT, *TYPES]),
    st.builds(lambda form: TypeForm("list", (form,)), st.sampled_from([INT, *TYPES])),
    st.builds(union, st.sampled_from(TYPES), st.sampled_from([INT, *TYPES])),
)
inputs = st.builds(
    lambda form, required: Input("x", form, "keyword", required, annotated=True),
    forms,
    st.booleans(),
)


@st.composite
def subjects(draw) -> Subject:
    routines = []
    for number in range(draw(st.integers(1, 6))):
        given = [
            Input(f"x{place}", one.form, "keyword", one.required)
            for place, one in enumerate(draw(st.lists(inputs, max_size=3)))
        ]
        output = draw(st.sampled_from([NONE, INT, *TYPES]))
        routines.append(Routine(f"shop:f{number}", "function", tuple(given), output))
    return Subject(("shop",), tuple(routines), {})


def graph_of(subject: Subject, depth: int) -> Graph:
    # T1 is a subclass of T0.
    return Graph(subject, FewPresets(subject), lambda a, b: (a, b) == ("shop:T1", "shop:T0"), depth)


Tree = tuple  # an operation and what it is applied to


def enumerated(choice: Choice, depth: int) -> Iterator[Tree]:
    """Yield all values of a choice, one by one, as the definition says."""
    if depth == 0:
        return
    for step in choice.presets:
        yield (step.operation,)
    for one in choice.here:
        yield from applied(one, depth) if isinstance(one, ProducerRule) else enumerated(one, depth)
    for one in choice.away:
        yield from enumerated(one, depth - 1)


def applied(rule: ProducerRule, depth: int) -> Iterator[Tree]:
    for arguments in product(*[list(enumerated(want, depth)) for want in rule.wants]):
        yield (rule.operation, *arguments)


def tree_of(sequence: Sequence) -> Tree:
    made: list[Tree] = []
    for position, step in enumerate(sequence.steps):
        made.append((step.operation, *(made[source] for source in sequence.sources(position))))
    return made[-1]


def small(graph: Graph, depth: int) -> list[Operation]:
    """Return the operations whose combinations, and those of all that they use, can be listed."""
    largest = max(one.sizes[depth] for one in graph.operations)
    return graph.operations if largest <= _FEW else []


@settings(max_examples=150)
@given(subjects(), st.integers(1, 4))
def test_sizes_are_what_counting_one_by_one_gives(subject, depth):
    graph = graph_of(subject, depth)

    for operation in small(graph, depth):
        assert operation.sizes[depth] == sum(1 for _ in enumerated(operation, depth))


@settings(max_examples=150)
@given(subjects(), st.integers(1, 4))
def test_every_combination_has_one_number(subject, depth):
    graph = graph_of(subject, depth)

    for operation in small(graph, depth):
        ranks = range(operation.sizes[depth])
        made = [graph.combination(operation, rank) for rank in ranks]
        assert all(Sequence(one.steps) == one for one in made)  # well formed
        trees = [tree_of(one) for one in made]
        assert len(set(trees)) == len(trees)
        assert set(trees) == set(enumerated(operation, depth))


@settings(max_examples=50)
@given(subjects(), st.integers(1, 3))
def test_the_first_numbers_are_those_of_a_smaller_depth(subject, depth):
    shallow, deep = graph_of(subject, depth), graph_of(subject, depth + 1)

    for one, other in zip(shallow.operations, deep.operations, strict=True):
        assert one.sizes == other.sizes[: depth + 1]
        for rank in islice(range(one.sizes[depth]), 50):
            assert shallow.combination(one, rank) == deep.combination(other, rank)


@given(subjects(), st.data())
def test_a_combination_ends_with_its_operation(subject, data):
    graph = graph_of(subject, 4)

    for operation in graph.operations:
        if operation.sizes[-1]:
            rank = data.draw(st.integers(0, operation.sizes[-1] - 1))
            *_, (last, _arguments) = graph.combination(operation, rank).steps
            assert last.target == operation.routine.target


@given(st.integers(1, 2000), st.integers(0, 2**64))
def test_a_shuffle_meets_every_number_once(size, key):
    shuffle = Shuffle(size, key)

    assert sorted(shuffle[place] for place in range(size)) == list(range(size))


@given(st.integers(1, 10**60), st.integers(0, 2**64), st.data())
def test_a_shuffle_of_any_size_repeats_nothing(size, key, data):
    shuffle = Shuffle(size, key)
    places = data.draw(st.sets(st.integers(0, size - 1), max_size=50))
    met = {shuffle[place] for place in places}

    assert len(met) == len(places)
    assert all(0 <= one < size for one in met)
