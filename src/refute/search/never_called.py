"""Why an operation was never called, or only in vain, as well as it can be told: `unreached`, `unaccepted`."""

from __future__ import annotations

from collections.abc import Mapping

from refute.generate.knowledge import KnownRoutine
from refute.model.results import FORBIDDEN
from refute.model.typeform import TypeForm, members

NO_TIME = "its turn did not come in the time there was"
AT_FIRST = "the search stopped at the first finding"


def unreached(
    routines: list[KnownRoutine], outcomes: Mapping[tuple[str, str], int]
) -> dict[str, str]:
    """Return the operations that were never called, each with the reason.

    `outcomes` counts, by operation, the exceptions that calls ended with.
    """
    return {
        known.routine.target: _reason(known.missing, routines, outcomes)
        if known.missing
        else NO_TIME
        for known in routines
        if known.calls == 0
    }


def ran_out(reasons: Mapping[str, str], by: str) -> dict[str, str]:
    """Return the reasons as they are where a search ended because its generator had nothing more to make."""
    never = f"no sequence that --by {by} makes has a call of it"
    return {target: never if why == NO_TIME else why for target, why in reasons.items()}


def unaccepted(routines: list[KnownRoutine]) -> dict[str, str]:
    """Return the operations of which no call returned, each with the names of what has to be passed to it."""
    return {
        known.routine.target: ", ".join(
            one.name for one in known.routine.inputs[known.has_receiver :] if one.required
        )
        for known in routines
        if known.calls and not known.passed
    }


def stopped_early(reasons: Mapping[str, str]) -> dict[str, str]:
    """Return the reasons as they are where a search did not use its time: it was to stop at the first finding."""
    return {target: AT_FIRST if why == NO_TIME else why for target, why in reasons.items()}


def _reason(
    wanted: TypeForm, routines: list[KnownRoutine], outcomes: Mapping[tuple[str, str], int]
) -> str:
    """Return why there was no value of a type: nothing makes one, what makes one always raised, or it was late."""
    names = {one.name for one in members(wanted)}
    if not any(":" in name for name in names) and not wanted.args:
        return NO_TIME  # values of builtin types can be written down
    makers = [
        known
        for known in routines
        if any(one.name in names for one in members(known.routine.output))
    ]
    if not makers:
        return f"nothing makes {_article(wanted)} {wanted}"
    tried = [known for known in makers if known.calls]
    if not tried or any(known.passed for known in tried):
        return NO_TIME
    most = max(tried, key=lambda known: known.calls).routine.target
    raised = {name: count for (target, name), count in outcomes.items() if target == most}
    name = max(raised, key=lambda key: raised[key], default="an exception")
    said = {"invariant": "broke the invariant", FORBIDDEN: "was forbidden by the application model"}
    did = said.get(name, f"raised {name}")
    return f"every call of {most.rpartition(':')[2]}(…) {did}"


def _article(form: TypeForm) -> str:
    return "an" if str(form)[:1].lower() in "aeiou" else "a"
