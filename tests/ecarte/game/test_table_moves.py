"""Resigning, calling time, stopping by agreement: what two people at a table may do besides playing."""

from __future__ import annotations

import pytest

from ecarte.game import (
    Abandon,
    AcceptStop,
    AnnounceKing,
    ClaimTime,
    DealScored,
    DeclineStop,
    Dialect,
    Ending,
    GameEnded,
    GameResigned,
    Move,
    OfferStop,
    Phase,
    Propose,
    Reason,
    Refuse,
    Resign,
    Rule,
    Rules,
    Scope,
    Seat,
    StopAnswered,
    StopOffered,
    TimeClaimed,
    cut,
    parse_cards,
    table_moves,
)
from tests.ecarte.game.table import N, S, Table, play

DEAL, GAME = ClaimTime(Scope.DEAL), ClaimTime(Scope.GAME)


@pytest.mark.parametrize("seat", list(Seat))
def test_who_resigns_loses_the_game(seat: Seat) -> None:
    table = Table().deal()
    table.does(N, Propose())
    assert table.does(seat, Resign()) == (GameResigned(seat), GameEnded(seat.other, Ending.RESIGNED))
    assert table.state.outcome == GameEnded(seat.other, Ending.RESIGNED)


@pytest.mark.parametrize("move", [Propose(), play("KS"), Abandon()], ids=["a proposal", "a card", "a hand thrown up"])
def test_a_game_has_begun_with_the_first_move(move: Move) -> None:
    table = Table().deal()
    table.does(N, move)
    assert table.state.begun
    table.does(S, Resign())
    assert table.state.outcome == GameEnded(N, Ending.RESIGNED)


def test_a_king_announced_is_a_move_and_one_turned_up_is_none() -> None:
    table = Table().deal(elder="KC QS 9H 8H AC")
    table.does(N, AnnounceKing())
    table.does(N, Resign())
    assert table.state.outcome == GameEnded(S, Ending.RESIGNED)
    table = Table().deal(elder="QS 9H 8H AC 7C", turn_up="KS")
    assert table.state.score == (0, 1)
    table.does(N, Resign())
    assert table.state.outcome == GameEnded(None, Ending.VOID)


@pytest.mark.parametrize("move", [Resign(), DEAL, GAME])
def test_a_game_without_a_move_is_void(move: Move) -> None:
    table = Table().deal()
    assert table.does(S, move)[-1] == GameEnded(None, Ending.VOID)
    assert table.state.score == (0, 0)


def test_before_the_cut_or_the_deal_one_can_but_resign_or_stop() -> None:
    table = Table(dealer=None)
    assert table_moves(table.state, N) == (Resign(), OfferStop())
    table.expect_refused(N, GAME, Rule.NOT_LATE)
    table.happen(cut(table.state, *parse_cards("KS QS")))
    assert table_moves(table.state, S) == (Resign(), GAME, OfferStop())
    table.expect_refused(S, DEAL, Rule.NOT_THE_PHASE)


def test_time_is_claimed_by_the_opponent_of_the_late_player_only() -> None:
    table = Table().deal()
    table.does(N, Propose())
    table.expect_refused(S, GAME, Rule.NOT_LATE)
    assert table.does(N, GAME) == (TimeClaimed(N, Scope.GAME), GameEnded(N, Ending.TIME))


def test_law_42_a_deal_lost_on_time_is_a_hand_thrown_up() -> None:
    table = Table().deal()
    table.does(N, Propose())
    assert table.does(N, DEAL) == (TimeClaimed(N, Scope.DEAL), DealScored(N, 2, Reason.VOLE, (0, 0)))
    assert (table.state.phase, table.state.turn) == (Phase.DEAL, N)
    table.deal().tricks("KS JC")
    # South led, and North has won; North lets the time run out with a trick made.
    table.does(S, DEAL)
    assert table.state.scored == DealScored(S, 1, Reason.POINT, (1, 0))


def test_law_49_a_deal_lost_by_time_after_a_refusal_costs_two() -> None:
    table = Table().deal()
    table.does(N, Propose())
    table.does(S, Refuse())
    table.trick("KS", "JC")
    table.does(N, DEAL)
    assert table.state.scored == DealScored(N, 2, Reason.REFUSED, (0, 1))


def test_to_stop_takes_two() -> None:
    table = Table().deal()
    table.does(N, Propose())
    assert table.does(N, OfferStop()) == (StopOffered(N),)
    table.expect_refused(N, OfferStop(), Rule.STOP_OFFERED_ALREADY)
    table.expect_refused(S, OfferStop(), Rule.STOP_OFFERED_ALREADY)
    table.expect_refused(N, AcceptStop(), Rule.NO_STOP_OFFERED)
    events = table.does(S, AcceptStop())
    assert events == (StopAnswered(S, True), GameEnded(None, Ending.AGREED))
    assert table.state.game.offer is None
    assert table.state.phase is Phase.OVER


def test_an_offer_to_stop_lapses_when_it_is_declined_and_at_the_next_deal() -> None:
    table = Table().deal()
    table.expect_refused(S, AcceptStop(), Rule.NO_STOP_OFFERED)
    table.does(N, OfferStop())
    assert table_moves(table.state, S) == (Abandon(), Resign(), DEAL, GAME, AcceptStop(), DeclineStop())
    table.does(S, DeclineStop())
    assert table.state.game.offer is None
    table.does(S, OfferStop())
    table.does(S, Abandon())
    assert table.state.game.offer is S
    table.deal()
    assert table.state.game.offer is None
    table.expect_refused(N, AcceptStop(), Rule.NO_STOP_OFFERED)


def test_an_offer_to_stop_ends_with_the_next_deal_of_a_dealer_who_has_dealt_before() -> None:
    table = Table().deal()
    table.does(S, Abandon())
    table.deal()
    table.does(N, Abandon(), OfferStop())
    table.deal()
    assert table.state.deal is not None
    assert table.state.deal.dealer is S
    assert table.state.game.offer is None
    table.expect_refused(S, AcceptStop(), Rule.NO_STOP_OFFERED)


def test_an_offer_to_stop_holds_no_player_up() -> None:
    table = Table().deal()
    table.does(S, OfferStop())
    table.tricks("KS JC")
    table.does(N, AcceptStop())
    assert table.state.outcome == GameEnded(None, Ending.AGREED)


@pytest.mark.parametrize("seat", list(Seat))
def test_after_the_end_nothing_can_be_done(seat: Seat) -> None:
    table = Table().deal()
    table.does(N, Propose())
    table.does(N, Resign())
    assert table_moves(table.state, seat) == ()
    for move in (Resign(), OfferStop(), AcceptStop(), DEAL, GAME, Abandon(), AnnounceKing(), Propose()):
        table.expect_refused(seat, move, Rule.GAME_IS_OVER)


def test_only_what_is_listed_of_the_moves_of_the_table_can_be_done() -> None:
    table = Table(Rules.of(Dialect.MODERN)).deal()
    every = (Abandon(), Resign(), DEAL, GAME, OfferStop(), AcceptStop(), DeclineStop())
    listed = table_moves(table.state, S)
    for move in every:
        if move in listed:
            continue
        with pytest.raises(AssertionError):
            table.does(S, move)
    assert set(listed) == {Abandon(), Resign(), DEAL, GAME, OfferStop()}
