"""Syntax trees as text, laid out as ruff would: `expression`, `statement`.

`ast.unparse` is right but not pretty: it prefers single quotes, writes `a ** b` with spaces and never breaks a
line.  Only what rendered sequences are made of is laid out here; anything else is left to `ast.unparse`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, NamedTuple

INDENT = "    "

# Operators by how closely they bind, the loosest first.
_BINDING: dict[int, dict[Any, str]] = {
    2: {ast.Or: "or"},
    3: {ast.And: "and"},
    4: {ast.Not: "not "},
    5: {ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is", ast.IsNot: "is not"}
    | {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in", ast.NotIn: "not in"},
    6: {ast.BitOr: "|"},
    7: {ast.BitXor: "^"},
    8: {ast.BitAnd: "&"},
    9: {ast.LShift: "<<", ast.RShift: ">>"},
    10: {ast.Add: "+", ast.Sub: "-"},
    11: {ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"},
    12: {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"},
    13: {ast.Pow: "**"},
}
_SIGNS: dict[type[ast.AST], tuple[str, int]] = {
    node: (sign, level) for level, signs in _BINDING.items() for node, sign in signs.items()
}
_ATOM = 15
_ANY = 0


def expression(node: ast.expr) -> str:
    """Return the expression on one line."""
    return _write(node, _ANY)


def statement(head: str, node: ast.expr, tail: str = "", width: int = 100) -> list[str]:
    """Return `head expression tail` in as few lines of at most `width` characters as its brackets allow."""
    flat = head + expression(node) + tail
    if len(flat) <= width:
        return [flat]
    bracket = _last_bracket(node)
    if bracket is None or not bracket.items:
        return _in_parentheses(head, node, tail) or [flat]
    return [
        head + bracket.before + bracket.opening,
        *_inside(bracket, width),
        bracket.closing + tail,
    ]


def _in_parentheses(head: str, node: ast.expr, tail: str) -> list[str] | None:
    """Return a comparison with each side on a line of its own."""
    match node:
        case ast.Compare(left, [sign], [right]):
            text, level = _SIGNS[type(sign)]
            sides = [_write(left, level + 1), f"{text} {_write(right, level + 1)}"]
            return [f"{head}(", *(INDENT + side for side in sides), f"){tail}"]
    return None


class _Bracket(NamedTuple):
    before: str
    opening: str
    items: list[tuple[str, ast.expr]]  # what stands before an item ("key=", "*") and the item
    closing: str
    # Whether all items may share one line: those of a call may, those of a list may not.
    one_line: bool
    comma: str = ","  # what ends an item on a line of its own


def _inside(bracket: _Bracket, width: int) -> list[str]:
    flat = INDENT + ", ".join(before + expression(item) for before, item in bracket.items)
    if bracket.one_line and len(flat) <= width:
        return [flat]
    return [
        INDENT + line
        for before, item in bracket.items
        for line in statement(before, item, bracket.comma, width - len(INDENT))
    ]


def _last_bracket(node: ast.expr) -> _Bracket | None:
    match node:
        case ast.Call(func, args, keywords):
            items = [("", a) for a in args]
            items += [(f"{k.arg}=" if k.arg else "**", k.value) for k in keywords]
            return _Bracket(_write(func, _ATOM), "(", items, ")", True)
        case ast.List(elements):
            return _Bracket("", "[", [("", e) for e in elements], "]", False)
        case ast.Set(elements):
            return _Bracket("", "{", [("", e) for e in elements], "}", False)
        case ast.Tuple(elements):
            return _Bracket("", "(", [("", e) for e in elements], ")", False)
        case ast.Dict(keys, values):
            pairs = [(_key(k), v) for k, v in zip(keys, values, strict=True)]
            return _Bracket("", "{", pairs, "}", False)
        case ast.Subscript(value, index) if not isinstance(index, ast.Tuple | ast.Slice):
            return _Bracket(_write(value, _ATOM), "[", [("", index)], "]", True, "")
        case ast.Compare(left, [sign], [right]):
            text, level = _SIGNS[type(sign)]
            return _behind(f"{_write(left, level + 1)} {text} ", right)
        case ast.UnaryOp(sign, operand):
            return _behind(_SIGNS[type(sign)][0], operand)
    return None


def _behind(before: str, node: ast.expr) -> _Bracket | None:
    bracket = _last_bracket(node)
    return bracket and bracket._replace(before=before + bracket.before)


def _key(node: ast.expr | None) -> str:
    return "**" if node is None else expression(node) + ": "


def _write(node: ast.expr, least: int) -> str:
    text, level = _text(node)
    return text if level >= least else f"({text})"


def _text(node: ast.expr) -> tuple[str, int]:
    """Return an expression as text and how tightly its outermost operator binds."""
    match node:
        case ast.Constant(value):
            return _constant(value, node), _ATOM
        case ast.Name(name):
            return name, _ATOM
        case ast.Attribute(ast.Constant(int() | float()) as number, name):
            return f"({expression(number)}).{name}", _ATOM
        case ast.Attribute(value, name):
            return f"{_write(value, _ATOM)}.{name}", _ATOM
        case ast.Tuple([single]):
            return f"({expression(single)},)", _ATOM
        case ast.Set([]):
            return "set()", _ATOM
        case ast.Call(func, [ast.GeneratorExp() as only], []):
            return f"{_write(func, _ATOM)}{ast.unparse(only)}", _ATOM
        case ast.Call() | ast.List() | ast.Set() | ast.Tuple() | ast.Dict():
            bracket = _last_bracket(node)
            assert bracket is not None
            items = ", ".join(before + expression(item) for before, item in bracket.items)
            return f"{bracket.before}{bracket.opening}{items}{bracket.closing}", _ATOM
        case ast.Starred(value):
            return f"*{_write(value, 6)}", _ANY
        case ast.Subscript(value, ast.Tuple([_, _, *_] as index)):
            inside = ", ".join(map(expression, index))
            return f"{_write(value, _ATOM)}[{inside}]", _ATOM
        case ast.Subscript(value, index) if not isinstance(index, ast.Slice):
            return f"{_write(value, _ATOM)}[{expression(index)}]", _ATOM
        case ast.UnaryOp() | ast.BinOp() | ast.Compare() | ast.BoolOp():
            return _operation(node)
        case ast.Lambda(parameters, body):
            head = f"lambda {ast.unparse(parameters)}".rstrip()
            return f"{head}: {expression(body)}", _ANY
    return ast.unparse(node), _ANY


def _operation(node: ast.UnaryOp | ast.BinOp | ast.Compare | ast.BoolOp) -> tuple[str, int]:
    """Return operands with the operator between them, and how tightly it binds."""
    match node:
        case ast.UnaryOp(sign, operand):
            text, level = _SIGNS[type(sign)]
            # ruff writes -(x**2), since many read -x**2 as (-x)**2.
            least = _ATOM if isinstance(operand, ast.BinOp) else level
            return text + _write(operand, least), level
        case ast.BinOp(left, ast.Pow(), right):
            signed = isinstance(left, ast.UnaryOp)
            space = "" if _is_simple(left) and _is_simple(right) and not signed else " "
            return f"{_write(left, 14)}{space}**{space}{_write(right, 12)}", 13
        case ast.BinOp(left, sign, right):
            text, level = _SIGNS[type(sign)]
            return f"{_write(left, level)} {text} {_write(right, level + 1)}", level
        case ast.Compare(left, signs, rights):
            text = _write(left, 6)
            for each, right in zip(signs, rights, strict=True):
                text += f" {_SIGNS[type(each)][0]} {_write(right, 6)}"
            return text, 5
    text, level = _SIGNS[type(node.op)]
    return f" {text} ".join(_write(o, level + 1) for o in node.values), level


def _is_simple(node: ast.expr) -> bool:
    """Return whether ruff lets `**` touch this operand."""
    match node:
        case ast.Constant(value):
            return isinstance(value, int | float | complex)
        case ast.UnaryOp(_, ast.Constant()):
            return True
        case ast.Attribute(value, _):
            return not isinstance(value, ast.Constant) and _is_simple(value)
    return isinstance(node, ast.Name)


def _constant(value: object, node: ast.expr) -> str:
    match value:
        case str():
            return quoted(value)
        case bytes():
            return _double(repr(value))
    return ast.unparse(node)


def quoted(text: str) -> str:
    """Return the source of a string, in double quotes unless that needs more escapes.

    >>> print(quoted("it's"), quoted('say "so"'))
    "it's" 'say "so"'
    """
    return _double(ascii(text) if _is_strange(text) else repr(text))


def _is_strange(text: str) -> bool:
    # Lone surrogates cannot be written to a file; other scripts are readable, invisible characters are not.
    return any(not c.isprintable() for c in text)


def _double(source: str) -> str:
    prefix, quote, body = source.partition("'")
    if not quote or prefix.strip("b") or '"' in body:
        return source
    return f'{prefix}"{body[:-1]}"'


def indented(lines: Iterable[str]) -> list[str]:
    """Return the lines one level further in; empty ones stay empty."""
    return [INDENT + line if line else "" for line in lines]
