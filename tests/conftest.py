"""What holds for all tests: the long ones begin first, processes begin quickly, none sees the traces of another."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

# Two workers are done at about the same time only if what is left at the end is short.
_LONGEST_FIRST = ("whole", "quality", "laws", "unit")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests by their folder; within one they stay as they are."""
    folders = [config.rootpath / "tests" / name for name in _LONGEST_FIRST]
    items.sort(key=lambda item: [folder not in item.path.parents for folder in folders])


def pytest_collection_finish() -> None:
    """Leave thousands of tests out of garbage collection: it took a third of the time, more in the forks that tests make."""
    _free_and_freeze()


@pytest.fixture(scope="module", autouse=True)
def _little_to_collect() -> Iterator[None]:
    """Free the searches that tests made in this process, some megabytes each: forks are dear where there are hundreds of them."""
    yield
    _free_and_freeze()


def _free_and_freeze() -> None:
    gc.collect()
    if gc.get_freeze_count() > 2 * _FROZEN[0]:
        # What was frozen while a test still held it is not looked at otherwise; to look at it all each time takes longer.
        gc.unfreeze()
        gc.collect()
        _FROZEN[0] = len(gc.get_objects())
    gc.freeze()


_FROZEN = [100_000]  # how much was left the last time


@pytest.fixture(scope="session", autouse=True)
def _pytest_starts_without_plugins() -> Iterator[None]:
    """Hypothesis and typeguard take a second to load, in each of the hundred processes that run emitted tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        patch.setenv("NO_COLOR", "1")
        yield


@pytest.fixture(autouse=True)
def _import_path_as_before() -> Iterator[None]:
    """Whoever looks at a module in this process puts its folder in front: the next test has one of the same name elsewhere."""
    path = list(sys.path)
    yield
    sys.path[:] = path
