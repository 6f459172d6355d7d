"""How many small changes of the code the emitted suites notice: mutation score, tests, time.

python -m benchmarks.protection [--for 30 | --sequences 1000] [--all] [--packages DIR] [--source DIR] [NAME...]

Half of the places in the code, by a hash of where they are, are held out: the search that makes the suite sees only
mutants of the other half, and only those held out are counted here.  Each is tried in a fork of a
process that has imported the tests: it is noticed where a test fails, or does not end.  With `--all` nothing is held
out: that is what users get, and a score that the search has worked towards.  `--packages` is a folder that
the packages are installed in with `pip install --target`; `--source` has another version of refute to measure.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("sorted_list", "basket")
PACKAGES = {
    "sortedcontainers.sortedlist": "sortedcontainers==2.4.0",
    "jsonpointer": "jsonpointer==3.12",
    "boltons.iterutils": "boltons==26.2.0",
    "humanize.number": "humanize==4.16.0",
    "slugify.slugify": "python-slugify==9.1.3",
}
# So many mutants of a module are tried, evenly spread.
MOST = 200
# So many seconds for all tests under one mutant.
LIMIT = 10

# Found by every process of refute through PYTHONPATH: the workers never see what is held out.
HOLD_OUT = """
import sys
from zlib import crc32

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != "refute.execute.mutants":
            return None
        sys.meta_path.remove(self)
        import importlib
        module = importlib.import_module(name)
        every = module.mutations_of
        module.mutations_of = lambda tree: (one for one in every(tree) if not held_out(one))
        return module.__spec__

def held_out(one):
    return crc32(f"{one.function}:{one.line}:{one.column}".encode()) % 2 == 1

sys.meta_path.insert(0, Finder())
"""

JUDGE = """
import importlib, os, signal, sys, time
sys.path[:0] = [os.getcwd(), os.path.join(os.getcwd(), "tests"), *sys.argv[5].split(os.pathsep)]
from zlib import crc32
from refute.execute.mutants import Mutants
module, test_file, most, limit = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
sys.setrecursionlimit(1000)
subject = importlib.import_module(module)
tests = importlib.import_module(test_file)
cases = []
for name, test in vars(tests).items():
    if not name.startswith("test_"):
        continue
    marks = [m for m in getattr(test, "pytestmark", []) if m.name == "parametrize"]
    if not marks:
        cases.append((test, {}))
        continue
    names, rows = marks[0].args[:2]
    names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
    for row in rows:
        values = getattr(row, "values", row)
        values = values if isinstance(values, tuple) else (values,)
        cases.append((test, dict(zip(names, values))))

def fails():
    for test, given in cases:
        try:
            test(**given)
        except BaseException as raised:
            if "-v" in sys.argv:
                print(test.__name__, given, repr(raised)[:200], file=sys.stderr)
            return True
    return False

def held_out(one):
    return crc32(f"{one.function}:{one.line}:{one.column}".encode()) % 2 == 1

def noticed(mutants, mutant):
    child = os.fork()
    if child == 0:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1), os.dup2(devnull, 2)
        signal.alarm(limit)
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        with mutants.applied(mutant) as is_applied:
            os._exit(1 if fails() else 0 if is_applied else 77)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

assert not fails(), "the tests fail without any change"
mutants = Mutants([subject.__file__])
some = [one for one in mutants.all if held_out(one.mutation) or "--all" in sys.argv]
if len(some) > most:
    some = [some[number * len(some) // most] for number in range(most)]
killed = tried = 0
for mutant in some:
    code = noticed(mutants, mutant)
    if code == 77:
        continue
    tried += 1
    killed += code != 0
    if code == 0:
        print("survived", mutant.name, file=sys.stderr)
print(killed, tried, len(cases))
"""


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--for", dest="seconds", type=float, default=30.0)
    parser.add_argument("--sequences", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--packages", type=Path)
    parser.add_argument("--all", action="store_true", help="hold nothing out: what users get")
    parser.add_argument("--source", type=Path, default=ROOT / "src")
    parser.add_argument("--keep", type=Path, help="a folder for the suites and the survivors")
    parser.add_argument("names", nargs="*")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        packages = parsed.packages or _installed(Path(made) / "packages")
        print("| module | noticed | score | tests | cases | seconds |\n|---|---|---|---|---|---|")
        for name in parsed.names or (*EXAMPLES, *PACKAGES):
            print(_measured(name, packages, parsed, Path(made)), flush=True)


def _installed(folder: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder)]
    subprocess.run([*pip, *PACKAGES.values()], check=True)
    return folder


def _measured(name: str, packages: Path, parsed: argparse.Namespace, made: Path) -> str:
    folder = made / name
    folder.mkdir()
    if not parsed.all:
        (folder / "sitecustomize.py").write_text(HOLD_OUT)
    if name in EXAMPLES:
        readme = (ROOT / "README.md").read_text()
        found = re.search(rf"```python {name}\.py\n(.*?)```", readme, re.S)
        assert found is not None
        (folder / f"{name}.py").write_text(found[1])
    elif name not in PACKAGES:
        shutil.copy(ROOT / "tests" / "subjects" / f"{name}.py", folder)
    path = os.pathsep.join(map(str, (folder, parsed.source, packages)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    budget = ["--for", f"{parsed.seconds:g}s"]
    if parsed.sequences:  # the same on a busy machine
        budget = ["--sequences", str(parsed.sequences), "-n", "1"]
    budget += ["--seed", str(parsed.seed)]
    began = time.monotonic()
    command = [sys.executable, "-m", "refute", "suite", name, "-o", "tests", *budget]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    seconds = time.monotonic() - began
    test_file = f"test_{name.replace('.', '_')}"
    suite = folder / "tests" / f"{test_file}.py"
    if not suite.exists():
        return f"| {name} | {done.stdout[-300:]}{done.stderr[-300:]} |"
    judge = [sys.executable, "-c", JUDGE, name, test_file, str(MOST), str(LIMIT), str(packages)]
    judge += ["--all"] if parsed.all else []
    judged = subprocess.run(judge, cwd=folder, capture_output=True, text=True)
    if parsed.keep:
        parsed.keep.mkdir(parents=True, exist_ok=True)
        shutil.copy(suite, parsed.keep)
        (parsed.keep / f"{test_file}.survivors").write_text(judged.stderr)
    if judged.returncode:
        return f"| {name} | {judged.stderr[-500:]} |"
    killed, tried, cases = map(int, judged.stdout.split())
    tests = suite.read_text().count("\ndef test_")
    score = f"{100 * killed / tried:.0f} %" if tried else "–"
    return f"| {name} | {killed} of {tried} | {score} | {tests} | {cases} | {seconds:.0f} |"


if __name__ == "__main__":
    main()
