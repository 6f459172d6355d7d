"""What processes that share a search say to each other."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from refute.generate.bounded.shared_work import Done, Sharing, Wrong
from refute.generate.bounded.tasks import Forking, SearchTally
from refute.model.errors import UsageError


class Pipe:
    def __init__(self, *messages: object) -> None:
        self.messages = list(messages)

    def recv(self) -> object:
        if not self.messages:
            raise EOFError
        return self.messages.pop(0)


def sharing(tally: SearchTally | None = None) -> Sharing:
    exploration = SimpleNamespace(
        forking=Forking(), tally=tally or SearchTally(), source=sharing, tasks=[]
    )
    return Sharing(exploration, 2)


def test_a_pipe_that_is_closed_has_no_more_messages():
    pipe = Pipe(Done(3, 1))

    assert sharing().received(pipe) == Done(3, 1)
    assert sharing().received(pipe) is None


def test_what_a_process_found_wrong_with_the_predicate_is_raised_here():
    with pytest.raises(UsageError, match="the predicate writes") as raised:
        sharing().received(Pipe(Wrong("the predicate writes Node.key", "predicate-writes")))

    assert raised.value.slug == "predicate-writes"


def test_only_what_is_new_is_counted():
    assert sharing(SearchTally(candidates=10, found=4)).counted((7, 4)) == Done(3, 0)


@pytest.mark.parametrize(("code", "how"), [(-9, "killed by signal 9"), (3, "ended by it")])
def test_a_process_that_is_gone_was_ended_by_the_predicate(code, how):
    shared = sharing()
    shared.children = [SimpleNamespace(join=lambda seconds: None, exitcode=code)]

    assert f"sharing: a process that asked this predicate was {how}" in shared.left_early().message
