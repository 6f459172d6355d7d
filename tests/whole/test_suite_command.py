"""`refute suite` as a user runs it, and its files as pytest runs them."""

from __future__ import annotations

import ast
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from user_project import Done, Project, run_refute

SUBJECTS = Path(__file__).parent.parent / "subjects"

# Runs the tests in another order; plain pytest has no option for it.
SHUFFLE = """
import os, random

def pytest_collection_modifyitems(items):
    random.Random(os.environ["ORDER"]).shuffle(items)
"""


def suite(folder: Path, *arguments: str) -> Done:
    # One worker: the same suite on every machine.
    return run_refute(folder, "suite", *arguments, "-o", "tests", "-n", "1")


def run_pytest(
    folder: Path, *arguments: str, hash_seed: int = 0, order: str = ""
) -> subprocess.CompletedProcess[str]:
    if order:
        (folder / "tests" / "conftest.py").write_text(SHUFFLE)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "ORDER": order}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
    )


def with_subject(folder: Path, name: str, as_name: str | None = None) -> Path:
    shutil.copy(SUBJECTS / f"{name}.py", folder / f"{as_name or name}.py")
    return folder


def functions_in(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text())
    return [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the older bit set, under a name of its own, and the suite that records it."""
    folder = with_subject(tmp_path_factory.mktemp("bitset"), "bitset_v1", "bitset")
    done = suite(folder, "bitset", "--sequences", "150")
    assert done.code == 0, done.out + done.err
    return folder


def test_a_suite_passes_in_five_processes_in_any_order(recorded):
    for number in range(5):
        done = run_pytest(recorded, hash_seed=number, order=str(number))

        assert done.returncode == 0, done.stdout


def test_a_suite_has_tens_of_tests_and_each_asserts(recorded):
    tests = functions_in(recorded / "tests" / "test_bitset.py")

    assert 8 <= len(tests) <= 40
    for test in tests:
        text = ast.unparse(test)
        assert "assert " in text or "pytest.raises" in text
    assert len({ast.unparse(ast.Module(test.body, [])) for test in tests}) == len(tests)


def test_a_suite_shows_every_operation_and_what_it_refuses(recorded):
    text = (recorded / "tests" / "test_bitset.py").read_text()

    for name in ("set", "clear", "get", "cardinality", "size", "clone"):
        assert f".{name}(" in text
    assert "pytest.raises(ValueError" in text
    assert "pytest.raises(IndexError" in text


def test_a_suite_fails_on_the_version_with_the_regression(recorded, tmp_path):
    # Randoop, figure 1-2: in the newer version clone() trims its receiver.
    folder = with_subject(tmp_path, "bitset_v2", "bitset")
    shutil.copytree(recorded / "tests", folder / "tests")
    done = run_pytest(folder)

    assert done.returncode == 1, done.stdout
    assert re.search(r"FAILED .*::test_\w*clone", done.stdout)


@pytest.fixture(scope="module")
def recorded_again(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The same folder after a test was added by hand and the suite recorded once more, and what that printed."""
    folder = tmp_path_factory.mktemp("again")
    shutil.copytree(recorded, folder, dirs_exist_ok=True)
    with (folder / "tests" / "test_bitset.py").open("a") as written:
        written.write("\n\ndef test_mine():\n    assert True\n")
    # In a process of its own, where sets have another order: what is recorded must not depend on ours.
    arguments = ("suite", "bitset", "--sequences", "150", "-o", "tests", "-n", "1")
    return folder, Project(folder).refute(*arguments, PYTHONHASHSEED="7").out


def test_a_test_added_by_hand_is_not_lost(recorded_again):
    folder, printed = recorded_again
    kept = folder / "tests" / "test_bitset.py.kept"

    assert "test_bitset.py was changed by hand: kept as" in printed
    assert "def test_mine" in kept.read_text()
    assert "def test_mine" not in (folder / "tests" / "test_bitset.py").read_text()


def test_the_same_seed_gives_the_same_suite(recorded, recorded_again):
    one, two = ((f / "tests" / "test_bitset.py").read_text() for f in (recorded, recorded_again[0]))

    assert one == two


CORRECT = ("bst", "binomial_heap", "fibonacci_heap", "linked_list", "int_stack", "ub_stack")


@pytest.mark.parametrize("name", CORRECT)
def test_suites_of_containers_repeat(name, tmp_path):
    folder = with_subject(tmp_path, name)
    done = suite(folder, name, "--sequences", "60")
    assert (folder / "tests" / f"test_{name}.py").exists(), done.out + done.err

    ignored = "--ignore-glob=*_findings.py"
    for number in (1, 2):
        again = run_pytest(folder, ignored, hash_seed=number, order=str(number))
        assert again.returncode == 0, again.stdout


def test_findings_go_apart_and_their_tests_fail(tmp_path):
    folder = with_subject(tmp_path, "fault_exact_capacity")
    done = suite(folder, "fault_exact_capacity", "--sequences", "600")
    written = sorted(path.name for path in (folder / "tests").iterdir())

    assert done.code == 1, done.out + done.err
    assert written == ["test_fault_exact_capacity.py", "test_fault_exact_capacity_findings.py"]
    findings = functions_in(folder / "tests" / "test_fault_exact_capacity_findings.py")
    again = run_pytest(folder)
    assert f"{len(findings)} failed" in again.stdout
    assert "test_fault_exact_capacity.py::" not in again.stdout


ACCOUNT = """
class Account:
    def __init__(self) -> None:
        self._deposits: list[int] = []

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("amount must be positive")
        self._deposits.append(amount)

    def average(self) -> float:
        return sum(self._deposits) / len(self._deposits)

    def report(self) -> str:
        return f"on average {self.average()}"
"""


def test_a_suite_passes_when_the_fault_of_a_finding_is_mended(tmp_path):
    path = tmp_path / "account.py"
    path.write_text(ACCOUNT)
    done = suite(tmp_path, "account", "--sequences", "200")
    text = (tmp_path / "tests" / "test_account.py").read_text()
    path.write_text(ACCOUNT.replace("/ len(self._deposits)", "/ max(1, len(self._deposits))"))
    again = run_pytest(tmp_path)

    assert "Account.average raises ZeroDivisionError" in done.out
    assert "pytest.raises(ValueError" in text and "ZeroDivisionError" not in text
    assert " failed" not in again.stdout, again.stdout


def test_ctrl_c_keeps_what_was_recorded(project):
    with_subject(project.folder, "int_stack")
    ours, theirs = pty.openpty()  # on a terminal progress is shown at once
    arguments = ("suite", "int_stack", "-o", "tests", "-n", "1", "--for", "1h")
    process = project.start(*arguments, stderr=theirs)
    err = ""
    while not re.search(r"\d\d sequences", err):
        err += os.read(ours, 1000).decode()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=100)
    err += os.read(ours, 10_000).decode()
    os.close(ours)
    os.close(theirs)

    assert process.returncode == 2, out + err
    assert "interrupted; writing what was recorded so far" in err
    assert functions_in(project.folder / "tests" / "test_int_stack.py")
    assert " failed" not in run_pytest(project.folder).stdout


FICKLE = '''
import os, random, tempfile, time, uuid
from pathlib import Path

_calls = 0

def double(n: int) -> int:
    return 2 * n

def numbered(n: int) -> str:
    """Its result depends on what ran before."""
    global _calls
    _calls += 1
    return f"{n} {_calls}"

def stamped(n: int) -> str:
    return f"{n} at {time.strftime('%Y')}{time.time()}"

def named(n: int) -> str:
    return f"{n} {uuid.uuid4()}"

def drawn(n: int) -> float:
    return random.random()

def whose(n: int) -> int:
    return os.getpid()

def where(n: int) -> str:
    return os.getcwd()

def hashed(text: str) -> int:
    return hash(text + "!")

def in_set_order(n: int) -> list[str]:
    return list({"a", "b", "c", "d", "e", f"{n}"})

def anonymous(n: int) -> object:
    return object()

def shown(n: int) -> str:
    return repr(object())

def leave_a_file(n: int) -> bool:
    Path("left behind").write_text("x")
    return True

def local_hour(n: int) -> int:
    return time.localtime(n % 1000).tm_hour
'''


def test_what_does_not_repeat_is_not_recorded(tmp_path):
    (tmp_path / "fickle.py").write_text(FICKLE)
    done = suite(tmp_path, "fickle", "--sequences", "300")
    text = (tmp_path / "tests" / "test_fickle.py").read_text()

    called = set(re.findall(r"(\w+)\(", text))
    assert "double" in called, done.out
    fickle = {"stamped", "named", "drawn", "whose", "where", "leave_a_file", "local_hour"}
    assert not called & fickle, text
    for name in ("numbered", "hashed", "in_set_order", "anonymous", "shown"):
        assert not re.search(rf"{name}\(.*\) ==", text), text
    (tmp_path / "tests" / "conftest.py").unlink(missing_ok=True)
    for number in range(3):
        again = run_pytest(tmp_path, hash_seed=number, order=str(number))
        assert again.returncode == 0, again.stdout
    assert not (tmp_path / "left behind").exists()


AROUND = """
import os
import platform
import shutil
import sys

def program() -> str:
    return sys.argv[0]

def arguments() -> int:
    return len(sys.argv)

def variables() -> int:
    return len(os.environ)

def host() -> str:
    return platform.node()

def width() -> int:
    return shutil.get_terminal_size().columns

def half(n: int) -> int:
    return n // 2
"""
CLOCKED = """
import random, time, uuid

class Job:
    def __init__(self, name: str) -> None:
        self.name, self.id, self.made = name, uuid.uuid4(), time.time()

    def is_named(self) -> bool:
        return bool(self.name)

    def is_fresh(self) -> bool:
        return time.time() - self.made < 60

def roll() -> int:
    return random.randint(1, 6)
"""
MODES = """
import os

def mode(fd: int) -> int:
    return os.stat(fd).st_mode

def double(fd: int) -> int:
    return 2 * fd
"""


@dataclass(frozen=True)
class Asking:
    """A folder with three modules that ask what is around them, what was printed when they were recorded, and the tests."""

    folder: Path
    printed: str

    def tests_of(self, module: str) -> str:
        return (self.folder / "tests" / f"test_{module}.py").read_text()


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Asking:
    folder = tmp_path_factory.mktemp("asking")
    texts = {"around": AROUND, "clocked": CLOCKED, "modes": MODES}
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return Asking(folder, suite(folder, *texts, "--sequences", "200").out)


def test_what_tells_of_the_process_or_the_machine_is_not_recorded(asking):
    written = asking.tests_of("around")

    assert "assert half(" in written
    for name in ("program", "arguments", "variables", "host", "width"):
        assert f"assert {name}(" not in written


def test_what_asks_the_clock_is_recorded_without_its_answers_and_what_asks_chance_is_named(asking):
    text = asking.tests_of("clocked")

    assert "job.is_named() is True" in text
    assert "is_fresh" not in text
    assert (
        "no test of Job.is_fresh: it asks chance (uuid.uuid4) and the clock (time.time)"
        in asking.printed
    )
    assert "no test of roll: it asks chance (random.getrandbits)\n" in asking.printed


def test_what_the_standard_descriptors_are_is_not_recorded(asking):
    text = asking.tests_of("modes")

    assert "double(" in text
    assert not re.search(r" mode\([012]\)", text)


def test_and_the_tests_of_the_rest_pass(asking):
    # mode(3) is recorded: descriptor 3 is the same in all our processes, and something else under pytest.
    tested = run_pytest(asking.folder, "--ignore=tests/test_modes.py")

    assert tested.returncode == 0, tested.stdout


NOTES = """
import os, shutil

def delete(path: str) -> bool:
    if not os.path.exists(path):
        return False
    shutil.rmtree(path)
    return True
"""


def test_tests_of_code_that_may_touch_files_run_in_an_empty_folder(tmp_path):
    (tmp_path / "notes.py").write_text(NOTES)
    suite(tmp_path, "notes", "--sequences", "60")
    text = (tmp_path / "tests" / "test_notes.py").read_text()
    named = re.findall(r'delete\("(\w+)"\)', text)
    for name in named:
        (tmp_path / name / "thesis").mkdir(parents=True)
    tested = run_pytest(tmp_path)

    assert named
    assert tested.returncode == 0, tested.stdout
    assert all((tmp_path / name / "thesis").is_dir() for name in named)


def test_files_of_other_origin_are_left_alone(tmp_path):
    folder = with_subject(tmp_path, "int_stack")
    mine = folder / "tests" / "test_int_stack.py"
    mine.parent.mkdir()
    mine.write_text("def test_mine(): pass\n")
    suite(folder, "int_stack", "--sequences", "20")

    assert mine.read_text() == "def test_mine(): pass\n"
    assert (folder / "tests" / "test_int_stack_refute.py").exists()


NUMBER = """
class Number:
    def __init__(self, n: int = 1):
        self.n = n

    def __add__(self, other: "int | Number") -> "Number":
        return Number(self.n + (other.n if isinstance(other, Number) else other))

    __radd__ = __add__

    def __mul__(self, other: int) -> "Number":
        return Number(self.n * other)

    def __rmod__(self, other) -> str:
        return "Number" if isinstance(other, Number) else "other"


def number_called(name: str) -> Number:
    return name
"""


@pytest.mark.parametrize(
    ("method", "receiver"), [("mul", 0), ("add", 0), ("radd", 1), ("rmod", 1)], ids=str
)
def test_a_test_of_an_operator_calls_the_method_of_the_class(number_suite, method, receiver):
    tests = [one for one in functions_in(number_suite) if method in one.name.split("_")]
    operands = [
        [ast.unparse(side).lower().startswith("number") for side in (node.left, node.right)]
        for one in tests
        for node in ast.walk(one)
        if isinstance(node, ast.BinOp)
    ]

    assert operands
    assert all(are_numbers[receiver] for are_numbers in operands)
    assert method in ("mul", "add") or [True, True] not in operands


@pytest.fixture(scope="module")
def number_suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("number")
    (folder / "number.py").write_text(NUMBER)
    done = suite(folder, "number", "--sequences", "300")
    assert done.code == 0, done.out + done.err
    return folder / "tests" / "test_number.py"


def test_a_run_that_records_nothing_says_why(project):
    project.write("moody.py", "import random\n\ndef mood() -> float:\n    return random.random()\n")

    done = project.refute("suite", "moody", "--sequences", "20", "-n", "1", "-o", "tests")

    assert not (project.folder / "tests" / "test_moody.py").exists()
    assert "no suite is written: no test of mood: it asks chance" in done.out
    assert done.out.splitlines()[0].endswith("[nothing-recorded]")


def test_a_suite_says_what_functions_were_called_with(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(
        "from collections.abc import Callable\n\n"
        "def twice(change: Callable[[int], None], times: int) -> int:\n"
        "    change(times)\n"
        "    change(times + 1)\n"
        "    return times\n"
    )
    done = suite(tmp_path, "twice", "--sequences", "200")
    text = (tmp_path / "tests" / "test_twice.py").read_text()

    assert done.code == 0
    assert "lambda x: items.append(x)" in text
    assert re.search(r"assert items == (\[-?\d+, -?\d+\]|expected)", text)
    assert run_pytest(tmp_path).returncode == 0
