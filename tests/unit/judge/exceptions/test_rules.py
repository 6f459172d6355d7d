"""Whose fault an exception is: every row of the table in docs/blame.md both ways, on real tracebacks."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.machine import Machine
from refute.judge.exceptions.rules import judge_exception
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.model.evidence import Evidence
from refute.model.execution import Frame
from refute.model.literals import maker
from refute.model.sequence import Literal, Sequence
from refute.model.typeform import TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.search.examiner import Examiner

_numbers = itertools.count()


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return what it means that a call raises: the call of `name` of a module with this text, on literals.

    Of a method the receiver is made first, without arguments.  `accepted`: whether arguments of these kinds were
    accepted before.
    """

    def judge(text: str, name: str, *sources: str, accepted: bool = True) -> Violation:
        module = f"judged_{next(_numbers)}"
        (tmp_path / f"{module}.py").write_text(textwrap.dedent(text))
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        subject = discover([locate(module, tmp_path)])
        routines = {routine.target: routine for routine in subject.routines}
        routine = routines[f"{module}:{name}"]
        sequence = Sequence()
        places = []
        if routine.how in ("method", "get", "operator"):
            owner = routines[f"{module}:{name.partition('.')[0]}"]
            sequence = sequence.extend(owner.call(()))
            places.append(0)
        for source in sources:
            value = maker(source)()
            sequence = sequence.extend(Literal(source, TypeForm(type(value).__name__)))
            places.append(len(sequence) - 1)
        sequence = sequence.extend(routine.call(tuple(range(len(places)))), places)
        kinds = Kinds()
        examiner = Examiner(subject, kinds, Machine(kinds), LAWS)
        violation, _ = examiner.examine(sequence, lambda call, kinds: accepted)
        sys.modules.pop(module, None)
        assert violation is not None, "nothing was raised"
        return violation

    return judge


def verdict(violation: Violation) -> str:
    """Return "refusal" where the test is to blame, else the severity."""
    return "refusal" if violation.blame is Blame.TEST else violation.severity.value


ROWS = [
    # documented
    ('def f(t: str) -> str:\n    """First.\n\n    Raises:\n        IndexError: empty.\n    """\n    return t[0]', "f", ["''"], "refusal"),
    ('def f(t: str) -> str:\n    """First."""\n    return t[0]', "f", ["''"], "error"),
    # not implemented
    ("def f() -> None:\n    raise NotImplementedError", "f", [], "refusal"),
    # protocols
    ("class C:\n    def __getitem__(self, k: str) -> int:\n        return {}[k + '!']", "C.__getitem__", ["''"], "refusal"),
    ("class C:\n    def item(self, k: str) -> int:\n        return {}[k + '!']", "C.item", ["''"], "error"),
    ("class C:\n    items: list[int] = []\n    def pop(self) -> int:\n        return self.items.pop()", "C.pop", [], "refusal"),
    ("class C:\n    items: list[int] = []\n    def take(self) -> int:\n        return self.items.pop()", "C.take", [], "error"),
    ("class C:\n    def __init__(self) -> None:\n        self.items = [1]\n    def pop(self) -> None:\n        self.items.pop()\n        self.top = self.items[-1]", "C.pop", [], "error"),
    ("class C:\n    def __init__(self) -> None:\n        self.items = [1]\n    def pop(self) -> int:\n        del self.items[0]\n        return self.items[-1]", "C.pop", [], "error"),
    ("class C:\n    def __init__(self) -> None:\n        self.items: list[int] = []\n    def pop(self) -> int:\n        if self.items:\n            self.items.pop()\n        return self.items[-1]", "C.pop", [], "refusal"),
    ("class C:\n    def __init__(self) -> None:\n        self.items: list[int] = []\n    def pop(self) -> int:\n        del self.items[:1]\n        return self.items[-1]", "C.pop", [], "refusal"),
    ("class C:\n    def index(self, text: str) -> dict[str, int]:\n        counts: dict[str, int] = {}\n        counts[text + '!'] += 1\n        return counts", "C.index", ["'a'"], "error"),
    ("class C:\n    def index(self, text: str) -> str:\n        words = text.split()\n        return words[3]", "C.index", ["'a'"], "error"),
    ("class C:\n    def index(self, text: str) -> int:\n        names = dict()\n        return names[text + '!']", "C.index", ["'a'"], "error"),
    ("class C:\n    def index(self, text: str) -> int:\n        names = {}\n        for names in [{}]:\n            pass\n        return names[text + '!']", "C.index", ["'a'"], "refusal"),
    ("class C:\n    def index(self, text: str) -> int:\n        return sorted(self.__dict__).index(text + '!')", "C.index", ["'a'"], "refusal"),
    ("class C:\n    def index(self, text: str) -> int:\n        return self._of(text)\n    def _of(self, text: str) -> int:\n        return max(len(one) for one in text.split())", "C.index", ["''"], "refusal"),
    ("def pop(text: str) -> str:\n    return text.split()[0]", "pop", ["''"], "error"),
    ("def first(text: str) -> str:\n    return text.split()[0]", "first", ["''"], "error"),
    ("def first(seq):\n    return next(iter(seq))", "first", ["[]"], "refusal"),
    ("def start(seq):\n    return next(iter(seq))", "start", ["[]"], "likely"),
    ("def last(seq: list[int]) -> int:\n    return seq[-1]", "last", ["[]"], "robustness"),
    ("def last(seq: list[int]) -> int:\n    kept = [n for n in seq if n]\n    return kept[-1]", "last", ["[]"], "error"),
    ("class C:\n    def get(self, text: str) -> str:\n        return text.split()[0]", "C.get", ["''"], "error"),
    ("class C:\n    def __getitem__(self, k: int) -> str:\n        return 'a' + k", "C.__getitem__", ["0"], "error"),
    ("class C:\n    def __contains__(self, k: int) -> bool:\n        return 'a' + k == ''", "C.__contains__", ["0"], "error"),
    ("class C:\n    def __contains__(self, k: object) -> bool:\n        return k in {1}", "C.__contains__", ["[]"], "refusal"),
    ("class C:\n    def __contains__(self, k) -> bool:\n        return k in {1}", "C.__contains__", ["[]"], "refusal"),
    ("class C:\n    def __int__(self) -> int:\n        return [][0]", "C.__int__", [], "error"),
    ("class C:\n    def __int__(self) -> int:\n        return int('x' * 3)", "C.__int__", [], "refusal"),
    # a misspelt name, whatever the method is called
    ("class C:\n    def __int__(self) -> int:\n        return self.cents", "C.__int__", [], "error"),
    ("class C:\n    def __float__(self) -> float:\n        return cents", "C.__float__", [], "error"),
    ("class C:\n    def __eq__(self, other: object) -> bool:\n        return self.cents == other", "C.__eq__", ["0"], "error"),
    # of modules
    ("import json\ndef f(n):\n    return json.dunps(n)", "f", ["0"], "error"),
    ("import sys\ndef f(n):\n    return sys.modules[__name__].g(n)", "f", ["0"], "error"),
    ("import json\ndef f(t):\n    return getattr(json, t)", "f", ["'a'"], "refusal"),
    ("import os\ndef f(t):\n    return os.startfile_of_another_system(t)", "f", ["'a'"], "refusal"),
    ("import types\nmade = types.ModuleType('made')\ndef _none(name):\n    raise AttributeError(name)\nmade.__getattr__ = _none\ndef f(t):\n    return made.size", "f", ["'a'"], "refusal"),
    ("import types\nclass Lazy(types.ModuleType):\n    pass\nmade = Lazy('made')\ndef f(t):\n    return made.size", "f", ["'a'"], "likely"),
    # comparing
    ("class C:\n    def __eq__(self, other: object) -> bool:\n        return len(other.items) == 0", "C.__eq__", ["0"], "refusal"),
    ("class C:\n    def f(self, n: int) -> bool:\n        return self == C()\n    def __eq__(self, other: object) -> bool:\n        return '' + len('') == 0", "C.f", ["0"], "error"),
    ("class C:\n    def __truediv__(self, n: int) -> float:\n        return 1 / n", "C.__truediv__", ["0"], "refusal"),
    ("class C:\n    def divide(self, n: int) -> float:\n        return 1 / n", "C.divide", ["0"], "error"),
    # operands
    ("class C:\n    def __add__(self, n: int) -> str:\n        return 'a' + n", "C.__add__", ["0"], "refusal"),
    ("class C:\n    def add(self, n: int) -> str:\n        return 'a' + n", "C.add", ["0"], "error"),
    # asserts
    ("def f(n: int) -> int:\n    assert n > 5\n    return n", "f", ["0"], "likely"),
    ("def f(n):\n    assert n > 5\n    return n", "f", ["0"], "refusal"),
    # on purpose
    ("def f(n: int) -> int:\n    if n < 1:\n        raise ValueError(n)\n    return n", "f", ["0"], "refusal"),
    ("def f(n: int) -> int:\n    return _check(n)\ndef _check(n: int) -> int:\n    raise ValueError(n)", "f", ["0"], "refusal"),
    ("def f(n: int) -> int:\n    return g(n)\ndef g(n: int) -> int:\n    raise ValueError(n)", "f", ["0"], "robustness"),
    ("def f(n: int) -> int:\n    return g(n)\ndef g(n: int) -> int:\n    raise PermissionError(n)", "f", ["0"], "robustness"),
    ("class Square:\n    def __init__(self, n: int) -> None:\n        if n < 0:\n            raise ValueError(n)\ndef negate(n: int) -> Square:\n    return Square(-n)", "negate", ["1"], "robustness"),
    ("class B:\n    def __init__(self, n: int) -> None:\n        raise ValueError(n)\nclass C(B):\n    def __init__(self, n: int) -> None:\n        super().__init__(n)", "C", ["1"], "refusal"),
    # let through, or only cleaned up after
    ("def f(n: int) -> float:\n    try:\n        return 10 / n\n    except ArithmeticError:\n        raise", "f", ["0"], "refusal"),
    ("def f(n: int) -> float:\n    try:\n        return 10 / n\n    except (KeyError, ZeroDivisionError):\n        raise", "f", ["0"], "refusal"),
    ("def f(n: int) -> float:\n    try:\n        return 10 / n\n    except KeyError:\n        raise", "f", ["0"], "error"),
    ("def f(n: int) -> float:\n    try:\n        return 10 / n\n    except BaseException:\n        raise", "f", ["0"], "error"),
    ("def f(n: int) -> float:\n    try:\n        return 10 / n\n    except:\n        raise", "f", ["0"], "error"),
    ("def f(xs: list[int]) -> int:\n    try:\n        return xs[0]\n    except IndexError as error:\n        print(error)\n        raise error", "f", ["[]"], "refusal"),
    ("def f(xs: list[int]) -> int:\n    try:\n        return _g(xs)\n    except IndexError:\n        raise\ndef _g(xs: list[int]) -> int:\n    return xs[0]", "f", ["[]"], "refusal"),
    ("def f(xs: list[int]) -> int:\n    try:\n        return xs[0]\n    except Exception as error:\n        raise error", "f", ["[]"], "error"),
    ("def f(xs: list[int], other: int) -> int:\n    try:\n        return xs[0]\n    except KeyError as error:\n        raise error", "f", ["[]", "0"], "error"),
    # whose constructor it is
    ("class B:\n    def __init__(this, n: int) -> None:\n        raise ValueError(n)\nclass C(B):\n    def __init__(me, n: int) -> None:\n        B.__init__(me, n)", "C", ["1"], "refusal"),
    ("class B:\n    @staticmethod\n    def g(n: int) -> None:\n        raise ValueError(n)\nclass C:\n    @staticmethod\n    def f(n: int) -> None:\n        B.g(n)", "C.f", ["1"], "robustness"),
    # what depends on the machine
    ("import platform\ndef f(n: int) -> int:\n    parts = ''.join(platform.mac_ver()[0:0]).split()\n    last = parts\n    return last[0]", "f", ["1"], "robustness"),
    ("from platform import machine\ndef f(n: int) -> int:\n    return [][len(machine()) * 100]", "f", ["1"], "robustness"),
    ("import platform\ndef f(n: int) -> int:\n    if platform.system() != 'nowhere':\n        return [][n * 100 + 1]\n    return 0", "f", ["1"], "robustness"),
    ("import platform\ndef f(n: int) -> int:\n    for part in platform.system():\n        word: str = part\n        number = (other := word)\n        number += other\n    return [number][len(number) * 100]", "f", ["1"], "robustness"),
    ("import platform\ndef f(n: int) -> int:\n    name: str\n    print(platform.system())\n    return [][n * 100 + 1]", "f", ["1"], "error"),
    # what is closed
    ("import io\ndef f(n: int) -> str:\n    file = io.StringIO()\n    file.close()\n    return file.read(n)", "f", ["1"], "refusal"),
    ("import io\ndef f(n: int) -> bytes:\n    file = io.BufferedReader(io.BytesIO(b''))\n    file.close()\n    return file.read(n)", "f", ["1"], "refusal"),
    ("import io\ndef f(n: int) -> bytes:\n    file = io.BufferedReader(io.BytesIO(b''))\n    file.detach()\n    return file.read(n)", "f", ["1"], "refusal"),
    ("def f(n: int) -> int:\n    return ['open', 'closed'].index('half closed')", "f", ["1"], "error"),
    # the end of the calendar
    ("import datetime\ndef f(day: datetime.date) -> datetime.date:\n    return day + datetime.timedelta(days=1)", "f", ["datetime.date(9999, 12, 31)"], "robustness"),
    # libraries
    ("import fractions\ndef f(n: int) -> object:\n    made = 'x' * 3\n    return fractions.Fraction(made)", "f", ["0"], "likely"),
    ("import fractions\ndef f(t: str) -> object:\n    return fractions.Fraction(t)", "f", ["'x'"], "refusal"),
    ("import fractions\ndef f(n) -> object:\n    made = 'x' * 3\n    return fractions.Fraction(made)", "f", ["0"], "refusal"),
    # names and attributes of its own
    ("def f(n: int) -> int:\n    return m", "f", ["0"], "error"),
    ("def f(n):\n    return m", "f", ["0"], "error"),
    ("class C:\n    def f(self) -> int:\n        return self.size", "C.f", [], "error"),
    ("class C:\n    def f(self, n) -> int:\n        return self.size", "C.f", ["0"], "error"),
    ("def f(n):\n    return n.size", "f", ["0"], "refusal"),
    # not the machine's
    ("def f(n: int) -> str:\n    return open('/nosuch').read()", "f", ["0"], "refusal"),
    # asked for
    ("def f(k: str) -> int:\n    return {}[k]", "f", ["''"], "robustness"),
    ("def f(n: int) -> int:\n    return [][n]", "f", ["0"], "robustness"),
    ("def f(k: str) -> int:\n    return {}[k + 'x']", "f", ["''"], "error"),
    # about our value
    ("def f(t: str) -> int:\n    return int(t)", "f", ["'x'"], "refusal"),
    ("def f(t: str) -> int:\n    return int(t + 'x')", "f", ["'x'"], "likely"),
    ("def f(t: str) -> int:\n    return int(t[1:])", "f", ["'1'"], "likely"),
    # the machine's
    ("def f(xs: list[int]) -> float:\n    return sum(xs) / len(xs)", "f", ["[]"], "error"),
    ("def f(xs):\n    return sum(xs) / len(xs)", "f", ["[]"], "likely"),
    ("def f(xs):\n    return len(xs)", "f", ["0"], "refusal"),
    ("def f(t):\n    return int(t)", "f", ["'x'"], "refusal"),
    ("def f(t):\n    return int(t + 'x')", "f", ["'x'"], "refusal"),
    ("import re\ndef f(t):\n    found = re.match('x', t)\n    return found.group()", "f", ["'a'"], "likely"),
    ("import re\ndef f(t, u):\n    found = re.match('x', t)\n    return found.group()", "f", ["'a'", "None"], "refusal"),
    ("def f(xs):\n    for k in xs:\n        xs[k + 1] = 0", "f", ["{1: 2}"], "refusal"),
    # on an object that the code made, or that we passed in
    ("def f(n):\n    return [1, 2].add(n)", "f", ["0"], "likely"),
    ("def f(n: int) -> object:\n    return [1, 2].add(n)", "f", ["0"], "error"),
    ("def f(xs):\n    return xs[1:].add(0)", "f", ["[1, 2]"], "refusal"),
    ("def f(d):\n    return d.keys()[0]", "f", ["{1: 2}"], "likely"),
    ("def f(d):\n    return [1] + d[1]", "f", ["{1: 2}"], "refusal"),
    ("def f(d: dict[int, int]) -> int:\n    return d.keys()[0]", "f", ["{1: 2}"], "error"),
    ("def f(xs):\n    return 'in all ' + len(xs)", "f", ["['a']"], "likely"),
    ("def f(xs):\n    return f'in all {xs}' + len(xs)", "f", ["['a']"], "likely"),
    ("def f(xs):\n    return 'in all ' + xs[0]", "f", ["[1]"], "refusal"),
    ("def f(xs):\n    return xs[0][0] + 'in all '", "f", ["[[1]]"], "refusal"),
    ("def f(xs):\n    return len(xs) < str(len(xs))", "f", ["[None, []]"], "likely"),
    ("def f(t):\n    return t + len(t)", "f", ["'a'"], "refusal"),
    ("def f(t):\n    return int(t) / [1]", "f", ["'1'"], "likely"),
    ("def f(t):\n    return range(1.5)", "f", ["'1'"], "likely"),
    ("def f(n):\n    return range(n * 1)", "f", ["1.5"], "refusal"),
    ("def f(d):\n    return d.day.day", "f", ["datetime.date(2000, 1, 1)"], "likely"),
    ("def f(d):\n    return (d - d).day", "f", ["datetime.date(2000, 1, 1)"], "refusal"),
    ("def f(g):\n    return [1].add(g)", "f", ["len"], "refusal"),
    ("def f(xs):\n    return {1}.push(xs)", "f", ["[[[[[[1]]]]]]"], "refusal"),
    ("def f(xs):\n    return {1}.push(xs)", "f", ["list(range(300))"], "refusal"),
    ("class _Node:\n    pass\ndef f(n):\n    return _Node().next", "f", ["0"], "likely"),
    ("class _Node:\n    def __getattr__(self, name):\n        raise AttributeError(name)\ndef f(n):\n    return _Node().next", "f", ["0"], "refusal"),
    ("class Node:\n    pass\nclass More(Node):\n    pass\ndef f(n):\n    return Node().next", "f", ["0"], "refusal"),
    ("def f(n):\n    return _area(n)\ndef _area(width, height):\n    return width * height", "f", ["0"], "likely"),
    ("def f(n: int) -> int:\n    return _area(n)\ndef _area(width: int, height: int) -> int:\n    return width * height", "f", ["0"], "error"),
    ("class C:\n    def f(self, n):\n        return self._area(n)\n    def _area(self, width, height):\n        return width * height", "C.f", ["0"], "likely"),
    ("def f(xs):\n    return _area(*xs)\ndef _area(width, height):\n    return width * height", "f", ["[0]"], "refusal"),
    ("def f(xs):\n    return _area(**xs)\ndef _area(width, height):\n    return width * height", "f", ["{'width': 0}"], "refusal"),
    ("def f(n):\n    return [len][0](n, 1)", "f", ["0"], "refusal"),
    ("def f(n):\n    return isinstance(n)", "f", ["0"], "refusal"),
    ("def f(n):\n    return len(1, 2) if n else 0", "f", ["1"], "refusal"),
    ("class Item:\n    pass\nclass Bag:\n    def __iter__(self):\n        return iter([Item()])\n    def all(self, bag):\n        return [one.lower() for one in bag]\n    def own(self):\n        return self.all(self)", "Bag.own", [], "error"),
    # an attribute that is set elsewhere
    ("class C:\n    def start(self) -> None:\n        self.t = 1\n    def f(self) -> int:\n        return self.t", "C.f", [], "error"),
    ("class C:\n    def start(self):\n        self.t = 1\n    def f(self, n):\n        return self.t", "C.f", ["0"], "likely"),
    ("class C:\n    def start(self):\n        self.t = 1\n    def f(self, n):\n        return self.t", "C.f", ["None"], "refusal"),
    # values named one by one
    ("from typing import Literal\ndef f(s: Literal['a', 'b']) -> int:\n    return {'a': 1}[s]", "f", ["'b'"], "error"),
    ("from typing import Literal\ndef f(s: Literal['a', 'b']) -> int:\n    return {'a': 1}[s + '']", "f", ["'c'"], "refusal"),
    ("from typing import Literal\ndef f(s: list[Literal['a', 'b']]) -> list[int]:\n    return [{'a': 1}[one] for one in s]", "f", ["['b']"], "error"),
    ("from typing import Literal\ndef f(s: list[Literal['a', 'b']]) -> list[int]:\n    return [{'a': 1}[one] for one in s]", "f", ["['c']"], "refusal"),
    ("from typing import Literal\ndef f(s: Literal[0, 1] | None) -> int:\n    return [5][s or 0]", "f", ["1"], "error"),
    ("from typing import TypedDict\nclass P(TypedDict):\n    x: int\ndef f(p: P) -> float:\n    return 1 / p['x']", "f", ["{'x': 0}"], "error"),
    ("from typing import TypedDict\nclass P(TypedDict):\n    x: int\ndef f(p: list[P]) -> float:\n    return 1 / p[0]['x']", "f", ["[{'x': 0}]"], "error"),
    ("from typing import TypedDict\nclass P(TypedDict):\n    x: int\ndef f(p: P, q) -> float:\n    return 1 / p.get('x', 0)", "f", ["{'y': 0}", "1"], "refusal"),
    # asked for on detours
    ("ROWS = [1]\nclass C:\n    def __init__(self, n: int = 7) -> None:\n        self.n = n\n    def f(self) -> int:\n        return ROWS[self.n]", "C.f", [], "error"),
    ("def f(ns):\n    return _g(*ns)\ndef _g(*ns):\n    return [[][n] for n in ns]", "f", ["[7000]"], "robustness"),
    ("def f(pairs):\n    return {p[0]: p[1] for p in pairs}", "f", ["['a']"], "robustness"),
    ("def f(words):\n    return [w[0] for w in words]", "f", ["['']"], "likely"),
    ("def f(d):\n    return {k: d[k] for k in d}", "f", ["[7]"], "robustness"),
    ("def f(d):\n    left = set(d)\n    for k in left:\n        d[k]", "f", ["[7]"], "robustness"),
    ("def f(d):\n    return [d[k] for k in set(d).difference([1])]", "f", ["[7]"], "robustness"),
    ("def f(d):\n    for i in range(len(d) + 1):\n        d[i]", "f", ["[7]"], "likely"),
    ("def f(d):\n    for i in len, max:\n        k = i(d)\n        d[k]", "f", ["[7]"], "likely"),
    ("def f(d, ks):\n    keys = ks\n    keys = keys[1:]\n    for k in keys:\n        k = int(k)\n        d = d[k]", "f", ["[]", "[0, 7]"], "robustness"),
    ("def f(d, t):\n    if t:\n        ks = t.split('.')\n    else:\n        ks = list(t)\n    for k in ks:\n        k = int(k)\n        d[k]", "f", ["[]", "'7'"], "robustness"),
    ("def f(d, ks):\n    keys = ks\n    for keys in [[7]]:\n        pass\n    for k in keys:\n        d[k]", "f", ["[1]", "[0]"], "likely"),
    ("def f(d, ks):\n    keys = [len(ks)]\n    for k in keys:\n        d[k]", "f", ["[1]", "[0]"], "likely"),
    # infinity
    ("import math\ndef f(n):\n    return math.ceil(n / 20)", "f", ["float('inf')"], "refusal"),
    ("import math\ndef f(ns):\n    return math.ceil(sum(ns) / 20)", "f", ["[float('inf')]"], "refusal"),
    ("import math\ndef f(n):\n    if math.isnan(n):\n        return 0\n    return math.ceil(n / 20)", "f", ["float('inf')"], "likely"),
    ("import math\ndef f(n: float) -> int:\n    return math.ceil(n / 20)", "f", ["float('inf')"], "robustness"),
    # the caller's value, converted
    ("import datetime\ndef f(y):\n    d = y * 0 + 1\n    return datetime.date(int(y), d, d)", "f", ["0"], "refusal"),
    ("def f(t):\n    return list(map(int, t.split('-')))", "f", ["'-'"], "refusal"),
    ("def f(t: str) -> list[int]:\n    return list(map(int, t.split('-')))", "f", ["'-'"], "likely"),
    ("def f(b: bytes) -> str:\n    return b.decode()", "f", [r"b'\xff'"], "refusal"),
    ("def f(b: bytes) -> str:\n    return str(b, 'utf-8')", "f", [r"b'\xff'"], "refusal"),
    ("def f(b: bytes) -> str:\n    return b[:1].decode()", "f", [r"b'\xff'"], "likely"),
    ("def f(t: str) -> bytes:\n    return t.encode('ascii')", "f", [r"'\xff'"], "error"),
    ("def f(n):\n    return f(n)", "f", ["0"], "refusal"),
    ("def f():\n    return f()", "f", [], "error"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "sources", "expected"), ROWS)
def test_whose_fault_it_is(judged, text, name, sources, expected):
    violation = judged(text, name, *sources)

    assert verdict(violation) == expected, violation.reason


@pytest.mark.parametrize(
    ("text", "sources", "expected"),
    [
        ("def f(xs):\n    return sum(xs) / len(xs)", ["[]"], "refusal"),
        ("def f(k):\n    return {}[k]", ["''"], "refusal"),
        ("def f(xs: list[int]) -> float:\n    return sum(xs) / len(xs)", ["[]"], "error"),
        ("def f(n):\n    return m", ["0"], "error"),
    ],
)
def test_what_was_never_accepted_counts_only_against_annotations(judged, text, sources, expected):
    assert verdict(judged(text, "f", *sources, accepted=False)) == expected


def test_the_finding_names_the_place_and_guesses_say_so(judged):
    sure = judged(
        "def f(xs: list[int]) -> int:\n    return _g(xs)\ndef _g(xs):\n    return xs[0]", "f", "[]"
    )
    guess = judged("def f(xs):\n    return sum(xs) / len(xs)", "f", "[]")

    assert (sure.rule, sure.line, sure.exception) == ("raises", 4, "IndexError")
    assert sure.message == "IndexError: list index out of range"
    module = sure.operation.partition(":")[0]
    assert sure.signature == ("raises", "IndexError", f"{module}:f", f"{module}:_g+1")
    assert guess.rule == "guess-raises" and guess.reason.startswith("a guess: ")
    assert "Raises:" in sure.remedy and "annotate" in guess.remedy


def at(*functions: str) -> tuple[Frame, ...]:
    return tuple(
        Frame("shop.py", line, name, "shop") for line, name in enumerate(functions, start=1)
    )


def signature_of(*functions: str) -> tuple[str, ...]:
    return judge_exception(named("IndexError", frames=at(*functions)), 0).signature[2:]


def test_two_operations_that_stumble_in_the_same_helper_are_two_findings():
    assert signature_of("f", "_h") == ("shop:f", "shop:_h+2")
    assert signature_of("g", "_h") == ("shop:g", "shop:_h+2")


def test_a_public_operation_owns_its_fault_whoever_calls_it():
    assert signature_of("h") == ("shop:h+1",)
    assert signature_of("f", "Cart.add", "_h") == ("shop:Cart.add", "shop:_h+3")
    assert signature_of("Cart.__len__", "_h") == ("shop:Cart.__len__", "shop:_h+2")


def test_lines_above_a_function_do_not_matter():
    before, after, elsewhere = (
        judge_exception(
            named("IndexError", frames=(Frame("f.py", line, "f", "shop", first),)), 0
        ).signature
        for line, first in ((5, 3), (15, 13), (16, 13))
    )

    assert before == after != elsewhere


def test_functions_of_two_modules_are_told_apart():
    one, other = (
        judge_exception(named("IndexError", frames=(Frame("f.py", 1, "f", module),)), 0).signature
        for module in ("shop.one", "shop.other")
    )

    assert one != other


def test_how_deep_a_recursion_went_makes_no_other_finding():
    shallow, deep = ("f", "_walk", "_end"), ("f", "_walk", "_leaf", "_walk", "_walk", "_end")

    assert signature_of(*shallow)[:2] == signature_of(*deep)[:2] == ("shop:f", "shop:_walk")


def test_a_comprehension_is_part_of_its_function():
    assert signature_of("f", "f.<locals>.<listcomp>") == ("shop:f+2",)
    assert signature_of("f", "f.<locals>.<genexpr>") == ("shop:f", "shop:f.<locals>.<genexpr>+2")


def test_endless_recursion_is_one_finding_wherever_the_stack_runs_out(judged):
    text = "def f(n: int) -> int:\n    return g(n)\ndef g(n: int) -> int:\n    return f(n) + 1"
    signature = judged(text, "f", "0").signature

    assert signature[:2] == ("raises", "RecursionError")
    assert signature[2].count(":") == 1, "a function, and no line"


# ---- what no small subject can show ------------------------------------------------------------------------------

PLAIN = Evidence(
    target="shop:Cart.add",
    how="method",
    exception="ValueError",
    bases=frozenset({"ValueError", "Exception", "BaseException", "object"}),
    message="",
    frames=(),
    on_purpose=False,
    raiser="operation",
    operand="unknown",
    asked=False,
    contract=True,
    learned=True,
    documented="",
)


def test_an_internal_error_of_the_interpreter_is_an_error():
    evidence = replace(PLAIN, exception="SystemError", bases=frozenset({"SystemError"}))

    assert judge_exception(evidence, 3).severity is Severity.ERROR


def test_a_call_that_does_not_fit_is_our_fault():
    assert judge_exception(replace(PLAIN, raiser="binding"), 3).blame is Blame.TEST


def test_without_a_frame_the_operation_stands_for_the_place():
    violation = judge_exception(replace(PLAIN, raiser="binding"), 3)

    assert violation.signature == ("raises", "ValueError", "shop:Cart.add")
    assert (violation.file, violation.line, violation.message) == (None, None, "ValueError")
    assert violation.step == 3


def test_recursion_through_our_value_is_not_blamed_without_annotations():
    evidence = replace(
        PLAIN,
        exception="RecursionError",
        bases=frozenset({"RecursionError", "RuntimeError"}),
        frames=(Frame("shop.py", 1, "f"),),
        contract=False,
        operand="ours",
    )

    assert judge_exception(evidence, 0).blame is Blame.TEST
    assert judge_exception(replace(evidence, operand="own"), 0).severity is Severity.LIKELY


def named(exception: str, *more: str, **facts) -> Evidence:
    return replace(PLAIN, exception=exception, bases=frozenset({exception, *more}), **facts)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (named("KeyError", documented="yes"), "refusal"),
        (named("NotImplementedError"), "refusal"),
        (named("KeyError", target="shop:C.__getitem__"), "refusal"),
        (named("AttributeError", target="shop:C.__eq__", foreign=True), "refusal"),
        (named("AttributeError", target="shop:C.__eq__"), "error"),
        (named("AttributeError", target="shop:C.__eq__", foreign=True, operand="self"), "error"),
        (named("NameError", target="shop:C.__eq__", on_purpose=True), "refusal"),
        (named("NameError", raiser="foreign"), "refusal"),
        (named("AttributeError", operand="module", contract=False), "error"),
        (named("AttributeError", operand="module", internal=True), "error"),
        (named("IndexError", target="shop:C.pop", slips=True), "error"),
        (named("IndexError", target="shop:pop", how="function"), "error"),
        (named("TypeError", target="shop:C.__lt__"), "refusal"),
        (named("AssertionError", on_purpose=True), "likely"),
        (named("AssertionError", on_purpose=True, contract=False), "refusal"),
        (named("TypeError", on_purpose=True, raiser="public"), "robustness"),
        (named("KeyError", on_purpose=True, raiser="public"), "robustness"),
        (named("ValueError", on_purpose=True), "refusal"),
        (named("ValueError", raiser="foreign", operand="own"), "likely"),
        (named("ValueError", raiser="foreign", operand="ours"), "refusal"),
        (named("ValueError", raiser="foreign", operand="own", contract=False), "refusal"),
        (named("NameError"), "error"),
        (named("AttributeError", operand="self", contract=False), "error"),
        (named("OSError"), "refusal"),
        (named("KeyError", asked=True), "robustness"),
        (named("KeyError", asked=True, contract=False), "robustness"),
        (named("KeyError", asked=True, contract=False, learned=False), "refusal"),
        (named("ValueError", operand="ours"), "refusal"),
        (named("ValueError", operand="own"), "error"),
        (named("ValueError", derived=True), "error"),
        (named("UnicodeError", "ValueError", operand="ours"), "error"),
        (named("UnicodeDecodeError", "UnicodeError", "ValueError", operand="ours"), "refusal"),
        (named("UnicodeDecodeError", "UnicodeError", "ValueError", operand="own"), "error"),
        (named("IndexError"), "error"),
        (named("IndexError", contract=False), "likely"),
        (named("IndexError", contract=False, learned=False), "refusal"),
        (named("TypeError", contract=False, operand="own"), "refusal"),
        (named("AttributeError", operand="unset"), "error"),
        (named("AttributeError", operand="unset", contract=False), "likely"),
        (named("AttributeError", operand="unset", contract=False, none_passed=True), "refusal"),
        (named("AttributeError", operand="unset", contract=False, learned=False), "likely"),
        (named("OverflowError", contract=False, derived=True, endless=True), "refusal"),
        (named("OverflowError", endless=True), "robustness"),
        (named("IndexError", contract=False, endless=True), "refusal"),
        (named("TypeError", contract=False, learned=False, found_nothing=True), "likely"),
        (named("TypeError", contract=False, made=True), "likely"),
        (named("TypeError", contract=False, made=True, learned=False), "refusal"),
        (named("AttributeError", made=True), "error"),
        (named("TypeError", contract=False, operand="own", message="NoneType"), "likely"),
        (
            named("TypeError", contract=False, operand="own", message="NoneType", none_passed=True),
            "refusal",
        ),
        (
            named(
                "TypeError",
                contract=False,
                message="'<' not supported between instances of 'NoneType' and 'NoneType'",
            ),
            "refusal",
        ),
        (
            named(
                "TypeError",
                contract=False,
                message="'<' not supported between instances of 'NoneType' and 'int'",
            ),
            "likely",
        ),
        (
            named(
                "ValueError",
                contract=False,
                derived=True,
                message="Invalid format specifier '0Trueb' for object of type 'int'",
            ),
            "refusal",
        ),
        (named("OverflowError", contract=False), "refusal"),
        (named("OverflowError", contract=False, derived=True), "likely"),
        (named("RuntimeError", contract=False, operand="ours"), "refusal"),
        (named("RuntimeError", contract=False, operand="own"), "likely"),
        # only a base class is documented
        (named("IndexError", documented="base", operand="own"), "likely"),
        (named("IndexError", documented="base", operand="ours"), "refusal"),
        (named("IndexError", documented="base", operand="own", target="shop:C.pop"), "likely"),
        (named("IndexError", "LookupError", target="shop:C.get"), "error"),
        (named("AssertionError", on_purpose=True, contract=False, argless=True), "likely"),
        (named("AttributeError", operand="left"), "refusal"),
        # the caller's doing, though all annotations fit
        (named("KeyError", incomplete=True), "robustness"),
        (named("KeyError", incomplete=True, contract=False), "refusal"),
        (named("UnicodeError", odd_text=True), "robustness"),
        (named("ValueError", odd_text=True, message="embedded null byte"), "robustness"),
        (named("ValueError", odd_text=True, derived=True), "error"),
        (named("OverflowError", extreme=True), "robustness"),
        (named("OverflowError"), "error"),
        (named("ZeroDivisionError", extreme=True), "error"),
        (named("RecursionError", cyclic=True), "robustness"),
        (named("TypeError", message="expected a character, but", operand="ours"), "robustness"),
        (named("TypeError", message="expected a character, but", operand="own"), "error"),
        (named("IndexError", nothing_passed=True), "robustness"),
        (named("IndexError", asks_machine=True), "robustness"),
        (named("ValueError", message="I/O operation on closed file", derived=True), "refusal"),
        (named("ValueError", converts=True, derived=True), "likely"),
        (named("ValueError", converts=True, derived=True, contract=False), "refusal"),
        (named("UnicodeEncodeError", "UnicodeError", "ValueError", contract=False), "likely"),
        (named("TypeError", anything=True), "likely"),
        (named("ValueError", operand="ours", guarded=True), "likely"),
        (named("ValueError", operand="ours", guarded=True, contract=False), "likely"),
        (named("error", operand="ours", contract=False), "likely"),
        # not offered by the package
        (named("IndexError", internal=True), "robustness"),
        (named("IndexError", internal=True, asked=True), "robustness"),
        (named("NameError", internal=True), "error"),
        (named("ValueError", internal=True, operand="ours"), "refusal"),
    ],
)
def test_the_facts_decide(evidence, expected):
    assert verdict(judge_exception(evidence, 0)) == expected


def test_the_reason_speaks_of_arguments_only_where_there_are_some():
    given, nothing = (judge_exception(named("IndexError", passes=p), 0) for p in (True, False))

    assert "every argument fits its annotation" in given.reason
    assert "narrow the annotation" in given.remedy
    assert "nothing was passed in" in nothing.reason
    assert "annotation" not in nothing.remedy


def test_nobody_is_told_to_define_a_name_of_a_module_in_the_constructor():
    own, module = (
        judge_exception(named("AttributeError", operand=lacks), 0) for lacks in ("self", "module")
    )

    assert "__init__" in own.remedy
    assert "__init__" not in module.remedy and "module" in module.remedy


def test_a_recursion_of_several_functions_is_one_finding_wherever_it_ends():
    frames = [Frame("shop.py", 1, name) for name in ("start", *("odd", "even") * 3)]
    signatures = {
        judge_exception(named("RecursionError", frames=tuple(frames[:end])), 0).signature
        for end in (6, 7)
    }

    assert signatures == {("raises", "RecursionError", ":even")}
