"""Recorded behaviour as a pytest module: `suite_file`.  Its tests pass now.

The same input gives the same bytes: no dates, no absolute paths.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from refute.model.recording import Observation, RecordedTest
from refute.model.sequence import Call
from refute.render.files import MARK
from refute.render.folding import Fold, named_folds
from refute.render.layout import INDENT, indented, statement
from refute.render.module_text import RESERVED, WIDTH, add_folder_fixture, add_helpers, module_text
from refute.render.names import Imports
from refute.render.source import Rendered, fill, render
from refute.render.test_names import suite_order
from refute.render.trees import literal, with_names_replaced


def suite_file(
    module: str,
    tests: Iterable[RecordedTest],
    *,
    version: str,
    seed: int | None,
    again: str = "",
    path_entries: Iterable[str] = (),
    in_folder: bool = False,
    parameters: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> str:
    """Return a pytest module that records how the subject behaves today; `parameters` has their names, by operation."""
    imports = Imports(RESERVED)
    helpers: list[str] = []
    written = [
        _fold_lines(name, fold, imports, helpers) for name, fold in named_folds(tests, parameters)
    ]
    head = [
        f"{MARK} {version}: how {module} behaves today.",
        "# A test that fails tells of a change: a fault, or a test to be made anew.",
    ]
    seeds = [] if seed is None else [seed]
    add_folder_fixture(in_folder, imports, helpers)
    return module_text(head, again, seeds, imports, helpers, written, path_entries)


def distinct(tests: Iterable[RecordedTest]) -> list[RecordedTest]:
    """Return the tests without those that another one, written down, contains: the same steps and all assertions."""
    kept: list[RecordedTest] = []
    said: dict[tuple[str, ...], list[frozenset[str]]] = {}
    written = [(test, *_steps_and_assertions(test)) for test in sorted(tests, key=suite_order)]
    # Those that say the most come first.
    for test, steps, assertions in sorted(written, key=lambda w: -len(w[2])):
        others = said.setdefault(steps, [])
        if not any(assertions <= other for other in others):
            others.append(assertions)
            kept.append(test)
    return kept


def _steps_and_assertions(test: RecordedTest) -> tuple[tuple[str, ...], frozenset[str]]:
    body = ast.parse("\n".join(suite_test("test", test, Imports(RESERVED), []))).body[0]
    assert isinstance(body, ast.FunctionDef)
    claims = [each for each in body.body if isinstance(each, ast.Assert)]
    steps = tuple(ast.unparse(each) for each in body.body if each not in claims)
    return steps, frozenset(map(ast.unparse, claims))


def suite_test(name: str, test: RecordedTest, imports: Imports, helpers: list[str]) -> list[str]:
    """Return the lines of one test."""
    expected = [_expected(seen, imports) for seen in test.observations]
    raising = _raising(test, imports)
    keep = {seen.step for seen in test.observations}
    width = WIDTH - len(INDENT)
    rendered = render(test.sequence, imports=imports, keep=keep, width=width)
    add_helpers(rendered, helpers)
    subjects: dict[int, ast.expr] = {s: ast.Name(name) for s, name in rendered.names.items()}
    lines = list(rendered.lines)
    if test.raises is not None:
        start, _ = rendered.at[test.raises.step]
        gap = [""] if start and lines[start - 1] else []
        # Once more, for a block that is indented further.
        inner = render(test.sequence, imports=imports, keep=keep, width=width - len(INDENT))
        block = inner.lines[slice(*inner.at[test.raises.step])]
        lines = [*lines[:start], *gap, *raising, *indented(block)]
    elif test.observations:
        lines = _in_place(test, rendered, subjects, lines)
    asserts = [
        line
        for seen, value in zip(test.observations, expected, strict=True)
        if seen.step in subjects
        for line in _assertion_lines(seen, subjects[seen.step], value)
    ]
    gap = [""] if lines and lines[-1] and asserts else []
    return [f"def {name}():", *indented([*lines, *gap, *asserts])]


def _fold_lines(name: str, fold: Fold, imports: Imports, helpers: list[str]) -> list[str]:
    """Return the lines of one test, or of several that are one with parameters."""
    lines = suite_test(name, fold.template, imports, helpers)
    if not fold.columns:
        return lines
    imports.module("pytest")
    tree = ast.parse("\n".join(lines))
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names = {one.place: _free(one.name, taken) for one in fold.columns}
    text = re.sub(r"\b_refute_\d+\b", lambda found: names[found[0]], "\n".join(lines))
    head, *body = text.splitlines()
    return [
        *_parametrize(fold, list(names.values()), imports),
        head.replace("()", f"({', '.join(names.values())})"),
        *body,
    ]


def _free(name: str, taken: set[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)


def _parametrize(fold: Fold, names: list[str], imports: Imports) -> list[str]:
    """Return the decorator with a row for each test."""
    rows = []
    for number, id_ in enumerate(fold.ids()):
        values = [literal(one.sources[number], imports) for one in fold.columns]
        named = ast.keyword("id", ast.Constant(id_))
        rows.append(ast.Call(ast.Attribute(ast.Name("pytest"), "param"), values, [named]))
    mark = ast.Attribute(ast.Attribute(ast.Name("pytest"), "mark"), "parametrize")
    words: list[ast.expr] = [ast.Constant(name) for name in names]
    given = words[0] if len(words) == 1 else ast.Tuple(words)
    return statement("@", ast.Call(mark, [given, ast.List([*rows])], []), width=WIDTH)


def _in_place(
    test: RecordedTest, rendered: Rendered, subjects: dict[int, ast.expr], lines: list[str]
) -> list[str]:
    """Write the last step into the first assertion where that is all its value is for: `assert len(cart) == 1`."""
    last = len(test.sequence) - 1
    first = test.observations[0]
    operation = test.sequence.steps[last].operation
    asks = isinstance(operation, Call) and operation.how != "new"
    about_last = [seen for seen in test.observations if seen.step == last]
    if not asks or about_last != [first] or last not in rendered.at:
        return lines
    start, end = rendered.at[last]
    head = f"{rendered.names[last]} = "
    if end != start + 1 or end != len(lines) or not lines[start].startswith(head):
        return lines
    asked = ast.parse(lines[start].removeprefix(head), mode="eval").body
    subjects[last] = _unbounded(asked, first.expected)
    return lines[:start]


def _unbounded(asked: ast.expr, expected: str) -> ast.expr:
    """Return `list(x)` for `list(itertools.islice(x, 64))` where all there is was fewer items."""
    match asked, ast.parse(expected, mode="eval").body:
        case (
            ast.Call(
                func=ast.Name("list"),
                args=[
                    ast.Call(
                        func=ast.Attribute(ast.Name("itertools"), "islice"),
                        args=[items, ast.Constant(int(most))],
                    )
                ],
            ),
            ast.List(elts),
        ) if len(elts) < most:
            return ast.Call(ast.Name("list"), [items], [])
    return asked


def _expected(seen: Observation, imports: Imports) -> ast.expr:
    """Return the expected value as a tree, with the imports that its assertion needs."""
    if seen.style == "approx":
        imports.module("pytest")
    if seen.style == "isnan":
        imports.module("math")
    return literal(seen.expected, imports)


def _assertion_lines(seen: Observation, subject: ast.expr, expected: ast.expr) -> list[str]:
    place = "_refute_0"
    tree = ast.parse(fill(seen.expression, [place]), mode="eval").body
    left = with_names_replaced(tree, {place: subject})
    match seen.style:
        case "is":
            test: ast.expr = ast.Compare(left, [ast.Is()], [expected])
        case "isnan":
            test = ast.Call(ast.Attribute(ast.Name("math"), "isnan"), [left], [])
        case "isinstance":
            test = ast.Call(ast.Name("isinstance"), [left, expected], [])
        case "approx":
            approx = ast.Call(ast.Attribute(ast.Name("pytest"), "approx"), [expected], [])
            test = ast.Compare(left, [ast.Eq()], [approx])
        case _:
            test = ast.Compare(left, [ast.Eq()], [expected])
    return statement("assert ", test, width=WIDTH - len(INDENT))


def _raising(test: RecordedTest, imports: Imports) -> list[str]:
    """Return the line that opens the block in which the exception is expected."""
    if test.raises is None:
        return []
    imports.module("pytest")
    exception = test.raises.exception
    target = exception if ":" in exception else f"builtins:{exception}"
    raises = ast.Attribute(ast.Name("pytest"), "raises")
    keywords = []
    if test.raises.match is not None:
        keywords = [ast.keyword("match", _pattern(test.raises.match, imports))]
    call = ast.Call(raises, [imports.reference(target)], keywords)
    return statement("with ", call, ":", width=WIDTH - len(INDENT))


def _pattern(message: str, imports: Imports) -> ast.expr:
    if re.escape(message).replace("\\ ", " ").replace("\\-", "-") == message:
        return ast.Constant(message)
    imports.module("re")
    return ast.Call(ast.Attribute(ast.Name("re"), "escape"), [ast.Constant(message)], [])
