"""Laws 26 to 28 and 38, and where the dialects differ: proposing, answering, discarding, the short talon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecarte.game import (
    Abandon,
    Accept,
    AcceptIfEnough,
    AnnounceKing,
    ConditionFailed,
    DealerDiscarded,
    Dialect,
    Discard,
    Phase,
    Play,
    Propose,
    Refuse,
    Rule,
    Rules,
    Seat,
    legal_moves,
    parse_cards,
    player_view,
    public_view,
)
from tests.ecarte.game.table import DEALER, ELDER, N, S, Table, discard, play

TALON = "KH QH JH AH TH KD QD JD AD 9D 7D KC QC TC 8C JS AS TS 9S 8S 7S"


def table(rules: Rules | None = None) -> Table:
    return Table(rules).deal(talon=TALON)


def accepted(at: Table) -> Table:
    at.does(N, Propose())
    at.does(S, Accept())
    return at


def exchange(at: Table, elder: int, dealer: int) -> Table:
    """Makes one exchange of `elder` and `dealer` cards, the first places of each hand."""
    accepted(at)
    at.does(N, Discard(at.state.cards(N)[:elder]))
    if at.state.phase is Phase.DEALER_DISCARD:
        at.does(S, Discard(at.state.cards(S)[:dealer]))
    return at


def with_talon_of(left: int) -> Table:
    """Returns a table at which the elder may propose, with `left` cards in the talon."""
    at = table()
    while at.state.exchanges.talon - left >= 10:
        exchange(at, 5, 5)
    spare = at.state.exchanges.talon - left
    if spare:
        exchange(at, min(5, spare), spare - min(5, spare))
    assert at.state.exchanges.talon == left
    return at


@pytest.mark.law(28)
@pytest.mark.parametrize("dealer", list(Seat))
def test_each_is_given_as_many_cards_in_the_places_of_those_put_out(dealer: Seat) -> None:
    at, elder = Table(dealer=dealer).deal(talon=TALON), dealer.other
    at.does(elder, Propose())
    at.does(dealer, Accept())
    assert at.state.vulnerable is None
    at.does(elder, discard("9H 8H"))
    assert at.state.vulnerable is None
    at.does(dealer, discard("TD"))
    for seat, places in ((elder, "KS QS KH QH AC"), (dealer, "7H JH JC 9C 8D")):
        assert player_view(at.state, seat).places == parse_cards(places)
    assert not public_view(at.state).conditional
    # And the cards stay to be seen when the deal is over.
    at.does(dealer, Abandon())
    assert set(at.state.cards(dealer)) == set(parse_cards("7H JH JC 9C 8D"))


@pytest.mark.law(26)
def test_the_elder_proposes_or_leads() -> None:
    at = table()
    assert (at.state.phase, at.state.turn) == (Phase.PROPOSE, N)
    assert legal_moves(at.state) == (Propose(), *map(Play, parse_cards(ELDER)))
    at.expect_refused(S, Propose(), Rule.NOT_YOUR_TURN)


def test_law_26_a_proposal_cannot_be_retracted() -> None:
    at = table()
    at.does(N, Propose())
    at.expect_refused(N, play("KS"), Rule.NOT_THE_PHASE)
    at.expect_refused(N, Propose(), Rule.NOT_THE_PHASE)
    assert (at.state.phase, at.state.turn) == (Phase.ANSWER, S)


def test_law_27_the_dealer_accepts_or_refuses_and_cannot_retract() -> None:
    at = table()
    at.does(N, Propose())
    assert legal_moves(at.state) == (Accept(), Refuse())
    assert at.expect_refused(N, Accept(), Rule.NOT_YOUR_TURN).data == {"turn": "S"}
    at.does(S, Accept())
    at.expect_refused(S, Refuse(), Rule.NOT_THE_PHASE)
    assert (at.state.phase, at.state.turn) == (Phase.ELDER_DISCARD, N)


def test_a_refusal_lets_the_hands_be_played_as_they_are() -> None:
    at = table()
    at.does(N, Propose())
    assert (at.state.vulnerable, public_view(at.state).conditional) == (None, False)
    at.does(S, Refuse())
    assert (at.state.vulnerable, public_view(at.state).conditional) == (S, False)
    assert (at.state.phase, at.state.turn) == (Phase.PLAY, N)
    at.expect_refused(N, Propose(), Rule.NOT_THE_PHASE)
    assert at.state.cards(N) == parse_cards(ELDER)


def test_who_leads_without_proposing_proposes_no_more() -> None:
    at = table().trick("9H", "7H")
    at.expect_refused(N, Propose(), Rule.NOT_THE_PHASE)


def test_law_28_both_discard_before_anyone_is_given_a_card() -> None:
    at = accepted(table())
    at.does(N, discard("9H 8H"))
    assert at.state.cards(N) == parse_cards(ELDER)
    at.expect_refused(N, discard("KS"), Rule.NOT_YOUR_TURN)
    at.does(S, discard("TD"))
    assert at.state.exchanges.rounds == ((2, 1),)


def test_the_elder_is_given_cards_first_and_places_keep_their_order() -> None:
    at = accepted(table())
    at.does(N, discard("8H QS"))
    at.does(S, discard("8D 7H"))
    assert at.state.deal is not None
    north, south = at.state.deal.places
    assert north == parse_cards("KS KH 9H QH AC")
    assert south == parse_cards("JH TD JC 9C AH")
    assert at.state.exchanges.talon == 17
    assert at.state.deal.turn_up == parse_cards("7C")[0]


def test_law_28_only_cards_in_hand_are_put_out_and_the_elder_changes_one_at_least() -> None:
    at = accepted(table())
    assert at.expect_refused(N, discard("7H"), Rule.CARD_NOT_HELD).data == {"card": "7H"}
    at.expect_refused(N, discard("KS 7C"), Rule.CARD_NOT_HELD)
    at.expect_refused(N, discard(), Rule.ONE_CARD_AT_LEAST)
    assert len(legal_moves(at.state)) == 31


def test_the_dealer_who_accepted_may_keep_the_hand() -> None:
    at = accepted(table())
    at.does(N, discard("9H"))
    assert discard() in legal_moves(at.state)
    at.does(S, discard())
    assert at.state.cards(S) == tuple(sorted(parse_cards(DEALER), key=lambda card: card.index))


@pytest.mark.law(27)
def test_modern_a_dealer_who_accepts_must_change_a_card() -> None:
    at = accepted(table(Rules.of(Dialect.MODERN)))
    at.does(N, discard("9H"))
    assert len(legal_moves(at.state)) == 31
    at.expect_refused(S, discard(), Rule.DEALER_MUST_EXCHANGE)
    at.does(S, discard("8D"))


def test_cavendish_cards_are_exchanged_as_often_as_dealer_and_talon_allow() -> None:
    at = table()
    for round_ in range(1, 4):
        exchange(at, 3, 2)
        assert (at.state.phase, len(at.state.exchanges.rounds)) == (Phase.PROPOSE, round_)


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.law(26)
def test_short_one_exchange_and_a_second_only_if_agreed(limit: int) -> None:
    at = table(replace(Rules.of(Dialect.SHORT), exchanges=limit))
    for _ in range(limit):
        assert at.state.phase is Phase.PROPOSE
        exchange(at, 2, 2)
    assert at.state.phase is Phase.PLAY
    at.expect_refused(N, Propose(), Rule.NOT_THE_PHASE)


def test_a_short_talon_can_be_emptied_and_then_there_is_no_proposal() -> None:
    at = with_talon_of(1)
    exchange(at, 1, 0)
    assert (at.state.phase, at.state.exchanges.talon) == (Phase.PLAY, 0)
    at.expect_refused(N, Propose(), Rule.NOT_THE_PHASE)


def test_law_38_the_elder_takes_at_most_the_talon() -> None:
    at = accepted(with_talon_of(3))
    at.expect_refused(N, Discard(at.state.cards(N)[:4]), Rule.TOO_MANY_CARDS)
    assert max(len(move) for move in legal_moves(at.state) if isinstance(move, Discard)) == 3
    at.does(N, Discard(at.state.cards(N)[:3]))


@pytest.mark.parametrize("rules", [Rules(), Rules.of(Dialect.MODERN)], ids=["cavendish", "modern"])
def test_law_38_where_nothing_is_left_the_dealer_plays_the_hand_as_it_is(rules: Rules) -> None:
    at = Table(rules).deal(talon=TALON)
    exchange(at, 5, 5)
    exchange(at, 5, 3)
    assert at.state.exchanges.talon == 3
    accepted(at)
    before = at.state.cards(S)
    events = at.does(N, Discard(at.state.cards(N)[:3]))
    assert events[1:] == (DealerDiscarded(()),)
    assert (at.state.phase, at.state.cards(S)) == (Phase.PLAY, before)
    assert at.state.exchanges.rounds[-1] == (3, 0)


def test_law_38_the_dealer_has_what_the_elder_leaves() -> None:
    at = accepted(with_talon_of(4))
    at.does(N, Discard(at.state.cards(N)[:3]))
    refusal = at.expect_refused(S, Discard(at.state.cards(S)[:2]), Rule.TOO_MANY_CARDS)
    assert refusal.data == {"cards": 2, "left": 1}
    at.does(S, Discard(at.state.cards(S)[:1]))
    assert at.state.exchanges.talon == 0


def test_law_38_a_condition_is_lawful_only_where_the_talon_might_not_suffice() -> None:
    at = with_talon_of(10)
    at.does(N, Propose())
    assert AcceptIfEnough() not in legal_moves(at.state)
    assert at.expect_refused(S, AcceptIfEnough(), Rule.ENOUGH_IN_TALON).data == {"talon": 10}
    at = with_talon_of(9)
    at.does(N, Propose())
    assert AcceptIfEnough() in legal_moves(at.state)


def test_law_38_a_condition_that_holds_is_an_exchange_like_any_other() -> None:
    at = with_talon_of(9)
    at.does(N, Propose())
    at.does(S, AcceptIfEnough())
    at.does(N, Discard(at.state.cards(N)[:5]))
    at.does(S, Discard(at.state.cards(S)[:4]))
    assert (at.state.exchanges.talon, at.state.exchanges.rounds[-1]) == (0, (5, 4))


def test_law_38_a_condition_that_fails_changes_no_card_and_counts_as_a_later_refusal() -> None:
    at = with_talon_of(9)
    hands = {seat: at.state.cards(seat) for seat in Seat}
    at.does(N, Propose())
    at.does(S, AcceptIfEnough())
    at.does(N, Discard(hands[N]))
    assert at.does(S, Discard(hands[S]))[1:] == (ConditionFailed(),)
    assert {seat: at.state.cards(seat) for seat in Seat} == hands
    assert (at.state.phase, at.state.turn, at.state.vulnerable) == (Phase.PLAY, N, None)
    assert at.state.exchanges.talon == 9


def test_law_47_a_king_marked_is_not_marked_again_where_a_condition_fails() -> None:
    at = with_talon_of(9)
    at.does(N, AnnounceKing(), Propose())
    at.does(S, AcceptIfEnough())
    at.does(N, Discard(at.state.cards(N)))
    at.does(S, Discard(at.state.cards(S)))
    at.expect_refused(N, AnnounceKing(), Rule.KING_MARKED_ALREADY)
    assert AnnounceKing() not in legal_moves(at.state)


def test_law_38_the_elder_who_takes_all_leaves_a_conditional_dealer_the_choice() -> None:
    at = with_talon_of(3)
    at.does(N, Propose())
    at.does(S, AcceptIfEnough())
    at.does(N, Discard(at.state.cards(N)[:3]))
    assert at.state.phase is Phase.DEALER_DISCARD
    at.does(S, discard())
    assert at.state.exchanges.rounds[-1] == (3, 0)


@pytest.mark.law(38)
def test_modern_no_acceptance_is_on_condition() -> None:
    """Source: the modern description, which lets neither player call for more than the talon has."""
    at = Table(Rules.of(Dialect.MODERN)).deal(talon=TALON)
    exchange(at, 5, 5)
    exchange(at, 5, 3)
    at.does(N, Propose())
    assert legal_moves(at.state) == (Accept(), Refuse())
    assert at.expect_refused(S, AcceptIfEnough(), Rule.NO_CONDITIONS).law == 38
    at.does(S, Accept())
    at.does(N, Discard(at.state.cards(N)[:2]))
    assert max(len(move) for move in legal_moves(at.state) if isinstance(move, Discard)) == 1


BEGUN_BEFORE = Rules(Dialect.MODERN, dealer_must_exchange=True)
"""The modern rules of games that began before their source was read again."""


def test_modern_a_conditional_dealer_must_still_change_a_card() -> None:
    at = Table(BEGUN_BEFORE).deal(talon=TALON)
    exchange(at, 5, 5)
    exchange(at, 5, 3)
    at.does(N, Propose())
    at.does(S, AcceptIfEnough())
    at.does(N, Discard(at.state.cards(N)[:3]))
    at.expect_refused(S, discard(), Rule.DEALER_MUST_EXCHANGE)
    at.does(S, Discard(at.state.cards(S)[:1]))
    assert at.state.phase is Phase.PLAY
    assert at.state.exchanges.rounds[-1] == (5, 3)
