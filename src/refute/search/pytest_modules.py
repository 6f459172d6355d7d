"""The pytest modules of one folder: `PytestModules` knows what their tests need to be run there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from refute import __version__
from refute.discover.file_use import may_touch_files
from refute.model.finding import Finding
from refute.model.recording import RecordedTest
from refute.render.files import relative_entries
from refute.render.findings_module import findings_file
from refute.render.suite_module import suite_file


@dataclass(frozen=True, slots=True)
class PytestModules:
    """Writes modules for `directory` (None: for wherever the subject can be imported).

    `places` are the folders from which the subject is imported, `again` the command that makes the modules; with
    `beside` it is not said how to find what lies in the directory itself.
    """

    places: tuple[str, ...] = ()
    directory: Path | None = None
    again: str = ""
    beside: bool = False

    def findings(self, module: str, findings: Iterable[Finding], mended: bool = False) -> str:
        """Return a module in which each finding is a test that fails; that passes, where they are mended."""
        return findings_file(
            module,
            findings,
            version=__version__,
            again="" if mended else self.again,
            path_entries=self._entries(),
            mended=mended,
            in_folder=may_touch_files(module, self.places),
        )

    def recorded(
        self,
        module: str,
        tests: Iterable[RecordedTest],
        seed: int | None,
        parameters: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> str:
        """Return a module that records how the subject behaves today; `parameters` has their names, by operation."""
        return suite_file(
            module,
            tests,
            version=__version__,
            seed=seed,
            again=self.again,
            path_entries=self._entries(),
            in_folder=may_touch_files(module, self.places),
            parameters=parameters,
        )

    def _entries(self) -> list[str]:
        if self.directory is None:
            return []
        entries = relative_entries(list(self.places), self.directory)
        return [entry for entry in entries if not (self.beside and entry == ".")]
