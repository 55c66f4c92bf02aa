"""The salon: cards taken up, leads out of turn and suits named (Laws 39 to 41)."""

from __future__ import annotations

import pytest

from ecarte.game import (
    Abandon,
    AnnounceKing,
    Rule,
    Seat,
    public_view,
)
from ecarte.game.events import CardTakenBack, SuitRequired
from ecarte.game.moves import NameSuit, RequireSuitNamed, TakeBack
from tests.ecarte.game.table import N, S, play
from tests.ecarte.salon.salons import (
    REVOKE_AGAIN,
    refused,
    salon,
    salon_view,
)


def test_law_39_a_reply_may_be_taken_up_to_save_a_revoke_before_the_next_lead() -> None:
    table = refused(salon()).trick("9H", "TD")
    table.does(S, TakeBack())
    assert table.state.turn is S
    assert public_view(table.state).tricks[-1].reply is None
    table.does(S, play("7H"))
    table.expect_refused(N, REVOKE_AGAIN, Rule.NO_REVOKE_SEEN)
    table.does(N, Abandon())
    table.expect_refused(N, REVOKE_AGAIN, Rule.NO_REVOKE_SEEN)


def test_law_39_a_reply_cannot_be_taken_up_when_another_card_is_led() -> None:
    table = refused(salon()).trick("9H", "TD")
    table.does(N, play("8H"))
    table.expect_refused(S, TakeBack(), Rule.NOTHING_TO_TAKE_BACK)


def test_law_39_a_reply_without_an_error_lies() -> None:
    table = refused(salon()).trick("9H", "7H")
    table.expect_refused(S, TakeBack(), Rule.ONLY_TO_MEND_A_REPLY)


def test_law_39_a_later_reply_without_an_error_lies() -> None:
    table = refused(salon()).trick("9H", "7H").trick("8H", "JC")
    table.expect_refused(S, TakeBack(), Rule.ONLY_TO_MEND_A_REPLY)


def test_law_39_a_card_led_in_turn_cannot_be_taken_up() -> None:
    for table in (refused(salon()), refused(salon()).trick("KS", "JC")):
        table.does(*((N, play("9H")) if table.state.turn is N else (S, play("9C"))))
        for seat in Seat:
            table.expect_refused(seat, TakeBack(), Rule.NOTHING_TO_TAKE_BACK)


def test_law_39_a_refusal_names_the_card_and_the_phase() -> None:
    table = refused(salon()).trick("9H", "7H")
    assert table.expect_refused(S, TakeBack(), Rule.ONLY_TO_MEND_A_REPLY).data == {"card": "7H"}
    table.does(N, Abandon())
    for move in (play("8H"), AnnounceKing()):
        assert table.expect_refused(N, move, Rule.NOT_THE_PHASE).data == {"phase": "standing"}


@pytest.mark.parametrize("by", list(Seat))
def test_law_40_a_card_led_out_of_turn_may_be_taken_up_until_it_is_played_to(by: Seat) -> None:
    table = refused(salon())
    table.does(S, play("JC"))
    assert table.state.turn is N
    table.does(by, TakeBack())
    assert table.state.turn is N
    assert table.state.played == ()
    assert len(table.state.cards(S)) == 5


def test_law_40_a_card_led_out_of_turn_to_a_later_trick_may_be_taken_up() -> None:
    table = refused(salon()).trick("KS", "JC")
    table.does(N, play("QS"))
    assert table.does(S, TakeBack()) == (CardTakenBack(N, play("QS").card, S),)
    assert (table.state.turn, len(table.state.cards(N))) == (S, 4)


def test_law_40_a_card_led_out_of_turn_and_played_to_lies() -> None:
    table = refused(salon())
    table.does(S, play("9C"))
    table.does(N, play("AC"))
    for seat in Seat:
        table.expect_refused(seat, TakeBack(), Rule.ONLY_TO_MEND_A_REPLY if seat is N else Rule.NOTHING_TO_TAKE_BACK)
    (trick,) = public_view(table.state).tricks
    assert (trick.leader, trick.winner) == (S, N)


def test_law_40_no_dealer_leads_while_the_elder_may_still_propose() -> None:
    salon().expect_refused(S, play("JC"), Rule.NOT_YOUR_TURN)


# Law 41


def test_law_41_the_suit_named_may_be_required() -> None:
    table = refused(salon())
    table.does(N, NameSuit(play("9H").card.suit))
    table.does(N, play("KS"))
    assert table.does(S, RequireSuitNamed()) == (SuitRequired(S, held=True),)
    assert table.state.turn is N
    assert table.expect_refused(N, play("KS"), Rule.LEAD_THE_SUIT_NAMED).data == {"suit": "hearts"}
    table.expect_refused(S, play("JC"), Rule.NOT_YOUR_TURN)
    table.does(N, play("8H"))


def test_law_41_the_card_led_may_be_played_to() -> None:
    table = refused(salon())
    table.does(N, NameSuit(play("9H").card.suit))
    table.trick("KS", "JC")
    assert table.state.turn is S
    assert salon_view(table).named is None


def test_law_41_a_card_led_lies_if_there_is_none_of_the_suit_named() -> None:
    table = refused(salon())
    table.does(N, NameSuit(play("TD").card.suit))
    table.does(N, play("KS"))
    assert table.does(S, RequireSuitNamed()) == (SuitRequired(S, held=False),)
    assert table.state.led is play("KS").card
    assert table.state.turn is S
    table.expect_refused(S, RequireSuitNamed(), Rule.NO_SUIT_TO_REQUIRE)


def test_law_41_a_suit_is_named_by_the_leader_and_before_the_lead() -> None:
    table = refused(salon())
    hearts = NameSuit(play("9H").card.suit)
    table.expect_refused(S, hearts, Rule.NAME_BEFORE_LEADING)
    table.does(N, play("9H"))
    table.expect_refused(N, hearts, Rule.NAME_BEFORE_LEADING)
    table.expect_refused(S, RequireSuitNamed(), Rule.NO_SUIT_TO_REQUIRE)
