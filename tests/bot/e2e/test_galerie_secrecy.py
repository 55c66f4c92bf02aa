"""A backer of a player sees that player's hand and nothing else. All others around the table see none (Laws 54 and 55).

The same evening is played twice, click by click and sign by sign. The second time the cards that one player cannot know
lie in another order. Readers who may know no more than that player are shown the same to the last byte. These are the
backers of that player, bystanders without bets, bystanders with side bets, and everyone at La Chouette and at an
English table. So are guests, who stake nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from ecarte.game import Card, Seat, engine, player_view
from ecarte.table import stakes
from tests.bot.e2e.evening import Step, events_of, next_step, seen_by, take, with_other_hidden_cards
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import verbs_of

pytestmark = pytest.mark.usefixtures("unhurried")

MANNERS = ("french", "english", "chouette", "guests")


async def begun(cards: CardWorld, manner: str) -> tuple[int, simcord.MemberActor]:
    """Begins a game of Alice and Bruno: Chloé backs Alice, David backs Bruno, Emma backs no player. The cards are
    dealt.

    Among guests nothing is staked: each player admits one guest, and leaves Emma, who asks, without an answer.
    """
    (emma,) = cards.come("emma")
    world = cards.world
    if manner == "guests":
        return await _with_guests(cards, emma), emma
    options = {"style": "english"} if manner == "english" else {}
    table = await cards.sit_down(world.alice, world.bruno, stake=50, **options)
    if manner == "chouette":
        for player in (world.alice, world.bruno):
            await cards.press(player, await cards.table(table), Verb.CHOUETTE)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)
    return table, emma


async def _with_guests(cards: CardWorld, emma: simcord.MemberActor) -> int:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    for guest, seat in ((world.chloe, Seat.NORTH), (world.david, Seat.SOUTH), (emma, Seat.SOUTH)):
        await cards.ask_to_sit_behind(guest, table, seat)
    for player in (world.alice, world.bruno):
        await cards.press(player, cards.held(player.name), Verb.ADMIT_WATCHER)
    return table


async def around(cards: CardWorld, table: int, emma: simcord.MemberActor) -> None:
    """Does what bystanders do during the game, the same in both evenings: signs, side bets, wishes
    for the next cards.
    """
    view = await cards.view(table)
    if view.status is not Status.PLAYING:
        return
    if view.galerie.pause is not None:
        if view.galerie.side_bets is not None and view.galerie.side_bets.to_make is not None:
            await cards.fill(emma, await cards.table(table), Verb.OFFER, "10")
        await cards.deal(table)
        return
    assert view.game is not None
    if view.game.tricks and view.game.tricks[-1].reply is None:
        # The lawful replies, and so the places to point at, depend on the hand.
        return
    backer = (cards.world.chloe, cards.world.david)[0 if view.game.turn is Seat.NORTH else 1]
    for message in cards.world.dms(backer)[-1:]:
        if points := verbs_of(message).get(Verb.POINT):
            await backer.user.click(message, custom_id=points[view.decision % len(points)])


async def looked(cards: CardWorld, table: int, emma: simcord.MemberActor) -> dict[str, Any]:
    """Returns what each person sees after all have pressed My hand."""
    world = cards.world
    for person in (*world.people, emma):
        await cards.press(person, await cards.table(table), Verb.SHOW_HAND)
    shown: dict[str, Any] = {person.name: seen_by(cards, person) for person in (*world.people, emma)}
    return shown | {"all": seen_by(cards, None)}


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("seed", [31, 32])
async def test_what_a_player_cannot_know_changes_nothing_for_those_who_may_know_no_more(
    tmp_path: Path, seed: int, seat: Seat, manner: str
) -> None:
    async with card_world(_folder(tmp_path, "first"), seed=seed) as cards:
        table, emma = await begun(cards, manner)
        steps: list[Step] = []
        pack: tuple[Card, ...] | None = None
        while pack is None or len(steps) < 4 + seed % 5:
            await around(cards, table, emma)
            steps.append(await next_step(cards, table))
            await take(cards, steps[-1])
            while (await cards.view(table)).galerie.pause is not None:
                await around(cards, table, emma)
            pack = with_other_hidden_cards(cards, await events_of(cards, table), seat)
        packs = [*cards.house.dealt[:-1], pack]
        first = await looked(cards, table, emma)
    async with card_world(_folder(tmp_path, "second"), seed=seed) as cards:
        cards.house.packs.extend(packs)
        table, emma = await begun(cards, manner)
        for step in steps:
            await around(cards, table, emma)
            await take(cards, step)
            while (await cards.view(table)).galerie.pause is not None:
                await around(cards, table, emma)
        second = await looked(cards, table, emma)
    players, backers = ("alice", "bruno"), ("chloé", "david")
    for who in (players[seat.index], backers[seat.index], "emma", "all"):
        assert second[who] == first[who], f"not one byte of what {who} can see is different"
    assert second[players[seat.other.index]] != first[players[seat.other.index]], "the other's cards are"
    if manner in ("french", "guests"):
        assert second[backers[seat.other.index]] != first[backers[seat.other.index]], "and the backer sees them"
    else:
        assert second[backers[seat.other.index]] == first[backers[seat.other.index]], "but no one else"


@pytest.mark.parametrize("seed", [42, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (41, 43))])
async def test_over_a_whole_game_readers_see_only_cards_they_may_know(tmp_path: Path, seed: int) -> None:
    async with card_world(tmp_path, seed=seed) as cards:
        table, emma = await begun(cards, "french")
        checked = 0
        while (await cards.view(table)).status is Status.PLAYING:
            await around(cards, table, emma)
            checked += await _expect_no_hidden_card(cards, table, emma)
            await take(cards, await next_step(cards, table))
            while (await cards.view(table)).galerie.pause is not None:
                await around(cards, table, emma)
        assert checked > 50


async def _expect_no_hidden_card(cards: CardWorld, table: int, emma: simcord.MemberActor) -> int:
    """Looks for the names of hidden cards in everything that each person can see of the current deal."""
    state = engine.replay(await events_of(cards, table))
    view = await cards.view(table)
    assert view.game is not None
    book = view.galerie.book
    assert book is not None
    known = _spoken(view.game.tricks, view.game.turn_up) | {card for cut in view.cuts for card in cut}
    hands = {seat: set(player_view(state, seat).places) - {None} for seat in Seat}
    out = {seat: set(player_view(state, seat).discarded) for seat in Seat}
    checked = 0
    for person in (*cards.world.people, emma):
        own = view.seat_of(person.id) or stakes.advised_by(book, person.id)
        hidden = {card for seat in Seat if seat is not own for card in hands[seat] | out[seat]} - known
        newest = [*cards.world.dms(person)[-1:], await cards.table(table)]
        text = json.dumps(
            [component.to_dict() for message in newest for component in message.components],
            ensure_ascii=False,
            default=str,
        )
        for card in hidden:
            assert card is not None
            for words in (EN, FR):
                name = words("card.name", rank=words(f"rank.{card.rank.value}"), suit=words(f"suit.{card.suit.value}"))
                short = f"{words(f'index.{card.rank.value}')}{'♠♥♦♣'['SHDC'.index(card.suit.value)]}"
                assert name not in text, f"{person.name} reads of {card}"
                assert f" {short}" not in text, f"{person.name} reads of {card}"
            checked += 1
    return checked


def _spoken(tricks: Any, turn_up: Card | None) -> set[Card | None]:
    return {turn_up, *(card for trick in tricks for card in (trick.lead, trick.reply))}


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder
