"""What users add is told by its members."""

from __future__ import annotations

import sys
import types

import pytest

from refute.model.errors import UsageError
from refute.search import plugins
from refute.search.plugins import NO_EXTENSIONS, load_extensions


class House:
    class Law:
        name, arity, dear = "mine", 1, False

        def applies(self, cls: type) -> bool:
            return True

        def broken(self, value: object) -> None:
            return None

    class Watcher:
        def before(self, *_: object) -> None: ...

        def after(self, *_: object) -> None: ...

    class Oracle:
        def violations(self, execution: object) -> list[object]:
            return []

    class Values:
        def presets(self, form: object) -> list[object]:
            return []

    class Both(Law, Values): ...

    nothing = 7


@pytest.fixture(autouse=True)
def house(monkeypatch):
    module = types.ModuleType("house")
    module.__dict__.update(vars(House))
    monkeypatch.setitem(sys.modules, "house", module)


def test_nothing_is_offered_by_default():
    assert load_extensions([]) == NO_EXTENSIONS


def test_roles_are_told_by_members_and_classes_are_made():
    found = load_extensions(["house:Law", "house.Watcher", "house:Oracle", "house:Values"])

    assert [type(one) for one in (*found.laws, *found.visitors)] == [House.Law, House.Watcher]
    assert [type(one) for one in (*found.oracles, *found.presets)] == [House.Oracle, House.Values]


def test_one_object_may_play_several_roles():
    found = load_extensions(["house:Both"])

    assert found.laws == found.presets


@pytest.mark.parametrize("name", ["nosuch:x", "house:nosuch", "house", "", ":x"])
def test_what_cannot_be_loaded_is_named(name):
    with pytest.raises(UsageError, match="cannot load the plugin") as refused:
        load_extensions([name])

    assert refused.value.slug == "bad-plugin"


def test_what_plays_no_role_is_named():
    with pytest.raises(UsageError, match="7 plays no role"):
        load_extensions(["house:nothing"])


def test_installed_plugins_are_asked(monkeypatch):
    monkeypatch.setattr(plugins, "_installed", lambda: ["house:Law"])

    assert [type(one) for one in load_extensions([]).laws] == [House.Law]


@pytest.mark.parametrize(
    ("offered", "is_asked"), [("[refute]\nhouse = house:Law\n", True), ("[pytest11]\nrefute = x\n", False), (None, False)]
)  # fmt: skip
def test_where_no_package_offers_a_plugin_no_metadata_is_read(
    monkeypatch, tmp_path, offered, is_asked
):
    package = tmp_path / "house-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: house\n")
    if offered is not None:
        (package / "entry_points.txt").write_text(offered)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])

    assert plugins._some_package_offers() is is_asked
    if not is_asked:
        monkeypatch.setitem(sys.modules, "importlib.metadata", None)  # importing it would raise
    assert [type(one) for one in load_extensions([]).laws] == [House.Law] * is_asked
