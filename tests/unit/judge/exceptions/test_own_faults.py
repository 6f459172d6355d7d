"""What speaks against the code whatever was passed in."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "arguments", "fact", "expected"),
    [
        ("def f(n):\n    raise OSError(f'{n}: please report this bug')", [1], "admits_fault", True),
        ("def f(n):\n    raise OSError(n)", ["please report this bug"], "admits_fault", False),
        ("def f(n):\n    raise OSError('no bug to report')", [1], "admits_fault", False),
        ("def f():\n    from json import dunps", [], "own_import", True),
        ("def f():\n    import gathering.nowhere", [], "own_import", True),
        ("def f():\n    from os import startfile_of_another_system", [], "own_import", False),
        ("def f():\n    import nowhere_at_all", [], "own_import", False),
        ("import importlib\ndef f(n):\n    importlib.import_module(n)", ["json.x"], "own_import", False),
        ("def f(n):\n    raise OSError('%s' % n)", [(1, 2)], "in_raise", True),
        ("def f(n):\n    raise OSError(g(n))\ndef g(n):\n    return [][n]", [7], "in_raise", True),
        ("def f(n):\n    try:\n        1 / n\n    except ArithmeticError:\n        n.x\n        raise OSError", [0], "in_raise", True),
        ("def f(n):\n    try:\n        1 / n\n    except ArithmeticError:\n        n.x\n        raise", [0], "in_raise", False),
        ("def f(n):\n    text = '%s' % n\n    raise OSError(text)", [(1, 2)], "in_raise", False),
        ("def f():\n    g(len('ab'))\ndef g(n):\n    raise ValueError", [], "refuses_own_value", True),
        ("def f(n):\n    g(n)\ndef g(n):\n    raise ValueError", [7000], "refuses_own_value", False),
        ("def f():\n    g(1)\ndef g(n):\n    raise ValueError", [], "refuses_own_value", False),
        ("def f():\n    g()\ndef g():\n    raise ValueError", [], "refuses_own_value", False),
        ("def f():\n    C().n\nclass C:\n    @property\n    def n(self):\n        raise ValueError", [], "refuses_own_value", False),
        ("ROWS = [7]\ndef f(n):\n    return n in ROWS and ROWS[n]", [7], "present_but_missing", True),
        ("ROWS = [7]\ndef f(n):\n    return n not in ROWS and ROWS[n]", [8], "present_but_missing", False),
        ("ROWS = [7]\ndef f(n):\n    return n in ROWS and 1 / (n - 7)", [7], "present_but_missing", False),
    ],
)  # fmt: skip
def test_what_speaks_against_the_code(gathered, text, arguments, fact, expected):
    assert getattr(gathered(text, *arguments), fact) is expected


def made_by_us(x: int) -> bool:
    return False


@pytest.mark.parametrize(
    ("text", "module", "expected"),
    [
        ("def f(check):\n    x = 7\n    assert check(x)", None, True),
        ("def f(check):\n    x = 7\n    assert check(x)", "gathering", False),
        ("class C: pass\ndef f(check):\n    c = C()\n    c.ask = check\n    assert c.ask(8)", None, True),
        ("def f(check):\n    all = [check]\n    n = 7\n    assert all[0](n)", None, False),
        ("def f(check):\n    assert str(7) == 8", None, False),
    ],
)  # fmt: skip
def test_an_assert_that_asks_a_function_of_ours_is_about_what_was_passed(
    gathered, monkeypatch, text, module, expected
):
    monkeypatch.setattr(made_by_us, "__module__", module)
    evidence = gathered(text, made_by_us)

    assert evidence.asserts_passed is expected
