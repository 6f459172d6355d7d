"""Shared by the tests of laws: `breaks` and `keeps`."""

from __future__ import annotations

import copy
import itertools
import math
import operator
import pickle
from typing import Any

from refute.judge.laws.registry import LAWS
from refute.model.roles import Breach

BY_NAME = {law.name: law for law in LAWS}
MODULES = {m.__name__: m for m in (copy, itertools, math, operator, pickle)}


def breach_of(law: str, *values: Any) -> Breach | None:
    """Return how the values break the law, asked as a campaign would."""
    assert BY_NAME[law].arity == len(values)
    return BY_NAME[law].broken(*values) if BY_NAME[law].applies(type(values[0])) else None


def breaks(law: str, *values: Any, fails_with: type[Exception] = AssertionError) -> Breach:
    """Demand that the law is broken and that the assertion, run on the values, fails in the same way."""
    breach = breach_of(law, *values)
    assert breach is not None, f"{law} is silent"
    names = ("first", "second", "third")[: len(values)]
    raised = _run(breach.assertion.format(*names), dict(zip(names, values, strict=True)))
    assert raised is type(breach.exception) if breach.exception else raised is fails_with
    return breach


def _run(source: str, names: dict[str, Any]) -> type[BaseException] | None:
    try:
        exec(source, {**MODULES, **names})
    except Exception as error:
        return type(error)
    return None


def keeps(law: str, *values: Any) -> bool:
    """Return whether the law has nothing to say against the values."""
    return breach_of(law, *values) is None
