"""Between two games at one table: rematch, whose deal it is, getting up, and what time does to a table left alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.shown import private_answer, texts_of, verbs_of


@pytest.fixture
async def played(cards: CardWorld) -> tuple[CardWorld, int]:
    """A table at which one game was resigned after its first click."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await _resign(cards, table)
    return cards, table


async def test_a_rematch_begins_when_both_have_asked_and_the_deal_alternates(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    game = await cards.game(table)
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    waiting = await cards.view(table)
    assert (waiting.game_no, waiting.asked) == (1, frozenset({world.alice.id}))
    assert EN("table.rematch.asked", who="Alice") in texts_of(await cards.table(table))
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).game_no == 1, "the second request changes nothing"

    await cards.press(world.bruno, await cards.table(table), Verb.REMATCH)
    after = await cards.view(table)
    assert after.game is not None
    assert (after.game_no, after.status, after.game.score) == (2, Status.PLAYING, (0, 0))
    assert after.game.dealer is not game.dealer
    await cards.play(table)
    assert (await cards.room.database.results.history(world.guild.id, world.alice.id)).total == 2


async def test_after_a_rematch_the_hands_of_the_last_game_have_no_live_buttons(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    old = {name: cards.held(name) for name in ("alice", "bruno")}
    for person in (world.alice, world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    for name, message in old.items():
        shown = await cards.again(message)
        assert set(verbs_of(shown, disabled=True)) == {Verb.REVIEW, Verb.STORY}, name
        assert EN("table.rematch.asked", who="Bruno") not in texts_of(shown)
        assert EN("match.waits", who="Alice") not in texts_of(shown)
    assert EN("hand.won.resigned.mine", other="Alice").removeprefix("## ") in texts_of(await cards.again(old["bruno"]))


async def test_after_a_rematch_the_last_game_keeps_how_it_was_paid(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.deal(table)
    await _resign(cards, table)
    last = await cards.table(table)
    paid = "Bruno **+50**"
    assert paid in texts_of(last)
    for person in (world.alice, world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).game_no == 2
    assert paid in texts_of(await cards.again(last))


async def test_each_hand_says_what_the_game_has_brought_its_player(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.deal(table)
    await _resign(cards, table)
    assert "You lost 50 chips." in texts_of(cards.held("alice"))
    assert "You won 50 chips." in texts_of(cards.held("bruno"))


async def test_the_hand_of_a_game_for_the_honour_says_nothing_of_chips(played: tuple[CardWorld, int]) -> None:
    cards, _ = played
    assert "chips" not in texts_of(cards.held("alice")) + texts_of(cards.held("bruno"))


async def test_where_a_cut_for_every_game_is_agreed_the_players_cut_afresh(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        world = cards.world
        cards.house.cuts += ["KS 7S", "KH 7D"]
        table = await cards.sit_down(world.alice, world.bruno, deal="fresh-cut")
        await _resign(cards, table)
        for person in (world.alice, world.bruno):
            await cards.press(person, await cards.table(table), Verb.REMATCH)
        view = await cards.view(table)
        assert view.game is not None
        assert (view.game_no, len(view.cuts)) == (2, 1)
        assert not cards.house.cuts, "the second cut was made"


async def test_both_ask_for_a_rematch_at_the_same_instant_and_one_game_begins(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    public = await cards.table(table)
    people = (cards.world.alice, cards.world.bruno)
    await cards.world.at_once(*(lambda who=who: cards.press(who, public, Verb.REMATCH) for who in people))
    assert (await cards.view(table)).game_no == 2
    assert len(await cards.tables(table)) == 2


async def test_a_player_who_gets_up_closes_the_table_for_good(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    public = await cards.table(table)
    old = cards.snapshot(public)
    await cards.press(world.bruno, public, Verb.CLOSE)
    assert (await cards.view(table)).status is Status.CLOSED
    shown = await cards.table(table)
    assert EN("table.closed") in texts_of(shown)
    assert list(verbs_of(shown)) == [Verb.FIND_OPPONENT, Verb.REVIEW, Verb.STORY, Verb.MORE]
    assert {Verb.RECORD, Verb.REPLAY} <= verbs_of(await cards.more(world.alice, table)).keys()
    assert private_answer(await cards.press_late(world.alice, old, Verb.REMATCH)) == EN("problem.closed")
    await cards.sit_down(world.alice, world.bruno)


async def test_any_reader_may_replay_the_finished_game_in_private_and_none_that_is_on(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    world = cards.world
    page = await cards.more(world.chloe, table)
    over = cards.snapshot(page)
    answer = await cards.press(world.chloe, page, Verb.REPLAY)
    assert answer.response is not None
    assert answer.response.ephemeral
    assert re.search(r"^-# Step 1 of \d+$", texts_of(answer.response), re.MULTILINE)
    assert [attachment.filename for attachment in answer.response.attachments] == ["replay.png"]
    for person in (world.alice, world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    assert Verb.REPLAY not in verbs_of(await cards.more(world.chloe, table)), "the second game is on"
    again = await cards.press_late(world.chloe, over, Verb.REPLAY)
    assert again.response is not None
    assert texts_of(again.response) == texts_of(answer.response), "the first can be watched as before"
    refused = await world.alice.slash(world.channel, "ecarte game", show="replay", game=f"{table}.2")
    assert private_answer(refused) == EN("problem.no_record")


async def test_only_players_may_ask_for_a_rematch_or_get_up(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    for verb in (Verb.REMATCH, Verb.CLOSE):
        answer = await cards.intrude(cards.world.chloe, table, verb)
        assert private_answer(answer) == EN("problem.not_a_player")
    view = await cards.view(table)
    assert (view.status, view.asked) == (Status.BETWEEN, frozenset())


async def test_a_table_left_alone_after_a_game_is_put_away_in_time(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    await cards.world.pass_time(3_700)
    assert (await cards.view(table)).status is Status.CLOSED
    assert EN("table.closed") in texts_of(await cards.table(table))


async def _resign(cards: CardWorld, table: int) -> None:
    """Has the player to move do one thing. Then Alice resigns, and confirms it."""
    world = cards.world
    person, _ = await cards.mover(table)
    hand = cards.hand(person)
    assert hand is not None
    await cards.press(person, hand, Verb.PLAY)
    menu = await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
    asked = await cards.press(world.alice, menu.response, Verb.RESIGN)
    assert (await cards.view(table)).status is Status.PLAYING, "the player is asked first"
    await cards.press(world.alice, await cards.again(menu.response), Verb.RESIGN)
    assert asked.acknowledged
    assert (await cards.view(table)).status is Status.BETWEEN
