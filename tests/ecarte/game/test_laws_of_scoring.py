"""Laws 42 and 46 to 49: the point, the vole, the two penalties, hands thrown up, five points, the next game."""

from __future__ import annotations

import pytest

from ecarte.game import (
    Abandon,
    Accept,
    DealScored,
    Dialect,
    Ending,
    GameEnded,
    HandAbandoned,
    NextDeal,
    Phase,
    Propose,
    Reason,
    Refuse,
    Rule,
    Rules,
    Seat,
    next_dealer,
)
from tests.ecarte.game.table import DEALER, ELDER, N, S, Table, discard, play

# With these hands North, the elder, makes three tricks by the one way of playing, and South by the other.
ELDER_WINS = "KS JC, 7H 9H, 8H 9C, 8D AC, QS TD"
DEALER_WINS = "KS JC, 8D AC, 8H 7H, 9H 9C, TD QS"
# And with these one of them makes all five.
STRONG, WEAK = "KS QS JS AS TS", "9S 8S 7S TD 9D"
ALL_FIVE = "KS 9S, QS 8S, JS 7S, AS TD, TS 9D"

HOW = ["unproposed", "refused", "exchanged", "refused later"]


def before_the_lead(how: str, elder: str = ELDER, dealer: str = DEALER) -> Table:
    """The hands are as named when the first card is led, whatever was said before."""
    first, *rest = elder.split()
    if how in ("unproposed", "refused"):
        table = Table().deal(elder, dealer)
    else:
        table = Table().deal(" ".join(("7D", *rest)), dealer, talon=first)
    if how != "unproposed":
        table.does(N, Propose())
        table.does(S, Refuse() if how == "refused" else Accept())
    if how in ("exchanged", "refused later"):
        table.does(N, discard("7D"))
        table.does(S, discard())
    if how == "refused later":
        table.does(N, Propose())
        table.does(S, Refuse())
    return table


def scored(table: Table) -> tuple[Seat, int, Reason]:
    event = table.state.scored
    assert event is not None
    assert event in table.log
    return event.seat, event.points, event.reason


@pytest.mark.parametrize("how", HOW)
def test_laws_48_and_49_the_elder_wins_the_point(how: str) -> None:
    table = before_the_lead(how).tricks(ELDER_WINS)
    assert scored(table) == ((N, 2, Reason.REFUSED) if how == "refused" else (N, 1, Reason.POINT))
    assert table.state.score == ((2, 0) if how == "refused" else (1, 0))


@pytest.mark.parametrize("how", HOW)
def test_laws_48_and_49_the_dealer_wins_the_point(how: str) -> None:
    table = before_the_lead(how).tricks(DEALER_WINS)
    assert scored(table) == ((S, 2, Reason.UNPROPOSED) if how == "unproposed" else (S, 1, Reason.POINT))


@pytest.mark.parametrize("how", HOW)
def test_law_48_the_vole_is_two_with_either_player_vulnerable(how: str) -> None:
    table = before_the_lead(how, STRONG, WEAK).tricks(ALL_FIVE)
    assert scored(table) == (N, 2, Reason.VOLE)


def test_law_49_the_vole_against_a_vulnerable_loser_is_two_and_never_more() -> None:
    table = before_the_lead("refused", STRONG, WEAK).tricks(ALL_FIVE)
    assert table.state.score == (2, 0)
    table = before_the_lead("unproposed", WEAK, STRONG).tricks("9S TS, KS 8S, QS 7S, JS 9D, AS TD")
    assert scored(table) == (S, 2, Reason.VOLE)


@pytest.mark.parametrize(("how", "who"), list(zip(HOW, [None, S, None, None], strict=True)))
def test_law_49_who_is_vulnerable_is_known_as_soon_as_it_is_settled(how: str, who: Seat | None) -> None:
    assert before_the_lead(how).state.vulnerable is who


def test_law_49_an_elder_hand_is_vulnerable_from_the_lead_on() -> None:
    table = before_the_lead("unproposed")
    table.does(N, play("KS"))
    assert table.state.vulnerable is N
    table = before_the_lead("exchanged")
    table.does(N, play("KS"))
    assert table.state.vulnerable is None


@pytest.mark.law(48)
def test_four_tricks_are_worth_no_more_than_three() -> None:
    table = Table().deal("KS QS JS AS 8D", "9S 8S 7S TD 9D").tricks("KS 9S, QS 8S, JS 7S, AS TD, 8D 9D")
    assert table.state.scored == DealScored(N, 1, Reason.POINT, (4, 1))


def throws_up(how: str, tricks: str, by: Seat) -> tuple[Seat, int, Reason]:
    table = before_the_lead(how)
    if tricks:
        table.tricks(tricks)
    events = table.does(by, Abandon())
    assert events[0] == HandAbandoned(by)
    assert table.state.deal is not None
    assert table.state.deal.ended_by == HandAbandoned(by)
    return scored(table)


@pytest.mark.parametrize("by", list(Seat))
@pytest.mark.parametrize("how", HOW)
def test_law_42_a_hand_thrown_up_without_a_trick_loses_the_vole(how: str, by: Seat) -> None:
    assert throws_up(how, "", by) == (by.other, 2, Reason.VOLE)


@pytest.mark.parametrize("by", list(Seat))
@pytest.mark.parametrize("tricks", ["", "KS JC", "KS JC, 8D AC"])
def test_law_42_after_a_hand_is_thrown_up_each_player_has_the_cards_that_were_left(tricks: str, by: Seat) -> None:
    table = before_the_lead("refused")
    if tricks:
        table.tricks(tricks)
    left = [table.state.cards(seat) for seat in Seat]
    table.does(by, Abandon())
    assert [table.state.cards(seat) for seat in Seat] == left


def test_law_42_with_one_trick_or_two_it_loses_the_point() -> None:
    assert throws_up("exchanged", "KS JC, 8D AC", N) == (S, 1, Reason.POINT)
    assert throws_up("exchanged", "KS JC, 8D AC", S) == (N, 1, Reason.POINT)
    assert throws_up("exchanged", "KS JC, 7H 9H, 8H 9C, 8D AC", N) == (S, 1, Reason.POINT)


def test_laws_42_and_49_who_was_vulnerable_loses_two() -> None:
    assert throws_up("unproposed", "KS JC, 8D AC", N) == (S, 2, Reason.UNPROPOSED)
    assert throws_up("unproposed", "KS JC, 8D AC", S) == (N, 1, Reason.POINT)
    assert throws_up("refused", "KS JC, 8D AC", S) == (N, 2, Reason.REFUSED)


def test_law_42_with_three_tricks_the_point_is_made_already_and_kept() -> None:
    table = before_the_lead("refused", STRONG, WEAK).tricks("KS 9S, QS 8S, JS 7S")
    table.does(N, Abandon())
    assert scored(table) == (N, 2, Reason.REFUSED)
    assert table.state.tricks == (3, 0)


def test_law_42_in_any_phase_of_a_deal_and_out_of_turn() -> None:
    table = Table().deal()
    table.does(S, Abandon())
    assert table.state.phase is Phase.DEAL
    assert table.expect_refused(N, Abandon(), Rule.NO_HAND_TO_ABANDON).data == {"phase": "deal"}
    table.deal()
    table.does(S, Propose())
    table.does(N, Accept())
    table.does(N, Abandon())
    assert table.state.score == (2, 2)


def test_law_46_five_points_end_the_game_and_no_more_are_marked() -> None:
    table = Table()
    for _ in range(2):
        table.deal()
        table.does(S, Abandon())
    table.deal()
    table.does(N, Propose())
    table.does(S, Refuse())
    events = table.tricks(ELDER_WINS).log[-2:]
    assert events == [DealScored(N, 2, Reason.REFUSED, (3, 2)), GameEnded(N, Ending.FIVE)]
    assert (table.state.score, table.state.phase, table.state.turn) == ((5, 0), Phase.OVER, None)
    table.expect_refused(N, play("KS"), Rule.GAME_IS_OVER)
    table.expect_refused(S, Abandon(), Rule.GAME_IS_OVER)


def test_treatise_p_34_the_deal_of_the_next_game_alternates_or_is_cut_for() -> None:
    for rules, dealer in ((Rules(), N), (Rules(next_deal=NextDeal.FRESH_CUT), None), (Rules.of(Dialect.SHORT), N)):
        table = Table(rules).deal()
        table.does(N, Propose())
        assert next_dealer(table.state) is dealer
    assert next_dealer(Table().state) is S
