"""What test files and the tests in them are called, and in which file each test belongs."""

from __future__ import annotations

import re

from refute.model.finding import Finding
from refute.model.recording import RecordedTest
from refute.model.sequence import Call, Literal, Sequence
from refute.model.syntax import OPERATORS
from refute.model.verdict import Violation
from refute.render.names import snake

LONGEST_NAME = 64

# What tests claim by rule; those of laws say so themselves, others go by the name of the rule.
_RULES = {
    "invariant": "keeps_the_invariant",
    "dies": "does_not_end_the_process",
    "ensures": "keeps_its_promise",
    "callback-requires": "calls_back_as_promised",
    "requires": "calls_others_as_they_ask",
    "temporal": "keeps_its_promise_over_time",
    "hangs": "returns",
}


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


def recorded_name(module: str) -> str:
    """Return the name of the file for the recorded behaviour of a module beside a test file of the user's."""
    return f"test_{_identifier(module)}_recorded.py"


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


class UniqueNames:
    """Hands out test names: the first of several wishes that is free, or the last with a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def fresh(self, *wishes: str) -> str:
        """Return the first wish that is free, or the last with a number."""
        name = next((w for w in wishes if w not in self._taken), None)
        number = 2
        while name is None:
            tried = f"{wishes[-1]}_{number}"
            name = tried if tried not in self._taken else None
            number += 1
        self._taken.add(name)
        return name


def finding_names(violation: Violation) -> tuple[str, str]:
    """Return what a test of a violation may be called, the shorter name first."""
    rule = violation.rule
    words = violation.test_name or _RULES.get(rule) or snake(rule.replace("-", "_"))
    if rule == "raises":
        words = f"does_not_raise_{snake(violation.exception or 'exception')}"
    parts = violation.operation.rpartition(":")[2].split(".")
    # A law is about the class, not about the method that breaks it; a constructor goes by its class.
    if len(parts) > 1 and (violation.test_name or parts[-1] == "__init__"):
        del parts[-1]
    parts = [snake(part) for part in parts]
    return f"test_{parts[-1]}_{words}", f"test_{'_'.join(parts)}_{words}"


def suite_order(test: RecordedTest) -> tuple[str, int, str]:
    """Return what recorded tests are ordered by."""
    return _last_target(test.sequence), len(test.sequence), repr(test)


def _targets(sequence: Sequence) -> list[Call]:
    return [s.operation for s in sequence.steps if isinstance(s.operation, Call)]


def _last_target(sequence: Sequence) -> str:
    calls = _targets(sequence)
    return calls[-1].target if calls else ""


def suite_names(test: RecordedTest) -> list[str]:
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
    name = re.split(r"[:.]", call.target)[-1].rstrip("=")
    is_copied = call.how == "operator" and OPERATORS.get(name, "").startswith("copy.")
    name = "copy" if is_copied else snake(name)
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
