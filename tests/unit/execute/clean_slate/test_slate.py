"""What one sequence changes of the subject is put back, in place, wherever it is kept."""

from __future__ import annotations

import decimal
import gc
import itertools
import locale
import logging
import random
import sys
import textwrap
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from refute.execute.clean_slate.slate import NoSlate, Slate

_numbers = itertools.count()


@pytest.fixture
def subject() -> Iterator[Callable[[str], tuple[Any, Slate]]]:
    """Return a module with this text, and the slate of it."""
    made: list[str] = []

    def make(text: str) -> tuple[Any, Slate]:
        name = f"kept_{next(_numbers)}"
        module = types.ModuleType(name)
        sys.modules[name] = module
        made.append(name)
        exec(textwrap.dedent(text), vars(module))
        return module, Slate(lambda other: other.partition(".")[0] == name)

    yield make
    for name in made:
        sys.modules.pop(name, None)


# What is kept; what a sequence does to it; what is then to be as before.
CHANGES = [
    ("n = 0", "m.n = 5", "m.n"),
    ("n = 0", "del m.n", "m.n"),
    ("n = 0", "m.more = 5", "hasattr(m, 'more')"),
    ("a, b = 1, 1", "m.c = m.__dict__.pop('b')", "(m.b, hasattr(m, 'c'))"),
    ("xs = [1, [2]]", "m.xs[1].append(3)", "m.xs"),
    ("xs = [1, 2]", "m.xs.reverse()", "m.xs"),
    ("class L(list):\n    def __iter__(self): raise OSError\nxs = L([1])", "m.xs.append(2)", "len(m.xs)"),
    ("d = {'a': 1}", "m.d['b'] = 2", "m.d"),
    ("d = {'a': 1, 'b': 1}", "del m.d['a']; m.d['c'] = 1", "list(m.d)"),
    ("d = {'a': 1, 'b': 1}", "m.d['a'] = m.d.pop('a')", "list(m.d)"),
    ("from collections import defaultdict\nd = defaultdict(list)", "m.d[1].append(2)", "m.d"),
    ("s = {1, 2}", "m.s.discard(1); m.s.add(7)", "m.s"),
    ("from collections import deque\nq = deque([1, 2], 2)", "m.q.append(3)", "(m.q, m.q.maxlen)"),
    ("from array import array\nx = array('i', [1, 2])", "m.x[0] = 7", "m.x"),
    ("from array import array\nx = array('i', [1, 2])", "m.x.append(7)", "m.x"),
    ("x = bytearray(b'ab')", "m.x.clear()", "m.x"),
    ("import io\nx = io.BytesIO(b'ab')", "m.x.read(1)", "m.x.tell()"),
    ("class C: n = 0", "m.C.n += 1", "m.C.n"),
    ("class C: pass", "m.C.n = 1", "hasattr(m.C, 'n')"),
    ("class C:\n    def f(self): return 1", "m.C.f = lambda self: 2", "m.C().f()"),
    ("class C: pass\nc = C(); c.xs = []", "m.c.xs.append(1); m.c.y = 2", "vars(m.c)"),
    ("class C: pass\nc = C()", "m.c.__dict__ = {'y': 1}", "vars(m.c)"),
    ("class C: pass\nclass D: pass\nc = C()", "m.c.__class__ = m.D", "type(m.c)"),
    ("class C: __slots__ = ('a', 'b')\nc = C(); c.a = 1", "m.c.b = 2; del m.c.a", "(m.c.a, hasattr(m.c, 'b'))"),
    ("class E(Exception): pass\ne = E('x')", "m.e.args = ('y',); m.e.note = 1", "hasattr(m.e, 'note')"),
    ("def f(a, b=[], *, c={}): return b, c", "m.f(1)[0].append(1); m.f(1)[1][1] = 2", "m.f(1)"),
    ("def f(a=1): return a", "m.f.__defaults__ = (2,)", "m.f()"),
    ("def f(): return 1", "m.f.__code__ = (lambda: 2).__code__", "m.f()"),
    ("from weakref import WeakValueDictionary\nd = WeakValueDictionary()\nclass C: pass\nc = C()", "m.d[1] = m.c", "len(m.d)"),
    ("from functools import cache\n@cache\ndef f(n): return [n]", "m.f(1)", "m.f.cache_info()"),
    ("from functools import cache\nclass C:\n    @staticmethod\n    @cache\n    def f(n): return [n]", "m.C.f(1)", "m.C.f.cache_info()"),
    ("from functools import singledispatch\n@singledispatch\ndef f(n): return 1", "m.f.register(int, lambda n: 2)", "m.f(1)"),
    ("from functools import wraps\ndef w(f):\n    seen = []\n    @wraps(f)\n    def g(n): seen.append(n); return len(seen)\n    return g\n@w\ndef f(n): pass", "m.f(1)", "[c.cell_contents for c in m.f.__closure__ if isinstance(c.cell_contents, list)]"),
    ("class C:\n    xs = []\n    @property\n    def p(self): return self.xs", "m.C().p.append(1)", "m.C.xs"),
    ("from enum import Flag\nclass F(Flag):\n    A = 1\n    B = 2", "m.F.A | m.F.B", "len(m.F._value2member_map_)"),
    ("from abc import ABC\nclass A(ABC): pass\nclass B: pass", "m.A.register(m.B)", "issubclass(m.B, m.A)"),
    ("import itertools\nids = itertools.count(3, 2)\nalso = [ids]", "next(m.ids)", "(repr(m.ids), m.also[0] is m.ids)"),
    ("import itertools\nc = itertools.cycle('abc')", "next(m.c)", "[next(m.c) for _ in range(4)]"),
    ("import itertools\nc = itertools.cycle('abc'); next(c)", "next(m.c)", "[next(m.c) for _ in range(4)]"),
    ("import itertools\nc = itertools.cycle('abc')\nfor _ in range(5): next(c)", "next(m.c)", "[next(m.c) for _ in range(4)]"),
    ("xs = iter([1, 2, 3])", "next(m.xs)", "m.xs.__length_hint__()"),
    ("g = (n for n in range(9))", "next(m.g)", "m.g.gi_frame.f_lasti"),
    ("def f(n, *more, k=1, **named):\n    yield n\n    yield more, k, named\n    yield 3\ng = f(1, 2, k=3, z=4)", "next(m.g)", "next(m.g)"),
    ("def f(n):\n    def g():\n        yield n\n        yield 2\n    return g()\ng = f(1)", "next(m.g)", "next(m.g)"),
    ("g = (a for a in map(str, range(3)))", "next(m.g); next(m.g)", "next(m.g)"),
    ("x = map(str, [1, 2, 3])", "next(m.x)", "next(m.x)"),
    ("x = zip([1, 2], 'ab', strict=True)", "next(m.x)", "next(m.x)"),
    ("x = filter(None, [0, 1, 2])", "next(m.x)", "next(m.x)"),
    ("x = enumerate('abc')", "next(m.x)", "next(m.x)"),
    ("x = reversed([1, 2])", "next(m.x)", "m.x.__length_hint__()"),
    ("x = iter({1: 2, 3: 4})", "next(m.x)", "m.x.__length_hint__()"),
    ("x = iter({1})", "next(m.x)", "m.x.__length_hint__()"),
    ("import itertools\nx = itertools.chain([1], [2])", "next(m.x)", "next(m.x)"),
    ("import itertools\nx = itertools.chain([1], [2, 3, 4]); next(x); next(x)", "next(m.x)", "next(m.x)"),
    ("import itertools\nx = itertools.islice(itertools.count(), 5)", "next(m.x)", "next(m.x)"),
    ("import itertools\nx = itertools.accumulate([1, 2, 3])", "next(m.x)", "next(m.x)"),
    ("import itertools\nx = itertools.permutations('abc')", "next(m.x); next(m.x)", "next(m.x)"),
    ("import itertools\nx, y = itertools.tee([1, 2])", "next(m.x)", "(next(m.x), next(m.y))"),
    ("class I:\n    n = 0\n    def __iter__(self): return self\n    def __next__(self): self.n += 1; return self.n\nx = map(str, I())", "next(m.x)", "next(m.x)"),
    ("import threading\nx = threading.local(); x.n = []", "m.x.n.append(1); m.x.k = 1", "vars(m.x)"),
    ("import threading\nclass L(threading.local):\n    def __init__(self): self.n = 0\nx = L()", "m.x.n += 1", "m.x.n"),
    ("import threading\nlock = threading.Lock()", "m.lock.acquire()", "m.lock.locked()"),
    ("import threading\nlock = threading.RLock()", "m.lock.acquire(); m.lock.acquire()", "m.lock._is_owned()"),
    ("import threading\ne = threading.Event()", "m.e.set()", "m.e.is_set()"),
    ("import queue\nq = queue.Queue()", "m.q.put(1)", "m.q.qsize()"),
    ("from random import Random\nr = Random(3)", "m.r.random()", "m.r.getstate()"),
    ("import decimal\nc = decimal.Context()", "m.c.prec = 3; m.c.traps[decimal.Inexact] = True", "repr(m.c)"),
    ("import string", "m.string.capwords = None", "m.string.capwords"),
    ("", "sys.modules.pop(m.__name__)", "m.__name__ in sys.modules"),
    ("", "sys.path.append('x')", "sys.path"),
    ("", "sys.path = []", "sys.path"),
    ("", "warnings.simplefilter('error')", "warnings.filters"),
    ("", "decimal.getcontext().prec = 5", "decimal.getcontext().prec"),
    ("", "1 / decimal.Decimal(3)", "decimal.getcontext().flags[decimal.Inexact]"),
    ("", "locale.setlocale(locale.LC_ALL, 'C')", "locale.setlocale(locale.LC_ALL)"),
    ("", "logging.getLogger().setLevel(1)", "logging.getLogger().level"),
    ("", "logging.disable(50)", "logging.root.manager.disable"),
    ("", "sys.set_int_max_str_digits(0)", "sys.get_int_max_str_digits()"),
    ("", "gc.set_threshold(1)", "gc.get_threshold()"),
    ("", "random.seed(5)", "random.getstate()"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "change", "look"), CHANGES)
def test_it_is_put_back(text, change, look, subject):
    m, slate = subject(text)
    names = {**globals(), "m": m}
    before = eval(look, names)
    kept = before.copy() if hasattr(before, "copy") else before
    slate.restore()  # looking may have changed it, too
    exec(change, names)
    restored = slate.restore(thorough=True)

    assert restored > 0
    assert eval(look, names) == kept
    assert slate.spoiled == 0


@pytest.mark.parametrize("rounds", [3])
@pytest.mark.parametrize(("text", "change", "look"), [row for row in CHANGES if row[0]])
def test_it_is_put_back_again_and_again_by_a_quick_look(text, change, look, rounds, subject):
    m, slate = subject(text)
    names = {**globals(), "m": m}
    before = repr(eval(look, names))
    exec(change, names)
    slate.restore(thorough=True)
    for _ in range(rounds):
        exec(change, names)
        slate.restore()

        assert repr(eval(look, names)) == before
        slate.restore()


def test_things_keep_their_identity(subject):
    m, slate = subject("class C: pass\nxs = [[1]]\nd = {'a': {}}\nc = C()\ns = {1}")
    held = [m.xs, m.xs[0], m.d, m.d["a"], m.c, vars(m.c), m.s]
    m.xs[0] = [2]
    m.d["a"] = {}
    m.c = m.C()
    m.s = {2}
    slate.restore(thorough=True)
    now = [m.xs, m.xs[0], m.d, m.d["a"], m.c, vars(m.c), m.s]

    assert all(one is other for one, other in zip(held, now, strict=True))


def test_where_nothing_was_changed_nothing_is_done(subject):
    _, slate = subject("n = 0\nxs = [1, {2: 3}]\ndef f(): pass\nclass C: pass")
    slate.restore(thorough=True)

    assert slate.restore() == 0


@pytest.mark.parametrize(
    "text",
    [
        "g = (n for n in range(9)); next(g)",
        "g = map(str, (n for n in range(9))); next(g)",
        "import itertools\ng = itertools.chain((n for n in range(9)), iter('abc'))",
        "import itertools\ng = itertools.cycle(map(str, range(9)))",
    ],
)
def test_a_generator_that_has_begun_cannot_go_back(text, subject):
    m, slate = subject(text)
    slate.restore(thorough=True)
    assert slate.spoiled == 0
    next(m.g)
    slate.restore()
    assert slate.spoiled == 1
    next(m.g)
    slate.restore()

    assert slate.spoiled == 2


def test_a_buffer_that_was_closed_cannot_go_back(subject):
    m, slate = subject("import io\nb = io.StringIO()")
    m.b.close()
    slate.restore(thorough=True)

    assert slate.spoiled == 1


def test_what_cannot_be_looked_at_does_not_keep_the_rest_from_being_put_back(subject):
    m, slate = subject(
        """
        import io
        class Odd(io.StringIO):
            broken = False
            @property
            def closed(self):
                if Odd.broken:
                    raise OSError
                return False
        n = 0
        odd = Odd()
        """
    )
    m.n = 5
    m.Odd.broken = True
    slate.restore()

    assert (m.n, m.Odd.broken) == (0, False)


def test_an_iterator_in_a_tuple_cannot_go_back(subject):
    m, slate = subject("import itertools\nt = (itertools.count(),)")
    next(m.t[0])
    slate.restore()

    assert slate.spoiled == 1


def test_key_that_cannot_be_hashed_any_more_is_no_reason_to_stumble(subject):
    m, slate = subject(
        """
        class K:
            broken = False
            def __hash__(self):
                if K.broken:
                    raise ValueError
                return 1
        d = {K(): 1, 'b': 2}
        """
    )
    key = next(iter(m.d))
    del m.d[key]
    m.K.broken = True
    slate.restore(thorough=True)

    assert m.K.broken is False
    assert next(iter(m.d)) is key


def test_a_submodule_imported_meanwhile_stays_an_attribute(subject):
    m, slate = subject("n = 0")
    name = f"{m.__name__}.late"
    sys.modules[name] = m.late = types.ModuleType(name)
    m.n = 1
    slate.restore(thorough=True)
    del sys.modules[name]

    assert m.n == 0
    assert m.late.__name__ == name


def test_what_was_added_to_another_module_stays(subject):
    m, slate = subject("import string")
    m.string.added = 1
    slate.restore(thorough=True)

    assert m.string.added == 1
    del m.string.added


def test_context_variables_set_in_a_run_are_forgotten(subject):
    m, slate = subject("from contextvars import ContextVar\nv = ContextVar('v', default=0)")
    slate.run(m.v.set, 5)

    assert m.v.get() == 0


def test_a_large_subject_is_looked_at_in_turn(subject):
    text = "\n".join(f"class C{n}:\n    n = 0\n    def f(self): pass" for n in range(300))
    m, slate = subject(text)
    m.C299.n = m.C7.n = 1
    rounds = next(n for n in itertools.count() if slate.restore() == 0 and m.C299.n + m.C7.n == 0)
    m.C299.n = 1

    assert 0 < rounds < 1000
    assert slate.restore() == 1  # it is known to change
    assert m.C299.n == 0


def test_what_was_added_to_a_large_container_is_seen_at_once(subject):
    m, slate = subject("table = list(range(5000))")
    m.table.append(1)
    slate.restore()
    assert len(m.table) == 5000
    m.table[4000] = "x"
    slate.restore(thorough=True)

    assert m.table[4000] == 4000


def test_an_array_of_references_is_left_alone(subject):
    m, slate = subject("import ctypes\nx = (ctypes.py_object * 2)()")
    m.x[0] = held = ["not a byte"]
    slate.restore(thorough=True)

    assert m.x[0] is held
    assert slate.spoiled == 0


def test_without_a_slate_everything_stays_as_it_is():
    slate = NoSlate()

    assert slate.run(len, "abc") == 3
    assert slate.restore(thorough=True) == 0


def test_the_settings_these_tests_change_are_loaded():
    # They are looked at only in processes that have them.
    assert all(m.__name__ in sys.modules for m in (decimal, gc, locale, logging, random, warnings))
