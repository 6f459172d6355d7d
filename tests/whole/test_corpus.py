"""The corpus as a user meets it: shown step by step, replayed, asked, kept in order over the runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import refute

EXAMPLE = Path(__file__).parents[2] / "examples" / "sorted_list.py"
POP, INSERT = "ee0d49", "e9cccc"
WALKED = """\
class Box:
    def __init__(self) -> None:
        self.items: list[int] = []

    def insert(self, item: int) -> int:
        self.items.append(item)
        return len(self.items)

    def total(self) -> int:
        return sum(self.items)
"""


@pytest.fixture
def sorted_list(copied):
    return copied("sorted_list", EXAMPLE.read_text(), "--sequences", "60")


@pytest.fixture
def box(copied):
    return copied("box", WALKED, "--sequences", "60")


def mend(path: Path, *, pop: bool = False, insert: bool = False) -> None:
    text = EXAMPLE.read_text()
    if pop:
        text = text.replace(
            "self._max = self._items[-1]", "self._max = max(self._items, default=None)"
        )
    if insert:
        text = text.replace("item < self._max", "item > self._max")
    path.write_text(text)


# ---- show --------------------------------------------------------------------------------------------------------


def test_steps_are_shown_with_what_changed_and_the_clause_that_does_not_hold(project, sorted_list):
    shown = project.refute("show", INSERT, "--steps")

    assert shown.code == 0
    assert re.search(r"^     ~ sorted_list\._items  \[\d\]  →  \[0, 1\]$", shown.out, re.M)
    clause = shown.out.partition("does not hold  sorted_list.py:24\n")[2]
    assert clause.startswith("    return not self._items or self._max == self._items[-1]\n")
    assert "      self._max == self._items[-1]                     False\n" in clause
    assert "\x1b" not in shown.out


def test_an_exception_is_shown_with_the_values_in_its_line_and_the_frames_of_the_subject(
    project, sorted_list
):
    shown = project.refute("show", POP, "--steps")

    assert "raises  sorted_list.py:20\n    self._max = self._items[-1]\n" in shown.out
    assert "      self._items  []\n" in shown.out
    assert shown.out.endswith(
        "IndexError comes from\n    sorted_list.py:20  in SortedList.pop_max\n"
        "        self._max = self._items[-1]\n"
    )


def test_a_page_is_written_where_it_is_wanted(project, sorted_list):
    shown = project.refute("show", POP, "--html")
    named = project.refute("show", POP, "--html", "page.html")
    text = (project.folder / "page.html").read_text(encoding="utf-8")

    assert shown.out == f"wrote finding-{POP}.html\n" and named.out == "wrote page.html\n"
    assert text == (project.folder / f"finding-{POP}.html").read_text(encoding="utf-8")
    assert "sorted_list.pop_max()" in text and str(project.folder) not in text


def test_a_law_is_shown_with_its_values(project):
    project.write("shop.py", "class A:\n    def __init__(self, n: int) -> None:\n        self.n = n\n"
                  "    def __eq__(self, other: object) -> bool:\n        return False\n")  # fmt: skip
    _, result = project.find("shop", "--sequences", "60")
    shown = project.refute("show", result["findings"][0]["id"], "--steps")

    assert (
        "does not hold\n    assert a == a\n      a       A(n=0)\n      a == a  False\n" in shown.out
    )


def test_the_code_never_runs_in_the_parent(project, sorted_list):
    text = sorted_list.read_text()
    sorted_list.write_text(f"import os\nopen({str(project.folder)!r} + '/pid', 'w')\n" + text)
    for arguments in (["show", POP, "--steps"], ["show", POP, "--html"], ["replay"]):
        project.refute(*arguments)

    assert not (project.folder / "pid").exists()


# ---- replay ------------------------------------------------------------------------------------------------------


def test_all_are_replayed_and_what_is_mended_is_said(project, sorted_list):
    before = project.refute("replay")
    unchanged = project.refute("replay", "--changed")
    mend(sorted_list, pop=True)
    after = project.refute("replay")
    changed = project.refute("replay", "--changed")
    mend(sorted_list, pop=True, insert=True)
    done = project.refute("replay")

    assert before.code == 1 and before.out.count("still fails") == 2
    assert unchanged.code == 0 and "still fails:" not in unchanged.out
    assert after.code == 1 and f"{POP}  does not fail any more" in after.out
    assert changed.code == 1 and POP in changed.out and INSERT not in changed.out
    assert done.code == 0 and "2 findings, 0 still failing" in done.out


def test_a_walk_that_behaves_differently_is_shown_with_the_call(project, box):
    as_recorded = project.refute("replay", "--changed")
    box.write_text(WALKED.replace("return sum(self.items)", "return sum(self.items) + 1"))
    changed = project.refute("replay", "--changed")
    accepted = project.refute("replay", "--changed", "--accept")
    again = project.refute("replay", "--changed")
    box.write_text(WALKED.replace("total", "amount"))
    gone = project.refute("replay", "--changed")

    assert as_recorded.code == 0 and ", 0 behaving differently." in as_recorded.out
    assert changed.code == 1 and "behaves differently: returned" in changed.out
    assert re.search(
        r"behaves differently: returned .*\n(    .*\n)*    .*\.total\(\)\n", changed.out
    )
    assert "accepted " in accepted.out and again.code == 0
    assert gone.code == 1 and "box:Box.total does not exist" in gone.out


MONEY = """\
from dataclasses import dataclass

@dataclass
class Money:
    cents: int

    def __add__(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)
"""


def test_a_walk_whose_objects_show_something_else_is_shown(project):
    path = project.write("money.py", MONEY)
    project.find("money", "--sequences", "60")
    as_recorded = project.refute("replay", "--changed")
    path.write_text(MONEY.replace("+ other.cents", "+ other.cents + 1"))
    changed = project.refute("replay", "--changed")

    assert as_recorded.code == 0 and ", 0 behaving differently." in as_recorded.out
    assert changed.code == 1
    assert re.search(
        r"behaves differently: repr\((\w+)\) gave 'Money.*', now 'Money.*\n(    .*\n)*    \1 = ",
        changed.out,
    )


DEEP = """\
def factorial(n: int) -> int:
    return 1 if n == 0 else n * factorial(n - 1)

def find(found: dict[int, int], key: int) -> int:
    return found[factorial]
"""


def test_an_address_in_a_message_is_no_change(project):
    project.write("deep.py", DEEP)
    project.find("deep", "--sequences", "200", "--severity", "robustness")
    saved = list((project.folder / ".refute" / "findings").iterdir())
    for path in saved:  # as another process, and one with a deeper stack, would have said it
        text = path.read_text()
        other = re.sub(r"0x[0-9a-f]+", "0x7f84aaaaaaa0", text)
        path.write_text(re.sub(r"(depth exceeded)[^\"]*", r"\1 one way or other", other))
    done = project.refute("replay", "--changed")

    assert any("0x7f84aaaaaaa0" in path.read_text() for path in saved)
    assert any("depth exceeded one way" in path.read_text() for path in saved)
    assert (done.code, done.out.count("\n")) == (0, 1), done.out


def test_what_varies_by_itself_has_not_changed(project, box):
    varied = WALKED.replace("return sum(self.items)", "return id(self) ^ time.monotonic_ns()")
    box.write_text("import time\n" + varied)
    done = project.refute("replay", "--changed")

    assert done.code == 0 and "varies from run to run" in done.out


def test_a_saved_sequence_is_found_from_other_folders_and_in_src_layouts(project):
    package = project.folder / "src" / "pkg"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "sorted_list.py").write_text(EXAMPLE.read_text())
    project.find("pkg.sorted_list", "--sequences", "60")
    found = min((project.folder / ".refute" / "findings").iterdir())
    elsewhere = project.folder.parent / "elsewhere"
    elsewhere.mkdir()
    below = package
    run = {"capture_output": True, "text": True, "env": {**os.environ, "NO_COLOR": "1"}}
    command = [sys.executable, "-m", "refute"]
    by_file = subprocess.run([*command, "replay", str(found)], cwd=elsewhere, **run)
    by_id = subprocess.run([*command, "replay", found.stem], cwd=below, **run)
    test = project.refute("show", found.stem, "--pytest")

    assert (by_file.returncode, by_id.returncode) == (1, 1), by_file.stderr + by_id.stderr
    assert 'str(Path(__file__).parent / "src")' in test.out


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_replayed(project, sorted_list):
    path = project.folder / ".refute" / "findings" / "abc123.json"
    path.write_text("{")
    replayed = project.refute("replay")
    found, _ = project.find("sorted_list", "--sequences", "10")

    assert replayed.code == 1 and "[corrupt-file]" in replayed.err
    assert replayed.out.count("still fails") == 2
    assert found.err.count("[corrupt-file]") == 1
    assert path.read_text() == "{"


def test_nothing_to_replay_is_said(project):
    done = project.refute("replay")

    assert (done.code, done.slug) == (4, "no-such-finding")


# ---- over the runs -----------------------------------------------------------------------------------------------


def test_what_is_mended_moves_with_its_test_and_comes_back_when_it_fails_again(
    project, sorted_list
):
    tests = project.folder / "t"
    find = ["sorted_list", "--sequences", "60", "-o", "t"]
    project.find(*find)
    mend(sorted_list, pop=True)
    half, _ = project.find(*find)
    mend(sorted_list, pop=True, insert=True)
    whole, _ = project.find(*find)
    mended = sorted(path.name for path in tests.glob("*.py"))
    passing = subprocess.run([sys.executable, "-m", "pytest", "-q", tests], capture_output=True)
    mend(sorted_list)
    _, result = project.find("sorted_list", "--sequences", "1", "--seed", "5")

    assert half.code == 1 and f"does not fail any more: {POP}" in half.out
    assert whole.code == 0 and "removed t/test_sorted_list_findings.py" in whole.out
    assert mended == ["test_sorted_list_mended.py"]
    assert passing.returncode == 0
    assert {f["id"] for f in result["findings"]} == {POP, INSERT}
    assert sorted(project.saved()) == sorted([POP, INSERT])


def test_a_known_finding_is_tried_again_though_the_search_misses_it(project, sorted_list):
    again, found = project.find("sorted_list", "--sequences", "1", "--seed", "9")
    quiet = project.refute(
        "find", "sorted_list", "--sequences", "1", "--seed", "9", "-n", "1", "-q"
    )

    assert quiet.out.count("  known from an earlier run, still failing: found by ") == 2
    assert {f["id"] for f in found["findings"]} == {POP, INSERT}
    assert again.code == 1


def test_a_findings_file_of_unknown_findings_is_left_alone(project):
    project.write("box.py", WALKED)
    tests = project.folder / "t"
    tests.mkdir()
    ours = '# Generated by refute 0.1.0: what breaks box.\n\n\ndef test_x():\n    """x.\n\n    Finding abc123, blame: code.\n    """\n'
    (tests / "test_box_findings.py").write_text(ours)
    done, _ = project.find("box", "--sequences", "30", "-o", "t")

    assert "left t/test_box_findings.py alone: this run did not find abc123" in done.out
    assert (tests / "test_box_findings.py").read_text() == ours


def test_walks_are_few_and_can_be_turned_off(project):
    project.write("box.py", WALKED)
    walks = project.folder / ".refute" / "walks"
    project.find("box", "--sequences", "30", "--walks", "0")
    none = walks.exists()
    project.find("box", "--sequences", "30", "--walks", "2")
    two = len(list(walks.iterdir()))
    project.find("box", "--sequences", "30", "--walks", "2", "--seed", "4")

    assert not none and two == 2
    assert len(list(walks.iterdir())) == 2


def test_a_suite_keeps_walks_too(project):
    project.write("box.py", WALKED)
    project.refute("suite", "box", "--sequences", "60", "-n", "1", "-o", "t", "--walks", "2")

    assert len(list((project.folder / ".refute" / "walks").iterdir())) == 2
    assert "2 walks, 0 behaving differently" in project.refute("replay", "--changed").out


def test_a_walk_is_shown_as_a_finding_is(project, box):
    walk = min(path.stem for path in (project.folder / ".refute" / "walks").iterdir())
    (project.folder / "t").mkdir()

    shown = project.refute("show", walk)
    steps = project.refute("show", walk, "--steps")
    test = project.refute("show", walk, "--pytest")
    page = project.refute("show", walk, "--html")
    project.write("t/test_walk.py", test.out)

    assert [done.code for done in (shown, steps, test, page)] == [0] * 4
    assert f"walk {walk}" in shown.out and "step by step" in shown.out
    assert "\n  1  " in steps.out
    assert f"walk {walk}" in (project.folder / f"walk-{walk}.html").read_text()
    assert "1 passed" in project.pytest("t")


def test_a_walk_that_cannot_be_a_test_says_so(project):
    text = "class Full(Exception): ...\n\n\ndef fill(n: int) -> int:\n    return n\n"
    project.write("own.py", text)
    project.find("own", "--sequences", "40")
    project.write("own.py", text.replace("return n", "raise Full(n)"))
    project.refute("replay", "--accept")
    walk = min(path.stem for path in (project.folder / ".refute" / "walks").iterdir())
    done = project.refute("show", walk, "--pytest")

    assert done.code == 4 and "[no-test]" in done.err


def test_what_differs_from_one_process_to_the_next_is_no_walk(project):
    project.write(
        "clock.py", "import time\n\n\ndef now() -> int:\n    return time.monotonic_ns()\n"
    )
    project.find("clock", "--sequences", "60")

    assert not (project.folder / ".refute" / "walks").exists()


# ---- asked from Python -------------------------------------------------------------------------------------------


def test_questions_are_answered_and_answers_exported(project, box):
    saved = refute.corpus(project.folder)
    totals = saved.where(lambda s: s.before("insert", "total"))
    full = saved.where(lambda s: any("items=[]" not in s.state(p) for p in s.calls("Box.total")))
    paths = saved.export(project.folder / "t")
    passing = subprocess.run([sys.executable, "-m", "pytest", "-q", *paths], capture_output=True)

    assert len(saved) == len(saved.walks) > 0 and len(saved.findings) == 0
    assert len(totals) and all(s.calls("insert")[0] < s.calls("total")[-1] for s in totals)
    assert {s.id for s in full} <= {s.id for s in totals}
    assert [Path(p).name for p in paths] == ["test_box_walks.py"]
    assert passing.returncode == 0, passing.stdout
    assert not any(one.changed for one in saved.replay())


SHELF = """
class Shelf:
    def __init__(self) -> None:
        self._items: list[int] = []
    def insert(self, x: int) -> None:
        self._items.append(x)
    def take(self) -> int:
        return self._items.pop(0)
    def take_spec(self) -> int:
        assert self._items, "PRE"
        taken = self.take()
        assert not self._items or taken >= self._items[-1], "POST"
        return taken
    def probe_two(self) -> None:
        self._items[:] = [1, 2]
    def temporal_spec(self):
        from refute.temporal import never
        return never(lambda s: len(s._items) == 3)
"""


def test_a_call_of_a_specification_is_one_of_its_method_and_a_check_is_none(project):
    project.write("shelf.py", SHELF)
    project.find("shelf", "--sequences", "100")
    saved = refute.corpus(project.folder)
    taken = saved.findings.where(lambda s: s.calls("take"))
    watched = saved.findings.where(lambda s: any("watch.check()" in x for x in s.lines()))

    assert all(s.calls("take") == s.calls("take_spec") == s.calls("Shelf.take") for s in taken)
    assert any("take_spec" in line for s in taken for line in s.lines())
    assert all(s.before("Shelf", "take") for s in taken)
    assert len(watched) == 1
    for one in watched:
        assert one.calls("check") == []
        assert set(one.operations()) <= {
            "shelf:Shelf",
            "shelf:Shelf.insert",
            "shelf:Shelf.probe_two",
        }


def test_what_takes_a_probe_is_not_tried_without_probes(project):
    project.write("shelf.py", SHELF.replace("def insert", "def _insert"))
    _, found = project.find("shelf", "--sequences", "60")
    _, again = project.find("shelf", "--sequences", "1", "--seed", "9")
    _, without = project.find("shelf", "--sequences", "60", "--no-probes")
    reasons = [f["reason"] for f in [*found["findings"], *again["findings"]]]

    assert reasons and all("it takes the probe probe_two" in one for one in reasons)
    assert len(again["findings"]) == len(found["findings"])
    assert without["findings"] == []
    assert len(project.saved()) == len(found["findings"]), "it has not been mended"


JAR = """
class Jar:
    def __init__(self) -> None:
        self._items: list[int] = []

    def put(self, x: int) -> None:
        self._items.append(x)

    def share(self) -> float:
        return 1 / (len(self._items) - 7)

    def probe_nearly_full(self) -> None:
        while len(self._items) < 7:
            self.put(1)
"""


def test_what_was_found_without_a_probe_is_not_replaced_by_what_takes_one(project):
    project.write("jar.py", JAR)
    _, without = project.find("jar", "--sequences", "2000", "--no-probes")
    project.write("other.py", JAR)
    _, few = project.find("other", "--sequences", "40")
    _, again = project.find("jar", "--sequences", "40")

    assert ["probe" in f["reason"] for f in without["findings"]] == [False]
    assert ["probe" in f["reason"] for f in few["findings"]] == [True], "so few do not show it else"
    assert ["probe" in f["reason"] for f in again["findings"]] == [False]


NEVER = """
class A:
    def __init__(self) -> None:
        self.n = 0

    def inc(self, by: int) -> int:
        self.n += by
        return 10 // self.n

    def appmodel(self, last: str) -> bool:
        return last == "increment"
"""


@pytest.mark.parametrize(("more", "code"), [("", 5), ("def f(x: int) -> int: return x", 0)])
def test_where_every_call_is_forbidden_nothing_was_tested(project, more, code):
    project.write("never.py", f"{NEVER}\n\n{more}\n")
    done = project.refute("find", "never", "--sequences", "200", "-n", "1")

    assert done.code == code
    assert "[appmodel-never]" in done.out and "always raised" not in done.out
    assert ("Nothing was tested" in done.out) is ("Chance" not in done.out) is (code == 5)


# ---- other versions ----------------------------------------------------------------------------------------------


GOLDEN = Path(__file__).parents[1] / "golden" / "corpus"


@pytest.mark.parametrize("written", sorted(GOLDEN.iterdir()), ids=lambda path: path.name)
def test_a_corpus_of_every_version_so_far_is_read_and_behaves_as_recorded(project, written):
    shutil.copytree(written, project.folder, dirs_exist_ok=True)
    (project.folder / "saved").rename(project.folder / ".refute")
    expected = json.loads((written / "expected.json").read_text())
    replayed = project.refute("replay", "--changed")
    saved = refute.corpus(project.folder)

    assert sorted(one.id for one in saved) == expected["ids"]
    assert replayed.code == 0, replayed.out + replayed.err
    assert project.refute("show", expected["ids"][0], "--steps").code == 0


def test_a_guess_that_nothing_speaks_for_any_more_is_doubtful(project):
    path = project.write("means.py", "def mean(numbers):\n    return sum(numbers) / len(numbers)\n")
    _, found = project.find("means", "--sequences", "300")
    path.write_text("def mean(numbers):\n    return sum(numbers) / (len(numbers) * 0)\n")
    _, again = project.find("means", "--sequences", "300")
    finding = found["findings"][0]
    replayed = project.refute("replay", finding["id"])

    assert finding["severity"] == "likely"
    assert {one["severity"] for one in again["findings"]} == {"doubtful"}
    assert replayed.code == 1 and "test (doubtful)" in replayed.out
