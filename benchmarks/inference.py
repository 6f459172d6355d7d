"""How often the type of a parameter is guessed right, where its annotation was stripped.

python -m benchmarks.inference [folder] [--misses PACKAGE]

Packages with annotations are installed into a folder, copied without their annotations, and discovered twice: once as they
are, once stripped.  A parameter counts where the first has an annotation and the second has none; those annotated with `Any`,
`object` or a type variable without a bound say nothing and are left out.  Inherited methods count once, and of a large package
a sample of 100 parameters.

A guess is right if its class is the annotation's outer class, or that of one member of a union other than None.  Where the
annotation is an abstract class of `collections.abc` or `os.PathLike`, a class that implements it is right too, but not a text
for a sequence of something, nor a dict for the items of something.  A literal is right by the class of its values.  An int is not right for a float, nor a subclass for its base.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.stripped import strip

# Look at misses (--misses) of the first half only: the second is to tell whether what was changed for the first holds elsewhere.
LOOKED_AT = ("rich", "click", "humanize", "tomlkit", "urllib3")
HELD_OUT = ("werkzeug", "markdown_it", "arrow", "packaging", "structlog", "jinja2")
_INSTALLED = {"markdown_it": "markdown-it-py"}
_NEEDED = (
    "mdurl",
    "markupsafe",
    "python-dateutil",
    "types-python-dateutil",
    "six",
    "pygments",
    "typing_extensions",
    "tzdata",
)
_FROM_EACH = 100
_FIRST = 3
_TEXTS = ("str", "bytes", "bytearray")
_EXACT = ("collections.abc:Hashable", "collections.abc:Callable")
# What somebody would guess who looks at nothing.
_COMMONEST = ("str", "int", "bool")


class Parameter(NamedTuple):
    """One parameter: what its annotation says, and what was guessed."""

    name: str
    annotation: Any
    guesses: list[tuple[Any, str]]

    def place(self) -> int | None:
        """Return the place of the first right guess."""
        right = (n for n, (form, _) in enumerate(self.guesses) if is_right(form, self.annotation))
        return next(right, None)


# ---- what is right ------------------------------------------------------------------------------------------------


def is_right(guess: Any, annotation: Any) -> bool:
    """Return whether a guess names the class of an annotation; both as JSON of a form."""
    wanted = set(_outer_names(annotation)) - {"None"}
    return any(_is_same(name, one) for name in _outer_names(guess) for one in wanted)


def _outer_names(form: Any) -> list[str]:
    name, args = (form, []) if isinstance(form, str) else (form[0], form[1:])
    if name == "union":
        return [one for part in args for one in _outer_names(part)]
    if name == "literal":
        return [type(ast.literal_eval(one)).__name__ for one in args if "." not in one]
    return [name]


def _is_same(name: str, wanted: str) -> bool:
    if name == wanted:
        return True
    if wanted == "os:PathLike":
        return name == "pathlib:Path"
    abstract = getattr(collections.abc, wanted.removeprefix("collections.abc:"), None)
    concrete = {"collections:deque": collections.deque}.get(name) or _builtin_class(name)
    if abstract is None or concrete is None or name in _TEXTS:
        return False
    if wanted in _EXACT or (name == "dict" and "Mapping" not in wanted):
        return False
    return issubclass(concrete, abstract)


def _builtin_class(name: str) -> type | None:
    found = getattr(builtins, name, None)
    found = found or getattr(collections.abc, name.removeprefix("collections.abc:"), None)
    return found if isinstance(found, type) else None


# ---- measuring ----------------------------------------------------------------------------------------------------


def discovered(folder: str, package: str) -> dict[str, Any]:
    """Return the inputs of a package's routines, by routine and name, as found in another process."""
    command = [sys.executable, "-m", "benchmarks.inference", "--discover", folder, package]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0"}
    )
    if done.returncode:
        raise SystemExit(f"{package}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _discover(folder: str, package: str) -> None:
    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.model.typeform import to_json

    sys.path.append(folder)
    subject = discover([locate(package, folder)])
    found: dict[str, Any] = {}
    for one in (*subject.routines, *subject.helpers):
        for given in one.inputs:
            guesses = [(to_json(g.form), g.reason) for g in given.guesses]
            if not given.annotated and str(given.form) != "any":
                guesses = [(to_json(given.form), "use: called"), *guesses]
            key = f"{subject.defined(one.target)} {given.name}"
            found.setdefault(key, [given.annotated and to_json(given.form), guesses])
    print()
    print(json.dumps(found))


def parameters(package: str, folder: Path, bare: Path) -> list[Parameter]:
    """Return the parameters of a package that are annotated, and are not once it is stripped."""
    before, after = discovered(str(folder), package), discovered(str(bare), package)
    found = [
        Parameter(name, form, [(guess, reason) for guess, reason in after[name][1]])
        for name, (form, _) in before.items()
        if form and form != "any" and name in after and not after[name][0]
        if set(_outer_names(form)) - {"None", "never"}
    ]
    return Random(0).sample(found, _FROM_EACH) if len(found) > _FROM_EACH else found


def strip_package(package: str, folder: Path, bare: Path) -> None:
    """Copy a package without annotations; its stubs are not copied."""
    for path in sorted((folder / package).rglob("*")):
        to = bare / path.relative_to(folder)
        if path.is_dir():
            to.mkdir(parents=True, exist_ok=True)
        elif path.suffix == ".py":
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(strip(path.read_text(encoding="utf-8")), encoding="utf-8")
        elif path.suffix not in (".pyi", ".pyc"):
            shutil.copyfile(path, to)


def install(folder: Path) -> None:
    """Install the packages, and what they need to be imported."""
    names = [_INSTALLED.get(one, one) for one in (*LOOKED_AT, *HELD_OUT)]
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder)]
    subprocess.run([*command, *names, *_NEEDED], check=True)


# ---- the report ---------------------------------------------------------------------------------------------------


def share(found: list[Parameter], first: int) -> str:
    """Return how many have a right guess among the first so many."""
    right = sum((place := one.place()) is not None and place < first for one in found)
    return f"{right:4} of {len(found):4}  {100 * right / max(1, len(found)):5.1f} %"


def by_evidence(found: list[Parameter]) -> list[str]:
    """Return for each kind of evidence how often its first guess was the right one."""
    first = [one for one in found if one.guesses]
    kind = {one.name: one.guesses[0][1].partition(":")[0] for one in first}
    every = Counter(kind.values())
    right = Counter(kind[one.name] for one in first if one.place() == 0)
    lines = [f"  {name:12} {right[name]:4} of {count:4}" for name, count in every.most_common()]
    return [*lines, f"  {'no guess':12}    – of {len(found) - len(first):4}"]


def report(title: str, packages: dict[str, list[Parameter]]) -> None:
    print(f"{title}: a right guess among the first {_FIRST}; first of all")
    for package, found in packages.items():
        print(f"  {package:12} {share(found, _FIRST)}   {share(found, 1)}")
    every = [one for found in packages.values() for one in found]
    print(f"  {'all':12} {share(every, _FIRST)}   {share(every, 1)}")
    blind = sum(any(is_right(name, one.annotation) for name in _COMMONEST) for one in every)
    print(f"  always {', '.join(_COMMONEST)}: {blind} of {len(every)}")
    others = [
        one for one in every if not any(is_right(name, one.annotation) for name in _COMMONEST)
    ]
    print(f"  {'the others':12} {share(others, _FIRST)}   {share(others, 1)}")
    print("first guesses that are right, by kind of evidence")
    print("\n".join(by_evidence(every)), end="\n\n")


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--discover"]:
        _discover(*arguments[1:])
        return
    misses = arguments.pop(arguments.index("--misses") + 1) if "--misses" in arguments else ""
    with tempfile.TemporaryDirectory() as temporary:
        folder = (
            Path(arguments[0])
            if arguments[:1] and arguments[0] != "--misses"
            else Path(temporary, "packages")
        )
        if not folder.is_dir():
            install(folder)
        bare = Path(temporary, "stripped")
        shutil.copytree(
            folder, bare, ignore=lambda _, names: [n for n in names if n in (*LOOKED_AT, *HELD_OUT)]
        )
        for title, names in (("looked at", LOOKED_AT), ("held out", HELD_OUT)):
            found = {}
            for package in names if not misses else [n for n in names if n == misses]:
                strip_package(package, folder, bare)
                found[package] = parameters(package, folder, bare)
            report(title, found)
            for one in found.get(misses, []):
                if (place := one.place()) is None or place >= _FIRST:
                    print(
                        one.name,
                        json.dumps(one.annotation),
                        "|",
                        *(f"{json.dumps(f)} ({r})" for f, r in one.guesses),
                    )


if __name__ == "__main__":
    main(sys.argv[1:])
