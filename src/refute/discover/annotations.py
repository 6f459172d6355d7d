"""Annotations, as found on live objects, to forms: `Annotations`.

Strings are evaluated one by one with a name that cannot be found standing for `Any`, instead of by
`typing.get_type_hints`, which gives up on a whole function for one name that only the type checker imports.
"""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from refute.discover.constraints import constrained
from refute.look.classes import unusable
from refute.model.literals import source_of
from refute.model.subject import class_name
from refute.model.typeform import ANY, NEVER, NONE, STR, TypeForm, literal, union

# Aliases may be recursive (type Json = list[Json] | …): below this depth anything goes.
_DEEPEST = 6

_TEXT_STREAM = TypeForm("io:TextIOBase")
_BINARY_STREAM = TypeForm("io:BufferedIOBase")
_ELLIPSIS = TypeForm("...")

# Special forms that only wrap a type, by name: typing and typing_extensions have each.
_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"})
_BARE: dict[str, TypeForm] = {
    "Any": ANY,
    "LiteralString": STR,
    "Never": NEVER,
    "NoReturn": NEVER,
    "AnyStr": union(STR, TypeForm("bytes")),
    "TypeAlias": ANY,
}
_GUARDS = frozenset({"TypeGuard", "TypeIs"})


class _Unknown(Exception):
    """The annotation says nothing that we understand."""


class Annotations:
    """Reads annotations; `classes` collects every class that a form names."""

    def __init__(self) -> None:
        self.classes: dict[str, type] = {}

    def of_class(self, cls: type) -> TypeForm:
        """Return the form of a class and remember the class; any object where nobody can work with it."""
        if cls is object or unusable(cls):
            return ANY
        if cls is type(None):
            return NONE
        name = class_name(cls)
        self.classes.setdefault(name, cls)
        return TypeForm(name)

    def form(
        self, annotation: object, owner: type | None = None, function: object = None
    ) -> TypeForm | None:
        """Return the form of an annotation found on `function` in class `owner`; None if it tells nothing."""
        if annotation is inspect.Parameter.empty:
            return None
        try:
            return _Reader(self, owner, function).read(annotation, 0)
        except _Unknown:
            return None
        except Exception:  # an annotation may be any object, with any behaviour
            return None


class _Reader:
    """One annotation: the class and the function it stands in give names their meaning."""

    def __init__(self, known: Annotations, owner: type | None, function: object) -> None:
        self._known = known
        self._owner = owner
        self._names = _Names(owner, function)

    def read(self, annotation: Any, depth: int) -> TypeForm:
        if depth > _DEEPEST:
            return ANY
        if annotation is None:
            return NONE
        if annotation is ...:
            return _ELLIPSIS
        if isinstance(annotation, str):
            return self._evaluated(annotation, depth)
        if isinstance(annotation, typing.ForwardRef):
            return self._evaluated(annotation.__forward_arg__, depth)
        if isinstance(annotation, typing.TypeVar):
            return self._variable(annotation, depth)
        origin = typing.get_origin(annotation)
        if origin is not None:
            return self._generic(annotation, origin, depth)
        if isinstance(annotation, type) and annotation is not Any:
            return self._class(annotation)
        return self._special(annotation, depth)

    def _evaluated(self, text: str, depth: int) -> TypeForm:
        value = eval(text, {"__builtins__": {}}, self._names)
        if value is _MISSING:
            raise _Unknown(text)
        if isinstance(value, str) and depth > 2:  # a string that evaluates to a string that …
            raise _Unknown(text)
        return self.read(value, depth + 1)

    def _variable(self, variable: typing.TypeVar, depth: int) -> TypeForm:
        if variable.__constraints__:
            return union(*(self.read(one, depth + 1) for one in variable.__constraints__))
        bound = variable.__bound__
        return ANY if bound is None else self.read(bound, depth + 1)

    def _class(self, cls: type) -> TypeForm:
        if cls.__module__ in ("typing", "typing_extensions"):
            if cls in (typing.TextIO, typing.BinaryIO, typing.IO):
                return _stream(cls, ())
            if cls.__name__ in ("Generic", "Protocol", "NamedTuple"):
                return ANY
        if cls is _MISSING:
            return ANY
        if unusable(cls):
            raise _Unknown(cls)
        return self._known.of_class(cls)

    def _special(self, annotation: Any, depth: int) -> TypeForm:
        if hasattr(annotation, "__supertype__"):  # NewType
            return self.read(annotation.__supertype__, depth + 1)
        if hasattr(annotation, "__value__"):  # type X = …
            return self.read(annotation.__value__, depth + 1)
        if type(annotation).__name__ == "InitVar":
            return self.read(annotation.type, depth + 1)
        name = getattr(annotation, "_name", None) or getattr(annotation, "__name__", None)
        if name == "Self" and self._owner is not None:
            return self._known.of_class(self._owner)
        if name in _BARE and type(annotation).__module__ in ("typing", "typing_extensions"):
            return _BARE[name]
        if annotation is Any:
            return ANY
        if isinstance(annotation, typing.ParamSpec) or type(annotation).__name__ == "TypeVarTuple":
            return ANY
        raise _Unknown(annotation)

    def _generic(self, annotation: Any, origin: Any, depth: int) -> TypeForm:
        args = typing.get_args(annotation)
        if origin in (typing.Union, types.UnionType):
            return union(*(self.read(arg, depth + 1) for arg in args))
        if origin is typing.Literal or getattr(origin, "_name", "") == "Literal":
            return self._literal(args)
        name = getattr(origin, "_name", None) or getattr(origin, "__name__", "")
        if name in _WRAPPERS and args:
            # Only `Annotated` has more than a type.
            return constrained(self.read(args[0], depth + 1), args[1:])
        if name in _GUARDS:
            return TypeForm("bool")
        if name == "Concatenate":
            return ANY
        if hasattr(origin, "__value__"):
            return self.read(origin.__value__, depth + 1)
        if name == "Unpack":
            raise _Unknown(annotation)
        if origin is collections.abc.Callable:
            return self._callable(args, depth)
        if origin is type:
            return self._type(args, depth)
        if origin is typing.IO:
            return _stream(origin, args)
        if not isinstance(origin, type):
            raise _Unknown(annotation)
        form = self._class(origin)
        return TypeForm(form.name, tuple(self.read(arg, depth + 1) for arg in args if arg != ()))

    def _literal(self, values: tuple[object, ...]) -> TypeForm:
        sources = [source_of(value) for value in values]
        if None in sources:
            raise _Unknown(values)
        return literal(*(source for source in sources if source is not None))

    def _callable(self, args: tuple[Any, ...], depth: int) -> TypeForm:
        """Callable's arguments are its parameters' forms, then its result's; `...` for any parameters."""
        if not args:
            return TypeForm("collections.abc:Callable")
        parameters, result = args
        if isinstance(parameters, list | tuple):
            forms = [self.read(one, depth + 1) for one in parameters]
        else:
            forms = [_ELLIPSIS]
        return TypeForm("collections.abc:Callable", (*forms, self.read(result, depth + 1)))

    def _type(self, args: tuple[Any, ...], depth: int) -> TypeForm:
        inside = self.read(args[0], depth + 1) if args else ANY
        return TypeForm("type") if inside == ANY else TypeForm("type", (inside,))


def _stream(cls: Any, args: tuple[Any, ...]) -> TypeForm:
    if cls is typing.TextIO or args == (str,):
        return _TEXT_STREAM
    if cls is typing.BinaryIO or args == (bytes,):
        return _BINARY_STREAM
    return union(_TEXT_STREAM, _BINARY_STREAM)


class _MISSING:
    """Stands for a name that cannot be found; `list[Missing]` is still a list, `Missing | None` may be None."""

    def __class_getitem__(cls, item: object) -> type[_MISSING]:
        return cls


class _Names(Mapping[str, Any]):
    """Where an annotation in a string looks names up; never fails."""

    def __init__(self, owner: type | None, function: object) -> None:
        self._owner = owner
        self._function = function

    def __getitem__(self, name: str) -> Any:
        for place in self._places():
            if name in place:
                return place[name]
        return _MISSING

    def _places(self) -> Iterator[Mapping[str, Any]]:
        function: Any = inspect.unwrap(self._function) if callable(self._function) else None
        bases = self._owner.__mro__ if self._owner is not None else ()
        for holder in (function, *bases):
            yield {one.__name__: one for one in getattr(holder, "__type_params__", ())}
        yield getattr(function, "__globals__", {})
        for cls in bases:
            yield vars(sys.modules.get(cls.__module__, builtins))
            # Only classes: a method called `list` does not change what list[int] means.
            yield {key: one for key, one in vars(cls).items() if isinstance(one, type)}
        module = getattr(function, "__module__", None)
        if isinstance(module, str) and module in sys.modules:
            yield vars(sys.modules[module])
        yield vars(builtins)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def or_none(form: TypeForm, default: object) -> TypeForm:
    """Return the form of a parameter with this default: `x: int = None` means that None is welcome."""
    return union(form, NONE) if default is None else form
