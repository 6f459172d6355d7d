"""In the body of a coroutine others can be waited for, as long as they need no event loop."""

from __future__ import annotations

import asyncio

import pytest

from refute.execute.async_bodies import entered, may_wait, waited_for


async def answer(sleeps: bool) -> int:
    if sleeps:
        await asyncio.sleep(0)
    return 7


def test_only_the_innermost_body_counts() -> None:
    assert not may_wait()
    with entered(True):
        assert may_wait()
        with entered(False):
            assert not may_wait()
        assert may_wait()
    assert not may_wait()


def test_what_only_computes_is_run_to_its_end() -> None:
    assert waited_for(answer(sleeps=False)) == 7


def test_what_hands_over_to_the_loop_is_not_waited_for() -> None:
    with pytest.raises(RuntimeError):
        waited_for(answer(sleeps=True))
