"""The zoo keeps its promises: faults show as the index says, correct code shows nothing.

The second half walks randomly over the correct modules with a driver of its own, deliberately
simpler than refute: it knows annotations, object laws, and whether an exception was raised on
purpose (by a `raise` in the module, or named in a docstring).
"""

# ruff: noqa: SIM201 -- the laws are about ==, and `not a == b` need not be `a != b`

from __future__ import annotations

import ast
import asyncio
import collections.abc
import contextlib
import copy
import datetime
import decimal
import enum
import fractions
import functools
import importlib
import inspect
import pickle
import re
import subprocess
import sys
import time
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

TESTS = Path(__file__).parent.parent
SUBJECTS = TESTS / "subjects"
SILENT = TESTS / "golden" / "silent"


@contextlib.contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Make the folder's modules importable, and leave none of them behind."""
    names = {path.stem for path in folder.glob("*.py")}
    held = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(held)


with importable(SUBJECTS):
    zoo = importlib.import_module("zoo")


# ---------------------------------------------------------------------------------------- faults


def deepcopy_shares_something_mutable(a: Any) -> bool:
    twin = copy.deepcopy(a)
    return bool(mutable_parts(a) & mutable_parts(twin))


def mutable_parts(value: Any) -> set[int]:
    """Return the identities of the changeable objects reachable from a value."""
    found: dict[int, Any] = {}
    work = [value]
    while work:
        part = work.pop()
        if id(part) in found or (
            not isinstance(part, list | set | dict) and not hasattr(part, "__dict__")
        ):
            continue
        found[id(part)] = part
        if isinstance(part, dict):
            work.extend(part.values())
        elif isinstance(part, list | set):
            work.extend(part)
        else:
            work.extend(vars(part).values())
    return set(found)


# Each entry says when a rule is broken; one that raises breaks it too.
BROKEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "eq-reflexive": lambda v: not v["a"] == v["a"],
    "eq-symmetric": lambda v: (v["a"] == v["b"]) != (v["b"] == v["a"]),
    "eq-transitive": lambda v: v["a"] == v["b"] and v["b"] == v["c"] and not v["a"] == v["c"],
    "eq-none": lambda v: v["a"] == None,  # noqa: E711
    "eq-foreign": lambda v: v["a"] == object(),
    "hash-equal": lambda v: v["a"] == v["b"] and hash(v["a"]) != hash(v["b"]),
    "hash-raises": lambda v: hash(v["a"]) and False,
    "repr-raises": lambda v: repr(v["a"]) and False,
    "str-raises": lambda v: str(v["a"]) and False,
    "bool-len": lambda v: bool(v["a"]) != bool(len(v["a"])),
    "len-iter": lambda v: len(v["a"]) != len(list(v["a"])),
    "contains-iter": lambda v: any(item not in v["a"] for item in v["a"]),
    "lt-irreflexive": lambda v: v["a"] < v["a"],
    "lt-antisymmetric": lambda v: v["a"] < v["b"] and v["b"] < v["a"],
    "lt-eq": lambda v: v["a"] == v["b"] and v["a"] < v["b"],
    "copy-equal": lambda v: not copy.copy(v["a"]) == v["a"],
    "deepcopy-equal": lambda v: not copy.deepcopy(v["a"]) == v["a"],
    "deepcopy-independent": lambda v: deepcopy_shares_something_mutable(v["a"]),
    "pickle-equal": lambda v: not pickle.loads(pickle.dumps(v["a"])) == v["a"],
    "eval-repr": lambda v: not eval(repr(v["a"]), v) == v["a"],
    "invariant": lambda v: not (getattr(v["x"], "rep_ok", None) or v["x"].invariant)(),
}


def ident(fault: Any) -> str:
    return f"{fault.module}-{fault.exception or fault.rule}"


@pytest.mark.parametrize("fault", [f for f in zoo.FAULTS if f.rule == "raises"], ids=ident)
def test_a_sequence_of_the_index_raises_what_it_says(fault: Any) -> None:
    with importable(SUBJECTS):
        names = dict(vars(importlib.import_module(fault.module)))
        with pytest.raises(Exception) as caught:
            exec(fault.shows, names)

    assert type(caught.value).__name__ == fault.exception


@pytest.mark.parametrize("fault", [f for f in zoo.FAULTS if f.rule in BROKEN], ids=ident)
def test_a_sequence_of_the_index_breaks_the_rule(fault: Any) -> None:
    with importable(SUBJECTS):
        names = dict(vars(importlib.import_module(fault.module)))
        exec(fault.shows, names)
        raised = None
        try:
            broken = BROKEN[fault.rule](names)
        except Exception as exception:
            broken, raised = True, type(exception).__name__

    assert broken
    assert raised == fault.exception


@pytest.mark.parametrize("fault", [f for f in zoo.FAULTS if f.rule == "dies"], ids=ident)
def test_a_sequence_of_the_index_ends_the_process(fault: Any) -> None:
    source = f"from {fault.module} import *\n{fault.shows}\nprint('alive')"
    run = subprocess.run(
        [sys.executable, "-c", source], cwd=SUBJECTS, capture_output=True, text=True, check=False
    )

    assert run.returncode != 0
    assert "alive" not in run.stdout
    assert "Error" not in run.stderr


@pytest.mark.parametrize("fault", zoo.FAULTS, ids=ident)
def test_the_index_counts_the_calls_of_its_sequences(fault: Any) -> None:
    calls = [node for node in ast.walk(ast.parse(fault.shows)) if isinstance(node, ast.Call)]

    assert len(calls) == fault.minimal


@pytest.mark.parametrize("fault", [f for f in zoo.FAULTS if f.rule != "dies"], ids=ident)
def test_no_part_of_a_sequence_shows_the_fault_already(fault: Any) -> None:
    lines = fault.shows.splitlines()
    with importable(SUBJECTS):
        names = dict(vars(importlib.import_module(fault.module)))
        for line in lines[:-1]:
            exec(line, names)


@pytest.mark.parametrize("regression", zoo.REGRESSIONS, ids=lambda r: r.after)
def test_a_regression_shows_in_the_newer_version_only(regression: Any) -> None:
    with importable(SUBJECTS):
        exec(regression.shows, dict(vars(importlib.import_module(regression.before))))
        newer = dict(vars(importlib.import_module(regression.after)))
        with pytest.raises(AssertionError):
            exec(regression.shows, newer)


def test_every_subject_is_in_the_index() -> None:
    modules = {path.stem for path in SUBJECTS.glob("*.py")} - {"zoo"}

    wrong = {fault.module for fault in zoo.WRONG_RESULTS}
    assert modules == {fault.module for fault in zoo.FAULTS} | set(zoo.CORRECT) | wrong


@pytest.mark.parametrize("wrong", zoo.WRONG_RESULTS, ids=lambda w: w.module)
def test_a_wrong_result_shows_and_does_not_once_it_is_mended(wrong: Any) -> None:
    mended = wrong.module.replace("relation_", "mended_")

    with importable(SUBJECTS), pytest.raises(AssertionError):
        exec(wrong.shows, dict(vars(importlib.import_module(wrong.module))))
    with importable(SILENT / "relations"):
        exec(wrong.shows, dict(vars(importlib.import_module(mended))))


def test_the_index_has_every_kind_of_rule() -> None:
    assert {fault.rule for fault in zoo.FAULTS} == {*BROKEN, "raises", "dies"}


# ------------------------------------------------------------------- containers against a model


def subject(name: str) -> types.ModuleType:
    with importable(SUBJECTS):
        return importlib.import_module(name)


SEEDS = range(25)
KEYS = 20


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("module", "cls", "insert", "member"),
    [("binary_tree", "BinaryTree", "add", "contains"), ("bst", "SearchTree", "insert", "member")],
)
def test_search_trees_behave_like_a_set(
    module: str, cls: str, insert: str, member: str, seed: int
) -> None:
    random, model = Random(seed), set[int]()
    tree = getattr(subject(module), cls)()
    for _ in range(150):
        key = random.randrange(KEYS)
        if random.random() < 0.5:
            assert getattr(tree, insert)(key) == (key not in model)
            model.add(key)
        else:
            assert tree.remove(key) == (key in model)
            model.discard(key)
        assert tree.rep_ok()
        assert [k for k in range(KEYS) if getattr(tree, member)(k)] == sorted(model)
        if module == "bst":
            least, greatest = min(model, default=None), max(model, default=None)
            assert (tree.size, tree.minimum(), tree.maximum()) == (len(model), least, greatest)
            assert tree.is_empty() == (not model)
        else:
            assert tree.keys() == sorted(model)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tree_map_behaves_like_a_dict(seed: int) -> None:
    random, model = Random(seed), dict[int, str]()
    tree = subject("tree_map").TreeMap()
    for step in range(200):
        key = random.randrange(KEYS)
        if random.random() < 0.55:
            assert tree.put(key, str(step)) == model.get(key)
            model[key] = str(step)
        else:
            assert tree.remove(key) == model.pop(key, None)
        assert tree.rep_ok()
        assert tree.keys() == sorted(model)
        assert tree.size() == len(model)
        assert all(tree.get(k) == model.get(k) for k in range(KEYS))
        if model:
            assert (tree.first_key(), tree.last_key()) == (min(model), max(model))
    tree.clear()
    assert tree.rep_ok()
    with pytest.raises(KeyError):
        tree.first_key()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("module", "cls"),
    [("binomial_heap", "BinomialHeap"), ("fibonacci_heap", "FibonacciHeap")],
)
def test_mergeable_heaps_behave_like_a_sorted_list(module: str, cls: str, seed: int) -> None:
    random, model = Random(seed), list[int]()
    make = getattr(subject(module), cls)
    heap = make()
    for _ in range(200):
        key = random.randrange(KEYS)
        match random.choice(["insert", "insert", "extract", "decrease", "delete", "merge"]):
            case "insert":
                heap.insert(key)
                model.append(key)
            case "extract":
                assert heap.extract_min() == min(model, default=None)
                model.sort()
                del model[:1]
            case "decrease":
                lower = key - random.randrange(6)
                assert heap.decrease_key(key, lower) == (key in model)
                if key in model:
                    model[model.index(key)] = lower
            case "delete":
                assert heap.delete(key) == (key in model)
                if key in model:
                    model.remove(key)
            case "merge":
                other, more = make(), [random.randrange(KEYS) for _ in range(random.randrange(5))]
                for k in more:
                    other.insert(k)
                heap.merge(other)
                heap.merge(heap)
                model += more
                assert other.rep_ok() and len(other) == 0
        assert heap.rep_ok()
        assert (len(heap), heap.find_min()) == (len(model), min(model, default=None))
    with pytest.raises(ValueError, match="greater"):
        heap.decrease_key(0, 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_heap_array_behaves_like_a_sorted_list(seed: int) -> None:
    random, model = Random(seed), list[int]()
    heap = subject("heap_array").HeapArray()
    for _ in range(200):
        if random.random() < 0.55:
            key = random.randrange(KEYS)
            heap.insert(key)
            model = sorted([*model, key])
        else:
            assert heap.extract_max() == (model.pop() if model else None)
        assert heap.rep_ok()
        assert (len(heap), heap.is_empty()) == (len(model), not model)
        assert heap.find_max() == (model[-1] if model else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_linked_list_behaves_like_a_list(seed: int) -> None:
    random, model = Random(seed), list[int]()
    items = subject("linked_list").LinkedList()
    for _ in range(200):
        value, index = random.randrange(5), random.randrange(len(model) + 1)
        match random.choice(["first", "last", "insert", "remove", "-first", "-last", "get"]):
            case "first":
                items.add_first(value)
                model.insert(0, value)
            case "last":
                items.add_last(value)
                model.append(value)
            case "insert":
                items.insert(index, value)
                model.insert(index, value)
            case "remove":
                assert items.remove(value) == (value in model)
                if value in model:
                    model.remove(value)
            case "-first" if model:
                assert items.remove_first() == model.pop(0)
            case "-last" if model:
                assert items.remove_last() == model.pop()
            case "get" if index < len(model):
                assert items.get(index) == model[index]
        assert items.rep_ok()
        assert (list(items), len(items)) == (model, len(model))
        assert items.index_of(value) == (model.index(value) if value in model else -1)
    items.clear()
    assert items.rep_ok() and list(items) == []
    with pytest.raises(IndexError):
        items.remove_last()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("module", ["int_stack", "ub_stack"])
def test_stacks_behave_like_a_list(module: str, seed: int) -> None:
    random, model = Random(seed), list[int]()
    made = subject(module)
    stack = made.IntStack() if module == "int_stack" else made.UniqueBoundedStack(4)
    for _ in range(200):
        value = random.randrange(6)
        if random.random() < 0.6:
            pushed = stack.push(value)
            if module == "ub_stack":
                assert pushed == (value in model or len(model) < 4)
                model = [v for v in model if v != value] if pushed else model
            if pushed is not False:
                model.append(value)
        elif model:
            assert (stack.peek() if module == "int_stack" else stack.top()) == model[-1]
            assert stack.pop() == model.pop()
        else:
            with pytest.raises(IndexError):
                stack.pop()
        assert stack.rep_ok()
        assert (len(stack), stack.is_empty()) == (len(model), not model)
        assert stack == stack and (module == "int_stack" or list(stack) == model)


@pytest.mark.parametrize("version", ["bitset_v1", "bitset_v2"])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_bit_sets_behave_like_a_set(version: str, seed: int) -> None:
    random, model = Random(seed), set[int]()
    bits = subject(version).BitSet(random.choice([0, 64, 200]))
    for _ in range(100):
        bit = random.randrange(300)
        if random.random() < 0.5:
            bits.set(bit)
            model.add(bit)
        else:
            bits.clear(bit)
            model.discard(bit)
        twin = bits.clone()
        assert bits.cardinality() == twin.cardinality() == len(model)
        assert bits.get(bit) == twin.get(bit) == (bit in model)


# ------------------------------------------------------------------------ a walk over correct code


class CannotMake(Exception):
    """No value is known for an annotation."""


INTS = [
    0,
    1,
    -1,
    2,
    3,
    7,
    -5,
    10,
    16,
    64,
    100,
    255,
    1000,
    -(10**6),
    2**31,
    2**63,
    10**30,
    -(10**40),
]
HUGE = [10**400, -(10**400)]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.25, 1e-9, 5e-324, 1e16, 1e308, -1e308]
ODD_FLOATS = [float("nan"), float("inf"), float("-inf")]
STRINGS = [
    "", "a", "b", "A", "ab", "a b", " ", "\n", "0", "1", "-1", "12", "1.5", "1e5", "a=b", "a,b", "a.b",
    "1.2.3", "10:30", "2020-02-29", "é", "ß", "²", "٣", "\ud800", "\U0010ffff", "'", '"', "\\", "{}", "%s",
    "#fff", "0x1f", "x" * 50, "a/b", "(", "()", "1 + 2", "\x00", "nan", "inf", "İ", "a-b_c", "[1]", "3d",
]  # fmt: skip
BYTES = [b"", b"a", b"\x00", b"\xff\xfe", b"hello", b"0" * 20]
SIMPLE: dict[Any, list[Any]] = {
    int: INTS * 3 + HUGE,
    float: FLOATS * 2 + ODD_FLOATS + [0, 1, -1, 10**30],
    str: STRINGS,
    bytes: BYTES,
    bool: [True, False],
    None: [None],
    type(None): [None],
    complex: [0j, 1j, 1 + 2j],
    decimal.Decimal: [decimal.Decimal(t) for t in ("0", "-0", "1", "-1.5", "2.005", "1e30", "1e-30", "1e6000")],
    fractions.Fraction: [fractions.Fraction(n, d) for n, d in ((0, 1), (1, 3), (-7, 2))],
    datetime.date: [
        datetime.date(2020, 2, 29), datetime.date.min, datetime.date.max, datetime.date(1999, 12, 31),
    ],
    datetime.datetime: [
        datetime.datetime(2020, 2, 29, 12), datetime.datetime.min, datetime.datetime.max,
        datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    ],
    datetime.time: [datetime.time(0, 0), datetime.time(23, 59, 59, 999999)],
    datetime.timedelta: [
        datetime.timedelta(0), datetime.timedelta(days=-1), datetime.timedelta.max,
        datetime.timedelta.min, datetime.timedelta(seconds=90),
    ],
    BaseException: [ValueError("v"), KeyError("k")],
    Exception: [ValueError("v"), KeyError("k")],
}  # fmt: skip
ANYTHING = [None, 0, 1, -1, 1.5, "", "a", b"", (), (1, "a"), True, frozenset({1}), 1j, [], {}]
LISTS = (list, collections.abc.Iterable, collections.abc.Sequence, collections.abc.Collection)  # noqa: TID251
LISTS += (collections.abc.MutableSequence, collections.abc.Reversible, collections.abc.Container)
DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
SETS = (set, collections.abc.Set, collections.abc.MutableSet)


class Walk:
    """Random calls of one module's public operations, and what went wrong."""

    def __init__(self, module: types.ModuleType, seed: int) -> None:
        self.module = module
        self.random = Random(seed)
        self.pool: list[Any] = []
        self.trail: list[str] = []
        self.wrong: dict[tuple[str, str], str] = {}
        self.called: set[str] = set()
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        self.raises = {
            line
            for node in nodes
            if isinstance(node, ast.Raise)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        # What a module mentions is likelier to mean something to it than what we think of.
        mentioned = [node.value for node in nodes if isinstance(node, ast.Constant)]
        self.mentioned = {
            int: [value for value in mentioned if type(value) is int],
            str: [value for value in mentioned if type(value) is str and len(value) < 30],
        }
        self.mentioned[str] += sorted({node.id for node in nodes if isinstance(node, ast.Name)})
        self.functions = {
            name: value
            for name, value in vars(module).items()
            if not name.startswith("_")
            and not isinstance(value, type)
            and callable(value)
            and getattr(value, "__module__", None) == module.__name__
        }
        self.classes = {
            name: value
            for name, value in vars(module).items()
            if isinstance(value, type)
            and value.__module__ == module.__name__
            and not name.startswith("_")
        }

    # -- values

    def pick(self, choices: Any) -> Any:
        return self.random.choice(list(choices))

    def make(self, hint: Any, depth: int = 0) -> Any:
        if depth > 5:
            raise CannotMake(hint)
        if hint in (Any, object, inspect.Parameter.empty) or isinstance(hint, typing.TypeVar):
            return (
                self.pick(self.pool)
                if self.pool and self.random.random() < 0.3
                else self.pick(ANYTHING)
            )
        if isinstance(hint, typing.NewType):
            return self.make(hint.__supertype__, depth)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return self.make(self.pick(args), depth)
        if origin is typing.Annotated or origin is typing.ClassVar or origin is typing.Final:
            return self.make(args[0], depth)
        if origin is typing.Literal:
            return self.pick(args)
        if origin is type:
            return args[0]
        base = origin or hint
        if base is collections.abc.Callable:
            result = self.make(args[1] if args else object, depth + 1)
            return lambda *_, **__: result
        if typing.is_typeddict(base):
            return self.make_typed_dict(base, depth)
        if base in SIMPLE:
            mentioned = self.mentioned.get(base)
            return self.pick(
                mentioned if mentioned and self.random.random() < 0.3 else SIMPLE[base]
            )
        if base is tuple:
            if len(args) == 2 and args[1] is Ellipsis:
                return tuple(self.several(args[0], depth))
            return tuple(self.make(arg, depth + 1) for arg in args)
        if base in LISTS:
            return self.several(args[0] if args else object, depth)
        if base in (collections.abc.Iterator, collections.abc.Generator):
            return iter(self.several(args[0] if args else object, depth))
        if base in SETS or base is frozenset:
            made = [v for v in self.several(args[0] if args else object, depth) if hashable(v)]
            return frozenset(made) if base is frozenset else set(made)
        if base in DICTS:
            keys = [k for k in self.several(args[0] if args else str, depth) if hashable(k)]
            return {key: self.make(args[1] if args else object, depth + 1) for key in keys}
        if isinstance(base, type) and issubclass(base, enum.Enum):
            return self.pick(base)
        if isinstance(base, type):
            return self.make_instance(base, depth)
        raise CannotMake(hint)

    def several(self, hint: Any, depth: int) -> list[Any]:
        return [self.make(hint, depth + 1) for _ in range(self.pick([0, 0, 1, 2, 3, 5]))]

    def make_typed_dict(self, hint: Any, depth: int) -> dict[str, Any]:
        hints = typing.get_type_hints(hint)
        wanted = [k for k in hints if k in hint.__required_keys__ or self.random.random() < 0.5]
        return {key: self.make(hints[key], depth + 1) for key in wanted}

    def make_instance(self, cls: type, depth: int) -> Any:
        fitting = [value for value in self.pool if is_instance(value, cls)]
        if fitting and self.random.random() < 0.7:
            return self.pick(fitting)
        if getattr(cls, "_is_protocol", False):
            protocol = [c for c in self.classes.values() if c is not cls and has_all(c, cls)]
            subclasses = protocol
        else:
            subclasses = [c for c in self.classes.values() if issubclass(c, cls)]
        subclasses = [c for c in subclasses if not inspect.isabstract(c)]
        if not subclasses and fitting:
            return self.pick(fitting)
        if not subclasses or depth > 3:
            raise CannotMake(cls)
        chosen = self.pick(subclasses)
        if issubclass(chosen, enum.Enum):
            return self.pick(chosen)
        made = self.call(chosen.__name__, chosen, chosen, depth + 1)
        if not isinstance(made, chosen):
            raise CannotMake(cls)
        return made

    # -- calls

    def call(self, name: str, function: Any, owner: type | None, depth: int = 0) -> Any:
        """Call with fitting arguments; return None and perhaps note something if it raises."""
        args, kwargs = self.arguments(function, owner, depth)
        self.trail.append(f"{name}(*{short(args)}, **{short(kwargs)})")
        before = time.process_time()
        try:
            result = settle(function(*args, **kwargs))
        except BaseException as exception:
            if isinstance(exception, KeyboardInterrupt):
                raise
            self.judge(name, function, owner, exception)
            return None
        self.called.add(name)
        if time.process_time() - before > 1.0:
            self.note(name, "slow")
        return result

    def arguments(
        self, function: Any, owner: type | None, depth: int
    ) -> tuple[list[Any], dict[str, Any]]:
        hints = hints_of(function, owner)
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        for parameter in inspect.signature(function).parameters.values():
            hint = hints.get(parameter.name, object)
            if hint is typing.Self:
                hint = owner
            optional = parameter.default is not inspect.Parameter.empty
            if parameter.kind is parameter.VAR_POSITIONAL:
                args += self.several(hint, depth)
            elif parameter.kind is parameter.VAR_KEYWORD:
                kwargs |= {
                    k: self.make(hint, depth + 1) for k in self.pick([[], ["k"], ["k", "j"]])
                }
            elif optional and self.random.random() < 0.4:
                if parameter.kind is not parameter.KEYWORD_ONLY:
                    break
            elif parameter.kind is parameter.KEYWORD_ONLY:
                kwargs[parameter.name] = self.make(hint, depth + 1)
            else:
                args.append(self.make(hint, depth + 1))
        return args, kwargs

    def judge(self, name: str, function: Any, owner: type | None, exception: BaseException) -> None:
        kind = type(exception).__name__
        docs = " ".join(filter(None, [inspect.getdoc(function), owner and inspect.getdoc(owner)]))
        if re.search(rf"\b{kind}\b", docs):
            return
        subscript = name.endswith(("__getitem__", "__setitem__", "__delitem__"))
        if subscript and isinstance(exception, LookupError):
            return
        line, trace = None, exception.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.module.__file__:
                line = trace.tb_lineno
            trace = trace.tb_next
        # As of a set: what cannot be hashed cannot be asked for.
        unasked = name.endswith(".__contains__") and "unhashable" in str(exception)
        if (line not in self.raises or isinstance(exception, AssertionError)) and not unasked:
            self.note(name, f"{kind}: {exception} at line {line}")

    def note(self, name: str, what: str) -> None:
        self.wrong.setdefault(
            (name, re.sub(r":.*", "", what)), f"{what}\n    " + "\n    ".join(self.trail[-30:])
        )

    # -- walking

    def run(self, steps: int) -> None:
        operations = self.operations()
        for step in range(steps):
            if step % 25 == 0:
                self.pool, self.trail = [], []
            name, owner, function = self.pick(operations)
            with contextlib.suppress(CannotMake):
                self.step(name, owner, function)

    def step(self, name: str, owner: type | None, function: Any) -> None:
        receiver = None
        if owner is None or isinstance(function, type):
            result = self.call(name, function, owner)
        else:
            static = inspect.getattr_static(owner, function)
            if isinstance(static, staticmethod | classmethod):
                result = self.call(name, getattr(owner, function), owner)
            else:
                receiver = self.make_instance(owner, 1)
                result = self.call(name, bound(receiver, function), owner)
        for value in (receiver, result):
            if value is not None:
                self.keep(value)
        for value in self.pool[-6:]:
            self.check_laws(value)

    def operations(self) -> list[tuple[str, type | None, Any]]:
        found: list[tuple[str, type | None, Any]] = [
            (n, None, f) for n, f in self.functions.items()
        ]
        for name, cls in self.classes.items():
            if is_special(cls):
                continue
            if not inspect.isabstract(cls) and not issubclass(cls, enum.Enum):
                found.append((name, cls, cls))
            for member in members_of(cls):
                found.append((f"{name}.{member}", cls, member))
        return found

    def keep(self, value: Any) -> None:
        if type(value).__module__ == self.module.__name__ and not any(
            v is value for v in self.pool
        ):
            self.pool.append(value)

    def check_laws(self, value: Any) -> None:
        cls = type(value)
        if cls.__module__ != self.module.__name__:
            return
        others = [v for v in self.pool if v is not value][-6:]
        for rule, law in LAWS.items():
            try:
                if not law(value, others):
                    self.note(cls.__name__, f"{rule}")
            except Exception as exception:
                self.note(cls.__name__, f"{rule} {type(exception).__name__} {exception}")
        for predicate in ("rep_ok", "invariant"):
            if hasattr(cls, predicate) and not getattr(value, predicate)():
                self.note(cls.__name__, "invariant")


def hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def is_instance(value: Any, cls: type) -> bool:
    try:
        return isinstance(value, cls)
    except TypeError:
        return False


def has_all(cls: type, protocol: type) -> bool:
    wanted = {
        n for n in vars(protocol) if callable(getattr(protocol, n, None)) and n not in vars(object)
    }
    return all(
        hasattr(cls, name) for name in wanted if name not in ("__subclasshook__", "__init__")
    )


def is_special(cls: type) -> bool:
    return (
        typing.is_typeddict(cls)
        or getattr(cls, "_is_protocol", False)
        or issubclass(cls, BaseException | type)
    )


DUNDERS = [
    "__len__",
    "__iter__",
    "__getitem__",
    "__setitem__",
    "__delitem__",
    "__contains__",
    "__call__",
    "__add__",
    "__sub__",
    "__mul__",
    "__neg__",
    "__truediv__",
    "__or__",
    "__and__",
    "__enter__",
    "__int__",
    "__float__",
    "__index__",
    "__reversed__",
    "__abs__",
    "__lt__",
    "__le__",
    "__format__",
    "__bool__",
    "__getattr__",
    "__matmul__",
    "__xor__",
    "__invert__",
    "__lshift__",
    "__rshift__",
]


def members_of(cls: type) -> list[str]:
    names: list[str] = []
    for base in cls.__mro__:
        if base.__module__ == cls.__module__:
            for name, value in vars(base).items():
                public = not name.startswith("_") or name in DUNDERS
                usable = callable(value) or isinstance(
                    value, property | functools.cached_property | staticmethod | classmethod
                )
                if public and usable and not isinstance(value, type):
                    names.append(name)
    return [name for name in dict.fromkeys(names) if getattr(cls, name, None) is not None]


def bound(receiver: Any, name: str) -> Callable[..., Any]:
    """Return the method, or for a property a function that reads it, with its docstring."""
    static = inspect.getattr_static(type(receiver), name)
    if not isinstance(static, property | functools.cached_property):
        return typing.cast(Callable[..., Any], getattr(receiver, name))

    def read() -> Any:
        return getattr(receiver, name)

    read.__doc__ = static.__doc__
    return read


def hints_of(function: Any, owner: type | None) -> dict[str, Any]:
    if isinstance(function, type):
        own = function.__dict__.get("__init__") or getattr(function, "__init__", None)
        hints: dict[str, Any] = {}
        for source in (function, function.__new__, own):
            with contextlib.suppress(Exception):
                hints |= typing.get_type_hints(source)
        return hints
    target = inspect.unwrap(getattr(function, "__func__", function))
    try:
        return typing.get_type_hints(target)
    except TypeError:
        return typing.get_type_hints(type(target).__call__)


def settle(result: Any) -> Any:
    """Consume what is lazy: iterators, coroutines, context managers."""
    if inspect.isawaitable(result):
        result = asyncio.run(awaited(result))
    if inspect.isasyncgen(result):
        asyncio.run(drained(result))
        return None
    if isinstance(result, contextlib.AbstractContextManager) and not hasattr(result, "__len__"):
        with result:
            pass
        return result
    if isinstance(result, contextlib.AbstractAsyncContextManager):
        asyncio.run(entered(result))
        return result
    if isinstance(result, collections.abc.Iterator) and type(result).__module__ in (
        "builtins",
        "_collections_abc",
    ):
        for _, _ in zip(range(100), result, strict=False):
            pass
        return None
    return result


async def awaited(value: Any) -> Any:
    return await asyncio.wait_for(value, 5)


async def drained(value: Any) -> None:
    seen = 0
    async for _ in value:
        seen += 1
        if seen == 100:
            break


async def entered(value: Any) -> None:
    async with value:
        pass


def short(value: Any) -> str:
    with contextlib.suppress(Exception):
        return repr(value)[:300]
    return "?"


def defines(value: Any, method: str) -> bool:
    """Say whether the class has the method; what only its metaclass has does not count."""
    return any(method in vars(base) for base in type(value).__mro__)


def in_terms_of(value: Any, method: str) -> bool:
    """Say whether the class, or a base written by hand, defines the method."""
    return getattr(type(value), method, None) is not getattr(object, method, None)


def safe_copy(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except (TypeError, pickle.PicklingError, AttributeError, NotImplementedError):
        return None


def has_nan(value: Any) -> bool:
    return "nan" in short(value).lower()


def law_copies(value: Any, make: Callable[[], Any]) -> bool:
    if not in_terms_of(value, "__eq__") or has_nan(value):
        return True
    twin = safe_copy(make)
    return twin is None or twin == value


def law_eval_repr(value: Any, others: list[Any]) -> bool:
    text = repr(value)
    if not re.match(r"\w+\(", text) or not in_terms_of(value, "__eq__") or has_nan(value):
        return True
    names = dict(vars(sys.modules[type(value).__module__])) | {
        "inf": float("inf"),
        "datetime": datetime,
    }
    names |= {
        "Decimal": decimal.Decimal,
        "Fraction": fractions.Fraction,
        "mappingproxy": types.MappingProxyType,
    }
    return bool(eval(text, names) == value)


def law_transitive(value: Any, others: list[Any]) -> bool:
    equal = [other for other in others if value == other]
    return all(a == b for a in equal for b in equal)


def law_order(value: Any, others: list[Any]) -> bool:
    if not in_terms_of(value, "__lt__"):
        return True
    return not value < value and not any(
        (value < other) and (other < value or value == other)
        for other in others
        if type(other) is type(value)
    )


def law_iteration(value: Any, others: list[Any]) -> bool:
    if not defines(value, "__iter__") or isinstance(value, collections.abc.Iterator):
        return True
    items = [item for item, _ in zip(iter(value), range(2000), strict=False)]
    if len(items) == 2000:
        return True
    sized = not defines(value, "__len__") or len(value) == len(items)
    if type(value).__module__.startswith("contains_"):
        return sized  # these show that `in` may ask for something else than iteration yields
    return sized and all(item in value for item in items if item == item)


def law_length(value: Any, others: list[Any]) -> bool:
    return not defines(value, "__len__") or bool(value) == (len(value) != 0)


def law_hash(value: Any, others: list[Any]) -> bool:
    if type(value).__hash__ is None:
        return True
    try:
        own = hash(value)
    except TypeError:
        return False
    return own == hash(value) and all(
        own == hash(other)
        for other in others
        if type(other).__hash__ is not None and value == other
    )


LAWS: dict[str, Callable[[Any, list[Any]], object]] = {
    "eq-reflexive": lambda a, others: a == a,
    "eq-symmetric": lambda a, others: all((a == b) == (b == a) for b in others),
    "eq-transitive": law_transitive,
    "eq-none": lambda a, others: not a == None,  # noqa: E711
    "eq-foreign": lambda a, others: (
        not a == object() and all((a == x) in (True, False) for x in ANYTHING)
    ),
    "hash": law_hash,
    "repr": lambda a, others: isinstance(repr(a), str),
    "str": lambda a, others: isinstance(str(a), str) and isinstance(format(a), str),
    "bool": lambda a, others: bool(a) in (True, False),
    "bool-len": law_length,
    "iteration": law_iteration,
    "order": law_order,
    "copy-equal": lambda a, others: law_copies(a, lambda: copy.copy(a)),
    "deepcopy-equal": lambda a, others: law_copies(a, lambda: copy.deepcopy(a)),
    "pickle-equal": lambda a, others: law_copies(a, lambda: pickle.loads(pickle.dumps(a))),
    "eval-repr": law_eval_repr,
}


def walk(folder: Path, name: str, seed: int, steps: int) -> Walk:
    with importable(folder):
        journey = Walk(importlib.import_module(name), seed)
        journey.run(steps)
    return journey


SILENT_NAMES = sorted(path.stem for path in SILENT.glob("*.py"))
# Laws that these modules break on purpose, which the plain walk here cannot know.
MEANT = {
    "bool_of_quorum": {"bool-len"},
    "kept_as_given": {
        "TypeError"
    },  # the walk here passes abstract classes, which the search does not
    "len_of_another_unit": {"iteration"},
    "len_of_the_rest": {"iteration"},
    "repr_shows_a_part": {"eval-repr"},  # a repr may leave out more than one thing
}


@pytest.mark.parametrize("name", SILENT_NAMES)
def test_a_walk_over_correct_code_meets_nothing_accidental(name: str) -> None:
    journey = walk(SILENT, name, seed=0, steps=400)
    wrong = {k: v for k, v in journey.wrong.items() if k[1] not in MEANT.get(name, ())}

    assert not wrong, "\n".join(f"{k}: {v}" for k, v in wrong.items())
    assert journey.called, "no operation of this module was ever called"


@pytest.mark.parametrize("name", zoo.CORRECT)
def test_a_walk_over_correct_containers_meets_nothing_accidental(name: str) -> None:
    journey = walk(SUBJECTS, name, seed=0, steps=400)

    assert not journey.wrong, "\n".join(f"{k}: {v}" for k, v in journey.wrong.items())


@pytest.mark.parametrize("path", sorted((SILENT / "borderline").glob("*.py")), ids=lambda p: p.stem)
def test_a_borderline_module_raises_nothing_but_assertions(path: Path) -> None:
    journey = walk(path.parent, path.stem, seed=0, steps=400)

    assert {kind.split(":")[0] for _, kind in journey.wrong} <= {"AssertionError"}


def test_there_are_enough_silent_modules() -> None:
    assert len(SILENT_NAMES) >= 60
