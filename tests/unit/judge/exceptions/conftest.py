"""The facts about what a small module raises: `gathered`."""

from __future__ import annotations

import itertools
import textwrap
import types
from pathlib import Path
from typing import Any

import pytest

from refute.judge.exceptions.gathering import evidence_of
from refute.judge.exceptions.passed_in import PassedIn
from refute.model.evidence import Evidence, Fit
from refute.model.sequence import Call
from refute.model.typeform import ANY


@pytest.fixture
def gathered(tmp_path: Path):
    """Return the evidence about what `f` of a module with this text raises on these arguments."""

    numbers = itertools.count()

    def gather(
        text: str,
        *arguments: object,
        passed: tuple[object, ...] = (),
        askable: tuple[object, ...] = (),
        **known: Any,
    ) -> Evidence:
        path = tmp_path / f"gathering{next(numbers)}.py"  # what is read of a file is remembered
        path.write_text(textwrap.dedent(text))
        module = types.ModuleType("gathering")
        exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
        try:
            module.f(*arguments)
        except BaseException as raised:
            return evidence_of(
                raised,
                Call("gathering:f", (), ANY),
                inside=__file__,
                is_subject=lambda name: name == "gathering",
                passed=PassedIn(
                    ours={id(value) for value in (*arguments, *passed)},
                    arguments={id(value) for value in arguments},
                    askable={id(value) for value in (*arguments, *askable)},
                    values=arguments,
                    texts=tuple(value for value in arguments if type(value) is str),
                ),
                fit=Fit.FITS,
                accepted_before=True,
                **known,
            )
        raise AssertionError("nothing was raised")

    return gather
