"""The user's folder of tests: written, moved when the fault is mended, never lost: `SuiteFolder`.

`test_<module>_findings.py` has the findings of this run.  Those of earlier runs that pass now are in
`test_<module>_mended.py`, so that they go on guarding what they once found.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from refute.discover.modules import path_entries
from refute.model.finding import Finding
from refute.model.recording import RecordedTest
from refute.model.results import Results
from refute.model.subject import Located
from refute.render.files import is_ours, put_aside, write_files
from refute.render.findings_module import ids_in
from refute.render.test_names import (
    findings_name,
    mended_name,
    module_of,
    recorded_module,
    recorded_name,
    suite_name,
)
from refute.search.pytest_modules import PytestModules


class SuiteFolder:
    """The files of one run in one folder; `notes` gets what the reader should know about them."""

    def __init__(
        self,
        directory: Path,
        results: Results,
        located: list[Located],
        notes: list[str],
        again: str = "",
    ) -> None:
        self._directory = directory
        self._results = results
        self._notes = notes
        self._modules = PytestModules(tuple(path_entries(located)), directory, again)

    def findings(self) -> dict[str, str]:
        """Return the files of the findings by name: those of the severity asked for, or worse."""
        return {
            findings_name(module): self._modules.findings(module, some)
            for module, some in self._by_module(self._results.shown()).items()
        }

    def mended(self, passing: Iterable[Finding]) -> dict[str, str]:
        """Return the files of findings whose tests pass now, by name."""
        return {
            mended_name(module): self._modules.findings(module, some, mended=True)
            for module, some in self._by_module(passing).items()
        }

    def recorded(self, tests: Iterable[RecordedTest]) -> dict[str, str]:
        """Return the files of recorded behaviour, by name."""
        seed = self._results.options.seed
        return {
            self.suite_name(module): self._modules.recorded(
                module, some, seed, self._results.parameters
            )
            for module, some in by_module(tests).items()
        }

    def suite_name(self, module: str) -> str:
        """Return the name of the file for a module: another one than that of the user's tests that were learned from.

        pytest refuses two files of one name in folders that are no packages.
        """
        name = suite_name(module)
        learned = (Path(one.partition("::")[0]) for one in self._results.options.learn_from)
        theirs = (path for one in learned for path in ([one] if one.is_file() else one.rglob(name)))
        if any(path.name == name and not is_ours(path) for path in theirs):
            return recorded_name(module)
        return name

    def write(self, files: dict[str, str]) -> list[str]:
        """Write the files; return their paths."""
        return write_files(self._directory, files, self._notes) if files else []

    def remove_stale(self, done: Iterable[Finding], written: Iterable[str]) -> None:
        """Remove a file of ours with tests of findings, of which none is left; what is not known to be mended stays."""
        results = self._results
        modules = {operation.partition(":")[0] for operation in results.operations}
        modules |= set(results.definitions.values())
        ids, names = {finding.id for finding in done}, set(written)
        for name in sorted(map(findings_name, modules)):
            path = self._directory / name
            if name in names or not path.is_file() or not is_ours(path):
                continue
            left = ids_in(path.read_text(encoding="utf-8")) - ids
            if left:
                shown = ", ".join(sorted(left))
                self._notes.append(f"left {path} alone: this run did not find {shown}")
            else:
                put_aside(path, self._notes)
                path.unlink(missing_ok=True)
                self._notes.append(f"removed {path}: its findings are mended")

    def _by_module(self, findings: Iterable[Finding]) -> dict[str, list[Finding]]:
        """Return the findings by the module in whose file they belong: the one that defines the operation."""
        found: dict[str, list[Finding]] = {}
        definitions = self._results.definitions
        for finding in findings:
            operation = finding.violation.operation
            # A law is about a class, and perhaps about a method that is no operation.
            home = definitions.get(operation) or definitions.get(operation.rpartition(".")[0])
            home = home or module_of(finding)
            found.setdefault(home, []).append(finding)
        return found


def by_module(tests: Iterable[RecordedTest]) -> dict[str, list[RecordedTest]]:
    """Return recorded tests by the module in whose file they belong."""
    found: dict[str, list[RecordedTest]] = {}
    for test in tests:
        found.setdefault(recorded_module(test), []).append(test)
    return found
