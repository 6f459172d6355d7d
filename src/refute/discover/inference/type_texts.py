"""Types as they are written, in annotations of the source, stubs and docstrings, to forms: `TypeTexts`.

`discover/annotations.py` reads live annotations; this reads text, which may name classes that nobody has imported.
"""

from __future__ import annotations

import ast
import re

from refute.discover.inference.package_index import PackageIndex, dotted
from refute.model.typeform import ANY, NONE, TypeForm, literal, union

# Words for builtin types in prose.
_WORDS = {
    **dict.fromkeys(("string", "text", "unicode", "char", "character"), "str"),
    **dict.fromkeys(("integer", "long"), "int"),
    **dict.fromkeys(("boolean",), "bool"),
    **dict.fromkeys(("dictionary", "mapping"), "dict"),
    **dict.fromkeys(("array", "sequence", "iterable"), "list"),
    **dict.fromkeys(("function", "callable", "func"), "collections.abc:Callable"),
    **dict.fromkeys(("number", "numeric", "double", "real"), "float"),
    **dict.fromkeys(("datetime",), "datetime:datetime"),
    **dict.fromkeys(("date",), "datetime:date"),
    **dict.fromkeys(("timedelta",), "datetime:timedelta"),
    **dict.fromkeys(("path", "path-like"), "pathlib:Path"),
    **dict.fromkeys(("regex", "pattern"), "re:Pattern"),
    **dict.fromkeys(("nonetype",), "None"),
    **dict.fromkeys(("class",), "type"),
}
_BUILTIN = frozenset(
    [
        "str",
        "int",
        "float",
        "bool",
        "bytes",
        "bytearray",
        "complex",
        "list",
        "dict",
        "set",
        "frozenset",
        "tuple",
        "type",
        "range",
        "slice",
        "memoryview",
        "None",
    ]
)
_TYPING = {
    **{name: name.lower() for name in ("List", "Dict", "Set", "FrozenSet", "Tuple", "Type")},
    **dict.fromkeys(("DefaultDict",), "collections:defaultdict"),
    **dict.fromkeys(("Text",), "str"),
    **dict.fromkeys(("TextIO", "IO"), "io:TextIOBase"),
    **dict.fromkeys(("BinaryIO",), "io:BufferedIOBase"),
    **{name: f"re:{name}" for name in ("Pattern", "Match")},
    **{
        name: f"collections.abc:{name}"
        for name in (
            *(
                "Callable",
                "Iterable",
                "Iterator",
                "Sequence",
                "MutableSequence",
                "Mapping",
                "Collection",
            ),
            *(
                "MutableMapping",
                "Generator",
                "Container",
                "Hashable",
                "Sized",
                "Awaitable",
                "Coroutine",
            ),
        )
    },
    "AbstractSet": "collections.abc:Set",
}
# What typeshed's stubs ask for by a name of their own, and the builtin type that has it.
_TYPESHED = {
    **dict.fromkeys(("ReadableBuffer", "Buffer"), "bytes"),
    **dict.fromkeys(("WriteableBuffer",), "bytearray"),
    **dict.fromkeys(("StrPath", "StrOrBytesPath", "FileDescriptorOrPath"), "str"),
    **dict.fromkeys(("SupportsIndex", "SupportsInt", "ConvertibleToInt", "SupportsTrunc"), "int"),
    **dict.fromkeys(("SupportsFloat", "ConvertibleToFloat"), "float"),
}
_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired", "Unpack"})
_NOTHING = frozenset({"Any", "object", "Self", "TypeVar"})
_ROLE = re.compile(
    r":(?:py:)?(?:class|obj|mod|data|exc|ref|func|meth):`[~!.]*([^`<]+?)(?:\s*<[^`]*>)?`"
)
_OPTIONAL = re.compile(
    r"[,;(]?\s*(?:optional|default|defaults? to|keyword[- ]only|required)\b.*", re.I | re.S
)
_OF = re.compile(
    r"^(list|tuple|set|sequence|iterable|array|frozenset|collection)s?\s+of\s+(?:\(?\d+\)?\s+)?(.+)$",
    re.I,
)
_DICT_OF = re.compile(
    r"^(?:dict|dictionary|mapping)\s+(?:of|from|mapping)\s+(.+?)\s*(?:to|->|:|=>)\s*(.+)$", re.I
)


class TypeTexts:
    """Reads types as text; names are looked up in the package."""

    def __init__(self, index: PackageIndex) -> None:
        self._index = index
        self._by_name: dict[str, list[str]] = {}
        for key, info in index.classes.items():
            self._by_name.setdefault(info.name, []).append(key)

    def class_named(self, name: str) -> str | None:
        """Return the key of the package's only class of a bare name."""
        found = self._by_name.get(name, [])
        return found[0] if len(found) == 1 else None

    # ---- annotations ----------------------------------------------------------------------------------------

    def annotation(self, node: ast.expr | None, module: str) -> TypeForm:
        """Return the form of an annotation; ANY where it says nothing that is understood."""
        match node:
            case ast.Constant(None):
                return NONE
            case ast.Constant(str(text)):
                return self._parsed(text, module)
            case ast.BinOp(left, ast.BitOr(), right):
                return _known_union(self.annotation(left, module), self.annotation(right, module))
            case ast.Subscript(value, inside):
                parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
                return self._generic(dotted(value), parts, module)
            case ast.Name() | ast.Attribute():
                return self._name(dotted(node), module)
            case _:
                return ANY

    def _parsed(self, text: str, module: str) -> TypeForm:
        try:
            return self.annotation(ast.parse(text.strip(), mode="eval").body, module)
        except (SyntaxError, ValueError):
            return ANY

    def _generic(self, name: str, parts: list[ast.expr], module: str) -> TypeForm:
        bare = name.rpartition(".")[2]
        if bare == "Literal":
            return literal(*(ast.unparse(one) for one in parts))
        if bare in _WRAPPERS:
            return self.annotation(parts[0], module)
        if bare in ("Optional", "Union"):
            members = [self.annotation(one, module) for one in parts]
            return _known_union(*members, *([NONE] if bare == "Optional" else []))
        outer = self._name(name, module)
        if outer == ANY or bare in ("Callable", "Type", "type") or ":" in outer.name:
            return outer
        inner = [
            TypeForm("...")
            if isinstance(one, ast.Constant) and one.value is ...
            else self.annotation(one, module)
            for one in parts
        ]
        return TypeForm(outer.name, tuple(inner)) if any(one != ANY for one in inner) else outer

    def _name(self, name: str, module: str) -> TypeForm:
        bare = name.rpartition(".")[2]
        found = self._index.resolve(module, name)
        if found in self._index.classes:
            return TypeForm(found)
        if bare in _NOTHING:
            return ANY
        if bare in _TYPING and (not found or found.startswith(("typing", "collections", "re:"))):
            return TypeForm(_TYPING[bare])
        if found.startswith(("_typeshed:", "typing:", "typing_extensions:")) and bare in _TYPESHED:
            return TypeForm(_TYPESHED[bare])
        if found in _BUILTIN:
            return TypeForm(found)
        outside = ":" in found and found.partition(":")[0] not in self._index.modules
        if (outside and bare[:1].isupper()) or found in _STANDARD:
            return TypeForm(found)
        key = self.class_named(bare)
        return TypeForm(key) if key and not found else ANY

    # ---- prose ----------------------------------------------------------------------------------------------

    def prose(self, text: str, module: str) -> TypeForm:
        """Return the form of a type as docstrings write it: `list of str`, `int or None, optional`, ``:class:`Node` ``."""
        text = _ROLE.sub(r"\1", text).replace("`", "").replace("*", "").strip()
        text = _OPTIONAL.sub("", text).strip(" .,;()")
        if not text or len(text) > 200:
            return ANY
        if text.startswith("{") and text.endswith("}"):
            return self._choices(text)
        found = self._parsed(text, module)
        if found != ANY:
            return found
        parts = [
            one for one in re.split(r"\s+or\s+|\s*\|\s*|\s*/\s*|,\s*(?![^\[(]*[\])])", text) if one
        ]
        if len(parts) > 1:
            return _known_union(*(self.prose(one, module) for one in parts))
        return self._phrase(text, module)

    def _choices(self, text: str) -> TypeForm:
        try:
            values = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return ANY
        return literal(*sorted(map(repr, values))) if isinstance(values, set) else TypeForm("dict")

    def _phrase(self, text: str, module: str) -> TypeForm:
        pair = _DICT_OF.match(text)
        if pair:
            return TypeForm("dict", (self.prose(pair[1], module), self.prose(pair[2], module)))
        several = _OF.match(text)
        if several:
            outer = _word(several[1].lower())
            inner = self.prose(several[2], module)
            more = (TypeForm("..."),) if outer == "tuple" else ()
            return TypeForm(outer, (inner, *more) if inner != ANY else ())
        words = re.sub(r"^(?:an?|the|any)\s+", "", text, flags=re.I).split()
        if len(words) > 3:
            return ANY
        for word in words:
            form = self._word(word.strip(".,:;()"), module)
            if form != ANY:
                return form
        return ANY

    def _word(self, word: str, module: str) -> TypeForm:
        singular = word[:-1] if word.endswith("s") else word
        for one in (word, singular):
            name = _word(one.lower())
            if name in _BUILTIN or ":" in name:
                return TypeForm(name)
        return self._parsed(word, module)


_STANDARD = frozenset(
    [
        *(
            "datetime:datetime",
            "datetime:date",
            "datetime:time",
            "datetime:timedelta",
            "datetime:tzinfo",
        ),
        *("collections:deque", "collections:defaultdict", "array:array"),
    ]
)


def _word(word: str) -> str:
    return _WORDS.get(word, word if word != "none" else "None")


def _known_union(*forms: TypeForm) -> TypeForm:
    """Return the union of what is known: unlike in a contract, a member that says nothing does not make it ANY."""
    known = [one for one in forms if one != ANY]
    return union(*known) if known else ANY
