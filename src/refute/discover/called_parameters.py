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

Arities = dict[str, int]
# Of what is called with what somebody else has passed: `f(*args, **kwargs)`.
_ANY_NUMBER = -1
# Who calls its first argument with as many arguments as there are others.
_CALLS_FIRST = frozenset({"map", "filter", "takewhile", "dropwhile", "filterfalse"})
# Which other functions of the standard library call what they are given: where that stands, and with how many arguments.
_CALLS_AT = {
    "reduce": (0, 2),
    "cmp_to_key": (0, 2),
    "defaultdict": (0, 0),
    "starmap": (0, _ANY_NUMBER),
    "groupby": (1, 1),
    "accumulate": (1, 2),
}
# What is called that is passed by name, whoever takes it; `default` and `target` are often values.
_CALLED_BY_NAME = {
    "key": 1,
    "cmp": 2,
    "default_factory": 0,
    "object_hook": 1,
    "object_pairs_hook": 1,
    "parse_float": 1,
    "parse_int": 1,
}
_CALLED_BY_NAME_IN = {
    **{(one, "default"): 1 for one in ("dumps", "dump", "JSONEncoder")},
    **{(one, "target"): _ANY_NUMBER for one in ("Thread", "Process")},
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class CalledParameters:
    """By the name of a function, `Class.method`, how many arguments its parameters are called with."""

    def __init__(self, modules: Iterable[ParsedModule]) -> None:
        modules = list(modules)
        own = {
            node.name
            for one in modules
            for node in ast.walk(one.tree)
            if isinstance(node, _Function)
        }
        self.results = UsedResults(modules)
        self._found: dict[str, Arities] = {}
        for module in modules:
            collections = collections_called(module.tree)
            for name, function, kept in _functions(module.tree):
                arities = _arities_in(function, kept, collections, own)
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


def _arities_in(
    function: _Function, kept: Arities, collections: dict[KeptAt, int], own: set[str]
) -> Arities:
    """Return which parameters a function calls, keeps where they are called, or hands on to somebody who calls them."""
    arguments = function.args
    names = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    found: Arities = {}
    for node in ast.walk(function):
        for name, arity in _calls(node, kept, own):
            if name in names:
                _note(found, name, arity)
    for name in sorted(names - found.keys()) if collections else ():
        for place in sorted(kept_in(function, name) & collections.keys()):
            _note(found, name, collections[place])
    return found


def _calls(node: ast.AST, kept: Arities, own: set[str]) -> Iterator[tuple[str, int]]:
    match node:
        case ast.Call(func=ast.Name(name)) if (arity := _arity(node)) is not None:
            yield name, arity
        case ast.Assign([ast.Attribute(ast.Name("self"), attribute)], ast.Name(name)):
            if attribute in kept:
                yield name, kept[attribute]
    if isinstance(node, ast.Call):
        yield from _handed_on(node, own)


def _handed_on(call: ast.Call, own: set[str]) -> Iterator[tuple[str, int]]:
    """Yield what is given to somebody of the standard library who calls it; a function of the same name may do anything."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    called = call.func.id if isinstance(call.func, ast.Name) else called
    if called in own:
        return
    for keyword in call.keywords:
        name = keyword.arg or ""
        arity = _CALLED_BY_NAME.get(name, _CALLED_BY_NAME_IN.get((called, name)))
        if arity is not None and isinstance(keyword.value, ast.Name):
            yield keyword.value.id, arity
    place, arity = _CALLS_AT.get(called, (0, None))
    if called in _CALLS_FIRST:
        arity = max(1, len(call.args) - 1)
    if arity is not None and place < len(call.args):
        given = call.args[place]
        if isinstance(given, ast.Name):
            yield given.id, arity
