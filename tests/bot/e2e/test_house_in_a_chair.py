"""The house in an empty chair, by clicks: it is asked in, sits down, makes room, and goes on after a crash.

tests/bot/tables has the other cases about its chair. test_random_clicks has random evenings with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.people.preferences import Preferences
from bot.tables.state.table_state import Status
from ecarte.ai import player_of
from ecarte.game import Seat
from tests.bot.e2e.test_house import PAUSE_S, SLOW, hand_of, play, resign, rung
from tests.bot.e2e.test_house_secrecy import Pack, expect_no_trace
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import private_answer, texts_of, verbs_of

pytestmark = pytest.mark.usefixtures("unhurried")

NAME = EN("house.novice")


async def alone(cards: CardWorld, level: str | None = "novice", **options: Any) -> int:
    """Lets Alice beat Bruno, whose chair is empty then. Returns the id of the table."""
    world = cards.world
    await cards.room.database.servers.put_settings(world.guild.id, {"house": level})
    table = await cards.sit_down(world.alice, world.bruno, **options)
    await beaten(cards, table, world.bruno)
    return table


async def beaten(cards: CardWorld, table: int, loser: simcord.MemberActor) -> None:
    """Gives the game up after its first decision."""
    view = await cards.view(table)
    if view.galerie.pause is not None:
        await cards.deal(table)
    await cards.play(table, until=lambda: _begun(cards, table))
    await resign(cards, table, loser)


async def _begun(cards: CardWorld, table: int) -> bool:
    game = (await cards.view(table)).game
    return game is not None and bool(game.proposals or game.tricks)


async def ask(cards: CardWorld, table: int, person: simcord.MemberActor) -> simcord.InteractionResult:
    """A person asks to play the house."""
    result: simcord.InteractionResult = await cards.press(person, await cards.table(table), Verb.ASK_HOUSE)
    return result


async def players(cards: CardWorld, table: int) -> list[str]:
    """Returns the names of the players, now or in the last game."""
    return [person.name for person in (await cards.view(table)).seats or ()]


async def test_an_evening_with_no_one_left_to_play_with(cards: CardWorld) -> None:
    world = cards.world
    table = await alone(cards)
    assert EN("house.ask") in texts_of(await cards.table(table))
    await ask(cards, table, world.alice)
    view = await cards.view(table)
    assert (view.status, view.game_no) == (Status.PLAYING, 2)
    assert await players(cards, table) == ["Alice", "House (novice)"]
    assert NAME in texts_of(await cards.table(table))
    await play(cards, table, world.alice)
    view = await cards.view(table)
    assert view.game is not None
    assert max(view.game.score) == view.game.rules.points
    winner = view.person(view.game.outcome.winner)  # type: ignore[union-attr,arg-type]  # it was played to its end
    await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
    await cards.press(world.chloe, await cards.table(table), Verb.SIT)
    if winner.level is None:
        await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    view = await cards.view(table)
    assert view.status is Status.PLAYING, "the loser has made room, and who stayed goes on"
    assert {person.id for person in view.seats or ()} == {winner.id, world.chloe.id}
    assert rung(cards) == []

    board = await world.alice.slash(world.channel, "ecarte leaderboard")
    assert board.response is not None
    assert "Bruno" in texts_of(board.response)
    assert NAME not in texts_of(board.response)
    profile = await world.alice.slash(world.channel, "ecarte profile")
    assert profile.response is not None
    said = texts_of(profile.response)
    one = EN.count("pages.profile.games", 1, won=1, share=EN.percent(1)).replace("**", "")
    assert one in said, "the game with Bruno, and no other"
    assert EN.count("house.record", 1, name=f"**{NAME}**", won=int(winner.level is None)) in said
    await cards.expect_balanced()


async def test_a_member_who_comes_meanwhile_goes_first(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        world = cards.world
        table = await alone(cards)
        before = cards.snapshot(await cards.table(table))
        await ask(cards, table, world.alice)
        shown = await cards.table(table)
        assert EN("house.coming", who=NAME) in texts_of(shown)
        assert not {Verb.SIT, Verb.DECLINE_CHAIR, Verb.ASK_HOUSE} & verbs_of(shown).keys()
        answer = await cards.press(world.chloe, shown, Verb.ENTER)
        assert private_answer(answer) == EN("galerie.queue.called")
        assert EN("house.coming", who=NAME) not in texts_of(await cards.table(table))
        await world.pass_time(PAUSE_S + 1)
        assert (await cards.view(table)).status is Status.BETWEEN
        late = await cards.press_late(world.alice, before, Verb.ASK_HOUSE)
        assert private_answer(late) == EN("problem.chair_called")
        await cards.press(world.chloe, world.dms(world.chloe)[-1], Verb.SIT)
        assert await players(cards, table) == ["Alice", "Chloé"]
        assert rung(cards) == []


async def test_asked_before_a_restart_it_comes_after_it(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        world = cards.world
        table = await alone(cards)
        await ask(cards, table, world.alice)
        await world.restart(crash=True)
        assert (await cards.view(table)).status is Status.BETWEEN
        await world.pass_time(PAUSE_S + 1)
        assert await players(cards, table) == ["Alice", "House (novice)"]
        await world.restart(crash=True)
        for _ in range(3):
            await world.pass_time(PAUSE_S + 1)
        game = await cards.game(table)
        assert game.turn is Seat.NORTH, "the table waits for Alice"
        await cards.expect_balanced()


async def test_it_claims_the_game_of_an_absent_player_while_a_member_waits(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        world = cards.world
        table = await alone(cards)
        await ask(cards, table, world.alice)
        await world.pass_time(2 * PAUSE_S + 1)
        await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
        await cards.act(world.alice, await hand_of(cards, world.alice, table))
        await world.pass_time(PAUSE_S + 1)
        await world.pass_time(181)
        assert EN("house.claims", who="Alice") in texts_of(await cards.table(table))
        assert EN("house.claims.yours") in texts_of(cards.held("alice"))
        await world.pass_time(PAUSE_S + 1)
        view = await cards.view(table)
        assert (view.status, view.galerie.awaited) == (Status.BETWEEN, world.chloe.id)


async def test_only_players_can_ask_it_and_where_it_stays_away_no_one_can(cards: CardWorld) -> None:
    world = cards.world
    world.env.backend.get_guild(world.guild.id).preferred_locale = "fr"
    table = await alone(cards)
    shown = await cards.table(table)
    assert FR("house.ask") in texts_of(shown)
    for person in (world.bruno, world.chloe):
        assert private_answer(await ask(cards, table, person)) == EN("problem.house_not_yours")
    await cards.press(world.alice, shown, Verb.CLOSE)
    for level, options in ((None, {}), ("novice", {"stake": 50}), ("novice", {"manners": "salon"})):
        other = await alone(cards, level, **options)
        assert Verb.ASK_HOUSE not in verbs_of(await cards.table(other))
        await cards.press(world.alice, await cards.table(other), Verb.CLOSE)


@pytest.mark.parametrize("seed", [41, pytest.param(42, marks=pytest.mark.soak)])
async def test_its_hand_changes_no_byte_of_what_others_are_sent(tmp_path: Path, seed: int) -> None:
    async def played(cards: CardWorld, pack: Pack) -> int:
        table = await alone(cards)
        cards.house.packs.extend(pack)
        await ask(cards, table, cards.world.alice)
        return table

    await expect_no_trace(tmp_path, seed, played)


def _failing(_: object) -> Any:
    raise ValueError


@pytest.mark.expects_log("bot.house.player", r"the house \(novice\) has failed: ValueError$")
async def test_a_player_that_fails_holds_no_evening_up(tmp_path: Path) -> None:
    conduct = Policy(lambda _: _failing, lambda _what, _table, _chance: 0)
    assert conduct.player_of is not player_of
    async with card_world(tmp_path, conduct=conduct) as cards:
        alice = cards.world.alice
        # Tips would take longer than the game.
        await cards.room.people.profiles.prefer(alice.id, Preferences(tips=False))
        table = await alone(cards)
        await ask(cards, table, alice)
        await play(cards, table, alice)
        assert (await cards.view(table)).status is Status.BETWEEN
