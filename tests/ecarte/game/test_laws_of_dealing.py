"""Laws 5 to 10, 22 and 45: the cut, the packets, the turn-up, a king turned up, the pack."""

from __future__ import annotations

import pytest

from ecarte.game import (
    PACK,
    Card,
    CardsDealt,
    CutMade,
    Dialect,
    Distribution,
    Ending,
    GameEnded,
    IllegalMove,
    KingFrom,
    KingMarked,
    Phase,
    Rule,
    Rules,
    apply_deal,
    cards_of,
    cut,
    deal,
    evolve,
    legal_moves,
    mask_of,
    parse_cards,
    public_view,
)
from tests.ecarte.game.table import DEALER, ELDER, TURN_UP, N, S, Table, pack_of


@pytest.mark.parametrize(("north_south", "dealer"), [("KS QS", N), ("AH JH", S), ("TC AC", S), ("8D 7S", N)])
def test_law_5_the_higher_card_cut_deals(north_south: str, dealer: object) -> None:
    table = Table(dealer=None)
    assert table.state.phase is Phase.CUT
    assert table.state.turn is None
    table.happen(cut(table.state, *parse_cards(north_south)))
    assert (table.state.phase, table.state.turn) == (Phase.DEAL, dealer)


def test_law_5_equal_cards_are_cut_again() -> None:
    table = Table(dealer=None)
    for pair in ("KS KD", "7H 7C"):
        assert table.happen(cut(table.state, *parse_cards(pair))) == (CutMade(*parse_cards(pair)),)
        assert table.state.phase is Phase.CUT
    table.happen(cut(table.state, *parse_cards("9H 8C")))
    assert table.state.dealer is N


@pytest.mark.law(3, 6)
def test_the_cut_is_of_two_cards_of_one_pack_and_made_once() -> None:
    table = Table(dealer=None)
    with pytest.raises(IllegalMove) as caught:
        cut(table.state, PACK[0], PACK[0])
    assert caught.value.rule is Rule.CUT_TWO_CARDS
    with pytest.raises(IllegalMove) as caught:
        deal(table.state, PACK)
    assert caught.value.rule is Rule.NOT_THE_PHASE
    with pytest.raises(IllegalMove):
        cut(Table().state, *parse_cards("KS QS"))


def test_law_8_three_and_two_to_each_the_elder_first() -> None:
    table = Table()
    table.happen(deal(table.state, PACK, Distribution.THREE_TWO))
    assert table.state.cards(N) == (*PACK[0:3], *PACK[6:8])
    assert table.state.cards(S) == (*PACK[3:6], *PACK[8:10])


def test_law_8_or_two_and_three() -> None:
    table = Table()
    table.happen(deal(table.state, PACK, Distribution.TWO_THREE))
    assert table.state.cards(N) == (*PACK[0:2], *PACK[4:7])
    assert table.state.cards(S) == (*PACK[2:4], *PACK[7:10])
    assert apply_deal(Table().state, PACK, Distribution.TWO_THREE) == table.state


def test_law_8_by_the_modern_description_both_deal_by_two_then_three() -> None:
    table = Table(Rules.of(Dialect.MODERN))
    with pytest.raises(IllegalMove) as caught:
        deal(table.state, PACK, Distribution.THREE_TWO)
    assert caught.value.rule is Rule.SAME_DISTRIBUTION
    table.happen(deal(table.state, PACK))
    assert table.state.deal is not None
    assert table.state.deal.distribution is Distribution.TWO_THREE
    assert table.state.cards(N) == (*PACK[0:2], *PACK[4:7])


def test_law_8_a_dealer_keeps_to_the_same_packets_for_the_game() -> None:
    table = Table()
    pack = pack_of(ELDER, DEALER, TURN_UP)
    table.happen(deal(table.state, pack, Distribution.TWO_THREE))
    assert public_view(table.state).number == 1
    _finish(table)
    # The other dealer has a choice too.
    table.happen(deal(table.state, pack, Distribution.THREE_TWO))
    assert public_view(table.state).number == 2
    _finish(table)
    with pytest.raises(IllegalMove) as caught:
        deal(table.state, pack, Distribution.THREE_TWO)
    assert (caught.value.rule, caught.value.law) == (Rule.SAME_DISTRIBUTION, 8)
    assert caught.value.data == {"distribution": Distribution.TWO_THREE.value}
    (dealt,) = deal(table.state, pack)
    assert isinstance(dealt, CardsDealt)
    assert dealt.distribution is Distribution.TWO_THREE


def _finish(table: Table) -> None:
    while table.state.phase is not Phase.DEAL:
        assert table.state.turn is not None
        table.does(table.state.turn, next(move for move in legal_moves(table.state) if move.card is not None))


def test_law_10_the_eleventh_card_is_turned_up_and_makes_the_trump() -> None:
    table = Table().deal(turn_up="9D", dealer="7H TS JC 9C 8D")
    assert table.state.deal is not None
    assert str(table.state.deal.turn_up) == "9D"
    assert table.state.deal.trump is Card.parse("9D").suit
    assert table.state.exchanges.talon == 21


@pytest.mark.law(47)
def test_law_22_a_king_turned_up_is_marked_at_once_by_the_dealer() -> None:
    table = Table()
    events = table.happen(deal(table.state, pack_of("QS 9H 8H AC 7C", DEALER[:-2] + "8S", "KS")))
    assert events[1:] == (KingMarked(S, KingFrom.TURNED),)
    assert table.state.score == (0, 1)
    assert table.state.phase is Phase.PROPOSE


def test_a_king_turned_up_at_four_ends_the_game_before_anything_is_played() -> None:
    table = Table(Rules(points=1))
    events = table.happen(deal(table.state, pack_of("QS 9H 8H AC 7C", DEALER, "KS")))
    assert events[-1] == GameEnded(S, Ending.FIVE)
    assert (table.state.phase, table.state.turn) == (Phase.OVER, None)


@pytest.mark.parametrize("pack", [PACK[:31], (*PACK[:31], PACK[0]), (*PACK, PACK[0]), ()])
def test_law_45_a_pack_is_the_thirty_two_cards(pack: tuple[Card, ...]) -> None:
    table = Table()
    with pytest.raises(IllegalMove) as caught:
        deal(table.state, pack)
    assert (caught.value.rule, caught.value.law) == (Rule.PACK_OF_THIRTY_TWO, 45)


@pytest.mark.law(14)
def test_the_deal_alternates_within_a_game() -> None:
    table = Table()
    dealers = []
    for _ in range(3):
        dealers.append(table.state.turn)
        table.deal(talon="7D")
        # The point goes to one and the other, so that neither wins before the third deal.
        _finish(table)
    assert dealers == [S, N, S]


def test_the_hands_and_the_talon_are_the_pack() -> None:
    table = Table().deal()
    state = table.state
    held = state.hand(N) | state.hand(S)
    assert state.deal is not None
    rest = mask_of(state.deal.pack[10:])
    assert held & rest == 0
    assert len(cards_of(held | rest)) == 32


def test_the_state_before_and_after_one_event_are_two_objects() -> None:
    table = Table()
    before = table.state
    events = deal(before, PACK)
    assert evolve(before, events[0]) != before
    assert before == Table().state
