"""What a worker sends is taken for nothing but a message."""

from __future__ import annotations

import os
import time

import pytest

from refute.model.errors import Defect, NothingToTest, UsageError
from refute.model.messages import Importing, Stumbled, Trouble
from refute.model.wire import to_line
from refute.supervise.channel import Lines
from refute.supervise.child import Child, _told, raise_trouble


def test_a_message_is_read():
    assert _told(to_line(Importing("shop"))) == Importing("shop")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello", "not a line of JSON"),
        (b"[]", "expected an object"),
        (b"{}", "expected one of Importing, "),
        (b'{"is": "Importing"}', "lacks, or does not have: module"),
        (b'{"is": "Found", "finding": {}, "provisional": false}', "Found.finding: "),
        (b'{"is": "Examine", "sequence": [], "wanted": null}', "not 'Examine'"),
    ],
)
def test_what_is_no_message_is_a_defect_of_that_worker(line, why):
    stumbled = _told(line)

    assert isinstance(stumbled, Stumbled)
    assert why in stumbled.traceback


def test_trouble_is_the_users_and_the_rest_is_ours():
    with pytest.raises(UsageError) as usage:
        raise_trouble(Trouble("cannot import shop", "import"))
    with pytest.raises(NothingToTest):
        raise_trouble(Trouble("shop is empty", "nothing-to-test", nothing_to_test=True))
    with pytest.raises(Defect, match="a worker stumbled"):
        raise_trouble(Stumbled("Traceback"))
    with pytest.raises(UsageError, match=r"json\.dumps was replaced"):
        raise_trouble(Stumbled("Traceback", is_theirs=True, patched="json.dumps"))

    assert not isinstance(usage.value, NothingToTest)
    assert str(usage.value) == "cannot import shop  [import]"


def test_an_import_that_may_have_missed_a_variable_is_told_with_the_option_that_passes_it(
    monkeypatch,
):
    for name in ("SHOP_SETTINGS", "SHOP_TOKEN", "SHOP_ZONE"):
        monkeypatch.setenv(name, "x")
    message = "cannot import shop: KeyError: 'SHOP_SETTINGS', SHOP_ZONE is there, PATH too"
    with pytest.raises(UsageError) as usage:
        raise_trouble(Trouble(message, "import-error"), ["SHOP_ZONE"])

    assert usage.value.message.endswith("is passed on: try --env SHOP_SETTINGS.")


def test_a_worker_that_talks_on_when_its_time_is_over_is_ended(monkeypatch):
    reading, writing = os.pipe()
    os.write(writing, b'{"is": "Importing"')
    child = object.__new__(Child)
    child.answers, child._lines = reading, Lines(reading)
    ended = []
    monkeypatch.setattr(Child, "end", lambda self: ended.append(self))

    assert child.read(time.monotonic() + 60) == [] and not ended
    os.write(writing, b', "module": "x"')
    assert child.read(time.monotonic() - 1) == [] and ended == [child]
    for descriptor in (reading, writing):
        os.close(descriptor)
