"""Public attributes that an outsider may write: `writable_fields`.

T2 (Prasetya, Vos and Baars 2007) sets public fields as it calls public methods.  In Python everything can be written and little
is meant to be, so only what a class with promises lays open counts: attributes without a leading underscore that are annotated,
or given a plain value or an annotated parameter in `__init__`, and of a plain type.  `fields_spec`, a tuple of names, says which
instead; an empty one says none.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
import types
from collections import Counter
from collections.abc import Callable, Iterator

from refute.discover.contracts import FIELDS
from refute.look.function_source import StoredAttribute, attribute_stores, tree_of
from refute.look.objects import annotations_of
from refute.model.typeform import ANY, TypeForm, members

_PLAIN = frozenset({"int", "bool", "str", "float", "bytes", "None"})

# An annotation, as an object or as text, to what it means.
FormOf = Callable[[object], TypeForm | None]


def writable_fields(cls: type, form_of: FormOf, promises: bool) -> dict[str, TypeForm]:
    """Return the attributes that may be written, with what may be written to them.

    `promises` says whether the class promises anything; if not, only what `fields_spec` names counts.
    """
    named = inspect.getattr_static(cls, FIELDS, None)
    if not isinstance(named, list | tuple) and not promises:
        return {}
    if _is_closed(cls):
        return {}
    found: dict[str, TypeForm] = {}
    for name, form in _declared(cls, form_of):
        found.setdefault(name, form)
    if isinstance(named, list | tuple):
        return {str(name): found.get(str(name), ANY) for name in named}
    return {
        name: form
        for name, form in found.items()
        if not name.startswith(("_", "aux_"))
        and _is_writable(cls, name)
        and all(part.name in _PLAIN for part in members(form))
        and not all(part.name == "None" for part in members(form))
    }


def is_meant_to_be_set(cls: type, name: str) -> bool:
    """Return whether a class says that others may set an attribute: a dataclass's field, a setter, `fields_spec`."""
    if dataclasses.is_dataclass(cls) and name in {field.name for field in dataclasses.fields(cls)}:
        return True
    member = inspect.getattr_static(cls, name, None)
    named = inspect.getattr_static(cls, FIELDS, ())
    is_named = isinstance(named, list | tuple) and name in named
    return is_named or (isinstance(member, property) and member.fset is not None)


def misnamed(cls: type) -> str:
    """Return what is wrong with `fields_spec`, "" where nothing is."""
    named = inspect.getattr_static(cls, FIELDS, ())
    if isinstance(named, str):
        return f'is a text. Write a tuple: ("{named}",).'
    if not isinstance(named, list | tuple) or not all(isinstance(one, str) for one in named):
        return "is not a tuple of names. Write the names of attributes, or () for none."
    known = {name for base in cls.__mro__ for name in vars(base)} | _written(cls)
    gone = [name for name in named if name not in known and not hasattr(cls, "__getattr__")]
    return f"names {', '.join(gone)}, which no method writes. Is it misspelt?" if gone else ""


def _written(cls: type) -> set[str]:
    """Return the attributes that are annotated in a class, or written anywhere in its methods."""
    found: set[str] = set()
    for base in cls.__mro__:
        found.update(annotations_of(base), getattr(base, "__slots__", ()))
        for member in vars(base).values():
            tree = tree_of(member) if isinstance(member, types.FunctionType) else None
            for node in ast.walk(tree) if tree is not None else ():
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
    return found


def _is_closed(cls: type) -> bool:
    """Return whether objects of the class are not to be written to at all."""
    parameters = getattr(cls, "__dataclass_params__", None)
    frozen = dataclasses.is_dataclass(cls) and getattr(parameters, "frozen", False)
    return bool(frozen) or issubclass(cls, tuple | enum.Enum) or hasattr(cls, "__getattr__")


def _is_writable(cls: type, name: str) -> bool:
    member = inspect.getattr_static(cls, name, None)
    if isinstance(member, types.MemberDescriptorType):
        return True
    return not (callable(member) or hasattr(type(member), "__get__"))


def _declared(cls: type, form_of: FormOf) -> Iterator[tuple[str, TypeForm]]:
    for base in cls.__mro__:
        if base.__module__ == "builtins":
            continue
        for name, annotation in annotations_of(base).items():
            form = form_of(annotation)
            if form is not None and not _is_constant(annotation):
                yield name, form
        init = vars(base).get("__init__")
        if isinstance(init, types.FunctionType):
            yield from _assigned(init, form_of)


def _is_constant(annotation: object) -> bool:
    text = annotation if isinstance(annotation, str) else str(annotation)
    return any(word in text for word in ("ClassVar", "Final", "InitVar"))


def _assigned(init: types.FunctionType, form_of: FormOf) -> Iterator[tuple[str, TypeForm]]:
    """Yield the attributes that a constructor sets, where what it sets them to says what they hold."""
    tree = tree_of(init)
    if tree is None or not tree.args.args:
        return
    given = init.__annotations__
    for stored in attribute_stores(tree.body, tree.args.args[0].arg):
        form = None
        match stored:
            case StoredAttribute(annotation=ast.expr() as annotation):
                form = form_of(ast.unparse(annotation))
            case StoredAttribute(value=ast.Constant(value), alone=True) if value is not None:
                form = TypeForm(type(value).__name__)
            case StoredAttribute(value=ast.Name(parameter), alone=True) if parameter in given:
                form = form_of(given[parameter])
        if form is not None:
            yield stored.name, form


def stored_as_given(cls: type) -> frozenset[str]:
    """Return the attributes that a constructor gives the very value of a parameter, and does nothing else to."""
    if dataclasses.is_dataclass(cls):
        return frozenset(field.name for field in dataclasses.fields(cls) if field.init)
    tree = tree_of(inspect.unwrap(cls.__init__))  # type: ignore[misc]
    if tree is None or not tree.args.args:
        return frozenset()
    receiver, *parameters = (one.arg for one in (*tree.args.args, *tree.args.kwonlyargs))
    stored: dict[str, bool] = {}
    for one in attribute_stores(ast.walk(tree), receiver):
        plain = one.alone and isinstance(one.value, ast.Name) and one.value.id in parameters
        stored[one.name] = stored.get(one.name, True) and plain
    writes = Counter(
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    )
    renamed = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    if renamed & {*parameters}:
        return frozenset()
    return frozenset(name for name, plain in stored.items() if plain and writes[name] == 1)


def attributes_in(condition: str) -> frozenset[str] | None:
    """Return the attributes of the object that a condition reads, None where that cannot be told.

    >>> sorted(attributes_in("self.low <= self.high") or ())
    ['high', 'low']
    """
    try:
        tree = ast.parse(condition.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return None
    own = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("self", "_")
    ]
    inside = {id(node.value) for node in own}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in ("self", "_") and id(node) not in inside:
            return None  # handed on, to whom it may concern
        if isinstance(node, ast.Call) and any(node.func is one for one in own):
            return None
    return frozenset(node.attr for node in own) or None
