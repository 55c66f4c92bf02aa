"""Settings: read once from the environment; a wrong value stops the start with one line that names it."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.config import BadSetting, LogFormat, Settings
from bot.texts import Language
from tests.support.rules import expect_kept

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789"
PAGE = Path(__file__).parents[2] / "docs" / "running-reference.md"


def test_nothing_but_the_token_has_to_be_set() -> None:
    assert Settings.from_environment({"DISCORD_TOKEN": TOKEN}) == Settings(token=TOKEN)


def test_without_a_token_the_sandbox_starts_and_run_does_not() -> None:
    assert Settings.from_environment({}, token_needed=False) == Settings()
    with pytest.raises(BadSetting, match="DISCORD_TOKEN: is not set"):
        Settings.from_environment({})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "not a token"),
        ("ECARTE_LANGUAGE", "tlh"),
        ("ECARTE_LIVE_TABLES", "0"),
        ("ECARTE_LIVE_TABLES", "-1"),
        ("ECARTE_LIVE_TABLES", "1.5"),
        ("ECARTE_CORRESPONDENCE_TABLES", "101"),
        ("ECARTE_CHALLENGE_MINUTES", "ten"),
        ("ECARTE_CHALLENGE_MINUTES", "99999999999999999999"),
        ("ECARTE_CUT_SECONDS", "61"),
        ("ECARTE_CUT_SECONDS", "-1"),
        ("ECARTE_LOG_LEVEL", "loud"),
        ("ECARTE_LOG_FORMAT", "xml"),
        ("ECARTE_ENGINE", "java"),
        ("ECARTE_FONTS", "/nowhere/at/all"),
        ("ECARTE_SYNC_COMMANDS", "perhaps"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Settings.from_environment({"DISCORD_TOKEN": TOKEN, name: value})
    text = str(caught.value)
    assert text.startswith(f"{name}: ")
    assert "\n" not in text


def test_a_wrong_token_is_not_repeated() -> None:
    with pytest.raises(BadSetting) as caught:
        Settings.from_environment({"DISCORD_TOKEN": "hunter2"})
    assert "hunter2" not in str(caught.value)


def test_every_value_is_taken() -> None:
    settings = Settings.from_environment(
        {
            "DISCORD_TOKEN": f" {TOKEN} ",
            "ECARTE_DATABASE": "/data/room.sqlite3",
            "ECARTE_LANGUAGE": "FR",
            "ECARTE_LIVE_TABLES": "2",
            "ECARTE_CORRESPONDENCE_TABLES": "9",
            "ECARTE_CHALLENGE_MINUTES": "60",
            "ECARTE_CUT_SECONDS": "0",
            "ECARTE_LOG_LEVEL": "debug",
            "ECARTE_LOG_FORMAT": "json",
            "ECARTE_SYNC_COMMANDS": "no",
        }
    )
    assert settings == Settings(
        token=TOKEN,
        database="/data/room.sqlite3",
        language=Language("fr"),
        live_tables=2,
        correspondence_tables=9,
        challenge_minutes=60,
        cut_seconds=0,
        log_level="DEBUG",
        log_format=LogFormat.JSON,
        sync_commands=False,
    )


def test_requests_may_go_to_a_proxy() -> None:
    settings = Settings.from_environment({"ECARTE_DISCORD_API": "http://nirn:8080/"}, token_needed=False)
    assert settings.discord_api == "http://nirn:8080"


@pytest.mark.parametrize("address", ["nirn:8080", "ftp://nirn", "http://", "http://nirn/api/v10"])
def test_what_is_no_address_of_a_proxy_is_refused(address: str) -> None:
    with pytest.raises(BadSetting, match="ECARTE_DISCORD_API"):
        Settings.from_environment({"ECARTE_DISCORD_API": address}, token_needed=False)


def test_the_page_of_a_game_may_be_at_any_address() -> None:
    for address in ("https://example.org/replay.html", "http://127.0.0.1:8000/?page"):
        assert Settings.from_environment({"ECARTE_REPLAY_URL": address}, token_needed=False).replay_url == address


@pytest.mark.parametrize(
    "address",
    [
        *("example.org/replay.html", "file:///replay.html", "https://", "https://example.org/#a", "https://é.example/"),
        "https://example.org/" + "a" * 100,
    ],
)
def test_what_is_no_address_of_a_page_or_leaves_no_room_for_a_game_is_refused(address: str) -> None:
    with pytest.raises(BadSetting, match="ECARTE_REPLAY_URL: "):
        Settings.from_environment({"ECARTE_REPLAY_URL": address}, token_needed=False)


def test_several_folders_of_fonts_are_taken(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    set_to = {"ECARTE_FONTS": os.pathsep.join(map(str, folders))}
    assert Settings.from_environment(set_to, token_needed=False).fonts == tuple(folders)


def test_the_settings_do_not_show_the_token() -> None:
    assert TOKEN not in repr(Settings(token=TOKEN))


def test_the_page_for_owners_names_every_setting_and_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \|.*\| (?:`([^`]*)`)? ?\|$", PAGE.read_text("utf-8"), re.MULTILINE))
    names = {"DISCORD_TOKEN" if field.name == "token" else f"ECARTE_{field.name.upper()}" for field in fields(Settings)}
    where = f"docs/{PAGE.name}"
    expect_kept(
        f"the table of settings in {where} has every field of Settings in bot/config.py, and no other",
        "an owner finds a setting there, and nowhere else",
        [
            *(f"{where}: add a row for {name}, with its default" for name in names - rows.keys()),
            *(f"{where}: remove the row of {name}: there is no such setting" for name in rows.keys() - names),
        ],
    )
    given = {name: value for name, value in rows.items() if value}
    assert Settings.from_environment(given, token_needed=False) == Settings()
