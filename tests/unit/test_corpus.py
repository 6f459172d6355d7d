"""Findings on disk: one readable file each, never half a one."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from refute.corpus import Corpus, Saved, read, write_whole
from refute.errors import UsageError
from refute.model.finding import Finding
from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Violation


def finding(place: str) -> Finding:
    violation = Violation("raises", 0, Blame.CODE, "KeyError", "shop:f", ("raises", place))
    sequence = Sequence().extend(Call("shop:f", (), INT))
    return Finding(violation, sequence, sequence, 0, "feedback")


ONE, OTHER = finding("f:1"), finding("f:2")


def test_what_is_saved_is_loaded_by_id_by_a_beginning_and_by_file(tmp_path: Path):
    corpus = Corpus(tmp_path)
    corpus.save([ONE, OTHER], ["shop"])
    path = tmp_path / ".refute" / "findings" / f"{ONE.id}.json"

    assert corpus.load(ONE.id) == Saved(ONE, ("shop",))
    assert corpus.load(OTHER.id[:4]).finding == OTHER
    assert corpus.load(str(path)).finding == ONE
    assert json.loads(path.read_text())["targets"] == ["shop"]


def test_the_same_cause_is_written_anew(tmp_path: Path):
    corpus = Corpus(tmp_path)
    corpus.save([ONE], ["shop"])
    corpus.save([replace(ONE, seen=9)], ["shop"])

    assert corpus.load(ONE.id).finding.seen == 9


def test_nothing_is_made_where_nothing_was_found(tmp_path: Path):
    Corpus(tmp_path).save([], ["shop"])

    assert list(tmp_path.iterdir()) == []


def test_a_gitignore_of_the_users_stays(tmp_path: Path):
    (tmp_path / ".refute").mkdir()
    (tmp_path / ".refute" / ".gitignore").write_text("mine\n")
    Corpus(tmp_path).save([ONE], ["shop"])

    assert (tmp_path / ".refute" / ".gitignore").read_text() == "mine\n"


@pytest.mark.parametrize("name", ["nosuch", "../x", "a*", ""])
def test_what_is_not_there_is_said_with_what_is(tmp_path: Path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    corpus = Corpus(tmp_path)
    with pytest.raises(UsageError, match="run refute find first"):
        corpus.load(name)
    corpus.save([ONE, OTHER], ["shop"])
    with pytest.raises(UsageError, match=min(ONE.id, OTHER.id)):
        corpus.load(name or "zz")


def test_a_beginning_of_several_is_not_guessed(tmp_path: Path):
    folder = tmp_path / ".refute" / "findings"
    folder.mkdir(parents=True)
    for name in ("abc111", "abc222"):
        (folder / f"{name}.json").write_text("{}")
    with pytest.raises(UsageError, match="abc111, abc222"):
        Corpus(tmp_path).load("abc")


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"format": 999}'])
def test_a_file_that_is_no_finding_is_refused(tmp_path: Path, text):
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(UsageError) as refused:
        read(path)

    assert refused.value.slug == "corrupt-file" and str(path) in str(refused.value)


def test_a_folder_is_no_finding(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be read"):
        read(tmp_path)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, "old")

    def fail(*names: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(UsageError, match="No space left"):
        write_whole(path, "new")

    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
