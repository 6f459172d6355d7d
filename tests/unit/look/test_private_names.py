"""Private names, written out as Python means them, are those that Python itself uses."""

from __future__ import annotations

import ast

import pytest

from refute.look.private_names import Mangling, class_prefix, mangled

CODE = """
def method(self, __given, *, __named=1):
    class Inner:
        def own(self):
            return self.__own
    __local = self.__field.__deeper + __given.__class__.__len__
    return call(__local, __named=__named, **self.__rest)
"""


@pytest.mark.parametrize("name", ["Tree", "_Tree", "__"])
def test_names_are_those_of_the_compiler(name: str) -> None:
    body = "\n".join("    " + line for line in CODE.splitlines())
    inside = compile(f"class {name}:\n{body}", "", "exec").co_consts[0].co_consts
    real = next(one for one in inside if getattr(one, "co_name", "") == "method")
    tree = Mangling(class_prefix(f"{name}.method")).visit(ast.parse(CODE))
    ours = compile(tree, "", "exec").co_consts
    made = next(one for one in ours if getattr(one, "co_name", "") == "method")

    assert made.co_names == real.co_names
    assert made.co_varnames == real.co_varnames


@pytest.mark.parametrize("qualname", ["check", "make.<locals>.check", "__.check"])
def test_outside_of_a_class_nothing_is_mangled(qualname: str) -> None:
    assert mangled("__n", class_prefix(qualname)) == "__n"
