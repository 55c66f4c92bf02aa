"""The deal of the day if the maître fails: it goes on to its end, and the log names the fault, but no card."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import discord
import pytest

from bot.config import Settings
from bot.features.daily.handlers import today
from bot.house import Policy
from bot.house.tasks import pause_ms
from bot.storage import Database
from bot.texts import Texts
from ecarte.ai import Player
from ecarte.ai.players import Weights
from ecarte.game import PlayerView, Propose, Seat
from ecarte.teaching import ME, OPPONENT, daily
from tests.bot.features.playing import Hall
from tests.bot.features.test_daily import begun, day_of, kept, to_the_end
from tests.support.room import Room
from tests.support.simcord import world

DAY_MS = 86_400_000
KIND = r"^deal of 2026-\d\d-\d\d: the house \(maitre\) has failed: {}$"


def fails(view: PlayerView) -> Weights:
    """A player who always fails, and whose error names all the cards held."""
    raise KeyError(view.places)


def errs(_: PlayerView) -> Weights:
    """A player who proposes, even if the laws forbid it."""
    return {Propose(): 1.0}


@pytest.mark.parametrize("dealer", [ME, OPPONENT], ids=["leads", "deals"])
@pytest.mark.parametrize(
    "player",
    [
        pytest.param(fails, marks=pytest.mark.expects_log("bot.house.player", KIND.format("KeyError"))),
        pytest.param(errs, marks=pytest.mark.expects_log("bot.house.player", KIND.format("an unlawful move"))),
    ],
)
async def test_a_maitre_who_fails_holds_no_deal_up(tmp_path: Path, player: Player, dealer: Seat) -> None:
    async def make(now: Callable[[], int]) -> discord.Client:
        database = await Database.open(str(tmp_path / "house.sqlite3"))
        await database.migrate()
        ahead = next(days for days in range(30) if daily.dealer(today(now(), -days)) is dealer) * DAY_MS
        conduct = Policy(lambda _: player, pause_ms)
        return Room(
            Settings(), database, Texts.load(), chance=random.Random(20), now=lambda: now() + ahead, policy=conduct
        )

    async with world(make) as made:
        hall, alice = Hall(made), made.alice
        assert daily.dealer(day_of(hall)) is dealer
        end = await to_the_end(hall, alice, await begun(hall, alice))
        over = await kept(hall, alice)
        assert over.ended_at is not None
        assert daily.is_over(daily.view_of(over.day, over.moves))
        assert "You scored" in end.text
