"""What it says of a value to be passed to a function that comes with Python, or to be subscribed: tables of types and weights."""

from __future__ import annotations

import ast

from refute.model.typeform import BYTES, CALLABLE, FLOAT, INT, STR, TypeForm

LIST, DICT, TUPLE, SET = TypeForm("list"), TypeForm("dict"), TypeForm("tuple"), TypeForm("set")
_PATH = TypeForm("pathlib:Path")
Forms = tuple[tuple[TypeForm, float], ...]

ANY_ITEMS: Forms = ((LIST, 0.45), (TUPLE, 0.2), (DICT, 0.1), (SET, 0.1))
NUMBER: Forms = ((INT, 0.55), (FLOAT, 0.4))
_FILE: Forms = ((STR, 0.5), (_PATH, 0.45))
# What functions that come with Python are given: by bare name, the types of each argument.
GIVEN: dict[str, tuple[Forms, ...]] = {
    **dict.fromkeys(("sum", "sorted", "enumerate", "reversed", "min", "max", "any", "all", "iter", "chain"), (ANY_ITEMS,)),
    **dict.fromkeys(("list", "tuple", "set", "frozenset", "zip", "cycle", "islice"), (ANY_ITEMS, ())),
    **dict.fromkeys(("map", "filter", "reduce"), (((TypeForm(CALLABLE), 0.8),), ANY_ITEMS)),
    "len": (((LIST, 0.35), (STR, 0.3), (DICT, 0.15), (BYTES, 0.15), (TUPLE, 0.1)),),
    "range": (((INT, 0.85),), ((INT, 0.85),), ((INT, 0.85),)),
    "int": (((STR, 0.35), (INT, 0.3), (FLOAT, 0.2)),),
    "float": (((FLOAT, 0.35), (STR, 0.3), (INT, 0.3)),),
    "str": (((STR, 0.2), (INT, 0.1)),),
    "bytes": (((BYTES, 0.5),),),
    "ord": (((STR, 0.8),),),
    "chr": (((INT, 0.85),),),
    "hex": (((INT, 0.85),),),
    "abs": (NUMBER,),
    "round": (((FLOAT, 0.5), (INT, 0.3)), ((INT, 0.8),)),
    "divmod": (NUMBER, NUMBER),
    "dict": (((DICT, 0.6),),),
    **dict.fromkeys(("open", "exists", "isfile", "isdir", "join", "dirname", "basename", "abspath", "Path"), (_FILE, _FILE)),
    **dict.fromkeys(("getattr", "hasattr", "setattr"), ((), ((STR, 0.8),))),
    **dict.fromkeys(("match", "search", "fullmatch", "finditer", "findall"), (((STR, 0.6),), ((STR, 0.7),))),
    **dict.fromkeys(("compile", "escape", "dedent", "loads", "quote", "unquote", "urlparse", "urlsplit"), (((STR, 0.7),),)),
    "sub": (((STR, 0.6),), ((STR, 0.5), (TypeForm(CALLABLE), 0.3)), ((STR, 0.7),)),
    **dict.fromkeys(("unpack", "unpack_from"), ((), ((BYTES, 0.8),))),
    **dict.fromkeys(("b64encode", "b64decode", "sha256", "md5", "sha1", "hexlify"), (((BYTES, 0.7),),)),
    **dict.fromkeys(("sqrt", "log", "exp", "floor", "ceil", "isnan", "isinf", "cos", "sin", "tan"), (((FLOAT, 0.6), (INT, 0.35)),)),
    "sleep": (((FLOAT, 0.7), (INT, 0.3)),),
    **dict.fromkeys(("issubclass",), (((TypeForm("type"), 0.8),),)),
}  # fmt: skip
OF_MODULES = frozenset(
    [
        "match",
        "search",
        "fullmatch",
        "finditer",
        "findall",
        "sub",
        "compile",
        "escape",
        "loads",
        "join",
        "exists",
        "isfile",
        "isdir",
        "log",
        "exp",
        "sleep",
        "open",
    ]
)
OF_METHODS: dict[str, tuple[Forms, ...]] = {
    **dict.fromkeys(("match", "search", "fullmatch", "finditer", "findall"), (((STR, 0.7),),)),
}


def key_forms(key: ast.expr, stored: bool) -> Forms:
    """Return what is subscribed by such a key."""
    match key:
        case ast.Slice():
            return ((STR, 0.35), (LIST, 0.35), (BYTES, 0.15), (TUPLE, 0.1))
        case ast.Constant(str()) | ast.JoinedStr():
            return ((DICT, 0.7),)
        case ast.Constant(int()) | ast.UnaryOp():
            return ((LIST, 0.4),) if stored else ((LIST, 0.35), (TUPLE, 0.35), (STR, 0.25))
        case _:
            return ((DICT, 0.4), (LIST, 0.3)) if stored else ((LIST, 0.2), (DICT, 0.25))
