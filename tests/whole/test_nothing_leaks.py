"""What is shown and written holds no secret of the user's, and nothing that is true of this machine only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FACTS = Path(__file__).parent / "machine_facts.py"

# ---- secrets ----------------------------------------------------------------------------------------------------

CLIENT = """
    import os
    from pathlib import Path

    TOKEN = os.environ["SHOP_TOKEN"]
    STAGE = os.environ["SHOP_STAGE"]

    class Client:
        def __init__(self, name: str) -> None:
            self.name, self._header = name, f"Bearer {TOKEN}"

        def get_header(self) -> str:
            return self._header

        def __repr__(self) -> str:
            return f"Client({self._header!r})"

        def call(self, number: int) -> str:
            return {0: "ok"}[f"{number} {TOKEN}"]

        def stop(self) -> None:
            raise ValueError(f"refused: {TOKEN}")

    def token() -> str:
        return TOKEN

    def token_part(start: int) -> bytes:
        return TOKEN.encode()[start % 3:]

    def license() -> str:
        return Path("LICENSE_FILE").read_text()

    def password() -> str:
        return Path("LICENSE_FILE").read_text().splitlines()[0].partition("=")[2].strip()

    def login(name: str) -> int:
        return len(name) // int(password() == name)

    def parent() -> str:
        return Path(f"/proc/{os.getppid()}/environ").read_text()

    def stage() -> str:
        return STAGE

    def twice(n: int) -> int:
        return 2 * n
"""
TOKEN = "tok-9f8E7d6C5b4A39281706abcdef"
PASSWORD = "correct-horse-battery"


def everything(project, done) -> str:
    """Return all that a run has printed and written, but for the user's own files."""
    texts = [done.out, done.err]
    for name in project.files():
        path = project.folder / name
        if path.is_file() and name not in ("client.py", ".env"):
            texts.append(path.read_text(errors="replace"))
    return "\n".join(texts)


@pytest.fixture
def client(project, monkeypatch):
    """Return a function that writes the module; its password stands in a file, beside the project or in it."""
    monkeypatch.setenv("SHOP_TOKEN", TOKEN)
    monkeypatch.setenv("SHOP_STAGE", "production")

    def write(file: str) -> None:
        path = project.folder / file
        path.write_text(f"password = {PASSWORD}\nserial AB12CD34EF56\n")
        path.chmod(0o600)
        names = '["SHOP_TOKEN", "SHOP_STAGE"]'
        project.write("pyproject.toml", f"[tool.refute]\nenv = {names}\n")
        project.write("client.py", CLIENT.replace("LICENSE_FILE", str(path)))

    return write


@pytest.mark.parametrize("file", ["../license", ".env"])
def test_a_secret_is_in_no_output(project, client, file):
    client(file)
    results = ("--json", "r.json", "--junit", "r.xml")
    suite = ("suite", "client", "-o", "tests", *results, "--sequences", "150", "-n", "1")
    text = everything(project, project.refute(*suite))
    text += everything(project, project.refute("show", project.saved()[0], "--html", "page.html"))

    assert "Client.call raises KeyError" in text
    assert TOKEN[:16] not in text and TOKEN[-16:] not in text
    assert PASSWORD not in text and "AB12CD34EF56" not in text
    recorded = (project.folder / "tests" / "test_client.py").read_text()
    assert "assert twice(" in recorded and 'assert stage() == "production"' in recorded
    assert "raises(ValueError" in recorded
    assert "token()" not in recorded and "license()" not in recorded and "<hidden>" not in recorded


def test_what_was_hidden_is_said_to_be(project, client):
    client("../license")
    done = project.refute("find", "client", "--sequences", "100", "-n", "1")

    assert re.search(r"Client\.call raises KeyError: '-?\d+ <hidden>'", done.out)
