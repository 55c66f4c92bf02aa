"""The salon, while tricks are played: players may err, and the opponent has remedies (Laws 42, 43, 48 and 49)."""

from __future__ import annotations

import pytest

from ecarte.game import (
    Abandon,
    Accept,
    AnnounceKing,
    Claim,
    DealScored,
    Ending,
    GameEnded,
    Goal,
    HandClaimed,
    Phase,
    Propose,
    Reason,
    Refuse,
    Resign,
    Rule,
    Rules,
    Suit,
    player_view,
    public_view,
)
from ecarte.game.engine import close_calls, closing_steps, decide
from ecarte.game.errors import IllegalMove
from ecarte.game.events import DealStood, HandShown
from ecarte.game.moves import LetStand, NameSuit, RequireSuitNamed
from tests.ecarte.game.table import N, S, Table, discard, play
from tests.ecarte.salon.salons import (
    REVOKE_AGAIN,
    REVOKE_SCORE,
    SALON,
    let_stand,
    penalised,
    refused,
    salon,
    salon_view,
    standing,
)


def test_law_43_a_player_may_revoke_and_the_table_says_nothing() -> None:
    table = refused(salon())
    table.does(N, play("9H"))
    before = player_view(table.state, S)
    assert {move.card.text for move in before.legal_moves if move.card} == {"7H", "TD", "JC", "9C", "8D"}
    table.does(S, play("TD"))
    assert public_view(table.state).taken == (1, 0)


def test_law_43_a_revoke_cannot_be_called_before_it_can_be_seen() -> None:
    table = refused(salon()).trick("9H", "TD")
    for call in (REVOKE_SCORE, REVOKE_AGAIN):
        table.expect_refused(N, call, Rule.NO_REVOKE_SEEN)
    table.trick("8H", "7H")
    table.does(N, REVOKE_SCORE)


def test_law_43_a_revoke_is_called_when_the_hand_is_over_though_no_card_shows_it() -> None:
    table = refused(salon()).trick("9H", "TD")
    table.does(N, Abandon())
    assert standing(table)
    table.does(N, REVOKE_AGAIN)
    assert table.state.phase is Phase.PLAY
    assert table.state.score == (0, 0)


def test_law_43_who_does_not_win_a_trick_when_able_may_be_called() -> None:
    # South can trump the king of spades with the jack or the nine, and throws a diamond away.
    table = refused(salon()).trick("KS", "8D")
    table.expect_refused(N, REVOKE_SCORE, Rule.NO_REVOKE_SEEN)
    table.trick("QS", "JC")
    table.does(N, REVOKE_AGAIN)
    assert table.state.played == ()
    assert table.state.turn is N
    assert table.state.cards(N) == table.state.cards(N)
    assert {card.text for card in table.state.cards(S)} == {"7H", "TD", "JC", "9C", "8D"}


def test_law_43_the_offender_who_wins_the_point_marks_nothing() -> None:
    table = salon(elder="7S 8S 9H 8H TD", dealer="7H AD JC 9C QC", turn_up="7C")
    table.does(N, Propose())
    table.does(S, Refuse())
    table.tricks("9H AD")  # a revoke: South holds the seven of hearts
    table.tricks("8H JC, QC 7S, 9C 8S, 7H TD")
    assert table.state.scored == DealScored(S, 1, Reason.POINT, (1, 4))
    table.does(N, REVOKE_SCORE)
    assert table.state.scored == DealScored(S, 0, Reason.POINT, (1, 4))
    assert table.state.score == (0, 0)
    let_stand(table)
    assert table.state.phase is Phase.DEAL
    assert table.state.score == (0, 0)


def test_law_43_the_offender_who_wins_the_vole_marks_one() -> None:
    table = salon(elder="7S 8S 9H 8H TD", dealer="KH AD JC 9C QC", turn_up="7C")
    table.does(N, Propose())
    table.does(S, Refuse())
    table.tricks("9H JC, QC 7S, 9C 8S, KH 8H, AD TD")  # trumped with a heart in hand
    assert (table.state.scored and table.state.scored.reason) is Reason.VOLE
    table.does(N, REVOKE_SCORE)
    assert table.state.score == (0, 1)


def test_law_43_the_offender_marks_one_against_an_opponent_who_played_without_proposing() -> None:
    table = salon(elder="7S 8S 9H 8H TD", dealer="7H AD JC 9C QC", turn_up="7C")
    table.tricks("9H AD, 8H JC, QC 7S, 9C 8S, 7H TD")
    assert (table.state.scored and table.state.scored.reason) is Reason.UNPROPOSED
    assert table.state.score == (0, 2)
    table.does(N, REVOKE_SCORE)
    assert table.state.score == (0, 1)


def test_law_43_hands_played_again_keep_the_penalty_and_the_leader() -> None:
    table = refused(salon()).trick("9H", "TD").trick("8H", "7H")
    table.does(N, REVOKE_AGAIN)
    assert penalised(table) == (False, True)
    assert table.state.turn is N
    # There is no second proposal: the hands are played as they were.
    table.expect_refused(N, Propose(), Rule.NOT_THE_PHASE)
    table.tricks("9H 7H, KS JC, 9C AC")
    assert table.state.vulnerable is S


def test_law_43_the_offender_marks_less_though_the_other_throws_the_hand_up() -> None:
    table = refused(salon()).trick("9H", "TD").trick("8H", "7H")
    table.does(N, REVOKE_SCORE)
    table.does(N, Abandon())
    assert table.state.scored is not None
    assert (table.state.scored.seat, table.state.score) == (S, (0, 0))


def test_the_points_of_a_salons_deals_add_up() -> None:
    table = refused(salon())
    table.does(S, Abandon())
    let_stand(table)
    table.deal()
    table.does(S, Abandon())
    assert table.state.score == (4, 0)
    table.does(S, Resign())
    assert table.state.outcome == GameEnded(N, Ending.RESIGNED)


def test_a_salons_game_has_begun_with_its_first_king_or_deal() -> None:
    announced, played = salon(), refused(salon())
    announced.does(N, AnnounceKing())
    played.does(S, Abandon())
    let_stand(played)
    played.deal()
    for table in (announced, played):
        table.does(N, Resign())
        assert table.state.outcome == GameEnded(S, Ending.RESIGNED)


def test_law_43_hands_played_again_begin_anew() -> None:
    table = refused(salon()).trick("9H", "TD").trick("8H", "7H")
    table.does(N, NameSuit(Suit.SPADES))
    assert salon_view(table).tries == 0
    table.does(N, REVOKE_AGAIN)
    assert (salon_view(table).named, salon_view(table).tries) == (None, 1)
    # The same error in the same place is an error once more, and a hand thrown up is taken up.
    table.trick("9H", "TD")
    table.does(S, Abandon())
    table.does(N, REVOKE_AGAIN)
    assert salon_view(table).tries == 2
    assert public_view(table.state).ended_by is None


def test_law_43_a_suit_that_was_required_is_not_required_of_hands_played_again() -> None:
    table = refused(salon()).trick("9H", "TD").trick("8H", "7H")
    table.does(N, NameSuit(Suit.CLUBS))
    table.does(N, play("KS"))
    table.does(S, RequireSuitNamed())
    assert salon_view(table).bound is Suit.CLUBS
    table.does(N, REVOKE_AGAIN, play("KS"))


def test_law_43_a_player_whose_last_card_of_the_suit_is_played_may_trump() -> None:
    table = refused(salon()).trick("9H", "7H").trick("8H", "JC")
    table.expect_refused(N, REVOKE_SCORE, Rule.NO_REVOKE_SEEN)
    table.does(S, Abandon())
    table.expect_refused(N, REVOKE_SCORE, Rule.NO_REVOKE_SEEN)


def test_law_43_an_error_of_a_later_trick_is_called_like_one_of_the_first() -> None:
    table = refused(salon()).trick("9H", "7H").trick("8H", "TD")
    table.expect_refused(N, REVOKE_SCORE, Rule.NO_REVOKE_SEEN)
    table.trick("KS", "JC")
    table.does(N, REVOKE_SCORE)
    assert penalised(table) == (False, True)


def test_law_43_an_error_is_called_once() -> None:
    table = refused(salon()).trick("9H", "TD").trick("8H", "7H")
    table.does(N, REVOKE_SCORE)
    table.expect_refused(N, REVOKE_AGAIN, Rule.NO_REVOKE_SEEN)


def test_law_43_no_player_calls_their_own_revoke() -> None:
    table = refused(salon()).trick("9H", "TD").trick("8H", "7H")
    table.expect_refused(S, REVOKE_AGAIN, Rule.NO_REVOKE_SEEN)


def test_an_error_that_is_never_called_stands() -> None:
    table = salon(elder="7S 8S 9H 8H TD", dealer="7H AD JC 9C QC", turn_up="7C")
    table.tricks("9H AD, 8H JC, QC 7S, 9C 8S, 7H TD")
    let_stand(table)
    assert table.state.score == (0, 2)
    table.expect_refused(N, REVOKE_SCORE, Rule.NO_REVOKE_SEEN)


def test_a_call_asks_both_anew_whether_the_hand_stands() -> None:
    table = salon(elder="7S 8S 9H 8H TD", dealer="7H AD JC 9C QC", turn_up="7C")
    table.tricks("9H AD, 8H JC, QC 7S, 9C 8S, 7H TD")
    table.does(S, LetStand())
    table.does(N, REVOKE_SCORE)
    table.does(N, LetStand())
    assert standing(table)
    table.does(S, LetStand())
    assert table.state.phase is Phase.DEAL


def test_a_suit_named_or_required_is_not_when_the_hand_is_over() -> None:
    table = refused(salon())
    table.does(N, NameSuit(Suit.HEARTS), Abandon())
    assert salon_view(table).named is None
    table = refused(salon())
    table.does(N, NameSuit(Suit.HEARTS), play("KS"))
    table.does(S, RequireSuitNamed())
    assert (salon_view(table).named, salon_view(table).bound) == (None, Suit.HEARTS)
    table.does(N, Abandon())
    assert salon_view(table).bound is None


def test_a_salon_says_why_a_card_cannot_be_played() -> None:
    table = refused(salon())
    assert table.expect_refused(N, play("7H"), Rule.CARD_NOT_IN_HAND).data == {"card": "7H"}
    table.does(N, play("KS"))
    assert table.expect_refused(N, play("QS"), Rule.NOT_YOUR_TURN).data == {"turn": "S"}
    table.expect_refused(N, LetStand(), Rule.NOTHING_TO_LET_STAND)
    table.does(N, Resign())
    for move in (play("QS"), AnnounceKing()):
        table.expect_refused(N, move, Rule.GAME_IS_OVER)


def test_an_error_that_is_not_called_in_time_stands() -> None:
    table = salon(elder="7S 8S 9H 8H TD", dealer="7H AD JC 9C QC", turn_up="7C")
    table.tricks("9H AD, 8H JC, QC 7S, 9C 8S, 7H TD")
    table.expect_refused(N, Accept(), Rule.NOT_THE_PHASE)
    closed = closing_steps(table.state)
    assert table.happen(close_calls(table.state)) == (DealStood(),)
    assert closed == ((DealStood(), table.state),)
    assert table.state.phase is Phase.DEAL
    assert salon_view(table).stood == (True, True)
    table.expect_refused(N, LetStand(), Rule.NOTHING_TO_LET_STAND)
    with pytest.raises(IllegalMove) as caught:
        close_calls(table.state)
    assert caught.value.rule is Rule.NOTHING_TO_LET_STAND


# Laws 48 and 49


def test_law_48_the_vole_of_a_salon_is_two_and_no_more_against_a_refusal() -> None:
    table = refused(salon(elder="KC QC JC AC TC", dealer="9S 8S 7S TD 9D"))
    table.tricks("KC 9S, QC 8S, JC 7S, AC TD, TC 9D")
    assert table.state.scored == DealScored(N, 2, Reason.VOLE, (5, 0))
    assert table.state.score == (2, 0)


def test_law_49_a_refusal_that_loses_the_point_of_a_salon_costs_two() -> None:
    table = refused(salon())
    table.tricks("KS JC, 9C AC, QS 8D, 9H 7H, 8H TD")
    assert table.state.scored == DealScored(N, 2, Reason.REFUSED, (4, 1))


# Law 42


def test_law_42_cards_thrown_down_with_a_claim_lie_open_and_the_hand_goes_on() -> None:
    table = refused(salon())
    assert player_view(table.state, N).claims == (Goal.POINT, Goal.VOLE)
    assert table.does(N, Claim(Goal.VOLE)) == (HandShown(N, Goal.VOLE, table.state.cards(N)),)
    assert [card.text for card in salon_view(table).shown[0]] == ["KS", "QS", "9H", "8H", "AC"]
    assert penalised(table) == (False, False)
    assert table.expect_refused(N, Claim(Goal.VOLE), Rule.CLAIM_NOT_CERTAIN).data == {"goal": "vole"}
    table.expect_refused(S, Claim(Goal.POINT), Rule.CLAIM_ON_LEAD)
    table.trick("KS", "JC")
    assert [card.text for card in salon_view(table).shown[0]] == ["QS", "9H", "8H", "AC"]


def test_law_42_a_claim_that_is_certain_ends_the_hand() -> None:
    table = refused(salon(elder="QC JC AC TC 9C", dealer="7H TD 9H 8H 8D", turn_up="KC"))
    cards = table.state.cards(N)
    assert table.does(N, Claim(Goal.VOLE))[0] == HandClaimed(N, Goal.VOLE, cards)
    assert standing(table)


def test_law_42_an_opponent_who_may_revoke_has_shown_nothing_by_a_reply() -> None:
    # South threw a diamond on the king of spades: at a guided table South could hold neither spades nor trumps.
    for rules, claims in ((Rules(), True), (SALON, False)):
        table = refused(Table(rules).deal("KS QS 9C 8C TD", "7H 8D 9D KD AH", "7C")).trick("KS", "8D")
        assert (Goal.POINT in player_view(table.state, N).claims) is True
        assert isinstance(decide(table.state, N, Claim(Goal.POINT))[0], HandClaimed) is claims


def test_law_42_a_hand_thrown_up_is_scored_and_may_be_called_in_question() -> None:
    table = refused(salon())
    table.does(S, Abandon())
    assert table.state.score == (2, 0)
    assert standing(table)
    assert table.state.turn is None


@pytest.mark.parametrize(("first", "dealer"), [("KS", "7H TD JC 9C 8D"), ("KD", "7H TD JC 9C KS")])
def test_law_28_of_a_hand_that_was_shown_and_then_exchanged_nothing_lies_open(first: str, dealer: str) -> None:
    table = salon(f"{first} QS 9H 8H AC", dealer)
    table.does(N, Claim(Goal.VOLE))
    assert {card.text for card in salon_view(table).shown[0]} == {first, "QS", "9H", "8H", "AC"}
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, discard("9H 8H"))
    assert salon_view(table).shown == ((), ())
    table.does(S, discard("7H"))
    assert salon_view(table).shown == ((), ())


def test_law_43_a_card_shown_and_then_discarded_is_no_revoke() -> None:
    table = salon()
    table.does(N, Claim(Goal.VOLE), Propose())
    table.does(S, Accept())
    table.does(N, discard("9H 8H"))
    table.does(S, discard("8D"))
    table.does(N, Propose())
    table.does(S, Refuse())
    table.trick("KS", "JC")
    # North had shown two hearts, has none any more, and trumps lawfully.
    table.trick("7H", "AC")
    table.expect_refused(S, REVOKE_SCORE, Rule.NO_REVOKE_SEEN)
