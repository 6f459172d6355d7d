"""Values that the source suggests for a parameter: `Suggestions`.

Constants that it is compared with and their neighbours, texts that are looked for in it, texts that match the patterns applied
to it, keys that are looked up in it; constants of the module that are documented with it or named like it.  They
say what to pass, not whom to blame.
"""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from refute.discover.parameter_uses import Use, parameters_in, parameters_named, uses_in
from refute.look.module_source import ParsedModule
from refute.look.pattern_texts import matching, nearly_matching
from refute.model.literals import source_of
from refute.model.sequence import Literal
from refute.model.subject import Input, Routine, class_name
from refute.model.typeform import ANY, NONE, TypeForm, members

# So many values are offered for one parameter; all but the first of them are passed now and then only.
_MOST = 200
# Of a longer table so many members come first, from one end to the other.
_LONGEST_TABLE, _FIRST_OF_TABLE = 30, 10
# Sets have no order of their own: of larger ones it takes too long to make one.
_LARGEST_SET = 10_000
# Longer collections take too long to be passed often.
_LONGEST = 5000
_SIMPLE = (int, float, str, bytes, complex)
_TOWER: dict[str, tuple[type, ...]] = {"float": (int, float), "complex": (int, float, complex)}
_COLLECTIONS = (tuple, list, set, frozenset, dict)
_MISSING = object()
# A parameter is followed through so many functions.
_PASSED_ON = 2


class Suggestions:
    """Reads what the source of the modules suggests for the parameters of routines."""

    def __init__(
        self,
        sources: Iterable[ParsedModule],
        modules: Mapping[str, types.ModuleType],
        classes: Mapping[str, type],
    ) -> None:
        self._modules = modules
        self._classes = classes
        self._uses: dict[str, list[Use]] = {}
        for source in sources:
            uses = _Passing(source).uses()
            self._uses |= {f"{source.name}:{name}": some for name, some in uses.items()}
        self._constants = {name: _Constants(module) for name, module in modules.items()}

    def read_into(self, routine: Routine) -> Routine:
        """Return a routine with what its source suggests for each of its inputs."""
        owner = self._classes.get(routine.owner or "")
        place = _Place(self._modules.get(routine.target.partition(":")[0]), owner)
        uses = self._uses_of(routine, owner)
        inputs = tuple(self._read(one, uses, place, routine) for one in routine.inputs)
        return replace(routine, inputs=inputs)

    def _uses_of(self, routine: Routine, owner: type | None) -> list[Use]:
        """Return what is done with the parameters of a routine, where its class may have inherited it."""
        if owner is None:
            return self._uses.get(routine.target, [])
        name = (
            "__init__" if routine.how in ("new", "derived") else routine.target.rpartition(".")[2]
        )
        places = (f"{base.__module__}:{base.__qualname__}.{name}" for base in owner.__mro__)
        return next((found for one in places if (found := self._uses.get(one))), [])

    def _read(self, given: Input, uses: list[Use], place: _Place, routine: Routine) -> Input:
        if given.way == "rest-keywords" or given.name == "self":
            return given
        mine = parameters_named(uses, given.name)
        found = [one for use in sorted(mine, key=_rank) for one in place.values(use)]
        found += self._by_name(given, routine, place)
        found += place.dicts(mine)
        offers = dict.fromkeys(lit for one in found if (lit := self._literal(one, given.form)))
        offers.update(dict.fromkeys(self._instances(given, routine)))
        rest = (one for use in mine for one in place.rest(use))
        offers.update(dict.fromkeys(lit for one in rest if (lit := self._literal(one, given.form))))
        return replace(given, offers=tuple(offers)[:_MOST], sizes=tuple(place.sizes(mine)))

    def _literal(self, value: object, form: TypeForm) -> Literal | None:
        source = source_of(value)
        cls = type(value)
        if source is None or not any(self._fits(cls, one) for one in members(form)):
            return None
        return Literal(source, NONE if value is None else TypeForm(class_name(cls)))

    def _fits(self, cls: type, want: TypeForm) -> bool:
        if want == ANY:
            return True
        if want.args or cls is bool:
            return False
        asked = self._classes.get(want.name)
        by_class = isinstance(asked, type) and asked is not bool and _is_subclass(cls, asked)
        return want.name == class_name(cls) or cls in _TOWER.get(want.name, ()) or by_class

    def _by_name(self, given: Input, routine: Routine, place: _Place) -> Iterator[object]:
        """Yield the simple constants of the module that the documentation mentions, or that are named like the input."""
        known = self._constants.get(place.name)
        if known is not None and len(given.name) >= 3:
            yield from known.named(given.name, place.told_of(given.name, routine.target))

    def _instances(self, given: Input, routine: Routine) -> Iterator[Literal]:
        """Yield objects that the module has under a name, where one of their class is asked for or a comparison names them."""
        module = routine.target.partition(":")[0]
        uses = parameters_named(self._uses.get(routine.target, []), given.name)
        named = [use for use in uses if use.what != "index" and isinstance(use.value, ast.Name)]
        compared = {use.value.id for use in named if isinstance(use.value, ast.Name)}
        known = self._constants.get(module)
        for name, value in known.objects.items() if known is not None else ():
            cls = type(value)
            asked = given.form != ANY and any(self._fits(cls, one) for one in members(given.form))
            if asked or (name in compared and given.form == ANY):
                yield Literal(f"{module}.{name}", TypeForm(class_name(cls)))


class _Passing:
    """The uses of one module; what is passed on to another function of it is used as that uses it."""

    def __init__(self, source: ParsedModule) -> None:
        self._parameters = parameters_in(source.tree)
        self._uses: dict[str, list[Use]] = {}
        for name, uses in uses_in(source.tree):
            self._uses.setdefault(name, []).extend(uses)

    def uses(self) -> dict[str, list[Use]]:
        for _ in range(_PASSED_ON):
            self._uses = {
                name: list(
                    dict.fromkeys(two for one in uses for two in (one, *self._behind(one, name)))
                )
                for name, uses in self._uses.items()
            }
        return self._uses

    def _behind(self, use: Use, within: str) -> list[Use]:
        """Return what the function does with a parameter that it is passed."""
        match use.value:
            case ast.Tuple(elts=[ast.Name(id=called), ast.Constant(value=int(number))]):
                names = [called, f"{called}.__init__"]
            case ast.Tuple(
                elts=[ast.Attribute(ast.Name("self"), called), ast.Constant(value=int(number))]
            ):
                names = [f"{within.rpartition('.')[0]}.{called}"]
            case _:
                return []
        if use.what != "passed":
            return []
        taken = next((given for one in names if (given := self._parameters.get(one))), [])
        theirs = [two for one in names for two in self._uses.get(one, ())]
        mine = parameters_named(theirs, taken[number]) if number < len(taken) else []
        return [one._replace(parameter=use.parameter) for one in mine]


class _Place:
    """Where the expressions of a function are looked up: its module, and the class of a method."""

    def __init__(self, module: types.ModuleType | None, owner: type | None) -> None:
        self._module = module
        self._owner = owner
        self.name = module.__name__ if module is not None else ""

    def values(self, use: Use) -> Iterator[object]:
        """Yield what a use suggests to pass."""
        value = _MISSING if use.value is None else self._value(use.value)
        if _has_members(use, value):
            yield from _near(value)
        elif use.what == "text" and isinstance(value, str):
            yield from (value, f"{value}a", f"a{value}", f"a{value}b", value * 2)
        elif use.what == "matched":
            yield from _matched(value)

    def rest(self, use: Use) -> Iterator[object]:
        """Yield the members of a long table that a parameter is compared with, or looked up in."""
        value = None if use.value is None else self._value(use.value)
        if _has_members(use, value):
            members = _members(value)
            yield from _spread(members, _MOST) if len(members) > _LONGEST_TABLE else ()

    def dicts(self, uses: list[Use]) -> Iterator[object]:
        """Yield dicts with the keys that are looked up in a parameter, and with the values that these are compared with."""
        pairs = [self._item(use.value) for use in uses if use.value and use.what in ("key", "item")]
        plain = {key: 1 for key, _ in pairs if isinstance(key, str)}
        if plain:
            yield plain
            yield dict.fromkeys(plain, "a")
        for key, value in pairs:
            yield from ({**plain, key: one} for one in _near(value) if isinstance(key, str))

    def _item(self, node: ast.expr) -> tuple[object, object]:
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            return self._value(node.elts[0]), self._value(node.elts[1])
        return self._value(node), _MISSING

    def sizes(self, uses: list[Use]) -> Iterator[int]:
        """Yield the lengths that a parameter is compared with, with one more and one less; of what is gone through, thresholds."""
        lengths = [self._value(use.value) for use in uses if use.what == "length" and use.value]
        found = {n + more for n in lengths if type(n) is int for more in (0, 1, -1)}
        if any(use.what == "items" for use in uses):
            found |= {2 * n + 1 for n in self._thresholds()}
        yield from sorted(n for n in found if 0 < n <= _LONGEST)

    def _thresholds(self) -> list[int]:
        """Return the numbers that the module and the class have under names in capitals: perhaps how much fits into something."""
        holders = [self._module, *(self._owner.__mro__[:-1] if self._owner is not None else ())]
        named = [item for one in holders if one is not None for item in vars(one).items()]
        return [n for name, n in named if name.isupper() and type(n) is int and 8 <= n <= _LONGEST]

    def told_of(self, parameter: str, target: str) -> str:
        """Return what the documentation of a function says about a parameter: the lines that name it and the next."""
        found: Any = self._module
        for part in target.partition(":")[2].split("."):
            found = inspect.getattr_static(found, part, None)
        lines = _docstring(found).splitlines()
        places = [n for n, line in enumerate(lines) if re.search(rf"\b{parameter}\b", line)]
        return "\n".join(line for n in places for line in lines[n : n + 2])

    def _value(self, node: ast.expr) -> object:
        """Return the value of a constant expression, a name of the module or an attribute of the class; _MISSING of others."""
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            pass
        match node:
            case ast.Name(id=name):
                return _static(self._module, name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                return _static(self._owner, name)
            case ast.Attribute(value=ast.Name(id=holder), attr=name):
                return _static(_static(self._module, holder), name)
        return _MISSING


def _has_members(use: Use, value: object) -> bool:
    """Return whether a parameter may be one of the members of a value, or the value itself: of what it indexes, of dicts."""
    return use.what == "compared" or (use.what == "index" and issubclass(type(value), dict))


def _rank(use: Use) -> int:
    return ("compared", "text").index(use.what) if use.what in ("compared", "text") else 2


def _static(holder: object, name: str) -> object:
    """Return what a module or class has under a name, without asking code of its own."""
    if not isinstance(holder, types.ModuleType | type):
        return _MISSING
    return inspect.getattr_static(holder, name, _MISSING)


def _docstring(value: Any) -> str:
    """Return the docstring of a function or class without asking code of its own; it may be no text, or raise."""
    if type(value) in (staticmethod, classmethod):
        value = value.__func__
    plain = type(value) in (types.FunctionType, types.BuiltinFunctionType)
    told = value.__doc__ if plain else inspect.getattr_static(value, "__doc__", None)
    return told if type(told) is str else ""


def _near(value: object, depth: int = 3) -> Iterator[object]:
    """Yield a constant, of a collection its members, or a few of many, and the neighbours of a number."""
    cls = type(value)  # not by isinstance, which a proxy answers with code
    if issubclass(cls, _COLLECTIONS):
        members = _members(value) if depth else []
        few = _spread(members, _FIRST_OF_TABLE) if len(members) > _LONGEST_TABLE else members
        for one in few:
            yield from _near(one, depth - 1)
    elif issubclass(cls, int | float) and isinstance(value, int | float) and cls is not bool:
        yield from (value, value + 1, value - 1)
    elif value is not _MISSING and cls is not bool:
        yield value


def _members(value: object) -> list[object]:
    """Return the members of a collection in the same order each time."""
    if not issubclass(type(value), _COLLECTIONS):
        return []
    assert isinstance(value, _COLLECTIONS)
    if not isinstance(value, set | frozenset):
        return list(value)
    return sorted(value, key=repr) if len(value) <= _LARGEST_SET else []


def _spread(members: list[object], count: int) -> list[object]:
    """Return so many members, the first, the last and some between."""
    if len(members) <= count:
        return members
    return [members[place * (len(members) - 1) // (count - 1)] for place in range(count)]


def _matched(value: object) -> Iterator[object]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield from matching(value.pattern, value.flags)
        yield from nearly_matching(value.pattern, value.flags)
    elif isinstance(value, str):
        yield from matching(value)
        yield from nearly_matching(value)


class _Constants:
    """The constants of one module, by name: `objects`, and the `simple` ones."""

    def __init__(self, module: types.ModuleType) -> None:
        every = _constants(module)
        self.simple = {name: one for name, one in every.items() if type(one) in _SIMPLE}
        self.objects = {
            name: one for name, one in every.items() if not issubclass(type(one), _SIMPLE)
        }
        # Looked up for each input: a module may have thousands of both.
        self._places = {name: place for place, name in enumerate(self.simple)}
        self._alike: dict[str, list[str]] = {}
        for name in self.simple:
            for part in _parts_of(name.lower()):
                self._alike.setdefault(part, []).append(name)

    def named(self, parameter: str, told: str) -> Iterator[object]:
        """Yield the simple ones that a text mentions, or that are named like a parameter, in the order of the module."""
        mentioned = self.simple.keys() & re.findall(r"\w+", told)
        for name in sorted(
            mentioned.union(self._alike.get(parameter.lower(), ())), key=self._places.__getitem__
        ):
            yield self.simple[name]


def _parts_of(name: str) -> set[str]:
    """Return what parameters are called that a constant is named for: MODE_FREE for `mode` and `free`, MODES for `mode`."""
    cuts = [place for place, sign in enumerate(name) if sign == "_"]
    firsts = {name, *(name[:place] for place in cuts if place + 1 < len(name))}
    plural = {one.removesuffix("s") for one in firsts}
    return firsts | plural | {name[place + 1 :] for place in cuts if place}


def _constants(module: types.ModuleType) -> dict[str, object]:
    """Return the module's own constants: names in capitals, and objects of its classes."""
    found: dict[str, object] = {}
    for name, value in vars(module).items():
        cls = type(value)  # not by isinstance, which a proxy answers with code
        if name.startswith("_") or issubclass(cls, types.ModuleType | type) or callable(value):
            continue
        if name.isupper() or cls.__module__ == module.__name__:
            found[name] = value
    return found


def _is_subclass(cls: type, other: type) -> bool:
    try:
        return issubclass(cls, other)
    except Exception:  # a Protocol with data members, or a metaclass that answers no question
        return False


def texts_of_patterns(modules: Iterable[types.ModuleType]) -> tuple[str, ...]:
    """Return a few texts for each pattern that a module holds, as source: whoever applies it may not be seen."""
    patterns = [
        one
        for module in modules
        for one in vars(module).values()
        if type(one) is re.Pattern and isinstance(one.pattern, str)
    ]
    found = [text for one in patterns for text in matching(one.pattern, one.flags)[:2]]
    return tuple(dict.fromkeys(source for text in found if (source := source_of(text))))
