"""Values that the user gives: checked where they are written, and put where they belong."""

from __future__ import annotations

import sys
import types
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from refute.discover.configuration import options_from
from refute.discover.discovery import discover
from refute.discover.user_presets import UserPresets, presets, settle
from refute.generate.presets import Presets
from refute.judge.arguments import is_subclass
from refute.look.kinds import Kinds
from refute.model.errors import UsageError
from refute.model.option_kinds import expressions
from refute.model.options import Options
from refute.model.subject import Located, Subject
from refute.model.typeform import INT, STR, TypeForm, literal
from refute.model.wire import from_line, to_line

SOURCE = """\
class Shape:
    pass

class Circle(Shape):
    pass

class Odd:
    pass

def draw(shape: Shape, times: int, label: str = "") -> int:
    return times
"""


@pytest.fixture
def subject() -> Any:
    module = types.ModuleType("given_zoo")
    exec(SOURCE, module.__dict__)
    for one in ("Shape", "Circle", "Odd", "draw"):
        getattr(module, one).__module__ = "given_zoo"
    sys.modules["given_zoo"] = module
    yield discover([Located((), ("given_zoo",), None)])
    del sys.modules["given_zoo"]


def sources(subject: Subject, form: TypeForm) -> list[str]:
    return [one.source for one in Presets(subject).for_form(form)]


def test_what_is_given_for_a_type_takes_the_place_of_ours(subject: Subject) -> None:
    settle(subject, (("int", ("40", "41")),), ())

    assert sources(subject, INT) == ["40", "41"]
    assert Presets(subject).rare_for(INT) == []
    assert "''" in sources(subject, STR)


@pytest.mark.parametrize("name", ["given_zoo.Odd", "given_zoo:Odd", "Odd"])
def test_a_class_is_named_in_any_way(subject: Subject, name: str) -> None:
    settle(subject, ((name, ("given_zoo.Odd()",)),), ())

    assert sources(subject, TypeForm("given_zoo:Odd")) == ["given_zoo.Odd()"]


def test_what_is_given_for_a_parameter_is_all_that_is_passed_there(subject: Subject) -> None:
    settle(subject, (("label", ("'a'", "'b'")),), ())
    (draw,) = [one for one in subject.routines if one.target == "given_zoo:draw"]
    forms = {one.name: one.form for one in draw.inputs}

    assert forms["label"] == literal("'a'", "'b'") and forms["times"] == INT


def test_those_that_stand_for_a_class_do_and_no_others(subject: Subject) -> None:
    names = {cls: name for name, cls in subject.classes.items()}
    kinds = Kinds(names, 10)
    before = is_subclass(subject, kinds, "given_zoo:Circle", "given_zoo:Shape")
    settle(subject, (), (("given_zoo.Shape", ("given_zoo.Odd",)),))

    assert before
    assert is_subclass(subject, kinds, "given_zoo:Odd", "given_zoo:Shape")
    assert not is_subclass(subject, kinds, "given_zoo:Circle", "given_zoo:Shape")


@pytest.mark.parametrize(
    ("values", "implementations", "said"),
    [
        ((("times", ("1 / 0",)),), (), "raises ZeroDivisionError"),
        ((), (("given_zoo.Shape", ("given_zoo.Square",)),), "no class given_zoo.Square"),
    ],
)
def test_what_does_not_fit_is_named(subject, values, implementations, said) -> None:
    with pytest.raises(UsageError) as refused:
        settle(subject, values, implementations)

    assert refused.value.slug == "bad-preset" and said in str(refused.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tims", "no type and no parameter tims. Did you mean times?"),
        ("nowhere.Thing", "no type and no parameter nowhere.Thing."),
    ],
)
def test_what_means_nothing_here_is_a_warning(subject, name, said) -> None:
    settle(subject, ((name, ("1",)),), ())

    assert subject.faulty[f"preset {name}"].endswith(f"{said}  [unused-preset]")


@pytest.mark.parametrize("wrong", [[], {"a": 1}, {"a": []}, {"a": [1]}])
def test_a_table_is_a_table_of_texts(wrong) -> None:
    with pytest.raises(ValueError):
        expressions(wrong)


def test_what_is_no_expression_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.refute.presets]\na = ["1 +"]\n')
    with pytest.raises(UsageError, match="no Python expression"):
        options_from({}, tmp_path)


def test_presets_go_to_the_workers_and_back(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.refute]\nreuse = 0.2\nignore = ["abcdef"]\n'
        '[tool.refute.presets]\na = "1"\n[tool.refute.implementations]\n"x.A" = ["x.B"]\n'
    )
    options = options_from({}, tmp_path)

    assert options.presets == (("a", ("1",)),) and options.implementations == (("x.A", ("x.B",)),)
    assert from_line(Options, to_line(options)) == options
    assert (options.reuse, options.ignore) == (0.2, ("abcdef",))


def test_presets_from_python() -> None:
    given = presets({"n": [1, "2"], dict: [{"a": 1}]}, implementations={Fraction: Fraction})

    assert given == UserPresets(
        (("n", ("1", "2")), ("dict", ("{'a': 1}",))),
        (("fractions.Fraction", ("fractions.Fraction",)),),
    )
    with pytest.raises(UsageError, match="cannot be written as source"):
        presets({"n": [object()]})
