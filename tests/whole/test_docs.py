"""The documentation is true: what it shows is printed, what it lists exists, and nothing that exists is left out."""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from documents import DOCUMENTS, ROOT, Block, blocks, differences, marked

from refute.command.command_line import VERBS, parser
from refute.command.main import main
from refute.model.options import OPTIONS, Option

SOURCE = ROOT / "src" / "refute"


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


# ---- what is shown ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_a_document_shows_what_is_the_case(path: Path) -> None:
    wrong = [f"{block.text}\nis really\n\n{real}" for block, real in differences(path)]

    assert not wrong, "python tests/whole/documents.py writes in what is the case"


def test_the_readme_begins_with_the_example() -> None:
    first = blocks(text_of("README.md"))[0]

    assert first.text == text_of("examples/sorted_list.py")


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    (tmp_path / "sorted_list.py").write_text(text_of("examples/sorted_list.py"))
    programs = [b.text for b in blocks(text_of("README.md")) if b.text.startswith("import refute")]
    assert len(programs) == 1

    done = subprocess.run(
        [sys.executable, "-c", programs[0]], cwd=tmp_path, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr
    assert "error sorted_list:SortedList.insert invariant() is False" in done.stdout


def test_the_demo_runs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "demo.py"], capture_output=True, text=True
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 failed" in done.stdout


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_a_document_shows_no_accident_and_nothing_of_the_machine_it_was_written_on(
    path: Path,
) -> None:
    text = path.read_text(encoding="utf-8")

    assert "a worker stumbled" not in text
    assert "/tmp/" not in text
    # An id that has changed: what follows is no example of what it was to show.
    assert path.name == "messages.md" or "[no-such-finding]" not in text


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_a_document_names_tests_that_exist(path: Path) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", path.read_text(encoding="utf-8"))
    missing = [f"{file}::{name}" for file, name in named if not has_test(ROOT / file, name)]

    assert not missing


def has_test(file: Path, name: str) -> bool:
    return file.exists() and f"def {name}(" in file.read_text(encoding="utf-8")


# ---- what is listed ---------------------------------------------------------------------------------------------


def slugs_in_source() -> set[str]:
    found = {"defect"}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("UsageError" | "NothingToTest"), args=[_, slug]):
                    found |= set(_texts(slug))
                case ast.Constant(value=str(text)) if warned := (
                    re.search(r"  \[([a-z-]+)\]$", text)
                ):
                    found.add(warned[1])
                case ast.Assign(targets=[ast.Name("slug")], value=ast.Dict(values=values)):
                    found |= {text for value in values for text in _texts(value)}
    return found


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Subscript):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)


def test_every_message_has_a_paragraph() -> None:
    explained = re.findall(r"^## (\S+)$", text_of("docs/messages.md"), re.M)

    assert explained == sorted(slugs_in_source())


def options_of(*verbs: str) -> set[str]:
    subparsers = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    actions = [action for verb in verbs for action in subparsers.choices[verb]._actions]
    shown = [action for action in actions if action.help != argparse.SUPPRESS]
    return {option for action in shown for option in action.option_strings} - {"-h", "--help"}


def test_every_option_is_documented_and_no_other() -> None:
    cells = re.findall(r"^\| (`-[^|]*) \|", text_of("docs/configuration.md"), re.M)
    documented = {word for cell in cells for word in re.findall(r"(?<![\w-])--?[a-z][\w-]*", cell)}

    assert documented == options_of(*VERBS)


def test_every_setting_is_documented_in_order_with_its_default_and_no_other() -> None:
    page = text_of("docs/configuration.md")
    rows = re.findall(r"^\| (`-[^|]*|–) \| `([\w-]+)` \| ([^|]*) \|", page, re.M)

    assert rows == [(_typed(one), one.key, _default(one)) for one in OPTIONS.values()]


def _typed(option: Option) -> str:
    """Return what is typed, as the page has it: `-n`, `--jobs JOBS`."""
    words = list(option.flags)
    if option.metavar:
        words[-1] += f" {option.metavar}"
    return ", ".join(f"`{word}`" for word in words) or "–"


def _default(option: Option) -> str:
    text = "false" if option.default is False else option.default_text
    return text if " " in text else f"`{text}`" if text else "–"


def keys_under(heading: str) -> set[str]:
    section = re.split(r"^## ", text_of("docs/json.md"), flags=re.M)
    (text,) = [part for part in section if part.startswith(heading + "\n")]
    cells = re.findall(r"^\| (`[^|]*) \|", text, re.M)
    return {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}


def test_every_key_of_the_result_file_is_documented_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sorted_list.py").write_text(text_of("examples/sorted_list.py"))
    main(["find", "sorted_list", "--sequences", "50", "-n", "1", "--json", "result.json"])
    result = json.loads((tmp_path / "result.json").read_text())

    assert keys_under("The whole") == set(result)
    assert keys_under("An operation") == set(result["operations"]["sorted_list:SortedList"])
    assert keys_under("A finding") == set(result["findings"][0])


def test_exceptions_are_judged_as_the_table_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = text_of("docs/blame.md")
    rows = re.findall(r"\| (`[\w.]+`(?:, `[\w.]+`)*) \| (\w+) \|$", document, re.M)
    said = {name: decision for names, decision in rows for name in re.findall(r"[\w.]+", names)}
    (examples,) = [block.text for block in blocks(document) if block.file == "whose_fault.py"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "whose_fault.py").write_text(examples)
    main(["find", "whose_fault", "--sequences", "12000", "-n", "1", "--json", "result.json"])
    result = json.loads((tmp_path / "result.json").read_text())
    decided = {
        (finding["operation"].partition(":")[2], finding["severity"], finding["because"])
        for finding in result["findings"]
    }
    decided |= {
        (name.partition(":")[2], "refusal", slug)
        for name, numbers in result["operations"].items()
        for slug in numbers["refusals"]
    }
    expected = {(name, said[name], slug) for name, slug in marked(examples).items() if name in said}

    assert {name for name, *_ in expected} == said.keys()
    # Which doubt it is depends on what was accepted until then.
    doubted = {name for name, severity, _ in decided if severity == "doubtful"}
    missing = {one for one in expected - decided if one[1] != "doubtful" or one[0] not in doubted}
    assert not missing
    # Nothing is held against what another rule decides.
    surest = {(name, severity) for name, severity, _ in decided if severity in ("error", "likely")}
    assert surest <= said.items()


def test_an_installed_plugin_takes_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = blocks(text_of("docs/extending.md"))
    (offered,) = [b.text for b in written if b.text.startswith("[project.entry-points.refute]")]
    site = tmp_path / "site"
    metadata = site / "shop_plugin-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: shop-plugin\nVersion: 1.0\n")
    entries = tomllib.loads(offered)["project"]["entry-points"]["refute"]
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[refute]", *lines]))
    for block in written:
        if block.language == "python" and block.file:
            (site / block.file).write_text(block.text)
    monkeypatch.setenv("PYTHONPATH", str(site))
    command = [sys.executable, "-m", "refute", "find", "shop", "--sequences", "50", "-n", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert "Clock breaks minutes-below-60" in done.stdout


# ---- what is linked ---------------------------------------------------------------------------------------------


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def prose(document: str) -> str:
    return re.sub(r"^```.*?^```$", "", document, flags=re.M | re.S)


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "tests" / "README.md"], ids=shown)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", prose(path.read_text(encoding="utf-8"))):
        if link.startswith("https://"):
            continue
        file, _, place = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        if place:
            headings = re.findall(r"^#+ (.*)$", prose(target.read_text(encoding="utf-8")), re.M)
            assert place in map(anchor, headings), link


@pytest.mark.parametrize("document", ["docs/ARCHITECTURE.md", "docs/security.md"])
def test_the_tests_that_hold_the_promises_exist(document: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text_of(document))
    assert len(named) > 10

    for file, name in named:
        assert f"def {name}(" in text_of(file), f"{file}::{name}"


def test_blocks_are_read_as_written() -> None:
    document = "a\n```python x.py\nb\n```\n```console\n$ c\n```\n"

    assert blocks(document) == [
        Block("python", "x.py", "b\n", 17),
        Block("console", None, "$ c\n", 34),
    ]
