"""The corpus on disk: one readable file for each sequence, never half a one, and nothing is lost."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from refute.keep.store import MENDED, Saved, Stored, read, walk_id
from refute.model.errors import UsageError
from refute.model.execution import Raised, Returned
from refute.model.finding import Finding
from refute.model.sequence import Call, Sequence
from refute.model.story import Did
from refute.model.typeform import INT
from refute.model.verdict import Blame, Violation
from refute.render.files import write_whole

SEQUENCE = Sequence().extend(Call("shop:f", (), INT))


def finding(place: str) -> Finding:
    violation = Violation("raises", 0, Blame.CODE, "KeyError", "shop:f", ("raises", place))
    return Finding(violation, SEQUENCE, SEQUENCE, 0, "feedback")


ONE, OTHER = finding("f:1"), finding("f:2")


def saved(folder: Path, one: Finding | None, *did: Did) -> Saved:
    return Saved(SEQUENCE, ("shop",), folder, one, did)


def test_what_is_saved_is_loaded_by_id_by_a_beginning_and_by_file(tmp_path: Path):
    stored = Stored(tmp_path)
    failed = saved(tmp_path, ONE, Did(Raised("KeyError", "3"), "Cart()"))
    stored.save([failed, saved(tmp_path, OTHER)])
    path = tmp_path / ".refute" / "findings" / f"{ONE.id}.json"

    assert stored.load(ONE.id) == failed
    assert stored.load(OTHER.id[:4]).finding == OTHER
    assert stored.load(str(path)) == failed
    assert json.loads(path.read_text())["targets"] == ["shop"]


def test_a_walk_has_a_name_of_its_own_and_what_it_did(tmp_path: Path):
    stored = Stored(tmp_path)
    walk = replace(saved(tmp_path, None, Did(Returned(INT, "7"), "", "7")), shows="shop:f int")
    stored.save([walk])
    id_ = walk_id(SEQUENCE)

    assert walk.id == id_ and id_.startswith("w")
    assert stored.load(id_) == walk
    assert list(stored.all()) == [walk]
    with pytest.raises(UsageError, match="passes, and no finding"):
        walk.failing()


def test_the_same_cause_is_written_anew(tmp_path: Path):
    stored = Stored(tmp_path)
    stored.save([saved(tmp_path, ONE)])
    stored.save([saved(tmp_path, replace(ONE, seen=9))])

    assert stored.load(ONE.id).failing().seen == 9


def test_a_mended_finding_moves_and_comes_back(tmp_path: Path):
    stored = Stored(tmp_path)
    one = saved(tmp_path, ONE)
    stored.save([one])
    stored.mend(one)
    assert stored.is_mended(one) and list(stored.all()) == []
    assert [found.id for found in stored.all(MENDED)] == [ONE.id]
    assert stored.load(ONE.id).finding == ONE
    stored.save([one])

    assert not stored.is_mended(one)
    assert [found.id for found in stored.all()] == [ONE.id]


def test_nothing_is_made_where_nothing_was_found(tmp_path: Path):
    Stored(tmp_path).save([])

    assert list(tmp_path.iterdir()) == []


def test_a_gitignore_of_the_users_stays(tmp_path: Path):
    (tmp_path / ".refute").mkdir()
    (tmp_path / ".refute" / ".gitignore").write_text("mine\n")
    Stored(tmp_path).save([saved(tmp_path, ONE)])

    assert (tmp_path / ".refute" / ".gitignore").read_text() == "mine\n"


def test_a_folder_below_sees_what_is_saved_above(tmp_path: Path):
    Stored(tmp_path).save([saved(tmp_path, ONE)])
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)

    assert Stored.near(below).load(ONE.id).folder == tmp_path


@pytest.mark.parametrize("name", ["nosuch", "../x", "a*", ""])
def test_what_is_not_there_is_said_with_what_is(tmp_path: Path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stored = Stored(tmp_path)
    with pytest.raises(UsageError, match="run refute find first"):
        stored.load(name)
    stored.save([saved(tmp_path, ONE), saved(tmp_path, OTHER)])
    with pytest.raises(UsageError, match=min(ONE.id, OTHER.id)):
        stored.load(name or "zz")


def test_a_slip_of_the_finger_is_guessed(tmp_path: Path):
    stored = Stored(tmp_path)
    stored.save([saved(tmp_path, ONE)])
    with pytest.raises(UsageError, match=f"Did you mean {ONE.id}"):
        stored.load(ONE.id[:-1] + "x")


def test_a_beginning_of_several_is_not_guessed(tmp_path: Path):
    folder = tmp_path / ".refute" / "findings"
    folder.mkdir(parents=True)
    for name in ("abc111", "abc222"):
        (folder / f"{name}.json").write_text("{}")
    with pytest.raises(UsageError, match="abc111, abc222"):
        Stored(tmp_path).load("abc")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"format": 999}',
        '{"format": 1, "sequence": [], "targets": 7}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_sequence_is_refused(tmp_path: Path, text):
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(UsageError) as refused:
        read(path)

    assert refused.value.slug == "corrupt-file" and str(path) in str(refused.value)


def test_what_cannot_be_read_is_told_once_and_put_aside_before_it_is_overwritten(tmp_path: Path):
    stored = Stored(tmp_path)
    stored.save([saved(tmp_path, ONE), saved(tmp_path, OTHER)])
    path = tmp_path / ".refute" / "findings" / f"{ONE.id}.json"
    path.write_text("precious")
    complaints: list[UsageError] = []
    readable = list(stored.all(complain=complaints))
    stored.save([saved(tmp_path, ONE)])

    assert [one.finding for one in readable] == [OTHER]
    assert [one.slug for one in complaints] == ["corrupt-file"]
    assert path.with_suffix(".unreadable").read_text() == "precious"
    assert stored.load(ONE.id).finding == ONE


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


def test_an_older_format_is_read_by_way_of_the_next(tmp_path: Path, monkeypatch):
    stored = Stored(tmp_path)
    stored.save([saved(tmp_path, ONE)])
    path = tmp_path / ".refute" / "findings" / f"{ONE.id}.json"
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "format": -1, "names": data.pop("targets")}))
    with pytest.raises(UsageError, match="this version reads format"):
        stored.load(ONE.id)

    upgrades = {
        -1: lambda old: {**old, "format": 0, "targets": old["names"]},
        0: lambda old: {**old, "format": data["format"]},
    }
    monkeypatch.setattr("refute.keep.store._UPGRADES", upgrades)
    assert stored.load(ONE.id) == saved(tmp_path, ONE)


def test_a_list_of_ids_says_how_many_are_left_out(tmp_path: Path):
    stored = Stored(tmp_path)
    stored.save(saved(tmp_path, finding(f"f:{line}")) for line in range(18))

    with pytest.raises(UsageError, match=r"Saved here: (\w{6}, ){11}\w{6} and 6 more\."):
        stored.load("nonsense")


def test_what_a_killed_process_was_about_to_write_is_swept_and_what_a_living_one_writes_is_not(
    tmp_path: Path,
):
    folder = tmp_path / ".refute" / "findings"
    folder.mkdir(parents=True)
    killed = os.fork()
    if killed == 0:
        os._exit(0)
    os.waitpid(killed, 0)
    for process in (killed, os.getpid()):
        (folder / f".{ONE.id}.json.{process}").write_text("{")
    Stored(tmp_path).sweep()

    assert [path.name for path in folder.iterdir()] == [f".{ONE.id}.json.{os.getpid()}"]


def test_what_is_noted_leaves_what_was_mended_where_it_is(tmp_path: Path):
    stored = Stored(tmp_path)
    stored.mend(saved(tmp_path, ONE))
    stored.note(saved(tmp_path, replace(ONE, stable=False)))
    stored.sync()

    assert stored.is_mended(saved(tmp_path, ONE))
    assert [one.finding for one in stored.all()] == [replace(ONE, stable=False)]
