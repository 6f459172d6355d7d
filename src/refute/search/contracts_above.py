"""What decorators of icontract and deal say of the methods that functions of ours stand for: `asked_above`, `first_broken`.

Klein, Flatt and Findler (2010), section 2: what a function that the test makes asks for is the code's to see to.  Neither
library hands that on to a subclass of any class, so it is asked here, and then stands in the function itself.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from refute.discover.contract_libraries import wanted
from refute.discover.contracts import contract_of
from refute.execute.body_runner import Demand
from refute.execute.contract_recursion import hands_on
from refute.judge.promises.callback_blame import demanded
from refute.look.function_source import written
from refute.model.contract import NO_CONTRACT, Condition, Contract
from refute.model.sequence import Callback, declared
from refute.render.trees import with_names_replaced


def asked_above(made: Callback, given: tuple[object, ...], base: type | None) -> Demand | None:
    """Return what a method asks for that a function of ours overrides, and that these arguments are not."""
    requires = contract_above(base, made.role).requires if base is not None else ()
    if not requires:
        return None
    names = tuple(declared(one)[1] for one in made.names)
    values = dict(zip(names, given, strict=False))
    broken = (demanded(_source(one), names) for one in requires if not _holds(one, values))
    return next((one for one in broken if one is not None), None)


@lru_cache(maxsize=256)
def contract_above(base: type, name: str) -> Contract:
    """Return what libraries' decorators say of a method, without what they see to themselves in subclasses."""
    method = inspect.getattr_static(base, name, None)
    if hands_on(base) or not inspect.isfunction(method):
        return NO_CONTRACT
    return contract_of(None, method)


@lru_cache(maxsize=256)
def _source(condition: Condition) -> str:
    """Return a condition as source about nothing but its parameters; "" where it cannot be written so.

    Not what describes it.  `_.x` is how deal writes a parameter, and a constant of the module is written as what it is.
    """
    text = written(condition.function)
    if not text.isidentifier():
        constants = _constants(condition.function)
    elif "_." in condition.text:
        text, constants = re.sub(r"\b_\.(?=\w)", "", condition.text), {}
    else:
        return ""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return ""
    return ast.unparse(with_names_replaced(tree, constants)) if constants else ast.unparse(tree)


def _constants(function: Any) -> dict[str, ast.expr]:
    known = inspect.getclosurevars(function)
    return {
        name: ast.Constant(value)
        for name, value in (*known.globals.items(), *known.nonlocals.items())
        if type(value) in (int, float, str, bytes, bool)
    }


def first_broken(conditions: Iterable[Condition], values: Mapping[str, Any]) -> Condition | None:
    """Return the first condition that does not hold of values by name; one that cannot be asked says nothing."""
    return next((one for one in conditions if not _holds(one, values)), None)


def _holds(condition: Condition, values: Mapping[str, Any]) -> bool:
    names = _names(condition)
    if not values.keys() >= set(names):
        return True  # it is about what was before, or about the function itself
    try:
        return bool(condition.function(**{name: values[name] for name in names}))
    except Exception:
        return True


@lru_cache(maxsize=256)
def _names(condition: Condition) -> tuple[str, ...]:
    return tuple(wanted(condition.function))
