"""Which classes have the attributes that are asked of a value: `AttributeOwners`, of builtin classes and the package's own."""

from __future__ import annotations

import ast
import datetime
import decimal
import io
import pathlib
import re
from collections.abc import Iterable, Iterator

from refute.discover.inference.package_index import ClassInfo, PackageIndex, dotted, walk
from refute.model.typeform import TypeForm

# Classes that come with Python, with how likely each is where several have what is asked.
_STANDARD: dict[str, tuple[type, float]] = {
    "str": (str, 1.0),
    "dict": (dict, 1.0),
    "list": (list, 1.0),
    "set": (set, 0.8),
    "bytes": (bytes, 0.5),
    "tuple": (tuple, 0.3),
    "int": (int, 0.4),
    "float": (float, 0.4),
    "datetime:datetime": (datetime.datetime, 0.8),
    "datetime:date": (datetime.date, 0.6),
    "datetime:timedelta": (datetime.timedelta, 0.8),
    "datetime:time": (datetime.time, 0.3),
    "datetime:tzinfo": (datetime.tzinfo, 0.6),
    "pathlib:Path": (pathlib.Path, 0.8),
    "re:Pattern": (re.Pattern, 0.6),
    "re:Match": (re.Match, 0.4),
    "slice": (slice, 0.4),
    "io:TextIOBase": (io.StringIO, 0.8),
    "io:BufferedIOBase": (io.BytesIO, 0.5),
    "decimal:Decimal": (decimal.Decimal, 0.4),
    "BaseException": (BaseException, 0.2),
}
# So many classes may share an attribute before it says nothing.
_MOST = 8


class AttributeOwners:
    """Looks up classes by attributes."""

    def __init__(self, index: PackageIndex) -> None:
        self._index = index
        own = {key: set(_attributes(info)) for key, info in index.classes.items()}
        self._having: dict[str, dict[str, float]] = {}
        for name, (cls, likely) in _STANDARD.items():
            self._add(name, dir(cls), likely)
        for key, info in index.classes.items():
            inherited = (name for one in index.lineage(info) for name in sorted(own[one.key]))
            self._add(key, inherited, 0.9)

    def _add(self, key: str, attributes: Iterable[str], likely: float) -> None:
        for name in attributes:
            if not (name.startswith("__") and name.endswith("__")):
                self._having.setdefault(name, {})[key] = likely

    def owners(self, asked: Iterable[str]) -> Iterator[tuple[TypeForm, float]]:
        """Yield the classes that have what is asked, or most of it, each with how much speaks for it."""
        known = [name for name in asked if name in self._having]
        if not known:
            return
        counts: dict[str, int] = {}
        for name in known:
            for key in self._having[name]:
                counts[key] = counts.get(key, 0) + 1
        most = max(counts.values())
        best = self._most_general([key for key, count in counts.items() if count == most])
        if len(best) > _MOST or most * 2 < len(known):
            return
        likely = {key: self._likely(key, known) for key in best}
        sure = (0.5 + 0.12 * min(most, 3)) * (1.0 if most == len(known) else 0.7)
        total = sum(likely.values())
        for key, one in likely.items():
            yield TypeForm(key), sure * (one / total) ** 0.7

    def _likely(self, key: str, known: list[str]) -> float:
        return max(self._having[name].get(key, 0.0) for name in known)

    def _most_general(self, keys: list[str]) -> list[str]:
        """Leave out classes whose base is among them: whoever takes the base takes these, too."""
        found = set(keys)
        return [key for key in keys if not any(base in found for base in self._bases(key))]

    def _bases(self, key: str) -> list[str]:
        info = self._index.classes.get(key)
        if info is None:
            return ["datetime:date"] if key == "datetime:datetime" else []
        every = list(self._index.lineage(info))
        return [one.key for one in every[1:]] + [base for one in every for base in one.bases]


def _attributes(info: ClassInfo) -> Iterator[str]:
    """Yield the names that a class defines, and those that its methods give their object."""
    yield from (name for base in info.node.bases for name in _fields(base))
    for node in info.node.body:
        match node:
            case ast.Assign(targets):
                yield from (one.id for one in targets if isinstance(one, ast.Name))
            case ast.AnnAssign(ast.Name(name)):
                yield name
    for method in info.methods.values():
        yield method.node.name
        first = next(
            (one.arg for one in [*method.node.args.posonlyargs, *method.node.args.args]), ""
        )
        for one in walk(method.node) if first else ():
            match one:
                case ast.Attribute(ast.Name(name), attribute, ast.Store()) if name == first:
                    yield attribute


def _fields(base: ast.expr) -> Iterator[str]:
    """Yield the fields of a base that is made on the spot: `namedtuple("Span", "begin end")`."""
    if isinstance(base, ast.Call) and dotted(base.func).endswith("namedtuple"):
        for node in base.args[1:2]:
            texts = (one.value for one in walk(node) if isinstance(one, ast.Constant))
            yield from (name for text in texts for name in str(text).replace(",", " ").split())
