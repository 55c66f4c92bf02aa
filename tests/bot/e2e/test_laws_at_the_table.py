"""Laws that the messages of a table keep, in addition to the core's: discards are never looked at again."""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from ecarte.game import parse_cards
from tests.support.cardroom import EN, CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import components_of, texts_of

PACK = stacked_pack(elder="KH QS JS AS TS", dealer="QD JD AD TD 9D", turn_up="7H", talon="7S 8S 7C 8C 9C TC")
PUT_OUT = "QS JS"
"""The discards of Bruno, the elder: the second place and the third."""


async def test_law_28_discarded_cards_are_never_shown_again(cards: CardWorld) -> None:
    table = await cards.sit_down_to(PACK)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    for name, places in (("bruno", (1, 2)), ("alice", (4,))):
        await cards.pick(name, *places)
        await cards.does(name, Verb.DISCARD)
    names = {
        EN("card.name", rank=EN(f"rank.{card.rank.value}"), suit=EN(f"suit.{card.suit.value}"))
        for card in parse_cards(PUT_OUT)
    }
    for message in (cards.held("bruno"), cards.held("alice"), await cards.table(table)):
        assert components_of(message)
        assert not any(name in texts_of(message) for name in names)
    assert EN("card.name", rank=EN("rank.K"), suit=EN("suit.H")) in texts_of(cards.held("bruno")), (
        "what a player holds, that player sees"
    )
