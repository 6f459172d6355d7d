"""`refute.supervise.masking`: which texts are secrets, and how they are found."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from urllib.parse import quote

import pytest

from refute.model.recording import HIDDEN
from refute.model.subject import Located
from refute.supervise.masking import Mask, is_secret, values_of_environment, values_of_file

KEY = "MIIEpAIBAAKCAQEA7bq2n0ZxE4Hk5l3y9w8v7u6t5s4r3q2p1o0n"


@pytest.mark.parametrize(
    "value",
    ["ghp_16C7e42F292c", "550e8400-e29b-41d4-a716", "hunter2-hunter2", "eyJhbGciOiJIUzI1NiJ9.e30"],
)
def test_tokens_and_keys_are_secrets(value):
    assert is_secret(value)


@pytest.mark.parametrize(
    "value",
    [
        *("1", "C", "", "xterm", "en_US.UTF-8", "production", "developer", "hunter2", "localhost"),
        *("20241231", "3.14159265", "/root", os.getcwd(), f"{os.sep}:{os.getcwd()}"),
    ],
)
def test_short_values_words_numbers_and_paths_are_none(value):
    assert not is_secret(value) and not is_secret(value, private=True)


@pytest.mark.parametrize(
    ("variables", "secrets"),
    [
        ({"LOGIN_PASSWORD": "correct horse battery"}, {"correct horse battery"}),
        ({"MOTTO": "correct horse battery"}, set()),
        ({"PASSWORD": "changeme"}, set()),
        ({"LC_ALL": "sr_RS.utf8@latin1x"}, set()),
        ({"DB": "postgres://shop:correcthorse@db/shop"}, {"correcthorse"}),
        ({"KEY": "-----BEGIN-----\nabcd1234\n"}, {"abcd1234"}),
    ],
)
def test_of_variables_those_count_that_look_or_are_named_like_secrets(variables, secrets):
    assert {value for value, _ in values_of_environment(variables)} == secrets


def test_of_a_file_words_count_that_look_like_secrets_and_of_a_private_one_every_long_line(
    tmp_path,
):
    file = tmp_path / "settings"
    file.write_text("user = shop\nphrase = open sesame, please\nserial AB12CD34\n")

    assert set(dict(values_of_file(str(file)))) == {"serial AB12CD34", "AB12CD34"}
    file.chmod(0o600)
    assert "open sesame, please" in set(dict(values_of_file(str(file))))
    assert "user = shop" not in set(dict(values_of_file(str(file))))


@pytest.mark.parametrize(
    "line",
    [
        "password = swordfish",
        "DB_PASSWORD=swordfish",
        '  "api_token": "swordfish",',
        "key: 'swordfish'",
    ],
)
def test_what_a_name_says_to_be_secret_counts_where_it_stands_alone(line, tmp_path):
    file = tmp_path / "settings"
    file.write_text(f"{line}\nmode = blowfish\n")
    mask = Mask()
    mask.opened(str(file))

    assert mask.text("swordfish, swordfishes, blowfish") == f"{HIDDEN}, swordfishes, blowfish"


def test_a_short_variable_counts_where_its_name_says_so_and_it_is_passed_on():
    variables = {"PASSWORD": "changeme", "STAGE": "production", "TOKEN_TTL": "3600"}

    assert list(values_of_environment(variables)) == []
    assert dict(values_of_environment(variables, variables)) == {"changeme": "named"}


def test_of_a_large_file_all_counts_and_it_leaves_room_for_others(tmp_path):
    words, key = tmp_path / "words", tmp_path / "key"
    words.write_text("\n".join(f"word{number}word" for number in range(4_000)))
    key.write_text("x = 1\n" * 50_000 + f"key = {KEY}\n")
    key.chmod(0o600)
    mask = Mask()
    mask.opened(str(words))
    mask.opened(str(key))

    assert mask.text(f"word3999word|{KEY}") == f"{HIDDEN}|{HIDDEN}"


def test_what_a_worker_says_to_have_opened_is_not_opened_unless_it_is_a_file(monkeypatch, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    opened = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda *given: opened.append(given[1]) or real(*given))
    Mask().opened(str(pipe))

    assert [flags & os.O_PATH for flags in opened] == [os.O_PATH]


def test_of_what_is_no_file_nothing_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    for path in (tmp_path / "pipe", tmp_path, tmp_path / "nothing", "/dev/zero", "\0"):
        assert list(values_of_file(str(path))) == []


@pytest.fixture
def mask(monkeypatch, tmp_path):
    monkeypatch.setenv("SHOP_KEY", KEY)
    monkeypatch.setenv("SHOP_QUOTED", "it's\t9x9x9x")
    monkeypatch.setenv("SHOP_OTHER", KEY[:20] + "0x0x0x0x0x0x")
    return Mask([Located((str(tmp_path),), ("shop",))])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"the key is {KEY}.", f"the key is {HIDDEN}."),
        (f"cut: {KEY[:33]}…", f"cut: {HIDDEN}…"),
        (f"cut: …{KEY[5:]}", f"cut: …{HIDDEN}"),
        (f"'{KEY}', '{KEY}'", f"'{HIDDEN}', '{HIDDEN}'"),
        (repr("it's\t9x9x9x"), f'"{HIDDEN}"'),
        (f"{KEY[:12]} is too short to tell", f"{KEY[:12]} is too short to tell"),
        (f"{KEY[:20]}0x0x0x0x0x0x", HIDDEN),
        (KEY.encode().hex(), HIDDEN),
        (KEY.encode().hex().upper()[:60], HIDDEN),
        (quote("it's\t9x9x9x", safe=""), HIDDEN),
        (b64encode(KEY.encode()).decode(), f"{HIDDEN}g=="),
        (b64encode(b"a:" + KEY.encode()).decode(), f"YTp{HIDDEN}"),
        (b64encode(b":" + KEY.encode()).decode(), f"Ok{HIDDEN}4="),
    ],
    ids=range(13),  # pytest puts them into the environment
)
def test_a_secret_and_every_long_part_of_it_is_hidden(mask, text, shown):
    assert mask.text(text) == shown


def test_names_and_values_of_a_message_are_hidden_and_its_numbers_stay(mask):
    line = json.dumps({"is": "Found", "seen": [1, None, {KEY: f"b'{KEY}'"}]}).encode()

    assert json.loads(mask.line(line)) == {
        "is": "Found",
        "seen": [1, None, {HIDDEN: f"b'{HIDDEN}'"}],
    }


def test_a_line_that_is_no_message_is_left_to_its_reader(mask):
    assert mask.line(KEY.encode()) == KEY.encode()


def test_what_the_source_says_is_no_secret(monkeypatch, tmp_path):
    (tmp_path / "shop.py").write_text("DEFAULT = 'tok1234x'\n")

    for name, shown in (("tok1234x", "tok1234x"), ("tok4321x", HIDDEN)):
        monkeypatch.setenv("SHOP_DEFAULT", name)
        assert Mask([Located((str(tmp_path),), ("shop",))]).text(name) == shown


def test_what_a_file_says_is_hidden_once_it_was_opened(mask, tmp_path):
    file = tmp_path / "serial"
    file.write_text("serial AB12CD34")
    before = mask.text("AB12CD34")
    mask.opened(str(file))
    mask.opened(str(file))

    assert before == "AB12CD34"
    assert mask.text("AB12CD34") == HIDDEN


def test_words_in_a_value_that_is_no_secret_by_itself_are_shown(monkeypatch):
    monkeypatch.setenv("BUILD_NAME", "release7-bounds-incomplete-again")
    mask = Mask()

    assert mask.text("[bounds-incomplete]") == "[bounds-incomplete]"
    assert mask.text("of release7-bounds-incomplete") == "of <hidden>"
