"""Types that the name of a parameter suggests: `by_name`, and which class of the package it names: `ClassNames`.

After the table that Hypothesis' ghostwriter guesses strategies from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from refute.model.typeform import BOOL, BYTES, CALLABLE, FLOAT, INT, STR, TypeForm

Suggestion = tuple[TypeForm, float]

_LIST, _DICT, _TUPLE, _SET = TypeForm("list"), TypeForm("dict"), TypeForm("tuple"), TypeForm("set")
_FUNCTION = TypeForm(CALLABLE)
_PATH = TypeForm("pathlib:Path")
_TEXT_STREAM, _BINARY_STREAM = TypeForm("io:TextIOBase"), TypeForm("io:BufferedIOBase")

# Whole names, then the last word of a name; the first row that matches is taken.
_WHOLE: list[tuple[str, tuple[Suggestion, ...]]] = [
    (r"is_\w+|has_\w+|use_\w+|allow_\w+|include_\w+|enable_\w+|disable_\w+|should_\w+|no_\w+|with_\w+|ignore_\w+|keep_\w+|skip_\w+|show_\w+|force_\w+|strip_\w+|auto_\w+",
     ((BOOL, 0.6),)),
    (r"n_\w+s|num_\w+|n[br]_\w+|number_of_\w+|max_\w+s|min_\w+s|\w+_count|count_\w+|\w+size", ((INT, 0.6),)),
    (r"on_\w+|\w+_func|\w+_fn|\w+_callback|\w+_hook|\w+_factory", ((_FUNCTION, 0.7),)),
    (r"[ijkmn]", ((INT, 0.6), (FLOAT, 0.2))),
    (r"[xyztuvw]|x[0-9]|y[0-9]|dx|dy", ((FLOAT, 0.3), (INT, 0.35))),
    (r"s|st", ((STR, 0.5),)),
    (r"b", ((BYTES, 0.2), (INT, 0.2))),
    (r"d", ((_DICT, 0.35),)),
    (r"f|g", ((_FUNCTION, 0.3), (_TEXT_STREAM, 0.2))),
    (r"l|xs|ys|ls", ((_LIST, 0.5),)),
    (r"kwargs|kw|kwds", ((_DICT, 0.5),)),
    (r"args|argv", ((_LIST, 0.5), (_TUPLE, 0.3))),
    (r"to_\w+|from_\w+", ()),
]  # fmt: skip

_LAST_WORD: dict[str, tuple[Suggestion, ...]] = {}


def _add(words: str, *suggested: Suggestion) -> None:
    for word in words.split():
        _LAST_WORD[word] = suggested


_add("name text string str title label message msg prefix suffix sep separator delimiter delim word line comment"
     " description url uri href host hostname domain user username password email encoding charset locale lang"
     " language charset query expr expression token char character chars template fmt format_string formatstr indentstr"
     " selector xpath subject content html xml css sql markdown body slug symbol unit mode scheme algorithm style"
     " version timezone mimetype mime color colour kind codec method endpoint errors lineterm metavar alias namespace"
     " caption heading ident identifier note doc docstring docs help usage epilog phrase sentence source code"
     " command cmd extension ext qualname", (STR, 0.6))  # fmt: skip
_add("key field column attr attribute property tag", (STR, 0.5), (INT, 0.1))
_add("id uid uuid", (STR, 0.35), (INT, 0.35))
_add("count num number index idx pos position offset size length len width height depth level start stop end begin"
     " step limit max min maximum minimum maxsize port year month day hour minute second seed indent rank order total"
     " line_number lineno column_number row col digits precision base bits nbytes priority pid fd signum axis dim ndim"
     " times repeat repeats retries attempts page lines columns chunksize bufsize maxlen n codepoint ordinal amount"
     " degree capacity age flags flag stacklevel weight", (INT, 0.55), (FLOAT, 0.15))  # fmt: skip
_add("timeout delay interval seconds duration ratio rate factor scale alpha beta gamma theta sigma mu epsilon eps"
     " tolerance tol threshold angle radius probability prob percent percentage latitude longitude lat lon lng speed"
     " rel_tol abs_tol temperature distance fraction mean std variance score weight", (FLOAT, 0.5), (INT, 0.3))  # fmt: skip
_add("verbose debug quiet strict force recursive reverse inplace silent enabled disabled dry_run copy deep sort"
     " sorted ascending descending normalize required default_flag exact greedy raw pretty overwrite append"
     " ensure_ascii lazy case_sensitive flag optional hidden escape markup justify_all wrap expand transient soft"
     " shuffle replace highlight emoji negate", (BOOL, 0.5))  # fmt: skip
_add("path file filename filepath fname pathname directory dir folder dirname cwd root",
     (STR, 0.5), (_PATH, 0.4), (_TEXT_STREAM, 0.1))  # fmt: skip
_add(
    "bytes data buf buffer payload blob raw chunk digest hash signature salt",
    (BYTES, 0.4),
    (STR, 0.3),
)
_add("list lst items elements values seq sequence iterable array entries rows lines arr collection vector records"
     " tokens words keys options choices ids parts pieces argv arguments children nodes edges points pairs it",
     (_LIST, 0.6))  # fmt: skip
_add("iterator generator", (TypeForm("collections.abc:Iterator"), 0.5), (_LIST, 0.3))
_add("dict mapping map table lookup options opts config settings kwargs params parameters headers env environ"
     " attrs attributes context ctx meta metadata properties props dictionary cookies state", (_DICT, 0.5))  # fmt: skip
_add("tuple pair bounds shape coords coordinates", (_TUPLE, 0.5), (_LIST, 0.2))
_add("set excluded seen", (_SET, 0.4), (_LIST, 0.2))
_add("func function fn callback cb handler hook predicate pred visitor listener factory decorator callable key_func"
     " getter setter transform mapper reducer comparator loads dumps action", (_FUNCTION, 0.7))  # fmt: skip
_add("stream fp fileobj file_obj fd_obj handle infile outfile input_file output_file io stdin stdout stderr writer"
     " reader", (_TEXT_STREAM, 0.5), (_BINARY_STREAM, 0.3))  # fmt: skip
_add("date", (TypeForm("datetime:date"), 0.5), (TypeForm("datetime:datetime"), 0.4))
_add(
    "datetime dt timestamp created updated expires",
    (TypeForm("datetime:datetime"), 0.55),
    (FLOAT, 0.15),
)
_add("time", (FLOAT, 0.3), (TypeForm("datetime:time"), 0.2), (TypeForm("datetime:datetime"), 0.2))
_add("tz tzinfo", (TypeForm("datetime:tzinfo"), 0.6), (STR, 0.2))
_add("timedelta", (TypeForm("datetime:timedelta"), 0.8))
_add("regex regexp pattern", (STR, 0.45), (TypeForm("re:Pattern"), 0.4))
_add("match", (TypeForm("re:Match"), 0.4))
_add("cls klass type class_ typ", (TypeForm("type"), 0.6))
_add("exc exception error err exc_value", (TypeForm("Exception"), 0.5))
_add("logger log", (TypeForm("logging:Logger"), 0.5))
_add("rng random_state", (TypeForm("random:Random"), 0.4))
_add("slice", (TypeForm("slice"), 0.6))
_add("decimal", (TypeForm("decimal:Decimal"), 0.6))


def by_name(name: str) -> tuple[Suggestion, ...]:
    """Return the builtin and standard types that a name suggests, the likely first.

    >>> [str(form) for form, _ in by_name("file_names")]
    ['list[str]']
    """
    name = name.strip("_").lower()
    if name in _LAST_WORD:
        return _LAST_WORD[name]
    for pattern, suggested in _WHOLE:
        if re.fullmatch(pattern, name):
            return suggested
    last = name.rpartition("_")[2]
    if last in _LAST_WORD:
        return tuple((form, weight * 0.85) for form, weight in _LAST_WORD[last])
    for word in (singular(name), singular(last)):
        if word and word in _LAST_WORD:
            form = TypeForm("list", (_LAST_WORD[word][0][0],))
            return ((form, 0.45), (_LAST_WORD[word][0][0], 0.1))
    return ((_LIST, 0.25),) if singular(name) else ()


def singular(word: str) -> str:
    """Return the singular of a plural, "" for what is none.

    >>> singular("entries"), singular("nodes"), singular("boxes"), singular("class")
    ('entry', 'node', 'box', '')
    """
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return ""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


class ClassNames:
    """The classes of a package by how a parameter would be called that takes an object of it."""

    def __init__(self, classes: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a bare name and a key."""
        self._whole: dict[str, list[str]] = {}
        self._last: dict[str, list[str]] = {}
        for bare, key in classes:
            words = snake(bare)
            self._whole.setdefault(words, []).append(key)
            if "_" in words:
                self._last.setdefault(words.rpartition("_")[2], []).append(key)

    def named(self, name: str) -> Iterator[Suggestion]:
        """Yield objects of the classes that a parameter is named after, and lists of them where it is a plural."""
        name = name.strip("_").lower()
        yield from self._suggested(name)
        several = singular(name)
        if several and several not in _LAST_WORD:
            for form, weight in self._suggested(several):
                yield TypeForm("list", (form,)), weight * 0.8

    def _suggested(self, name: str) -> Iterator[Suggestion]:
        last = name.rpartition("_")[2]
        for keys, weight in (
            (self._whole.get(name, []), 0.8),
            (self._whole.get(last, []) if last != name else [], 0.6),
            (self._last.get(name, []), 0.5),
        ):
            for key in keys[:3]:
                yield TypeForm(key), weight / len(keys[:3]) ** 0.5


def snake(name: str) -> str:
    """Return a class's name as a variable would be written.

    >>> snake("HTTPServer"), snake("IntervalTree"), snake("_Node")
    ('http_server', 'interval_tree', 'node')
    """
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name.strip("_"))
    return parts.lower()
