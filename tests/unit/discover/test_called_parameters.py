"""Parameters that the code calls are given functions, though nothing annotates them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.model.subject import Subject

Found = Callable[..., Subject]


def forms(subject: Subject) -> dict[str, str]:
    return {
        f"{one.target.partition(':')[2]} {given.name}": str(given.form)
        for one in subject.routines
        for given in one.inputs
        if given.name != "self"
    }


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ("return f(x)", "Callable[any, any]"),
        ("return f(x, 1)", "Callable[any, any, any]"),
        ("return sorted(x, key=f)", "Callable[any, any]"),
        ("return list(map(f, x))", "Callable[any, any]"),
        ("return list(map(f, x, x))", "Callable[any, any, any]"),
        ("return reduce(f, x)", "Callable[any, any, any]"),
        ("return functools.reduce(f, x)", "Callable[any, any, any]"),
        ("return functools.cmp_to_key(f)", "Callable[any, any, any]"),
        ("return itertools.groupby(x, f)", "Callable[any, any]"),
        ("return defaultdict(f)", "Callable[any]"),
        ("return pool.submit(f, x)", "any"),
        ("return groupby(x, f)", "any"),
        ("return json.dumps(x, default=f)", "Callable[any, any]"),
        ("return json.loads(x, object_hook=f)", "Callable[any, any]"),
        ("return Thread(target=f)", "Callable"),
        ("return max(x, default=f)", "any"),
        ("return move(x, target=f)", "any"),
        ("return functools.reduce(g, f)", "any"),
        ("return f(*x)", "Callable"),
        ("return f(x=x)", "any"),
        ("return f.name", "any"),
        ("return g(f)", "any"),
    ],
)
def test_a_parameter_that_is_called_takes_a_function(found: Found, body: str, form: str) -> None:
    own = "def groupby(items, key):\n    return items[key]\n"
    own = own if body.startswith("return groupby") else ""
    subject = found(f"import functools\n{own}def each(x, f):\n    {body}\n")

    assert forms(subject).items() >= {"each x": "any", "each f": form}.items()


def test_what_is_kept_and_called_later_is_a_function_too(found: Found) -> None:
    subject = found(
        """
        class Bus:
            def __init__(self, maker):
                self._maker = maker
                self._slots = []
            def connect(self, slot):
                self._slots.append(slot)
            def make(self, key):
                return self._maker(key)
            def emit(self, value, other):
                for slot in self._slots:
                    slot(value, other)
        """
    )

    assert forms(subject)["Bus maker"] == "Callable[any, any]"
    assert forms(subject)["Bus.connect slot"] == "Callable[any, any, any]"


def test_what_is_annotated_or_defined_elsewhere_is_left_alone(found: Found) -> None:
    subject = found(
        """
        def shown(x):
            return x
        def each(items: list, shown: str):
            return [shown(x) for x in items]
        def call(shown):
            return shown
        """
    )

    assert forms(subject)["each shown"] == "str"
    assert forms(subject)["call shown"] == "any"


def test_a_form_that_was_only_seen_says_nothing_about_blame(found: Found) -> None:
    subject = found("def each(f):\n    return f(1)\n")

    (given,) = subject.routines[0].inputs
    assert not given.annotated


def test_a_name_that_is_called_somewhere_is_not_a_function_everywhere(found: Found) -> None:
    subject = found(
        """
        class Bus:
            def __init__(self):
                self._values = []
            def on(self, value):
                self._values.append(value)
            def run(self):
                for value in self._values:
                    value()
            def scale(self, value):
                return value * 2
        """
    )

    assert forms(subject)["Bus.on value"] == "Callable[any]"
    assert forms(subject)["Bus.scale value"] == "any"


def test_what_results_are_used_as_is_known_of_a_function(found: Found) -> None:
    subject = found("def each(make):\n    for one in make():\n        print(one)\n")

    (given,) = subject.routines[0].inputs
    assert str(given.gives) == "Iterable[any]"
    assert str(given.form) == "Callable[any]"
