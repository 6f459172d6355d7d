"""Formats of result files: each plays the role, and the recipe for a new one works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import refute
from refute.model.options import Options
from refute.model.results import FinishedRun, Results
from refute.report.formats import FORMATS

ROOT = Path(__file__).parents[3]


def test_every_format_writes_a_run_in_which_nothing_happened():
    run = FinishedRun(Results(Options(), ["shop"]), "1", [], lambda finding: "")

    assert all(writer.help and writer.text(run).endswith("\n") for writer in FORMATS.values())


def test_the_documented_diff_adds_a_format(tmp_path):
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    section = page.partition("## Add an output format")[2]
    diff = re.search(r"^```diff\n(.*?)^```$", section, re.M | re.S)[1]
    source = tmp_path / "src" / "refute"
    report = source / "report"
    report.mkdir(parents=True)
    (report / "formats.py").write_text(
        (Path(refute.__file__).parent / "report/formats.py").read_text()
    )
    subprocess.run(["git", "apply", "-"], input=diff, text=True, cwd=tmp_path, check=True)
    program = (
        f"import refute.report; refute.report.__path__.insert(0, {str(report)!r})\n"
        "from refute.report.formats import FORMATS\n"
        "from refute.model.options import Options\n"
        "from refute.model.results import FinishedRun, Results\n"
        "results = Results(Options(), ['shop'], operations={'shop:f': {}})\n"
        "print(FORMATS['tap'].text(FinishedRun(results, '1', [], str)), end='')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("1..1\nok 1 - shop:f\n", "")
