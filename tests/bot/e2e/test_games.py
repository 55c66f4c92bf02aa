"""A game from the challenge to the leaderboard, by clicks alone.

Not proved here: that the laws are kept (the core's own tests), and that pictures show what they should.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.adapter.custom_ids import Verb
from bot.ranking.board_lines import Sort
from bot.tables import archive
from bot.tables.state.table_state import Status
from ecarte import notation
from ecarte.game import CardPlayed, CardsDealt
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.postgres import ON_A_SERVER, database_of
from tests.support.shown import alts_of, texts_of, verbs_of

TRICK = re.compile(r"`[1-5]`\u00a0[^ `\u00a0]+\u00a0[^ `\u00a0]+\u00a0[^ `\n]+")


@pytest.mark.parametrize(
    ("seed", "rules", "server", "kind"),
    [
        (1, "cavendish", "en-US", "sqlite"),
        pytest.param(2, "modern", "fr", "postgres", marks=ON_A_SERVER),
        pytest.param(3, "short", "en-GB", "sqlite", marks=pytest.mark.quick),
        pytest.param(4, "cavendish", "fr", "postgres", marks=ON_A_SERVER),
    ],
)
async def test_a_game_is_played_by_clicks_from_the_challenge_to_the_leaderboard(
    tmp_path: Path, seed: int, rules: str, server: str, kind: str
) -> None:
    async with database_of(kind) as address, card_world(tmp_path, seed=seed, address=address) as cards:
        world = cards.world
        world.env.backend.get_guild(world.guild.id).preferred_locale = server
        world.speaks(world.bruno, "fr")
        table = await cards.sit_down(world.alice, world.bruno, rules=rules)
        await cards.play(table)

        view = await cards.view(table)
        assert view.status is Status.BETWEEN
        assert view.game is not None
        assert view.game.outcome is not None
        assert view.game.outcome.winner is not None
        assert view.terms.rules.dialect.value == rules
        assert view.game.score[view.game.outcome.winner.index] == 5

        public = await cards.tables(table)
        assert len(public) == view.game.number
        assert all(alts_of(message) and all(alts_of(message)) for message in public), "every picture has its words"
        spoken = FR if server == "fr" else EN
        winner = view.person(view.game.outcome.winner)
        score = sorted(view.game.score)
        loser = next(player for player in view.seats or () if player != winner)
        won = spoken("table.won.five", who=winner.name, loser=loser.name, a=score[1], b=score[0])
        assert won in texts_of(public[-1]), "public messages use the server's language"
        for person, words in ((world.alice, EN), (world.bruno, FR)):
            ahead, behind, key = (1, 0, "mine") if person.id == winner.id else (0, 1, "theirs")
            values = {"other": winner.name, "mine": score[ahead], "theirs": score[behind]}
            assert words(f"hand.won.five.{key}", **values) in texts_of(world.dms(person)[-1]), (
                "each player's messages use their own language"
            )

        rows = (await cards.room.database.results.leaderboard(world.guild.id, sort=Sort.WON)).rows
        assert {row.user_id for row in rows} == {world.alice.id, world.bruno.id}
        assert (rows[0].user_id, rows[0].won, rows[0].played) == (winner.id, 1, 1)
        assert sorted(row.points for row in rows) == sorted(view.game.score)
        board = await world.chloe.slash(world.channel, "ecarte leaderboard")
        assert board.response is not None
        assert not board.response.ephemeral
        assert winner.name in texts_of(board.response) or f"<@{winner.id}>" in texts_of(board.response)


async def test_every_finished_trick_can_be_read_in_public(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await cards.play(table)
    record = notation.read(await archive.record(cards.room.tables, table, 1))
    finished = sum(isinstance(event, CardPlayed) for event in record.events) // 2
    played = 0
    for message in await cards.tables(table):
        text = texts_of(message)
        tricks = TRICK.findall(text)
        played += len(tricks)
        assert all(len(re.findall(r"[KQJA\d]+[♠♥♦♣]", trick)) == 2 for trick in tricks)
        assert all(trick.endswith(("Alice", "Bruno")) for trick in tricks), "the trick's winner follows it"
    assert played == finished >= 5


async def test_a_deal_is_summed_up_with_how_its_points_came_about(cards: CardWorld) -> None:
    table = await cards.sit_down_to(stacked_pack(elder="KH KD QD JD AD", dealer="7S 8S 7C 8C 7D", turn_up="7H"))
    await _play_a_deal_without_proposing(cards, table)
    first = (await cards.tables(table))[0]
    text = texts_of(first)
    assert EN("table.fact.unproposed", who="Bruno") in text
    assert EN("table.result.vole", who="Bruno") in text
    why = EN("table.why.vole", points=EN.count("pages.points", 2))
    assert EN("table.score.line", north="Alice", a=0, b=2, south="Bruno", why=why) in text
    assert not verbs_of(first), "nothing can be pressed on a deal that is over"


async def test_the_last_trick_plays_itself(cards: CardWorld) -> None:
    table = await cards.sit_down_to(stacked_pack(elder="KH KD QD JD AD", dealer="7S 8S 7C 8C 7D", turn_up="7H"))
    clicks = await _play_a_deal_without_proposing(cards, table)
    assert clicks == 8
    assert len(TRICK.findall(texts_of((await cards.tables(table))[0]))) == 5


async def test_a_finished_game_has_a_record_that_says_every_card_dealt_and_can_be_replayed(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await cards.play(table)
    public = await cards.table(table)
    result = await cards.press(world.chloe, public, Verb.RECORD)
    assert result.response is not None
    (file,) = result.response.attachments
    text = (await file.read()).decode()
    record = notation.read(text)
    assert notation.write(record.events, record.tags) == text
    assert (record.tags["North"], record.tags["South"]) == ("Alice", "Bruno")
    assert [event.pack for event in record.events if isinstance(event, CardsDealt)] == cards.house.dealt
    game = await cards.game(table)
    assert record.state.game.score == game.score
    assert file.filename == f"ecarte-{table}-1.txt"

    listed = await world.bruno.slash(world.channel, "ecarte profile")
    assert listed.response is not None
    await cards.press(world.bruno, listed.response, Verb.HISTORY)
    shown = texts_of(await cards.again(listed.response))
    assert "Alice" in shown or f"<@{world.alice.id}>" in shown
    north, south = game.score
    assert f"{north}–{south}" in shown or f"{south}–{north}" in shown


async def test_a_stranger_sees_where_the_table_is_and_cannot_take_its_record_while_the_game_is_on(
    cards: CardWorld,
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    listed = await world.chloe.slash(world.channel, "ecarte tables")
    assert listed.response is not None
    assert "Alice" in texts_of(listed.response)
    refused = await world.chloe.slash(world.channel, "ecarte game", show="record", game=f"{table}.1")
    assert refused.response is not None
    assert refused.response.ephemeral
    assert not refused.response.attachments
    assert not await world.alice.autocomplete(world.channel, "ecarte game", "game", "")


async def _play_a_deal_without_proposing(cards: CardWorld, table: int) -> int:
    """Plays a deal in which both play the first lawful card. Returns the number of clicks."""
    clicks = 0
    while True:
        game = await cards.game(table)
        if game.number != 1:
            return clicks
        person, _ = await cards.mover(table)
        hand = cards.hand(person)
        assert hand is not None
        await cards.press(person, hand, Verb.PLAY)
        clicks += 1
