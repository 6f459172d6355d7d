"""The tests of findings in the user's folder: written, moved when the fault is mended, never lost.

`test_<module>_findings.py` has the findings of this run.  Those of earlier runs that pass now are in
`test_<module>_mended.py`, so that they go on guarding what they once found.
"""

from __future__ import annotations

from pathlib import Path

from refute import __version__
from refute.again import again_command
from refute.api import Report, finding_files, home_of, path_entries
from refute.discover.files import may_touch_files
from refute.keep import CorpusKeeper
from refute.model.finding import Finding
from refute.options import Options
from refute.render.files import is_ours, put_aside, relative_entries, write_files
from refute.render.testfile import (
    findings_file,
    findings_name,
    ids_in,
    mended_name,
)


def write_finding_tests(
    report: Report, keeper: CorpusKeeper, directory: Path, options: Options
) -> list[str]:
    """Write the tests of a run's findings and of those that are mended; return the paths."""
    again = again_command("find", report.results.targets, options, "DIR")
    files = finding_files(report, directory, options.severity, again)
    files |= mended_files(report, keeper, directory)
    written = write_files(directory, files, report.notes) if files else []
    remove_stale(report, keeper, directory, files)
    return written


def mended_files(report: Report, keeper: CorpusKeeper, directory: Path) -> dict[str, str]:
    """Return the text of the files for mended findings, by name."""
    by_module: dict[str, list[Finding]] = {}
    for finding in keeper.passing:
        by_module.setdefault(home_of(finding, report.results), []).append(finding)
    places = path_entries(report.located)
    entries = relative_entries(places, directory)
    return {
        mended_name(module): findings_file(
            module,
            findings,
            version=__version__,
            path_entries=entries,
            mended=True,
            in_folder=may_touch_files(module, places),
        )
        for module, findings in by_module.items()
    }


def remove_stale(
    report: Report, keeper: CorpusKeeper, directory: Path, files: dict[str, str]
) -> None:
    """Remove a file of ours with tests of findings, of which none is left; what is not known to be mended stays."""
    modules = {operation.partition(":")[0] for operation in report.results.operations}
    modules |= set(report.results.homes.values())
    done = {finding.id for finding in (*keeper.passing, *keeper.mended)}
    for name in sorted(map(findings_name, modules)):
        path = directory / name
        if name in files or not path.is_file() or not is_ours(path):
            continue
        left = ids_in(path.read_text(encoding="utf-8")) - done
        if left:
            ids = ", ".join(sorted(left))
            report.notes.append(f"left {path} alone: this run did not find {ids}")
        else:
            put_aside(path, report.notes)
            path.unlink(missing_ok=True)
            report.notes.append(f"removed {path}: its findings are mended")
