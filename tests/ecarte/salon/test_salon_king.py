"""The salon and the king: announced though it is not there, or forgotten (Laws 23 to 25)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecarte.game import (
    Abandon,
    Accept,
    AnnounceKing,
    CallError,
    Dialect,
    KingFrom,
    KingMarked,
    LetStand,
    Manners,
    Phase,
    Propose,
    Refuse,
    Rule,
    Rules,
    player_view,
)
from ecarte.game.moves import TakeKingBack
from tests.ecarte.game.table import N, S, Table, discard, play
from tests.ecarte.salon.salons import (
    KING_AGAIN,
    KING_SCORE,
    REVOKE_AGAIN,
    penalised,
    refused,
    salon,
    salon_view,
    standing,
)


def test_law_25_a_king_that_is_not_there_is_marked_until_it_is_called() -> None:
    table = refused(salon())
    assert player_view(table.state, N).may_announce
    table.does(N, AnnounceKing())
    assert table.state.score == (1, 0)
    table.expect_refused(S, KING_SCORE, Rule.NO_FALSE_KING_SEEN)
    table.tricks("KS JC, 9C AC, QS 8D, 9H 7H, 8H TD")
    table.does(S, KING_SCORE)
    # The king is taken down, and of the two that South would pay for the refusal North marks one.
    assert table.state.score == (1, 0)


def test_law_25_an_error_declared_before_a_card_costs_nothing() -> None:
    table = refused(salon())
    table.does(N, AnnounceKing())
    table.does(N, TakeKingBack())
    assert table.state.score == (0, 0)
    table.tricks("KS JC, 9C AC, QS 8D, 9H 7H, 8H TD")
    # South had refused: two.
    assert table.state.score == (2, 0)


@pytest.mark.parametrize("call", [KING_SCORE, KING_AGAIN])
def test_law_25_a_false_king_admitted_after_a_card_may_still_be_called(call: CallError) -> None:
    table = refused(salon())
    table.does(N, AnnounceKing())
    table.trick("KS", "JC")
    table.does(N, TakeKingBack())
    assert penalised(table) == (False, False)
    assert call in player_view(table.state, S).legal_moves
    table.does(S, call)
    assert penalised(table) == (True, False)
    assert table.state.score == (0, 0)
    assert bool(table.state.played) is (call is KING_SCORE)
    table.expect_refused(S, KING_SCORE, Rule.NO_FALSE_KING_SEEN)


def test_law_25_a_false_king_admitted_has_no_penalty_where_the_opponent_has_the_king() -> None:
    table = refused(salon(dealer="7H TD KC 9C 8D"))
    table.does(N, AnnounceKing())
    table.does(N, play("KS"), TakeKingBack())
    for call in (KING_SCORE, KING_AGAIN):
        table.expect_refused(S, call, Rule.KING_IS_YOURS)
    table.does(S, AnnounceKing())
    assert table.state.score == (0, 1)


def test_law_25_two_false_kings_admitted_are_called_apart() -> None:
    table = refused(salon())
    table.does(N, AnnounceKing(), play("KS"), TakeKingBack())
    table.does(S, AnnounceKing())
    table.does(S, KING_SCORE)
    assert (table.state.score, penalised(table)) == ((0, 1), (True, False))
    table.does(S, play("JC"), TakeKingBack())
    assert table.state.score == (0, 0)
    table.expect_refused(S, KING_SCORE, Rule.NO_FALSE_KING_SEEN)
    table.does(N, KING_SCORE)
    assert penalised(table) == (True, True)


def test_law_25_a_card_played_before_the_hands_were_played_again_is_a_card_played() -> None:
    for admitted in (True, False):
        table = refused(salon())
        table.does(N, AnnounceKing())
        table.trick("9H", "TD").trick("8H", "7H")
        table.does(N, REVOKE_AGAIN)
        if admitted:
            table.does(N, TakeKingBack())
            table.does(S, KING_SCORE)
        else:
            table.does(S, Abandon())
            table.does(S, KING_SCORE)
        assert penalised(table) == (True, True)


def test_law_47_the_holder_of_the_king_announces_it_over_a_false_one() -> None:
    table = salon(elder="KS QS 9H 8H KC")
    table.does(S, AnnounceKing())
    assert table.state.score == (0, 1)
    assert player_view(table.state, N).may_announce
    table.does(N, AnnounceKing())
    assert table.state.score == (1, 0)
    assert table.state.king == KingMarked(N, KingFrom.ANNOUNCED)
    assert penalised(table) == (False, False)
    table.expect_refused(S, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)
    table.expect_refused(S, KING_SCORE, Rule.NO_FALSE_KING_SEEN)


def test_law_47_a_second_king_is_announced_by_its_holder_alone() -> None:
    table = salon()
    table.does(S, AnnounceKing())
    assert not player_view(table.state, N).may_announce
    table.expect_refused(N, AnnounceKing(), Rule.KING_MARKED_ALREADY)
    table.expect_refused(S, AnnounceKing(), Rule.KING_MARKED_ALREADY)


def test_law_25_a_false_king_may_be_called_before_a_card_is_led() -> None:
    table = salon(elder="KS QS 9H 8H KC")
    assert KING_SCORE not in player_view(table.state, N).legal_moves
    table.does(S, AnnounceKing())
    # Nothing has been played that could be played again.
    assert [move for move in player_view(table.state, N).legal_moves if isinstance(move, CallError)] == [KING_SCORE]
    table.does(N, KING_SCORE)
    assert table.state.score == (0, 0)
    assert player_view(table.state, N).may_announce


def test_law_25_a_true_king_cannot_be_taken_back_or_called() -> None:
    table = refused(salon(elder="KS QS 9H 8H KC"))
    table.does(N, AnnounceKing())
    table.expect_refused(N, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)
    table.does(N, Abandon())
    table.expect_refused(S, KING_SCORE, Rule.NO_FALSE_KING_SEEN)


def test_law_25_there_is_no_penalty_where_the_opponent_has_the_king() -> None:
    table = refused(salon(dealer="7H TD KC 9C 8D"))
    table.does(N, AnnounceKing())
    table.does(N, play("KS"))
    table.expect_refused(S, KING_AGAIN, Rule.KING_IS_YOURS)
    table.does(S, KING_SCORE)
    assert table.state.score == (0, 0)
    assert penalised(table) == (False, False)
    table.does(S, AnnounceKing())
    assert table.state.score == (0, 1)


def test_law_22_a_king_turned_up_stays_marked_through_a_salons_hand() -> None:
    table = refused(salon(turn_up="KC"))
    assert table.state.score == (0, 1)
    table.tricks("KS JC, 9C AC, QS 8D, 9H 7H, 8H TD")
    # South keeps the king's point, and loses two for the refusal.
    assert table.state.score == (2, 1)


def test_law_25_a_false_king_called_before_a_card_costs_no_point() -> None:
    table = salon(dealer="7H TD KC 9C 8D")
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("8H"))
    table.does(S, discard("KC"))
    table.does(N, AnnounceKing())
    table.does(S, KING_SCORE)
    assert table.state.score == (0, 0)
    assert penalised(table) == (False, False)


def test_law_25_a_king_that_is_put_out_is_not_held_any_more() -> None:
    table = salon(elder="KS QS 9H 8H KC")
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("KC"), AnnounceKing(), TakeKingBack())
    assert table.state.score == (0, 0)


def test_law_25_the_hands_may_be_played_again_though_one_was_thrown_up() -> None:
    table = refused(salon())
    table.does(N, AnnounceKing())
    table.trick("KS", "JC")
    table.does(S, Abandon())
    table.does(S, KING_AGAIN)
    assert table.state.phase is Phase.PLAY
    assert table.state.score == (0, 0)
    assert penalised(table) == (True, False)


def test_law_25_before_a_card_there_is_nothing_to_play_again() -> None:
    table = salon(elder="KS QS 9H 8H AC", dealer="7H TD JC 9C 8D", points=1)
    table.does(N, Propose())
    table.does(S, Refuse())
    table.does(N, AnnounceKing())
    table.expect_refused(S, KING_AGAIN, Rule.NOTHING_TO_PLAY_AGAIN)


def test_a_king_called_or_taken_down_asks_both_anew_whether_the_hand_stands() -> None:
    for before, seat, move in (
        ((), S, KING_SCORE),
        ((), N, TakeKingBack()),
        ((play("KS"), TakeKingBack()), S, KING_SCORE),
    ):
        table = refused(salon())
        table.does(N, AnnounceKing(), *before, Abandon(), LetStand())
        table.does(seat, move)
        assert salon_view(table).stood == (False, False)
        table.does(S, LetStand())
        assert standing(table)
        table.does(N, LetStand())
        assert table.state.phase is Phase.DEAL


def test_law_23_a_king_may_be_forgotten_and_is_then_lost() -> None:
    table = refused(salon(elder="KS QS 9H 8H KC"))
    table.trick("KS", "JC")
    assert not player_view(table.state, N).may_announce
    table.expect_refused(N, AnnounceKing(), Rule.KING_TOO_LATE)


def test_law_23_hands_played_again_give_no_second_chance_to_announce() -> None:
    table = refused(salon(elder="KS QS 9H 8H KC")).trick("9H", "TD").trick("8H", "7H")
    table.does(N, REVOKE_AGAIN)
    table.expect_refused(N, AnnounceKing(), Rule.KING_TOO_LATE)


def test_law_23_a_king_is_announced_before_another_card_is_played() -> None:
    table = refused(salon(elder="KS QS 9H 8H KC"))
    table.does(N, play("9H"))
    table.expect_refused(N, AnnounceKing(), Rule.KING_TOO_LATE)
    table = refused(salon(elder="KS QS 9H 8H KC")).trick("KC", "JC")
    table.does(N, play("9H"))
    table.expect_refused(N, AnnounceKing(), Rule.KING_TOO_LATE)


def test_law_24_the_king_led_may_be_announced_until_it_is_played_to() -> None:
    table = refused(salon(elder="KS QS 9H 8H KC"))
    table.does(N, play("KC"))
    table.does(N, AnnounceKing())
    assert table.state.score == (1, 0)
    table = refused(salon(elder="KS QS 9H 8H KC")).trick("KC", "JC")
    table.expect_refused(N, AnnounceKing(), Rule.KING_TOO_LATE)


@pytest.mark.law(24)
def test_short_a_king_played_as_a_reply_is_announced_no_more() -> None:
    table = Table(replace(Rules.of(Dialect.SHORT), manners=Manners.SALON)).deal(dealer="KC TD JC 8C 8D")
    table.does(N, play("AC"))
    table.does(S, play("KC"))
    table.expect_refused(S, AnnounceKing(), Rule.KING_TOO_LATE)


@pytest.mark.law(24)
def test_short_a_king_led_is_announced_until_it_is_played_to() -> None:
    table = Table(replace(Rules.of(Dialect.SHORT), manners=Manners.SALON)).deal(elder="KC QS 9H 8H AC")
    table.does(N, play("KC"), AnnounceKing())
    assert table.state.score == (1, 0)
