"""What speaks for the code though it fails."""

from __future__ import annotations

import sys
import types

import pytest

from refute.judge.exceptions.circumstances import (
    is_documented_on_the_way,
    is_unlike_form,
    mixes_text_and_bytes,
)


def raised(text: str, *arguments: object, line: str = "f(*arguments)") -> BaseException:
    namespace: dict[str, object] = {"__name__": "shop"}
    exec(compile(text, "<string>", "exec"), namespace)
    with pytest.raises(Exception) as caught:
        eval(line, {**namespace, "__name__": "caller", "arguments": arguments})
    return caught.value


def frames(error: BaseException) -> list[types.TracebackType]:
    entries = []
    entry = error.__traceback__
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    return [one for one in entries if one.tb_frame.f_globals.get("__name__") == "shop"]


def test_the_operation_itself_is_not_on_its_way():
    error = raised("def f():\n    return g()\ndef g():\n    return [][0]")
    bases = {"IndexError", "LookupError"}

    assert is_documented_on_the_way(bases, frames(error), {"shop:g": frozenset(["IndexError"])})
    assert not is_documented_on_the_way(bases, frames(error), {"shop:f": frozenset(["IndexError"])})
    assert not is_documented_on_the_way(bases, frames(error), {"shop:g": frozenset(["KeyError"])})


def test_a_class_documents_what_its_methods_raise():
    error = raised("class C:\n    def f(self):\n        return [][0]", line="C().f()")

    assert is_documented_on_the_way(
        {"IndexError"}, frames(error), {"shop:C": frozenset(["IndexError"])}
    )


def test_that_a_class_raises_an_exception_says_nothing_of_this_one():
    error = raised("class C:\n    def f(self):\n        return [][0]", line="C().f()")
    bases = {"IndexError", "Exception"}

    assert not is_documented_on_the_way(bases, frames(error), {"shop:C": frozenset(["Exception"])})


@pytest.mark.parametrize(
    ("text", "given", "expected"),
    [
        ("def f(a, b):\n    return a.count(b)", ("a", b"a"), True),
        ("def f(a, b):\n    return a.count(b'a')", ("a", "b"), False),
        ("def f(a):\n    return a.decode()", ("a",), True),
        ("def f(a):\n    return a[0].encode()", ([b"a"],), True),
        ("def f(a):\n    return ''.decode()", (1,), False),
        ("def f(a):\n    return a.code()", ("a",), False),
        ("def f(a, b):\n    return a + 1", ("a", b"a"), False),
        ("def f(a, b):\n    return [][0]", ("a", b"a"), False),
    ],
)
def test_text_and_bytes_do_not_mix(text, given, expected):
    assert mixes_text_and_bytes(raised(text, *given), given) is expected


def test_without_source_nobody_knows_the_form():
    given = sys.intern("abc")
    error = raised("def f(t):\n    a, b = t.split('v')\n    return a", given)

    assert not is_unlike_form(error, frames(error)[-1], {id(given)})
