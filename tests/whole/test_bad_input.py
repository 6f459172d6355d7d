"""Whatever is wrong with what the user gives: one line with a slug, the right exit code, nothing half-written."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Iterator

import pytest

from refute.command.main import main
from refute.keep.store import read
from refute.model.errors import UsageError
from refute.render.source import source

SHOP = """
    class Cart:
        def __init__(self) -> None:
            self.prices: list[int] = []

        def add(self, price: int) -> None:
            self.prices.append(price)

        def average(self) -> float:
            return sum(self.prices) / len(self.prices)
"""


@pytest.mark.parametrize(
    ("arguments", "slug"),
    [
        ("find nosuch", "no-such-module"),
        ("find shop.nosuch", "no-such-module"),
        ("find nosuch.py", "no-such-path"),
        ("find shop:Nosuch", "no-such-name"),
        ("find shop:Cart.nosuch", "no-such-name"),
        ("nosuch", "no-such-module"),
        ("find __main__", "bad-target"),
        ("find shop.class", "bad-target"),
        ("find /dev/null", "bad-target"),
        ("fnid shop", "usage"),
        ("fnid", "usage"),
        ("structrues shop:Cart", "usage"),
        ("find", "usage"),
        ("", "usage"),
        ("find shop --bogus", "usage"),
        ("find shop --for 0", "usage"),
        ("find shop --for -3s", "usage"),
        ("find shop --for 0s", "usage"),
        ("find shop --for soon", "usage"),
        ("find shop --sequences 0", "usage"),
        ("find shop --sequences many", "usage"),
        ("find shop --seed x", "usage"),
        ("find shop -n 0", "usage"),
        ("find shop --length 0", "usage"),
        ("find shop --repeat 2", "usage"),
        ("find shop --call-timeout 0", "usage"),
        ("find shop --memory much", "usage"),
        ("find shop --memory 1M", "usage"),
        ("find shop --allow everything", "usage"),
        ("find shop --allow files,everything", "usage"),
        ("find shop --env A=B", "usage"),
        ("plan shop --env =", "usage"),
        ("find shop --invariants Cart.ok", "usage"),
        ("find shop --by magic", "usage"),
        ("find shop --severity fatal", "usage"),
        ("suite shop", "usage"),
        ("find shop -o shop.py", "unwritable"),
        ("find shop -o /proc/nowhere", "unwritable"),
        ("find shop --json nosuch/result.json", "unwritable"),
        ("find shop --json .", "unwritable"),
        ("find shop --json shop.py", "unwritable"),
        ("find shop --junitxml new.py", "unwritable"),
        (f"find {'x' * 5000}", "bad-target"),
        ("find shop --junitxml /proc/result.xml", "unwritable"),
        ("suite shop -o shop.py/tests", "unwritable"),
        ("replay nosuch", "no-such-finding"),
        ("show nosuch", "no-such-finding"),
        ("replay nosuch.json", "no-such-finding"),
        ("show ../../etc/passwd", "no-such-finding"),
    ],
)
def test_a_bad_command_is_refused_at_once_and_nothing_is_written(
    project, in_process, arguments, slug
):
    project.write("shop.py", SHOP)
    done = in_process(*arguments.split())

    assert done.slug == slug, done.err
    assert done.code == 4
    assert done.out == ""
    assert project.files() == ["shop.py"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("find shop --sequnces 9", "--sequnces 9. Did you mean --sequences? (refute find --help)"),
        ("json --sequnces 9", "--sequnces 9. Did you mean --sequences? (refute find --help)"),
        ("find shop --pytest", "--pytest (refute find --help)"),  # of another verb
        ("find shop --frobnicate", "--frobnicate (refute find --help)"),
        ("--frobnicate find shop", "--frobnicate (refute --help)"),
    ],
)
def test_only_options_of_the_verb_are_suggested(arguments, said, capsys):
    assert main(arguments.split()) == 4
    assert capsys.readouterr().err == f"refute: unrecognized arguments: {said}  [usage]\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused_at_once(project):
    project.write("shop.py", SHOP)
    (project.folder / "locked").mkdir(mode=0o500)
    done = project.refute("find", "shop", "-o", "locked/tests")

    assert (done.code, done.slug) == (4, "unwritable")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read"),
        ("", "cannot be read"),
        ("\x00\x01", "cannot be read"),
        ("[]", "holds no sequence"),
        ('{"name": "someone else"}', "holds no sequence"),
        ('{"format": 999}', "format 999"),
        ('{"format": 1}', "a sequence that is not whole"),
        ('{"format": 1, "violation": {}, "sequence": 7}', "not whole"),
    ],
)
@pytest.mark.parametrize("verb", ["replay", "show"])
def test_a_corrupt_or_foreign_file_is_named_and_left_alone(project, in_process, verb, text, said):
    path = project.write("file.json", "")
    path.write_text(text)
    done = in_process(verb, "file.json")

    assert (done.code, done.slug) == (4, "corrupt-file")
    assert "file.json" in done.err and said in done.err
    assert path.read_text() == text


def test_a_file_that_is_no_text_is_corrupt(project):
    (project.folder / "file.json").write_bytes(b"\xff\xfe\x00")
    done = project.refute("show", "file.json")

    assert (done.code, done.slug) == (4, "corrupt-file")


def test_a_corrupt_finding_among_the_saved_ones_does_no_harm_to_a_search(project):
    project.write("shop.py", SHOP)
    project.write(".refute/findings/abcdef.json", "{")
    done = project.refute("find", "shop", "--sequences", "50", "-n", "1")
    shown = project.refute("show", "abcdef")

    assert done.code == 1
    assert len(project.saved()) == 2
    assert (shown.code, shown.slug) == (4, "corrupt-file")


def _changed(data: object, bad: object) -> Iterator[object]:
    """Yield the data with one part of it, however deep, in turn replaced."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from ({**data, key: other} for other in (bad, *_changed(value, bad)))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            for other in (bad, *_changed(value, bad)):
                yield [*data[:place], other, *data[place + 1 :]]


@pytest.mark.parametrize(
    "bad", [None, -1, 10**30, float("nan"), "", "\ud800", "((", "9" * 5000, [[]], {"x": 1}]
)
def test_whatever_is_wrong_in_a_saved_file_it_is_read_or_refused(searched, tmp_path, bad):
    project, _, _ = searched("shop", textwrap.dedent(SHOP), "--sequences", "50")
    (saved,) = project.folder.glob(".refute/findings/*.json")
    for data in _changed(json.loads(saved.read_text()), bad):
        path = tmp_path / "changed.json"
        path.write_text(json.dumps(data))
        try:
            finding = read(path).failing()
        except UsageError:
            continue
        # What is read can be written as a test.
        assert source(finding.sequence, finding.violation)


def test_a_pipe_among_the_saved_files_is_not_waited_for(project):
    project.write("shop.py", SHOP)
    (project.folder / ".refute" / "findings").mkdir(parents=True)
    os.mkfifo(project.folder / ".refute" / "findings" / "abcdef.json")
    done = project.refute("find", "shop", "--sequences", "50", "-n", "1")

    assert done.code == 1
    assert "abcdef.json cannot be read" in done.err


# ---- the target --------------------------------------------------------------------------------------------------


def test_an_import_error_shows_the_frames_of_the_user_and_no_others(project):
    project.write("broken.py", "def prepare():\n    return 1 / 0\n\nprepare()\n")
    done = project.refute("find", "broken")

    assert done.code == 4
    assert done.err.startswith("refute: cannot import broken: ZeroDivisionError")
    assert done.err.rstrip().endswith("[import-error]")
    assert 'broken.py", line 4' in done.err and 'broken.py", line 2' in done.err
    assert "Traceback" not in done.err and "importlib" not in done.err
    assert "site-packages" not in done.err and "refute/" not in done.err


def test_a_syntax_error_is_shown(project):
    project.write("broken.py", "def f(:\n")
    done = project.refute("find", "broken")

    assert done.code == 4
    assert "SyntaxError" in done.err and "broken.py" in done.err
    assert "[import-error]" in done.err


@pytest.mark.parametrize("target", ["json.py", "json", "./json.py:third", "sys.py"])
@pytest.mark.parametrize("verb", ["find", "plan"])
def test_a_file_with_a_name_that_python_uses_is_refused(project, verb, target):
    for name in ("json.py", "sys.py"):
        project.write(name, "def third(xs: list[int]) -> int:\n    return xs[2]\n")
    done = project.refute(verb, target)

    assert (done.code, done.slug) == (4, "name-taken"), done.err
    assert str(project.folder) in done.err


def test_a_file_that_no_test_could_import_is_refused(project):
    project.write("class.py", SHOP)
    os.mkfifo(project.folder / "pipe.py")

    assert project.refute("find", "class.py").slug == "bad-target"
    assert "pipe.py is not a Python file" in project.refute("find", "pipe.py").err


def test_of_a_folder_the_other_files_are_tested(project):
    for name in ("json.py", "shop.py"):
        project.write(name, "def third(xs: list[int]) -> int:\n    return xs[2]\n")
    done = project.refute("find", ".", "-n", "1", "--sequences", "20")

    assert "json.py cannot be tested under its name" in done.out
    assert "shop.py:2  third raises IndexError" in done.out
    assert "JSONDecod" not in done.out


def test_a_module_that_needs_another_says_which(project):
    project.write("needy.py", "import no_such_package\n")
    done = project.refute("find", "needy")

    assert done.code == 4
    assert "no_such_package" in done.err and "needy.py" in done.err


@pytest.mark.parametrize(
    "text", ["x = 1\n", "def _private():\n    pass\n", "from json import loads\n", ""]
)
def test_nothing_public_is_exit_code_5(project, text):
    project.write("empty.py", text)
    done = project.refute("find", "empty")

    assert (done.code, done.slug) == (5, "nothing-to-test")
    assert project.files() == ["empty.py"]


@pytest.mark.parametrize("pattern", [["-k", "nosuch"], ["--exclude", "*"]])
def test_a_pattern_that_leaves_nothing_is_exit_code_5(project, pattern):
    project.write("shop.py", SHOP)
    done = project.refute("find", "shop", *pattern)

    assert (done.code, done.slug) == (5, "nothing-to-test")
    assert "there are 4 others" in done.err or "shop:Cart: excluded (and 3 more)" in done.err


def test_a_thread_started_by_the_import_is_named_and_can_be_allowed(project):
    project.write(
        "threaded.py",
        """
        import threading, time
        threading.Thread(target=time.sleep, args=(60,), name="beater", daemon=True).start()
        def half(x: int) -> float:
            return x / 2
        """,
    )
    refused = project.refute("find", "threaded")
    allowed = project.refute("find", "threaded", "--allow", "threads", "--sequences", "5")

    assert (refused.code, refused.slug) == (4, "import-effects")
    assert "beater" in refused.err and "--allow threads" in refused.err
    assert allowed.code == 0


@pytest.mark.parametrize(
    "text",
    [
        "raise SystemExit(3)",
        "import sys; sys.exit('bye')",
        "import os; os._exit(0)",
        "import os; os.abort()",
    ],
)
def test_a_module_that_exits_on_import_is_exit_code_4(project, text):
    project.write("leaving.py", text)
    done = project.refute("find", "leaving")

    assert done.code == 4
    assert done.err.startswith("refute: cannot import leaving: importing it ended the process")
    assert done.err.rstrip().endswith("[import-exits]")


WRITES = "import os, sys\nprint('set a licence', file=sys.stderr, flush=True)\n"


@pytest.mark.parametrize("end", ["raise KeyError(1)", "sys.exit(3)", "os._exit(3)"])
def test_what_an_import_that_fails_wrote_last_is_told(project, end):
    project.write("wordy.py", WRITES + end)
    done = project.refute("find", "wordy")

    assert done.code == 4
    assert "(it wrote: set a licence)" in done.err


def test_of_a_package_what_cannot_be_imported_is_told_with_what_it_wrote(project):
    project.write("kit/__init__.py", "")
    project.write("kit/good.py", "def half(x: int) -> float:\n    return x / 2\n")
    project.write("kit/wordy.py", f"{WRITES}raise KeyError(1)")
    found = project.refute("find", "kit", "--sequences", "5", "-n", "1")
    planned = project.refute("plan", "kit")

    assert "skipped: kit.wordy: importing it raised KeyError: 1 (it wrote: set a" in found.out
    assert (found.code, planned.code) == (0, 0)
    assert "half" in planned.out


def test_a_plan_of_a_package_in_which_a_module_ends_the_process_is_no_finding(project):
    project.write("kit/__init__.py", "")
    project.write("kit/dies.py", "import os\nos._exit(3)\n")
    done = project.refute("plan", "kit")

    assert (done.code, done.slug) == (4, "import-exits")


def test_an_import_that_does_not_end_is_said(project):
    project.write("slow.py", "while True: pass")
    done = project.refute("find", "slow", "--for", "1s")

    assert (done.code, done.slug) == (4, "import-hangs")


def test_an_import_that_touches_files_is_refused_with_the_effect(project):
    project.write("writer.py", "open(__file__ + '.log', 'w')\ndef f(x: int) -> int: return x\n")
    done = project.refute("find", "writer")

    assert done.code == 4
    assert "[import-effects]" in done.err and "writer.py.log" in done.err
    assert "it tried to open" in done.err and "--allow files" in done.err
    assert "audit.py" not in done.err and 'writer.py", line 1' in done.err
    assert project.files() == ["writer.py"]


# ---- configuration -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("[tool.refute", "bad-configuration"),
        ("tool = 1", "bad-configuration"),
        ("[tool]\nrefute = 1", "bad-configuration"),
        ("[tool.refute]\nnosuch = 1", "bad-configuration"),
        ("[tool.refute]\nsequence = 1", "bad-configuration"),
        ('[tool.refute]\nfor = "soon"', "usage"),
        ("[tool.refute]\nfor = 0", "usage"),
        ('[tool.refute]\nseed = "x"', "usage"),
        ("[tool.refute]\nseed = 1.5", "usage"),
        ("[tool.refute]\nsequences = 0", "usage"),
        ('[tool.refute]\nexitfirst = "no"', "usage"),
        ('[tool.refute]\nby = "magic"', "usage"),
        ('[tool.refute]\nseverity = "fatal"', "usage"),
        ("[tool.refute]\nkeep = 3", "usage"),
        ("[tool.refute]\nexclude = [3]", "usage"),
        ('[tool.refute]\nignore = ["raises"]', "usage"),
        ("[tool.refute]\nignore = [{}]", "usage"),
        ('[tool.refute]\nenv = ["A=B"]', "usage"),
        ('[tool.refute]\nallow = ["everything"]', "usage"),
        ('[tool.refute]\nrepeat = "often"', "usage"),
    ],
)
def test_a_bad_configuration_is_refused_at_once(project, in_process, text, slug):
    project.write("shop.py", SHOP)
    project.write("pyproject.toml", text)
    done = in_process("find", "shop")

    assert (done.code, done.slug) == (4, slug), done.err
    assert project.files() == ["pyproject.toml", "shop.py"]


@pytest.mark.parametrize("name", ["nosuch:Law", "shop:nosuch", "shop:Cart", "nodots", "shop."])
def test_a_plugin_that_is_none_is_named(project, name):
    project.write("shop.py", SHOP)
    project.write("pyproject.toml", f'[tool.refute]\nplugins = ["{name}"]\n')
    done = project.refute("find", "shop", "-n", "1")

    assert (done.code, done.slug) == (4, "bad-plugin"), done.err


def test_help_and_version_need_no_sound_configuration(project):
    project.write("pyproject.toml", "[tool.refute\n")
    helped, versioned = project.refute("--help"), project.refute("--version")

    assert helped.code == 0 and "refute TARGET means refute find TARGET" in helped.out
    assert versioned.code == 0 and versioned.out.startswith("refute ")
