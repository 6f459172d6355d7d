"""Type expressions as data: `TypeForm`, and whether one `fits` another.

A form is a name and arguments: `list[int]` is `TypeForm("list", (TypeForm("int"),))`.  Builtin classes go by
their bare name, others by `module:qualname`.  Forms hold no classes, so they can be saved; whoever asks `fits`
brings the subclass relation along.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# is_subclass("bool", "int") is True; names as in TypeForm.name.
IsSubclass = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class TypeForm:
    """One type expression.  Names in lower case without a colon are builtin classes or one of the forms below."""

    name: str
    args: tuple[TypeForm, ...] = ()

    def __str__(self) -> str:
        if self.name == "union":
            return " | ".join(map(str, self.args))
        if self.name == RESTRICTED:
            conditions = " and ".join(one.name.format("x") for one in self.args[1:])
            return f"{self.args[0]} where {conditions}"
        shown = self.name.rpartition(":")[2]
        return f"{shown}[{', '.join(map(str, self.args))}]" if self.args else shown


RESTRICTED = "restricted"
ANY = TypeForm("any")  # no annotation, Any, object
NEVER = TypeForm("never")  # the element of an empty collection: fits every element
NONE = TypeForm("None")
# What was seen of more kinds than can be told apart: fits nothing but ANY.
OTHER = TypeForm("other")
BOOL = TypeForm("bool")
INT = TypeForm("int")
FLOAT = TypeForm("float")
STR = TypeForm("str")
BYTES = TypeForm("bytes")

# What iterating over a value of a class without arguments gives: a text is a sequence, but of texts.
_HOLDS = {"str": STR, "bytes": INT, "bytearray": INT, "range": INT}

CALLABLE = "collections.abc:Callable"
# How functions are named: what is asked for, and what a value is seen to be.
_FUNCTIONS = (CALLABLE, "function")

# PEP 484's numeric tower: an int is welcome where a float is asked for.
_TOWER = {"float": ("int", "bool"), "complex": ("float", "int", "bool")}


def union(*members: TypeForm) -> TypeForm:
    """Return the union of the members, flattened, without repetition; one member is itself."""
    flat: dict[TypeForm, None] = {}
    for member in members:
        for part in member.args if member.name == "union" else (member,):
            flat[part] = None
    if ANY in flat:
        return ANY
    return next(iter(flat)) if len(flat) == 1 else TypeForm("union", tuple(flat))


def literal(*sources: str) -> TypeForm:
    """Return the form of `typing.Literal`: its arguments are named by the source text of each value."""
    return TypeForm("literal", tuple(TypeForm(source) for source in sources))


def restricted(base: TypeForm, *conditions: str) -> TypeForm:
    """Return the form of the values of another for which conditions hold, each a source with {0} for the value.

    >>> str(restricted(INT, "{0} > 0"))
    'int where x > 0'
    """
    return TypeForm(RESTRICTED, (base, *map(TypeForm, conditions)))


def members(form: TypeForm) -> tuple[TypeForm, ...]:
    """Return the alternatives of a form: those of a union, or itself."""
    return form.args if form.name == "union" else (form,)


def fits(have: TypeForm, want: TypeForm, is_subclass: IsSubclass) -> bool:
    """Return whether a value of form `have` may be passed where `want` is asked for.

    `have` is what a value was seen to be, so it is concrete; a union there (a mixed list's element) must fit
    with every member.  Arguments are compared where both sides have them and taken on trust elsewhere.
    """
    if want == ANY or have in (want, NEVER):
        return True
    if have.name == "union":
        return all(fits(member, want, is_subclass) for member in have.args)
    if want.name == "union":
        return any(fits(have, member, is_subclass) for member in want.args)
    if have == ANY or want.name in ("literal", "never", RESTRICTED):
        return False
    if have.name in _TOWER.get(want.name, ()):
        return True
    if want.name == CALLABLE and have.name in _FUNCTIONS:
        return _function_fits(have, want, is_subclass)
    if have.name != want.name and not is_subclass(have.name, want.name):
        return False
    if want.name == "tuple" and want.args and have.name != "tuple":
        return False  # a named tuple does not say here what it holds
    if have.name in _HOLDS and want.args:
        have = TypeForm(have.name, (_HOLDS[have.name],))
    return _arguments_fit(have, want, is_subclass)


def _function_fits(have: TypeForm, want: TypeForm, is_subclass: IsSubclass) -> bool:
    """Return whether a function takes what it will be given, and gives what is asked for; unknown types are trusted.

    Contravariant in what it takes, covariant in what it gives (Klein, Flatt and Findler, 5.2).
    """
    if not have.args or not want.args or TypeForm("...") in (have.args[0], want.args[0]):
        return True
    if len(have.args) != len(want.args):
        return False
    *takes, gives = have.args
    *given, asked = want.args
    if not (gives == ANY or asked == NONE or fits(gives, asked, is_subclass)):
        return False
    pairs = zip(given, takes, strict=True)
    return all(ANY in (one, taken) or fits(one, taken, is_subclass) for one, taken in pairs)


def _arguments_fit(have: TypeForm, want: TypeForm, is_subclass: IsSubclass) -> bool:
    if have.name == want.name == "tuple" and not have.args:
        # The empty tuple: a value is never seen without what it holds.
        return not want.args or want.args[-1].name == "..."
    if not have.args or not want.args:
        return True
    if want.name == "tuple" or have.name == "tuple":
        return _tuple_fits(have, want, is_subclass)
    # A dict given where an iterable is asked for supplies its keys: the first argument counts.
    pairs = zip(have.args, want.args, strict=False)
    return all(fits(mine, theirs, is_subclass) for mine, theirs in pairs)


def _tuple_fits(have: TypeForm, want: TypeForm, is_subclass: IsSubclass) -> bool:
    wanted = want.args
    if want.name != "tuple" or (len(wanted) == 2 and wanted[1].name == "..."):
        return all(fits(mine, wanted[0], is_subclass) for mine in have.args)
    if len(have.args) != len(wanted):
        return False
    return all(
        fits(mine, theirs, is_subclass) for mine, theirs in zip(have.args, wanted, strict=True)
    )


def to_json(form: TypeForm) -> Any:
    """Return the form as JSON: a name, or a list of a name and arguments."""
    return form.name if not form.args else [form.name, *map(to_json, form.args)]


def from_json(data: Any) -> TypeForm:
    """Return the form written by `to_json`; ValueError for anything else."""
    if isinstance(data, str):
        return TypeForm(data)
    if isinstance(data, list) and data and isinstance(data[0], str):
        return TypeForm(data[0], tuple(map(from_json, data[1:])))
    raise ValueError(f"not a type: {data!r}")
