"""Leads for which search with open hands errs: the table in the library, and the house that leads by it.

`tests/research/test_leads_build.py` measures leads again.
"""

from __future__ import annotations

import pytest

from ecarte.ai import knowledge_of
from ecarte.ai.cards.leads import CELLS, UNIT, is_mended, lead_mend, mends
from ecarte.ai.cards.search import card_values, open_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.players.maitre import best_card
from ecarte.game import Accept, Discard, PlayerView, Propose, Refuse, cards_of, player_view
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S, discard, play


def after_an_exchange(hand: str, changed: int = 2) -> PlayerView:
    """Returns the view of the elder, who drew the last `changed` cards of this hand and has to lead."""
    cards = hand.split()
    kept, drawn, out = cards[:-changed], cards[-changed:], ["7H", "7D", "7C", "8H", "8D"][:changed]
    table = dealt(elder=" ".join([*kept, *out]), turn_up="7S", talon=" ".join(drawn))
    dealer = cards_of(table.state.hand(S))
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard(" ".join(out)))
    table.does(S, Discard(dealer[:2]))
    return player_view(table.state, N)


def test_each_kind_of_lead_has_a_mend_of_a_quarter_of_the_point_at_most() -> None:
    assert len(mends()) == CELLS
    assert 0 < max(map(abs, mends())) <= 127 < UNIT / 3


@pytest.mark.parametrize("hand", ["QS 8S KH 9D 7C", "JS TS 9S QH JH", "KH QH JD TD 9C"])
def test_after_an_exchange_a_lead_is_worth_what_search_says_and_its_mend_of_the_point(hand: str) -> None:
    knowledge = knowledge_of(after_an_exchange(hand))
    worth = trick_worth(knowledge)
    point = worth.without[3] - worth.without[2]
    assert is_mended(knowledge)
    values = {card: value + point * lead_mend(knowledge, card) for card, value in open_values(knowledge, worth).items()}
    assert card_values(knowledge) == pytest.approx(values)
    assert values[best_card(knowledge, card_values(knowledge))] == pytest.approx(max(values.values()))


def test_a_refused_proposal_has_leads_mended_and_a_hand_led_without_proposing_has_not() -> None:
    table = dealt(elder="QS 8S KH 9D 7C", turn_up="KS")
    assert not is_mended(knowledge_of(player_view(table.state, N)))
    table.does(N, Propose())
    table.does(S, Refuse())
    assert is_mended(knowledge_of(player_view(table.state, N)))


def test_a_reply_is_not_mended() -> None:
    table = dealt(elder="QS 8S KH 9D 7C", turn_up="KS")
    table.does(N, Propose())
    table.does(S, Refuse())
    table.does(N, play("KH"))
    assert not is_mended(knowledge_of(player_view(table.state, S)))
