"""The fields of a class as far as its source tells: annotations, dataclass fields, slots, assignments in `__init__`.

Main names: `fields_of`, `resolve`.
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
from collections.abc import Iterator
from typing import Any

from refute.look.objects import slots_of
from refute.look.private_names import class_prefix, mangled
from refute.model.contract import AUXILIARY


def fields_of(owner: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a class, inherited ones first: their annotations, and the defaults that exist."""
    hints: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    for base in reversed(owner.__mro__[:-1]):
        hints.update(own_hints(base, owner))
        for slot in slots_of(base):
            hints.setdefault(slot, inspect.Parameter.empty)
    for name in assigned_in_init(owner, hints):
        hints.setdefault(name, inspect.Parameter.empty)
    if dataclasses.is_dataclass(owner):
        for field in dataclasses.fields(owner):
            if field.default is not dataclasses.MISSING:
                defaults[field.name] = field.default
    for name in hints:
        value = inspect.getattr_static(owner, name, None)
        if value is not None and not hasattr(type(value), "__get__"):
            defaults.setdefault(name, value)
    return {n: h for n, h in hints.items() if not is_computed(owner, n)}, defaults


def bookkeeping(owner: type, defaults: dict[str, Any]) -> dict[str, Any]:
    """Return what the fields that belong to a specification hold in a new object, where that can be seen."""
    found = {name: value for name, value in defaults.items() if name.startswith(AUXILIARY)}
    for _, tree in reversed(list(inits_of(owner))):
        for target, value in (pair for node in ast.walk(tree) for pair in assignments(node)):
            if is_self_field(target) and target.attr.startswith(AUXILIARY) and value is not None:
                try:
                    found[target.attr] = ast.literal_eval(value)
                except ValueError:
                    continue  # it is computed
    return found


def own_hints(base: type, owner: type) -> dict[str, Any]:
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
    for base, tree in reversed(list(inits_of(owner))):
        for node in ast.walk(tree):
            for target, value in assignments(node):
                if is_self_field(target):
                    name = mangled(target.attr, class_prefix(f"{base.__name__}.__init__"))
                    annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
                    note_assignment(base, name, annotation, value, hints)
                    names.append(name)
    return names


def inits_of(owner: type) -> Iterator[tuple[type, ast.Module]]:
    """Yield the classes whose `__init__` runs for an object, most derived first, as far as each calls the next."""
    for base in owner.__mro__[:-1]:
        if "__init__" not in vars(base):
            continue
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(vars(base)["__init__"])))
        except (OSError, TypeError, SyntaxError):
            continue  # written by a decorator, as of dataclasses
        yield base, tree
        if not any(isinstance(n, ast.Attribute) and n.attr == "__init__" for n in ast.walk(tree)):
            return


def assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield what a statement assigns: each target with its value, where that can be told."""
    if isinstance(node, ast.AnnAssign):
        yield node.target, node.value
    for target in node.targets if isinstance(node, ast.Assign) else ():
        assert isinstance(node, ast.Assign)
        yield from unpacked(target, node.value)


def unpacked(
    target: ast.expr, value: ast.expr | None
) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, value
        return
    parts: list[ast.expr] = []
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
        starred = (isinstance(one, ast.Starred) for one in (*value.elts, *target.elts))
        parts = [] if any(starred) else value.elts
    for index, one in enumerate(target.elts):
        one = one.value if isinstance(one, ast.Starred) else one
        yield from unpacked(one, parts[index] if parts else None)


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


def is_self_field(target: ast.expr) -> typing.TypeGuard[ast.Attribute]:
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    )


def note_assignment(
    owner: type,
    name: str,
    annotation: ast.expr | None,
    value: ast.expr | None,
    hints: dict[str, Any],
) -> None:
    """Take the annotation of `self.x: T = …`, or of the parameter assigned, or the type of a number or truth value."""
    known = hints.get(name, inspect.Parameter.empty)
    if known is not inspect.Parameter.empty:
        return
    if annotation is not None:
        hints[name] = resolve(ast.unparse(annotation), owner)
    elif isinstance(value, ast.Name):
        hints[name] = parameter_hint(owner, value.id)
    elif isinstance(value, ast.Constant) and isinstance(value.value, bool | int):
        hints[name] = type(value.value)
    elif isinstance(value, ast.List | ast.Dict | ast.Set):
        hints[name] = {ast.List: list, ast.Dict: dict, ast.Set: set}[type(value)]
    elif isinstance(value, ast.Call):
        made = resolve(ast.unparse(value.func), owner)
        # A class of the same package: how those of others hold their values is their business.
        if made in (list, dict, set, frozenset) or (
            isinstance(made, type) and are_near(made, owner)
        ):
            hints[name] = made


def are_near(one: type, other: type) -> bool:
    return one.__module__.partition(".")[0] == other.__module__.partition(".")[0]
