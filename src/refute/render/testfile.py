"""Findings and recorded behaviour as pytest modules: `findings_file`, `suite_file`.

A test of a finding fails now in the way it says and passes once the fault is mended; a test of a suite passes now.
The same input gives the same bytes: no dates, no absolute paths.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable

from refute.model.finding import EXHAUST, Finding, finding_id
from refute.model.recording import Observation, RecordedTest
from refute.model.sequence import Call, Literal, Sequence
from refute.model.verdict import Severity, Violation
from refute.render.files import MARK
from refute.render.layout import INDENT, quoted, statement
from refute.render.names import Imports, snake
from refute.render.source import (
    Rendered,
    assertion,
    fill,
    literal,
    one_line,
    render,
    reserve_modules,
    source,
    up_to,
)

WIDTH = 100
LONGEST_NAME = 64

_RESERVED = ("_build", "_items", "_run", "Path")
_SEVERITIES = list(Severity)

_RUN_HELPER = '''\
def _run(*lines):
    """Run the lines in a process of their own: they may end it."""
    return subprocess.run(
        [sys.executable, "-c", "\\n".join(lines)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )'''

_FOLDER_FIXTURE = '''\
@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    """What is tested may read, write and delete files."""
    monkeypatch.chdir(tmp_path)'''

_ENDS_HELPER = '''\
def _ends_within(seconds, *lines):
    """Run the lines in a process of their own; return whether it ends in time."""
    try:
        subprocess.run(
            [sys.executable, "-c", "\\n".join(lines)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return False
    return True'''

# What tests claim by rule; those of laws say so themselves, others go by the name of the rule.
_RULES = {
    "invariant": "keeps_the_invariant",
    "dies": "does_not_end_the_process",
    "ensures": "keeps_its_promise",
    "requires": "calls_others_as_they_ask",
    "temporal": "keeps_its_promise_over_time",
    "hangs": "returns",
}


def findings_file(
    module: str,
    findings: Iterable[Finding],
    *,
    version: str,
    again: str = "",
    path_entries: Iterable[str] = (),
    mended: bool = False,
    in_folder: bool = False,
) -> str:
    """Return a pytest module in which each finding is a test that fails; that passes, where they are mended.

    `again` is the command that makes the file; `path_entries` are folders, relative to the file, from which the
    subject is imported; with `in_folder` each test runs in an empty folder of its own.
    """
    ordered = sorted(findings, key=_importance)
    imports = Imports(_RESERVED)
    names = _Unique()
    helpers: list[str] = []
    tests = []
    for finding in ordered:
        name = names.fresh(*_finding_names(finding.violation))
        tests.append(_finding_test(name, finding, imports, helpers))
    head = [
        f"{MARK} {version}: what {'broke' if mended else 'breaks'} {module}.",
        "# Each test failed once; the fault that it shows is mended."
        if mended
        else "# Each test fails now and passes once the fault it shows is mended.",
    ]
    seeds = sorted({finding.seed for finding in ordered if finding.found_by != EXHAUST})
    _keep_apart(in_folder, imports, helpers)
    return _file(head, again, seeds, imports, helpers, tests, path_entries)


def suite_file(
    module: str,
    tests: Iterable[RecordedTest],
    *,
    version: str,
    seed: int | None,
    again: str = "",
    path_entries: Iterable[str] = (),
    in_folder: bool = False,
) -> str:
    """Return a pytest module that records how the subject behaves today."""
    imports = Imports(_RESERVED)
    helpers: list[str] = []
    written = [_suite_test(name, test, imports, helpers) for name, test in named_tests(tests)]
    head = [
        f"{MARK} {version}: how {module} behaves today.",
        "# A test that fails tells of a change: a fault, or a test to be made anew.",
    ]
    seeds = [] if seed is None else [seed]
    _keep_apart(in_folder, imports, helpers)
    return _file(head, again, seeds, imports, helpers, written, path_entries)


def named_tests(tests: Iterable[RecordedTest]) -> list[tuple[str, RecordedTest]]:
    """Return the tests of one file in order, each with its name."""
    names = _Unique()
    return [(names.fresh(*_suite_names(test)), test) for test in sorted(tests, key=_suite_order)]


def distinct(tests: Iterable[RecordedTest]) -> list[RecordedTest]:
    """Return the tests without those that another one, written down, contains: the same steps and all assertions."""
    kept: list[RecordedTest] = []
    said: dict[tuple[str, ...], list[frozenset[str]]] = {}
    written = [(test, *_steps_and_assertions(test)) for test in sorted(tests, key=_suite_order)]
    # Those that say the most come first.
    for test, steps, assertions in sorted(written, key=lambda w: -len(w[2])):
        others = said.setdefault(steps, [])
        if not any(assertions <= other for other in others):
            others.append(assertions)
            kept.append(test)
    return kept


def _steps_and_assertions(test: RecordedTest) -> tuple[tuple[str, ...], frozenset[str]]:
    body = ast.parse("\n".join(_suite_test("test", test, Imports(_RESERVED), []))).body[0]
    assert isinstance(body, ast.FunctionDef)
    claims = [each for each in body.body if isinstance(each, ast.Assert)]
    steps = tuple(ast.unparse(each) for each in body.body if each not in claims)
    return steps, frozenset(map(ast.unparse, claims))


def findings_name(module: str) -> str:
    """Return the name of the file for the findings in a module."""
    return f"test_{_identifier(module)}_findings.py"


def mended_name(module: str) -> str:
    """Return the name of the file for the findings in a module that are mended."""
    return f"test_{_identifier(module)}_mended.py"


def walks_name(module: str) -> str:
    """Return the name of the file for the walks of a corpus in a module."""
    return f"test_{_identifier(module)}_walks.py"


def suite_name(module: str) -> str:
    """Return the name of the file for the recorded behaviour of a module."""
    return f"test_{_identifier(module)}.py"


def module_of(finding: Finding) -> str:
    """Return the module in whose file a finding belongs."""
    return finding.violation.operation.partition(":")[0]


def recorded_module(test: RecordedTest) -> str:
    """Return the module in whose file a recorded test belongs."""
    return recorded_target(test).partition(":")[0]


def recorded_target(test: RecordedTest) -> str:
    """Return the operation that a recorded test is about: the last."""
    return _last_target(test.sequence)


def _identifier(module: str) -> str:
    return re.sub(r"\W", "_", module)


# --- files


def _keep_apart(in_folder: bool, imports: Imports, helpers: list[str]) -> None:
    if in_folder:
        imports.module("pytest")
        helpers.insert(0, _FOLDER_FIXTURE)


def _file(
    head: list[str],
    again: str,
    seeds: list[int],
    imports: Imports,
    helpers: list[str],
    tests: list[list[str]],
    path_entries: Iterable[str],
) -> str:
    seed = f"seed {', '.join(map(str, seeds))}" if seeds else ""
    how = "; ".join(part for part in (seed.capitalize(), again and f"again: {again}") if part)
    lines = [*head, *([f"# {how}"] if how else []), ""]
    entries = list(path_entries)
    if entries:
        imports.module("sys")
    lines += _import_lines(_used(imports.lines(), tests, helpers), entries)
    for block in (*("".join(h).splitlines() for h in helpers), *tests):
        lines += ["", "", *block]
    return "\n".join(lines).rstrip() + "\n"


def _used(lines: list[str], tests: list[list[str]], helpers: list[str]) -> list[str]:
    """Return the import lines without `itertools` where laying out has removed the last use of it."""
    text = [*helpers, *(line for test in tests for line in test)]
    if "import itertools" not in lines or any("itertools." in line for line in text):
        return lines
    kept = "\n".join(line for line in lines if line != "import itertools")
    return kept.strip("\n").splitlines()


def _import_lines(lines: list[str], entries: list[str]) -> list[str]:
    """Return the imports, with the folders of the subject put on the import path before the subject is imported."""
    if not entries:
        return lines
    groups = "\n".join(lines).split("\n\n")
    standard = [g for g in groups if "import sys" in g.splitlines()]
    others = [g for g in groups if g not in standard]
    inserts = [f"sys.path.insert(0, str(Path(__file__).parent / {quoted(e)}))" for e in entries]
    late = [re.sub(r"^((?:from|import) .*)$", r"\1  # noqa: E402", g, flags=re.M) for g in others]
    first = _with_path_import(standard[0])
    return "\n\n".join([first, "\n".join(inserts), *late]).splitlines()


def _with_path_import(group: str) -> str:
    lines = group.splitlines()
    plain = [line for line in lines if line.startswith("import ")]
    rest = [line for line in lines if not line.startswith("import ")]
    return "\n".join([*plain, "from pathlib import Path", *rest])


class _Unique:
    """Hands out test names: the first of several wishes that is free, or the last with a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def fresh(self, *wishes: str) -> str:
        name = next((w for w in wishes if w not in self._taken), None)
        number = 2
        while name is None:
            tried = f"{wishes[-1]}_{number}"
            name = tried if tried not in self._taken else None
            number += 1
        self._taken.add(name)
        return name


# --- findings


def _importance(finding: Finding) -> tuple[int, str, str, str]:
    violation = finding.violation
    return (
        _SEVERITIES.index(violation.severity),
        violation.operation,
        violation.rule,
        finding.id,
    )


def _finding_names(violation: Violation) -> tuple[str, str]:
    rule = violation.rule.removeprefix("guess-")
    words = violation.test_name or _RULES.get(rule) or snake(rule.replace("-", "_"))
    if rule == "raises":
        words = f"does_not_raise_{snake(violation.exception or 'exception')}"
    parts = violation.operation.rpartition(":")[2].split(".")
    # A law is about the class, not about the method that breaks it; a constructor goes by its class.
    if len(parts) > 1 and (violation.test_name or parts[-1] == "__init__"):
        del parts[-1]
    parts = [snake(part) for part in parts]
    return f"test_{parts[-1]}_{words}", f"test_{'_'.join(parts)}_{words}"


def _finding_test(name: str, finding: Finding, imports: Imports, helpers: list[str]) -> list[str]:
    violation = finding.violation
    lines = [f"def {name}():", *_docstring(finding)]
    if violation.rule in ("dies", "hangs"):
        body = _in_a_process(finding, imports, helpers)
    else:
        body = _failing_lines(finding.sequence, violation, imports, helpers)
    return lines + _indented(body)


def _failing_lines(
    sequence: Sequence, violation: Violation, imports: Imports, helpers: list[str]
) -> list[str]:
    # Before variables get their names, so that none takes that of a module.
    reserve_modules(violation, imports)
    subjects = violation.subjects if violation.assertion else ()
    rendered = render(
        up_to(sequence, violation), imports=imports, keep=subjects, width=WIDTH - len(INDENT)
    )
    _add_helpers(rendered, helpers)
    line = assertion(violation, rendered.names)
    if not line and violation.exception is None:
        return [*rendered.lines, "", *_told_elsewhere(violation, imports)]
    if not line:
        return rendered.lines or ["pass"]
    return [*rendered.lines, "", *_laid_out(line)]


def _told_elsewhere(violation: Violation, imports: Imports) -> list[str]:
    """Return the end of a test in which nothing fails by itself: what looks at the calls is a plugin, or refute."""
    imports.module("pytest")
    id_ = finding_id(violation.signature)
    why = ast.Constant(f"{violation.rule} is told by what watches these calls: refute replay {id_}")
    skip = ast.Call(ast.Attribute(ast.Name("pytest"), "skip"), [why], [])
    return statement("", skip, width=WIDTH - len(INDENT))


def _laid_out(line: str) -> list[str]:
    if len(line) <= WIDTH - len(INDENT):
        return [line]
    match ast.parse(line).body[0]:
        case ast.Assert(test, None):
            return statement("assert ", test, width=WIDTH - len(INDENT))
        case ast.Expr(value):
            return statement("", value, width=WIDTH - len(INDENT))
    return [line]


def _in_a_process(finding: Finding, imports: Imports, helpers: list[str]) -> list[str]:
    for module in ("os", "subprocess", "sys"):
        imports.module(module)
    hangs = finding.violation.rule == "hangs"
    helper = _ENDS_HELPER if hangs else _RUN_HELPER
    if helper not in helpers:
        helpers.append(helper)
    program = source(finding.sequence, finding.violation).splitlines()
    quotes = [f"{INDENT}{quoted(line)}," for line in program if line]
    if hangs:
        # Two at least: a process must start, too.
        seconds = f"{INDENT}{max(2.0, finding.violation.seconds):g},"
        return ["in_time = _ends_within(", seconds, *quotes, ")", "", "assert in_time"]
    return ["run = _run(", *quotes, ")", "", "assert run.returncode == 0, run.stderr"]


def _docstring(finding: Finding) -> list[str]:
    violation = finding.violation
    what = one_line(violation.message, 200).rstrip(".")
    shown = violation.operation.rpartition(":")[2]
    told = what if shown in what else f"{shown}: {what}"
    why = f"; {one_line(violation.reason, 200)}" if violation.reason else ""
    by_chance = finding.found_by != EXHAUST
    text = f"Finding {finding.id}, blame: {violation.blame.value}{why}."
    told_first = one_line(violation.reason, 400)
    # Not `capitalize`, which makes small letters of the names of classes.
    text = text if by_chance else f"{told_first[:1].upper()}{told_first[1:]}."
    width = WIDTH - len(INDENT) - 4
    first, *more = _wrapped(f"{told}.", width - 3)
    lines = [f'"""{first}', *more, "", *_wrapped(text, width), '"""']
    return _indented(lines)


def _wrapped(text: str, width: int) -> list[str]:
    # Escaped after wrapping would be too wide, before it an escape might be cut in two: words are never cut.
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.wrap(safe, width, break_long_words=False, break_on_hyphens=False)


def _add_helpers(rendered: Rendered, helpers: list[str]) -> None:
    helpers.extend(h for h in rendered.helpers if h not in helpers)


def _indented(lines: Iterable[str]) -> list[str]:
    return [INDENT + line if line else "" for line in lines]


# --- suites


def _suite_order(test: RecordedTest) -> tuple[str, int, str]:
    return _last_target(test.sequence), len(test.sequence), repr(test)


def _targets(sequence: Sequence) -> list[Call]:
    return [s.operation for s in sequence.steps if isinstance(s.operation, Call)]


def _last_target(sequence: Sequence) -> str:
    calls = _targets(sequence)
    return calls[-1].target if calls else ""


def _suite_names(test: RecordedTest) -> list[str]:
    """Return names for a test, best first: what is done before, what is done, what comes of it."""
    calls = _targets(test.sequence)
    last = calls[-1]
    done = _words(last)
    before = [_words(c) for c in calls[:-1] if c.how in ("method", "operator", "function")]
    before = [w for i, w in enumerate(before) if w not in before[:i]]
    comes = _comes_of(test)
    owner = snake(last.target.rpartition(":")[2].partition(".")[0])
    given = _given(test.sequence)
    longer = done if owner in done else f"{owner}_{done}"
    wishes = [
        "_then_".join([*before[-2:], done]) + comes,
        "_then_".join([*before[-1:], done]) + comes,
        done + comes,
        done + given + comes,
        longer + given + comes,
        longer + comes,
    ]
    fitting = [w for w in wishes if len(w) <= LONGEST_NAME] or [longer]
    return [f"test_{w}" for w in dict.fromkeys(fitting)]


def _given(sequence: Sequence) -> str:
    """Return the arguments of the last call as words, or nothing where that would not be readable."""
    last = len(sequence) - 1
    operation = sequence.steps[last].operation
    sources = sequence.sources(last)
    if isinstance(operation, Call) and operation.how in ("method", "operator"):
        sources = sources[1:]
    made = [sequence.steps[s].operation for s in sources]
    words = [_spoken(o.source) if isinstance(o, Literal) else "" for o in made]
    return f"_with_{'_and_'.join(words)}" if words and all(words) else ""


def _words(call: Call) -> str:
    name = snake(re.split(r"[:.]", call.target)[-1].rstrip("="))
    return {"new": f"new_{name}", "set": f"set_{name}"}.get(call.how, name)


def _comes_of(test: RecordedTest) -> str:
    last = len(test.sequence) - 1
    if test.raises is not None:
        return f"_raises_{snake(re.split(r'[:.]', test.raises.exception)[-1])}"
    for seen in test.observations:
        if seen.step == last and seen.expression == "{0}" and seen.style in ("==", "is"):
            shown = _spoken(seen.expected)
            return f"_returns_{shown}" if shown else ""
    return ""


def _spoken(text: str) -> str:
    """Return a value as words for a name, or nothing where that would not be readable."""
    if re.fullmatch(r"-?\d{1,6}", text):
        return text.replace("-", "minus_")
    if text in ("True", "False", "None"):
        return text.lower()
    if text in _EMPTY:
        return _EMPTY[text]
    if re.fullmatch(r"'[A-Za-z]\w{0,15}'", text):
        return snake(text.strip("'"))
    return ""


_EMPTY = {
    "''": "empty_string",
    "[]": "empty_list",
    "()": "empty_tuple",
    "{}": "empty_dict",
    "set()": "empty_set",
    "float('nan')": "nan",
    "float('inf')": "infinity",
}


def _suite_test(name: str, test: RecordedTest, imports: Imports, helpers: list[str]) -> list[str]:
    expected = [_expected(seen, imports) for seen in test.observations]
    raising = _raising(test, imports)
    keep = {seen.step for seen in test.observations}
    width = WIDTH - len(INDENT)
    rendered = render(test.sequence, imports=imports, keep=keep, width=width)
    _add_helpers(rendered, helpers)
    subjects: dict[int, ast.expr] = {s: ast.Name(name) for s, name in rendered.names.items()}
    lines = list(rendered.lines)
    if test.raises is not None:
        start, _ = rendered.at[test.raises.step]
        gap = [""] if start else []
        # Once more, for a block that is indented further.
        inner = render(test.sequence, imports=imports, keep=keep, width=width - len(INDENT))
        block = inner.lines[slice(*inner.at[test.raises.step])]
        lines = [*lines[:start], *gap, *raising, *_indented(block)]
    elif test.observations:
        lines = _in_place(test, rendered, subjects, lines)
    asserts = [
        line
        for seen, value in zip(test.observations, expected, strict=True)
        if seen.step in subjects
        for line in _assertion_lines(seen, subjects[seen.step], value)
    ]
    gap = [""] if lines and asserts else []
    return [f"def {name}():", *_indented([*lines, *gap, *asserts])]


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
    left = _put(tree, place, subject)
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


def _put(tree: ast.expr, place: str, subject: ast.expr) -> ast.expr:
    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return subject if node.id == place else node

    put = Put().visit(tree)
    assert isinstance(put, ast.expr)
    return put


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


# --- reading


def ids_in(text: str) -> set[str]:
    """Return the ids of the findings that a file of ours has tests for."""
    return set(re.findall(r"^ +Finding ([0-9a-f]{6}), blame: ", text, re.M))
