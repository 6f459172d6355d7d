"""What the code asks and promises: `Contract` of an operation, `Promise` of a class, `Clause` that was broken.

One meaning for all the ways of writing it down: a method `get_spec` beside `get` (T2), decorators of icontract and
deal.  Found anew in every worker and never saved, so functions may appear here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# Bookkeeping of a specification, which it may change: T2's own convention.
AUXILIARY = ("aux_", "_aux_")


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that is asked or promised: `function` says whether it holds, given the parameters it names."""

    function: Callable[..., Any]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Spec:
    """A method that asserts what another asks, calls it, and asserts what it promises (T2, section 3.1).

    `calls` holds the lines on which it calls the other; `asserts` its assertions, by line: "requires" or "ensures",
    and the condition as it is written; `labelled` tells whether one of them says PRE or POST.
    """

    name: str
    function: Callable[..., Any]
    calls: frozenset[int] = frozenset()
    asserts: tuple[tuple[int, str, str], ...] = ()
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """What an operation asks of its caller and promises in return.

    All of `requires` must hold before, all of `ensures` after; it may end with one of `raises`.  `spec` is the
    method that is called in its place during testing.
    """

    requires: tuple[Condition, ...] = ()
    ensures: tuple[Condition, ...] = ()
    raises: tuple[type[BaseException], ...] = ()
    spec: Spec | None = None


NO_CONTRACT = Contract()


class SpecArguments(dict[str, Any]):
    """Arguments that can be read as attributes, as deal passes them on to a condition that takes `_`."""

    def __getattr__(self, name: str) -> Any:
        return self[name]


@dataclass(frozen=True, slots=True)
class Promise:
    """What a class says about its objects over time.

    `appmodel` names the method that says which walks are meant, "" where there is none; `wants_last` whether it takes
    the name of the last step.  `temporal` says whether there is a `temporal_spec`.
    """

    appmodel: str = ""
    wants_last: bool = False
    temporal: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """The part of a contract that an exception says is broken.

    `kind` is "requires", "ensures", "invariant", "raises", "reason" (raises what is listed, for another reason), "effects", or "faulty" where the condition itself raised.
    `ours` says whether the call that broke it was made by the test, `owner` whose contract it is.
    """

    kind: str
    ours: bool
    owner: str
    text: str
    file: str | None = None
    line: int | None = None
    # What tells this clause from others of the same owner, whatever the values were.
    key: str = ""
    # It raises an exception of the author's choice: a check of arguments that others may rely on.
    custom: bool = False


def says_no(said: Any, answers: bool) -> bool:
    """Return whether an invariant has said that its object is not as it should be: by False, 0, or the like.

    One that plainly `answers` says no by all that is not true.  From others None is no answer, for they may say no by
    raising; nor is what has a length, such as a list of complaints.

    >>> [says_no(said, True) for said in (False, 0, None, [], True)]
    [True, True, True, True, False]
    >>> [says_no(said, False) for said in (False, 0, None, [], True)]
    [True, True, False, False, False]
    """
    if answers:
        return not said
    return said is not None and not hasattr(said, "__len__") and not said
