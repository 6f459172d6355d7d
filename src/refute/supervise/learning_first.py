"""What the user's own tests do, learned before a search begins: `learn`."""

from __future__ import annotations

import os

from refute.model.errors import UsageError
from refute.model.messages import NO_TESTS, Died, Learned, LearnFrom, TimedOut
from refute.model.options import Options
from refute.model.subject import Located
from refute.supervise.fresh_process import FreshProcess

# Of the budget, and at least so many seconds, for running the tests; with a number of sequences so many.
_SHARE, _LEAST, _LONG = 0.2, 2.0, 120.0
# Beyond that, of the budget and at most so many seconds, for importing the tests and for the one that is running.
_SLACK, _MOST_SLACK = 0.3, 15.0


def learn(located: list[Located], options: Options) -> Learned:
    """Return what the tests that the options name call of the subject; UsageError where there are none."""
    for path in options.learn_from:
        if not os.path.exists(path.partition("::")[0]):
            raise UsageError(f"--learn-from: there is no file or folder {path}.", "no-such-path")
    paths = tuple(map(os.path.abspath, options.learn_from))
    seconds = _LONG if options.sequences is not None else max(_LEAST, _SHARE * options.seconds)
    patience = seconds + min(_MOST_SLACK, max(_LEAST, _SLACK * options.seconds))
    question = LearnFrom(paths, seconds, options.record, seconds=patience)
    fresh = FreshProcess(located, options)
    try:
        answer = fresh.ask(question)
    finally:
        fresh.close()
    match answer:
        case Died(how):
            return Learned(trouble=f"running the tests ended the process ({how})")
        case TimedOut():
            return Learned(trouble=f"the tests did not end in {patience:.0f} s")
    if answer.trouble == NO_TESTS:
        shown = ", ".join(options.learn_from)
        raise UsageError(f"--learn-from: pytest finds no tests in {shown}.", "no-tests")
    return answer
