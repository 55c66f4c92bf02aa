"""Law 42, its end: a claim to score is no abandonment, and it is checked, by what the claimant knows."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import (
    PACK,
    Accept,
    Card,
    Claim,
    DealScored,
    Goal,
    HandClaimed,
    ImpossibleEvent,
    Propose,
    Reason,
    Refuse,
    Rule,
    Suit,
    mask_of,
    parse_cards,
    player_view,
    replay,
)
from ecarte.game.claims import surely_wins
from ecarte.game.tricks import replies, reply_wins
from tests.ecarte.game.table import N, S, Table, discard, play
from tests.support.properties import examples

POINT, VOLE = Claim(Goal.POINT), Claim(Goal.VOLE)
STRONG, WEAK = "KC QC JC AC TC", "9S 8S 7S TD 9D"


def test_law_42_a_claim_that_stands_is_scored_and_the_cards_are_shown() -> None:
    table = Table().deal(STRONG, WEAK, "7C")
    events = table.does(N, VOLE)
    assert events == (
        HandClaimed(N, Goal.VOLE, parse_cards(STRONG)),
        DealScored(N, 2, Reason.VOLE, (0, 0)),
    )
    assert table.state.deal is not None
    assert table.state.deal.ended_by == events[0]


def test_law_49_a_point_claimed_from_a_vulnerable_opponent_is_two() -> None:
    table = Table().deal(STRONG, WEAK, "7C")
    table.does(N, Propose())
    table.does(S, Refuse())
    table.does(N, POINT)
    assert table.state.scored == DealScored(N, 2, Reason.REFUSED, (0, 0))


@pytest.mark.law(42)
def test_a_claim_that_is_not_certain_changes_nothing() -> None:
    # South holds nothing that could win, but North does not know it: the king of trumps may be out.
    table = Table().deal("QC JC AC TC 9C", WEAK, "7C")
    assert table.expect_refused(N, VOLE, Rule.CLAIM_NOT_CERTAIN).data == {"goal": "vole"}
    table.expect_refused(N, POINT, Rule.CLAIM_NOT_CERTAIN)
    assert player_view(table.state, N).claims == ()


def test_a_claim_is_made_on_lead() -> None:
    table = Table().deal("9S 8S 7S TD 9D", "KC QC JC AC TC", "7C")
    table.expect_refused(S, VOLE, Rule.CLAIM_ON_LEAD)
    table.does(N, play("9S"))
    table.expect_refused(S, VOLE, Rule.CLAIM_ON_LEAD)
    table.does(S, play("TC"))
    table.does(S, VOLE)
    assert table.state.scored == DealScored(S, 2, Reason.VOLE, (0, 1))


def test_nothing_is_claimed_before_the_discards_are_made() -> None:
    table = Table().deal(STRONG, WEAK, "7C")
    table.does(N, Propose())
    table.expect_refused(N, VOLE, Rule.CLAIM_ON_LEAD)


def test_who_has_lost_a_trick_claims_no_vole_and_who_has_three_may_claim_the_point() -> None:
    table = Table().deal("9S KC QC JC AC", "TS 8S 7S TD 9D", "7C")
    assert player_view(table.state, N).claims == (Goal.POINT,)
    table.trick("9S", "TS").trick("8S", "AC").trick("KC", "7S").trick("QC", "9D")
    assert player_view(table.state, N).claims == (Goal.POINT,)
    table.expect_refused(N, VOLE, Rule.CLAIM_NOT_CERTAIN)
    table.does(N, POINT)
    assert table.state.scored == DealScored(N, 1, Reason.POINT, (3, 1))


def test_three_certain_tricks_are_the_point_before_and_after_they_are_made() -> None:
    table = Table().deal("KC QC JC 7S 7H", "9S 8S TS TD 9D", "7C")
    assert player_view(table.state, N).claims == (Goal.POINT,)
    table.tricks("KC 8S, QC TS, JC TD")
    assert player_view(table.state, N).claims == (Goal.POINT,)


def test_what_the_claimant_replied_shows_nothing_of_the_opponent() -> None:
    table = Table().deal("7S 8S KD QD JD", "KS KH 7D QH JH", "7C")
    table.tricks("7S KS, KH 8S, 7D JD")
    # It was North who had no heart and no trump.
    assert player_view(table.state, N).claims == ()
    # And now South has no diamond and no trump.
    table.trick("KD", "QH")
    assert player_view(table.state, N).claims == (Goal.POINT,)


def test_what_replies_have_shown_counts() -> None:
    # Whether South has a trump left decides what two high spades are worth.
    table = Table().deal("AC KD KS QS 7S", "9H 8H 7H TD TS", "7C")
    table.does(N, Propose())
    table.does(S, Refuse())
    table.trick("KD", "TD")
    assert player_view(table.state, N).claims == ()
    table.trick("AC", "7H")
    # No trump in hand: the king and queen of spades are good, and with the first two tricks make the point.
    assert player_view(table.state, N).claims == (Goal.POINT,)


def test_a_lead_followed_but_not_won_shows_that_no_higher_card_is_held() -> None:
    table = Table().deal("KC AS QS JS 9S", "TS 8S 9H 8H 7H", "7C")
    table.trick("KC", "7H").trick("QS", "TS")
    # By rule the king of spades would have won that trick; so jack, ace and nine are against the eight at best.
    assert player_view(table.state, N).claims == (Goal.POINT, Goal.VOLE)


def test_law_42_what_the_opponent_discarded_is_not_known_to_the_claimant() -> None:
    # South has put the king of trumps out. North does not know it, and holds all the trumps below it.
    table = Table().deal("QC JC AC 8S 7S", "KC 9S TS 8D 9D", "7C", talon="TC 9C 7D 8H")
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("8S 7S"))
    table.does(S, discard("KC 9S"))
    assert player_view(table.state, N).claims == ()
    table.expect_refused(N, VOLE, Rule.CLAIM_NOT_CERTAIN)
    table.expect_refused(N, POINT, Rule.CLAIM_NOT_CERTAIN)


def test_law_42_what_the_claimant_discarded_is_not_with_the_opponent() -> None:
    # North has put the queen of spades out: nothing is left that could beat the jack.
    table = Table().deal("KC QC JC QS 8H", "9S TS 8D 9D 7D", "7C", talon="KS JS AC TC")
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("QS 8H"))
    table.does(S, discard())
    table.does(N, Propose())
    table.does(S, Refuse())
    table.tricks("KC 9S, QC TS, JC 8D")
    assert player_view(table.state, N).claims == (Goal.POINT, Goal.VOLE)
    table.does(N, VOLE)


def test_a_log_with_other_cards_shown_than_were_held_is_refused() -> None:
    table = Table().deal(STRONG, WEAK, "7C")
    claimed, _ = table.does(N, VOLE)
    assert isinstance(claimed, HandClaimed)
    dealt = table.log[: table.log.index(claimed)]
    assert replay([*dealt, claimed]).deal
    for cards in (claimed.cards[:-1], claimed.cards[::-1], ()):
        with pytest.raises(ImpossibleEvent):
            replay([*dealt, replace(claimed, cards=cards)])


def oracle(hand: frozenset[Card], against: set[frozenset[Card]], trump: Suit, wanted: int) -> bool:
    """Gives the same answer by trying every hand that the opponent may hold, one by one."""
    if wanted == 0:
        return True
    for led in hand:
        after: dict[Card, set[frozenset[Card]]] = {}
        for held in against:
            for move in replies(mask_of(held), led, trump):
                after.setdefault(move.card, set()).add(held - {move.card})
        if any(reply_wins(led, reply, trump) for reply in after):
            continue
        if all(oracle(hand - {led}, left, trump, wanted - 1) for left in after.values()):
            return True
    return False


@examples(150)
@given(st.data(), st.sampled_from(list(Suit)))
def test_a_claim_is_certain_just_where_no_hand_can_stop_it(data: st.DataObject, trump: Suit) -> None:
    # Few suits and high cards make certain claims common enough to be worth looking at.
    pool = [card for card in PACK if card.rank.strength >= 5 and card.suit in (trump, Suit.SPADES, Suit.HEARTS)]
    count = data.draw(st.integers(1, 4))
    most = min(count + 6, len(pool))
    drawn = data.draw(st.lists(st.sampled_from(pool), min_size=count + 4, max_size=most, unique=True))
    hand, unseen = frozenset(drawn[:count]), drawn[count:]
    against = {frozenset(held) for held in combinations(unseen, count)}
    for wanted in range(count + 1):
        expected = oracle(hand, against, trump, wanted)
        assert surely_wins(mask_of(hand), mask_of(unseen), trump, wanted) == expected


@pytest.mark.parametrize(
    ("hand", "unseen", "wanted", "certain"),
    [
        ("KC", "QC 9S", 1, True),  # the highest trump
        ("KS", "QC 9S", 1, False),  # may be trumped
        ("KS", "QD 9S", 1, True),  # no trump is out
        ("KS QS", "QC 9S 8S", 1, True),  # of two cards one at least is a spade, which must follow
        ("KS QS", "QC JC 9S", 1, False),  # both may be trumps
        ("KS QS", "QC 9S", 2, False),  # both held: one follows first, one trumps then
        ("KC QC KS", "JC 9S 8D 7D", 3, True),  # two trumps led draw the one that is out
        ("KC JC", "QC 9S 8S", 2, True),  # the queen falls under the king, or is not there
        ("KC JC", "QC TC 9S", 2, False),  # the ten falls, and the queen is kept
        ("7C", "", 1, True),
        ("7C", "", 2, False),  # more than there are cards
    ],
)
def test_claims_worked_out_by_hand(hand: str, unseen: str, wanted: int, certain: bool) -> None:
    assert surely_wins(mask_of(parse_cards(hand)), mask_of(parse_cards(unseen)), Suit.CLUBS, wanted) is certain
