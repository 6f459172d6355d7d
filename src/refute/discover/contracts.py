"""What is written down about methods and classes, wherever it is written: `contract_of`, `spec_of`, `promise_of`.

Read from methods named by convention (T2, section 3.1; Korat, section 4), and from what libraries leave behind.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import types
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

from refute.discover.contract_libraries import deal_conditions, icontract_conditions
from refute.look.function_source import Function, private_names_written, tree_of
from refute.look.homes import home_of
from refute.model.contract import NO_CONTRACT, Condition, Contract, Promise, Spec

_numbers = count(1)

# Methods that are part of a specification whatever the class is about.
APPMODEL = "appmodel"
TEMPORAL = "temporal_spec"
FIELDS = "fields_spec"


def is_docstring(node: ast.stmt) -> bool:
    """Return whether a statement is a text and nothing else."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def made_from_source(source: str, name: str, names: dict[str, Any]) -> types.FunctionType:
    """Return a function compiled from text that `inspect.getsource` can still find."""
    file = f"<refute {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace = dict(names)
    exec(compile(source, file, "exec"), namespace)
    made: types.FunctionType = namespace[name]
    return made


def contract_of(owner: type | types.ModuleType | None, method: Any, name: str = "") -> Contract:
    """Return all that is written about a method of a class, or a function of a module; `name` is what it is called there."""
    name = name or getattr(method, "__name__", "")
    spec = spec_of(owner, name) if owner is not None else None
    requires: list[Condition] = []
    ensures: list[Condition] = []
    raises: list[type[BaseException]] = []
    if spec is not None:
        requires += [Condition(asked) for asked in _asked_by(spec, owner)]
    for library in (icontract_conditions(method), deal_conditions(owner, method)):
        requires += library.requires
        ensures += library.ensures
        raises += library.raises
    if not (spec or requires or ensures or raises):
        return NO_CONTRACT
    return Contract(tuple(requires), tuple(ensures), tuple(raises), spec)


# ---------------------------------------------------------------- methods named by convention


def spec_of(owner: type | types.ModuleType, name: str) -> Spec | None:
    """Return what specifies a method, property or function beside it: it calls it and asserts something."""
    spec = _beside(owner, name)
    return spec if spec is not None and spec.calls and spec.asserts else None


def _beside(owner: type | types.ModuleType, name: str) -> Spec | None:
    """Return what is named as a specification would be, whatever it does."""
    function = written_function(inspect.getattr_static(owner, f"{name}_spec", None))
    if function is None or not name:
        return None
    if isinstance(owner, types.ModuleType) and home_of(function) != owner.__name__:
        return None  # imported from elsewhere
    tree = tree_of(function)
    return None if tree is None else _spec(function, tree, name, owner)


def strange_spec(owner: type | types.ModuleType, name: str) -> str:
    """Return what is wrong with something that says it is a specification but calls nothing; "" where nothing is.

    It says so by PRE or POST: `load_spec` beside `load` may as well load a specification.
    """
    spec = _beside(owner, name)
    if spec is None or spec.calls or not spec.labelled:
        return ""
    if inspect.getattr_static(owner, name, None) is not None:
        return f"asserts PRE or POST, but never calls {name}, and is not used. Let it call {name} in between."
    return f"asserts PRE or POST, but there is no {name}, and is not used. Name it after what it specifies."


def written_function(member: Any) -> types.FunctionType | None:
    """Return the function in a class that a member is made of, None where it is something else."""
    if isinstance(member, staticmethod | classmethod):
        member = member.__func__
    # Only of functions: there are objects that have every attribute one asks for, and another below it.
    while isinstance(member, types.FunctionType) and hasattr(member, "__wrapped__"):
        member = member.__wrapped__
    return member if isinstance(member, types.FunctionType) else None


def getter_of(member: Any) -> types.FunctionType | None:
    """Return the function that answers when an attribute is read, None where there is none."""
    if isinstance(member, property):
        return written_function(member.fget)
    is_cached = type(member).__name__ == "cached_property"
    return written_function(getattr(member, "func", None)) if is_cached else None


def probe_of(function: Any) -> Spec | None:
    """Return the assertions of a probe, which specifies no other method."""
    tree = tree_of(function)
    return None if tree is None else _spec(function, tree, "", None)


def _spec(
    function: types.FunctionType, tree: Function, name: str, owner: type | types.ModuleType | None
) -> Spec:
    # The source begins with the decorators, as the code's first line does.
    shift = function.__code__.co_firstlineno - 1
    called = _callee(function, tree, name, owner)
    is_read = getter_of(inspect.getattr_static(owner, name, None)) is not None
    calls = {
        line + shift
        for node in ast.walk(tree)
        if called(node if is_read else getattr(node, "func", None))
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)  # type: ignore[attr-defined]
    }
    first = min(calls, default=0)
    asserted = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    asserts = [
        (line + shift, _kind(node, node.lineno + shift < first), ast.unparse(node.test))
        for node in asserted
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    ]
    labelled = any(map(_label, asserted))
    return Spec(function.__name__, function, frozenset(calls), tuple(asserts), labelled)


def _callee(
    function: types.FunctionType, tree: Function, name: str, owner: type | types.ModuleType | None
) -> Callable[[ast.AST | None], bool]:
    """Return what tells the expression by which a specification calls what it specifies."""
    if isinstance(owner, types.ModuleType):
        return lambda node: isinstance(node, ast.Name) and node.id == name
    parameters = [*tree.args.posonlyargs, *tree.args.args]
    holders = {one.__name__ for one in owner.__mro__} if owner is not None else set()
    if parameters and not isinstance(
        inspect.getattr_static(owner, function.__name__, None), staticmethod
    ):
        holders.add(parameters[0].arg)

    def is_it(node: ast.AST | None) -> bool:
        if not isinstance(node, ast.Attribute) or node.attr != name:
            return False
        match node.value:
            case (
                ast.Name(id=holder)
                | ast.Attribute(value=ast.Name(id=holder), attr="__class__")
                | ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=holder)])
            ):
                return holder in holders
        return False

    return is_it


def _kind(node: ast.Assert, before: bool) -> str:
    """Return what an assertion says: as its message begins, or by whether it stands before the call."""
    label = _label(node)
    if not label:
        return "requires" if before else "ensures"
    return "requires" if label == "PRE" else "ensures"


# Not every word that begins so: "prefix", "posted", "previous".
_LABEL = re.compile(r"(pre|post)(?:-?conditions?)?(?![a-z-])", re.IGNORECASE)


def _label(node: ast.Assert) -> str:
    """Return PRE or POST where the message of an assertion begins so."""
    message: ast.expr | None = node.msg
    if isinstance(message, ast.JoinedStr) and message.values:
        message = message.values[0]
    found = _LABEL.match(str(message.value)) if isinstance(message, ast.Constant) else None
    return found[1].upper() if found else ""


def _asked_by(spec: Spec, owner: type | types.ModuleType | None) -> Iterator[types.FunctionType]:
    """Yield the leading assertions about the caller as a predicate of its own, which spares us inputs that ask for more.

    What is asked further down only the call itself can tell.
    """
    function: Any = spec.function
    tree = private_names_written(function)
    if tree is None or function.__closure__:
        return
    asked: list[ast.expr] = []
    shift = function.__code__.co_firstlineno - 1
    for node in tree.body:
        if is_docstring(node):
            continue
        before = (node.end_lineno or node.lineno) + shift < min(spec.calls)
        if not (isinstance(node, ast.Assert) and before and _kind(node, before) == "requires"):
            break
        asked.append(node.test)
    if asked:
        arguments = tree.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        known = dict(function.__globals__)
        if isinstance(inspect.getattr_static(owner, spec.name, None), classmethod):
            known[every.pop(0).arg] = owner
        names = ", ".join(one.arg for one in every)
        lines = [f"    if not ({ast.unparse(test)}): return False" for test in asked]
        source = "\n".join([f"def asked({names}):", *lines, "    return True"])
        yield made_from_source(source, "asked", known)


def differs(owner: type | types.ModuleType, spec: Spec, method: Any) -> str:
    """Return why a specification cannot be called in the place of what it specifies, "" where it can."""
    name = spec.name.removesuffix("_spec")
    mine, theirs = (inspect.getattr_static(owner, one, None) for one in (spec.name, name))
    if written_function(mine) is not getattr(mine, "__func__", mine):
        return "is decorated, so that its assertions cannot be told apart, and is not used. Leave the decorators off."
    of_class = isinstance(mine, staticmethod | classmethod)
    if of_class is not isinstance(theirs, staticmethod | classmethod):
        places = ("the class", "the object") if of_class else ("the object", "the class")
        return f"is called on {places[0]}, but {name} on {places[1]}, and is not used. Make both alike."
    if inspect.iscoroutinefunction(spec.function) and not inspect.iscoroutinefunction(method):
        return f"is async, but {name} is not, and is not used. Make both alike."
    wrong = mismatch(getattr(owner, spec.name), method)
    return f"{wrong}, and is not used. Give both the same parameters." if wrong else ""


def mismatch(spec: Callable[..., Any], method: Any) -> str:
    """Return how the parameters of a spec differ from those of its method, "" where every call fits both."""
    try:
        have = list(inspect.signature(spec).parameters.values())
        want = list(inspect.signature(method).parameters.values())
    except (ValueError, TypeError):
        return ""
    if any(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in have):
        return ""
    same = [one.name for one in have] == [one.name for one in want]
    narrower = same and any(
        mine.default is mine.empty and theirs.default is not theirs.empty
        for mine, theirs in zip(have, want, strict=True)
    )
    if same and not narrower:
        return ""
    return f"takes {_listed(have)}, but {method.__name__} takes {_listed(want)}"


def _listed(parameters: Iterable[inspect.Parameter]) -> str:
    return f"({', '.join(str(one.replace(annotation=one.empty)) for one in parameters)})"


def promise_of(cls: type) -> Promise | None:
    """Return what a class says about its objects over time, None where it says nothing."""
    model = inspect.getattr_static(cls, APPMODEL, None)
    has_model = _is_plain(model) and len(required_of(model)) <= 2
    temporal = inspect.getattr_static(cls, TEMPORAL, None)
    has_temporal = _is_plain(temporal) and len(required_of(temporal)) == 1
    if not (has_model or has_temporal):
        return None
    wants_last = has_model and len(inspect.signature(model).parameters) > 1
    return Promise(APPMODEL if has_model else "", wants_last, has_temporal)


def _is_plain(member: object) -> bool:
    return isinstance(member, types.FunctionType) and not inspect.iscoroutinefunction(member)


def required_of(function: Any) -> list[str]:
    """Return the parameters that a caller must pass, the receiver among them."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return []
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p.name for p in parameters if p.default is p.empty and p.kind not in variable]
