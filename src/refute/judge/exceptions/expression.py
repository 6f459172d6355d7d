"""Which expression failed, read from the source: `expression_at` an instruction, and what stands around it.

A file is parsed once and the nodes of a function are looked up by their position, so that explaining the thousandth
exception of a function costs a dictionary look-up.
"""

from __future__ import annotations

import ast
import dis
import linecache
import types
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

# line, last line, column, last column: as instructions and nodes both have them.
_Position = tuple[int, int, int, int]

# A file of more characters is not read: parsing it would cost more than a second.
_LARGEST = 1_000_000


@lru_cache(maxsize=64)
def _functions(file: str) -> tuple[ast.AST, ...]:
    """Return the functions of a file, and the module itself last; nothing where there is no source."""
    text = "".join(linecache.getlines(file))
    if not text or len(text) > _LARGEST:
        return ()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return ()
    found = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    return (*found, tree)


@lru_cache(maxsize=4096)
def around(code: types.CodeType) -> ast.AST | None:
    """Return the innermost function that holds the code: itself, or the one a comprehension stands in."""
    line = code.co_firstlineno
    inner: ast.AST | None = None
    for node in _functions(code.co_filename):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return inner or node
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        if first <= line <= (node.end_lineno or first) and (
            inner is None or node.lineno >= inner.lineno  # type: ignore[attr-defined]
        ):
            inner = node
    return inner


@lru_cache(maxsize=1024)
def _nodes(function: ast.AST) -> dict[_Position, ast.expr]:
    found: dict[_Position, ast.expr] = {}
    for node in ast.walk(function):
        # Of a loop, taking the next item has the position of the whole statement (in 3.11).
        if isinstance(node, ast.expr | ast.For):
            last, column = node.end_lineno or 0, node.end_col_offset or 0
            expression = node.iter if isinstance(node, ast.For) else node
            found.setdefault((node.lineno, last, node.col_offset, column), expression)
    return found


@lru_cache(maxsize=1 << 14)
def expression_at(code: types.CodeType, instruction: int) -> ast.expr | None:
    """Return the expression that the instruction at this offset belongs to."""
    function = around(code)
    if function is None:
        return None
    position = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    return _nodes(function).get(position)  # type: ignore[arg-type]


def unpacked_at(code: types.CodeType, target: ast.expr) -> ast.expr | None:
    """Return what is unpacked into the target of an assignment; of a loop, what it loops over."""
    function = around(code)
    for node in ast.walk(function) if function is not None else ():
        if isinstance(node, ast.Assign) and target in node.targets:
            return node.value
        if isinstance(node, ast.For | ast.comprehension) and node.target is target:
            return node.iter
    return None


def is_target_of_loop(code: types.CodeType, target: ast.expr) -> bool:
    """Return whether the names that something is unpacked into are those of a loop."""
    function = around(code)
    nodes = ast.walk(function) if function is not None else ()
    return any(isinstance(n, ast.For | ast.comprehension) and n.target is target for n in nodes)


@lru_cache(maxsize=4096)
def loops_over_parameters(code: types.CodeType) -> Mapping[str, str]:
    """Return the loop variables of a function, and of the comprehensions in it, each with what it runs over.

    That is a parameter, or a name that only stands for one, or for a piece of one: `keys = path.split(".")`.  So is a name
    that is set to one item of such: `last = path[-1]`.
    """
    function = around(code)
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return {}
    given = function.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg]
    names = _standing_for(function, {one.arg for one in named if one is not None})
    loops: dict[str, str] = {}
    for node in ast.walk(function):
        match node:
            case ast.For(target, source) | ast.AsyncFor(target, source):
                pass
            case ast.comprehension(target, source):
                pass
            case ast.Assign(
                [ast.Name() as target],
                ast.Subscript(source, ast.Constant() | ast.UnaryOp() | ast.Name()),
            ):
                pass
            case _:
                continue
        target, source = _without_numbers(target, source)
        if isinstance(target, ast.Name) and (whole := _piece_of(source)) in names:
            loops[target.id] = whole
    return loops


def _without_numbers(target: ast.expr, source: ast.expr) -> tuple[ast.expr, ast.expr]:
    """Return what a loop runs over without `enumerate` or `.items()`, and the variable for its items, or its keys."""
    match target, source:
        case ast.Tuple([_, item]), ast.Call(func=ast.Name("enumerate"), args=[whole]):
            return item, whole
        case ast.Tuple([key, _]), ast.Call(func=ast.Attribute(whole, "items")):
            return key, whole
        case _:
            return target, source


def _standing_for(function: ast.AST, parameters: set[str]) -> set[str]:
    """Return the parameters, and the names that are set to nothing but them and pieces of them."""
    pieces: dict[str, list[str]] = {}
    bound: Counter[str] = Counter()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] += 1
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    pieces.setdefault(target.id, []).append(_piece_of(node.value))
    names: set[str] = set()
    more = set(parameters)
    while more:
        names |= more
        more = {
            name
            for name, of in pieces.items()
            if name not in names
            and len(of) == bound[name]  # and no loop or the like sets it as well
            and not names.isdisjoint(of)
            and names.issuperset({*of} - {name})
        }
    return names


def _piece_of(value: ast.expr) -> str:
    """Return the name of what this is, or is a piece of; "" where the code computes something."""
    match value:
        case ast.Name(name):
            return name
        case ast.Subscript(value=whole, slice=ast.Slice()):
            return _piece_of(whole)
        case ast.Call(func=ast.Attribute(whole, "split" | "rsplit" | "strip" | "copy")):
            return _piece_of(whole)
        case ast.Call(func=ast.Name("list" | "tuple" | "iter"), args=[whole]):
            return _piece_of(whole)
        case _:
            return ""


@lru_cache(maxsize=4096)
def computed_names(code: types.CodeType) -> frozenset[str]:
    """Return the local names of a function that stand for nothing but what it computes: `part` of `text.split(",")`."""
    function = around(code)
    nodes = list(ast.walk(function)) if function is not None else []
    bound = Counter(n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    computed: frozenset[str] = frozenset()
    known: frozenset[str] | None = None
    while computed != known:
        known = computed
        found = Counter(name for node in nodes for name in _computed_by(node, known))
        computed = frozenset(name for name, times in found.items() if times == bound[name])
    return computed


def _computed_by(node: ast.AST, known: frozenset[str]) -> list[str]:
    """Return the names that a statement binds to what the code computes."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pass
        case ast.For(target, value) | ast.comprehension(target, value):
            targets = [target]
        case _:
            return []
    if not _is_computed(value, known):
        return []
    return [n.id for one in targets for n in ast.walk(one) if isinstance(n, ast.Name)]


# What gives a text, or pieces of one, that nobody has passed in.
_MAKING_TEXT = frozenset(
    {
        *("split", "rsplit", "splitlines", "partition", "rpartition", "strip", "lstrip", "rstrip"),
        *("group", "groups", "findall", "replace", "join", "lower", "upper", "removeprefix"),
        "removesuffix",
    }
)


def _is_computed(value: ast.expr, known: frozenset[str]) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _MAKING_TEXT
        case ast.Call(func=ast.Name("len")):
            return True
        case ast.Subscript(slice=ast.Slice()) | ast.BinOp() | ast.JoinedStr():
            return True
        case ast.Name(name):
            return name in known
        case ast.Subscript(whole):
            return _is_computed(whole, known)
        case _:
            return False


@lru_cache(maxsize=4096)
def attribute_behind(code: types.CodeType, name: str) -> tuple[str, tuple[str, ...]]:
    """Return `self` and `size` where a local name only stands for `self.size`, nothing where it does not."""
    function = around(code)
    set_to = [
        node.value
        for node in (ast.walk(function) if function is not None else ())
        if isinstance(node, ast.Assign) and any(_binds(target, name) for target in node.targets)
    ]
    match set_to:
        case [ast.Attribute() as attribute]:
            return dotted(attribute)
        case _:
            return "", ()


def dotted(node: ast.expr) -> tuple[str, tuple[str, ...]]:
    """Return the name at the left end of dots, "" where there is something else, and what is read of it, in order."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return node.id if isinstance(node, ast.Name) else "", tuple(names)


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(target))


@lru_cache(maxsize=4096)
def is_taken_apart(code: types.CodeType, instruction: int) -> bool:
    """Return whether the failing expression takes one of several places of a loop's item: `pair[0]`, where `pair[1]` is.

    What a loop over pairs is given are pairs, or the caller is to blame.
    """
    function = around(code)
    match expression_at(code, instruction):
        case ast.Subscript(ast.Name(name), ast.Constant(int())):
            pass
        case _:
            return False
    places: set[object] = set()
    looped = False
    for node in ast.walk(function) if function is not None else ():
        match node:
            case ast.Subscript(ast.Name(other), ast.Constant(int(place))) if other == name:
                places.add(place)
            case ast.For(target=target) | ast.comprehension(target=target):
                looped = looped or _binds(target, name)
    return looped and len(places) > 1


# What holds the same items as what it is made of.
_SAME_ITEMS = frozenset({"set", "frozenset", "list", "tuple", "sorted", "reversed", "iter"})


@lru_cache(maxsize=4096)
def is_indexed_by_its_items(code: types.CodeType, instruction: int) -> bool:
    """Return whether something is looked up by what it yields, `[d[k] for k in d]`: a dictionary is meant, not a list."""
    match expression_at(code, instruction):
        case ast.Subscript(ast.Name(container), ast.Name(index)):
            pass
        case _:
            return False
    nodes = list(ast.walk(around(code) or ast.Module([], [])))
    made_of_it = {container}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) if _has_items_of(value, made_of_it):
                made_of_it.add(name)
    return any(
        isinstance(node, ast.For | ast.comprehension)
        and _binds(node.target, index)
        and _has_items_of(node.iter, made_of_it)
        for node in nodes
    )


def _has_items_of(expression: ast.expr, names: set[str]) -> bool:
    match expression:
        case ast.Name(name):
            return name in names
        case ast.Call(func=ast.Name(called), args=[ast.Name(name)]):
            return called in _SAME_ITEMS and name in names
        case ast.Call(func=ast.Attribute(inner)):  # set(d).difference(names), d.keys()
            return _has_items_of(inner, names)
        case _:
            return False


@lru_cache(maxsize=1024)
def kept_arguments(cls: type) -> frozenset[str]:
    """Return the attributes of a class that its constructor sets to a parameter as it is, and that nothing else sets."""
    constructor = getattr(getattr(cls, "__init__", None), "__code__", None)
    if constructor is not None and constructor.co_filename == "<string>":
        return _fields_kept(cls)
    function = around(constructor) if constructor is not None else None
    if not isinstance(function, ast.FunctionDef):
        return frozenset()
    given = function.args
    names = {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    kept = {
        target.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute)
    }
    stored = _stored_in(cls)
    return frozenset(name for name in kept if stored.count(name) == 1)


def _fields_kept(cls: type) -> frozenset[str]:
    """Return the fields of a dataclass that its constructor, which is written by no one, sets and nothing else does."""
    names = getattr(cls, "__dataclass_fields__", {})
    stored = _stored_in(cls)
    return frozenset(name for name in names if stored.count(name) <= 1)


def _stored_in(cls: type) -> list[str]:
    """Return the attributes that methods of a class set, each as often as it is written there."""
    codes = [getattr(one, "__code__", None) for base in cls.__mro__ for one in vars(base).values()]
    return [
        step.argval
        for code in codes
        if code is not None
        for step in dis.get_instructions(code)
        if step.opname == "STORE_ATTR"
    ]


@lru_cache(maxsize=4096)
def unset_parameters(code: types.CodeType) -> frozenset[str]:
    """Return the parameters of a function that it never sets to something else."""
    named = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    nodes = ast.walk(around(code) or ast.Module([], []))
    bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return frozenset(named - bound)


def argument_for(code: types.CodeType, name: str, caller: types.TracebackType) -> ast.expr | None:
    """Return what the caller wrote for a parameter of the function that it calls; None where nobody can tell."""
    match expression_at(caller.tb_frame.f_code, caller.tb_lasti):
        case ast.Call(func=func, args=args, keywords=keywords):
            pass
        case _:
            return None
    named = [one.value for one in keywords if one.arg == name]
    places = list(code.co_varnames[: code.co_argcount])
    if places[:1] in (["self"], ["cls"]) and isinstance(func, ast.Attribute):
        del places[0]
    place = places.index(name) if name in places else len(args)
    if named or place >= len(args) or any(isinstance(one, ast.Starred) for one in args):
        return named[0] if named else None
    return args[place]


def is_part_of(code: types.CodeType, other: types.CodeType) -> bool:
    """Return whether a code is the other, or a comprehension or lambda in it."""
    return code is other or (around(code) is not None and around(code) is around(other))


@lru_cache(maxsize=4096)
def depends_on(code: types.CodeType, instruction: int, names: frozenset[str]) -> bool:
    """Return whether the failing expression reads one of the names, what was computed from them, or stands below an `if` on it.

    Where the expression cannot be found it may.
    """
    function, expression = around(code), expression_at(code, instruction)
    if function is None or expression is None:
        return True
    return rests_on(function, expression, names)


def rests_on(function: ast.AST, expression: ast.expr, names: frozenset[str]) -> bool:
    """Return whether an expression of a function reads one of the names, what was computed from them, or stands below an `if` on it."""
    nodes = list(ast.walk(function))
    known, computed = names, names | _computed_from(nodes, names)
    while computed != known:
        known, computed = computed, computed | _computed_from(nodes, computed)
    if _mentions(expression, computed):
        return True
    below = (node for node in nodes if isinstance(node, ast.If | ast.IfExp | ast.While))
    return any(
        _mentions(node.test, computed) and any(one is expression for one in ast.walk(node))
        for node in below
    )


def _computed_from(nodes: list[ast.AST], names: frozenset[str]) -> frozenset[str]:
    """Return the names that are bound to something computed from these names."""
    bound: set[str] = set()
    for node in nodes:
        targets: list[ast.expr] = []
        match node:
            case ast.Assign(targets=targets, value=value):
                pass
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                targets = [target]
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.AugAssign(target=target, value=value)
                | ast.NamedExpr(target=target, value=value)
            ):
                targets = [target]
            case _:
                continue
        if _mentions(value, names):
            bound |= {n.id for one in targets for n in ast.walk(one) if isinstance(n, ast.Name)}
    return frozenset(bound)


def _mentions(expression: ast.expr, names: frozenset[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(expression))
