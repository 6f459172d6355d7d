"""Parameters that the code calls, though nothing annotates them: `CalledParameters`, read from the source of modules.

`def each(items, visit)` that says `visit(item)` takes a function of one argument; so does one that keeps it (`self._visit =
visit`, or in a collection) and calls it later, or hands it on as somebody's `key=`.  Such a form is a guess: it says what to
pass, not whom to blame; so does what the results are used as.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from refute.discover.kept_callables import KeptAt, collections_called, kept_in
from refute.discover.used_results import UsedResults
from refute.look.module_source import ParsedModule
from refute.model.subject import Input, Routine
from refute.model.typeform import ANY, CALLABLE, NONE, TypeForm, union

# Who calls the first argument: with as many arguments as there are others, or with two.
_CALLS_FIRST = frozenset({"map", "filter", "takewhile", "dropwhile", "filterfalse"})
_CALLS_FIRST_WITH_TWO = frozenset({"reduce", "cmp_to_key"})

Arities = dict[str, int]
# Of what is called with what somebody else has passed: `f(*args, **kwargs)`.
_ANY_NUMBER = -1
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class CalledParameters:
    """By the name of a function, `Class.method`, how many arguments its parameters are called with."""

    def __init__(self, modules: Iterable[ParsedModule]) -> None:
        modules = list(modules)
        self.results = UsedResults(modules)
        self._found: dict[str, Arities] = {}
        for module in modules:
            collections = collections_called(module.tree)
            for name, function, kept in _functions(module.tree):
                arities = _arities_in(function, kept, collections)
                if arities:
                    self._found[f"{module.name}:{name}"] = arities

    def read_into(self, routine: Routine) -> Routine:
        """Return a routine with functions asked for where its parameters are called and nothing else is known."""
        name = f"{routine.target}.__init__" if routine.how in ("new", "derived") else routine.target
        arities = self._found.get(name)
        if not arities:
            return routine
        inputs = tuple(self._called(one, arities.get(one.name)) for one in routine.inputs)
        return replace(routine, inputs=inputs)

    def _called(self, given: Input, arity: int | None) -> Input:
        if arity is None or given.form != ANY or given.annotated or given.way.startswith("rest"):
            return given
        form = TypeForm(CALLABLE, (ANY,) * (arity + 1) if arity != _ANY_NUMBER else ())
        form = union(form, NONE) if given.default == "None" else form
        return replace(given, form=form, gives=self.results.of(given.name))


def _functions(tree: ast.Module) -> Iterator[tuple[str, _Function, Arities]]:
    """Yield the functions and methods of a module, each with the attributes that its class calls."""
    for node in tree.body:
        if isinstance(node, _Function):
            yield node.name, node, {}
        elif isinstance(node, ast.ClassDef):
            kept = _attributes_called(node)
            for method in node.body:
                if isinstance(method, _Function):
                    yield f"{node.name}.{method.name}", method, kept


def _attributes_called(tree: ast.ClassDef) -> Arities:
    """Return the attributes of `self` that methods call and that are no methods, with how many arguments."""
    methods = {one.name for one in tree.body if isinstance(one, _Function)}
    found: Arities = {}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(ast.Name("self"), name)) if name not in methods:
                _note(found, name, _arity(node))
    return found


def _note(found: Arities, name: str, arity: int | None) -> None:
    """Remember with how many arguments something is called, if that is known: rather a number than any."""
    if arity is not None and found.get(name, _ANY_NUMBER) == _ANY_NUMBER:
        found[name] = arity


def _arity(call: ast.Call) -> int | None:
    if any(one.arg is not None for one in call.keywords):
        return None  # by names, which are not known to be those of parameters
    is_plain = not call.keywords and not any(isinstance(one, ast.Starred) for one in call.args)
    return len(call.args) if is_plain else _ANY_NUMBER


def _arities_in(function: _Function, kept: Arities, collections: dict[KeptAt, int]) -> Arities:
    """Return which parameters a function calls, keeps where they are called, or hands on to somebody who calls them."""
    arguments = function.args
    names = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    found: Arities = {}
    for node in ast.walk(function):
        for name, arity in _calls(node, kept):
            if name in names:
                _note(found, name, arity)
    for name in sorted(names - found.keys()) if collections else ():
        for place in sorted(kept_in(function, name) & collections.keys()):
            _note(found, name, collections[place])
    return found


def _calls(node: ast.AST, kept: Arities) -> Iterator[tuple[str, int]]:
    match node:
        case ast.Call(func=ast.Name(name)) if (arity := _arity(node)) is not None:
            yield name, arity
        case ast.Assign([ast.Attribute(ast.Name("self"), attribute)], ast.Name(name)):
            if attribute in kept:
                yield name, kept[attribute]
    if isinstance(node, ast.Call):
        yield from _handed_on(node)


def _handed_on(call: ast.Call) -> Iterator[tuple[str, int]]:
    for keyword in call.keywords:
        if keyword.arg == "key" and isinstance(keyword.value, ast.Name):
            yield keyword.value.id, 1
    called = call.func.attr if isinstance(call.func, ast.Attribute) else None
    called = call.func.id if isinstance(call.func, ast.Name) else called
    if call.args and isinstance(call.args[0], ast.Name):
        if called in _CALLS_FIRST:
            yield call.args[0].id, max(1, len(call.args) - 1)
        elif called in _CALLS_FIRST_WITH_TWO:
            yield call.args[0].id, 2
