"""Modules under test that are imported only when a call needs them: `LazyImports` tells of each as soon as it is loaded.

Right then it is in the state that the others were in after the import of the target, and can be remembered like them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class LazyImports:
    """A finder that finds what the others find, and has `loaded` called once such a module was executed."""

    def __init__(
        self, is_subject: Callable[[str], bool], loaded: Callable[[ModuleType], None]
    ) -> None:
        self._is_subject, self._loaded = is_subject, loaded

    def install(self) -> None:
        """Take the first place among the finders, in the stead of a predecessor."""
        others = [one for one in sys.meta_path if not isinstance(one, LazyImports)]
        sys.meta_path[:] = [self, *others]

    def find_spec(
        self, name: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return what the other finders find for a module under test."""
        if not self._is_subject(name):
            return None
        finders = (one.find_spec for one in sys.meta_path if not isinstance(one, LazyImports))
        found = (find(name, path, target) for find in finders)
        spec = next((spec for spec in found if spec is not None), None)
        # A loader that is a class is shared by all modules of its kind, those written in C for one.
        if (
            spec is not None
            and hasattr(spec.loader, "__dict__")
            and not isinstance(spec.loader, type)
        ):
            self._watch(spec.loader)
        return spec

    def _watch(self, loader: Any) -> None:
        execute = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            del loader.exec_module
            execute(module)
            self._loaded(module)

        loader.exec_module = exec_module
