"""What the documentation shows, run: `differences`.  `python tests/whole/documents.py` writes the real output in.

In a fenced block of a Markdown file
* ```` ```console ```` a line that begins with `$ refute` or `$ python` is run, and what follows is what it prints;
  Seconds, which differ from run to run, are written `… s`;
* ```` ```python name.py ```` (or `toml`) is a file: written where it does not exist yet, else equal to what is there.
What stands between `<!-- laws -->` and `<!-- end -->` is made by the function that `MADE` has for the word.
All blocks of one document run in order in one folder, which begins with a copy of `examples/`.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from refute.judge.exceptions.rules import LAW_RULES, RULES
from refute.judge.laws.checking import ANSWER_RULES
from refute.judge.laws.registry import LAWS
from refute.judge.relations.related import FAMILIES
from refute.model.verdict import CAPS, DOUBTS, EXPERIMENT_RULES, Blame, Severity

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from user_project import run_python, run_refute  # noqa: E402

from benchmarks.way import files_on_the_way  # noqa: E402

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_FENCE = re.compile(r"^```(\w+)(?: +(\S+))?\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the file it names, its text, and where the text is in the document."""

    language: str
    file: str | None
    text: str
    start: int


def blocks(document: str) -> list[Block]:
    """Return the fenced blocks of a document."""
    return [Block(m[1], m[2], m[3], m.start(3)) for m in _FENCE.finditer(document)]


def differences(path: Path) -> list[tuple[Block, str]]:
    """Return the blocks of a document that do not show what is the case, with what is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for example in (ROOT / "examples").glob("*.py"):
            shutil.copy(example, folder)
        document = path.read_text(encoding="utf-8")
        found = [*_differences(document, folder), *_made_otherwise(document)]
        return sorted(found, key=lambda one: one[0].start)


def _made_otherwise(document: str) -> Iterator[tuple[Block, str]]:
    for part in re.finditer(r"^<!-- (\w+) -->\n(.*?)^<!-- end -->$", document, re.M | re.S):
        real = MADE[part[1]]()
        if real != part[2]:
            yield Block("markdown", None, part[2], part.start(2)), real


def table_of_laws() -> str:
    """Return what the laws say about themselves, as a table."""
    rows = [
        "| law | what it says | when it is silent | an example that breaks it |",
        "|---|---|---|---|",
    ]
    for law in LAWS:
        says = " ".join((law.__doc__ or "").partition("\n\n")[0].split())
        rows.append(f"| `{law.name}` | {says} | {law.silent_when} | `{law.example}` |")
    return "\n".join(rows) + "\n"


def table_of_relations() -> str:
    """Return what the families of relations say about themselves, as a table."""
    rows = [
        "| relation | what it says | when it is silent | a law if it held on | an example |",
        "|---|---|---|---|---|",
    ]
    for family in FAMILIES:
        held = f"{family.enough} inputs, {family.share:.0%}" if family.enough else "–"
        rows.append(
            f"| `{family.rule}` | {family.says} | {family.silent_when} | {held} | `{family.example}` |"
        )
    return "\n".join(rows) + "\n"


def files_of_a_failure() -> str:
    """Return the files that a failure passes on its way, numbered."""
    files, _ = files_on_the_way()
    return "".join(f"{number}. `{file}`\n" for number, file in enumerate(files, 1))


def words_of_the_code() -> str:
    """Return every room and every public type with the first sentence of its docstring."""
    rows = ["| room, type | in | what |", "|---|---|---|"]
    for path in sorted((ROOT / "src" / "refute").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(ROOT / "src" / "refute")
        if path.name == "__init__.py":
            if place.parent.name:
                rows.append(f"| **{place.parent}/** | | {_first_sentence(tree)} |")
            continue
        rows += [
            f"| `{node.name}` | {place} | {_first_sentence(node)} |"
            for node in tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        ]
    return "\n".join(rows) + "\n"


def _first_sentence(node: ast.Module | ast.ClassDef) -> str:
    first = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=\.)  ?(?=[A-Z])", first)[0].replace("|", "\\|")


def table_of_rules() -> str:
    """Return the rules of blame, each with the examples that are marked with its name."""
    said = {
        "exception": "it",
        "method": "the method",
        "fitting": "every argument fits its annotation",
    }
    rows = ["| rule | why | example | decision |", "|---|---|---|---|"]
    for rule in RULES:
        why = rule.reason.format(**said)
        is_refusal = rule.blame is Blame.TEST and rule.severity is not Severity.DOUBTFUL
        told = "refusal" if is_refusal else rule.severity.value
        told = "nobody" if rule.blame is Blame.NOBODY else told
        guess = "a guess: " if rule.is_guess and rule.severity is Severity.LIKELY else ""
        rows.append(f"| `{rule.slug}` | {guess}{why} | {_examples_of(rule.slug)} | {told} |")
    return "\n".join(rows) + "\n"


def _examples_of(slug: str) -> str:
    document = (ROOT / "docs" / "blame.md").read_text(encoding="utf-8")
    (examples,) = [block.text for block in blocks(document) if block.file == "whose_fault.py"]
    names = [f"`{name}`" for name, marking in marked(examples).items() if marking == slug]
    return ", ".join(names) or "–"


def table_of_law_rules() -> str:
    """Return what decides where a law is broken: by what is raised, and by a wrong answer."""
    rows = ["| rule | where | why | decision |", "|---|---|---|---|"]
    rows += [
        f"| `{rule.slug}` | a refusal | {rule.reason} | {rule.severity.value} |"
        for rule in LAW_RULES
    ]
    rows += [
        f"| `{rule.slug}` | a wrong answer | {rule.why} | {rule.severity.value} |"
        for rule in ANSWER_RULES
    ]
    return "\n".join(rows) + "\n"


def table_of_experiments() -> str:
    """Return what experiments say in place of rules."""
    rows = ["| rule | why | not in place of | example | decision |", "|---|---|---|---|---|"]
    rows += [
        f"| `{one.slug}` | a guess: {one.reason} | {', '.join(f'`{slug}`' for slug in sorted(one.spares))}"
        f" | {_examples_of(one.slug)} | {one.severity.value} |"
        for one in EXPERIMENT_RULES
    ]
    return "\n".join(rows) + "\n"


def table_of_doubts() -> str:
    """Return what speaks against a guess."""
    rows = ["| doubt | why |", "|---|---|"]
    rows += [f"| `{one.slug}` | {one.reason} |" for one in DOUBTS]
    return "\n".join(rows) + "\n"


def marked(program: str) -> dict[str, str]:
    """Return the functions, classes and methods of a program whose first line ends in a comment, each with the comment."""
    lines = program.splitlines()
    found = {}
    for node in ast.parse(program).body:
        inside = node.body if isinstance(node, ast.ClassDef) else []
        for one, name in [(node, ""), *((inner, f"{node.name}.") for inner in inside)]:  # type: ignore[attr-defined]
            comment = re.search(r"  # ([a-z-]+)$", lines[one.lineno - 1])
            if comment is not None and isinstance(one, ast.FunctionDef | ast.ClassDef):
                found[name + one.name] = comment[1]
    return found


def table_of_caps() -> str:
    """Return what makes any finding count less."""
    rows = ["| cap | why | what would change that | at most |", "|---|---|---|---|"]
    rows += [
        f"| `{cap.slug}` | {cap.reason} | {cap.remedy or '–'} | {cap.severity.value} |"
        for cap in CAPS
    ]
    return "\n".join(rows) + "\n"


MADE = {
    "laws": table_of_laws,
    "relations": table_of_relations,
    "way": files_of_a_failure,
    "types": words_of_the_code,
    "rules": table_of_rules,
    "law_rules": table_of_law_rules,
    "experiments": table_of_experiments,
    "doubts": table_of_doubts,
    "caps": table_of_caps,
}


def _differences(document: str, folder: Path) -> Iterator[tuple[Block, str]]:
    for block in blocks(document):
        if block.language == "console":
            real = _session(block.text, folder)
        elif block.file is not None:
            place = folder / block.file
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(block.text, encoding="utf-8")
            real = place.read_text(encoding="utf-8")
        else:
            continue
        if real != block.text:
            yield block, real


def _session(text: str, folder: Path) -> str:
    """Return a block of commands with what they really print; other commands stay as they are."""
    parts = re.split(r"^(?=\$ )", text, flags=re.M)
    return "".join(
        _printed(part, folder) if part.startswith(("$ refute", "$ python ")) else part
        for part in parts
    )


def _printed(part: str, folder: Path) -> str:
    line = part.partition("\n")[0]
    program, *words = shlex.split(line.removeprefix("$ "))
    with patch.dict(os.environ, NO_COLOR="1", COLUMNS="80"):
        done = (run_python if program == "python" else run_refute)(folder, *words)
    # Progress goes to standard error and depends on the machine; messages go there too, and then alone.
    printed = re.sub(r"\b\d+\.\d+ s\b", "… s", done.out or done.err)
    return f"{line}\n{printed}"


def rewrite(path: Path) -> bool:
    """Write what is the case into a document; return whether that changed it."""
    before = document = path.read_text(encoding="utf-8")
    for block, real in reversed(differences(path)):
        end = block.start + len(block.text)
        document = document[: block.start] + real + document[end:]
    path.write_text(document, encoding="utf-8")
    return document != before


if __name__ == "__main__":
    for each in DOCUMENTS:
        if rewrite(each):
            print(f"rewrote {each.relative_to(ROOT)}")
