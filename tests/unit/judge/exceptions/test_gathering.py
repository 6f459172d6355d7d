"""From a live exception to facts: which frames, on purpose or not, on whose values."""

from __future__ import annotations

import linecache
import textwrap
import types
from datetime import timedelta
from pathlib import Path

import pytest

from refute.judge.exceptions.expression import forget_files, is_let_through
from refute.judge.exceptions.gathering import evidence_of, raised_on_purpose
from refute.judge.exceptions.passed_in import PassedIn, passed_in
from refute.look.tracebacks import traceback_frames
from refute.model.evidence import Evidence, Origin
from refute.model.sequence import Call, Literal, SetField, Step
from refute.model.typeform import ANY


@pytest.fixture
def gathered(tmp_path: Path):
    """Return the evidence about what `f` of a module with this text raises on these arguments."""

    def gather(text: str, *arguments: object, passed: tuple[object, ...] = ()) -> Evidence:
        path = tmp_path / "gathering.py"
        path.write_text(textwrap.dedent(text))
        module = types.ModuleType("gathering")
        linecache.checkcache(str(path))  # the same name, another text
        forget_files()
        exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
        try:
            module.f(*arguments)
        except BaseException as raised:
            return evidence_of(
                raised,
                Call("gathering:f", (), ANY),
                inside=__file__,
                is_subject=lambda name: name == "gathering",
                passed=PassedIn(
                    ours={id(value) for value in (*arguments, *passed)},
                    arguments={id(value) for value in arguments},
                    askable={id(value) for value in arguments},
                    values=arguments,
                ),
                fits=True,
                accepted_before=True,
            )
        raise AssertionError("nothing was raised")

    return gather


def test_the_frames_are_the_subjects_from_the_operation_to_the_raiser(gathered):
    evidence = gathered("def f(n):\n    return g(n)\ndef g(n):\n    return 1 / n", 0)

    assert [(frame.function, frame.line) for frame in evidence.frames] == [("f", 2), ("g", 4)]
    assert evidence.exception == "ZeroDivisionError"
    assert {"ZeroDivisionError", "ArithmeticError", "Exception"} <= evidence.bases
    assert evidence.message == "division by zero"


@pytest.mark.parametrize(
    ("line", "on_purpose"),
    [
        ("raise ValueError(n)", True),
        ("assert n", True),
        ("1 / n", False),
        ("int('x')", False),
        ("[][n]", False),
        ("n.nosuch", False),
    ],
)
def test_raised_on_purpose_is_read_from_the_instruction(gathered, line, on_purpose):
    assert gathered(f"def f(n):\n    {line}", 0).on_purpose is on_purpose


@pytest.mark.parametrize(
    ("text", "raiser"),
    [
        ("def f(n):\n    raise KeyError", "operation"),
        ("def f(n):\n    _g()\ndef _g():\n    raise KeyError", "operation"),
        ("def f(n):\n    g()\ndef g():\n    raise KeyError", "public"),
        ("def f(n):\n    C().g()\nclass C:\n    def g(self):\n        raise KeyError", "public"),
        ("import fractions\ndef f(n):\n    fractions.Fraction('x')", "library"),
        ("import decimal\ndef f(n):\n    decimal.Decimal('x')", "library"),
        ("import decimal\ndef f(n):\n    decimal.Decimal(1) / n", "operation"),
        ("def f():\n    pass", "binding"),
    ],
)
def test_who_raised(gathered, text, raiser):
    assert gathered(text, 0).raiser == raiser


OURS = [7000]


@pytest.mark.parametrize(
    ("lines", "origin", "asked"),
    [
        ("return value + ''", Origin.PASSED_IN, False),
        ("made = [1]\n    return made + ''", Origin.OWN, False),
        ("return {}[value]", Origin.PASSED_IN, False),  # unhashable, not missing
        ("made = None\n    return made.size", Origin.OWN, False),
        ("return value.nosuch", Origin.PASSED_IN, False),
    ],
)
def test_on_whose_values(gathered, lines, origin, asked):
    evidence = gathered(f"def f(value):\n    {lines}", OURS)

    assert (evidence.origin, evidence.asked_for) == (origin, asked)


def test_a_key_or_index_of_ours_was_asked_for(gathered):
    assert gathered("def f(k):\n    return {}[k]", "key").asked_for
    assert gathered("def f(n):\n    return [][n]", 7000).asked_for
    assert not gathered("def f(k):\n    return {}[k + 'x']", "key").asked_for
    each = "def f(k):\n    return [f(one) for one in k] if type(k) is list else {}[k]"
    assert gathered(each, ["key"], passed=("key",)).asked_for
    assert not gathered(each.replace("{}[k]", "{}[k * 2]"), ["key"], passed=("key",)).asked_for
    assert not gathered("def f(n):\n    return [][n + 1]", 7000).asked_for


def test_an_attribute_that_its_own_object_or_module_lacks(gathered):
    own = "class C:\n    def g(self):\n        return self.size\ndef f():\n    return C().g()"
    module = "import sys\ndef f():\n    return sys.modules[__name__].size"
    dynamic = own.replace(
        "class C:\n", "class C:\n    def __getattr__(self, n):\n        raise AttributeError(n)\n"
    )

    assert gathered(own).missing_attribute == "self"
    assert gathered(dynamic).on_purpose
    assert gathered(module).exception == "KeyError"  # not loaded here


def test_what_the_code_computed_is_derived(gathered):
    assert gathered("def f(t):\n    return int(t[1:] + 'x')", "ab").computed
    assert not gathered("def f(t):\n    return int(t)", "ab").computed


def test_none_passed_anywhere_is_known(gathered):
    assert gathered("def f(n):\n    1 / 0", None).none_passed
    assert gathered("def f(n):\n    1 / 0", 0, passed=(None,)).none_passed
    assert not gathered("def f(n):\n    1 / 0", 0).none_passed


def test_a_message_that_raises_does_no_harm(gathered):
    text = (
        "class E(Exception):\n    def __str__(self):\n        raise KeyError\ndef f():\n    raise E"
    )

    assert gathered(text).message == "<message that raises>"


def test_our_own_frames_are_left_out():
    try:
        raise KeyError
    except KeyError as raised:
        entries = traceback_frames(raised, inside="/nowhere/")

        assert traceback_frames(raised, inside=__file__) == []
        assert raised_on_purpose(entries[-1])


# Code that is not the subject's.
LIBRARY = types.ModuleType("library")
exec(compile("def refuse():\n    raise KeyError", "library.py", "exec"), LIBRARY.__dict__)


@pytest.mark.parametrize(
    ("text", "arguments", "fact", "expected"),
    [
        ("def f(n):\n    try:\n        1 / n\n    except ZeroDivisionError:\n        raise", [0], "on_purpose", True),
        ("def f(n):\n    try:\n        1 / n\n    except ValueError:\n        pass", [0], "on_purpose", False),
        ("def f(*args):\n    g(*args)\ndef g(a, b):\n    pass", [1], "raiser", "binding"),
        ("def f(n):\n    g(n)\ndef g(a, b):\n    pass", [1], "raiser", "operation"),
        ("import json\ndef f(t):\n    return json.loads(t)", ["x"], "raiser", "library"),
        ("def f(ns):\n    return [[][n] for n in ns]", [[7000]], "asked_for", True),
        ("def f(ns):\n    return [[][n] for n in (1, 2)]", [[7000]], "asked_for", False),
        ("def f(d):\n    return d['k']", [{}], "passed_lacks_key", True),
        ("def f(d):\n    return {}['k']", [{}], "passed_lacks_key", False),
        ("def f(*ns):\n    return max(ns)", [], "empty_varargs", True),
        ("def f(ps):\n    for a, b in ps:\n        pass", [[(7000,)]], "origin", Origin.PASSED_IN),
        ("def f(ps):\n    return list((a, b) for a, b in ps)", [[(7000,)]], "origin", Origin.PASSED_IN),
        ("def f(ps):\n    return g(ps)\ndef g(ps):\n    return list((a, b) for a, b in ps)", [[(7000,)]], "origin", Origin.PASSED_IN),
        ("def f(t):\n    a, b = t.split('=')", ["x"], "computed", True),
        ("def f(ps):\n    for a, b in g(ps):\n        pass\ndef g(ps):\n    yield from ps", [{"x"}], "computed", False),
        ("def f(t):\n    for a, b in g(t):\n        pass\ndef g(t):\n    return t.split()", ["x"], "computed", True),
        ("def f(ps):\n    a, b = g(ps)\ndef g(ps):\n    return [ps]", [{"x"}], "computed", True),
        ("class C:\n    def g(self):\n        return self.x\nclass D(C):\n    def h(self):\n        self.x = 1\ndef f():\n    C().g()", [], "missing_attribute", "declared"),
        ("class C:\n    def g(self):\n        return self.x\nclass D(C):\n    def h(self):\n        self.x = 1\nclass E(C):\n    pass\ndef f():\n    E().g()", [], "missing_attribute", "unset"),
        ("import platform\ndef f():\n    return int(platform.system())", [], "depends_on_platform", True),
        ("def f(y, d):\n    if not y < d:\n        return 0\n    return range(y, d, 0)", [1, 2], "checked_before", True),
        ("def f(y, d):\n    if not y < d:\n        raise KeyError\n    return range(y, d, 0)", [1, 2], "checked_before", False),
        ("class C:\n    x: int\ndef f():\n    return C().x", [], "missing_attribute", "declared"),
        ("def f(self):\n    return self.x", [object()], "origin", Origin.PASSED_IN),
        ("class C:\n    pass\ndef f():\n    return g(C())\ndef g(self):\n    return self.x", [], "missing_attribute", "self"),
        ("def f(d):\n    return d.pop('k')", [{}], "passed_lacks_key", True),
        ("def f(form):\n    return form % (1, 2)", ["%d"], "asked_for", True),
        ("def f(form):\n    return form.format(1)", ["{1}"], "asked_for", True),
        ("def f(n):\n    def g():\n        return [][n]\n    return g()", [7000], "asked_for", True),
        ("def f(n):\n    own = n + 1\n    def g():\n        return [][own]\n    return g()", [7000], "asked_for", False),
        ("class C:\n    def __init__(self, n):\n        self.n = n\n    def g(self):\n        return [][self.n]\ndef f(n):\n    C(n).g()", [7000], "asked_for", True),
        ("class C:\n    def __init__(self, n):\n        self.n = n\n    def g(self):\n        size = self.n\n        return [][size]\ndef f(n):\n    C(n).g()", [7000], "asked_for", True),
        ("class C:\n    def __init__(self, n):\n        self.n = n + 1\n    def g(self):\n        return [][self.n]\ndef f(n):\n    C(n).g()", [7000], "asked_for", False),
        ("class C:\n    n = 1\n    def g(self):\n        return [][self.n]\ndef f():\n    C().g()", [], "asked_for", False),
        ("class C:\n    def __init__(self, key):\n        self.key = key\n    def g(self):\n        return self.key(1)\ndef f(key):\n    C(key).g()", [[].__getitem__], "asked_for", True),
        ("f = lambda n: [][n]", [7000], "asked_for", True),
        ("f = lambda n: [][[one for one in [n]][0]]", [7000], "asked_for", False),
        ("def f(n):\n    import math\n    return math.pi + n", [""], "origin", Origin.PASSED_IN),
        ("import contextlib\ndef f(n):\n    with contextlib.nullcontext([n]) as (a, b):\n        pass", [7000], "computed", False),
        ("def f(n):\n    return [g][0](n)\ndef g(a, b):\n    pass", [1], "about_own_object", False),
        ("def f(box):\n    return {1}.push(box)", [types.SimpleNamespace(held={2})], "about_own_object", False),
        ("def f(box):\n    return {1}.push(box)", [types.SimpleNamespace(held=2)], "about_own_object", True),
        ("def f(g):\n    g()", [LIBRARY.refuse], "asked_for", False),
    ],
)  # fmt: skip
def test_what_else_is_known(gathered, text, arguments, fact, expected):
    assert getattr(gathered(text, *arguments), fact) == expected


def test_what_was_passed_in_is_looked_at():
    values: list[object] = [2**40, "\ud800", [], lambda: 0]
    values[2].append(values[2])  # type: ignore[attr-defined]
    steps = [Step(Literal("x", ANY), ()) for _ in values]
    passed = passed_in(values, steps, range(4), [1])

    assert passed.extreme
    assert passed.odd_text
    assert passed.cycle
    assert passed.texts == ("\ud800",)
    assert passed.arguments == {id(values[1])}


@pytest.mark.parametrize("days", [0, 4_000_000])
def test_a_time_that_leads_beyond_the_calendar_is_extreme(days):
    values: list[object] = [timedelta(days=days)]

    assert passed_in(values, [Step(Literal("x", ANY), ())], [0], [0]).extreme is bool(days)


def test_what_was_built_is_not_passed_in_and_a_function_of_ours_may_give_none():
    written: list[object] = [[1], None]
    steps = [Step(Literal("x", ANY), ()), Step(SetField("held"), (1, 1))]
    ours = eval("lambda: None", {"__name__": None})

    assert passed_in(written, steps, [1], []).ours == set()
    assert id(None) in passed_in([ours], steps[:1], [0], [0]).ours


@pytest.mark.parametrize("source", ["", "def f(:"])
def test_without_source_little_is_known(tmp_path: Path, source: str):
    path = tmp_path / "lost.py"
    path.write_text(source)
    text = "import platform\ndef f(n):\n    platform\n    return [][n]"
    module = types.ModuleType("lost")
    exec(compile(text, str(path), "exec"), module.__dict__)
    linecache.checkcache(str(path))
    forget_files()
    with pytest.raises(IndexError) as caught:
        module.f(7000)
    evidence = evidence_of(
        caught.value,
        Call("lost:f", (), ANY),
        inside=__file__,
        is_subject=lambda name: name == "lost",
        passed=PassedIn(set(), set()),
        fits=True,
        accepted_before=True,
    )

    assert (evidence.origin, evidence.asked_for) == (Origin.UNKNOWN, False)
    assert evidence.depends_on_platform  # it may


def test_a_handler_that_raises_something_else_lets_nothing_through(tmp_path: Path):
    path = tmp_path / "handled.py"
    path.write_text(
        "def f(n):\n    try:\n        n()\n    except OSError:\n        raise KeyError\n"
    )
    module = types.ModuleType("handled")
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)

    assert not is_let_through(module.f.__code__, 3, frozenset({"OSError"}))


@pytest.mark.parametrize(
    ("calls", "goes_round"),
    [
        ([("add", 0, 0)], True),
        ([("add", 0, 1), ("add", 1, 0)], True),
        ([("add", 0, 1), ("add", 1, 2), ("add", 2, 0)], True),
        ([("add", 0, 1), ("add", 1, 2), ("add", 0, 2)], False),
        ([("follow", 0, 1), ("precede", 1, 0)], False),  # a ring that is linked both ways
        ([("compare", 0, 0)], False),  # passed to its own method, which does not keep it
    ],
)
def test_objects_put_into_each_other_go_round(calls, goes_round):
    values: list[object] = [types.SimpleNamespace(held=[]) for _ in range(3)]
    steps = [Step(Literal("x", ANY), ()) for _ in values]
    for method, receiver, argument in calls:
        if method != "compare":
            values[receiver].held.append(values[argument])  # type: ignore[attr-defined]
        back = len(steps) - receiver, len(steps) - argument
        steps.append(Step(Call(f"m:C.{method}", (ANY, ANY), ANY, how="method"), back))
        values.append(None)

    passed = passed_in(values, steps, range(len(steps)), [])

    assert passed.cycle is goes_round


@pytest.mark.parametrize(
    "text",
    [
        "import re\ndef f(text):\n    return re.search('x', text).group()",
        "import re\ndef f(text):\n    found = re.match('x', text)\n    return found.group()",
        "import re\nX = re.compile('x')\ndef f(text):\n    return X.fullmatch(text)[0]",
        "KNOWN = {}\ndef f(text):\n    return KNOWN.get(text) + 1",
        "KNOWN = {}\ndef f(text):\n    return 1 < KNOWN.get(text)",
        "KNOWN = {}\ndef f(text):\n    return len(KNOWN.get(text))",
        "KNOWN = {}\ndef f(text):\n    for one in KNOWN.get(text):\n        pass",
        "KNOWN = {}\ndef f(text):\n    a, b = KNOWN.get(text)",
    ],
)
def test_the_code_searched_and_went_on_with_nothing(gathered, text):
    assert gathered(text, "a word").goes_on_with_none


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("import re\ndef f(text):\n    return re.search(text, 'a').group()", "b"),
        ("def f(known):\n    return known.get(1) + 1", {2: 2}),
        ("KNOWN = {}\ndef f(text):\n    return KNOWN.get(text, None) + 1", "a"),
        ("KNOWN = {1: 'a'}\ndef f(text):\n    return KNOWN.get(1) + text", 1),
        ("def f(tree):\n    return tree.left.value", type("Tree", (), {"left": None})()),
        ("def f(number):\n    return -{}.get(number)", 1),
        ("KNOWN = {}\ndef f(text):\n    found = 1\n    return found + None", "a"),
        (
            "class C:\n    def __init__(self, known):\n        self.known = known\n"
            "    def g(self):\n        return self.known.get(1).x\ndef f(known):\n    C(known).g()",
            {},
        ),
        ("def f(text):\n    none = g(text)\n    return none.x\ndef g(text):\n    pass", "a"),
        (
            "KNOWN = {}\ndef f(more):\n    a = KNOWN.get(1)\n    if a is None:\n"
            "        a = more.get(1)\n    return a.x",
            {},
        ),
    ],
)
def test_a_none_that_may_be_the_callers_is_no_search_of_the_codes_own(gathered, text, argument):
    assert not gathered(text, argument).goes_on_with_none


def test_the_attribute_of_an_object_is_searched_too(gathered):
    text = """
        class Stock:
            known = {}
            def __init__(self):
                self.numbers = {}
            def deliver(self, thing):
                return self.numbers.get(thing) + 1
            def expect(self, thing):
                return self.known.get(thing) + 1
        def f(name):
            getattr(Stock(), name)(name)
        """

    assert gathered(text, "deliver").goes_on_with_none
    assert gathered(text, "expect").goes_on_with_none


def test_a_class_that_lacks_an_attribute_is_no_trouble(gathered):
    assert (
        gathered("def f(cls):\n    return type(cls).nothing", int).missing_attribute != "declared"
    )


@pytest.mark.parametrize(
    ("text", "passed", "derived"),
    [
        ("WORDS = []\ndef f():\n    best = KEPT\n    return WORDS.index(best)", (), True),
        ("WORDS = []\ndef f(best):\n    return WORDS.index(best)", ("argument",), False),
        ("def f(words):\n    best = KEPT\n    return words.index(best)", ([],), False),
    ],
)
def test_what_was_kept_is_looked_for_by_nobody_but_the_code(gathered, text, passed, derived):
    kept = "kept"
    text = f"KEPT = {kept!r}\n{text}"
    if not passed:
        assert gathered(text, passed=(kept,)).computed is derived
    else:
        assert gathered(text, *passed).computed is derived


def test_a_sibling_that_sets_an_attribute_is_no_excuse(gathered):
    text = """
        class Base:
            pass
        class Sibling(Base):
            def mark(self):
                self.total = 1
        class Mine(Base):
            def read(self):
                return self.total
        def f():
            Mine().read()
        """

    assert gathered(text).missing_attribute == "self"


def test_a_container_that_cannot_be_asked_is_passed_in_all_the_same():
    class Silent(dict):
        def values(self):
            raise LookupError

    values: list[object] = [Silent({"a": None})]
    passed = passed_in(values, [Step(Literal("x", ANY), ())], [0], [0])

    assert id(None) in passed.ours
