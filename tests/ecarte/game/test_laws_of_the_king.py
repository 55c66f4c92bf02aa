"""Laws 22 to 24 and 47: who may mark the king of trumps, and until when. To keep silent is lawful."""

from __future__ import annotations

import pytest

from ecarte.game import (
    Accept,
    AcceptIfEnough,
    AnnounceKing,
    Dialect,
    Ending,
    GameEnded,
    KingFrom,
    KingMarked,
    Phase,
    Propose,
    Refuse,
    Rule,
    Rules,
    Seat,
    legal_moves,
)
from tests.ecarte.game.table import N, S, Table, discard, play

KING = AnnounceKing()
WITH_KING = "KC QS 9H 8H AC"  # the trump is clubs
WITHOUT = "KS QS 9H 8H AC"


def elder_has_it() -> Table:
    return Table().deal(elder=WITH_KING, dealer="7H TD JC 9C 8D")


def dealer_has_it() -> Table:
    return Table().deal(elder=WITHOUT, dealer="7H TD KC 9C 8D")


def test_law_23_the_elder_announces_before_the_first_card_played() -> None:
    table = elder_has_it()
    assert legal_moves(table.state)[-1] == KING
    assert table.does(N, KING) == (KingMarked(N, KingFrom.ANNOUNCED),)
    assert table.state.score == (1, 0)
    assert KING not in legal_moves(table.state)


def test_law_23_it_is_too_late_after_another_card_was_led() -> None:
    table = elder_has_it()
    table.does(N, play("9H"))
    assert table.expect_refused(N, KING, Rule.KING_TOO_LATE).law == 24


def test_law_24_the_king_led_may_be_announced_until_it_is_played_to() -> None:
    table = elder_has_it()
    table.does(N, play("KC"))
    assert legal_moves(table.state, N) == (KING,)
    assert KING not in legal_moves(table.state)
    table.does(N, KING)
    assert table.state.score == (1, 0)


def test_law_24_the_king_led_and_played_to_is_marked_no_more() -> None:
    table = elder_has_it().trick("KC", "9C")
    assert legal_moves(table.state, S) == ()
    table.expect_refused(N, KING, Rule.KING_TOO_LATE)


def test_law_23_the_dealer_announces_before_the_first_card_played() -> None:
    table = dealer_has_it()
    table.does(N, play("KS"))
    assert KING in legal_moves(table.state)
    table.does(S, KING, play("9C"))
    assert table.state.score == (0, 1)


def test_law_23_the_dealer_is_too_late_after_another_card() -> None:
    table = dealer_has_it().trick("KS", "9C")
    table.expect_refused(S, KING, Rule.KING_TOO_LATE)


@pytest.mark.law(24)
def test_short_the_dealer_who_plays_the_king_announces_it_before_the_card_lies() -> None:
    """Source: the ninth rule of the short code. The reply ends the trick, so nothing is played to it."""
    table = Table(Rules.of(Dialect.SHORT)).deal(elder=WITHOUT, dealer="KC TD JC 8C 8D")
    table.does(N, play("AC"))
    assert KING in legal_moves(table.state)
    table.does(S, play("KC"))
    assert legal_moves(table.state, N) == ()
    table.expect_refused(S, KING, Rule.KING_TOO_LATE)


@pytest.mark.law(23, 24)
def test_short_the_king_led_may_be_announced_until_it_is_played_to() -> None:
    table = Table(Rules.of(Dialect.SHORT)).deal(elder=WITH_KING, dealer="7H TD JC 9C 8D")
    table.does(N, play("KC"))
    assert legal_moves(table.state, N) == (KING,)
    table.does(N, KING)
    assert table.state.score == (1, 0)


def test_law_24_dealer_may_announce_until_the_next_card() -> None:
    table = dealer_has_it().trick("KS", "KC")
    # The dealer has won the trick, and may announce before leading.
    assert legal_moves(table.state)[-1] == KING
    table.does(S, KING, play("7H"))
    assert table.state.score == (0, 1)


def test_law_24_dealer_who_lost_the_first_trick_may_announce_until_the_reply_to_the_next() -> None:
    # The king of trumps cannot lose a trick; so the dealer has won it, led, and it is over with that lead.
    table = dealer_has_it().trick("KS", "KC")
    table.does(S, play("7H"))
    table.expect_refused(S, KING, Rule.KING_TOO_LATE)
    table.does(N, play("9H"))
    table.expect_refused(S, KING, Rule.KING_TOO_LATE)


def test_the_king_may_be_announced_out_of_turn_from_the_deal_on() -> None:
    table = dealer_has_it()
    assert legal_moves(table.state, S) == (KING,)
    table.does(S, KING)
    assert table.state.turn is N
    table = elder_has_it()
    table.does(N, Propose())
    assert KING not in legal_moves(table.state)
    table.does(N, KING)
    assert table.state.phase is Phase.ANSWER


def test_law_47_the_king_is_marked_once() -> None:
    table = elder_has_it()
    table.does(N, KING)
    table.expect_refused(N, KING, Rule.KING_MARKED_ALREADY)
    table.expect_refused(S, KING, Rule.KING_MARKED_ALREADY)


def test_law_47_a_king_marked_before_an_exchange_is_not_marked_again_after_it() -> None:
    table = elder_has_it()
    table.does(N, KING, Propose())
    table.does(S, Accept())
    table.does(N, discard("8H"))
    table.does(S, discard("7H"))
    assert "KC" in map(str, table.state.cards(N))
    table.expect_refused(N, KING, Rule.KING_MARKED_ALREADY)
    assert KING not in legal_moves(table.state)
    assert table.state.score == (1, 0)


def test_law_47_a_king_marked_is_not_marked_again_while_cards_are_exchanged() -> None:
    for elder in (True, False):
        table = elder_has_it() if elder else Table().deal("QS 9H 8H AC KD", "7H TD KC 9C 8D", "7C")
        table.does(N if elder else S, KING)
        for seat, move in ((N, Propose()), (S, Accept()), (N, discard("8H"))):
            table.does(seat, move)
            for player in (N, S):
                table.expect_refused(player, KING, Rule.KING_MARKED_ALREADY)


def test_a_king_turned_up_leaves_none_to_announce() -> None:
    table = Table().deal(elder="QS 9H 8H AC 7C", dealer="7H TD JC 9C 8D", turn_up="KS")
    table.expect_refused(S, KING, Rule.KING_MARKED_ALREADY)
    table.expect_refused(N, KING, Rule.KING_MARKED_ALREADY)


def test_who_deals_is_the_same_after_a_king_is_marked() -> None:
    table = elder_has_it()
    table.does(N, KING)
    assert table.state.dealer is S
    assert Table().deal(turn_up="KC").state.dealer is S


@pytest.mark.law(25)
def test_another_king_is_no_king_of_trumps() -> None:
    table = dealer_has_it()
    table.expect_refused(N, KING, Rule.NO_KING_TO_ANNOUNCE)


@pytest.mark.law(23)
def test_to_keep_silent_is_lawful_and_nothing_marks_the_king_by_itself() -> None:
    table = elder_has_it().tricks("KC 9C, 9H 7H, AC JC, 8D 8H, TD QS")
    assert table.state.king is None
    assert all(not isinstance(event, KingMarked) for event in table.log)


def test_a_king_put_out_is_not_held_and_one_taken_in_is() -> None:
    table = Table().deal(elder=WITH_KING, dealer="7H TD JC 9C 8D", talon="QH JH TH 7S KH")
    table.does(N, Propose())
    table.does(S, Accept())
    assert legal_moves(table.state)[-1] == KING
    table.does(N, discard("KC QS"))
    table.expect_refused(N, KING, Rule.NO_KING_TO_ANNOUNCE)
    table.does(S, discard("7H"))
    table.expect_refused(N, KING, Rule.NO_KING_TO_ANNOUNCE)
    table = Table().deal(elder=WITHOUT, dealer="7H TD JC 9C 8D", talon="7S KC")
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("9H"))
    table.does(S, discard("7H"))
    table.does(S, KING)
    assert table.state.score == (0, 1)


def test_a_king_may_be_announced_before_and_after_an_answer() -> None:
    table = dealer_has_it()
    table.does(N, Propose())
    assert legal_moves(table.state)[-1] == KING
    table = elder_has_it()
    table.does(N, Propose())
    table.does(S, Refuse())
    assert legal_moves(table.state)[-1] == KING


def test_a_king_may_be_announced_while_the_cards_are_exchanged_and_before_another_proposal() -> None:
    table = dealer_has_it()
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("9H"))
    assert KING in legal_moves(table.state, S)
    table = elder_has_it()
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("9H"))
    assert legal_moves(table.state, N) == (KING,)
    table.does(S, discard("7H"))
    assert {Propose(), KING} <= set(legal_moves(table.state))


def test_a_king_announced_and_then_discarded_stays_marked() -> None:
    table = elder_has_it()
    table.does(N, KING, Propose())
    table.does(S, Accept())
    table.does(N, discard("KC"))
    table.does(S, discard())
    assert table.state.score == (1, 0)
    assert table.state.king == KingMarked(N, KingFrom.ANNOUNCED)


def test_a_king_put_out_in_vain_is_held_again_when_the_condition_fails() -> None:
    table = Table().deal(elder=WITHOUT, dealer="7H TD JC 9C 8D", talon="AH JH TH 7S KH AS JS TS QD JD AD KC")
    for elder, dealer in (("KS QS 9H 8H AC", "7H TD JC 9C 8D"), ("AH JH", "")):
        table.does(N, Propose())
        table.does(S, Accept())
        table.does(N, discard(elder))
        table.does(S, discard(dealer))
    table.does(N, Propose())
    table.does(S, AcceptIfEnough())
    assert "KC" in map(str, table.state.cards(N))
    assert table.state.exchanges.talon == 9
    table.does(N, discard(" ".join(map(str, table.state.cards(N)))))
    table.expect_refused(N, KING, Rule.NO_KING_TO_ANNOUNCE)
    table.does(S, discard(" ".join(map(str, table.state.cards(S)))))
    assert table.state.phase is Phase.PLAY
    assert KING in legal_moves(table.state)


@pytest.mark.parametrize("seat", list(Seat))
@pytest.mark.law(46)
def test_five_points_end_the_game_at_once_also_by_a_king_in_hand(seat: Seat) -> None:
    table = Table(Rules(points=1)).deal(
        elder=WITH_KING if seat is N else WITHOUT, dealer="7H TD KC 9C 8D" if seat is S else "7H TD JC 9C 8D"
    )
    table.does(N, Propose())
    table.does(S, Refuse())
    assert table.does(seat, KING)[-1] == GameEnded(seat, Ending.FIVE)
    assert table.state.phase is Phase.OVER
    assert table.state.scored is None


def test_there_is_nothing_to_announce_between_deals() -> None:
    table = Table()
    table.expect_refused(N, KING, Rule.NOT_THE_PHASE)
