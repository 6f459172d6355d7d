"""What `refute plan` says about parameters without annotation: which types are guessed, why, and what makes such values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refute.generate.parameter_graph import Graph
from refute.model.subject import Guess, Input, Routine
from refute.model.typeform import TypeForm

# Of the guesses for one parameter so many are shown; all of them with -v.
_FEW = 2
_MOST_LINES = 20
_MOST_MAKERS = 2


def inferred_lines(graph: Graph, verbose: bool) -> list[str]:
    """Return a line for each parameter whose type is guessed; all of them, with all guesses, where it is `verbose`."""
    found = list(_guessed(graph))
    if not found:
        return []
    few = None if verbose else _FEW
    most = None if verbose else _MOST_LINES
    lines = [_line(graph, routine, given, few) for routine, given in found[:most]]
    more = len(found) - len(lines)
    rest = [f"  {more} more (-v)"] if more else []
    return [
        "",
        "guessed types: what is passed where nothing is annotated, never a reason for blame",
        *lines,
        *rest,
    ]


def _guessed(graph: Graph) -> Iterator[tuple[Routine, Input]]:
    for operation in graph.operations:
        for given in operation.routine.inputs:
            if given.guesses:
                yield operation.routine, given


def _line(graph: Graph, routine: Routine, given: Input, few: int | None) -> str:
    name = routine.target.rpartition(":")[2]
    shown = "; ".join(_guess(graph, one) for one in given.guesses[:few])
    return f"  {name}, {given.name}: {shown}"


def _guess(graph: Graph, guess: Guess) -> str:
    return f"{guess.form} {round(100 * guess.confidence)} % ({guess.reason}{_origin(graph, guess.form)})"


def _origin(graph: Graph, form: TypeForm) -> str:
    """Return which operations make values of a class of the code's own; nothing for what presets supply."""
    if ":" not in form.name or graph.presets(form):
        return ""
    names = [one.routine.target.rpartition(":")[2] for one in graph.producers(form)]
    if not names:
        return "; nothing makes one"
    more = f" and {len(names) - _MOST_MAKERS} more" if len(names) > _MOST_MAKERS else ""
    return f"; made by {', '.join(names[:_MOST_MAKERS])}{more}"


def guesses_json(given: Input) -> list[dict[str, Any]]:
    """Return the guesses for a parameter as plain data."""
    return [
        {"type": str(one.form), "confidence": one.confidence, "reason": one.reason}
        for one in given.guesses
    ]
