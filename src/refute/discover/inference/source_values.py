"""What an expression in the source gives, as far as that can be read off: `SourceValues`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from refute.discover.inference.package_index import ClassInfo, FunctionInfo, PackageIndex, dotted
from refute.model.typeform import BOOL, BYTES, CALLABLE, FLOAT, INT, STR, TypeForm

_LIST, _DICT, _TUPLE, _SET = TypeForm("list"), TypeForm("dict"), TypeForm("tuple"), TypeForm("set")
_DISPLAYS: dict[type[ast.AST], TypeForm] = {
    ast.List: _LIST,
    ast.ListComp: _LIST,
    ast.GeneratorExp: _LIST,
    ast.Dict: _DICT,
    ast.DictComp: _DICT,
    ast.Set: _SET,
    ast.SetComp: _SET,
    ast.Tuple: _TUPLE,
    ast.JoinedStr: STR,
    ast.Compare: BOOL,
    ast.Lambda: TypeForm(CALLABLE),
}
# What functions give that come with Python, by bare name.
_CALLS = {
    **dict.fromkeys(("len", "int", "ord", "hash", "id", "round"), INT),
    **dict.fromkeys(
        ("str", "repr", "chr", "format", "ascii", "input", "hex", "bin", "dedent"), STR
    ),
    **dict.fromkeys(("float", "sqrt", "perf_counter", "monotonic"), FLOAT),
    **dict.fromkeys(
        ("bool", "isinstance", "issubclass", "any", "all", "callable", "hasattr"), BOOL
    ),
    **dict.fromkeys(("list", "sorted", "deepcopy_list"), _LIST),
    **dict.fromkeys(("dict", "vars"), _DICT),
    **dict.fromkeys(("OrderedDict",), TypeForm("collections:OrderedDict")),
    **dict.fromkeys(("defaultdict",), TypeForm("collections:defaultdict")),
    **dict.fromkeys(("deque",), TypeForm("collections:deque")),
    **dict.fromkeys(("set",), _SET),
    **dict.fromkeys(("frozenset",), TypeForm("frozenset")),
    **dict.fromkeys(("tuple",), _TUPLE),
    **dict.fromkeys(("bytes", "urandom", "b64decode", "b64encode", "unhexlify"), BYTES),
    **dict.fromkeys(("bytearray",), TypeForm("bytearray")),
    **dict.fromkeys(("range",), TypeForm("range")),
    **dict.fromkeys(("Decimal",), TypeForm("decimal:Decimal")),
    **dict.fromkeys(("Path",), TypeForm("pathlib:Path")),
    **dict.fromkeys(("StringIO",), TypeForm("io:StringIO")),
    **dict.fromkeys(("BytesIO",), TypeForm("io:BytesIO")),
    **dict.fromkeys(("timedelta",), TypeForm("datetime:timedelta")),
    **dict.fromkeys(("datetime",), TypeForm("datetime:datetime")),
    **dict.fromkeys(("date",), TypeForm("datetime:date")),
    **dict.fromkeys(("getLogger",), TypeForm("logging:Logger")),
    **dict.fromkeys(("compile",), TypeForm("re:Pattern")),
    **dict.fromkeys(("type",), TypeForm("type")),
}
# What methods give that only one builtin class has, or that all give alike.
_METHODS = {
    **dict.fromkeys(
        (
            *(
                "strip",
                "lstrip",
                "rstrip",
                "lower",
                "upper",
                "title",
                "capitalize",
                "casefold",
                "format",
                "decode",
            ),
            *(
                "zfill",
                "ljust",
                "rjust",
                "center",
                "expandtabs",
                "isoformat",
                "strftime",
                "hexdigest",
                "as_posix",
            ),
            *("join", "replace", "removeprefix", "removesuffix", "translate", "getvalue", "group"),
        ),
        STR,
    ),
    **dict.fromkeys(("split", "rsplit", "splitlines", "findall", "readlines"), _LIST),
    **dict.fromkeys(("partition", "rpartition", "groups"), _TUPLE),
    **dict.fromkeys(("encode", "digest", "to_bytes", "tobytes"), BYTES),
    **dict.fromkeys(
        ("startswith", "endswith", "isdigit", "isalpha", "isspace", "exists", "is_file"), BOOL
    ),
    **dict.fromkeys(("find", "rfind", "count", "bit_length", "toordinal", "index"), INT),
    **dict.fromkeys(("total_seconds", "timestamp"), FLOAT),
}
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands: the function, or the module where `function` is None."""

    module: str
    function: FunctionInfo | None = None
    names: frozenset[str] = frozenset()  # variables of the function, its parameters included

    @property
    def owner(self) -> ClassInfo | None:
        """The class whose method it is."""
        return self.function.owner if self.function is not None else None

    @property
    def receiver(self) -> str:
        """What the method calls its object; "" of a function."""
        if self.function is None or self.owner is None:
            return ""
        given = self.function.node.args
        first = [*given.posonlyargs, *given.args][:1]
        return first[0].arg if first and "staticmethod" not in self.function.decorators else ""

    def variable(self, name: str) -> str:
        """Return the place of one of its variables."""
        return f"{self.function.key if self.function is not None else self.module}#{name}"


class SourceValues:
    """Reads expressions: which places their value may come from, and which types it may have."""

    def __init__(self, index: PackageIndex) -> None:
        self.index = index
        self._named: dict[str, list[FunctionInfo]] = {}
        for one in index.functions.values():
            if one.owner is not None:
                self._named.setdefault(one.node.name, []).append(one)

    # ---- places -----------------------------------------------------------------------------------------------

    def place(self, node: ast.expr, scope: Scope) -> str | None:
        """Return the place that an expression names."""
        match node:
            case ast.Name(name) if name in scope.names:
                return scope.variable(name) if name != scope.receiver else None
            case ast.Name(name):
                key = self.index.resolve(scope.module, name)
                return f"{key.replace(':', '#')}" if key in self.index.variables else None
            case ast.Attribute(ast.Name(name), attribute) if name and name == scope.receiver:
                return self._of_receiver(scope, attribute)
            case ast.Subscript(value, ast.Slice()):
                return self.place(value, scope)
            case ast.Subscript(value, _):
                outer = self.place(value, scope)
                return f"{outer}[]" if outer is not None and outer.count("[]") < 2 else None
        return None

    def _of_receiver(self, scope: Scope, attribute: str) -> str | None:
        assert scope.owner is not None
        method = self.index.method(scope.owner, attribute)
        if method is None:
            *_, top = self.index.lineage(scope.owner)
            return f"{scope.owner.key if top is scope.owner else top.key}.{attribute}"
        is_property = method.decorators & {"property", "cached_property"}
        return f"{method.key}()" if is_property else None

    # ---- what is called ---------------------------------------------------------------------------------------

    def callee(self, call: ast.Call, scope: Scope) -> tuple[FunctionInfo | None, int, float]:
        """Return the function of the package that a call runs, how many parameters it skips, and how sure that is."""
        match call.func:
            case ast.Attribute(ast.Name(name), method) if name and name == scope.receiver:
                assert scope.owner is not None
                return self.index.method(scope.owner, method), 0, 1.0
            case ast.Attribute(ast.Call(ast.Name("super")), method) if scope.owner is not None:
                return self.index.method(scope.owner, method, above=True), 0, 1.0
            case ast.Name("cls") if scope.owner is not None and "cls" in scope.names:
                return self.index.constructor(scope.owner), 0, 1.0
        key = self._key(call.func, scope)
        if key in self.index.classes:
            return self.index.constructor(self.index.classes[key]), 0, 1.0
        if key:
            found = self.index.function_of(key, is_class=False)
            if found is not None:
                plain = found.owner is None or found.decorators & {"staticmethod", "classmethod"}
                return found, 0 if plain else 1, 1.0
        if isinstance(call.func, ast.Attribute):
            alike = self._named.get(call.func.attr, [])
            if len(alike) == 1 and call.func.attr not in _COMMON_METHODS:
                return alike[0], 0, 0.7
        return None, 0, 0.0

    def _key(self, node: ast.expr, scope: Scope) -> str:
        name = dotted(node)
        if name.partition(".")[0] in scope.names:
            return ""
        return self.index.resolve(scope.module, name)

    # ---- values -----------------------------------------------------------------------------------------------

    def sources(self, node: ast.expr | None, scope: Scope) -> Iterator[str | TypeForm]:
        """Yield the places that the value of an expression may come from, and the types that it may have."""
        if node is None:
            return
        place = self.place(node, scope)
        if place is not None:
            yield place
            return
        if type(node) in _DISPLAYS:
            yield _DISPLAYS[type(node)]
            return
        match node:
            case ast.Constant(value) if value is not None and value is not ...:
                yield TypeForm(type(value).__name__)
            case ast.IfExp(_, first, second):
                yield from self.sources(first, scope)
                yield from self.sources(second, scope)
            case ast.BoolOp(_, values):
                for one in values:
                    yield from self.sources(one, scope)
            case ast.UnaryOp(operator, operand):
                yield from [BOOL] if isinstance(operator, ast.Not) else self.sources(operand, scope)
            case ast.BinOp():
                yield from self._computed(node, scope)
            case ast.Call():
                yield from self._called(node, scope)
            case ast.Name() | ast.Attribute():
                yield from self._named_value(node, scope)
            case ast.NamedExpr(_, value) | ast.Await(value):
                yield from self.sources(value, scope)

    def _computed(self, node: ast.BinOp, scope: Scope) -> Iterator[TypeForm]:
        sides = [
            one
            for side in (node.left, node.right)
            for one in self.sources(side, scope)
            if isinstance(one, TypeForm)
        ]
        if isinstance(node.op, ast.Mod) and STR in sides[:1]:
            yield STR
        elif isinstance(node.op, ast.Div):
            yield from [TypeForm("pathlib:Path")] if STR in sides else [FLOAT]
        elif sides:
            yield FLOAT if FLOAT in sides and INT in sides else sides[0]

    def _called(self, call: ast.Call, scope: Scope) -> Iterator[str | TypeForm]:
        key = self._key(call.func, scope)
        if key in self.index.classes:
            yield TypeForm(key)
            return
        if isinstance(call.func, ast.Name) and call.func.id == "cls" and scope.owner is not None:
            yield TypeForm(scope.owner.key)
            return
        function, _, _ = self.callee(call, scope)
        if function is not None:
            yield f"{function.key}()"
        elif isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS:
            yield _METHODS[call.func.attr]
        elif key.rpartition(":")[2].rpartition(".")[2] in _CALLS:
            yield _CALLS[key.rpartition(":")[2].rpartition(".")[2]]

    def _named_value(self, node: ast.expr, scope: Scope) -> Iterator[TypeForm]:
        key = self._key(node, scope)
        if key in self.index.functions:
            yield TypeForm(CALLABLE)
        elif key in self.index.classes or (
            key and ":" not in key and key.islower() and key in _TYPES
        ):
            yield TypeForm("type")
        owner = self.index.classes.get(key.rpartition(".")[0])
        if owner is not None and any(
            base.rpartition(":")[2].rpartition(".")[2] in _ENUMS for base in owner.bases
        ):
            yield TypeForm(owner.key)


_TYPES = frozenset(
    ["str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple", "object"]
)
_COMMON_METHODS = frozenset(
    name for cls in (str, bytes, list, dict, set, tuple, int, float) for name in dir(cls)
) | frozenset(
    [
        "read",
        "write",
        "close",
        "open",
        "get",
        "put",
        "send",
        "run",
        "start",
        "stop",
        "name",
        "match",
        "search",
        "sub",
        "load",
        "dump",
    ]
)
