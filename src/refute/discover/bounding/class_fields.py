"""The fields of a class as far as its source tells: annotations, dataclass fields, slots, assignments in `__init__`.

Main names: `declared_fields`, `resolve`.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import sys
import textwrap
import types
import typing
from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any

from refute.discover.bounding.annotation_shapes import LIMITED_DEQUE
from refute.look.function_source import Function, StoredAttribute, attribute_stores, tree_of
from refute.look.private_names import class_prefix, mangled
from refute.model.contract import AUXILIARY


def declared_fields(owner: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a class, inherited ones first: their annotations, and the defaults that exist."""
    hints: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    for base in reversed(owner.__mro__[:-1]):
        hints.update(own_hints(base))
        for slot in declared_slots(base):
            hints.setdefault(slot, inspect.Parameter.empty)
    for name in assigned_in_init(owner, hints):
        hints.setdefault(name, inspect.Parameter.empty)
    for name in set().union(*map(limited_deques, owner.__mro__[:-1])) & hints.keys():
        hints[name] = LIMITED_DEQUE
    if dataclasses.is_dataclass(owner):
        for field in dataclasses.fields(owner):
            if field.default is not dataclasses.MISSING:
                defaults[field.name] = field.default
    for name in hints:
        value = inspect.getattr_static(owner, name, None)
        if value is not None and not hasattr(type(value), "__get__"):
            defaults.setdefault(name, value)
    return {n: h for n, h in hints.items() if not is_computed(owner, n)}, defaults


def declared_slots(base: type) -> list[str]:
    """Return the slots that one class itself declares, in their order."""
    slots = vars(base).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    prefix = class_prefix(f"{base.__name__}.__slots__")
    return [mangled(name, prefix) for name in names if name not in ("__dict__", "__weakref__")]


def bookkeeping(owner: type, defaults: dict[str, Any]) -> dict[str, Any]:
    """Return what the fields that belong to a specification hold in a new object, where that can be seen."""
    found = {name: value for name, value in defaults.items() if name.startswith(AUXILIARY)}
    for _, stored in stored_in_init(owner):
        if stored.name.startswith(AUXILIARY) and stored.value is not None:
            try:
                found[stored.name] = ast.literal_eval(stored.value)
            except ValueError:
                continue  # it is computed
    return found


def own_hints(base: type) -> dict[str, Any]:
    """Return the resolved annotations of one class body; what cannot be resolved counts as not annotated."""
    found: dict[str, Any] = {}
    for name, raw in inspect.get_annotations(base).items():
        hint = resolve(raw, base)
        if typing.get_origin(hint) is not typing.ClassVar and hint is not typing.ClassVar:
            found[name] = hint
    return found


def resolve(raw: Any, base: type) -> Any:
    """Return an annotation as an object; names may be those of the module, the class, or nested classes."""
    if not isinstance(raw, str):
        return with_names_resolved(raw, base)
    module = sys.modules.get(base.__module__)
    local = {**vars(base), base.__name__: base}
    try:
        found = eval(raw, {**vars(builtins), **vars(typing), **vars(module or builtins)}, local)
        return resolve(found, base)
    except Exception:
        return inspect.Parameter.empty


def with_names_resolved(hint: Any, base: type) -> Any:
    """Return an annotation with what is quoted inside it as objects: `Optional["Node"]`, `list["Node"]`."""
    if isinstance(hint, typing.ForwardRef):
        return resolve(hint.__forward_arg__, base)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (None, typing.Literal, typing.Annotated):
        return hint
    meant = tuple(
        resolve(one, base)
        if isinstance(one, str | typing.ForwardRef) or typing.get_args(one)
        else one
        for one in arguments
    )
    if inspect.Parameter.empty in meant:
        return inspect.Parameter.empty
    if all(new is old for new, old in zip(meant, arguments, strict=True)):
        return hint
    if origin in (typing.Union, types.UnionType):
        return typing.Union[meant]  # noqa: UP007
    return origin[meant if len(meant) > 1 else meant[0]]


def is_computed(owner: type, name: str) -> bool:
    """Tell whether a name is a property or function, which has no storage of its own."""
    value = inspect.getattr_static(owner, name, None)
    return isinstance(value, property | types.FunctionType | classmethod | staticmethod)


def assigned_in_init(owner: type, hints: dict[str, Any]) -> list[str]:
    """Return the attributes that `__init__` assigns, inherited ones first, and note the annotations found there."""
    names: list[str] = []
    for base, stored in stored_in_init(owner):
        name = mangled(stored.name, class_prefix(f"{base.__name__}.__init__"))
        note_assignment(base, name, stored, hints)
        names.append(name)
    return names


def stored_in_init(owner: type) -> Iterator[tuple[type, StoredAttribute]]:
    """Yield what the constructors that run for an object store in it, those of bases first, each with its class."""
    for base, tree in reversed(list(inits_of(owner))):
        if tree.args.args:
            for stored in attribute_stores(ast.walk(tree), tree.args.args[0].arg):
                yield base, stored


def inits_of(owner: type) -> Iterator[tuple[type, Function]]:
    """Yield the classes whose `__init__` runs for an object, most derived first, as far as each calls the next."""
    for base in owner.__mro__[:-1]:
        tree = tree_of(vars(base).get("__init__"))
        if tree is None:
            continue  # inherited, or written by a decorator, as of dataclasses
        yield base, tree
        if not any(isinstance(n, ast.Attribute) and n.attr == "__init__" for n in ast.walk(tree)):
            return


def parameter_hint(owner: type, name: str) -> Any:
    """Return the annotation of a parameter of `__init__`, as its value has it."""
    signature = inspect.signature(owner.__init__)  # type: ignore[misc]
    parameter = signature.parameters.get(name)
    if parameter is None or parameter.annotation is inspect.Parameter.empty:
        return inspect.Parameter.empty
    hint = resolve(parameter.annotation, owner)
    if hint is inspect.Parameter.empty or parameter.kind is parameter.VAR_KEYWORD:
        return inspect.Parameter.empty
    return (
        tuple.__class_getitem__((hint, ...)) if parameter.kind is parameter.VAR_POSITIONAL else hint
    )


def note_assignment(owner: type, name: str, stored: StoredAttribute, hints: dict[str, Any]) -> None:
    """Take the annotation of `self.x: T = …`, or of the parameter assigned, or the type of a number or truth value."""
    known = hints.get(name, inspect.Parameter.empty)
    if known is not inspect.Parameter.empty:
        return
    value = stored.value
    if stored.annotation is not None:
        hints[name] = resolve(ast.unparse(stored.annotation), owner)
    elif isinstance(value, ast.Name):
        hints[name] = parameter_hint(owner, value.id)
    elif isinstance(value, ast.Constant) and isinstance(value.value, bool | int):
        hints[name] = type(value.value)
    elif isinstance(value, ast.List | ast.Dict | ast.Set):
        hints[name] = {ast.List: list, ast.Dict: dict, ast.Set: set}[type(value)]
    elif isinstance(value, ast.Call):
        made = resolve(ast.unparse(value.func), owner)
        # A class of the same package: how those of others hold their values is their business.
        is_empty = made in (deque, OrderedDict) and not value.args and not value.keywords
        if (
            made in (list, dict, set, frozenset)
            or is_empty
            or (isinstance(made, type) and are_near(made, owner))
        ):
            hints[name] = made


def limited_deques(base: type) -> set[str]:
    """Return the fields for which a class makes a deque with a `maxlen`: one without it would hold more than any object does."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
    except (OSError, TypeError, SyntaxError):
        return set()
    assigned: list[tuple[ast.expr, ast.expr]] = []
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign):
            assigned += [(target, one.value) for target in one.targets]
        elif isinstance(one, ast.AnnAssign) and one.value is not None:
            assigned.append((one.target, one.value))
    return {
        getattr(target, "attr", getattr(target, "id", ""))
        for target, value in assigned
        if any(_is_limited_deque(part, base) for part in ast.walk(value))
    }


def _is_limited_deque(node: ast.AST, base: type) -> bool:
    return (
        isinstance(node, ast.Call)
        and resolve(ast.unparse(node.func), base) is deque
        and (len(node.args) > 1 or any(one.arg == "maxlen" for one in node.keywords))
    )


def are_near(one: type, other: type) -> bool:
    """Return whether two classes belong to one package."""
    return one.__module__.partition(".")[0] == other.__module__.partition(".")[0]
