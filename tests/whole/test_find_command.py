"""`refute find` as a user runs it: what it prints, writes and returns."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

SUBJECTS = Path(__file__).parent.parent / "subjects"

SHOP = """
    class Cart:
        def __init__(self) -> None:
            self.prices: list[int] = []

        def add(self, price: int) -> None:
            self.prices.append(price)

        def cheapest(self) -> int:
            return min(self.prices)

        def average(self) -> float:
            return sum(self.prices) / len(self.prices)
"""
SOUND = """
    def double(x: int) -> int:
        return 2 * x
"""


@pytest.fixture
def shop(searched):
    """The shop's project, what a search printed, and its result file; the project is shared, nobody may change it."""
    wanted = ("--sequences", "60", "--seed", "7", "--junitxml", "result.xml", "-o", "tests")
    return searched("shop", SHOP, *wanted)


def test_nothing_found_is_exit_code_0(project):
    project.write("sound.py", SOUND)
    done, result = project.find("sound", "--sequences", "60")

    assert done.code == 0
    assert done.out.startswith("0 findings in 60 sequences, ")
    assert "seed 0" in done.out
    assert done.err == ""
    assert result["findings"] == []
    hidden = {name for name in project.files() if name.startswith(".refute")}
    assert set(project.files()) - hidden == {"result.json", "sound.py"}
    assert not any(name.startswith(".refute/findings") for name in hidden)


def test_findings_are_exit_code_1_and_read_from_the_reproduction_on(shop):
    _, done, _ = shop
    _, _, shown = ("\n" + done.out).partition("\nshop.py:10")
    head, first, second, blame = shown.splitlines()[:4]

    assert done.code == 1
    assert re.fullmatch(
        r"  Cart\.cheapest raises ValueError: min\(\) .*    finding [0-9a-f]{6}", head
    )
    assert first == "    cart = Cart()"
    assert second.startswith("    cart.cheapest()  # ValueError: min()")
    assert blame.startswith("  blame: code (likely) — ")
    assert "Cart.average raises ZeroDivisionError: division by zero" in done.out
    assert "2 findings in 60 sequences" in done.out
    assert "seed 7" in done.out
    assert "refute replay " in done.out


def test_only_the_findings_when_quiet_and_more_reasons_when_verbose(project):
    project.write("shop.py", SHOP + "\n    def pay(clock: 'Clock') -> None: ...\n")
    quiet = project.refute("find", "shop", "--sequences", "60", "-n", "1", "-q")
    plain = project.refute("find", "shop", "--sequences", "60", "-n", "1")
    verbose = project.refute("find", "shop", "--sequences", "60", "-n", "1", "-v")

    assert "Cart.average raises" in quiet.out and "seed" not in quiet.out.splitlines()[-1]
    assert plain.out.startswith(quiet.out.rstrip("\n"))
    assert "in force: " in verbose.out and "in force: " not in plain.out


def test_the_first_finding_is_enough(project):
    project.write("shop.py", SHOP)
    done, result = project.find("shop", "--sequences", "100000", "-x")

    assert done.code == 1
    assert len(result["findings"]) == 1
    assert result["sequences"] < 100_000


def test_what_had_no_turn_before_the_first_finding_is_told_so(project):
    functions = (f"def f{n}(x: int) -> int:\n    return 1 // (x - x)\n" for n in range(300))
    project.write("many.py", "\n".join(functions))
    done, result = project.find("many", "--sequences", "5000", "-x")

    assert set(result["never_called"].values()) == {"the search stopped at the first finding"}
    assert "the time there was" not in done.out


def test_what_all_leaves_out_is_told(project):
    functions = "".join(f"def f{n}(x: int) -> int:\n    return x\n" for n in range(3))
    project.write("few.py", f"__all__ = ['f0']\n{functions}")
    strict = ("few", "--sequences", "20", "--public", "strict")
    plain, result = project.find(*strict)
    again, _ = project.find(*strict)
    verbose, _ = project.find(*strict, "-v")
    told = "skipped: few: 2 of its 3 public functions and classes are not in __all__, not tested\n"
    one = "skipped: few:f1: not in __all__, not tested\n"

    assert plain.out == again.out
    assert (told in plain.out, one in plain.out) == (True, False)
    assert told in verbose.out and one in verbose.out
    assert sorted(result["skipped"]) == ["few", "few:f1", "few:f2"]


def test_what_is_in_no_all_is_tested_and_told(project):
    project.write(
        "few.py",
        "__all__ = ['f0']\ndef f0(x: int) -> int:\n    return x\n"
        "def f1(x: int) -> int:\n    return 1 // (x - x)\n",
    )
    done, result = project.find("few", "--sequences", "200")

    assert [one["operation"] for one in result["findings"]] == ["few:f1"]
    assert "not in __all__, called less often: f1; leave out with --public strict\n" in done.out


def test_only_what_is_asked_for_is_tested(project):
    project.write("shop.py", SHOP)
    for arguments in (
        ["shop:Cart.average"],
        ["shop", "-k", "average"],
        ["shop:Cart", "-k", "ave*"],
    ):
        _, result = project.find(*arguments, "--sequences", "40")

        assert list(result["operations"]) == ["shop:Cart.average"]
        assert [f["exception"] for f in result["findings"]] == ["ZeroDivisionError"]


def test_what_is_excluded_is_never_called(project):
    project.write("shop.py", SHOP)
    done, result = project.find("shop", "--exclude", "average", "--sequences", "40", "-v")

    assert [f["exception"] for f in result["findings"]] == ["ValueError"]
    assert "shop:Cart.average" not in result["operations"]
    assert "skipped: shop:Cart.average: excluded" in done.out


@pytest.mark.parametrize("target", ["shop.py", "./shop.py", "."])
def test_a_path_is_a_target_and_find_may_be_left_out(project, target):
    project.write("shop.py", SHOP)
    done = project.refute(target, "--sequences", "40", "-n", "1")

    assert done.code == 1
    assert "shop.py:13  Cart.average raises ZeroDivisionError" in done.out


def test_a_package_is_all_of_its_modules(project):
    project.write("market/__init__.py", "")
    project.write("market/shop.py", SHOP)
    project.write("market/inner/__init__.py", "")
    project.write("market/inner/sound.py", SOUND)
    _, result = project.find("market", "--sequences", "40")

    assert {name.partition(":")[0] for name in result["operations"]} == {
        "market.shop",
        "market.inner.sound",
    }


def test_what_little_could_be_tested_is_said_with_the_reason(project):
    project.write(
        "hard.py",
        """
        import abc

        class Clock(abc.ABC):
            @classmethod
            @abc.abstractmethod
            def now(cls) -> int: ...

        def greet(clock: Clock) -> str:
            return "late" if clock.now() > 5 else "early"

        def refuse(x: int) -> int:
            raise PermissionError("not today")
        """,
    )
    done, result = project.find("hard", "--sequences", "40")

    assert "never called: hard:greet: nothing makes a Clock" in done.out
    assert re.search(
        r"never passed: every call raised of refuse \(PermissionError ×\d+\); offer values for x in",
        done.out,
    )
    assert result["never_called"]["hard:greet"] == "nothing makes a Clock"


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [
        (("pkg",), "base.share(0)"),
        (("pkg.base",), "base.share(0)"),
        (("pkg:Base",), "base.share(0)"),
        (("pkg", "-k", "Child"), "child.share(0)"),
    ],
)
def test_a_test_goes_to_the_module_that_defines_what_fails_whatever_was_typed(
    arguments, shows, project
):
    project.write("pkg/__init__.py", "from pkg.base import Base\nfrom pkg.child import Child\n")
    project.write(
        "pkg/base.py",
        """
        class Base:
            def share(self, parts: int) -> float:
                return 1 / parts
        """,
    )
    project.write("pkg/child.py", "from pkg.base import Base\nclass Child(Base): ...\n")
    project.refute("find", *arguments, "--sequences", "60", "-n", "1", "-o", "tests")

    (written,) = (project.folder / "tests").iterdir()
    assert written.name == "test_pkg_base_findings.py"
    assert shows in written.read_text()


# ---- files -------------------------------------------------------------------------------------------------------


def test_the_json_file_has_what_its_page_says(shop):
    _, _, result = shop
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text()
    whole, operation, finding, step = (
        {
            name
            for row in re.findall(r"^\| (`.*?) \|", part, re.M)
            for name in re.findall("`(.*?)`", row)
        }
        for part in re.split("^## ", page, flags=re.M)[1:5]
    )
    one = next(f for f in result["findings"] if f["line"] == 10)

    assert set(result) == whole
    assert all(set(numbers) == operation for numbers in result["operations"].values())
    assert set(one) == finding
    assert step <= set(one["sequence"][0])
    assert (result["format"], result["seed"], result["targets"]) == (1, 7, ["shop"])
    assert result["sequences"] == 60
    assert result["calls"] >= sum(n["calls"] for n in result["operations"].values()) > 60
    assert result["files_written"] == ["tests/test_shop_findings.py"]
    assert (one["rule"], one["severity"], one["blame"]) == ("raises", "likely", "code")
    assert (one["operation"], one["exception"]) == ("shop:Cart.cheapest", "ValueError")
    assert one["steps"] == 2 <= one["steps_before_shrinking"]


def test_the_source_of_a_finding_is_a_program_that_shows_it(shop):
    project, _, result = shop
    for finding in result["findings"]:
        ran = subprocess.run(
            [sys.executable, "-c", finding["source"]],
            cwd=project.folder,
            capture_output=True,
            text=True,
            timeout=60,
        )

        assert ran.returncode == 1
        assert ran.stderr.splitlines()[-1] == finding["message"]


def test_the_junit_file_has_a_case_for_each_operation(shop):
    project, _, _ = shop
    suite = ElementTree.parse(project.folder / "result.xml").getroot().find("testsuite")
    cases = {case.get("name"): case.find("failure") for case in suite}

    assert (suite.get("tests"), suite.get("failures")) == ("5", "2")
    assert {name for name, failure in cases.items() if failure is not None} == {
        "Cart.average",
        "Cart.cheapest",
    }
    assert cases["Cart.average"].get("message") == "ZeroDivisionError: division by zero"
    assert "cart.average()" in cases["Cart.average"].text


def test_emitted_tests_fail_as_they_say_and_other_files_stay(project):
    project.write("shop.py", SHOP)
    mine = project.write("tests/test_mine.py", "def test_mine(): pass\n")
    done = project.refute("find", "shop", "--sequences", "60", "-n", "1", "-o", "tests")
    written = project.folder / "tests" / "test_shop_findings.py"
    said = project.pytest("tests")

    assert "wrote tests/test_shop_findings.py" in done.out
    assert mine.read_text() == "def test_mine(): pass\n"
    assert "2 failed, 1 passed" in said
    assert "test_average_does_not_raise_zero_division_error - ZeroDivisionError" in said
    assert "test_cheapest_does_not_raise_value_error - ValueError: min()" in said
    assert sorted(written.parent.glob(".*")) == []


def test_a_file_of_the_same_name_but_other_origin_is_not_touched(project):
    project.write("shop.py", SHOP)
    mine = project.write("tests/test_shop_findings.py", "# written by hand\n")
    done = project.refute("find", "shop", "--sequences", "60", "-n", "1", "-o", "tests")

    assert mine.read_text() == "# written by hand\n"
    assert done.code in (1, 4)
    assert len(project.saved()) == 2


@pytest.mark.parametrize(
    "module", ["fault_exact_capacity", "fault_eq_siblings", "fault_deepcopy_shares"]
)
def test_emitted_tests_of_invariants_and_laws_fail(project, module):
    project.write(f"{module}.py", (SUBJECTS / f"{module}.py").read_text())
    _, result = project.find(module, "--sequences", "1500", "-o", "tests")
    said = project.pytest("tests")
    shown = [f for f in result["findings"] if f["severity"] != "robustness"]

    assert shown
    assert f"{len(shown)} failed" in said and "passed" not in said


# ---- the same again ----------------------------------------------------------------------------------------------


def without_times(data: object) -> object:
    """Return JSON without what a clock decides."""
    if isinstance(data, dict):
        clocked = ("seconds", "calls_per_second", "seconds_to_find")
        return {key: without_times(value) for key, value in data.items() if key not in clocked}
    return list(map(without_times, data)) if isinstance(data, list) else data


@pytest.mark.parametrize(
    ("module", "more"),
    [
        ("polynomial", []),
        ("tree_map", []),
        ("fault_eq_siblings", []),
        ("fault_exit", []),
        ("sorted_list", ["--by", "walk-blind"]),
    ],
)
def test_the_same_seed_gives_the_same_output_to_the_byte(project, module, more):
    project.write(f"{module}.py", (SUBJECTS / f"{module}.py").read_text())
    runs = []
    for hash_seed in ("1", "2"):
        done = project.refute(
            *("find", module, "--sequences", "400", "-n", "1", "--seed", "3", *more),
            *("-o", "tests", "--json", "result.json", "--junitxml", "result.xml"),
            PYTHONHASHSEED=hash_seed,
        )
        saved = {
            path.name: without_times(json.loads(path.read_text()))
            for path in project.folder.glob(".refute/findings/*.json")
        }
        tests = {path.name: path.read_text() for path in project.folder.glob("tests/*.py")}
        result = without_times(json.loads((project.folder / "result.json").read_text()))
        runs.append((done, saved, tests, result, (project.folder / "result.xml").read_text()))

    assert runs[0] == runs[1]


def test_another_seed_goes_another_way(project, shop):
    project.write("shop.py", SHOP)
    _, other = project.find("shop", "--sequences", "60", "--seed", "8")

    assert other["calls"] != shop[2]["calls"]


def test_python_m_refute_is_refute(project):
    project.write("shop.py", SHOP)
    script = Path(sys.executable).with_name("refute")
    arguments = ["find", "shop", "--sequences", "60", "-n", "1"]
    direct = subprocess.run(
        [script, *arguments], cwd=project.folder, capture_output=True, text=True, timeout=60
    )
    done = project.refute(*arguments)

    assert (direct.returncode, direct.stdout, direct.stderr) == (done.code, done.out, done.err)


# ---- configuration -----------------------------------------------------------------------------------------------


def test_settings_are_read_from_the_nearest_pyproject_and_the_command_line_wins(project):
    project.write(
        "pyproject.toml", '[tool.refute]\nseed = 5\nsequences = 30\nexclude = "average"\n'
    )
    project.write("below/shop.py", SHOP)
    project.folder = project.folder / "below"
    _, configured = project.find("shop")
    _, given = project.find("shop", "--seed", "6", "--sequences", "20")

    assert (configured["seed"], configured["sequences"]) == (5, 30)
    assert (given["seed"], given["sequences"]) == (6, 20)
    assert "shop:Cart.average" not in configured["operations"]


# ---- plugins -----------------------------------------------------------------------------------------------------

PLUGINS = """
    from refute import Breach

    class PositiveTotal:
        name = "positive-total"
        arity = 1
        dear = False

        def applies(self, cls):
            return hasattr(cls, "total")

        def broken(self, value):
            if value.total() < 0:
                return Breach(f"total is {value.total()}", "assert {0}.total() >= 0")

    class Watcher:
        def before(self, sequence_so_far, target, arguments):
            pass

        def after(self, target, value, exception):
            if target.endswith("take") and value == 3:
                return "three were taken"

    class Thirteen:
        def presets(self, form):
            from refute.model.sequence import Literal
            return [Literal("1313", form)] if form.name == "int" else []
"""
TILL = """
    class Till:
        def __init__(self) -> None:
            self.coins: list[int] = []

        def put(self, coin: int) -> None:
            self.coins.append(coin)

        def take(self) -> int:
            return len(self.coins)

        def total(self) -> int:
            return sum(self.coins)

        def unlucky(self, number: int) -> float:
            return 1 / (number - 1313)
"""


def test_a_law_of_ones_own_finds_its_breach(project):
    project.write("house.py", PLUGINS)
    project.write("till.py", TILL)
    project.write("pyproject.toml", '[tool.refute]\nplugins = ["house:PositiveTotal"]\n')
    done, result = project.find("till", "--sequences", "200", "--exclude", "unlucky")
    (finding,) = result["findings"]

    assert done.code == 1
    assert finding["rule"] == "positive-total"
    assert finding["source"] == (
        "from till import Till\n\ntill = Till()\ntill.put(-1)\nassert till.total() >= 0\n"
    )


def test_a_visitor_of_ones_own_finds_its_breach(project):
    project.write("house.py", PLUGINS)
    project.write("till.py", TILL)
    project.write("pyproject.toml", '[tool.refute]\nplugins = ["house.Watcher"]\n')
    _, result = project.find("till", "--sequences", "300", "--exclude", "unlucky")
    (finding,) = result["findings"]

    assert (finding["rule"], finding["message"]) == ("visitor", "three were taken")
    assert finding["steps"] == 5


def test_presets_of_ones_own_are_passed(project):
    project.write("house.py", PLUGINS)
    project.write("till.py", TILL)
    project.write("pyproject.toml", '[tool.refute]\nplugins = ["house:Thirteen"]\n')
    _, result = project.find("till", "--sequences", "500")

    assert [f["exception"] for f in result["findings"]] == ["ZeroDivisionError"]


# ---- workers that die, calls that hang, people who lose patience -------------------------------------------------


@pytest.mark.parametrize(
    ("module", "how", "steps"),
    [
        ("fault_segfault", "SIGSEGV", 1),
        ("fault_exit", "exit code 3", 3),
        ("fault_abort", "SIGABRT", 2),
    ],
)
def test_a_call_that_kills_the_worker_is_a_finding(project, module, how, steps):
    project.write(f"{module}.py", (SUBJECTS / f"{module}.py").read_text())
    done, result = project.find(module, "--sequences", "50")
    (finding,) = result["findings"]
    replayed = project.refute("replay", finding["id"])

    assert done.code == 1
    assert (finding["rule"], finding["severity"]) == ("dies", "error")
    assert finding["message"] == f"the process dies ({how})"
    assert finding["found_by"] == ""  # the generator died with it
    assert finding["steps"] == steps
    assert result["restarts"] >= 1
    assert result["sequences"] == 50 or result["operations"] == {}
    assert (replayed.code, how in replayed.out) == (1, True)


def test_a_death_in_what_only_makes_arguments_is_not_held_against_what_is_tested(project):
    project.write(
        "stranger.py",
        """
        import os

        class Handle:
            def __init__(self, address: int) -> None:
                if address:
                    os._exit(3)
        """,
    )
    project.write(
        "mine.py",
        """
        from stranger import Handle

        def use(handle: Handle) -> bool:
            return handle is not None
        """,
    )
    done, result = project.find("mine", "--sequences", "50")

    assert done.code == 0
    assert result["findings"] == []
    assert "a call ended the process" in result["skipped"]["stranger:Handle"]


def test_what_was_found_before_a_death_is_not_lost(project):
    project.write(
        "deadly.py",
        """
        import os

        class Box:
            def __init__(self) -> None:
                self.number = 0

            def divide(self) -> float:
                return 1 / self.number

            def fill(self) -> None:
                self.number += 1

            def end(self) -> None:
                if self.number > 3:
                    os._exit(9)
        """,
    )
    _, result = project.find("deadly", "--sequences", "300")

    assert {(f["rule"], f["exception"]) for f in result["findings"]} == {
        ("raises", "ZeroDivisionError"),
        ("dies", None),
    }
    assert result["restarts"] >= 1
    assert result["sequences"] == 300
    assert result["operations"]["deadly:Box.divide"]["calls"] > 100


@pytest.mark.parametrize(
    "line",
    ["sum(range(10**13))", "re.match('(a+)+b', 'a' * 40)", "pow(7, 10**9)", "while True: pass"],
)
def test_a_call_that_never_returns_is_ended_and_the_rest_is_tested(project, line):
    project.write(
        "endless.py",
        f"import re\ndef wait() -> None:\n    {line}\n"
        "def third(n: int) -> float:\n    return n / 3\n",
    )
    done, result = project.find("endless", "--sequences", "30", "--call-timeout", "300ms")
    numbers = result["operations"].get("endless:wait", {"raised": {"stopped": 1}})

    assert done.code == 0
    assert [(f["rule"], f["severity"]) for f in result["findings"]] == [("hangs", "robustness")]
    assert result["verdicts"]["stopped"] == 1
    assert result["stopped"] == ["endless:wait"] or numbers["raised"] == {"stopped": 1}
    assert result["operations"]["endless:third"]["passed"] > 30
    assert "severity robustness (wait)" in done.out


@pytest.mark.parametrize(
    ("sent", "after"),
    [(signal.SIGINT, "2 findings"), (signal.SIGINT, "s left"), (signal.SIGTERM, "2 findings")],
)
def test_whoever_loses_patience_keeps_what_was_found(project, sent, after):
    project.write("shop.py", SHOP)
    ours, theirs = pty.openpty()
    running = project.start("find", "shop", "-n", "1", "--json", "result.json", stderr=theirs)
    err = ""
    while after not in err:
        err += os.read(ours, 1000).decode()
    running.send_signal(sent)
    out, _ = running.communicate(timeout=60)
    err += os.read(ours, 1000).decode()
    os.close(ours)
    os.close(theirs)

    assert running.returncode == 2
    assert "Traceback" not in err and "refute: interrupted" in err
    if after != "s left":
        assert "2 findings in" in out
        assert len(json.loads((project.folder / "result.json").read_text())["findings"]) == 2
        assert len(project.saved()) == 2


# ---- show and replay ---------------------------------------------------------------------------------------------


def test_a_finding_is_shown_replayed_and_gone_when_it_is_mended(project):
    path = project.write("shop.py", SHOP)
    _, result = project.find("shop", "-k", "average", "--sequences", "60")
    id_ = result["findings"][0]["id"]
    shown = project.refute("show", id_)
    test = project.refute("show", id_, "--pytest")
    replayed = project.refute("replay", id_)
    by_file = project.refute("replay", f".refute/findings/{id_}.json")
    path.write_text(path.read_text().replace("/ len(self.prices)", "/ (len(self.prices) or 1)"))
    mended = project.refute("replay", id_[:3])
    path.write_text(path.read_text().replace("average", "mean"))
    renamed = project.refute("replay", id_)
    shown_renamed = project.refute("show", id_)
    path.unlink()
    removed = project.refute("replay", id_)

    assert shown.code == 0
    assert re.search(
        r"step by step\n  cart = Cart\(.*\)    → .*\n  cart.average\(\)    raises ZeroDivisionError",
        shown.out,
    )
    assert test.code == 0 and "def test_average_does_not_raise_zero_division_error():" in test.out
    assert (replayed.code, by_file.code) == (1, 1)
    assert (
        replayed.out
        == by_file.out
        == (shown.out.partition("\n  how sure: ")[0] + f"\n{id_}  still fails\n")
    )
    assert mended.code == 0 and "does not fail any more" in mended.out
    assert (renamed.code, renamed.slug) == (4, "gone")
    assert "shop:Cart.average does not exist" in renamed.err
    assert shown_renamed.code == 0 and "does not exist" in shown_renamed.out
    assert (removed.code, removed.slug) == (4, "no-such-module")
    assert project.saved() == [id_]


def test_a_findings_folder_keeps_itself_out_of_version_control(shop):
    assert (shop[0].folder / ".refute" / ".gitignore").read_text().endswith("\n*\n")


def test_a_relative_entry_of_pythonpath_counts_from_where_the_user_is(project):
    project.write("packages/shop.py", SHOP)
    done = project.refute("find", "shop", "--sequences", "50", "-n", "1", PYTHONPATH="packages")

    assert done.code == 1
    assert "Cart.cheapest raises ValueError" in done.out


NOT_ASKED = """
    import os

    def leave(code: int) -> int:
        if code == 7:
            os._exit(3)
        return code

    def half(n: int) -> int:
        return n // 2

    class Point:
        def __init__(self, x: int) -> None:
            self.x = x

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Point) and self.x == other.x

        def __hash__(self) -> int:
            return id(self)

    class Ring:
        def __init__(self) -> None:
            self.items: list[int] = []

        def push(self, n: int) -> None:
            self.items.append(n)
"""


@pytest.mark.parametrize("asked", [("around", "-k", "half"), ("around:Ring",)])
def test_what_is_wrong_with_what_was_not_asked_for_is_not_told(project, asked):
    project.write("around.py", NOT_ASKED)
    done, result = project.find(*asked, "--sequences", "300", "-n", "1")

    assert done.code == 0
    assert result["findings"] == []
    assert result["restarts"] <= 1  # who only makes arguments is done without


def test_and_told_where_it_was(project):
    project.write("around.py", NOT_ASKED)
    done, result = project.find("around", "--sequences", "300", "-n", "1")

    assert done.code == 1
    assert {f["rule"] for f in result["findings"]} == {"dies", "hash-equal"}
