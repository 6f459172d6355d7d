"""The files that a run can be written to: `FORMATS`.

A new format is a class that plays the role of a `ResultWriter`, in a module of its own, and a line here.
"""

from __future__ import annotations

from refute.model.results import ResultWriter
from refute.report.junit import JunitResult
from refute.report.result_file import JsonResult

# By name: that of the option which takes the file.
FORMATS: dict[str, ResultWriter] = {"json": JsonResult(), "junitxml": JunitResult()}
