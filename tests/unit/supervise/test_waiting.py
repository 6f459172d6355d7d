"""Waiting ends when something can be read, be it the end, or when there is no time left."""

from __future__ import annotations

import os
import time

from refute.supervise.waiting import has_arrived


def test_what_is_there_has_arrived_and_so_has_the_end():
    reading, writing = os.pipe()
    os.write(writing, b"x")

    assert has_arrived(reading)
    os.read(reading, 1)
    os.close(writing)
    assert has_arrived(reading)
    os.close(reading)


def test_nothing_has_arrived_where_the_time_is_over():
    reading, writing = os.pipe()

    assert not has_arrived(reading, time.monotonic() - 1)
    assert not has_arrived(reading, time.monotonic() + 0.01)
    os.close(reading)
    os.close(writing)
