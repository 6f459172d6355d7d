"""Memory stays flat: what a search remembers has a size, whatever the subject comes up with."""

from __future__ import annotations

import functools
import gc
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.forgetful import Forgetful
from refute.model.options import Options
from refute.search.campaign import Campaign

# Classes and their names, kinds of collections, ways to call, equal values and places that raise: of each another with
# every call.  The classes are small ones, so that a few more or less do not look like growth.
ENDLESS = """
import time

def row(name: str):
    return type(f"Row{time.monotonic_ns()}", (tuple,), {"__slots__": ()})([name])

def together(first, second):
    return [first, {"": second}]

def both(first, second):
    return (first, [second])

def configure(a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0, l=0, m=0, n=0, o=0, p=0):
    return None

class Amount:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def plus(self, other: "Amount") -> "Amount":
        return Amount(self.cents + 2 * other.cents + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Amount) and self.cents == other.cents

    def __hash__(self) -> int:
        return hash(self.cents)

def compute(amount: Amount):
    code = compile("lambda cents: [][cents]", f"<{time.monotonic_ns()}>", "eval")
    return eval(code)(amount.cents)

def refuse(amount: Amount, times=1):
    raise ValueError(amount)
"""
# The bounds, made small so that they are reached soon.
BOUNDS = {
    "refute.judge.arguments": ["_MOST_KNOWN"],
    "refute.judge.relations.support": ["_MOST_CLAIMS", "_MOST_INPUTS"],
    "refute.search.campaign": ["_MOST_PLACES"],
    "refute.search.causes": ["_MOST_PLACES", "_MOST_SUSPICIONS"],
    "refute.search.weighing": ["_MOST_PLACES"],
    "refute.search.examiner": ["_MOST_REFUSALS"],
    "refute.search.recurring": ["_MOST_PLACES"],
    "refute.search.specifications": ["_MOST_OVERRIDING"],
    "refute.execute.equals": ["_MOST", "_MOST_OF_ALL", "_MOST_CLASSES"],
    "refute.execute.machine": ["_MOST_READY", "_MOST_CLASSES"],
    "refute.execute.journal": ["_MOST_WRITTEN"],
    "refute.look.kinds": ["_MOST_COMPOSED", "_MOST_PLAIN"],
    "refute.generate.pool": ["_MOST_PER_KIND", "_MOST_IN_ALL", "_MOST_KEYS"],
    "refute.generate.seen": ["_MOST_NUMBERED"],
    "refute.generate.knowledge": ["_MOST_MADE", "_MOST_ACCEPTED", "_MOST_CALLS", "_MOST_FITS"],
    "refute.search.replacements": ["_MOST_FORMS", "_MOST_ENTRIES"],
    "refute.search.steering": ["SAMPLED_WITNESSES", "LONGEST_WITNESS"],
    "refute.search.walks": ["_MOST_SHOWN"],
    "refute.generate.varied": ["_MOST"],
    "refute.execute.function_shapes": ["_MOST_SHAPES"],
}
SMALL = 30
# By then most of what has a size is full.
EARLY, LATE = 400, 2400
CACHE = functools._lru_cache_wrapper


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    for module, names in BOUNDS.items():
        for name in names:
            assert getattr(importlib.import_module(module), name) > SMALL
            monkeypatch.setattr(f"{module}.{name}", SMALL)
    for learned in learned_by_modules():
        monkeypatch.setattr(learned, "_most", SMALL)
        learned.clear()
    (tmp_path / "endless.py").write_text(ENDLESS)
    monkeypatch.syspath_prepend(str(tmp_path))
    subject = discover([locate("endless", str(tmp_path))])
    monkeypatch.setitem(sys.modules, "endless", sys.modules["endless"])
    return Campaign(subject, Options(), None, None, lambda *told: None)


def of_our_modules() -> Iterator[object]:
    for name, module in list(sys.modules.items()):
        if name.startswith("refute."):
            yield from list(vars(module).values())


def bounded_caches() -> Iterator[functools._lru_cache_wrapper[object]]:
    for one in of_our_modules():
        if isinstance(one, CACHE) and one.cache_parameters()["maxsize"] is not None:
            yield one


def learned_by_modules() -> Iterator[Forgetful[object, object]]:
    """Yield what has got its size already, when its module was imported."""
    for one in of_our_modules():
        if isinstance(one, Forgetful):
            yield one


def blocks_after(campaign: Campaign, sequences: int) -> int:
    """Return how much there is after so many sequences, or a few more: the last one is there too, and may be large."""
    return min(blocks_at(campaign, sequences + more) for more in (0, 10, 20))


def blocks_at(campaign: Campaign, sequences: int) -> int:
    while campaign.tally.sequences < sequences:
        campaign.one()
    for cache in (
        bounded_caches()
    ):  # full only after some thousand entries, so they would look like growth here
        cache.cache_clear()
    gc.collect()
    return sys.getallocatedblocks()


def test_memory_stays_flat_over_a_search_that_meets_new_things_all_the_time(
    endless: Campaign,
) -> None:
    early = blocks_after(endless, EARLY)
    late = blocks_after(endless, LATE)

    # What is full forgets half, and what is kept may become larger, so it comes and goes.  But whatever is kept of a
    # sequence, or of every call, takes more than one block for each: a key and a value.
    assert late - early < LATE - EARLY
