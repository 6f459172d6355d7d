"""What stands around the lines of a body: that it keeps what it raises (`noting`), or does not run within itself."""

from __future__ import annotations

from collections.abc import Callable

from refute.model.sequence import Raise, Sequence
from refute.render.layout import INDENT, indented


def noting(
    body: Sequence,
    lines: list[str],
    at: dict[int, tuple[int, int]],
    raised: str,
    fresh: Callable[[str], str] = str,
) -> list[str]:
    """Return the lines of a body, of which all that is not raised on purpose is kept: the code may catch it and go on."""
    last, error = len(body) - 1, fresh("error")
    ends = isinstance(body.steps[last].operation, Raise)
    rest = lines[at[last][0] :] if ends else []
    inner = lines[: len(lines) - len(rest)]
    if last in at and lines[at[last][0]].startswith(_YIELD):
        # What is thrown in at a `yield` is the code's.  Only what it gives may fail here.
        given = fresh("given")
        rest = [f"{_YIELD}{given}"]
        inner[at[last][0]] = f"{given} = {inner[at[last][0]].removeprefix(_YIELD)}"
    noted = [f"except Exception as {error}:", f"{INDENT}{raised}.append({error})"]
    return ["try:", *indented(inner), *noted, f"{INDENT}raise", *rest]


_YIELD = "yield "


def empty_lists(running: dict[int, str]) -> list[str]:
    """Return the lines that begin what functions note in that they run."""
    return [*(f"{name} = []" for name in running.values()), ""] if running else []


def not_within_itself(otherwise: str, running: str, lines: list[str]) -> list[str]:
    """Return the lines of a body that does something else where it is called while it runs."""
    early = "return" if otherwise == "None" else f"return {otherwise}"
    head = [f"if {running}:", f"{INDENT}{early}", f"{running}.append(True)"]
    return [*head, "try:", *indented(lines or ["pass"]), "finally:", f"{INDENT}{running}.pop()"]
