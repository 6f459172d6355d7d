"""Which files a failure passes on its way from the command to the printed finding.

`refute find` runs on a function of one line, with one worker; in both processes the stack is read at the moments when the
data of the picture in docs/ARCHITECTURE.md comes to be: a worker is started, the subject is made, it is called, what is known
is gathered, a rule applies, somebody is blamed, the finding is made, written as Python and shown.  The files of refute on these stacks, in the order of their first appearance, are what a reader has to read to
follow the way.  Run: python -m benchmarks.way
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
SUBJECT = '''def first(text: str) -> str:
    """Return the first word."""
    return text.split()[0]
'''

# Runs in the parent and in its children, before anything of refute: writes a line for each file, with the number of the
# process, since nobody can say whose line comes first.
_TRACER = """
import os, sys
_write, _inside, _on_the_way, _running = os.write, {inside!r}, set(), set()
_made = {{"Subject", "Finding"}}

def _matters(code, frame):
    if code.co_filename.endswith("one_line.py"):
        return True
    if code.co_name in ("start_worker", "finding_lines", "pasted", "evidence_of"):
        return True
    if code.co_filename.endswith("exceptions/rules.py"):
        return True
    if code.co_name != "__init__" or code.co_filename != "<string>":
        return False
    name = type(frame.f_locals.get("self")).__name__
    blamed = getattr(frame.f_locals.get("blame"), "value", "")
    return name in _made or (name == "Violation" and blamed == "code")

def _note(frame, event, argument):
    if event != "call":
        return
    code = frame.f_code
    file = code.co_filename
    if file.startswith(_inside) and file not in _running and not _is_imported(frame):
        _running.add(file)
        _write({descriptor}, ("{process} runs " + file[len(_inside):] + "\\n").encode())
    if _matters(code, frame) and not _is_imported(frame):
        _read_stack(frame)
        if code.co_name == "start_worker":
            _write({descriptor}, b"{process} started child\\n")

def _read_stack(frame):
    stack = []
    while frame is not None:
        stack.append(frame.f_code.co_filename)
        frame = frame.f_back
    for file in reversed(stack):
        if file.startswith(_inside) and file not in _on_the_way:
            _on_the_way.add(file)
            _write({descriptor}, ("{process} way " + file[len(_inside):] + "\\n").encode())

def _is_imported(frame):
    while frame is not None:
        is_module = frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(_inside)
        if is_module and frame.f_globals.get("__name__") != "__main__":
            return True
        frame = frame.f_back
    return False

sys.setprofile(_note)
"""
_PARENT = """
import subprocess
_tracers, _descriptor = {tracers!r}, {descriptor}

class Traced(subprocess.Popen):
    def __init__(self, command, *more, **options):
        at = command.index("-m") if "-m" in command else 0
        if at:
            module, arguments = command[at + 1], command[at + 2 :]
            run = f"import runpy; sys.argv = [{{module!r}}, *{{arguments!r}}]; runpy.run_module({{module!r}}, run_name='__main__')"
            command = [*command[:at], "-c", _tracers.pop(0) + run]
            options["pass_fds"] = (*options["pass_fds"], _descriptor)
        super().__init__(command, *more, **options)

subprocess.Popen = Traced
from refute.__main__ import main
raise SystemExit(main(["find", "one_line.py", "-n", "1", "--sequences", "50"]))
"""


def files_on_the_way() -> tuple[list[str], int]:
    """Return the files on the way, in order, and how many files have a function that runs at all."""
    reading, writing = os.pipe()
    inside = str(SOURCE / "refute") + os.sep
    tracers = [
        _TRACER.format(inside=inside, descriptor=writing, process=number) for number in range(9)
    ]
    program = tracers[0] + _PARENT.format(tracers=tracers[1:], descriptor=writing)
    with tempfile.TemporaryDirectory() as folder, open(reading, encoding="utf-8") as told:
        Path(folder, "one_line.py").write_text(SUBJECT, encoding="utf-8")
        child = subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
        )
        os.close(writing)
        lines = told.read().splitlines()
        assert child.wait() == 1, "the failure is found"
    told_by = [line.split() for line in lines]
    began = told_by.index(["0", "started", "child"])
    # First the parent until it has started a worker, then that one, then other children, then the rest of the parent.
    ordered = [
        *(file for process, kind, file in told_by[:began] if (process, kind) == ("0", "way")),
        *(
            file
            for _, kind, file in sorted(told_by, key=lambda one: one[0])
            if kind == "way" and _ != "0"
        ),
        *(file for process, kind, file in told_by if (process, kind) == ("0", "way")),
    ]
    running = {file for _, kind, file in told_by if kind == "runs"}
    return list(dict.fromkeys(ordered)), len(running)


def main() -> None:
    """Print the files in order."""
    files, running = files_on_the_way()
    print("\n".join(f"{number}. `{file}`" for number, file in enumerate(files, 1)))
    print(f"\n{len(files)} files on the way; {running} have a function that runs at all.")


if __name__ == "__main__":
    main()
