"""The calm table, counted: buttons and lines of the public message, before the cards, during play, and at the end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import simcord

from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.game import KingFrom, Phase, Seat
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.rules import expect_kept
from tests.support.shown import MessageLike, alts_of, components_of, lines_of, texts_of, verbs_of

LONG = ("Maximilienne de la Tour-Fougères", "Bartholomäus Freiherr von Zitzew")
HASH = re.compile(r"[0-9a-f]{24}")


@pytest.fixture(params=["en", "fr"])
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room in a server of either language, with fair deals and a cut of the elder."""
    async with card_world(tmp_path, fair=True, cut_seconds=20) as cards:
        cards.world.env.backend.get_guild(cards.world.guild.id).preferred_locale = request.param
        yield cards


def rows_of(message: MessageLike) -> list[int]:
    """How many buttons stand in each row."""
    return [len(component["components"]) for component in components_of(message) if component["type"] == 1]


async def seen(cards: CardWorld, table: int) -> tuple[TableView, discord.Message]:
    """The table, and its message."""
    return await cards.view(table), await cards.table(table)


async def backed(cards: CardWorld, one: simcord.MemberActor, two: simcord.MemberActor) -> int:
    """A staked game with a backer on either side, who are not matched in full."""
    table = await cards.sit_down(one, two, stake=50, cut=True)
    await cards.bet(cards.world.chloe, table, Seat.NORTH, 25)
    await cards.bet(cards.world.david, table, Seat.SOUTH, 10)
    return table


async def check(cards: CardWorld, table: int) -> set[str]:
    """Plays a game by clicks, counts at every step, and returns the stages that came up."""
    stages: set[str] = set()

    async def counted() -> bool:
        view, message = await seen(cards, table)
        stages.add(_counted(view, message))
        for older in (await cards.tables(table))[:-1]:
            expect_calm(older, "a deal that is over", rows=[], lines=10)
        return False

    await cards.play(table, counted)
    view, message = await seen(cards, table)
    stages.add(_counted(view, message))
    return stages


def expect_calm(
    message: MessageLike, stage: str, *, rows: list[int], lines: int, verbs: set[Verb] | None = None
) -> None:
    """Checks the buttons of a public message by row, its verbs, and its number of lines. It may hold no hash."""
    text, found = texts_of(message), verbs_of(message)
    wrong = {
        f"has rows of {rows_of(message)} buttons ({', '.join(verb.value for verb in found)}), and should have {rows}; "
        "what is not wanted now belongs behind More: `entries` of the feature": rows_of(message) != rows,
        f"has the verbs {found}, and should have {verbs}": verbs is not None and set(found) != verbs,
        f"has {lines_of(message)} lines, and {lines} at most": lines_of(message) > lines,
        "has a hash: it stands behind More": HASH.search(text) is not None,
    }
    expect_kept(
        f"the message of a table is calm: {stage}: rows of {rows} buttons, {lines} lines at most, no hash",
        "it stands in the midst of a chat and is read on a phone while two people play",
        [
            f"bot/features/table/render.py and the parts of features: it {why}:\n{text}"
            for why, is_so in wrong.items()
            if is_so
        ],
    )


def _counted(view: TableView, message: discord.Message) -> str:
    assert Verb.MORE in verbs_of(message)
    assert view.game is not None
    # Before the first card a line says the stakes, which no words of the picture say.
    lines = 10 if view.game.number else 8
    if view.status is not Status.PLAYING:
        verbs = {Verb.REMATCH, Verb.FIND_OPPONENT, Verb.REVIEW, Verb.STORY, Verb.MORE}
        expect_calm(message, "the end", rows=[2, 3], lines=10, verbs=verbs)
        return "over"
    if view.galerie.pause is not None:
        # A bet without its match is offered to all, and one press matches it.
        rows = [2, 2] if view.galerie.unmatched is None else [1, 2, 2]
        expect_calm(message, "bets", rows=rows, lines=lines)
        return "side bets" if view.game.number else "bets"
    if view.to_cut is not None:
        expect_calm(message, "the cut", rows=[2], lines=10)
        return "cut"
    expect_calm(message, "play", rows=[2], lines=8, verbs={Verb.SHOW_HAND, Verb.MORE})
    return "play"


async def test_a_game_for_the_honour_keeps_to_two_buttons_and_eight_lines(room: CardWorld) -> None:
    table = await room.sit_down(room.world.alice, room.world.bruno, cut=True)
    assert await check(room, table) == {"cut", "play", "over"}


async def test_a_staked_game_with_two_backers_keeps_to_four_buttons_and_the_bet_to_match(
    room: CardWorld,
) -> None:
    table = await backed(room, room.world.alice, room.world.bruno)
    view, message = await seen(room, table)
    assert list(verbs_of(message)) == [Verb.MATCH_BET, Verb.BET, Verb.WANT_CARDS, Verb.MORE]
    words = FR if view.terms.language.value == "fr" else EN
    assert words("galerie.unmatched", amount="15") in texts_of(message)
    assert "Alice **75** (Chloé 25)" in texts_of(message)
    assert await check(room, table) == {"bets", "cut", "play", "side bets", "over"}
    _, message = await seen(room, table)
    (paid,) = [line for line in texts_of(message).split("\n") if "+50" in line and "Chloé" in line]
    assert {"Alice", "Bruno", "Chloé", "David"} <= set(re.findall(r"[A-Zé][a-zé]+", paid)), (
        "each person's payment, in one line"
    )


async def test_long_names_take_three_lines_more_at_most(room: CardWorld) -> None:
    one, two = room.come(*LONG)
    table = await backed(room, one, two)
    await room.deal(table)
    while (await lookup.table(room.room.tables, table)).to_cut is not None:
        await room.cut(table)
    for _ in range(8):
        view, message = await seen(room, table)
        assert lines_of(message) <= 12, texts_of(message)
        if view.game is None or view.game.number != 1 or view.galerie.pause is not None:
            break
        mover, _other = await room.mover(table)
        assert await room.act(mover, room.held(mover.name))


async def test_a_king_is_a_line_of_its_own_until_the_first_trick_then_a_fact(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        world = cards.world
        cards.house.packs.append(stacked_pack(elder="KH 8H 9S TS 7C", dealer="7S 8S 9C TC JD", turn_up="9H"))
        table = await cards.sit_down(world.alice, world.bruno)
        elder, dealer = await cards.mover(table)
        await cards.does(elder.name, Verb.KING)
        view, message = await seen(cards, table)
        assert view.game is not None
        assert view.game.king is not None
        assert view.game.king.how is KingFrom.ANNOUNCED
        a, b = view.game.score
        who = view.person(view.game.king.seat).name
        marked = EN("table.king.now", crown="👑", who=who, a=a, b=b)
        assert marked in texts_of(message).split("\n")
        while view.game.phase is not Phase.PLAY or view.game.tricks[0].reply is None:
            await cards.does(elder.name if view.game.turn is view.game.elder else dealer.name, Verb.PLAY)
            view, message = await seen(cards, table)
            assert view.game is not None
        assert marked not in texts_of(message)
        assert EN("table.fact.king", who=who) in texts_of(message)


async def test_what_the_picture_of_the_table_shows_is_said_in_its_alt_text(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)

    async def told() -> bool:
        view, message = await seen(cards, table)
        game, (alt,) = view.game, alts_of(message)
        assert game is not None
        if game.outcome is not None or not game.number:
            return False
        assert game.turn_up is not None
        assert formatting.card_name(EN, game.turn_up) in alt
        for seat in Seat:
            name, index = view.person(seat).name, seat.index
            assert EN("table.alt.player", who=name, points=game.score[index]) in alt
            winners = [
                trick.lead if trick.leader is seat else trick.reply for trick in game.tricks if trick.winner is seat
            ]
            named = [formatting.card_name(EN, card) for card in winners if card is not None]
            assert (EN("table.alt.took", who=name, cards=EN.join(named)) in alt) is bool(named)
        assert game.dealer is not None
        assert EN("table.alt.dealer", who=view.person(game.dealer).name) in alt
        assert EN.count("table.alt.talon", game.talon) in alt
        if game.turn is not None and game.scored is None:
            assert EN("table.alt.turn", who=view.person(game.turn).name) in alt
        return False

    await cards.play(table, told)


async def test_a_clock_that_runs_is_the_only_one_and_the_reserve_is_named_when_it_runs(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    view, message = await seen(cards, table)
    assert view.reserve_from is not None
    assert re.findall(r"<t:(\d+):R>", texts_of(message)) == [str(view.reserve_from // 1000)]
    await cards.world.pass_time(61)
    view, message = await seen(cards, table)
    assert view.deadline is not None
    when = f"<t:{view.deadline // 1000}:R>"
    assert EN("table.until.reserve", when=when) in texts_of(message)
    assert texts_of(message).count("<t:") == 1
