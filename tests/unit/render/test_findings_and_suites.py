"""Emitted files compile, are laid out as ruff would, and do under pytest what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from refute.model.errors import UsageError
from refute.model.finding import Finding
from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, BOOL, FLOAT, INT, NONE, STR, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.render.files import relative_entries, with_digest, write_files
from refute.render.findings_module import findings_file
from refute.render.suite_module import distinct, suite_file
from refute.render.test_names import findings_name, module_of, recorded_module, suite_name

SUBJECT = """
import enum, os

class Color(enum.Enum):
    RED = 1

class EmptyError(LookupError):
    pass

class Stack:
    def __init__(self):
        self._items = []
    def push(self, item):
        self._items.append(item)
    def pop(self):
        if not self._items:
            raise EmptyError("nothing to pop (yet)")
        return self._items.pop()
    def top(self):
        return self._items[-1]
    def mean(self):
        return sum(self._items) / len(self._items)
    @property
    def color(self):
        return Color.RED
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        return iter(self._items)
    def __eq__(self, other):
        return isinstance(other, Stack) and self is not other
    def rep_ok(self):
        return len(self._items) < 2

def crash(code):
    os._exit(code)
"""
STACK = TypeForm("stacks:Stack")
new = Call("stacks:Stack", (), STACK, how="new")
push = Call("stacks:Stack.push", (STACK, ANY), NONE, how="method")
pop = Call("stacks:Stack.pop", (STACK,), ANY, how="method")
top = Call("stacks:Stack.top", (STACK,), ANY, how="method")
mean = Call("stacks:Stack.mean", (STACK,), FLOAT, how="method")
color = Call("stacks:Stack.color", (STACK,), ANY, how="get")
length = Call("stacks:Stack.__len__", (STACK,), INT, how="operator")
crash = Call("stacks:crash", (INT,), NONE)

EMPTY = Sequence().extend(new)
PUSHED = EMPTY.extend(Literal("7", INT)).extend(push, (0, 1))
TOP_OF_NOTHING = EMPTY.extend(top, (0,))


def violation(sequence: Sequence, rule: str, operation: str, **more: object) -> Violation:
    given: dict[str, object] = {
        "rule": rule,
        "operation": operation,
        "message": "it goes wrong",
        "signature": (rule, operation),
        **more,
    }
    return Violation(step=len(sequence) - 1, blame=Blame.CODE, **given)  # type: ignore[arg-type]


def finding(sequence: Sequence, rule: str, operation: str, **more: object) -> Finding:
    made = violation(sequence, rule, operation, **more)
    return Finding(made, sequence, sequence, seed=3, found_by="feedback")


RAISES = finding(
    TOP_OF_NOTHING,
    "raises",
    "stacks:Stack.top",
    exception="IndexError",
    message="IndexError: list index out of range",
    reason="raised by the interpreter",
)
LAW = finding(
    EMPTY,
    "eq-reflexive",
    "stacks:Stack",
    subjects=(0,),
    assertion="assert {0} == {0}",
    test_name="is_equal_to_itself",
)
INVARIANT = finding(
    PUSHED.extend(push, (0, 1)),
    "invariant",
    "stacks:Stack.push",
    subjects=(0,),
    assertion="assert {0}.rep_ok()",
    severity=Severity.LIKELY,
)
DIES = finding(
    Sequence().extend(Literal("3", INT)).extend(crash, (0,)),
    "dies",
    "stacks:crash",
    message='the process ends with "code" 3\\ at 0x7f1234567890',
)
HANGS = finding(EMPTY, "hangs", "stacks:Stack", message="does not return within 5 s", seconds=5.0)
FINDINGS = [INVARIANT, DIES, LAW, RAISES]

SUITE = [
    RecordedTest(
        PUSHED.extend(pop, (0,)), (Observation(3, "{0}", "7"), Observation(0, "len({0})", "0"))
    ),
    RecordedTest(PUSHED.extend(length, (0,)), (Observation(3, "{0}", "1"),)),
    RecordedTest(
        PUSHED,
        (Observation(0, "list({0})", "[7]"), Observation(0, "{0}.color", "stacks.Color.RED", "is")),
    ),
    RecordedTest(EMPTY, (Observation(0, "{0}", "stacks.Stack", "isinstance"),)),
    RecordedTest(PUSHED.extend(mean, (0,)), (Observation(3, "{0}", "7.000001", "approx"),)),
    RecordedTest(
        EMPTY.extend(pop, (0,)),
        (Observation(0, "len({0})", "0"),),
        RecordedRaise(1, "stacks:EmptyError", "nothing to pop (yet)"),
    ),
    RecordedTest(
        EMPTY.extend(mean, (0,)), (), RecordedRaise(1, "ZeroDivisionError", "division by zero")
    ),
    RecordedTest(TOP_OF_NOTHING, (), RecordedRaise(1, "IndexError")),
]


@pytest.fixture(autouse=True)
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "stacks.py").write_text(SUBJECT)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    sys.modules.pop("stacks", None)


def run_pytest(folder: Path, name: str, text: str, hash_seed: int = 0) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "-q", name]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": str(folder / "src"),
    }
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return ran.stdout + ran.stderr


def is_formatted(text: str, folder: Path) -> bool:
    path = folder / "formatted.py"
    path.write_text(text, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "100", "--diff"]
    ran = subprocess.run([*ruff, str(path)], capture_output=True, text=True)
    print(ran.stdout)
    return ran.returncode == 0


def test_a_findings_file_reads_like_this():
    text = findings_file("stacks", FINDINGS, version="0.1.0", again="refute find stacks -o tests")
    for each in FINDINGS:
        text = text.replace(each.id, "123abc")

    assert text == (
        """\
# Generated by refute 0.1.0: what breaks stacks.
# Each test fails now and passes once the fault it shows is mended.
# Seed 3; again: refute find stacks -o tests

import os
import subprocess
import sys

from stacks import Stack


def _run(*lines):
    \"\"\"Run the lines in a process of their own: they may end it.\"\"\"
    return subprocess.run(
        [sys.executable, "-c", "\\n".join(lines)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_stack_is_equal_to_itself():
    \"\"\"Stack: it goes wrong.

    Finding 123abc, blame: code.
    \"\"\"
    stack = Stack()

    assert stack == stack


def test_top_does_not_raise_index_error():
    \"\"\"Stack.top: IndexError: list index out of range.

    Finding 123abc, blame: code; raised by the interpreter.
    \"\"\"
    stack = Stack()
    stack.top()


def test_crash_does_not_end_the_process():
    \"\"\"crash: the process ends with "code" 3\\\\ at 0x….

    Finding 123abc, blame: code.
    \"\"\"
    run = _run(
        "from stacks import crash",
        'crash(3)  # the process ends with "code" 3\\\\ at 0x…',
    )

    assert run.returncode == 0, run.stderr


def test_push_keeps_the_invariant():
    \"\"\"Stack.push: it goes wrong.

    Finding 123abc, blame: code.
    \"\"\"
    stack = Stack()
    stack.push(7)
    stack.push(7)

    assert stack.rep_ok()
"""
    )


def test_each_finding_fails_in_the_way_it_says(tmp_path: Path):
    shown = run_pytest(tmp_path, "test_f.py", findings_file("stacks", FINDINGS, version="1"))

    assert "4 failed" in shown
    assert re.search(r"FAILED .*::test_top_does_not_raise_index_error - IndexError", shown)
    assert re.search(r"FAILED .*::test_stack_is_equal_to_itself - (assert|AssertionError)", shown)
    assert re.search(r"FAILED .*::test_push_keeps_the_invariant - (assert|AssertionError)", shown)
    assert re.search(r"FAILED .*::test_crash_does_not_end_the_process - AssertionError", shown)


def test_findings_pass_once_the_faults_are_mended(tmp_path: Path, subject: Path):
    mended = SUBJECT.replace("os._exit(code)", "pass").replace("self is not other", "True")
    mended = mended.replace("self._items[-1]", "None").replace("< 2", "< 9")
    (subject / "stacks.py").write_text(mended)

    assert "4 passed" in run_pytest(
        tmp_path, "test_f.py", findings_file("stacks", FINDINGS, version="1")
    )


def test_a_suite_reads_like_this():
    assert suite_file("stacks", SUITE[:6], version="0.1.0", seed=0) == (
        """\
# Generated by refute 0.1.0: how stacks behaves today.
# A test that fails tells of a change: a fault, or a test to be made anew.
# Seed 0

import re

import pytest

from stacks import Color, EmptyError, Stack


def test_new_stack():
    stack = Stack()

    assert isinstance(stack, Stack)


def test_push_then_len_returns_1():
    stack = Stack()
    stack.push(7)

    assert len(stack) == 1


def test_push_then_mean():
    stack = Stack()
    stack.push(7)

    assert stack.mean() == pytest.approx(7.000001)


def test_pop_raises_empty_error():
    stack = Stack()

    with pytest.raises(EmptyError, match=re.escape("nothing to pop (yet)")):
        stack.pop()

    assert len(stack) == 0


def test_push_then_pop_returns_7():
    stack = Stack()
    stack.push(7)

    assert stack.pop() == 7
    assert len(stack) == 0


def test_push():
    stack = Stack()
    stack.push(7)

    assert list(stack) == [7]
    assert stack.color is Color.RED
"""
    )


def test_a_suite_passes_in_fresh_processes(tmp_path: Path):
    text = suite_file("stacks", SUITE, version="1", seed=0)

    for hash_seed in range(5):
        assert "8 passed" in run_pytest(tmp_path, "test_s.py", text, hash_seed)


def test_a_suite_fails_when_the_behaviour_changes(tmp_path: Path, subject: Path):
    (subject / "stacks.py").write_text(SUBJECT.replace("nothing to pop", "empty"))

    shown = run_pytest(tmp_path, "test_s.py", suite_file("stacks", SUITE, version="1", seed=0))

    assert "1 failed, 7 passed" in shown


def test_a_call_that_does_not_return_is_given_its_time_in_a_process_of_its_own(
    tmp_path: Path, subject: Path
):
    text = findings_file("stacks", [HANGS], version="1")
    shown = run_pytest(tmp_path, "test_h.py", text)

    assert "in_time = _ends_within(\n        5,\n" in text
    assert is_formatted(text, tmp_path)
    assert "1 passed" in shown  # mended: this one returns


def test_files_are_laid_out_as_ruff_would(tmp_path: Path):
    entries = ["../src"]

    assert is_formatted(findings_file("stacks", FINDINGS, version="1"), tmp_path)
    assert is_formatted(suite_file("stacks", SUITE, version="1", seed=0), tmp_path)
    assert is_formatted(
        suite_file("stacks", SUITE, version="1", seed=0, path_entries=entries), tmp_path
    )


def test_the_subject_is_found_beside_the_tests(tmp_path: Path, subject: Path):
    tests = tmp_path / "tests"
    entries = relative_entries([str(subject)], tests)
    tests.mkdir()

    for text in (
        suite_file("stacks", SUITE, version="1", seed=0, path_entries=entries),
        suite_file("stacks", SUITE[:1], version="1", seed=0, path_entries=entries),
    ):
        assert entries == ["../src"]
        assert str(tmp_path) not in text
        assert "passed" in run_pytest(tests, "test_s.py", text)


def test_the_order_of_the_input_does_not_matter():
    assert findings_file("m", FINDINGS, version="1") == findings_file(
        "m", FINDINGS[::-1], version="1"
    )
    assert suite_file("m", SUITE, version="1", seed=0) == suite_file(
        "m", SUITE[::-1], version="1", seed=0
    )


def test_two_classes_of_one_name_live_in_one_file(tmp_path: Path, subject: Path):
    (subject / "others.py").write_text(SUBJECT)
    other = Call("others:Stack", (), TypeForm("others:Stack"), how="new")
    clash = finding(
        Sequence().extend(other).extend(Call("others:Stack.top", (), ANY, how="method"), (0,)),
        "raises",
        "others:Stack.top",
        exception="IndexError",
    )
    text = findings_file("stacks", [RAISES, clash], version="1")

    assert "import stacks\nfrom others import Stack\n" in text
    assert "def test_stack_top_does_not_raise_index_error" in text
    assert "2 failed" in run_pytest(tmp_path, "test_f.py", text)


def test_names_are_made_unique_by_number_at_last():
    def named(argument: str) -> RecordedTest:
        made = EMPTY.extend(Literal(argument, ANY)).extend(push, (0, 1))
        return RecordedTest(made, (Observation(0, "len({0})", "1"),))

    text = suite_file(
        "stacks", [named(each) for each in ("0.5", "1", "2", "2.5", "3.5")], version="1", seed=0
    )

    assert sorted(re.findall(r"def (\w+)", text)) == [
        "test_push",
        "test_push_with_1",
        "test_push_with_2",
        "test_stack_push",
        "test_stack_push_2",
    ]


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        ("-1", "test_top_returns_minus_1"),
        ("''", "test_top_returns_empty_string"),
        ("'Ab'", "test_top_returns_ab"),
        ("'a b'", "test_top"),
        ("1.5", "test_top"),
    ],
)
def test_short_results_are_part_of_the_name(expected: str, name: str):
    test = RecordedTest(TOP_OF_NOTHING, (Observation(1, "{0}", expected),))

    assert f"def {name}():" in suite_file("stacks", [test], version="1", seed=0)


def test_comparisons_that_only_ask_are_asserted_in_place():
    less = Call("stacks:Stack.__lt__", (STACK, STACK), BOOL, how="operator")
    steps = EMPTY.extend(new).extend(less, (0, 1))
    test = RecordedTest(steps, (Observation(2, "{0}", "True", "is"),))

    assert "    assert (Stack() < Stack()) is True\n" in suite_file(
        "stacks", [test], version="1", seed=0
    )


def test_nan_is_asserted_by_what_it_is():
    test = RecordedTest(
        PUSHED.extend(mean, (0,)), (Observation(3, "{0}", "float('nan')", "isnan"),)
    )
    text = suite_file("stacks", [test], version="1", seed=0)

    assert "import math\n" in text
    assert "    assert math.isnan(stack.mean())\n" in text


def test_messages_that_are_plain_need_no_escape():
    test = RecordedTest(TOP_OF_NOTHING, (), RecordedRaise(1, "IndexError", "out of range - empty"))

    assert 'pytest.raises(IndexError, match="out of range - empty"):' in suite_file(
        "stacks", [test], version="1", seed=0
    )


def test_messages_of_any_kind_give_files_that_compile():
    for message in ('"""', "\\", 'a"', "\ud800\x00\n\n'''", "x" * 500, "{0}"):
        odd = finding(
            TOP_OF_NOTHING, "raises", "stacks:Stack.top", exception="IndexError", message=message
        )
        text = findings_file("stacks", [odd], version="1")

        compile(text.encode("utf-8"), "test_f.py", "exec")


def test_a_law_is_about_the_class():
    claim = {
        "subjects": (0,),
        "assertion": "assert {0}",
        "test_name": "is_not_less_than_its_equals",
    }
    law = finding(EMPTY, "lt-eq", "stacks:Stack.__lt__", **claim)
    new_law = finding(EMPTY, "my-law", "stacks:Stack", subjects=(0,), assertion="assert {0}")
    text = findings_file("stacks", [law, new_law], version="1")

    assert "def test_stack_is_not_less_than_its_equals():" in text
    assert "def test_stack_my_law():" in text


def test_long_assertions_are_broken():
    assertion = f"assert {{0}} == {list(range(100, 130))!r}"
    long = finding(EMPTY, "eq", "stacks:Stack", subjects=(0,), assertion=assertion)
    text = findings_file("stacks", [long], version="1")

    assert "    assert stack == [\n        100,\n" in text


def test_where_things_belong():
    assert findings_name("shop.cart") == "test_shop_cart_findings.py"
    assert suite_name("shop.cart") == "test_shop_cart.py"
    assert module_of(RAISES) == "stacks"
    assert recorded_module(SUITE[0]) == "stacks"


def test_files_are_written_and_written_again(tmp_path: Path):
    folder = tmp_path / "a" / "b"
    text = suite_file("stacks", SUITE, version="1", seed=0)

    assert write_files(folder, {"test_x.py": text}) == [str(folder / "test_x.py")]
    assert write_files(folder, {"test_x.py": text}) == [str(folder / "test_x.py")]
    assert (folder / "test_x.py").read_text() == with_digest(text)
    assert os.listdir(folder) == ["test_x.py"]


def test_files_of_other_origin_are_left_alone(tmp_path: Path):
    (tmp_path / "test_x.py").write_text("mine")
    (tmp_path / "test_x_refute.py").mkdir()

    written = write_files(tmp_path, {"test_x.py": "# Generated by refute 1\n"})

    assert written == [str(tmp_path / "test_x_refute_2.py")]
    assert (tmp_path / "test_x.py").read_text() == "mine"


def test_a_folder_that_refuses_is_the_users_trouble(tmp_path: Path):
    (tmp_path / "file").write_text("")

    with pytest.raises(UsageError) as raised:
        write_files(tmp_path / "file" / "below", {"test_x.py": ""})

    assert raised.value.slug == "unwritable"


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UsageError, match="No space left on device"):
        write_files(tmp_path, {"test_x.py": "# Generated by refute\n"})

    assert os.listdir(tmp_path) == ["src"]


def test_strings_in_findings_are_quoted_for_any_content(tmp_path: Path):
    text = Literal(repr('it\'s "so" \\ \n'), STR)
    odd = finding(
        EMPTY.extend(text).extend(push, (0, 1)).extend(push, (0, 1)),
        "invariant",
        "stacks:Stack.push",
        subjects=(0,),
        assertion="assert {0}.rep_ok()",
    )

    assert is_formatted(findings_file("stacks", [odd], version="1"), tmp_path)


def test_a_test_that_another_contains_is_not_written_twice():
    made = EMPTY
    asked = RecordedTest(made.extend(mean, (0,)), (Observation(1, "{0}", "0.0"),))
    told = RecordedTest(
        made, (Observation(0, "len({0})", "0"), Observation(0, "{0}.mean()", "0.0"))
    )
    other = RecordedTest(PUSHED, (Observation(0, "{0}.mean()", "0.0"),))

    assert distinct([asked, told, other]) == [told, other]


def test_a_few_items_are_asked_for_without_a_bound():
    items = Call("stacks:Stack.__iter__", (STACK,), ANY, how="operator")
    test = RecordedTest(PUSHED.extend(items, (0,)), (Observation(3, "{0}", "[7]"),))
    many = RecordedTest(PUSHED.extend(items, (0,)), (Observation(3, "{0}", repr([7] * 64)),))

    few = suite_file("stacks", [test], version="1", seed=0)
    assert "    assert list(stack) == [7]\n" in few
    assert "itertools" not in few
    assert "itertools.islice(stack, 64)" in suite_file("stacks", [many], version="1", seed=0)
