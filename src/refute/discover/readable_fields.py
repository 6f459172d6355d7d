"""Public attributes that are worth reading: `readable_fields`.

`message.headers.set(…)` changes a message as much as a method of it does.  Only attributes whose value is an object of the package
or a collection count: of a number or a text the search learns nothing that it could go on with.
"""

from __future__ import annotations

import ast
import collections
import inspect
import types
from collections.abc import Iterator
from typing import Any

from refute.discover.annotations import Annotations
from refute.look.function_source import StoredAttribute, attribute_stores, tree_of
from refute.look.homes import home_of
from refute.look.objects import annotations_of
from refute.model.typeform import ANY, TypeForm, members

_DISPLAYS: dict[type, type] = {
    ast.List: list,
    ast.ListComp: list,
    ast.Dict: dict,
    ast.DictComp: dict,
    ast.Set: set,
    ast.SetComp: set,
}
_COLLECTIONS = (list, dict, set, collections.deque)


def readable_fields(cls: type, annotations: Annotations) -> dict[str, TypeForm]:
    """Return the attributes to be read, with what they hold: annotated in the class or set by `__init__`."""
    package = home_of(cls).partition(".")[0]
    found: dict[str, TypeForm] = {}
    for base in cls.__mro__:
        if home_of(base).partition(".")[0] == package:
            for name, form in _declared(base, cls, annotations):
                found.setdefault(name, form)
    return {
        name: form
        for name, form in found.items()
        if not (name.startswith("_") or _is_shadowed(cls, name))
        and any(_is_worth_reading(one, annotations, package) for one in members(form))
    }


def _is_shadowed(cls: type, name: str) -> bool:
    """Return whether the class has something by that name that is called or read as what it is."""
    member = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return hasattr(type(member), "__get__") and type(member) is not types.MemberDescriptorType


def _is_worth_reading(form: TypeForm, annotations: Annotations, package: str) -> bool:
    if form == ANY:
        return True  # of a function of the package, or nothing would have been said about it
    cls = annotations.classes.get(form.name)
    if cls is None:
        return False
    return issubclass(cls, _COLLECTIONS) or home_of(cls).partition(".")[0] == package


def _declared(base: type, cls: type, annotations: Annotations) -> Iterator[tuple[str, TypeForm]]:
    for name, annotation in annotations_of(base).items():
        form = annotations.form(annotation, cls)
        if form is not None and form != ANY and "ClassVar" not in str(annotation):
            yield name, form
    init = vars(base).get("__init__")
    tree = tree_of(init) if isinstance(init, types.FunctionType) else None
    if tree is not None and tree.args.args:
        for stored in attribute_stores(tree.body, tree.args.args[0].arg):
            form = _stored_form(stored, cls, init, annotations)
            if form is not None:
                yield stored.name, form


def _stored_form(
    stored: StoredAttribute, cls: type, init: Any, annotations: Annotations
) -> TypeForm | None:
    """Return what an attribute holds after a statement of the constructor, None where that cannot be told."""
    match stored:
        case StoredAttribute(annotation=ast.expr() as annotation):
            form = annotations.form(ast.unparse(annotation), cls, init)
        case StoredAttribute(value=ast.Name(name)) if name in init.__annotations__:
            form = annotations.form(init.__annotations__[name], cls, init)
        case StoredAttribute(value=ast.Call(func=called)):
            return _result_of(_looked_up(called, init.__globals__), cls, annotations)
        case StoredAttribute(value=value) if type(value) in _DISPLAYS:
            return annotations.of_class(_DISPLAYS[type(value)])
        case _:
            return None
    return None if form == ANY else form


def _looked_up(called: ast.expr, names: dict[str, Any]) -> Any:
    match called:
        case ast.Name(name):
            builtin = {one.__name__: one for one in _COLLECTIONS[:3]}
            return names.get(name, builtin.get(name))
        case ast.Attribute(ast.Name(module), name) if type(names.get(module)) is types.ModuleType:
            return vars(names[module]).get(name)
    return None


def _result_of(called: Any, cls: type, annotations: Annotations) -> TypeForm | None:
    """Return what a class or a function of the same package makes."""
    if issubclass(type(called), type):
        return annotations.of_class(called)
    if type(called) is not types.FunctionType:
        return None
    if home_of(called).partition(".")[0] != home_of(cls).partition(".")[0]:
        return None
    return (
        annotations.form(
            called.__annotations__.get("return", inspect.Parameter.empty), None, called
        )
        or ANY
    )
