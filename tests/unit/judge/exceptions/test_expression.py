"""Which expression failed, read from the source."""

from __future__ import annotations

import ast
import types

import pytest

from refute.judge.exceptions.expression import (
    around,
    attribute_behind,
    depends_on,
    dotted,
    expression_at,
    is_indexed_by_its_items,
    is_part_of,
    is_taken_apart,
    is_target_of_loop,
    kept_arguments,
    loops_over_parameters,
    unpacked_at,
)


def failing(function, *arguments) -> tuple[types.CodeType, int, int]:
    """Return the code, instruction and line at which a function raises."""
    try:
        function(*arguments)
    except Exception as error:
        place = error.__traceback__.tb_next
        while place.tb_next is not None:
            place = place.tb_next
        return place.tb_frame.f_code, place.tb_lasti, place.tb_lineno
    raise AssertionError("nothing was raised")


def code_without_source(text: str) -> types.CodeType:
    scope: dict = {}
    exec(compile(text, "<no file>", "exec"), scope)
    return scope["f"].__code__


NOWHERE = code_without_source("def f(x):\n    return x.y")


def looks_up(table, key):
    return table[key]["a"]


def pairs(items):
    return [pair[0] + pair[1] for pair in items]


def unpacks(x):
    a, b = x
    return a + b


def loops(items):
    for a, b in items:
        print(a, b)


def by_items(d):
    keys = sorted(d)
    return [d[k] for k in keys]


def pieces(path, default):
    keys = path.split(".")
    for key in keys:
        default += key
    return [other for other in default]  # noqa: C416


class Kept:
    def __init__(self, size, name) -> None:
        self.size = size
        self.name = name
        self.first: int = size

    def rename(self, name) -> None:
        self.name = name


def stands_for(self):
    size = self.box.size
    return 1 / size


def test_the_failing_part_of_a_line_is_found():
    code, instruction, _ = failing(looks_up, {"k": []}, "k")

    assert ast.unparse(expression_at(code, instruction)) == "table[key]['a']"
    assert around(code).name == "looks_up"


def test_without_source_nothing_is_known_and_anything_may_depend():
    assert around(NOWHERE) is None
    assert expression_at(NOWHERE, 0) is None
    assert unpacked_at(NOWHERE, ast.Name("a")) is None
    assert not is_target_of_loop(NOWHERE, ast.Name("a"))
    assert loops_over_parameters(NOWHERE) == {}
    assert attribute_behind(NOWHERE, "x") == ("", ())
    assert depends_on(NOWHERE, 0, frozenset({"x"}))


def test_a_file_that_is_no_python_has_no_functions(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n")
    code = code_without_source("def f(): pass").replace(co_filename=str(path))

    assert around(code) is None


def test_a_file_too_large_to_parse_is_not_read(tmp_path):
    path = tmp_path / "large.py"
    path.write_text("def f(): pass\n" + "#" * 1_000_001)
    code = code_without_source("def f(): pass").replace(co_filename=str(path))

    assert around(code) is None


def test_what_is_unpacked_is_found_by_its_target():
    assign = around(unpacks.__code__).body[0]
    loop = around(loops.__code__).body[0]

    assert ast.unparse(unpacked_at(unpacks.__code__, assign.targets[0])) == "x"
    assert ast.unparse(unpacked_at(loops.__code__, loop.target)) == "items"
    assert is_target_of_loop(loops.__code__, loop.target)
    assert not is_target_of_loop(unpacks.__code__, assign.targets[0])


def test_places_of_an_item_are_taken_apart_where_there_are_several():
    code, instruction, _ = failing(pairs, [[]])
    alone, at, _ = failing(looks_up, {}, "k")

    assert is_taken_apart(code, instruction)
    assert not is_taken_apart(alone, at)


def test_who_looks_something_up_by_what_it_yields_means_a_dictionary():
    code, instruction, _ = failing(by_items, ["b", "a"])
    alone, at, _ = failing(looks_up, {}, "k")

    assert is_indexed_by_its_items(code, instruction)
    assert not is_indexed_by_its_items(alone, at)


def test_loop_variables_stand_for_parameters_and_pieces_of_them():
    assert loops_over_parameters(pieces.__code__) == {"key": "keys", "other": "default"}


def test_a_local_name_may_only_stand_for_an_attribute():
    assert attribute_behind(stands_for.__code__, "size") == ("self", ("box", "size"))
    assert attribute_behind(stands_for.__code__, "other") == ("", ())


@pytest.mark.parametrize(
    ("text", "names"),
    [("a.b.c", ("a", ("b", "c"))), ("a", ("a", ())), ("f().b", ("", ("b",)))],
)
def test_dots_are_followed_to_a_name(text, names):
    assert dotted(ast.parse(text, mode="eval").body) == names


def test_attributes_that_only_the_constructor_sets_are_kept_arguments():
    assert kept_arguments(Kept) == {"size", "first"}
    assert kept_arguments(int) == frozenset()


def test_a_comprehension_is_part_of_its_function_and_another_function_is_not():
    assert is_part_of(pairs.__code__, pairs.__code__)
    assert not is_part_of(pairs.__code__, loops.__code__)
