"""Looks for calls that break Python code, shows the shortest, and writes the pytest file.

    report = refute.find("shop.cart", seconds=10)
    for finding in report.findings:
        print(finding.source())

Parts load lazily, so that `import refute` in production code costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refute.api import Report, ReportedFinding, find, suite
    from refute.discover.user_presets import presets
    from refute.exhaustive.inputs import inputs
    from refute.exhaustive.method import exhaust
    from refute.exhaustive.parametrize import parametrize
    from refute.exhaustive.structures import array, bounds, mapping, strategy, structures
    from refute.keep.query import Corpus, Kept, corpus
    from refute.model.errors import Defect, UsageError
    from refute.model.options import Options
    from refute.model.roles import Breach

__version__ = "0.1.0"

__all__ = [
    "Breach",
    "Corpus",
    "Defect",
    "Kept",
    "Options",
    "Report",
    "ReportedFinding",
    "UsageError",
    "__version__",
    "array",
    "bounds",
    "corpus",
    "exhaust",
    "find",
    "inputs",
    "mapping",
    "parametrize",
    "presets",
    "strategy",
    "structures",
    "suite",
]

_HOMES = {
    "Breach": "refute.model.roles",
    "Corpus": "refute.keep.query",
    "Defect": "refute.model.errors",
    "Kept": "refute.keep.query",
    "Options": "refute.model.options",
    "Report": "refute.api",
    "ReportedFinding": "refute.api",
    "UsageError": "refute.model.errors",
    "array": "refute.exhaustive.structures",
    "bounds": "refute.exhaustive.structures",
    "corpus": "refute.keep.query",
    "exhaust": "refute.exhaustive.method",
    "find": "refute.api",
    "inputs": "refute.exhaustive.inputs",
    "mapping": "refute.exhaustive.structures",
    "parametrize": "refute.exhaustive.parametrize",
    "presets": "refute.discover.user_presets",
    "strategy": "refute.exhaustive.structures",
    "structures": "refute.exhaustive.structures",
    "suite": "refute.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'refute' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
