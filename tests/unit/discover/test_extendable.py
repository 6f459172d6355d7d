"""Classes that others derive from, and what a subclass overrides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.model.subject import Extendable, Subject

Found = Callable[..., Subject]


def extendable(subject: Subject, name: str) -> Extendable | None:
    return subject.extendable.get(f"{subject.modules[0]}:{name}")


def methods(subject: Subject, name: str) -> dict[str, bool]:
    """Return by method whether it must be overridden."""
    one = extendable(subject, name)
    return {} if one is None else {method.name: method.required for method in one.methods}


def test_what_is_abstract_must_be_overridden_and_hooks_may_be(found: Found) -> None:
    subject = found(
        """
        import abc
        class Shape(abc.ABC):
            @abc.abstractmethod
            def area(self) -> float: ...
            def on_draw(self, x: int) -> None:
                pass
            def name(self) -> str:
                return "shape"
            def shown(self) -> str:
                return self.name() + str(self._rest())
            def _rest(self) -> str:
                return ""
            def alone(self) -> int:
                return 1
        """
    )

    assert methods(subject, "Shape") == {"area": True, "on_draw": False, "name": False}


def test_a_protocol_is_there_to_be_implemented(found: Found) -> None:
    subject = found(
        """
        from typing import Protocol
        class Step(Protocol):
            def __call__(self, x: int) -> int: ...
        class Sized(Protocol):
            def size(self) -> int: ...
        def run(step: Step, sized: Sized) -> int:
            return step(sized.size())
        """
    )

    assert methods(subject, "Step") == {"__call__": True}
    assert methods(subject, "Sized") == {"size": True}


@pytest.mark.parametrize(
    "text",
    [
        "from typing import final\n@final\nclass C:\n    def on_x(self) -> None: ...",
        "import enum\nclass C(enum.Enum):\n    A = 1\n    def on_x(self) -> None: ...",
        "class C(Exception):\n    def on_x(self) -> None: ...",
        "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def f(self, *x) -> int: ...",
        "class C:\n    def f(self) -> int: return 1",
        "from typing import final\nclass C:\n    @final\n    def on_x(self) -> None: ...",
        "class C:\n    def on_x(self):\n        return self.y",
    ],
)
def test_what_cannot_be_derived_from_is_left_alone(found: Found, text: str) -> None:
    assert methods(found(text), "C") == {}


def test_a_hook_without_annotations_that_gives_nothing_is_overridden(found: Found) -> None:
    subject = found("class C:\n    def on_x(self, y):\n        self.y = y\n")

    one = extendable(subject, "C")
    assert one is not None
    assert [(m.name, str(m.output), [i.name for i in m.inputs]) for m in one.methods] == [
        ("on_x", "None", ["y"])
    ]


def test_an_object_of_a_derived_class_is_made_as_one_of_the_class(found: Found) -> None:
    subject = found(
        """
        class C:
            def __init__(self, n: int, done) -> None:
                done(n)
            def on_x(self) -> None: ...
        """
    )

    one = extendable(subject, "C")
    assert one is not None
    shown = [str(given.form) for given in one.constructor.inputs]
    assert shown == ["type[C]", "int", "Callable[any, any]"]


def test_exceptions_that_the_source_catches_are_known(found: Found) -> None:
    subject = found(
        """
        def f(x):
            try:
                return x()
            except (KeyError, OSError, Odd):
                return 1
            except UnicodeDecodeError:
                return 2
        def g(x):
            try:
                return x()
            except KeyError:
                return 1
        """
    )

    assert subject.caught == ("KeyError()", "OSError()")
