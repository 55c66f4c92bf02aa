"""A hint: for the player to act, with the king first where it is time for it, and by what the seat may see."""

from __future__ import annotations

from random import Random

import pytest

from ecarte.game import Accept, AnnounceKing, Discard, Play, Propose, Refuse, Seat, parse_cards, player_view
from ecarte.teaching import Hint, hint
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S, Table


def hinted(table: Table, seat: Seat = N) -> Hint | None:
    """The hint for a seat."""
    return hint(player_view(table.state, seat), Random("hint"))


def test_a_poor_hand_asks_for_cards() -> None:
    told = hinted(dealt("7H 8H 7D 8D 7C", "KH QH KD QD KC", "7S"))
    assert told is not None
    assert (told.move, told.book.move) == (Propose(), Propose())
    assert isinstance(told.other, Play)
    assert told.chance > told.other_chance
    assert not told.king


def test_the_king_is_to_be_announced_before_the_card() -> None:
    table = dealt("KS QS JS AS 7C", "KH QH KD QD KC", "7S")
    table.does(N, Propose())
    table.does(S, Refuse())
    told = hinted(table)
    assert told is not None
    assert isinstance(told.move, Play)
    assert told.king
    table.does(N, AnnounceKing())
    again = hinted(table)
    assert again is not None
    assert not again.king


def test_at_four_the_king_wins_at_once() -> None:
    told = hinted(dealt("KS 7H 8H 7D 8D", turn_up="7S", score=(4, 0)))
    assert told is not None
    assert told.king


def test_where_there_is_no_choice_there_is_no_hint() -> None:
    table = dealt("KS QS JS AS TS", "7D 8D 9D 7C 8C", "7S")
    assert hinted(table, S) is None, "it is not South's turn"
    table.tricks("QS 7D, JS 8D, AS 9D, TS 7C")
    assert hinted(table) is None, "one card is left"


def test_what_the_other_holds_does_not_matter() -> None:
    one = dealt("AS KH 9H 8D 7C", "7S 8S 9S TS JS", "QS")
    other = dealt("AS KH 9H 8D 7C", "7H 8H TH 7D 9D", "QS")
    assert hinted(one) == hinted(other)


@pytest.mark.parametrize(("hand", "keeps"), [("KS QS JS 7H 7C", "KS QS JS"), ("AS TS KH 7D 8C", "AS TS")])
def test_trumps_are_kept(hand: str, keeps: str) -> None:
    table = dealt(hand, turn_up="9S")
    table.does(N, Propose())
    table.does(S, Accept())
    told = hinted(table)
    assert told is not None
    assert isinstance(told.move, Discard)
    assert not set(told.move) & set(parse_cards(keeps))
