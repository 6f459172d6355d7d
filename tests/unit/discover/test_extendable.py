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
        "import abc\nclass C(abc.ABC):\n    @classmethod\n    @abc.abstractmethod\n    def f(cls) -> int: ...",
        "class C:\n    def f(self) -> int: return 1",
        "from typing import final\nclass C:\n    @final\n    def on_x(self) -> None: ...",
        "class C:\n    def on_x(self):\n        return self.y",
    ],
)
def test_what_cannot_be_derived_from_is_left_alone(found: Found, text: str) -> None:
    assert methods(found(text), "C") == {}


def test_properties_and_what_a_protocol_holds_are_had_by_a_subclass(found: Found) -> None:
    subject = found(
        """
        import abc
        from typing import Protocol
        class Shape(abc.ABC):
            @property
            @abc.abstractmethod
            def area(self) -> int: ...
        class Named(Protocol):
            name: str
            kind: str = "plain"
        class Sized(Named, Protocol):
            @property
            def size(self) -> int: ...
        def use(named: Named, sized: Sized) -> None: ...
        """
    )

    def shown(name: str) -> list[tuple[str, str, str]]:
        one = extendable(subject, name)
        return [] if one is None else [(m.name, str(m.output), m.then) for m in one.methods]

    assert shown("Shape") == [("area", "int", "property")]
    assert shown("Named") == [("name", "str", "attribute")]
    assert shown("Sized") == [("name", "str", "attribute"), ("size", "int", "property")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "from typing import final\n@final\nclass C:\n    def on_x(self) -> None: ...",
            "it is final",
        ),
        (
            "import abc\nclass C(abc.ABC):\n    @classmethod\n    @abc.abstractmethod\n    def f(cls): ...",
            "no body can be made for f",
        ),
    ],
)
def test_why_no_subclass_is_made_is_told(found: Found, text: str, why: str) -> None:
    subject = found(text)

    assert extendable(subject, "C") is None
    assert subject.skipped[f"{subject.modules[0]}:C as a base"] == why


def test_a_property_that_is_written_to_is_an_attribute_of_a_subclass(found: Found) -> None:
    subject = found(
        """
        import abc
        class Shape(abc.ABC):
            @property
            @abc.abstractmethod
            def width(self) -> int: ...
            @width.setter
            def width(self, x: int) -> None: ...
        """
    )
    shape = extendable(subject, "Shape")

    assert shape is not None
    assert [(m.name, str(m.output), m.then) for m in shape.methods] == [
        ("width", "int", "attribute")
    ]


def test_methods_give_generators_and_what_is_waited_for(found: Found) -> None:
    subject = found(
        """
        from collections.abc import AsyncIterator, Iterator
        from contextlib import AbstractContextManager
        from typing import Protocol
        class Source(Protocol):
            def numbers(self) -> Iterator[int]:
                yield 1
            def stream(self) -> AsyncIterator[int]: ...
            async def first(self) -> int: ...
            def lock(self) -> AbstractContextManager[str]: ...
            def again(self) -> Iterator[int]: ...
        def read(source: Source) -> int:
            return next(source.again())
        """
    )
    source = extendable(subject, "Source")

    assert source is not None
    assert {m.name: (m.then, str(m.output)) for m in source.methods} == {
        "numbers": ("items", "int"),
        "stream": ("async-items", "int"),
        "first": ("await", "int"),
        "lock": ("with", "str"),
        "again": ("", "Iterator[int]"),
    }


def test_what_an_abstract_method_gives_is_not_known_where_it_is_used(found: Found) -> None:
    subject = found(
        """
        import abc
        class C(abc.ABC):
            @abc.abstractmethod
            def told(self): ...
            @abc.abstractmethod
            def asked(self): ...
            @abc.abstractmethod
            def described(self):
                \"\"\"Return something.\"\"\"
            def run(self) -> int:
                self.told()
                self.described()
                return 1 + self.asked()
        """
    )

    one = extendable(subject, "C")
    assert one is not None
    assert {m.name: (str(m.output), str(m.gives)) for m in one.methods} == {
        "told": ("None", "None"),
        "asked": ("any", "int"),
        "described": ("any", "None"),
    }


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


@pytest.mark.parametrize("signature", ["'nonsense'", "property(lambda self: 1 / 0)"])
def test_a_method_with_an_impossible_signature_is_no_trouble(found: Found, signature: str) -> None:
    subject = found(
        f"""
        import abc
        class C(abc.ABC):
            @abc.abstractmethod
            def f(self, x): ...
            f.__signature__ = {signature}
        def use(c: C) -> None: ...
        """
    )

    assert extendable(subject, "C") is None
    # From 3.13 on a text may say what the parameters are; this one does not.
    why = [one for name, one in subject.skipped.items() if "C" in name]
    assert any("TypeError" in one or "ValueError" in one for one in why)


def test_a_method_called_in_a_function_within_another_method_is_a_hook(found: Found) -> None:
    subject = found(
        """
        class Rows:
            '''Subclasses say how rows are sorted.'''
            def weight(self, row: int) -> int:
                return 0
            def sorted(self, rows: list[int]) -> list[int]:
                return sorted(rows, key=lambda row: self.weight(row))
        """
    )

    assert methods(subject, "Rows") == {"weight": False}


def test_a_method_is_declared_as_the_class_declares_it(found: Found) -> None:
    subject = found(
        """
        import abc
        class Action(abc.ABC):
            @abc.abstractmethod
            def run(self, x: int, /, where="here", *rest: str, deep=False, last, **named) -> int: ...
            @abc.abstractmethod
            def only(self, *, key: int) -> int: ...
        """
    )

    one = extendable(subject, "Action")
    assert one is not None
    assert [method.names for method in one.methods] == [
        ("*, key",),
        ("x", "where='here'", "*rest", "deep=False", "last", "**named"),
    ]
    forms = [str(given.form) for given in one.methods[1].inputs]
    assert forms == ["int", "any", "tuple", "any", "any", "dict"]


def test_a_hook_that_does_something_is_not_overridden_where_it_takes_all_the_rest(
    found: Found,
) -> None:
    subject = found(
        """
        class Log:
            def __init__(self) -> None:
                self.lines = []
            def on_line(self, line: str, end: str = "") -> None:
                self.lines.append(line + end)
            def on_lines(self, *lines: str) -> None:
                self.lines.extend(lines)
        """
    )

    assert methods(subject, "Log") == {"on_line": False}


def test_where_some_methods_are_final_the_others_are_not(found: Found) -> None:
    subject = found(
        """
        from typing import final
        class Stack:
            def __init__(self) -> None:
                self._items: list[int] = []
            def size(self) -> int:
                return len(self._items)
            @final
            def push(self, item: int) -> None:
                self._items.insert(self.size(), item)
        """
    )

    assert methods(subject, "Stack") == {"size": False}


@pytest.mark.parametrize(
    ("line", "is_overridden"),
    [
        ("return len(self._items)", True),
        ("return any(isinstance(one, int) for one in self._items)", True),
        ("return self._count()", False),
        ("return print(len(self._items))", False),
        ("self._items += (1,)", False),
        ("return isinstance(self, str) and self._items.pop()", False),
        ("global seen; seen = 1; return 1", False),
    ],
)
def test_what_only_computes_may_be_left_out_by_a_subclass(
    found: Found, line: str, is_overridden: bool
) -> None:
    subject = found(
        f"""
        class Bag:
            "For subclasses."
            def __init__(self) -> None:
                self._items = ()
            def size(self) -> int:
                {line}
            def _count(self) -> int:
                return len(self._items)
            def put(self) -> int:
                return self.size()
        """
    )

    assert methods(subject, "Bag") == ({"size": False} if is_overridden else {})


def test_what_is_left_open_may_be_called_with_more_than_it_takes(found: Found) -> None:
    subject = found(
        """
        class Term:
            '''Subclasses say how it is written.'''
            def text(self, name, *, deep=False):
                raise NotImplementedError
            def __str__(self):
                return self.text('a', quote='"')
        """
    )
    term = extendable(subject, "Term")

    assert term is not None
    assert [one.names for one in term.methods] == [("name", "*args", "deep=False", "**kwargs")]
