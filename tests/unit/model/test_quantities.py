"""Durations and sizes as people write them."""

from __future__ import annotations

import pytest

from refute.model.quantities import parse_duration, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2G", 2 * 1024**3),
        ("512m", 512 * 1024**2),
        ("1.5KiB", 1536),
        ("100", 100),
        ("1 GB", 1024**3),
    ],
)
def test_sizes_are_read_as_people_write_them(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1G", "0", "2X", "2G 3", "1e3", "٣"])
def test_a_size_that_makes_no_sense_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="such as 512M"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60s", 60.0), ("500ms", 0.5), ("2m", 120.0), ("1h", 3600.0), ("90", 90.0), ("1.5 s", 1.5)],
)
def test_durations_are_read_as_people_write_them(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "s", "-1s", "1d", "2m30s", "inf", "nan"])
def test_a_duration_that_makes_no_sense_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="such as 500ms"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["0", "0ms", "0.0h"])
def test_a_duration_of_nothing_is_refused(text):
    with pytest.raises(ValueError, match="leaves no time"):
        parse_duration(text)
