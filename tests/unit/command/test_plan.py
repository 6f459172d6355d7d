"""`refute plan`: the table, what the budget is enough for, what is missing, the files it writes."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from refute.command.main import main
from refute.command.plan import exact, number

PAPER = """
    from __future__ import annotations
    from typing import Literal

    Few = Literal[-1, 0, 1]

    class A:
        def __init__(self, b: B | None) -> None: ...

    class B:
        def m(self, n: Few) -> A:
            return A(self)

    def f(a: A | None, n: Few) -> None: ...
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that writes a module and changes to its folder."""

    def write(text: str, name: str = "paper") -> str:
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
        monkeypatch.chdir(tmp_path)
        return name

    return write


def test_the_paper_s_example(module, capsys):
    assert main(["plan", module(PAPER), "--for", "10s", "-n", "2"]) == 0
    assert capsys.readouterr().out == textwrap.dedent(
        """\
        operation  depth 1   2   3   4   5  parameters
        A                1   2   2   2   2  b 1+1
        B                1   1   1   1   1  –
        B.m              0   3   3   3   3  self 0+1, n 3+0
        f                3   6  18  18  18  a 1+2, n 3+0
        all              5  12  24  24  24

        parameters: values known without a call + operations that produce one
        10 seconds on 2 cores are enough for about 400,000: depth 5, all 24 combinations
        """
    )


WIDE = """
    def wide(a: str, b: str, c: str, d: str, e: str, f: str) -> None: ...
    def chained(number: float) -> float:
        return number
"""


def test_a_space_too_large_is_said_to_be_sampled(module, capsys):
    main(["plan", module(WIDE), "--sequences", "100"])
    out = capsys.readouterr().out

    assert "asked for 100: depth 1, a sample of" in out
    assert "6.4e7" in out  # 20 texts, to the sixth


def test_the_deepest_that_fits_is_chosen(module, capsys):
    main(["plan", module(WIDE), "--sequences", "35", "-k", "chained"])

    assert (
        "asked for 35: depth 3, all 30 combinations; beyond it a sample" in capsys.readouterr().out
    )


def test_what_nothing_supplies_is_named_with_the_reason(module, capsys):
    module(
        """
        import abc
        class Clock(abc.ABC):
            @abc.abstractmethod
            def now(self) -> int: ...
        class Till:
            def __init__(self, clock: Clock) -> None: ...
            def take(self, n: int) -> None: ...
        """
    )
    main(["plan", "paper"])
    out = capsys.readouterr().out

    assert "nothing supplies\n" in out
    assert "  Clock: nothing public returns one (" in out
    assert "  Till: Till makes one, but needs a Clock (needed by Till.take)" in out


def test_many_operations_are_cut_unless_asked_for(module, capsys):
    module("\n".join(f"def f{i}(x: int) -> None: ..." for i in range(60)))
    main(["plan", "paper"])
    short = capsys.readouterr().out
    main(["plan", "paper", "-v"])
    long = capsys.readouterr().out

    assert "20 smaller ones (-v)" in short
    assert "f59 " in long
    assert "smaller" not in long


def test_many_parameters_are_cut_unless_asked_for(module, capsys):
    module(f"def f({', '.join(f'x{i}: int = 0' for i in range(9))}) -> None: ...")
    main(["plan", "paper"])

    assert "[x3 14+0], … 5 more" in capsys.readouterr().out


def test_several_targets_make_one_plan(module, capsys):
    module("class B: ...", "first")
    module("from first import B\ndef use(b: B) -> None: ...", "second")
    main(["plan", "first", "second"])
    rows = capsys.readouterr().out.splitlines()

    assert [row.split()[0] for row in rows[1:4]] == ["B", "use", "all"]


def test_json_holds_the_sizes_to_the_digit(module, capsys):
    main(["plan", module(PAPER), "--json", "plan.json", "--sequences", "20"])
    plan = json.loads(Path("plan.json").read_text())
    f = next(one for one in plan["operations"] if one["operation"] == "paper:f")
    supplies = [plan["supplies"][one["supply"]] for one in f["parameters"]]

    assert plan["sizes"] == [5, 12, 24, 24, 24]
    assert (plan["budget"], plan["depth"]) == (20, 2)
    assert f["sizes"] == [3, 6, 18, 18, 18]
    assert [one["name"] for one in f["parameters"]] == ["a", "n"]
    assert supplies[0]["producers"] == {"paper:A": "A", "paper:B.m": "A"}
    assert supplies[0]["presets"] == ["None"]
    assert supplies[1]["presets"] == ["-1", "0", "1"]
    assert supplies[0]["sizes"] == [1, 2, 6, 6, 6]


def test_pictures(module):
    main(["plan", module(PAPER), "--svg", "plan.svg", "--dot", "plan.dot"])
    svg, dot = Path("plan.svg").read_text(), Path("plan.dot").read_text()

    assert ">B.m(literal[-1, 0, 1])</text>" in svg
    assert "test paper" in dot
    assert dot.count("->") == 8


def test_only_small_graphs_show_plain_types(module):
    module("\n".join(f"class C{i}:\n    def m(self, x: int) -> None: ..." for i in range(20)))
    main(["plan", "paper", "--svg", "plan.svg"])
    svg = Path("plan.svg").read_text()

    assert ">C19</text>" in svg
    assert ">int</text>" not in svg


def test_a_type_that_nothing_makes_is_drawn_as_missing(module):
    main(
        [
            "plan",
            module("class _No: ...\ndef f(x: '_No') -> None: ..."),
            "--svg",
            "plan.svg",
            "--exclude",
            "_No",
        ]
    )

    assert 'class="missing"' in Path("plan.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (["no_such"], "[no-such-module]", 4),
        (["paper:Nobody"], "[no-such-name]", 4),
        (["paper", "--for", "soon"], "[usage]", 4),
        (["paper", "-k", "("], "[bad-pattern]", 4),
        (["paper", "--json", "."], "[unwritable]", 4),
        (["paper", "--svg", "x", "--dot", "x"], "two results cannot go into one file.  [usage]", 4),
        (["paper", "-k", "nothing"], "[nothing-to-test]", 5),
    ],
)
def test_what_is_wrong_is_said_in_one_line(module, capsys, arguments, said, code):
    module(PAPER)

    assert main(["plan", *arguments]) == code
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


def test_nothing_of_the_code_is_called(module, capsys):
    module("def f(x: int) -> None:\n    open('called', 'w').close()")
    main(["plan", "paper", "--allow", "files"])

    assert not Path("called").exists()


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0"), (9_999_999, "9,999,999"), (10**7, "1.0e7"), (2**5000, "1.4e1505")],
)
def test_numbers_can_be_read(size, shown):
    assert number(size) == shown


def test_numbers_in_json_are_exact():
    assert exact(7) == 7
    assert exact(10**40) == "1" + "0" * 40
    assert int(str(exact(2**100_000)), 16) == 2**100_000
