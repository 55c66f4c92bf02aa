"""Guests: who sits behind a player with nothing staked, by that player's leave."""

from __future__ import annotations

import pytest

from ecarte.game import Seat
from ecarte.table import company
from ecarte.table.company import MOST_GUESTS, Company
from ecarte.table.stakes import (
    GalerieRule,
    Style,
    begin_side_bets,
    close,
    declare_chouette,
    offer,
    open_book,
    open_round,
    place,
)
from tests.ecarte.table.stakes.galerie import ANN, NORTH, SOUTH, expect_refused, rich

NO_ONE = Company()


def asked(seat: Seat = Seat.SOUTH, person: int = ANN, before: Company = NO_ONE) -> Company:
    return company.ask(before, person, seat, style=Style.FRENCH)


def test_a_guest_sees_the_hand_once_the_player_gives_leave() -> None:
    waiting = asked()
    assert not waiting.sees(ANN)
    assert company.answer(waiting, ANN, Seat.SOUTH, sees=True).sees(ANN)


def test_the_other_player_gives_no_leave_to_see_this_hand() -> None:
    assert company.answer(asked(), ANN, Seat.NORTH, sees=True) == asked()


def test_a_player_may_take_the_leave_back_and_give_it_again() -> None:
    seen = company.answer(asked(), ANN, Seat.SOUTH, sees=True)
    hidden = company.answer(seen, ANN, Seat.SOUTH, sees=False)
    assert not hidden.sees(ANN)
    assert hidden.is_refused(ANN)
    assert company.answer(hidden, ANN, Seat.SOUTH, sees=True).sees(ANN)


def test_who_was_refused_asks_the_other_player_but_not_the_same_one_again() -> None:
    refused = company.answer(asked(), ANN, Seat.SOUTH, sees=False)
    with expect_refused(GalerieRule.KEPT_HIDDEN):
        asked(Seat.SOUTH, before=refused)
    elsewhere = asked(Seat.NORTH, before=refused)
    assert elsewhere.guests == {ANN: Seat.NORTH}
    with expect_refused(GalerieRule.KEPT_HIDDEN):
        asked(Seat.SOUTH, before=elsewhere)


@pytest.mark.parametrize("end", ["sits", "has left", "was refused later"])
def test_who_has_seen_one_hand_of_a_game_never_sees_the_other(end: str) -> None:
    seen = company.answer(asked(), ANN, Seat.SOUTH, sees=True)
    if end == "has left":
        seen = company.leave(seen, ANN)
    elif end == "was refused later":
        seen = company.answer(seen, ANN, Seat.SOUTH, sees=False)
    with expect_refused(GalerieRule.BEHIND_OTHER):
        asked(Seat.NORTH, before=seen)
    with expect_refused(GalerieRule.BEHIND_OTHER):
        company.bet(seen, ANN, Seat.NORTH)
    assert company.bet(seen, ANN, Seat.SOUTH) == seen, "a bet on the same player is no matter"


def test_a_request_lapses_with_one_to_the_other_player_or_a_bet_on_them() -> None:
    assert asked(Seat.NORTH, before=asked()).guests == {ANN: Seat.NORTH}
    assert not company.bet(asked(), ANN, Seat.NORTH).guests
    assert company.bet(asked(), ANN, Seat.SOUTH) == asked()


def test_who_has_chips_on_one_player_is_no_guest_of_the_other() -> None:
    purses = rich(ANN)
    book = place(open_book(NORTH, SOUTH, 50, purses), ANN, Seat.NORTH, 10, purses)
    with expect_refused(GalerieRule.BOTH_SIDES):
        company.ask(NO_ONE, ANN, Seat.SOUTH, style=Style.FRENCH, book=book)
    assert company.ask(NO_ONE, ANN, Seat.NORTH, style=Style.FRENCH, book=book).guests == {ANN: Seat.NORTH}
    closed = close(open_book(NORTH, SOUTH, 50, purses), purses).book
    beside = offer(open_round(begin_side_bets(closed), (5, 4)), ANN, Seat.NORTH, 10, purses)
    with expect_refused(GalerieRule.BOTH_SIDES):
        company.ask(NO_ONE, ANN, Seat.SOUTH, style=Style.FRENCH, book=closed, side_bets=beside)


def test_p37_who_plays_la_chouette_has_no_guests() -> None:
    purses = rich()
    alone = declare_chouette(open_book(NORTH, SOUTH, 50, purses), SOUTH, purses)
    with expect_refused(GalerieRule.PLAYS_ALONE):
        company.ask(NO_ONE, ANN, Seat.SOUTH, style=Style.FRENCH, book=alone)
    company.ask(NO_ONE, ANN, Seat.NORTH, style=Style.FRENCH, book=alone)


def test_law_52_an_english_table_has_no_guests() -> None:
    with expect_refused(GalerieRule.ENGLISH_TABLE):
        company.ask(NO_ONE, ANN, Seat.SOUTH, style=Style.ENGLISH)


def test_a_player_has_a_few_guests_at_most_and_those_refused_do_not_count() -> None:
    full = NO_ONE
    for person in range(10, 10 + MOST_GUESTS):
        full = asked(person=person, before=full)
    with expect_refused(GalerieRule.HAND_FULL):
        asked(person=ANN, before=full)
    asked(Seat.NORTH, person=ANN, before=full)
    one_less = company.answer(full, 10, Seat.SOUTH, sees=False)
    assert ANN in asked(person=ANN, before=one_less).guests


def test_only_a_guest_leaves() -> None:
    with expect_refused(GalerieRule.NO_GUEST):
        company.leave(NO_ONE, ANN)
