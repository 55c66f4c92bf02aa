"""A member plays against the house, and then checks its moves: by the bot's page, and with the record alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.people.preferences import Preferences
from bot.tables import archive
from ecarte.ai import Level, name_of
from ecarte.cli import main
from tests.bot.e2e.test_house import begin, play
from tests.support.cardroom import EN, card_world
from tests.support.shown import texts_of


@pytest.mark.parametrize("level", Level)
async def test_after_a_game_the_moves_of_the_house_are_recomputed(
    tmp_path: Path, level: Level, capsys: pytest.CaptureFixture[str]
) -> None:
    async with card_world(tmp_path, seed=3, fair=True) as cards:
        alice = cards.world.alice
        # Tips would take longer than the game.
        await cards.room.people.profiles.prefer(alice.id, Preferences(tips=False))
        table = await begin(cards, alice, level=level.value)
        await play(cards, table, alice)
        answer = await alice.slash(cards.world.channel, "ecarte game", show="fair", game=f"{table}.1")
        text = await archive.record(cards.room.tables, table, 1)
        assert answer.response is not None
        shown = texts_of(answer.response)
    file = tmp_path / "record.txt"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 0
    moves, deals = capsys.readouterr().out.splitlines()[-2:]
    assert text.count(f"\nhouse S {name_of(level)}\n") == 1
    count = int(moves.split()[1])
    assert count > 5
    assert moves == f"yes: {count} of {count} moves of the house follow from its view and the numbers promised"
    assert deals.startswith("yes: ")
    assert EN("fair.house.yes", m=count) in shown
