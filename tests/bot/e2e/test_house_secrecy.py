"""The house's hidden cards change nothing in what any person is sent: texts, pictures, ids, file names.

The same game is played twice, click by click. The second time the cards that the member cannot have seen lie in another
order. A blind player sits for the house, and does the same with any cards: how a player judges them is no secret of the
table. Not proved: that time itself reveals nothing. tests/bot/house shows what a pause depends on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.tables import lookup
from ecarte.ai.players import Weights
from ecarte.game import Accept, Card, Discard, GameStarted, Move, Play, PlayerView, Propose, Seat
from tests.bot.e2e.evening import events_of, seen_by, with_other_hidden_cards
from tests.bot.e2e.test_house import begin
from tests.support.cardroom import AT_ONCE, CardWorld, card_world

pytestmark = pytest.mark.usefixtures("unhurried")

GIVES_TWO = 2


def blind(view: PlayerView) -> Weights:
    """Proposes once, gives cards, discards the cards of the first two places, and plays the first lawful card."""
    moves = view.legal_moves
    if not moves or view.public.turn is not view.seat:
        return {}
    held = [card for card in view.places if card is not None]
    wishes: list[Move] = [Accept(), Discard(held[:GIVES_TWO]), *map(Play, held)]
    if not view.public.proposals:
        wishes.insert(0, Propose())
    return {next(move for move in wishes if move in moves): 1.0}


BLIND = Policy(lambda _: blind, AT_ONCE.pause)
Pack: TypeAlias = tuple[tuple[Card, ...], ...]
"""The pack to deal. Empty for a random one."""


async def do(cards: CardWorld, what: str) -> None:
    """Has Alice do one thing."""
    match what:
        case "propose":
            await cards.does("alice", Verb.PROPOSE)
        case "give":
            await cards.does("alice", Verb.GIVE)
        case "discard":
            await cards.pick("alice", 0, 1)
            await cards.does("alice", Verb.DISCARD)


async def expect_no_trace(folder: Path, seed: int, played: Callable[[CardWorld, Pack], Awaitable[int]]) -> None:
    """Fails if the hand of the house, South, is visible in what any person is sent once Alice has opened the menu.

    Args:
        played: seats Alice with the blind player and plays. Deals the last deal from the pack, if there is one.
    """
    shown: list[list[Any]] = []
    hands = []
    pack: Pack = ()
    for number in range(2):
        place = folder / str(number)
        place.mkdir()
        async with card_world(place, seed=seed, conduct=BLIND) as cards:
            world = cards.world
            table = await played(cards, pack)
            await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
            shown.append([seen_by(cards, person) for person in (world.alice, world.bruno, world.chloe, None)])
            held = await lookup.hand(cards.room.tables, table, (await cards.view(table)).person(Seat.SOUTH).id)
            hands.append(held.view.places)
            events = await events_of(cards, table)
            begun = max(number for number, event in enumerate(events) if isinstance(event, GameStarted))
            other = with_other_hidden_cards(cards, events[begun:], Seat.NORTH)
            assert other is not None
            pack = (other,)
    assert hands[0] != hands[1], "its cards do differ"
    assert shown[0] == shown[1], "and not one byte differs"


@pytest.mark.parametrize("seed", [31, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (32, 33))])
@pytest.mark.parametrize(
    ("cut", "done"),
    [
        ("KS 7S", []),
        ("KS 7S", ["give"]),
        ("7S KS", []),
        ("7S KS", ["propose"]),
        ("7S KS", ["propose", "discard"]),
    ],
    ids=["it proposes", "it has changed cards", "dealt", "it has given cards", "both have changed cards"],
)
async def test_its_hand_changes_no_byte_of_what_others_are_sent(
    tmp_path: Path, seed: int, cut: str, done: Sequence[str]
) -> None:
    async def played(cards: CardWorld, pack: Pack) -> int:
        cards.house.cuts.append(cut)
        cards.house.packs.extend(pack)
        table = await begin(cards, cards.world.alice, level="maitre")
        for what in done:
            await do(cards, what)
        return table

    await expect_no_trace(tmp_path, seed, played)
