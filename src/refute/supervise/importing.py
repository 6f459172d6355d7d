"""The modules of the targets, imported in the sandbox: `load_modules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from refute.discover.modules import check_own
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.imports import load_target
from refute.model.errors import UsageError
from refute.model.subject import Located


def load_modules(
    located: Iterable[Located], guard: Guard, begin: Callable[[str], object] = lambda module: None
) -> None:
    """Import what the targets name; `begin` is told of each module before."""
    for one in located:
        for module in one.modules:
            begin(module)
            try:
                check_own(module, one.path_entries)
                load_target(module, guard)
            except UsageError as wrong:
                # Of a folder the others can be tested; discovery tells which one could not, and why.
                if len(one.modules) == 1 or wrong.slug == "import-effects":
                    raise
