"""The syntax trees of the user's functions, and what their names mean.  Main name: `Source`."""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import types
from typing import Any

from refute.generate.bounded.compiled.blocks import NotResumable, stored_names
from refute.look import private_names
from refute.look.function_source import tree_of


class Source:
    """The syntax tree of one function, and what its free names mean."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self.tree = definition_of(function)
        arguments = self.tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise NotResumable(f"{function.__name__} takes * arguments")
        if any(isinstance(n, ast.Yield | ast.YieldFrom | ast.Await) for n in ast.walk(self.tree)):
            raise NotResumable(f"{function.__name__} is a generator")
        self.parameters = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self.locals = set(self.parameters) | stored_names(self.tree.body)
        self.owner_prefix = private_names.class_prefix(function.__qualname__)

    def meaning(self, name: str) -> Any:
        """Return the object that a free name stands for."""
        closure = inspect.getclosurevars(self.function)
        for scope in (closure.nonlocals, self.function.__globals__, vars(builtins)):
            if name in scope:
                return scope[name]
        raise NotResumable(f"{name} is not defined")


def definition_of(function: types.FunctionType) -> ast.FunctionDef:
    """Return a function as it is written; raise where there is no source, or it is no plain function."""
    tree = tree_of(function)
    if not isinstance(tree, ast.FunctionDef):
        raise NotResumable(f"{function.__name__} has no source, or is not a plain function")
    return tree


def function_in(member: Any) -> types.FunctionType:
    """Return the function of a method or property; raise where it is not written in Python."""
    if isinstance(member, property):
        member = member.fget
    function = getattr(member, "__func__", member)
    if not isinstance(function, types.FunctionType):
        raise NotResumable(f"{member!r} is not a Python function")
    return function


def mangled(name: str, source: Source) -> str:
    """Return the name Python really uses for `__private` inside a class."""
    return private_names.mangled(name, source.owner_prefix)


def is_standard(function: types.FunctionType) -> bool:
    """Tell whether a function belongs to the standard library, which knows nothing of our fields."""
    return (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names
