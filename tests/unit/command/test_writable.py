"""What cannot be written is told before the work."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.command.writable import check_folder, check_outputs
from refute.model.errors import UsageError


def test_files_that_can_be_written_are_not_made_yet(tmp_path: Path) -> None:
    check_outputs(str(tmp_path / "run.json"), None)
    check_folder(str(tmp_path / "tests" / "unit"))

    assert list(tmp_path.iterdir()) == []


def test_two_results_in_one_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one file") as refused:
        check_outputs(str(tmp_path / "run"), None, str(tmp_path / "." / "run"))

    assert refused.value.slug == "usage"


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it is a folder") as refused:
        check_outputs(None, str(tmp_path))

    assert refused.value.slug == "unwritable"


def test_a_file_in_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file or directory") as refused:
        check_outputs(str(tmp_path / "nowhere" / "run.json"))

    assert refused.value.slug == "unwritable"


def test_a_file_in_the_place_of_a_folder_is_refused_also_above_it(tmp_path: Path) -> None:
    file = tmp_path / "tests"
    file.write_text("")

    with pytest.raises(UsageError, match="is a file, not a folder"):
        check_folder(str(file))
    with pytest.raises(UsageError, match="Not a directory"):
        check_folder(str(file / "below"))


def test_a_device_can_be_written_to(tmp_path: Path) -> None:
    check_outputs("/dev/null", "/dev/stdout")


def test_standard_output_has_a_name_of_its_own() -> None:
    with pytest.raises(UsageError, match="/dev/stdout") as refused:
        check_outputs("-")

    assert refused.value.slug == "unwritable"
