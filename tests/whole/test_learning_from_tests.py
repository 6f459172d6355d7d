"""Sequences that begin where the user's own tests have led."""

from __future__ import annotations

import pytest

VAULT = """
class Vault:
    def __init__(self, code: str) -> None:
        if sum(number * ord(sign) for number, sign in enumerate(code)) != 2907:
            raise PermissionError(code)
        self.coins = []

    def add(self, coin: int) -> None:
        self.coins.append(coin)

    def mean(self) -> float:
        return sum(self.coins) / len(self.coins)
"""
TESTS = """
import pytest
from vault import Vault

@pytest.fixture(scope="module")
def code():
    return "sesame open"

def test_a_mean(code, tmp_path):
    (tmp_path / "x").write_text("tests may write into folders of their own")
    vault = Vault(code)
    vault.add(3)
    assert vault.mean() == 3

def test_a_wrong_code():
    with pytest.raises(PermissionError):
        Vault("open")

def test_that_fails(code):
    assert Vault(code).mean() == 0
"""
SIGNS = """
def sign(x: int) -> int:
    if x < 0:
        return -1
    if x > 0:
        return 1
    return 0

def half(x: int) -> int:
    if x > 10:
        return 5
    return x // 2
"""


def code_sum(code: str) -> int:
    return sum(number * ord(sign) for number, sign in enumerate(code))


@pytest.fixture
def vault(project):
    project.write("vault.py", VAULT.replace("2907", str(code_sum("sesame open"))))
    project.write("tests/test_vault.py", TESTS)
    return project


def test_an_object_that_only_the_tests_know_how_to_make_is_tested(vault):
    command = ("find", "vault", "--sequences", "1000", "-n", "1")

    alone, taught = vault.refute(*command), vault.refute(*command, "--learn-from", "tests", "-v")

    assert "mean raises" not in alone.out
    assert "Vault.mean raises ZeroDivisionError" in taught.out
    assert 'vault = Vault("sesame open")' in taught.out
    assert "learned 2 sequences of 3 calls from 2 tests; 1 test failed and left out" in taught.out
    assert "not written: 2 × it raised" in taught.out


def test_tests_are_run_in_the_sandbox(vault, canaries):
    victim = canaries.path / "a.txt"
    vault.write("tests/test_vault.py", f"def test_it(): open({str(victim)!r}, 'w')\n")

    done = vault.refute("find", "vault", "--sequences", "20", "--learn-from", "tests")

    assert "learned 0 sequences of 0 calls from 0 tests; 1 test failed and left out" in done.out
    assert not canaries.changes()


@pytest.mark.parametrize(
    ("text", "slug"), [("def helper(): pass\n", "no-tests"), (None, "no-such-path")]
)
def test_where_there_are_no_tests_it_is_said(vault, text, slug):
    if text:
        vault.write("others/test_nothing.py", text)

    assert vault.refute("find", "vault", "--learn-from", "others").slug == slug


def test_a_suite_does_not_cover_again_what_the_tests_cover(project):
    project.write("signs.py", SIGNS)
    project.write(
        "tests/test_signs.py",
        "from signs import sign\ndef test_it(): assert [*map(sign, (-1, 0, 2))] == [-1, 0, 1]\n",
    )

    done = project.refute(
        *("suite", "signs", "-o", "recorded", "--sequences", "300", "--learn-from", "tests")
    )

    # pytest refuses two files of one name in folders that are no packages.
    written = (project.folder / "recorded" / "test_signs_recorded.py").read_text()
    assert done.code == 0
    assert "half(" in written
    assert "sign(" not in written
