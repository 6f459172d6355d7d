"""The order of a plan, and what becomes of calls that raise or do not return."""

from __future__ import annotations

from collections import Counter
from random import Random

from refute.generate.knowledge import Knowledge
from refute.generate.parameter_graph import Graph
from refute.generate.planned import Planned, Shuffle, chosen_depth, strata_of, taken_in_turn
from refute.generate.presets import Presets
from refute.generate.tuning import MOST_BLOATS
from refute.model.execution import RETURNED, Outcome
from refute.model.sequence import Call, Sequence, Step
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import BOOL, INT, NONE, STR, TypeForm
from refute.model.verdict import Blame, Violation

STACK = TypeForm("shop:Stack")
NEW = Routine("shop:Stack", "new", (), STACK)
PUSH = Routine("shop:Stack.push", "method", (Input("self", STACK), Input("n", INT)), NONE)
SWITCH = Routine("shop:switch", "function", (Input("on", BOOL),), NONE)
LARGE = Routine(
    "shop:large", "function", tuple(Input(f"x{i}", STR) for i in range(8)), NONE
)  # 20^8 combinations
LOST = Routine("shop:lost", "function", (Input("x", TypeForm("shop:Nowhere")),), NONE)


FAULT = Violation("raises", 0, Blame.CODE, "", "shop:f", ("raises",))


def forgiving(steps: list[Step], outcome: Outcome) -> None:
    return None


def blaming(steps: list[Step], outcome: Outcome) -> Violation:
    return FAULT


class Pretence:
    """A machine that only pretends: every call returns what it says; those named do not."""

    def __init__(
        self, forms: list[TypeForm], hangs: str = "", refuses: str = "", swells: str = ""
    ) -> None:
        self.forms = forms
        self.swells = swells
        self.hangs, self.refuses = hangs, refuses
        self.value_kinds: list[int] = []
        self.taken_back: list[tuple[int, Step]] = []
        self.is_large = False
        self.called: Counter[str] = Counter()

    def start(self) -> None:
        self.value_kinds = []
        self.is_large = False

    def perform(self, step: Step) -> Outcome:
        operation = step.operation
        if isinstance(operation, Call):
            self.called[operation.target] += 1
            if operation.target in (self.hangs, self.refuses):
                hangs = operation.target == self.hangs
                return Outcome(KeyboardInterrupt() if hangs else ValueError())
            self.is_large = self.is_large or operation.target == self.swells
        form = operation.output if isinstance(operation, Call) else operation.type
        if form not in self.forms:
            self.forms.append(form)
        self.value_kinds.append(self.forms.index(form))
        return RETURNED

    def perform_all(self, steps: tuple[Step, ...]) -> tuple[int, Outcome]:
        for number, step in enumerate(steps):
            outcome = self.perform(step)
            if outcome is not RETURNED:
                return number, outcome
        return len(steps), RETURNED

    def take_back(self, step: Step) -> None: ...

    def go_past(self, step: Step) -> None:
        raise AssertionError("a planned sequence ends with what raised")


class Bench:
    def __init__(self, *routines: Routine, tests: int = 1000, **more) -> None:
        subject = Subject(("shop",), routines, {})
        presets = Presets(subject)
        self.forms: list[TypeForm] = [NONE]
        self.known = Knowledge(subject, presets, self.forms, lambda a, b: a == b, Random(0).random)
        self.graph = Graph(subject, presets, lambda a, b: a == b)
        self.planned = Planned(self.graph, self.known, 7, tests, **more)

    def run(self, live: Pretence, most: int = 10_000, forgives: bool = True) -> list[Sequence]:
        made = []
        while not self.planned.done and len(made) < most:
            made.append(self.planned.grow(live, forgiving if forgives else blaming).sequence)
        return made


def test_a_space_smaller_than_the_budget_is_exhausted_without_repetition():
    bench = Bench(NEW, PUSH, SWITCH)
    made = bench.run(Pretence(bench.forms))

    assert bench.planned.done
    assert len(made) == len(set(made)) == bench.graph.total(5) == 1 + 14 + 2


def test_shorter_chains_come_first():
    twice = Routine("shop:twice", "function", (Input("n", INT),), INT)  # 14 more at each depth
    bench = Bench(twice)
    lengths = [sequence.calls() for sequence in bench.run(Pretence(bench.forms), most=25)]

    assert lengths.count(1) > lengths.count(2) > lengths.count(3) > 0


def test_larger_spaces_are_tested_more_and_small_ones_not_starved():
    bench = Bench(NEW, PUSH, SWITCH, LARGE)
    drawn = Counter(
        steps[-1].operation.target
        for steps in take(200, taken_in_turn(strata_of(bench.graph.operations, range(1, 4), 3)))
    )

    assert drawn["shop:large"] > 150
    assert (drawn["shop:Stack.push"], drawn["shop:switch"], drawn["shop:Stack"]) == (14, 2, 1)


def take(count: int, items):
    return [item for item, _ in zip(items, range(count), strict=False)]


def test_a_sample_of_a_huge_space_repeats_nothing():
    bench = Bench(LARGE, most=2000)
    made = bench.run(Pretence(bench.forms))

    assert len(made) == len(set(made)) == 2000


def test_steps_can_be_limited_too():
    bench = Bench(NEW, PUSH, most_steps=9)
    made = bench.run(Pretence(bench.forms))

    assert 9 <= sum(map(len, made)) <= 9 + 2


def test_workers_share_a_plan():
    first = Bench(PUSH, NEW, SWITCH, part=(0, 2))
    second = Bench(PUSH, NEW, SWITCH, part=(1, 2))
    one, other = (set(bench.run(Pretence(bench.forms))) for bench in (first, second))

    assert not one & other
    assert len(one | other) == first.graph.total(5)
    assert abs(len(one) - len(other)) <= 3  # one for each operation


def test_a_call_that_was_our_fault_ends_the_sequence():
    bench = Bench(NEW, PUSH)
    live = Pretence(bench.forms, refuses="shop:Stack.push")
    made = bench.run(live)
    push = next(one for one in bench.known.everything if one.routine is PUSH)

    assert live.called["shop:Stack.push"] == push.calls == 14
    assert push.passed == 0
    assert not [step for one in made for step in one.steps if step.operation == PUSH.call((0, 1))]


def test_a_failure_is_left_as_it_was():
    bench = Bench(SWITCH)
    live = Pretence(bench.forms, refuses="shop:switch")
    execution = bench.planned.grow(live, blaming)

    assert execution.violation is FAULT
    assert execution.sequence.steps[-1].operation.target == "shop:switch"


def test_what_did_not_return_is_not_called_again():
    bench = Bench(NEW, PUSH, SWITCH)
    live = Pretence(bench.forms, hangs="shop:Stack")
    bench.run(live, forgives=False)
    new = next(one for one in bench.known.everything if one.routine is NEW)

    assert live.called["shop:Stack"] <= 2  # once more perhaps, where it was planned already
    assert live.called["shop:switch"] == 2
    assert new.stopped


def test_what_made_something_huge_a_few_times_is_left_to_those_who_choose_small_numbers():
    bench = Bench(PUSH, NEW, LARGE, tests=200)
    live = Pretence(bench.forms, swells="shop:large")
    bench.run(live, most=300)

    assert live.called["shop:large"] == MOST_BLOATS + 1
    assert live.called["shop:Stack.push"] > MOST_BLOATS + 1


def test_what_ended_a_worker_is_left_out_from_the_start():
    bench = Bench(NEW, PUSH, SWITCH)
    bench.known.rest(next(one for one in bench.known.everything if one.routine is NEW))
    live = Pretence(bench.forms)
    bench.run(live)

    assert live.called == {"shop:switch": 2}


def test_what_was_accepted_is_known_to_all():
    bench = Bench(SWITCH, NEW)
    bench.run(Pretence(bench.forms))
    switch, new = bench.known.routines
    kind = bench.forms.index(BOOL)

    assert switch.accepted == {(kind,)}
    assert new.returned == {bench.forms.index(STACK)}


def test_what_could_not_be_made_is_remembered():
    bench = Bench(NEW, PUSH)
    bench.run(Pretence(bench.forms, refuses="shop:Stack"))
    push = next(one for one in bench.known.everything if one.routine is PUSH)

    assert push.calls == 0
    assert push.missing == STACK


def test_what_nothing_supplies_is_said_at_once():
    bench = Bench(LOST, SWITCH)

    assert bench.known.routines[0].missing == TypeForm("shop:Nowhere")
    assert bench.known.routines[1].missing is None


def test_the_depth_is_the_deepest_that_fits_and_reaches_everything():
    graph = Bench(NEW, PUSH, SWITCH).graph

    assert [graph.total(depth) for depth in range(1, 4)] == [3, 17, 17]
    assert chosen_depth(graph, 1000) == 5
    assert (
        chosen_depth(graph, 5) == 2
    )  # more than fits, but push is called at depth 2 at the earliest


def test_a_shuffle_has_no_pattern():
    shuffle = Shuffle(10**12, 5)
    met = [shuffle[place] for place in range(1000)]

    # 1000 draws from ten equal parts: each expected 100 times, standard deviation 9.5; 5 of them are allowed.
    parts = Counter(number // 10**11 for number in met)
    last = Counter(number % 10 for number in met)
    assert all(52 < parts[part] < 148 and 52 < last[part] < 148 for part in range(10))
