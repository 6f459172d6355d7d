"""What must stay untouched while strangers' code runs: files, listeners, processes."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from user_project import Done, Project

from refute.command.main import main


class Canaries:
    """A folder of files like a user's; `changes` tells what happened to it since it was made."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "folder" / "below").mkdir(parents=True)
        (path / "empty").mkdir()
        for name in ("a.txt", "b.py", "folder/c.bin", "folder/below/d", ".hidden", "1", "None"):
            (path / name).write_text(f"canary {name}\n")
        (path / "script").write_text("#!/bin/sh\n")
        (path / "script").chmod(0o755)
        (path / "link").symlink_to("a.txt")
        (path / "dangling").symlink_to("nowhere")
        self._before = self._seen()

    def changes(self) -> list[str]:
        """Return a line for each file that was made, deleted or changed in content, mode, owner or time."""
        before, now = self._before, self._seen()
        return [
            f"{name}: {before.get(name)} → {now.get(name)}"
            for name in sorted(before.keys() | now.keys())
            if before.get(name) != now.get(name)
        ]

    def _seen(self) -> dict[str, tuple[object, ...]]:
        found = [self.path, *sorted(self.path.rglob("*"))]
        return {str(path.relative_to(self.path)): _facts(path) for path in found}


def _facts(path: Path) -> tuple[object, ...]:
    facts = path.lstat()
    if path.is_symlink():
        content = os.readlink(path)
    else:
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    attributes = os.listxattr(path, follow_symlinks=False) if hasattr(os, "listxattr") else []
    return (
        facts.st_mode,
        facts.st_uid,
        facts.st_gid,
        facts.st_mtime_ns,
        facts.st_nlink,
        content,
        attributes,
    )


class Listeners:
    """A TCP server, a UDP socket and a local socket on this machine; `arrived` tells who called."""

    def __init__(self, folder: Path) -> None:
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(type=socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.local = socket.socket(socket.AF_UNIX)
        self.local.bind(str(folder / "s"))
        self.local.listen()
        self.tcp_port: int = self.tcp.getsockname()[1]
        self.udp_port: int = self.udp.getsockname()[1]
        self.local_path = str(folder / "s")
        for one in (self.tcp, self.udp, self.local):
            one.setblocking(False)

    def arrived(self) -> list[str]:
        """Return what came in since the last time."""
        came = []
        for name, receive in (
            ("tcp", self.tcp.accept),
            ("udp", lambda: self.udp.recvfrom(10)),
            ("local", self.local.accept),
        ):
            try:
                got, _ = receive()
            except BlockingIOError:
                continue
            came.append(f"{name}: {got!r}")
            if isinstance(got, socket.socket):
                got.close()
        return came

    def close(self) -> None:
        """Stop listening."""
        for one in (self.tcp, self.udp, self.local):
            one.close()


def session_of(leader: int) -> list[int]:
    """Return the processes still running in the session a worker has made."""
    running = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                running.append(int(entry.name))
    return running


@pytest.fixture
def canaries(tmp_path: Path) -> Canaries:
    folder = tmp_path / "canaries"
    folder.mkdir()
    return Canaries(folder)


@pytest.fixture
def listeners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listeners]:
    made = Listeners(tmp_path_factory.mktemp("l"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def bystanders(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Canaries, Listeners, Callable[[int], list[int]]]]:
    """The same for attempts that are made once, and looked at by many tests."""
    listeners = Listeners(tmp_path_factory.mktemp("l"))
    yield Canaries(tmp_path_factory.mktemp("canaries")), listeners, session_of
    listeners.close()


@pytest.fixture(name="session_of")
def _session_of() -> Callable[[int], list[int]]:
    return session_of


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder)


@pytest.fixture(scope="session")
def searched(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., tuple[Project, Done, dict[str, Any]]]:
    """Return a function that searches a module of this text once; a test that changes something takes a copy."""
    known: dict[tuple[str, ...], tuple[Project, Done, dict[str, Any]]] = {}

    def search(name: str, text: str, *options: str) -> tuple[Project, Done, dict[str, Any]]:
        key = (name, text, *options)
        if key not in known:
            project = Project(tmp_path_factory.mktemp("searched"))
            project.write(f"{name}.py", text)
            known[key] = (project, *project.find(name, *options))
        return known[key]

    return search


@pytest.fixture
def copied(
    project: Project, searched: Callable[..., tuple[Project, Done, dict[str, Any]]]
) -> Callable[..., Path]:
    """Return a function that makes the project a copy of one that was searched, and returns the module's path."""

    def copy(name: str, text: str, *options: str) -> Path:
        folder = searched(name, text, *options)[0].folder
        shutil.copytree(folder, project.folder, dirs_exist_ok=True)
        return project.folder / f"{name}.py"

    return copy


@pytest.fixture
def in_process(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Done]:
    """Return a function that runs refute in the project without a process of its own: for what is refused at once."""
    monkeypatch.chdir(project.folder)

    def run(*arguments: str) -> Done:
        code = main(list(arguments))
        return Done(code, *capsys.readouterr())

    return run
