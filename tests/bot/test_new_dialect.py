"""A dialect is added in one place: its entry. Everything that lists or reads dialects finds it there."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from bot.features.challenge import options
from bot.people.server import ServerSettings
from bot.tables.terms import ChallengeOptions, terms_for
from bot.texts import Language, Texts
from ecarte.game import DIALECTS, Dialect, NextDeal, Preset, Rules
from ecarte.notation import read, write
from research.__main__ import main
from research.random_games import random_game

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def seven(monkeypatch: pytest.MonkeyPatch) -> Dialect:
    """Adds a dialect in which seven points win. A challenge may change only who deals the next game."""
    member = object.__new__(Dialect)
    member._name_, member._value_ = "SEVEN", "seven"
    monkeypatch.setitem(Dialect._value2member_map_, "seven", member)
    monkeypatch.setitem(DIALECTS, member, Preset(Rules(member, points=7), choices=("next_deal",)))
    return member


def test_its_games_are_recorded_by_its_name(seven: Dialect) -> None:
    events = random_game(Rules.of(seven), Random(1))
    text = write(events)
    assert '[Rules "seven"]' in text
    assert read(text).events == events
    assert read(text).state.rules.points == 7


def test_a_server_and_a_challenge_play_by_it(seven: Dialect) -> None:
    server = ServerSettings.from_json(ServerSettings(dialect=seven).to_json())
    assert terms_for(server, Language.ENGLISH).rules == Rules.of(seven)
    wanted = ChallengeOptions(dialect=seven, next_deal=NextDeal.FRESH_CUT)
    assert terms_for(ServerSettings(), Language.ENGLISH, wanted).rules == Rules(
        seven, points=7, next_deal=NextDeal.FRESH_CUT
    )


def test_the_command_line_offers_it(seven: Dialect, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["random", "--rules", "seven", "--seed", "1"]) == 0
    assert '[Rules "seven"]' in capsys.readouterr().out


def test_the_commands_offer_every_dialect() -> None:
    assert list(options.DIALECTS.values()) == [dialect.value for dialect in DIALECTS]
    assert all(Texts.load()(Language.ENGLISH).has(key) for key in options.DIALECTS)


def test_no_other_module_names_a_dialect_but_the_default() -> None:
    named = {
        (path.name, node.attr)
        for room in ("bot", "ecarte")
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Dialect"
    }
    assert {(name, member) for name, member in named if name != "rules.py"} == {("server.py", "CAVENDISH")}
