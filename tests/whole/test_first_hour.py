"""What a new user sees in the first hour: nothing is called that was not, nobody is blamed for what another did."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import textwrap

import pytest

import refute
from refute.model.errors import UsageError

# ---- what was not tested -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["async def", "def"])
def test_where_nothing_could_be_called_the_exit_code_is_5_and_it_is_said_why(project, way):
    project.write("later.py", f"import asyncio\n{way} wait(task: asyncio.Task) -> int: ...\n")
    done = project.refute("find", "later", "--sequences", "20", "-n", "1")

    assert done.code == 5
    assert "never called: later:wait: nothing makes a Task\n" in done.out
    assert "Nothing was tested: no operation could be called." in done.out


PICKY = """
    def fine(x: int) -> int:
        return x

    def picky(x: int) -> int:
        raise ValueError(x)
"""


def test_what_never_passed_is_named_once(project):
    project.write("some.py", PICKY)
    done = project.refute("find", "some", "--sequences", "30", "-n", "1")

    assert done.code == 0
    assert "never passed: every call raised of picky (ValueError ×" in done.out
    assert done.out.count("never passed") == 1


def test_a_report_in_python_counts_what_never_passed(tmp_path, monkeypatch):
    (tmp_path / "some.py").write_text(textwrap.dedent(PICKY))
    monkeypatch.chdir(tmp_path)
    report = refute.find("some.py", sequences=30)

    assert "  1 operation never passed." in str(report)


UNMET = """
    def rare(x: int) -> int:
        return x

    def rare_spec(x: int) -> int:
        assert x == 31337, "PRE"
        y = rare(x)
        assert y == 0, "POST"
        return y
"""


def test_a_contract_that_one_of_two_workers_met_is_not_said_to_be_unmet(project):
    project.write("rare.py", UNMET)
    done = project.refute("find", "rare", "--sequences", "400", "-n", "2")

    assert "rare breaks its postcondition" in done.out
    assert "[contract-unmet]" not in done.out
    assert "never passed" not in done.out


def test_a_contract_that_nobody_met_is_said_to_be_unmet(project):
    project.write("rare.py", UNMET.replace("x == 31337", "x > 3 and x < 2"))
    done = project.refute("find", "rare", "--sequences", "200", "-n", "2")

    assert "never got what its contract asks for" in done.out
    assert "never passed" not in done.out


# ---- state -------------------------------------------------------------------------------------------------------


def test_a_module_imported_by_a_call_starts_every_sequence_as_it_was_imported(project):
    project.write(
        "bag/__init__.py",
        "def take() -> int:\n    from bag import _pool\n    return _pool.free.pop()\n",
    )
    project.write("bag/_pool.py", "free = [1, 2, 3]\n")
    done, result = project.find("bag", "--sequences", "60")
    (finding,) = result["findings"]

    assert finding["steps"] == 4
    assert "order-dependent" not in done.out


# ---- structures --------------------------------------------------------------------------------------------------


SHAPES = """
    from abc import ABC, abstractmethod

    class Shape(ABC):
        @abstractmethod
        def area(self) -> int: ...

    class Square(Shape):
        def __init__(self, n: int) -> None:
            self.n = n

        def area(self) -> int:
            return self.n * self.n

    class Drawing:
        shapes: list[Shape]

        def __init__(self) -> None:
            self.shapes = []

        def add(self, shape: Shape) -> None:
            self.shapes.append(shape)

        def rep_ok(self) -> bool:
            return sum(shape.area() for shape in self.shapes) < 5

    def drop(drawing: Drawing) -> None:
        drawing.shapes.pop()

    def drop_spec(drawing: Drawing) -> None:
        assert drawing.shapes, "PRE"
        before = len(drawing.shapes)
        drop(drawing)
        assert len(drawing.shapes) == before - 1, "POST"
"""


@pytest.mark.parametrize("bounds", ["2", "Square=2 n=0..2 shapes.length=0..2"])
def test_a_list_of_an_abstract_class_holds_objects_of_its_subclasses(project, bounds):
    project.write("shapes.py", SHAPES)
    done = project.refute("structures", "shapes:Drawing", "--bounds", bounds)

    assert done.code == 0, done.err
    # None, one, one twice if it is small, and two that are small together.
    assert "12 structures" in done.out


def test_what_a_search_of_small_objects_does_not_call_was_not_out_of_time(project):
    project.write("shapes.py", SHAPES)
    done, result = project.find(
        "shapes", "--by", "structures", "--sequences", "999", "-k", "not add"
    )

    assert result["structures"]["shapes:Drawing"]["objects"] > 3
    assert "turn did not come" not in done.out
    assert "never called: shapes:Square.area: no sequence that --by structures makes" in done.out


def test_a_function_is_tried_on_every_small_input_that_its_specification_asks_for(project):
    project.write("shapes.py", SHAPES)
    done = project.refute("exhaust", "shapes:drop", "--bounds", "2")

    assert done.out.startswith("drop holds for 11 inputs, all of them within Square=2 ")


# ---- blame -------------------------------------------------------------------------------------------------------


OVERRIDDEN = """
    class Counter:
        def __init__(self) -> None:
            self.n = 0

        def count(self) -> int:
            self.n += 1
            return self.n

        def count_spec(self) -> int:
            before = self.n
            after = self.count()
            assert after > before, "POST"
            return after

    class _Broken(Counter):
        def count(self) -> int:
            return -1

    def make() -> Counter:
        return _Broken()
"""


def test_who_overrides_a_method_is_blamed_for_its_broken_promise(project):
    project.write("counters.py", OVERRIDDEN)
    _, result = project.find("counters", "--sequences", "100")
    (finding,) = result["findings"]

    assert finding["operation"] == "counters:_Broken.count"


@pytest.mark.parametrize("line", ["raise last", "raise KeyError from times"])
def test_a_raise_of_what_is_no_exception_is_an_accident(project, line):
    project.write("retry.py", f"def retry(times: int) -> None:\n    last = None\n    {line}\n")
    _, result = project.find("retry", "--sequences", "20")
    (finding,) = result["findings"]

    assert finding["exception"] == "TypeError"


# ---- what was known ----------------------------------------------------------------------------------------------


SHOP = "def pay(x: int) -> int:\n    return 1 // 0\n\n\ndef add(x: int) -> int:\n    return x\n"


def test_a_saved_finding_that_still_fails_is_not_hidden_by_a_pattern(copied, project):
    path = copied("shop", SHOP, "--sequences", "20")
    path.write_text(SHOP.replace("1 // 0", "1 // 0 if x == 0 else x"))
    asked, found = project.find("shop", "--sequences", "1", "-k", "pay")
    other, _ = project.find("shop", "--sequences", "1", "-k", "add")

    assert asked.code == 1
    assert (
        f"saved earlier, and left out by -k or --exclude: {found['findings'][0]['id']}" in other.out
    )


def test_a_finding_that_was_mended_and_fails_again_is_told_so_by_replay(copied, project):
    path = copied("shop", SHOP, "--sequences", "20")
    path.write_text(SHOP.replace("1 // 0", "1"))
    mended = project.refute("replay", "--accept")
    quiet = project.refute("replay")
    path.write_text(SHOP)
    again = project.refute("replay")

    assert (mended.code, quiet.code, again.code) == (0, 0, 1)
    assert "failing" not in quiet.out
    assert "mended once, failing again: pay raises ZeroDivisionError" in again.out


def test_a_preset_for_a_parameter_of_another_module_is_a_warning(project):
    project.write("shop.py", SHOP)
    project.write("pyproject.toml", '[tool.refute.presets]\nsku = ["1"]\n')
    done = project.refute("find", "shop", "--sequences", "20", "-n", "1")

    assert done.code == 1
    assert "there is no type and no parameter sku.  [unused-preset]" in done.out


def test_the_entry_that_ignores_a_finding_is_shown_and_works(project):
    project.write("shop.py", SHOP)
    shown = project.refute("find", "shop", "--sequences", "20", "-n", "1").out
    (entry,) = re.findall(r"  to ignore it: (.*)", shown)
    project.write("pyproject.toml", f'[tool.refute]\nignore = ["{entry}"]\n')

    assert project.refute("find", "shop", "--sequences", "20", "-n", "1").code == 0


# ---- packages, plugins, Python -----------------------------------------------------------------------------------


def test_a_class_is_tested_where_it_is_written_not_where_it_is_imported(project):
    project.write("mart/__init__.py", "")
    project.write(
        "mart/basket.py", "class Basket:\n    def pay(self) -> float:\n        return 1 / 0\n"
    )
    project.write("mart/use.py", "from mart.basket import Basket\ndef one(b: Basket) -> int: ...\n")
    _, result = project.find("mart", "--sequences", "30", "-o", "tests")
    emitted = [name for name in project.files() if name.startswith("tests/test_")]

    assert [one["operation"] for one in result["findings"]] == ["mart.basket:Basket.pay"]
    assert emitted == ["tests/test_mart_basket_findings.py"]
    assert "from mart.basket import Basket\n" in (project.folder / emitted[0]).read_text()


def test_linters_accept_the_tests(project):
    project.write("shop.py", f"{SHOP}def is_none(x: int | None) -> bool:\n    return x is None\n")
    project.refute("suite", "shop", "-o", "tests", "--sequences", "60", "-n", "1")
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "tests"]
    told = subprocess.run(ruff, cwd=project.folder, capture_output=True, text=True)
    strict = subprocess.run([*ruff, "--select", "E4,E7,E9,F,RUF100"], cwd=project.folder, text=True)

    assert told.returncode == 0, told.stdout
    assert strict.returncode == 0


PLUGINS = {
    "Made": "def __init__(self): raise KeyError",
    "Source": "def presets(self, form): raise KeyError",
    "Watch": "def before(self, *a): raise KeyError\n    after = before",
    "Law": "broken = 1",
}


@pytest.mark.parametrize("role", PLUGINS)
def test_a_plugin_that_raises_is_told_as_the_plugins_fault(project, role):
    project.write("shop.py", SHOP)
    project.write("mine.py", f"class {role}:\n    {PLUGINS[role]}\n")
    project.write("pyproject.toml", f'[tool.refute]\nplugins = ["mine:{role}"]\n')
    done = project.refute("find", "shop", "--sequences", "20", "-n", "1")

    assert (done.code, done.slug) == (4, "bad-plugin")
    assert role in done.err


def test_what_classes_inherit_from_another_module_is_tested(project):
    project.write("kit/__init__.py", "")
    project.write("kit/base.py", "class Base:\n    def f(self) -> int:\n        return [][0]\n")
    project.write("kit/leaves.py", "import kit.base\nclass Leaf(kit.base.Base): ...\n")
    done = project.refute("find", "kit.leaves", "--sequences", "20", "-n", "1")

    assert done.code == 1
    assert "Leaf.f raises IndexError" in done.out


def test_a_module_whose_classes_only_inherit_says_so_where_that_is_left_out(project):
    project.write("kit/__init__.py", "")
    project.write(
        "kit/base.py", "class Base:\n    def f(self) -> int: ...\n    def __new__(cls): ...\n"
    )
    project.write("kit/mixins.py", "import kit.base\nclass Mixin(kit.base.Base): ...\n")
    done = project.refute(
        "find", "kit.mixins", "--sequences", "20", "-n", "1", "--public", "strict"
    )

    assert done.slug == "nothing-to-test"
    assert "all that its classes have is inherited from kit.base" in done.err


@pytest.mark.parametrize(("options", "is_shown"), [((), True), (("--public", "strict"), False)])
def test_a_plan_shows_what_is_public_as_the_search_takes_it(project, options, is_shown):
    project.write("till.py", "__all__ = ['pay']\ndef pay(): ...\ndef refund(): ...\n")
    done = project.refute("plan", "till", *options)

    assert done.code == 0
    assert ("refund" in done.out) is is_shown


def test_a_module_or_a_function_is_a_target_in_python(project, monkeypatch):
    project.write("objects_shop.py", SHOP)
    monkeypatch.chdir(project.folder)
    monkeypatch.syspath_prepend(project.folder)
    module = importlib.import_module("objects_shop")

    for target in (module, module.pay):
        report = refute.find(target, sequences=20, jobs=1)
        assert [one.operation for one in report.findings] == ["objects_shop:pay"]
    with pytest.raises(UsageError):
        refute.find(lambda x: x, sequences=1)
