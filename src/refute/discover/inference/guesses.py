"""Guesses for the parameters of routines that have no annotation: `Inference`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from refute.discover.annotations import Annotations
from refute.discover.inference.attribute_owners import AttributeOwners
from refute.discover.inference.documented_types import documented_types
from refute.discover.inference.name_guesses import ClassNames, by_name, singular
from refute.discover.inference.neighbours import live_class, stub_modules, with_neighbours
from refute.discover.inference.package_index import FunctionInfo, PackageIndex
from refute.discover.inference.type_evidence import Supports, TypeSupport
from refute.discover.inference.type_texts import TypeTexts
from refute.discover.inference.value_flow import read_flow
from refute.look.module_source import ParsedModule
from refute.model.subject import Guess, Input, Routine
from refute.model.typeform import ANY, BOOL, NONE, TypeForm

# So many guesses are kept, and none that is weaker.
_MOST = 4
_WEAKEST = 0.1
# All guesses together are never sure: something else may be meant.
_SUREST = 0.95
# How sure it must be what a function returns to be called for it, and how many such functions are used for one class.
_SURE = 0.7
_MOST_FACTORIES = 3
_HOLDERS = frozenset({"list", "set", "tuple", "frozenset"})
_OPERATORS = frozenset(
    f"__{name}__"
    for name in [
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "add",
        "radd",
        "sub",
        "rsub",
        "mul",
        "and",
        "rand",
        "or",
        "ror",
        "xor",
        "rxor",
        "iadd",
        "isub",
        "iand",
        "ior",
        "ixor",
    ]
)


class Guessing:
    """Guesses for the routines of a package, which is read only when one of them has something that is not annotated."""

    def __init__(self, modules: Iterable[ParsedModule], annotations: Annotations) -> None:
        self._modules = list(modules)
        self._tops = {one.name.partition(".")[0] for one in self._modules}
        self._annotations = annotations
        self._inference: Inference | None = None

    def read_into(self, routines: Iterable[Routine]) -> list[Routine]:
        """Return the routines with guesses for what is not annotated."""
        return [self._read_into(one) for one in routines]

    def _read_into(self, routine: Routine) -> Routine:
        if all(map(_is_known, routine.inputs)) or not self._is_of_package(routine.target):
            return routine
        if self._inference is None:
            self._inference = Inference(self._modules, self._annotations)
        return self._inference.read_into(routine)

    def _is_of_package(self, target: str) -> bool:
        return target.partition(":")[0].partition(".")[0] in self._tops

    def factories(self, name: str) -> list[tuple[str, str]]:
        """Return module and name of functions that return objects of a class, as far as the package was read."""
        return [] if self._inference is None else self._inference.factories(name)


def _is_known(given: Input) -> bool:
    return given.annotated or given.form != ANY or given.way == "rest-keywords"


# What is called so is another object of the class that the method is of, which says nothing about other classes.
_PEERS = frozenset({"other", "that", "rhs"})


class Inference:
    """What the source of a package says about the parameters of its functions."""

    def __init__(self, modules: Iterable[ParsedModule], annotations: Annotations) -> None:
        modules = list(modules)
        self._annotations = annotations
        self._index = PackageIndex(with_neighbours(modules))
        self._texts = TypeTexts(self._index)
        self._live: dict[str, TypeForm] = {}
        self._evidence = read_flow(self._index, self._texts)
        self._stubs = PackageIndex(stub_modules([one.name for one in modules]))
        self._names = ClassNames((one.name, key) for key, one in self._index.classes.items())
        self._read_stubs()
        self._read_functions()
        self._evidence.spread()
        self._pooled = self._by_parameter_name()

    def read_into(self, routine: Routine) -> Routine:
        """Return a routine with guesses for the inputs that nothing is known about."""
        if all(map(_is_known, routine.inputs)):
            return routine
        is_class = routine.how in ("new", "derived")
        # What is written in C is only in the stubs.
        function = self._index.function_of(routine.target, is_class) or self._stubs.function_of(
            routine.target, is_class
        )
        # A data class has no constructor in the source: its parameters are its attributes.
        prefix = (
            f"{function.key}#"
            if function is not None
            else f"{self._index.canonical(routine.target)}."
        )
        inputs = tuple(self._guessed(one, prefix) for one in routine.inputs)
        return replace(routine, inputs=inputs)

    def _guessed(self, given: Input, prefix: str) -> Input:
        if _is_known(given):
            return given
        if given.way == "rest":
            found = self._supports_of_items(given.name, prefix)
        else:
            found = self._supports(given.name, prefix)
        guesses = self._ranked(found)
        return replace(given, guesses=tuple(guesses)) if guesses else given

    # ---- evidence ---------------------------------------------------------------------------------------------

    def _read_stubs(self) -> None:
        texts = TypeTexts(self._stubs)
        for function in self._stubs.functions.values():
            for one in function.given():
                form = texts.annotation(one.annotation, function.module)
                self._evidence.note(function.place_of(one.arg), form, 0.97, "stub")

    def _read_functions(self) -> None:
        owners = AttributeOwners(self._index)
        for place, asked in self._evidence.asked.items():
            shown = ", ".join(f".{name}" for name in list(asked)[:3])
            for form, weight in owners.owners(asked):
                self._evidence.note(place, form, weight, f"use: {shown}")
        for function in self._index.functions.values():
            self._read_docstring(function)
            for one in function.parameters():
                self._read_parameter(function, one.arg)

    def _read_docstring(self, function: FunctionInfo) -> None:
        texts = [ast.get_docstring(function.node)]
        if function.owner is not None and function.node.name == "__init__":
            texts.append(ast.get_docstring(function.owner.node))
        for text in texts:
            for name, described in documented_types(text).items():
                form = self._texts.prose(described, function.module)
                self._evidence.note(
                    function.place_of(name), form, 0.9, f"docstring: {described:.40}"
                )

    def _read_parameter(self, function: FunctionInfo, name: str) -> None:
        place, evidence = f"{function.key}#{name}", self._evidence
        if function.owner is not None and (function.node.name in _OPERATORS or name in _PEERS):
            evidence.note(place, TypeForm(function.owner.key), 0.7, "name: another of the class")
        # A class of the package of this name says more than what the word means elsewhere.
        named = list(self._names.named(name))
        likely = max((weight for _, weight in named), default=0.0)
        for form, weight in named:
            evidence.note(place, form, weight, f"name: {name}")
        for form, weight in by_name(name):
            evidence.note(place, form, weight * (1 - likely), f"name: {name}")
        if place in evidence.tested and place not in evidence.asked:
            evidence.note(place, BOOL, 0.45, "use: a condition")

    def _by_parameter_name(self) -> dict[str, Supports]:
        """Return what is known of all parameters of one name together: in one package they tend to be alike."""
        every: dict[str, list[Supports]] = {}
        for function in self._index.functions.values():
            for one in function.parameters():
                found = self._evidence.of(f"{function.key}#{one.arg}")
                if found:
                    every.setdefault(one.arg, []).append(found)
        return {
            name: _average(found)
            for name, found in every.items()
            if len(found) > 1 and name not in _PEERS
        }

    def _supports(self, name: str, prefix: str) -> Supports:
        """Return what speaks for which type of a parameter."""
        place = f"{prefix}{name}"
        found = dict(self._evidence.of(place))
        if not found:
            found = {form: TypeSupport(weight, f"name: {name}") for form, weight in by_name(name)}
        for form, support in self._pooled.get(name, {}).items():
            known = found.get(form)
            if known is None or known.weight < support.weight:
                found[form] = support
        return _with_elements(found, self._evidence.of(f"{place}[]"))

    def _supports_of_items(self, name: str, prefix: str) -> Supports:
        """Return what speaks for which type of each of `*args`: `words` is the name of all together."""
        place = f"{prefix}{name}[]"
        one = singular(name) or name
        named = {
            form: TypeSupport(weight, f"name: *{name}")
            for form, weight in (*self._names.named(one), *by_name(one))
        }
        found = self._evidence.of(place) or named
        return _with_elements(found, self._evidence.of(f"{place}[]"))

    def factories(self, key: str) -> list[tuple[str, str]]:
        """Return module and name of the public functions that are seen to return objects of a class."""
        found = []
        for one in self._index.functions.values():
            result = self._evidence.of(f"{one.key}()")
            names = [
                support.weight for form, support in result.items() if self._alive(form).name == key
            ]
            is_public = one.owner is None and not one.node.name.startswith("_")
            if is_public and max(names, default=0.0) >= _SURE:
                found.append((one.module, one.node.name))
        return found[:_MOST_FACTORIES]

    # ---- ranking ----------------------------------------------------------------------------------------------

    def _ranked(self, found: Supports) -> Iterator[Guess]:
        """Yield the best guesses, the likely first, those of classes that can be had."""
        best: dict[TypeForm, TypeSupport] = {}
        for form, support in sorted(found.items(), key=lambda pair: -pair[1].weight):
            live = self._alive(form)
            if live not in (ANY, NONE) and live not in best and support.weight >= _WEAKEST:
                best[live] = support
            if len(best) == _MOST:
                break
        # Squared: what much speaks for is rather the one that is meant than one of several.
        total = sum(one.weight**2 for one in best.values())
        likely = min(_SUREST, max((one.weight for one in best.values()), default=0.0))
        for form, support in best.items():
            yield Guess(form, round(likely * support.weight**2 / total, 2), support.reason)

    def _alive(self, form: TypeForm) -> TypeForm:
        """Return a form by the names of live classes, ANY where one cannot be had."""
        if form.name in ("literal", "..."):
            return form
        outer = self._live.get(form.name)
        if outer is None:
            cls = live_class(form.name) if ":" in form.name else None
            known = self._annotations.of_class(cls) if cls is not None else ANY
            outer = self._live[form.name] = known if ":" in form.name else TypeForm(form.name)
        args = tuple(self._alive(one) for one in form.args)
        return TypeForm(outer.name, args) if outer != ANY else ANY


def _average(found: list[Supports]) -> Supports:
    """Return what parameters of one name have in common, weaker than what is known of each."""
    total: dict[TypeForm, float] = {}
    for one in found:
        for form, support in one.items():
            total[form] = total.get(form, 0.0) + support.weight
    return {
        form: TypeSupport(0.7 * weight / len(found), "name: so it is elsewhere in the package")
        for form, weight in total.items()
        if weight / len(found) >= 2 * _WEAKEST
    }


def _with_elements(found: Supports, elements: Supports) -> Supports:
    """Return collections together with what they hold, where that is known."""
    best = max(elements.items(), key=lambda pair: pair[1].weight, default=None)
    if best is None or best[1].weight < 0.4:
        return found
    whole: Supports = {}
    for form, support in found.items():
        if form.name in _HOLDERS and not form.args:
            more = (TypeForm("..."),) if form.name == "tuple" else ()
            form = TypeForm(form.name, (best[0], *more))
        if form not in whole or whole[form].weight < support.weight:
            whole[form] = support
    return whole
