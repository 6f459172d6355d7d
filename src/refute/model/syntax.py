"""How a dunder method is really called: the syntax behind each, as a template.

Used by `execute` (compiled to a function) and by `render` (filled with names), so that what is run and what is
printed cannot differ.  Names left out are called as methods (`__enter__`, `__exit__`) or not at all: `__init__`,
attribute access.  What the laws ask anyway (`ASKED_BY_LAWS`) is called for suites alone.
"""

from __future__ import annotations

# At most this many items are taken from a generator or an iterator: some never end.
MOST_ITEMS = 64

_ARITHMETIC = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "matmul": "@",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "and": "&",
    "or": "|",
    "xor": "^",
}
_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

# What an object shows and how it is copied.
ASKED_BY_LAWS = {
    "__repr__": "repr({0})",
    "__str__": "str({0})",
    "__bool__": "bool({0})",
    **dict.fromkeys(("__copy__", "__getstate__", "__reduce__"), "copy.copy({0})"),
    "__deepcopy__": "copy.deepcopy({0})",
    "__hash__": "len(set([{0}]))",  # its value differs between machines
}

OPERATORS: dict[str, str] = {
    **ASKED_BY_LAWS,
    **{f"__{name}__": f"{{0}} {sign} {{1}}" for name, sign in (_ARITHMETIC | _COMPARISONS).items()},
    **{f"__r{name}__": f"{{1}} {sign} {{0}}" for name, sign in _ARITHMETIC.items()},
    "__iadd__": "operator.iadd({0}, {1})",
    "__isub__": "operator.isub({0}, {1})",
    "__imul__": "operator.imul({0}, {1})",
    "__iand__": "operator.iand({0}, {1})",
    "__ior__": "operator.ior({0}, {1})",
    "__ixor__": "operator.ixor({0}, {1})",
    "__divmod__": "divmod({0}, {1})",
    "__neg__": "-{0}",
    "__pos__": "+{0}",
    "__invert__": "~{0}",
    "__abs__": "abs({0})",
    "__int__": "int({0})",
    "__float__": "float({0})",
    "__complex__": "complex({0})",
    "__index__": "operator.index({0})",
    "__round__": "round({0})",
    "__trunc__": "math.trunc({0})",
    "__floor__": "math.floor({0})",
    "__ceil__": "math.ceil({0})",
    "__bytes__": "bytes({0})",
    "__len__": "len({0})",
    "__getitem__": "{0}[{1}]",
    "__setitem__": "{0}[{1}] = {2}",
    "__delitem__": "del {0}[{1}]",
    "__contains__": "{1} in {0}",
    "__iter__": f"list(itertools.islice({{0}}, {MOST_ITEMS}))",
    "__reversed__": f"list(itertools.islice(reversed({{0}}), {MOST_ITEMS}))",
    "__next__": "next({0})",
    "__call__": "{0}({1})",  # the one whose arguments vary: rendered as a call of the first
}

# What these templates need imported.
MODULES_IN_SYNTAX = ("copy", "itertools", "math", "operator")

STATEMENTS = frozenset({"__setitem__", "__delitem__"})

# Asked only where the object on the left cannot answer, and never where both are of one class.
REFLECTED = frozenset(f"__r{name}__" for name in _ARITHMETIC)

# Any object may be asked to compare itself with any other.
COMPARISONS = frozenset(f"__{name}__" for name in _COMPARISONS)
