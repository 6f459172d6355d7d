"""Probes lead somewhere; whether what breaks there is theirs or the code's is told apart."""

from __future__ import annotations

import pytest

from refute.judge.promises.probes import reaches_inside

BIN = """
    class Bin:
        def __init__(self) -> None:
            self.count = 0
            self._items: list[int] = []
        def put(self, x: int) -> None:
            self._items.append(x)
            self.count = min(len(self._items), 9)
        def share(self) -> float:
            return 1 / (self.count - 9)
        def invariant(self) -> bool:
            return self.count == len(self._items)
"""


def told(bench, probe: str, sequences: int = 60):
    made = bench(BIN + probe)
    findings = made.run(sequences)
    return findings, made.campaign.examiner.specifications.faulty


@pytest.mark.parametrize(
    "body",
    [
        "self._items.append(1)",
        "self.count = 77",
        "self._items[:] = [1]",
        "del self.count",
        "me = self; me.count = 77",
        "setattr(self, 'count', 77)",
        "vars(self)['count'] = 77",
        "super().__setattr__('count', 77)",
    ],
)
def test_a_probe_that_breaks_the_invariant_with_its_own_hands_is_what_is_wrong(bench, body) -> None:
    findings, faulty = told(bench, f"        def probe_x(self):\n            {body}\n")

    assert not [f for f in findings if f.violation.operation.endswith("probe_x")]
    assert "[probe-breaks]" in faulty.get("Bin.probe_x", "") or body.startswith("del")


@pytest.mark.parametrize("how", ["for i in range(12)", "while len(self) < 12"])
def test_a_probe_that_only_calls_is_like_any_caller(bench, how: str) -> None:
    probe = f"""
        def __len__(self) -> int: return len(self._items)
        def probe_x(self):
            {how}: self.put(1)
"""
    findings, faulty = told(bench, probe)
    (one,) = [f for f in findings if f.violation.operation.endswith("probe_x")]

    assert one.violation.reason.endswith("the probe probe_x does nothing that others could not do")
    assert faulty == {}


def test_what_a_probe_calls_may_raise_and_a_probe_itself_may_not(bench) -> None:
    probe = """
        def probe_share(self):
            self._items[:] = range(9)
            self.count = 9
            self.share()
        def probe_typo(self):
            self.putt(1)
"""
    findings, faulty = told(bench, probe)
    reasons = {f.violation.operation.rpartition(".")[2]: f.violation.reason for f in findings}

    assert reasons["probe_share"].endswith("it comes from what the probe probe_share calls")
    assert "probe_typo" not in reasons
    assert faulty["Bin.probe_typo"].startswith("Bin.probe_typo itself raises AttributeError")


def test_what_shows_without_a_probe_is_shown_without(bench) -> None:
    made = bench(
        """
        class Ring:
            def __init__(self) -> None:
                self._items: list[int] = []
            def put(self, x: int) -> None:
                self._items.append(x)
            def newest(self) -> int:
                if not self._items:
                    raise LookupError("nothing")
                return self._items[len(self._items)]
            def probe_full(self) -> None:
                while len(self._items) < 5: self.put(1)
        """
    )
    look, found = made.campaign.triage.look_into, []

    def only_with_probe(violation, execution, number):
        # The one that comes first has a probe in it, and no other.
        called = [getattr(o, "target", "") for o, _ in execution.sequence.steps]
        full = [name for name in called if name.endswith("probe_full")]
        if not found and (not full or any(name.endswith("put") for name in called)):
            return True
        found.append(violation)
        return look(violation, execution, number)

    made.campaign.triage.look_into = only_with_probe
    (finding,) = made.run(300)

    assert finding.sequence.probes() == 0 and finding.sequence.calls() == 3
    assert "probe" not in finding.violation.reason


def test_an_assertion_of_a_probe_is_about_the_code(bench) -> None:
    findings, _ = told(
        bench, "        def probe_x(self):\n            assert self.count < 1, 'POST'\n"
    )
    (one,) = [f for f in findings if f.violation.operation.endswith("probe_x")]

    assert one.violation.reason == "an assertion of the probe does not hold"


def test_a_probe_on_the_way_is_named(bench) -> None:
    probe = """
        def probe_nine(self):
            self._items[:] = range(9)
            self.count = 9
"""
    findings, _ = told(bench, probe)
    reasons = [f.violation.reason for f in findings if "share" in f.violation.operation]

    assert [one for one in reasons if one.endswith("it takes the probe probe_nine to show")]


def test_who_kept_others_waiting_is_not_asked_of_a_probe(bench) -> None:
    made = bench(
        """
        class Line:
            def __init__(self) -> None:
                self._n = 0
            def probe_on(self) -> None:
                self._n += 1
            def temporal_spec(self):
                from refute.temporal import leads_to
                return leads_to(lambda d: d._n > 0, lambda d: d._n == 0, within=2)
        """
    )

    assert made.run(40) == []
    assert made.campaign.examiner.specifications.faulty == {}


def test_a_probe_whose_source_is_not_there_may_do_anything() -> None:
    assert reaches_inside(len)
