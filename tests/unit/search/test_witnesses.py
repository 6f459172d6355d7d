"""Who notices that an object was changed."""

from __future__ import annotations

from refute.judge.relations.undisturbed import QUERY, looked_at
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, INT, TypeForm
from refute.search.witnesses import then

BOX = """
class Box:
    def __init__(self) -> None:
        self.items: list[int] = {0}
        self.hit_count = 0

    def get(self, item: int) -> int:
        {1}
        return item

    def size(self) -> int:
        return len(self.items)

    def has(self, item: int) -> bool:
        return item in self.items

    def index_of(self, item: int) -> int:
        return item
"""


def witnessed(bench, items: str, change: str):
    """Return the sequence in which somebody notices what `get` has changed."""
    one = bench(BOX.format(items, change))
    one.run(30)
    machine, witnesses = one.campaign.machine, one.campaign._relating._disturbing._witnesses
    box, get = one.known("Box").routine, one.known("Box.get").routine
    base = Sequence().extend(box.call(())).extend(Literal("7", INT))
    machine.start()
    machine.perform_all(base.steps)
    return witnesses.of(QUERY, get.call((0, 1)), (0, 1), base.steps)


def looked_at_by(found) -> str:
    return found.sequence.steps[-1].operation.target.rpartition(".")[2]


def test_a_public_field_tells_and_is_copied(bench):
    found = witnessed(bench, "[]", "self.items.append(item)")

    assert looked_at_by(found) == "items"
    assert any(
        getattr(step.operation, "target", "") == "copy:deepcopy" for step in found.sequence.steps
    )


def test_an_operation_tells_where_no_field_does(bench, monkeypatch):
    monkeypatch.setattr("test_witnesses.BOX", BOX.replace("self.items", "self._items"))

    assert looked_at_by(witnessed(bench, "[]", "self._items.append(item)")) == "size"
    assert looked_at_by(witnessed(bench, "[1]", "self._items[0] = item")) == "has"


def test_nobody_counts_hits_or_minds_the_order(bench):
    assert witnessed(bench, "[]", "self.hit_count += 1") is None
    assert witnessed(bench, "[1, 7]", "self.items.reverse()") is None


def test_who_disturbs_is_no_witness_and_what_is_in_vain_is_tried_less(bench):
    one = bench(BOX.format("[]", "self.hit_count += 1"))
    one.run(30)
    machine, witnesses = one.campaign.machine, one.campaign._relating._disturbing._witnesses
    get = one.known("Box.get").routine.call((0, 1))
    base = Sequence().extend(one.known("Box").routine.call(())).extend(Literal("7", INT))
    runs = []
    for _ in range(20):
        machine.start()
        machine.perform_all(base.steps)
        before = machine.calls
        if witnesses.are_asked(QUERY, get):
            witnesses.of(QUERY, get, (0, 1), base.steps)
        runs.append(machine.calls > before)

    assert runs.count(True) < 12


def test_the_calls_of_a_relation_come_after_the_steps():
    box = TypeForm("shop:Box")
    get = Call("shop:Box.get", (box, INT), ANY, how="method")
    size = Call("shop:Box.size", (box,), INT, how="method")
    base = Sequence().extend(Call("shop:Box", (), box, how="new")).extend(Literal("7", INT))
    relation = looked_at(QUERY, get, size, copied=False)
    sequence, places = then(relation, (0, 1), base.steps)

    assert places == (0, 1, 2, 3, 4)
    assert next(relation.places(sequence)) == places
