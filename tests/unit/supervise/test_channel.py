"""Messages go through a pipe as lines, whole ones only."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from refute.model.messages import Printed, WorkEnded
from refute.supervise.channel import Channel, Lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


def test_what_is_sent_arrives_in_order(pipe):
    reading, writing = pipe
    Channel(writing).send(Printed("a\nb", is_error=False))
    Channel(writing).send(WorkEnded(0))
    os.close(writing)

    first, second = Lines(reading)
    assert b'"Printed"' in first
    assert b'"WorkEnded"' in second


def test_half_a_line_waits_for_the_rest(pipe):
    reading, writing = pipe
    lines = Lines(reading)

    os.write(writing, b"one\ntw")
    assert lines.arrived() == [b"one"]
    os.write(writing, b"o\n")
    assert lines.arrived() == [b"two"]
    os.write(writing, b"thr")
    os.close(writing)
    assert lines.arrived() == []
    assert lines.arrived() is None
