"""The import of the code under test inside the sandbox: `load_target`, and what is wrong where it fails."""

from __future__ import annotations

import importlib
import signal
import traceback
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

from refute.execute.sandbox import audit
from refute.execute.sandbox import guard as guard_module
from refute.execute.sandbox.guard import Guard, leftover_threads
from refute.execute.sandbox.process import replaced_handlers
from refute.look.standard_error import ErrorOutput
from refute.model.errors import UsageError
from refute.model.execution import RefusedEffect

TroubleKind = Literal["missing", "failed", "exited", "refused", "threads", "signals"]


@dataclass(frozen=True, slots=True)
class ImportTrouble:
    """Why a target cannot be tested as it is; `module` is there when the import itself succeeded."""

    kind: TroubleKind
    detail: str
    traceback_text: str = ""
    module: ModuleType | None = None


def import_target(name: str, guard: Guard) -> ModuleType | ImportTrouble:
    """Import a module of the code under test; return it, or what is wrong with it.

    Threads are no trouble when they are allowed.
    A replaced signal handler is reported and put back by the next `remember_process`.
    """
    before = leftover_threads(guard)
    refused = guard.refused
    try:
        module = importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            return ImportTrouble("missing", f"there is no module {error.name!r}")
        return _trouble("failed", error)
    except SystemExit as error:
        return _trouble(
            "exited", error, f"importing it ended the process with exit code {error.code!r}"
        )
    except RefusedEffect as error:
        return _trouble("refused", error, f"it tried to {error.action}")
    except BaseException as error:
        kind: TroubleKind = (
            "refused" if guard.refused > refused and isinstance(error, OSError) else "failed"
        )
        return _trouble(kind, error)
    started = leftover_threads(guard).keys() - before.keys()
    if started and "threads" not in guard.allowed:
        names = leftover_threads(guard)
        listed = ", ".join(sorted(names.get(identity, "ended") for identity in started))
        return ImportTrouble("threads", f"importing it started a thread ({listed})", module=module)
    replaced = replaced_handlers(guard)
    if replaced:
        listed = ", ".join(signal.Signals(number).name for number in replaced)
        return ImportTrouble(
            "signals", f"importing it replaced the handler of {listed}", module=module
        )
    return module


def load_target(name: str, guard: Guard) -> ModuleType:
    """Import a module of the code under test; UsageError says why it cannot be tested."""
    written = ErrorOutput()
    result = import_target(name, guard)
    if not isinstance(result, ImportTrouble):
        return result
    if result.kind == "signals" and result.module is not None:
        return result.module
    if result.kind == "threads":
        raise UsageError(
            f"cannot test {name}: {result.detail}. Start it lazily, or allow it with --allow threads.",
            "import-effects",
        )
    trace = f"\n{result.traceback_text.rstrip()}" if result.traceback_text else ""
    slug = {"missing": "no-such-module", "exited": "import-exits", "refused": "import-effects"}
    raise UsageError(
        f"cannot import {name}: {result.detail}{written.hint()}{trace}",
        slug.get(result.kind, "import-error"),
    )


def _trouble(kind: TroubleKind, error: BaseException, detail: str = "") -> ImportTrouble:
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not _is_machinery(frame.filename)
    ]
    lines = traceback.format_list(frames)
    if isinstance(error, RefusedEffect):
        lines.append(f"{error}\n")  # whose class is ours, and of no interest
    else:
        lines += traceback.format_exception_only(error)
    return ImportTrouble(kind, detail or lines[-1].strip(), "".join(lines))


def _is_machinery(filename: str) -> bool:
    return (
        # Also what watches over effects: the reader's part of the traceback ends where it begins.
        filename in (__file__, audit.__file__, guard_module.__file__)
        or filename.startswith("<frozen importlib")
        or filename == importlib.__file__
    )
