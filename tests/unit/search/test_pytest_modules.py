"""The pytest modules of one folder."""

from __future__ import annotations

from pathlib import Path

from refute.model.finding import Finding
from refute.model.recording import Observation, RecordedTest
from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.model.verdict import Blame, Violation
from refute.search.pytest_modules import PytestModules

SEQUENCE = Sequence().extend(Call("shop:f", (), INT))
VIOLATION = Violation("raises", 0, Blame.CODE, "KeyError", "shop:f", ("raises", "f:1"))
FINDING = Finding(VIOLATION, SEQUENCE, SEQUENCE, 0, "feedback")
RECORDED = RecordedTest(SEQUENCE, (Observation(0, "{0}", "7", "=="),))


def test_the_command_that_makes_a_module_again_is_in_it():
    modules = PytestModules(again="refute suite shop")

    assert "refute suite shop" in modules.findings("shop", [FINDING])
    assert "refute suite shop" in modules.recorded("shop", [RECORDED], seed=3)


def test_mended_findings_are_not_made_again():
    modules = PytestModules(again="refute suite shop")

    assert "refute suite shop" not in modules.findings("shop", [FINDING], mended=True)


def test_a_module_says_how_to_find_the_subject_from_its_folder(tmp_path: Path):
    places, directory = (str(tmp_path / "src"),), tmp_path / "tests"

    assert "src" in PytestModules(places, directory).recorded("shop", [RECORDED], None)
    assert "sys.path" not in PytestModules(places).recorded("shop", [RECORDED], None)


def test_beside_the_subject_nothing_is_said_of_where_it_is(tmp_path: Path):
    places = (str(tmp_path),)
    away = PytestModules(places, tmp_path)
    beside = PytestModules(places, tmp_path, beside=True)

    assert "sys.path" in away.findings("shop", [FINDING])
    assert "sys.path" not in beside.findings("shop", [FINDING])
