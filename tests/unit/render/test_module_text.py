"""The text around the tests: head, imports, import path."""

from __future__ import annotations

from pathlib import Path

import pytest
from stack_subject import (
    FINDINGS,
    RAISES,
    SUBJECT,
    SUITE,
    finding,
    is_formatted,
    run_pytest,
)

from refute.model.sequence import Call, Sequence
from refute.model.typeform import ANY, TypeForm
from refute.render.files import relative_entries
from refute.render.findings_module import findings_file
from refute.render.suite_module import suite_file

pytestmark = pytest.mark.usefixtures("subject")


def test_files_are_laid_out_as_ruff_would(tmp_path: Path):
    entries = ["../src"]

    assert is_formatted(findings_file("stacks", FINDINGS, version="1"), tmp_path)
    assert is_formatted(suite_file("stacks", SUITE, version="1", seed=0), tmp_path)
    assert is_formatted(
        suite_file("stacks", SUITE, version="1", seed=0, path_entries=entries), tmp_path
    )


def test_the_subject_is_found_beside_the_tests(tmp_path: Path, subject: Path):
    tests = tmp_path / "tests"
    entries = relative_entries([str(subject)], tests)
    tests.mkdir()

    for text in (
        suite_file("stacks", SUITE, version="1", seed=0, path_entries=entries),
        suite_file("stacks", SUITE[:1], version="1", seed=0, path_entries=entries),
    ):
        assert entries == ["../src"]
        assert str(tmp_path) not in text
        assert "passed" in run_pytest(tests, "test_s.py", text)


def test_the_order_of_the_input_does_not_matter():
    assert findings_file("m", FINDINGS, version="1") == findings_file(
        "m", FINDINGS[::-1], version="1"
    )
    assert suite_file("m", SUITE, version="1", seed=0) == suite_file(
        "m", SUITE[::-1], version="1", seed=0
    )


def test_two_classes_of_one_name_live_in_one_file(tmp_path: Path, subject: Path):
    (subject / "others.py").write_text(SUBJECT)
    other = Call("others:Stack", (), TypeForm("others:Stack"), how="new")
    clash = finding(
        Sequence().extend(other).extend(Call("others:Stack.top", (), ANY, how="method"), (0,)),
        "raises",
        "others:Stack.top",
        exception="IndexError",
    )
    text = findings_file("stacks", [RAISES, clash], version="1")

    assert "import stacks\nfrom others import Stack\n" in text
    assert "def test_stack_top_does_not_raise_index_error" in text
    assert "2 failed" in run_pytest(tmp_path, "test_f.py", text)
