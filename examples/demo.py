"""Shows refute at work on `sorted_list.py`: the findings, the tests it writes, and pytest failing as promised."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="refute-demo-") as name:
        folder = Path(name)
        shutil.copy(HERE / "sorted_list.py", folder)
        show_file("sorted_list.py, the subject", folder / "sorted_list.py")
        command = ["refute", "find", "sorted_list", "--for", "3s", "-o", "tests"]
        found = run(command, [sys.executable, "-m", *command], folder)
        tests = folder / "tests" / "test_sorted_list_findings.py"
        show_file("tests/test_sorted_list_findings.py, which it wrote", tests)
        command = ["pytest", "-q", "--tb=line", "-p", "no:cacheprovider", "tests"]
        failed = run(command, [sys.executable, "-m", *command], folder)
    if (found, failed) != (1, 1):
        print(f"The demo went wrong: exit codes {found} and {failed}, both should be 1.")
        return 1
    print("Two faults found, two tests that fail until they are mended.")
    return 0


def show_file(title: str, path: Path) -> None:
    print(f"──── {title}\n")
    print(path.read_text(encoding="utf-8"))


def run(shown: list[str], command: list[str], folder: Path) -> int:
    print(f"──── $ {' '.join(shown)}\n", flush=True)
    code = subprocess.run(command, cwd=folder, check=False).returncode
    print(flush=True)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
