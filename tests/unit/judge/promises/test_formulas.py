"""Temporal properties: each automaton, old values, and that standing still breaks nothing."""

from __future__ import annotations

import pytest

from refute.judge.promises.formulas import Broken, always, leads_to, never, unless, until
from refute.model.errors import UsageError
from refute.temporal import state_number, watching


class Lamp:
    def __init__(self) -> None:
        self.on = False
        self.level = 0


def positive(lamp: Lamp) -> bool:
    return lamp.level >= 0


def seen(prop, *states: dict[str, object]) -> list[bool]:
    """Return for each state whether it was taken without complaint."""
    lamp = Lamp()
    watch = watching(lamp, prop)
    kept = []
    for state in states:
        vars(lamp).update(state)
        kept.append(watch.observe() is None)
    return kept


def test_always_and_never_are_about_every_state() -> None:
    assert seen(always(positive), {"level": 3}, {"level": -1}) == [True, False]
    assert seen(never(lambda lamp: lamp.on), {"level": 3}, {"on": True}) == [True, False]


def test_a_first_state_that_breaks_a_promise_is_noticed() -> None:
    with pytest.raises(Broken, match="always lamp"):
        watching(Lamp(), always(lambda lamp: lamp.on))


def test_with_the_state_before_a_promise_is_about_change() -> None:
    grows = always(lambda lamp, old: lamp.level > old.level)

    # The third is no change: it cannot break anything.
    assert seen(grows, {"level": 1}, {"level": 2}, {"level": 2}, {"level": 1}) == [True, True, True, False]  # fmt: skip


def test_unless_lets_go_when_the_other_holds() -> None:
    lit = unless(lambda lamp: lamp.on, lambda lamp: lamp.level == 0)

    assert seen(lit, {"on": True, "level": 5}, {"on": True, "level": 0}, {"on": False}) == [True] * 3  # fmt: skip
    assert seen(lit, {"on": True, "level": 5}, {"on": False}) == [True, False]
    assert seen(lit, {"level": 5}, {"level": 6}) == [True, True]


def test_unless_about_change_asks_whether_it_was_released_before() -> None:
    still = unless(lambda lamp, old: lamp.level == old.level, lambda lamp: lamp.on)

    assert seen(still, {"level": 1}) == [False]
    assert seen(still, {"on": True}, {"level": 1}, {"on": False}, {"level": 2}) == [True, True, True, False]  # fmt: skip


def test_until_ends_when_the_other_has_held() -> None:
    dark = until(lambda lamp: not lamp.on, lambda lamp: lamp.level > 2)

    assert seen(dark, {"level": 3}, {"on": True}, {"on": True, "level": 0}) == [True] * 3
    assert seen(dark, {"level": 1}, {"on": True}) == [True, False]


def test_until_may_be_given_so_many_changes() -> None:
    soon = until(positive, lambda lamp: lamp.on, within=2)

    assert seen(soon, {"level": 1}, {"level": 1}, {"level": 2}) == [True, True, False]
    assert seen(soon, {"level": 1}, {"level": 2, "on": True}, {"on": False}) == [True] * 3
    with pytest.raises(Broken):
        watching(Lamp(), until(positive, lambda lamp: lamp.on, within=0))


def test_leads_to_counts_changes_not_looks() -> None:
    dims = leads_to(lambda lamp: lamp.level > 5, lambda lamp: lamp.level == 0, within=2)

    assert seen(dims, {"level": 6}, {"level": 6}, {"level": 7}, {"level": 0}, {"level": 1}) == [True] * 5  # fmt: skip
    assert seen(dims, {"level": 6}, {"level": 7}, {"level": 8}) == [True, True, False]


@pytest.mark.parametrize(("within", "taken"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_leads_to_ends_after_exactly_so_many_changes(within: int, taken: int) -> None:
    dims = leads_to(lambda lamp: lamp.level > 5, lambda lamp: lamp.level == 0, within=within)
    changes = [{"level": level} for level in (6, 7, 8, 9)]

    # The first of them makes the promise; each further one is a change.
    assert seen(dims, *changes[: taken + 1]) == [True] * taken + [False]
    assert seen(dims, *changes[:taken], {"level": 0}) == [True] * (taken + 1)


def test_a_parameter_with_a_default_is_not_the_state_before() -> None:
    assert seen(always(lambda lamp, most=3: lamp.level <= most), {"level": 3}, {"level": 4}) == [True, False]  # fmt: skip


def test_properties_say_what_they_are() -> None:
    assert str(unless(lambda u: u.locked, lambda u: u.key)) == "u.locked unless u.key"
    assert str(until(positive, positive)) == "positive until positive"
    assert str(leads_to(positive, positive, within=3)) == "positive leads to positive within 3"
    assert str(never(positive, named="no light")) == "no light"
    assert str(always(print.__call__)).startswith("always ")


def test_a_check_raises_and_says_which() -> None:
    lamp = Lamp()
    watch = watching(lamp, always(positive), never(lambda u: u.on, named="lit"))
    lamp.on = True

    with pytest.raises(AssertionError, match="lit"):
        watch.check()
    watch.check()  # nothing has changed since


class Promising(Lamp):
    def temporal_spec(self):
        return [always(positive)]


class Boasting(Lamp):
    def temporal_spec(self):
        return "all will be well"


def test_without_properties_those_of_the_class_are_watched() -> None:
    lamp = Promising()
    watch = watching(lamp)
    lamp.level = -1

    with pytest.raises(Broken):
        watch.check()
    with pytest.raises(UsageError, match="returns no temporal properties"):
        watching(Boasting())


def test_a_state_too_large_to_tell_is_always_looked_at() -> None:
    lamp = Lamp()
    lamp.level = [[i] for i in range(2000)]  # type: ignore[assignment]

    assert state_number(lamp) is None
    assert watching(lamp, always(lambda u: True)).observe() is None


def test_a_broken_promise_says_of_what_and_whether_it_only_came_too_late() -> None:
    lamp = Lamp()
    prop = until(positive, lambda u: u.on, within=1)
    watch = watching(lamp, prop, always(lambda u, old: True))
    lamp.level = 3
    with pytest.raises(Broken) as caught:
        watch.check()
    broken = caught.value

    assert (broken.property, broken.value, broken.old.level) == (prop, lamp, 0)
    assert prop.waits(lamp, None)
    lamp.level = -1
    assert not prop.waits(lamp, None), "it is the other condition that does not hold"
    assert leads_to(positive, positive, within=1).waits(lamp, None)
    assert not leads_to(positive, positive, within=0).waits(lamp, None), "it was due at once"
    assert not always(positive).waits(lamp, None)
    changes = until(lambda u, old: u.level != old.level, positive, within=2)
    assert changes.waits(lamp, None) and not changes.waits(lamp, lamp)


def test_before_there_was_a_change_a_condition_about_change_does_no_harm() -> None:
    def rises(u, old) -> bool:
        return u.level > old.level

    def lit(u) -> bool:
        return u.on

    assert seen(unless(positive, rises), {"level": 1}, {"level": 2}) == [True, True]
    assert seen(unless(lit, rises), {"on": True}, {"on": False}) == [True, False]
    assert seen(until(rises, lit), {"level": 1}, {"level": 0}) == [True, False]
    assert seen(until(positive, rises), {"level": 1}, {"level": -1}) == [True, True]
    assert seen(leads_to(rises, lit, within=1), {"level": 1}, {"level": 2}) == [True, False]
    assert seen(leads_to(lit, rises, within=1), {"on": True}, {"level": 1}) == [True, True]
