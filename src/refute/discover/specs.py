"""What the code says about itself: predicates by name (`invariant_name`), exceptions its documentation names.

T2 (Prasetya et al. 2007, section 3.1) reads specifications that are methods with agreed names, Korat `repOk`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType

from refute.discover.contracts import APPMODEL, FIELDS, TEMPORAL, required_of, spec_of, strange_spec
from refute.look.function_source import tree_of
from refute.model.sequence import PROBE

# Parameterless methods that say whether an object is as it should be: they return False or raise.
INVARIANT_NAMES = (
    *("classinv", "invariant", "rep_ok", "repOk", "check_rep", "checkRep", "_check"),
    *("_invariant", "_rep_ok", "_check_rep"),
)


_LATER = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

# What is also a name for something else says nothing by having parameters.
_AMBIGUOUS = frozenset({"invariant", "_check", "_invariant"})


def is_spec(cls: type, name: str, invariants: Iterable[str] = INVARIANT_NAMES) -> bool:
    """Return whether what a class has by this name is part of its specification, not an operation."""
    if name in (APPMODEL, TEMPORAL, FIELDS):
        return True
    if name in invariants:
        return _takes_only_self(inspect.getattr_static(cls, name, None))
    return is_spec_beside(cls, name)


def is_spec_beside(owner: type | ModuleType, name: str) -> bool:
    """Return whether a method or function is there to specify another one, and not to be called itself."""
    of = name.removesuffix("_spec")
    if of == name:
        return False
    return spec_of(owner, of) is not None or bool(strange_spec(owner, of))


def invariant_name(cls: type, invariants: Iterable[str] = INVARIANT_NAMES) -> str | None:
    """Return the name of the class's predicate, the first of the agreed names that takes only `self`."""
    for name in invariants:
        method = inspect.getattr_static(cls, name, None)
        if inspect.isfunction(method) and _takes_only_self(method) and not _answers_later(method):
            return name
    return None


def _answers_later(method: object) -> bool:
    """Return whether what is called gives no answer at once: a coroutine or a generator is no yes or no."""
    return bool(getattr(getattr(method, "__code__", None), "co_flags", 0) & _LATER)


def misshapen(cls: type, invariants: Iterable[str] = INVARIANT_NAMES) -> Iterator[tuple[str, str]]:
    """Yield the specifications of a class that cannot be called, with what is wrong."""
    shapes = dict.fromkeys((name for name in invariants if name not in _AMBIGUOUS), "(self)")
    shapes.update({TEMPORAL: "(self)", APPMODEL: "(self) or (self, last)"})
    for name in (*invariants, TEMPORAL, APPMODEL):
        member = inspect.getattr_static(cls, name, None)
        wrong = _no_method(member, name)
        if wrong:
            yield name, f"is {wrong}, and is not used. Make it a plain method.  [spec-parameters]"
    for name, shape in shapes.items():
        method = inspect.getattr_static(cls, name, None)
        if not inspect.isfunction(method) or _answers_later(method):
            continue
        required = required_of(method)
        if not 1 <= len(required) <= (2 if name == APPMODEL else 1):
            wrong = f"takes ({', '.join(required)}), and is not used. It should take {shape}."
            yield name, f"{wrong}  [spec-parameters]"
    for name in dir(cls):
        if not name.endswith("_spec") or PROBE.fullmatch(name):
            continue
        wrong = strange_spec(cls, name.removesuffix("_spec"))
        if wrong:
            yield name, f"{wrong}  [spec-calls]"


def _no_method(member: object, name: str) -> str:
    """Return what a specification is that is no plain method; "" where it is one, or may be something else."""
    if _answers_later(member):
        return "async" if inspect.iscoroutinefunction(member) else "a generator"
    if name in _AMBIGUOUS:
        return ""
    kinds = {staticmethod: "a static method", classmethod: "a class method", property: "a property"}
    return next((said for kind, said in kinds.items() if isinstance(member, kind)), "")


def answers(function: object, asked: frozenset[object] = frozenset()) -> bool:
    """Return whether a predicate plainly answers yes or no, so that None from it is a no.

    One that asserts, or hands the question on to somebody unknown, may say no by raising and yes by nothing at all.
    `asked` are those that have handed it on already.
    """
    tree = tree_of(function)
    if tree is None or isinstance(tree.body[-1], ast.Expr):
        return False
    asked |= {function}

    def is_answer(node: ast.expr) -> bool:
        if not isinstance(node, ast.Call):
            return _is_answer(node, is_answer)
        other = _called(function, node)
        if other is None:
            return _is_answer(node, is_answer)
        return other in asked or answers(other, asked)

    said: list[ast.expr] = []
    todo: list[ast.AST] = [*tree.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Assert):
            return False
        if isinstance(node, ast.Return) and node.value is not None:
            said.append(node.value)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return all(map(is_answer, said)) and any(
        not isinstance(one, ast.Constant) or one.value for one in said
    )


def _called(function: object, call: ast.Call) -> object | None:
    """Return the function that a method hands its question on to: one of its module, or a method of its own class."""
    names = getattr(function, "__globals__", {})
    match call.func:
        case ast.Name(id=name):
            other = names.get(name)
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            owner, *inner = getattr(function, "__qualname__", "").split(".")[:-1] or [""]
            place = names.get(owner)
            for part in inner:
                place = getattr(place, part, None)
            other = inspect.getattr_static(place, name, None) if isinstance(place, type) else None
        case _:
            return None
    return other if inspect.isfunction(other) else None


def _is_answer(node: ast.expr, is_answer: Callable[[ast.expr], bool]) -> bool:
    match node:
        case ast.Constant() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp():
            return is_answer(node.values[-1])
        case ast.IfExp():
            return is_answer(node.body) and is_answer(node.orelse)
        case ast.Call(func=ast.Name(id="all" | "any" | "bool" | "isinstance")):
            return True
    return False


def _takes_only_self(method: object) -> bool:
    try:
        parameters = list(inspect.signature(method).parameters.values())  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return False
    required = [
        one
        for one in parameters
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    return len(required) == 1 and not any(
        one.kind is one.KEYWORD_ONLY and one.default is one.empty for one in parameters
    )


# ---------------------------------------------------------------- exceptions in docstrings
# Own patterns instead of griffe: importing it takes 100 to 200 ms of the 500 that may pass before the first
# sequence runs, and it does not read prose ("Raises ValueError if …"), which is all that C functions have.

_NAME = r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*"
_FIELD = re.compile(
    rf"^\s*:(?:raises?|except|exception)\s+({_NAME}(?:\s*(?:,|\bor\b)\s*{_NAME})*)\s*:", re.M
)
_SECTION = re.compile(
    r"^([ \t]*)(?:Raises|Raise|Exceptions)(?::[ \t]*|[ \t]*\n\1-{3,}[ \t]*)$", re.M
)
_ENTRY = re.compile(rf"^[`*~:\w]*?({_NAME}(?:`?\s*(?:,|\bor\b)\s*`?{_NAME})*)`?\s*(?::|$|\s-|\()")
_RAISING = re.compile(r"\brais(?:e|es|ed|ing)\b", re.I)
_REST = re.compile(r"[^.;]*(?:\.\w[^.;]*)*")
_DENIED = re.compile(r"\b(?:never|not|n't|without|no longer|instead of)\s+(?:\w+\s+)?rais", re.I)
_EXCEPTION = re.compile(r"\b[A-Za-z_]\w*(?:Error|Exception|Warning|Interrupt|Exit)\b")
# "Will raise an exception if …": it does not say which, but that there is one.
_ANY_EXCEPTION = re.compile(r"\braises?\s+an\s+(?:exception|error)\b", re.I)
# An example of a doctest, and the exception that it is shown to raise.
_SHOWN = re.compile(
    r"^([ \t]*)>>> (.*(?:\n\1\.\.\. .*)*)"
    r"\n\1Traceback \((?:most recent call last|innermost last)\):[ \t]*"
    rf"(?:\n(?!\1\w)[ \t]*\S.*)*\n\1({_NAME})\b",
    re.M,
)
_BUILTIN = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def documented_raises(*docstrings: str | None) -> frozenset[str]:
    """Return the bare names of the exceptions that the docstrings say may be raised.

    Reads Google's and NumPy's sections, Sphinx' fields, sentences that speak of raising, and the examples of doctests.

    >>> sorted(documented_raises("Remove it.\\n\\nRaises:\\n    KeyError: it is not there.\\n"))
    ['KeyError']
    >>> sorted(documented_raises("Return the index. Raises ValueError if the value is not present."))
    ['ValueError']
    """
    names: set[str] = set()
    for text in docstrings:
        names |= _told_in(text)
        names.update(found[3] for found in _shown_in(text))
    return frozenset(name.rpartition(".")[2] for name in names)


def raises_of_constructor(cls: type, *docstrings: str | None) -> frozenset[str]:
    """Return what the docstrings of a class and of what makes its objects say that making one may raise.

    The examples of the class may be about any of its methods: of these only those count that call the class.
    """
    names = _told_in(cls.__doc__)
    for found in _shown_in(cls.__doc__):
        example = re.sub(rf"\n{found[1]}\.\.\. ", "\n", found[2])
        if _is_call_of(cls.__name__, example):
            names.add(found[3])
    return frozenset(name.rpartition(".")[2] for name in names) | documented_raises(*docstrings)


def _is_call_of(name: str, example: str) -> bool:
    """Return whether the last thing an example does is to call this."""
    try:
        body = ast.parse(example).body
    except SyntaxError:
        return False
    match body[-1:]:
        case [
            ast.Expr(ast.Call(ast.Name(called) | ast.Attribute(attr=called)))
            | ast.Assign(value=ast.Call(ast.Name(called) | ast.Attribute(attr=called)))
        ]:
            return called == name
        case _:
            return False


def _shown_in(text: str | None) -> Iterator[re.Match[str]]:
    return _SHOWN.finditer(text if text and "Traceback" in text else "")


def _told_in(text: str | None) -> set[str]:
    return _named_in(text) if text and "ais" in text else set()


def _named_in(text: str) -> set[str]:
    names: set[str] = set()
    for found in _FIELD.finditer(text):
        names.update(re.findall(_NAME, found[1]))
    for found in _SECTION.finditer(text):
        names |= _entries(text[found.end() :], found[1])
    for sentence in _sentences(text):
        if not _DENIED.search(sentence):
            names.update(_EXCEPTION.findall(sentence))
            names.update(["Exception"] if _ANY_EXCEPTION.search(sentence) else [])
            names.update(word for word in re.findall(r"\w+", sentence) if word in _BUILTIN)
    return names


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences that speak of raising.

    From the word outwards: to match a sentence up to the word takes time that grows with the square of the text.
    """
    end = 0
    for found in _RAISING.finditer(text):
        if found.start() < end:
            continue
        start = max(
            end, text.rfind(".", end, found.start()) + 1, text.rfind(";", end, found.start()) + 1
        )
        rest = _REST.match(text, found.end())
        end = rest.end() if rest else found.end()
        yield text[start:end]


def _entries(text: str, margin: str) -> set[str]:
    """Return the exceptions listed under a section's heading, up to where the section ends."""
    names: set[str] = set()
    lines = text.splitlines()[1:]
    first = next((line for line in lines if line.strip()), "")
    indent = len(first) - len(first.lstrip())
    if indent < len(margin.expandtabs()):
        return names
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if not line.strip() or depth > indent:
            continue
        underlined = number + 1 < len(lines) and lines[number + 1].strip().startswith("---")
        if depth < indent or underlined:
            break
        entry = _ENTRY.match(line.strip())
        if entry:
            names.update(re.findall(_NAME, entry[1]))
    return names
