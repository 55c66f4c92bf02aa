"""The salon player does what Cavendish says, page by page. Spades are trumps, as in the book.

`test_jeux` covers the jeux de règle themselves. No test says whether the book is right.
"""

from __future__ import annotations

import pytest

from ecarte.ai import Level, player_of
from ecarte.game import Accept, AnnounceKing, Discard, Propose, Refuse, player_view
from tests.ecarte.ai.seats import dealt, does
from tests.ecarte.game.table import N, S, Table, discard, play


def elder(hand: str, score: tuple[int, int] = (0, 0), turn_up: str = "7S") -> object:
    """Returns the salon player's first move with this hand of the elder; after an announced king, the move that
    follows.
    """
    table = dealt(elder=hand, turn_up=turn_up, score=score)
    move = does(Level.SALON, table)
    if move == AnnounceKing():
        table.does(N, move)
        move = does(Level.SALON, table)
    return move


def answer(hand: str, score: tuple[int, int] = (0, 0), turn_up: str = "7S") -> object:
    """Returns the salon player's answer to the first proposal with this hand of the dealer."""
    table = dealt(dealer=hand, turn_up=turn_up, score=score)
    table.does(N, Propose())
    return does(Level.SALON, table)


@pytest.mark.parametrize(
    "hand",
    [
        "9S 8S TS 7H 7C", "9S 8S 9H 8H 7H", "9S 8S QH 7H 7C", "9S 8S 8H 7H KC", "9S 8S KH JD 8C", "8S KH QH JH 7D",
        "8S KH 9H 8H 7H", "8S QH 8H 7H QD", "8S QH TH QD 7D", "KH QH JH 7D QD", "8S KH 7H KD 7C", "QH 7H QD 7D QC",
    ],
)  # fmt: skip
def test_pp_48_to_54_a_jeu_de_regle_is_played_without_proposing(hand: str) -> None:
    assert elder(hand) != Propose()


@pytest.mark.parametrize("hand", ["9S 8S QH JD TC", "8S KH QD 8D 7C", "8S QH 7H QD 8D", "AH KD 9D QC 7C"])
def test_p_40_weaker_hands_are_proposed_on(hand: str) -> None:
    assert elder(hand) == Propose()


@pytest.mark.parametrize(
    "hand",
    ["KS 8S TS 7H 7C", "KS 8S 9H 8H 7H", "KS 8S QH 7H 7C", "KS 8S 8H 7H KC", "KS KH 9H 8H 7H", "KS QH 8H 7H QD"],
)
def test_pp_48_to_53_with_the_king_of_trumps_cards_are_asked_for(hand: str) -> None:
    assert elder(hand) == Propose()


@pytest.mark.parametrize("hand", ["KS 8S QH TH 7C", "KS 8S QH 7H JC", "KS QH TH 7H QD"])
def test_pp_49_and_53_but_not_with_a_good_guard_or_an_honour_outside(hand: str) -> None:
    assert elder(hand) != Propose()


def test_p_48_with_the_king_turned_up_three_trumps_ask_for_cards() -> None:
    assert elder("9S 8S TS 7H 7C", turn_up="KS") == Propose()
    assert elder("9S 8S 9H 8H 7H", turn_up="KS") != Propose()


def test_p_41_hint_9_with_the_point_sure_one_proposes_unless_all_are_courts_and_trumps() -> None:
    assert elder("KS QS JS 7H 8C") == Propose()
    assert elder("KS QS JS KH QC") != Propose()


@pytest.mark.parametrize("hand", ["QH JD 7D TC 8C", "8S AH TD 7D 9C", "8S JH 9H 8H 7H"])
def test_p_46_hints_21_and_22_a_light_hand_is_played_against_four(hand: str) -> None:
    assert elder(hand) == Propose()
    assert elder(hand, score=(0, 4)) != Propose()
    assert elder(hand, score=(0, 3), turn_up="KS") == Propose()


def test_p_46_hint_22_but_not_a_trump_with_very_small_cards_of_different_suits() -> None:
    assert elder("8S 9H 8H 9D 7C", score=(0, 4)) == Propose()


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("8S 9S TS 7H 7C", Refuse()), ("KS 9S TS 7H 7C", Accept()), ("8S 9S JH 8H 7H", Refuse()),
        ("8S 9S AH 8H 7H", Accept()), ("8S 9S QH 7H 7C", Refuse()), ("KS 9S QH 7H 7C", Accept()),
        ("8S 9S 8H 7H KC", Refuse()), ("8S 9S JH AH 8C", Refuse()), ("8S 9S KH JD 7C", Refuse()),
        ("8S KH QH JH JD", Refuse()), ("8S KH QH JH 9D", Accept()), ("8S KH QH 7H QD", Refuse()),
        ("8S KH QH 7H JD", Accept()), ("8S KH 9H 8H 7H", Accept()), ("8S QH 8H 7H QD", Accept()),
        ("8S QH 8H QD 7D", Refuse()), ("8S QH 8H JD 7D", Refuse()), ("8S JH 8H QD JC", Refuse()),
        ("8S JH 8H QD AC", Accept()), ("KS QH 8H JD 7D", Accept()), ("8S KH KD 8D 7C", Refuse()),
        ("8S KH QD AC 7C", Refuse()), ("8S KH QD TC 7C", Accept()), ("8S KH 7H QD 7C", Refuse()),
        ("KH JH QD JC 7C", Refuse()), ("KH QH JH QD 7C", Accept()), ("QH 7H QD 7D QC", Refuse()),
        ("QH 8H 7H QD QC", Accept()), ("KH 8H KD 7D KC", Refuse()), ("8H 7H 9D AC TC", Accept()),
    ],
)  # fmt: skip
def test_pp_55_to_57_hands_to_refuse(hand: str, expected: object) -> None:
    assert answer(hand) == expected


def test_p_46_hint_21_the_dealer_refuses_against_four_with_some_protection_in_three_suits() -> None:
    assert answer("JH TD 7D TC 8C") == Accept()
    assert answer("JH TD 7D TC 8C", score=(4, 0)) == Refuse()
    assert answer("JH TD 7D 8C 9C", score=(4, 0)) == Accept()


def test_p_46_hint_22_a_dealer_refuses_with_a_trump_against_four_but_not_beside_four_small_cards_of_a_suit() -> None:
    assert answer("8S AH 9H 8D 7D", score=(4, 0)) == Refuse()
    assert answer("8S AH 9H 8H 7H", score=(4, 0)) == Accept()


def test_p_47_hint_25_at_four_to_three_the_dealer_refuses_on_a_light_hand() -> None:
    assert answer("QH JD 7D TC 8C") == Accept()
    assert answer("QH JD 7D TC 8C", score=(3, 4)) == Refuse()


def test_p_39_hint_8_all_cards_but_trumps_and_kings_are_thrown() -> None:
    table = dealt(elder="8S QH 7H KD 7C", talon="9H TH 9C")
    table.does(N, Propose())
    table.does(S, Accept())
    assert does(Level.SALON, table) == discard("QH 7H 7C")
    table.does(N, discard("QH 7H 7C"))
    assert type(does(Level.SALON, table)) is Discard


def test_p_42_hint_12_after_an_exchange_three_guards_are_played() -> None:
    table = dealt(elder="8S 9H 7H KD 7C", dealer="9S 8H 7D 8D TC", talon="QH 9D QC TH JC TD AD JD")
    for move in (Propose(), Accept(), discard("9H 7H 7C"), discard("8H 7D 8D TC")):
        assert table.state.turn is not None
        table.does(table.state.turn, move)
    assert does(Level.SALON, table) != Propose()


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("TS 9S 8S 7H KC", "TS"),  # p. 48, number 1
        ("9S 8S AH 8H 7H", "AH"),  # p. 49, number 2
        ("JS AS QH 7H 7C", "QH"),  # p. 49, number 3, the trumps high
        ("9S 8S QH 7H 7C", "7C"),  # the trumps low
        ("9S 8S KH 7H 7C", "KH"),
        ("QS 8S QH 7H QC", "QS"),  # a queen in each of three suits
        ("9S 8S 8H 7H KC", "8H"),  # p. 50, number 4, the pair in sequence
        ("9S 8S 9H 7H KC", "KC"),
        ("9S 8S JH AH 8C", "JH"),
        ("9S 8S KH JD 7C", "KH"),  # p. 51, number 5
        ("AS TS KH JD KC", "KH"),
        ("8S KH QH JH 7D", "KH"),  # number 6
        ("8S KH 9H 8H 7H", "KH"),  # p. 52, number 7
        ("8S QH 8H 7H QD", "QH"),  # number 8
        ("QH 7H QD 7D KC", "QH"),  # p. 54
        ("KS QS KH QH JD", "KS"),  # p. 43, Hint 15
    ],
)
def test_pp_42_to_54_the_first_lead(hand: str, lead: str) -> None:
    assert elder(hand) == play(lead)


def test_p_61_hand_iii_only_the_point_wanted_the_smaller_outside_card_is_led() -> None:
    assert elder("KS QS 8S KD 7H", score=(3, 0)) == Propose()  # Hint 9 a: the point is sure
    table = dealt(elder="KS JS 9S KD 7H", score=(3, 0))
    table.does(N, AnnounceKing())
    assert table.state.score == (4, 0)
    table = after_refusal(dealt(elder="KS JS 9S KD 7H", score=(3, 0)))
    table.does(N, AnnounceKing())
    assert does(Level.SALON, table) == play("7H")


def after_refusal(table: Table) -> Table:
    """Returns a table at which the elder has proposed and the dealer has refused."""
    table.does(N, Propose())
    table.does(S, Refuse())
    return table


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JH 9H 8D 7D AC", "8D"),  # low cards in sequence rather than a tenace
        ("QH QD 7D 8C 7C", "8C"),
        ("QH JD 7D TC 8C", "QH"),  # the single queen, so that the guarded suits are led to
        ("QH KD 7D 8C 9C", "KD"),  # but a guarded king at once
    ],
)
def test_pp_43_and_44_hint_17_a_weak_hand_after_a_refusal(hand: str, lead: str) -> None:
    assert does(Level.SALON, after_refusal(dealt(elder=hand))) == play(lead)


def test_p_44_hint_18_a_suit_that_was_not_trumped_is_persevered_with() -> None:
    table = dealt(elder="8S KH QH JH 7D", dealer="7H 8H TD TC 9C")
    assert does(Level.SALON, table) == play("KH")
    table.trick("KH", "7H")
    assert does(Level.SALON, table) == play("QH")


@pytest.mark.parametrize("hand", ["QS KH QH JH 7D", "QS KH 9H 8H JH"])
def test_p_52_the_queen_of_trumps_is_led_where_the_king_is_not_declared_except_at_four(hand: str) -> None:
    dealer = "TS 7H TD TC 9C"
    assert does(Level.SALON, dealt(elder=hand, dealer=dealer).trick("KH", "7H")) == play("QS")
    at_four = dealt(elder=hand, dealer=dealer, score=(4, 4)).trick("KH", "7H")
    assert does(Level.SALON, at_four) == play("QH" if "QH" in hand else "JH")
    declared = dealt(elder=hand, dealer="KS 7H TD TC 9C")
    declared.does(N, play("KH"))
    declared.does(S, AnnounceKing(), play("7H"))
    assert does(Level.SALON, declared) == play("QH" if "QH" in hand else "JH")


def test_p_44_hint_19_with_a_tenace_below_a_declared_king_the_single_card_is_led() -> None:
    table = dealt(elder="QS TS KH 9H TD", dealer="KS TH 7D TC 9C")
    table.does(N, play("KH"))
    table.does(S, AnnounceKing(), play("TH"))
    assert does(Level.SALON, table) == play("TD")


def test_p_45_hint_20_with_two_tricks_made_the_plain_card_and_with_one_the_trump() -> None:
    table = dealt(elder="9S KH KD 8C 7C", dealer="TS 7H 7D KC 9D").tricks("7C KC, 7H KH, KD 7D")
    assert (table.state.tricks, does(Level.SALON, table)) == ((2, 1), play("8C"))
    table = dealt(elder="9S 8S 9D 8C 7C", dealer="TS KC JD AH TD").tricks("7C KC, JD 9D, AH 8S")
    assert (table.state.tricks, does(Level.SALON, table)) == ((1, 2), play("9S"))


def test_p_68_hand_xii_and_hint_11_the_cheapest_winner_and_the_lowest_loser() -> None:
    table = dealt(elder="8S JH 7H KD 7C", dealer="QS KH QH 9D 8D")
    table.does(N, play("JH"))
    assert does(Level.SALON, table) == play("QH")
    table = dealt(elder="8S KH 7H KD 7C", dealer="QS JH QH 9D 8D")
    table.does(N, play("KH"))
    assert does(Level.SALON, table) == play("JH")


def test_p_38_hint_3_the_king_is_announced_with_the_first_card_and_not_before() -> None:
    table = dealt(elder="KS QS JS KH QC")
    assert does(Level.SALON, table) == AnnounceKing()
    table = dealt(elder="KS 8H 7H 9D 7C")
    table.does(N, Propose())
    assert player_of(Level.SALON)(player_view(table.state, N)) == {}
    table = dealt(elder="TS KH 7H KD 7C", dealer="KS 9H 8H 9D 8D")
    assert player_of(Level.SALON)(player_view(table.state, S)) == {}
    table.does(N, play("KH"))
    assert does(Level.SALON, table) == AnnounceKing()


def test_p_47_hint_24_the_king_is_not_marked_where_the_point_decides_the_game() -> None:
    table = dealt(elder="TS KH 7H KD 7C", dealer="KS 9H 8H 9D 8D", score=(4, 3))
    table.does(N, play("KH"))
    assert does(Level.SALON, table) == play("8H")
    table = dealt(elder="TS KH 7H KD 7C", dealer="KS 9H 8H 9D 8D", score=(4, 4))
    assert does(Level.SALON, table, S) == AnnounceKing()
