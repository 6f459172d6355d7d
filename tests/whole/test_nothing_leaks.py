"""What is shown and written holds no secret of the user's, and nothing that is true of this machine only."""

from __future__ import annotations

import base64
import re
import shutil
from pathlib import Path

import pytest

FACTS = Path(__file__).parent / "machine_facts.py"

# ---- secrets ----------------------------------------------------------------------------------------------------

CLIENT = """
    import base64
    import os
    from pathlib import Path

    TOKEN = os.environ["SHOP_TOKEN"]
    STAGE = os.environ["SHOP_STAGE"]
    WORD = os.environ["SHOP_PASSWORD"]

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

    def word(number: int) -> int:
        return {0: 1}[f"{number} {WORD}"]

    def basic(number: int) -> int:
        return {0: 1}[base64.b64encode(f"user{number}:{TOKEN}".encode()).decode()]

    def hexadecimal() -> str:
        return TOKEN.encode().hex()

    def token_part(start: int) -> bytes:
        return TOKEN.encode()[start % 3:]

    def license() -> str:
        return Path("BESIDE").read_text()

    def password() -> str:
        return Path("INSIDE").read_text().partition("=")[2].strip()

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
PASSWORD, SERIAL, WORD = "correct-horse-battery", "AB12CD34EF56", "swordfish"


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
    """A project whose module sees a token in the environment, and reads private files beside the project and in it."""
    monkeypatch.setenv("SHOP_TOKEN", TOKEN)
    monkeypatch.setenv("SHOP_STAGE", "production")
    monkeypatch.setenv("SHOP_PASSWORD", WORD)
    names = '["SHOP_TOKEN", "SHOP_STAGE", "SHOP_PASSWORD"]'
    project.write("pyproject.toml", f"[tool.refute]\nenv = {names}\n")
    beside = project.write("../license", f"license {SERIAL}\n")
    inside = project.write(".env", f"password = {PASSWORD}\n")
    inside.chmod(0o600)
    text = CLIENT.replace("BESIDE", str(beside)).replace("INSIDE", str(inside))
    project.write("client.py", text)
    return project


def test_a_secret_is_in_no_output(client):
    results = ("--json", "r.json", "--junit", "r.xml")
    suite = ("suite", "client", "-o", "tests", *results, "--sequences", "60", "-n", "1")
    done = client.refute(*suite)
    page = client.refute("show", client.saved()[0], "--html", "page.html")
    text = everything(client, done) + everything(client, page)
    recorded = (client.folder / "tests" / "test_client.py").read_text()

    assert re.search(r"Client\.call raises KeyError: '-?\d+ <hidden>'", done.out)
    assert "page.html" in client.files()
    encoded = base64.b64encode(f"user0:{TOKEN}".encode()).decode()[8:-4]
    for secret in (TOKEN[:16], TOKEN[-16:], PASSWORD, SERIAL, WORD, encoded, TOKEN.encode().hex()):
        assert secret not in text
    for operation in ("word", "basic"):
        assert re.search(f"client.py:\\d+  {operation} raises KeyError", done.out)
    assert "assert twice(" in recorded and 'assert stage() == "production"' in recorded
    for name in ("token", "token_part", "hexadecimal", "license", "password", "parent"):
        assert f"assert {name}(" not in recorded
    assert "<hidden>" not in recorded


# ---- facts of the machine ---------------------------------------------------------------------------------------


def test_no_fact_of_the_machine_is_asserted_or_kept_in_a_walk(project):
    shutil.copy(FACTS, project.folder)
    done = project.refute(
        "suite", "machine_facts", "-o", "tests", "-n", "1", "--sequences", "40", "--walks", "200"
    )
    text = (project.folder / "tests" / "test_machine_facts.py").read_text()
    names = set(re.findall(r"^def (\w+)", FACTS.read_text(), re.M))
    kept = [path.read_text() for path in project.folder.glob(".refute/walks/*.json")]
    walks = {name for one in kept for name in re.findall(r'"shows": "machine_facts:(\w+)', one)}

    assert len(names) > 110
    assert names & set(re.findall(r"(\w+)\(", text)) == {"twice"}, done.out + text
    # Sequences are replayed with the hash seed with which they were recorded, and with assertions.
    assert walks <= {"twice", "text_hash", "asserted"}


CLOCKED = """
    import time

    class Note:
        def __init__(self, text: str) -> None:
            self.text, self.made = text, int(time.time())

        def age(self) -> int:
            return int(time.time()) - self.made

        def second(self) -> int:
            return self.made % 60

        def length(self) -> int:
            return len(self.text)

    def shout(text: str) -> str:
        return text.upper() + str(time.time_ns())[:0]
"""


def test_walks_are_the_same_to_the_byte_and_do_not_tell_the_time(project):
    kept = []
    for name in ("one", "two"):
        one = type(project)(project.folder / name)
        one.write("clocked.py", CLOCKED)
        one.refute("find", "clocked", "-n", "1", "--sequences", "60", "--walks", "30")
        walks = sorted(one.folder.glob(".refute/walks/*.json"))
        kept.append({path.name: path.read_bytes() for path in walks})
    text = b"".join(kept[0].values())

    assert kept[0] == kept[1]
    assert b"clocked:shout" in text
    assert b"Note.age" not in text and b"Note.second" not in text
