"""All that processes say to each other: the `Job` of a worker, what a worker tells (`Told`), questions and their answers.

Each message is one line of JSON, see `wire`.  A `Question` is answered in a fork made right after the import of the
target, by the function that its class names: so whoever asks and whoever answers stand in the same room, and the
process between them knows neither.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from refute.model.execution import Frame
from refute.model.finding import Finding, check_whole
from refute.model.options import Options
from refute.model.recording import RecordedTest
from refute.model.sequence import Sequence
from refute.model.story import Did, Explained, Story
from refute.model.subject import Located
from refute.model.verdict import Violation

# ---- what a worker is to do -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SearchOrders:
    """For a worker that searches: until when, by the parent's clock; what has killed workers, and what not to call.

    `is_careful`: after each call it is to look whether Python was patched.  `learned` are sequences to begin with.
    """

    end: float
    fatal: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    is_careful: bool = False
    learned: tuple[Sequence, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker reads first; without orders for a search it answers questions, else it reads further jobs.

    `hidden` are the names of environment variables that it does not see.
    """

    located: tuple[Located, ...]
    options: Options
    scratch: str
    search: SearchOrders | None = None
    hidden: tuple[str, ...] = ()


# ---- what a worker tells ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Importing:
    """The import of a module begins; should it take the worker with it, the parent knows which."""

    module: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The code under test has opened a file outside the project to read it."""

    path: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The target is imported; `helpers` are called, but not tested, and `unlisted` is public and in no `__all__`."""

    helpers: tuple[str, ...] = ()
    in_force: str = ""
    unlisted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A finding; a provisional one comes again when it has been shrunk."""

    finding: Finding
    provisional: bool

    def __post_init__(self) -> None:
        check_whole(self.finding)


@dataclass(frozen=True, slots=True)
class CallCounts:
    """How the calls of one operation ended; `raised` counts by exception, `unmet` what its own precondition refused."""

    calls: int
    passed: int
    failed: int
    unmet: int
    raised: Mapping[str, int]
    refusals: Mapping[str, int] = field(
        default_factory=dict
    )  # places that refuse, by rule of blame


@dataclass(frozen=True, slots=True)
class Counts:
    """What a worker has counted since it began; see `Results`, into which those of all workers are merged."""

    sequences: int
    calls: int
    chance: float
    branches: int | None
    seen: Mapping[str, int]  # by finding
    verdicts: Mapping[str, int]
    operations: Mapping[str, CallCounts]
    unreached: Mapping[str, str]
    unaccepted: Mapping[str, str]
    definitions: Mapping[str, str]
    skipped: Mapping[str, str]
    structures: Mapping[str, Mapping[str, object]]
    faulty: Mapping[str, str]
    refused: Mapping[str, int]
    refusals: Mapping[str, str]
    causes: Mapping[str, int] = field(default_factory=dict)  # what became of all that was seen


@dataclass(frozen=True, slots=True)
class SoFar:
    """How far a search has come."""

    counts: Counts


@dataclass(frozen=True, slots=True)
class Finished:
    """The search is over: `exhausted` where nothing is left to try, `used_up` where another worker is to go on."""

    counts: Counts
    exhausted: bool
    used_up: bool


@dataclass(frozen=True, slots=True)
class ForSuite:
    """Sequences chosen for a suite, each with what it shows, as places in `features`, and what is telling of it."""

    features: tuple[str, ...]
    candidates: tuple[tuple[Sequence, tuple[int, ...], tuple[tuple[int, str], ...]], ...]
    # What the parameters of the operations are called.
    parameters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        places = range(len(self.features))
        if not all(place in places for _, features, _ in self.candidates for place in features):
            raise ValueError("a candidate shows a feature that is not listed")


@dataclass(frozen=True, slots=True)
class Walks:
    """Passing sequences for the corpus, by what they show."""

    walks: Mapping[str, Sequence]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that the user can mend keeps the worker from its job."""

    message: str
    slug: str
    nothing_to_test: bool = False


@dataclass(frozen=True, slots=True)
class Stumbled:
    """An exception in refute's own code ended the job.

    `is_theirs`: the code under test explains it; else it is a defect of ours.  `patched` is what it has replaced in Python,
    `by` the operation, where that is known.
    """

    traceback: str
    is_theirs: bool = False
    patched: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question, as JSON; whoever asked knows its class."""

    answer: object


Told: TypeAlias = (
    Importing
    | Opened
    | Ready
    | Found
    | SoFar
    | Finished
    | ForSuite
    | Walks
    | Trouble
    | Stumbled
    | Answer
)


# ---- what a sandboxed fork tells that does one piece of work ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed:
    """Text for the standard output, or for the standard error."""

    text: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class ToSave:
    """A file for the parent to write, if it is one of those it was told of."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class WorkEnded:
    """The work is done, with an exit code."""

    code: int


WorkTold: TypeAlias = Opened | Ready | Printed | ToSave | WorkEnded | Trouble | Stumbled


# ---- questions and answers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Died:
    """The process that was to answer died: of a signal, or with an exit code."""

    how: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """There was no answer in time; `hangs` where the last call of a sequence was computing all the while, `waits` where not."""

    hangs: bool
    waits: bool = False


@dataclass(frozen=True, slots=True)
class CannotRun:
    """The sequence cannot be run; `why` names an operation that the subject does not have any more."""

    why: str


Replied = TypeVar("Replied")


@dataclass(frozen=True)
class Question(Generic[Replied]):
    """Something to be answered after the import of the target, with nothing run before it.

    `answerer` is the function that answers, as module:name; it gets the question and what was imported.
    """

    seconds: float | None = field(default=None, kw_only=True)  # to wait for the answer

    answerer: ClassVar[str]
    # So many seconds one call may take, where that is less than the options allow; 0 for as long as it wants.
    slowest_call: ClassVar[float] = math.inf

    def patience(self, call_timeout: float) -> float:
        """Return how many seconds the fork that answers is given."""
        return self.seconds or 2 * call_timeout + 5

    @classmethod
    def answers(cls) -> Any:
        """Return the classes of its answers, as a union."""
        (base,) = cls.__orig_bases__  # type: ignore[attr-defined]
        return base.__args__[0] | Died | TimedOut


@dataclass(frozen=True, slots=True)
class Examined:
    """What a sequence breaks."""

    violation: Violation | None


@dataclass(frozen=True)
class Examine(Question[Examined | CannotRun]):
    """What does a sequence break?  `wanted` is the signature to look for; a guess is tried by experiments.

    `accepted` says whether arguments of such types were seen to be accepted: a fresh process has seen nothing.
    """

    sequence: Sequence
    wanted: tuple[str, ...] | None = None
    is_guess: bool = False
    accepted: bool = True

    answerer = "refute.supervise.answering:examine"


@dataclass(frozen=True, slots=True)
class CameBack:
    """The last call returned."""


@dataclass(frozen=True)
class RunToEnd(Question[CameBack]):
    """Does the last call of a sequence return?  Where not, the answer is that it timed out."""

    sequence: Sequence

    answerer = "refute.supervise.answering:run_to_end"
    slowest_call = 0.0


@dataclass(frozen=True, slots=True)
class Repeated:
    """After how many others a violation showed; None where it did not."""

    after: int | None


@dataclass(frozen=True)
class Repeat(Question[Repeated]):
    """Does a violation show when sequences are run over and over, and nothing is put back?"""

    sequences: tuple[Sequence, ...]
    wanted: tuple[str, ...]

    answerer = "refute.supervise.answering:repeat"


@dataclass(frozen=True)
class Tell(Question[Story | CannotRun]):
    """What does a sequence do, step by step?"""

    sequence: Sequence

    answerer = "refute.keep.retell:answer_tell"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The clauses that do not hold."""

    clauses: tuple[Explained, ...]


@dataclass(frozen=True)
class Explain(Question[Explanation]):
    """Which clauses does a sequence break?  See `retell.explain`."""

    sequence: Sequence
    frame: Frame | None
    assertion: str
    names: Mapping[str, int]

    answerer = "refute.keep.retell:answer_explain"


@dataclass(frozen=True, slots=True)
class StepsDone:
    """What the steps of each sequence did; a text says why one cannot be run."""

    each: tuple[tuple[Did, ...] | str, ...]


@dataclass(frozen=True)
class RecordSteps(Question[StepsDone]):
    """What do the steps of sequences do, one sequence after the other?

    `elsewhere` runs them backwards, as on another machine, and tells only what depends on neither.
    """

    sequences: tuple[Sequence, ...]
    elsewhere: bool = False

    answerer = "refute.keep.retell:answer_record_steps"


# A test, None where nothing lasts, and what the run asked for that is another thing next time.
Recorded: TypeAlias = tuple[RecordedTest | None, tuple[str, ...]]

# A test that takes longer is not one that people keep.
_SLOWEST_TEST = 1.0


@dataclass(frozen=True, slots=True)
class Recordings:
    """What was recorded of each sequence."""

    tests: tuple[Recorded, ...]


@dataclass(frozen=True)
class RecordTests(Question[Recordings]):
    """What of each sequence lasts?  `order` is that of the runs, and where they happen; 0 as if each were alone.

    `faults` are exceptions that findings are about, with file and line; `twice` runs each beforehand.
    """

    sequences: tuple[Sequence, ...]
    order: int
    twice: bool
    faults: tuple[tuple[str, str, int], ...]

    answerer = "refute.record.recorder:answer_record"
    slowest_call = _SLOWEST_TEST


@dataclass(frozen=True, slots=True)
class RanTests:
    """What each `file::test` raised, its type and its message; None for one that passed."""

    outcomes: Mapping[str, tuple[str, str] | None]


@dataclass(frozen=True, slots=True)
class NotImported:
    """A file of tests could not be run at all."""

    why: str


@dataclass(frozen=True)
class RunTests(Question[RanTests | NotImported]):
    """What do the tests in files say, given as texts by name?  See `recorder.run_tests`."""

    files: Mapping[str, str]
    order: str
    zone: int

    answerer = "refute.record.recorder:answer_run_tests"
    slowest_call = _SLOWEST_TEST


NO_TESTS = "pytest finds no tests there"


@dataclass(frozen=True, slots=True)
class Learned:
    """What the user's tests do with the subject: as sequences, and why some calls of theirs are in none.

    `covered` are the branches that they take, by name, where that was asked for.
    """

    sequences: tuple[Sequence, ...] = ()
    passed: int = 0  # tests
    failed: int = 0
    calls: int = 0  # that were written
    not_written: Mapping[str, int] = field(default_factory=dict)  # calls, by reason
    covered: tuple[str, ...] = ()
    trouble: str = ""  # why nothing was run


@dataclass(frozen=True)
class LearnFrom(Question[Learned]):
    """What do the user's own tests, in these files and folders, do with the subject?"""

    paths: tuple[str, ...]
    time: float  # to run them
    watches: bool  # whether the branches are asked for, too

    answerer = "refute.record.learning:answer_learn"
    slowest_call = 0.0


AnyQuestion: TypeAlias = (
    Examine | RunToEnd | Repeat | Tell | Explain | RecordSteps | RecordTests | RunTests | LearnFrom
)
