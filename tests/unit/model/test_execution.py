import pytest

from refute.model.execution import Interruption, let_interruptions_through


def test_only_an_interruption_is_no_answer():
    for answer in (ValueError(), SystemExit(), KeyboardInterrupt()):
        let_interruptions_through(answer)

    with pytest.raises(Interruption):
        let_interruptions_through(Interruption())
