"""Sequences as Python: `render` the steps, `source` of a failure, its `snippet` for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from refute.model.sequence import Sequence
from refute.model.syntax import MOST_ITEMS
from refute.model.verdict import Violation
from refute.render.field_by_field import BUILD_HELPER, folded
from refute.render.names import Imports, Namer
from refute.render.trees import modules_of
from refute.render.writer import Writer

ITEMS_HELPER = f'''\
def _items(source):
    """Return the first items of an asynchronous iterator."""

    async def take():
        items = []
        async for item in source:
            items.append(item)
            if len(items) == {MOST_ITEMS}:
                break
        return items

    return asyncio.run(take())'''

_HELPERS = {"_items": ITEMS_HELPER, "_build": BUILD_HELPER}


@dataclass(slots=True)
class Rendered:
    """A sequence as Python: what goes to the top of the file, the lines, and what the values are called.

    `at` has, for each step with a statement of its own, the first of its lines and the line after the last; `inside` the
    lines of calls in bodies, by where they stand (see `Writer`).  `raised` names the list of what bodies have raised.
    """

    imports: list[str]
    lines: list[str]
    names: dict[int, str]
    helpers: list[str] = field(default_factory=list)
    at: dict[int, tuple[int, int]] = field(default_factory=dict)
    inside: dict[tuple[int, ...], list[str]] = field(default_factory=dict)
    raised: str = ""


def render(
    sequence: Sequence,
    *,
    imports: Imports | None = None,
    keep: Iterable[int] = (),
    width: int = 96,
    noting: bool = False,
) -> Rendered:
    """Return the sequence as Python.

    `imports` is shared by the sequences of one file; the values made at the positions `keep` get variables.  With `noting`
    what bodies raise is kept in a list.
    """
    imports = Imports() if imports is None else imports
    raised = "raised" if noting else ""
    writer = Writer(folded(sequence), imports, frozenset(keep), width, raised)
    writer.name_references()
    namer = Namer({*imports.bound(), raised})
    lines, at = writer.write(namer, [f"{raised} = []"] if noting else [])
    helpers = [text for name, text in _HELPERS.items() if name in writer.helpers]
    names = dict(writer.names)
    return Rendered(imports.lines(), lines, names, helpers, at, writer.inside, raised)


def source(sequence: Sequence, violation: Violation) -> str:
    """Return a program that fails as the violation says."""
    rendered, lines = _program(sequence, violation)
    parts = ["\n".join(rendered.imports), *rendered.helpers, "\n".join(lines)]
    return "\n\n".join(part for part in parts if part) + "\n"


def snippet(sequence: Sequence, violation: Violation) -> list[str]:
    """Return the lines of `source` without the imports: what a reader of the report needs to see."""
    return _program(sequence, violation)[1]


def pasted(sequence: Sequence, violation: Violation) -> list[str]:
    """Return the same lines below the functions of ours that they call, so that they can be pasted below the imports."""
    rendered, lines = _program(sequence, violation)
    helpers = []
    for helper in rendered.helpers:
        # Without blank lines, which end a function that is pasted into an interpreter.
        helpers += [*(line for line in helper.splitlines() if line), ""]
    return [*helpers, *lines]


def fill(template: str, names: Iterable[str]) -> str:
    """Return an assertion with names in place of {0}, {1}…

    >>> fill("assert {0} != {}", ["cart"]), fill("assert {0} != {{}}", ["cart"])
    ('assert cart != {}', 'assert cart != {}')
    """
    given = list(names)
    try:
        return template.format(*given)
    except (ValueError, IndexError, KeyError, AttributeError):
        return re.sub(r"\{(\d+)\}", lambda found: given[int(found[1])], template)


def assertion(violation: Violation, names: dict[int, str]) -> str:
    """Return the line that fails, or nothing where the sequence itself raises."""
    if violation.assertion is None:
        return ""
    return fill(violation.assertion, (names[s] for s in violation.subjects))


def _reserve_modules(violation: Violation, imports: Imports) -> None:
    """Import the modules that the assertion names."""
    if violation.assertion is None:
        return
    places = [f"_refute_{i}" for i in range(len(violation.subjects))]
    for module in sorted(modules_of(fill(violation.assertion, places)) - set(places)):
        imports.module(module)


def up_to(sequence: Sequence, violation: Violation) -> Sequence:
    """Return the steps up to the one at which the rule was broken; what comes later does not matter."""
    return Sequence(sequence.steps[: violation.step + 1])


def failing(
    sequence: Sequence, violation: Violation, imports: Imports, width: int = 96
) -> tuple[Rendered, str]:
    """Return the steps up to what the violation tells of, and the line below them that fails, if one is needed."""
    # Before variables get their names, so that none takes that of a module.
    _reserve_modules(violation, imports)
    subjects = violation.subjects if violation.assertion else ()
    rendered = render(
        up_to(sequence, violation),
        imports=imports,
        keep=subjects,
        width=width,
        noting=violation.is_caught,
    )
    if violation.is_caught:
        return rendered, f"assert {rendered.raised} == []"
    return rendered, assertion(violation, rendered.names)


def _program(sequence: Sequence, violation: Violation) -> tuple[Rendered, list[str]]:
    """Return the steps that fail, and their lines with a note on what happens at the end."""
    rendered, line = failing(sequence, violation, Imports())
    lines = [*rendered.lines, line] if line else list(rendered.lines)
    if lines and (note := _note(violation)):
        lines[-1] += f"  # {note}"
    return rendered, lines


def _note(violation: Violation) -> str:
    if violation.exception is None:
        return "" if violation.assertion else one_line(violation.message)
    # The message often says again which exception it is, and where.
    message = violation.message.rpartition(f"{violation.exception}: ")[2]
    says_more = message not in ("", violation.exception)
    return one_line(f"{violation.exception}: {message}" if says_more else violation.exception)


def one_line(text: str, most: int = 72) -> str:
    """Return a text on one line, printable, without addresses, cut."""
    text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", " ".join(text.split()))
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= most else text[: most - 1] + "…"
