"""Classes that only operations lead to."""

from __future__ import annotations

from collections.abc import Callable

from refute.model.subject import Subject

Found = Callable[..., Subject]

LOGS = """
    import abc
    class _Log:
        def __init__(self, name: str) -> None: ...
        def write(self, line: str) -> None: ...
        def _flush(self): ...
        @classmethod
        def other(cls): ...
    class _Base(abc.ABC):
        @abc.abstractmethod
        def read(self): ...
    class _Wrong(Exception):
        def said(self): ...
    def open_log(name: str): return _Log(name)
"""


def of_private(subject: Subject) -> list[str]:
    return [one.target for one in subject.routines if one.owner in subject.reached]


def test_only_methods_of_objects_that_can_be_had_are_operations(found: Found) -> None:
    assert of_private(found(LOGS)) == ["shop:_Log.write"]


def test_they_make_values_where_something_else_is_asked_for(found: Found) -> None:
    subject = found(LOGS, "shop:open_log")

    assert of_private(subject) == []
    assert "shop:_Log.write" in {one.target for one in subject.helpers}


def test_a_module_with_nothing_else_has_nothing_to_test(found: Found) -> None:
    assert found(LOGS.replace("def open_log", "def _open_log")).routines == ()


def test_what_yields_can_be_gone_on_with(found: Found) -> None:
    subject = found("def each():\n    yield 1")

    assert [one.target for one in subject.helpers] == [
        "types:GeneratorType.__next__",
        "contextlib:_GeneratorContextManager.__enter__",
        "contextlib:_GeneratorContextManager.__exit__",
    ]
    assert found(LOGS).helpers == ()


def test_objects_that_a_module_has_under_a_public_name_are_used(found: Found) -> None:
    subject = found(
        """
        import enum, logging
        class _Log:
            def write(self, line: str) -> None: ...
        class _Mark: ...
        class Color(enum.Enum):
            RED = 1
        log: _Log = _Log()
        try:
            other = _Log()
        except Exception:
            other = None
        _hidden, NOTHING, color, logger = _Log(), _Mark(), Color.RED, logging.getLogger()
        """
    )

    assert of_private(subject) == []  # waits for nothing
    assert "shop:_Log.write" in {one.target for one in subject.routines}
    assert subject.constants["shop:_Log"] == ("shop.log", "shop.other")
    assert [one.steps[0].operation.source for one in subject.examples] == ["shop.log", "shop.other"]
    assert subject.hidden == {"shop:_Mark"}
