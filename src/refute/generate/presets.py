"""Values known without calling the subject, as literals: `Presets`.

JCrasher's well-known values (section 3.1) and T2's base domain.  We depart in what a preset is: source text that is
evaluated anew at each use, so streams, iterators and other values that change can be presets too.
"""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
from collections.abc import Iterable, Mapping
from itertools import chain, zip_longest

from refute.generate.constrained_values import at_the_edges, keeps, sizes
from refute.generate.preset_values import (
    ANY_CALLABLES,
    COMMON,
    OF_ELEMENTS,
    OF_PAIRS,
    RARE,
    STANDS_FOR,
    UNUSUAL,
)
from refute.generate.sized_collections import SIZED, sized_sources
from refute.generate.standard_classes import satisfying
from refute.look.classes import derives
from refute.look.objects import is_protocol
from refute.model.literals import source_of
from refute.model.roles import PresetSource
from refute.model.sequence import Literal, parameter_names
from refute.model.subject import Input, Subject
from refute.model.typeform import ANY, NEVER, RESTRICTED, TypeForm, members

# In every list the simple come first: generators prefer the front, shrinking ends there.
# So many of our own come before constants found in the subject's source.
_BEFORE_CONSTANTS = 5
_BEFORE_OFFERS = 3
# So many offers are passed often: more would crowd out the plain values.
_OFTEN = 30
# Of a form built from others (a callable's results, a dict's values) so many parts are combined.
_MOST_PARTS = 3
# Collections of more elements are passed now and then only.
_LONGEST_COMMON = 40
_SIZES = (4, 8, 17, 100)
# So are larger numbers that stand in the source.
_LARGEST_COMMON = 1_000_000
_ANY_SIZED = (TypeForm("list"), TypeForm("str"))


# Made step by step where their elements are known, so that each element can be anything.
_DISPLAYS = frozenset({"list", "set", "frozenset", "tuple", "dict"})

_CALLABLE = "collections.abc:Callable"
_EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type)
    and issubclass(value, BaseException)
    and not issubclass(value, UnicodeError)  # takes five arguments
    and not issubclass(value, BaseExceptionGroup)
)

_FAMILIES = ("int", "str", "float", "tuple", "list", "dict", "bytes")


class Presets:
    """Literals by form.  Lists are simple first and the same in every run.

    `extra` holds the user's own, by form name, which come before ours; `sources` are plugins' offers.
    """

    def __init__(
        self,
        subject: Subject,
        extra: Mapping[str, Iterable[str]] | None = None,
        sources: Iterable[PresetSource] = (),
    ) -> None:
        self._subject = subject
        self._instead = subject.given
        self._extra = {name: tuple(texts) for name, texts in (extra or {}).items()}
        self._sources = tuple(sources)
        self._known: dict[TypeForm, list[Literal]] = {}

    def for_form(self, form: TypeForm) -> list[Literal]:
        """Return what may be passed where the form is asked for; nothing for ANY, see `families`."""
        found = self._known.get(form)
        if found is None:
            self._known[form] = []  # what a recursive form finds on its second visit
            found = self._known[form] = list(dict.fromkeys(self._offered(form)))
        return found

    def written(self, form: TypeForm) -> list[Literal]:
        """Return what may be written down for a form: of collections, which searches make step by step, small ones too."""
        displays = [one for one in members(form) if one.name in _DISPLAYS and one.args]
        filled = [one for part in displays for one in self._filled(part)]
        return list(dict.fromkeys([*self.for_form(form), *filled]))

    def _filled(self, form: TypeForm) -> list[Literal]:
        if form.name == "tuple" and form.args[-1].name != "...":
            rows = zip(*(self.written(one)[:_MOST_PARTS] for one in form.args), strict=False)
            return [Literal(f"({', '.join(one.source for one in row)},)", form) for row in rows]
        *_, keys, values = (
            (ANY, *form.args) if form.name == "dict" else (form.args[0], form.args[0])
        )
        inside = [one.source for one in self.written(keys)[:_MOST_PARTS]]
        if form.name == "dict":
            inside = [
                f"{key}: {one.source}"
                for key, one in zip(inside, self.written(values)[:_MOST_PARTS], strict=False)
            ]
            return self._collections("dict", form, [inside[:1], inside] if inside else [])
        return self._collections(form.name, form, [inside[:1], inside] if inside else [])

    def rare_for(self, form: TypeForm) -> list[Literal]:
        """Return what is worth a try now and then; where elements have a type, longer collections of them."""
        sized = [one for part in members(form) if part.args for one in self.sized(part, _SIZES)]
        return sized + [
            Literal(source, TypeForm(name))
            for part in members(form)
            if not part.args and part.name not in self._instead
            for name in _suppliers(_public(part.name))
            for source in (*RARE.get(name, ()), *filter(_is_huge, self._constants(name)))
        ]

    def _constants(self, name: str) -> tuple[str, ...]:
        """Return the constants of a class in the subject's source."""
        return tuple(self._subject.constants.get(name, ()))

    def for_input(self, given: Input) -> list[Literal]:
        """Return what may be passed for an input: what its source suggests comes after the simplest of its form."""
        usual = self.for_form(given.form)
        sizes = [size for size in given.sizes if size <= _LONGEST_COMMON]
        return self.with_offers(usual, given, self.sized(given.form, sizes))

    def is_replaced(self, form: TypeForm) -> bool:
        """Return whether the user gives all the values of a type."""
        return form.name in self._instead

    def with_offers(
        self, usual: list[Literal], given: Input, more: Iterable[Literal] = ()
    ) -> list[Literal]:
        """Return usual values with those that the source suggests after the first few, unless the user gives others."""
        if given.form.name in self._instead:
            return usual
        offers = self._offers(given)[:_OFTEN]
        few = _BEFORE_OFFERS
        return list(dict.fromkeys([*usual[:few], *offers, *more, *usual[few:]]))

    def _offers(self, given: Input) -> list[Literal]:
        if given.form.name in self._instead:
            return []
        return [one for one in given.offers if one.type.name not in self._instead]

    def rare_for_input(self, given: Input) -> list[Literal]:
        """Return what is worth a try now and then: collections of lengths that the source compares with come first.

        So are the members of long tables, all but a few.
        """
        sizes = [size for size in given.sizes if size > _LONGEST_COMMON]
        sized = self.sized(given.form, sizes)
        return [*sized, *self._offers(given)[_OFTEN:], *self.rare_for(given.form)]

    def sized(self, form: TypeForm, sizes: Iterable[int]) -> list[Literal]:
        """Return texts and collections of these lengths, where the form takes some."""
        parts = [one for one in members(form) if one.name not in self._instead]
        return [
            Literal(source, TypeForm(SIZED[part.name], part.args))
            for size in sizes
            for part in (parts if form != ANY else _ANY_SIZED)
            if part.name in SIZED
            for source in sized_sources(part, size, [one.source for one in self._inside(part)])
        ]

    def _inside(self, form: TypeForm) -> list[Literal]:
        """Return some elements of a collection, of a dict some values."""
        is_dict = SIZED[form.name] == "dict"
        return self._parts(form.args[-1 if is_dict else 0]) if form.args else []

    def like(self, source: str) -> list[Literal]:
        """Return values of the type of a default, the default itself first."""
        form = self._form_of_source(source)
        default = Literal(source, form)
        return [default, *(one for one in self.for_form(form) if one.source != source)]

    def families(self) -> list[list[Literal]]:
        """Return values of the common types, one list per type: one type per sequence goes together better."""
        families = [[*self._named(name)[:14], *self._unusual(name)] for name in _FAMILIES]
        families.append([*self._named("None"), *self._named("bool")])
        families += [found for name in self._enums() if (found := self._named(name))]
        return families

    def _unusual(self, name: str) -> list[Literal]:
        return [Literal(source, TypeForm(name)) for source in UNUSUAL.get(name, ())]

    # ------------------------------------------------------------ by kind of form

    def _offered(self, form: TypeForm) -> list[Literal]:
        name = _public(form.name)
        if form.name in self._instead:
            return [Literal(text, form) for text in self._instead[form.name]]
        plugins = [one for source in self._sources for one in source.presets(form)]
        mine = [Literal(text, form) for text in self._extra.get(form.name, ())]
        return [*mine, *plugins, *self._ours(name, form)]

    def _ours(self, name: str, form: TypeForm) -> list[Literal]:
        if name == "union":
            return _in_turn([self.for_form(part) for part in form.args])
        if name == "literal":
            return [Literal(one.name, self._form_of_source(one.name)) for one in form.args]
        if form in (ANY, NEVER):
            return []
        if name == RESTRICTED:
            return self._restricted(form)
        if name == _CALLABLE:
            return self._callables(form)
        if name == "type":
            return self._types(form)
        if name in _DISPLAYS and form.args:
            return self._empty(name, form)
        if name in OF_ELEMENTS and name not in _DISPLAYS:
            return self._collections(name, form, self._elements(form))
        if name in OF_PAIRS and name not in _DISPLAYS:
            return self._collections(name, form, self._pairs(form))
        if name == "re:Pattern" and TypeForm("bytes") in form.args:
            return [Literal(f"re.compile(b'{text}')", form) for text in ("a", "", "[0-9]+")]
        if name in self._subject.typed_dicts:
            return self._typed_dicts(name, form)
        cls = self._subject.classes.get(name)
        suppliers = satisfying(cls) if cls is not None and is_protocol(cls) else _suppliers(name)
        return _in_turn([self._named(one) for one in suppliers])

    def _restricted(self, form: TypeForm) -> list[Literal]:
        """Return what keeps the conditions of a form, what is at their edges first."""
        base = form.args[0]
        edges = [Literal(source, base) for source in at_the_edges(form)]
        usual = [*edges, *self.sized(base, sizes(form)), *self.for_form(base)]
        return [one for one in dict.fromkeys(usual) if keeps(one.source, form)]

    def _named(self, name: str) -> list[Literal]:
        """Return the literals of one class, with the subject's constants after the first few."""
        form = TypeForm(name)
        if name in self._instead:
            return [Literal(text, form) for text in self._instead[name]]
        if name in _EXCEPTIONS:
            return [Literal(f"{name}({text})", form) for text in ("'a'", "")]
        cls = self._subject.classes.get(name)
        if cls is not None and issubclass(cls, enum.Enum):
            texts = [source_of(member) for member in cls]
            return [Literal(text, form) for text in texts if text is not None]
        ours = COMMON.get(name, ())
        constants = [one for one in self._constants(name) if not _is_huge(one)]
        texts = [*ours[:_BEFORE_CONSTANTS], *constants, *ours[_BEFORE_CONSTANTS:]]
        return [Literal(text, form) for text in dict.fromkeys(filter(None, texts))]

    def _enums(self) -> list[str]:
        return [name for name, cls in self._subject.classes.items() if issubclass(cls, enum.Enum)]

    def _empty(self, name: str, form: TypeForm) -> list[Literal]:
        fixed = name == "tuple" and form.args[-1].name != "..."
        return [] if fixed else [Literal(COMMON[name][0], TypeForm(name, (NEVER,)))]

    def _collections(self, name: str, form: TypeForm, contents: list[list[str]]) -> list[Literal]:
        shapes = OF_ELEMENTS.get(name) or OF_PAIRS[name]
        return [Literal(_filled(shape, items), form) for items in contents for shape in shapes]

    def _elements(self, form: TypeForm) -> list[list[str]]:
        """Return what can stand between the brackets: nothing, one element, several."""
        texts = [one.source for one in self._parts(form.args[0] if form.args else ANY)]
        return [[], *([one] for one in texts[:2]), *([texts] if len(texts) > 1 else [])]

    def _pairs(self, form: TypeForm) -> list[list[str]]:
        keys, values = form.args if len(form.args) == 2 else (ANY, ANY)
        pairs = [
            f"{key.source}: {value.source}"
            for key, value in zip(self._parts(keys), self._parts(values), strict=False)
        ]
        return [[], *([one] for one in pairs[:1]), *([pairs] if len(pairs) > 1 else [])]

    def _parts(self, form: TypeForm) -> list[Literal]:
        return (self._named("int") if form == ANY else self.for_form(form))[:_MOST_PARTS]

    def _typed_dicts(self, name: str, form: TypeForm) -> list[Literal]:
        """Return dict displays with all keys, and with those that are required."""
        fields = self._subject.typed_dicts[name]
        found: list[Literal] = []
        for number in range(_MOST_PARTS):
            items = []
            for one in fields:
                offers = self._parts(one.form)
                if offers and (one.required or number):
                    items.append(f"{one.name!r}: {offers[min(number, len(offers) - 1)].source}")
                elif one.required:
                    return []  # a value that only the subject can make
            found.append(Literal("{" + ", ".join(items) + "}", form))
        return found

    def _callables(self, form: TypeForm) -> list[Literal]:
        plain = TypeForm(_CALLABLE)
        if not form.args:
            return [Literal(text, plain) for text in ANY_CALLABLES]
        *given, result = form.args
        names = ["*args"] if given == [TypeForm("...")] else [*parameter_names(len(given))]
        head = f"lambda {', '.join(names)}:" if names else "lambda:"
        bodies = [one.source for one in self._parts(result)]
        if result == ANY:
            bodies = ["None", "0", "True"]
        same = [name for name, one in zip(names, given, strict=True) if result in (one, ANY)]
        if names != ["*args"]:
            bodies = [*same[:1], *bodies]
        return [Literal(f"{head} {body}", form) for body in bodies]

    def _types(self, form: TypeForm) -> list[Literal]:
        if not form.args:
            return [Literal(text, TypeForm("type")) for text in COMMON["type"]]
        found: list[str] = []
        for part in members(form.args[0]):
            cls = self._subject.classes.get(part.name) or getattr(builtins, part.name, None)
            if isinstance(cls, type):
                usual = (bool, ValueError, KeyError, RuntimeError)
                related = [*self._subject.classes.values(), *usual]
                derived = [one for one in related if derives(one, cls)]
                # Whoever asks for a class wants to make objects of it; type checkers refuse an abstract one too.
                concrete = [one for one in (cls, *derived) if not inspect.isabstract(one)]
                found += filter(None, map(source_of, concrete))
        return [Literal(text, form) for text in dict.fromkeys(found)]

    def _form_of_source(self, source: str) -> TypeForm:
        """Return the form of a literal or of an enumeration's member; ANY where only a run can tell."""
        try:
            value = ast.literal_eval(source)
        except (ValueError, SyntaxError):
            return self._form_of_call(source)
        return TypeForm("None" if value is None else type(value).__name__)

    def _form_of_call(self, source: str) -> TypeForm:
        head = source.partition("(")[0]
        if head in COMMON:  # float('inf'), frozenset({1})
            return TypeForm(head)
        for name in self._enums():
            if head.rpartition(".")[0] == name.replace(":", "."):
                return TypeForm(name)
        for name in COMMON:
            if name.replace(":", ".") == head:
                return TypeForm(name)
        return ANY


def _is_huge(source: str) -> bool:
    """Return whether a constant is a number that few callers would pass: as a size, or a precision, it takes seconds."""
    return source.lstrip("-").isdigit() and abs(int(source)) > _LARGEST_COMMON


def _public(name: str) -> str:
    """Return a standard class's name as users write it: StringIO is made in `_io`, Path in `pathlib._local`."""
    module, colon, rest = name.partition(":")
    if module == "_io":
        return f"io:{rest}"
    return f"pathlib:{rest}" if module.startswith("pathlib.") and colon else name


def _suppliers(name: str) -> tuple[str, ...]:
    return STANDS_FOR.get(name, (name,))


def _filled(shape: str, items: list[str]) -> str:
    alone = "({})" in shape and len(items) == 1  # of one element, a comma makes the tuple
    return shape.format(f"{items[0]}," if alone else ", ".join(items))


def _in_turn(lists: list[list[Literal]]) -> list[Literal]:
    return [one for one in chain.from_iterable(zip_longest(*lists)) if one is not None]
