"""The salon: false kings of this deal and of earlier ones taken down (Law 51), and kings that make five."""

from __future__ import annotations

from ecarte.game import (
    Abandon,
    Accept,
    AnnounceKing,
    CallError,
    Claim,
    Ending,
    GameEnded,
    Goal,
    Phase,
    Propose,
    Rule,
    player_view,
)
from ecarte.game.moves import TakeKingBack
from tests.ecarte.game.table import N, S, discard, play
from tests.ecarte.salon.salons import (
    KING_AGAIN,
    KING_SCORE,
    REVOKE_AGAIN,
    REVOKE_SCORE,
    let_stand,
    refused,
    salon,
    salon_view,
    standing,
)


def test_law_51_a_false_king_admitted_after_a_card_is_taken_down() -> None:
    table = refused(salon())
    table.does(N, AnnounceKing())
    table.does(N, play("KS"))
    assert TakeKingBack() in player_view(table.state, N).legal_moves
    table.does(N, TakeKingBack())
    assert table.state.score == (0, 0)
    table.expect_refused(N, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)


def test_law_51_a_false_king_of_an_earlier_deal_is_taken_down_at_any_time_during_the_game() -> None:
    table = refused(salon())
    table.does(N, AnnounceKing())
    table.does(N, Abandon())
    let_stand(table)
    assert table.state.score == (1, 2)
    table.deal()
    assert table.state.score == (1, 2)
    assert TakeKingBack() in player_view(table.state, N).legal_moves
    assert TakeKingBack() not in player_view(table.state, S).legal_moves
    table.expect_refused(S, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)
    table.does(N, TakeKingBack())
    assert table.state.score == (0, 2)
    table.expect_refused(N, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)
    # Its deal is over, and with it the penalty.
    table.expect_refused(S, KING_SCORE, Rule.NO_FALSE_KING_SEEN)
    table.does(S, Abandon())
    let_stand(table)
    assert table.state.score == (2, 2)


def test_law_51_a_false_king_is_taken_down_between_two_deals() -> None:
    table = refused(salon())
    table.does(N, AnnounceKing())
    table.does(N, Abandon())
    let_stand(table)
    table.does(N, TakeKingBack())
    assert table.state.score == (0, 2)
    assert table.state.phase is Phase.DEAL
    table.expect_refused(N, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)
    table.deal()
    assert table.state.score == (0, 2)


def test_law_51_a_king_that_made_five_stands_when_the_opponent_takes_one_of_an_earlier_deal_down() -> None:
    table = refused(salon(points=2))
    table.does(N, AnnounceKing())
    table.trick("9H", "7H")
    table.does(N, Abandon())
    let_stand(table)
    table.deal(elder="KS QS 9H 8H KC")
    table.does(S, AnnounceKing())
    table.does(N, TakeKingBack())
    assert table.state.score == (0, 2)
    assert standing(table)


def test_law_51_a_king_that_made_five_makes_four_when_one_of_an_earlier_deal_is_taken_down() -> None:
    table = refused(salon(points=2))
    table.does(N, AnnounceKing())
    table.trick("9H", "7H")
    table.does(N, Abandon())
    let_stand(table)
    assert table.state.score == (1, 1)
    table.deal(dealer="7H TD KC 9C 8D")
    table.does(N, AnnounceKing())
    assert standing(table)
    table.does(N, TakeKingBack())
    assert table.state.score == (1, 1)
    assert (table.state.phase, table.state.turn) == (Phase.PROPOSE, S)


def test_law_46_a_king_that_makes_five_ends_the_hand_though_a_revoke_is_called() -> None:
    table = refused(salon(dealer="7H TD KC 9C 8D", points=1)).trick("9H", "KC")
    table.does(S, Claim(Goal.VOLE))
    table.does(S, AnnounceKing())
    assert standing(table)
    assert REVOKE_AGAIN not in player_view(table.state, N).legal_moves
    table.expect_refused(N, REVOKE_AGAIN, Rule.NOTHING_TO_PLAY_AGAIN)
    table.does(N, REVOKE_SCORE)
    assert standing(table)
    let_stand(table)
    assert table.state.outcome == GameEnded(S, Ending.FIVE)
    assert table.state.score == (0, 1)


def test_law_51_a_true_king_of_an_earlier_deal_stays() -> None:
    table = refused(salon(elder="KS QS 9H 8H KC"))
    table.does(N, AnnounceKing())
    table.does(N, Abandon())
    let_stand(table)
    assert not [move for move in player_view(table.state, S).legal_moves if isinstance(move, CallError)]
    table.deal()
    # The button is there for every king that was announced: that it is there tells nothing.
    assert TakeKingBack() in player_view(table.state, N).legal_moves
    table.expect_refused(N, TakeKingBack(), Rule.NO_FALSE_KING_SEEN)


def test_five_points_by_a_false_king_end_no_game_before_they_can_be_called() -> None:
    table = refused(salon(points=1))
    table.does(N, AnnounceKing())
    assert standing(table)
    assert not salon_view(table).hand_over
    table.does(S, KING_SCORE)
    assert table.state.phase is Phase.PLAY
    assert table.state.turn is N
    table.trick("KS", "JC")


def test_law_25_hands_are_played_again_though_the_false_king_made_five() -> None:
    table = salon(elder="KS QS 9H 8H KC", points=1)
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("KC"))
    table.does(S, discard("8D"))
    table.does(N, play("KS"))
    table.does(S, AnnounceKing())
    assert standing(table)
    table.does(N, KING_AGAIN)
    assert (table.state.phase, table.state.turn, table.state.played) == (Phase.PLAY, N, ())


def test_five_points_by_a_king_that_is_not_called_win_the_game() -> None:
    table = refused(salon(points=1))
    table.does(N, AnnounceKing())
    let_stand(table)
    assert table.state.phase is Phase.OVER
    assert table.state.outcome is not None
    assert table.state.outcome.winner is N


def test_a_game_that_an_error_won_goes_on_when_it_is_called() -> None:
    table = refused(salon(elder="7S 8S 9H 8H TD", dealer="7H AD JC 9C QC", turn_up="7C", points=1))
    table.tricks("9H AD, 8H JC, QC 7S, 9C 8S, 7H TD")
    assert table.state.score == (0, 1)
    assert table.state.outcome is None
    table.does(N, REVOKE_SCORE)
    let_stand(table)
    assert table.state.phase is Phase.DEAL
