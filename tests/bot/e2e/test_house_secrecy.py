"""What the house holds changes nothing in what anybody is sent before it is shown: texts, pictures, ids, file names.

The same game is played twice, click by click; the second time the cards that the member cannot have seen lie in another
order. Here a blind player sits for the house, who does the same whatever he holds: how a player judges his cards is no
secret of the table's. Not proved: that time itself tells nothing; what a pause follows from, tests/bot/house says.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.tables import lookup
from ecarte.ai.players import Weights
from ecarte.game import Accept, Discard, Move, Play, PlayerView, Propose, Seat
from tests.bot.e2e.evening import events_of, seen_by, with_other_hidden_cards
from tests.bot.e2e.test_house import begin
from tests.support.cardroom import AT_ONCE, CardWorld, card_world

pytestmark = pytest.mark.usefixtures("unhurried")

GIVES_TWO = 2


def blind(view: PlayerView) -> Weights:
    """Proposes once, gives cards, puts out the cards in his first two places, and plays the first card that he may."""
    moves = view.legal_moves
    if not moves or view.public.turn is not view.seat:
        return {}
    held = [card for card in view.places if card is not None]
    wishes: list[Move] = [Accept(), Discard(held[:GIVES_TWO]), *map(Play, held)]
    if not view.public.proposals:
        wishes.insert(0, Propose())
    return {next(it for it in wishes if it in moves): 1.0}


BLIND = Policy(lambda _: blind, AT_ONCE.pause)


async def do(cards: CardWorld, what: str) -> None:
    """One thing that Alice does."""
    match what:
        case "propose":
            await cards.does("alice", Verb.PROPOSE)
        case "give":
            await cards.does("alice", Verb.GIVE)
        case "discard":
            await cards.pick("alice", 0, 1)
            await cards.does("alice", Verb.DISCARD)


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
async def test_its_hand_changes_no_byte_that_anybody_is_sent(
    tmp_path: Path, seed: int, cut: str, done: Sequence[str]
) -> None:
    shown: list[list[Any]] = []
    hands = []
    pack = None
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with card_world(folder, seed=seed, conduct=BLIND) as cards:
            cards.house.cuts.append(cut)
            if pack is not None:
                cards.house.packs.append(pack)
            table = await begin(cards, cards.world.alice, level="maitre")
            for what in done:
                await do(cards, what)
            menu = await cards.my_hand(cards.world.alice, table)
            await cards.press(cards.world.alice, menu, Verb.MORE)
            shown.append([seen_by(cards, person) for person in (cards.world.alice, cards.world.chloe, None)])
            table_view = await cards.view(table)
            held = await lookup.hand(cards.room.tables, table, table_view.person(Seat.SOUTH).id)
            hands.append(held.view.places)
            pack = with_other_hidden_cards(cards, await events_of(cards, table), Seat.NORTH)
            assert pack is not None
    assert hands[0] != hands[1], "its cards are different indeed"
    assert shown[0] == shown[1], "and not one byte is"
