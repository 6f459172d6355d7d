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
    from refute.errors import Defect, UsageError
    from refute.given import presets
    from refute.method_inputs import inputs
    from refute.methods import exhaust
    from refute.model.roles import Breach
    from refute.options import Options
    from refute.parametrized import parametrize
    from refute.query import Corpus, Kept, corpus
    from refute.small import array, bounds, mapping, strategy, structures

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
    "Corpus": "refute.query",
    "Defect": "refute.errors",
    "Kept": "refute.query",
    "Options": "refute.options",
    "Report": "refute.api",
    "ReportedFinding": "refute.api",
    "UsageError": "refute.errors",
    "array": "refute.small",
    "bounds": "refute.small",
    "corpus": "refute.query",
    "exhaust": "refute.methods",
    "find": "refute.api",
    "inputs": "refute.method_inputs",
    "mapping": "refute.small",
    "parametrize": "refute.parametrized",
    "presets": "refute.given",
    "strategy": "refute.small",
    "structures": "refute.small",
    "suite": "refute.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'refute' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
