"""The fourteen hands: the book's cards make the point, and whatever the learner chooses is played out by the laws.

Not proved here: that the book's cards are the best against all hands that one cannot see; for this the odds are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from ecarte.game import PACK, Card, IllegalMove, State, Suit, mask_of, parse_cards
from ecarte.odds import Holding, jeu_of, open_leads
from ecarte.teaching import (
    HANDS,
    ME,
    IllustrativeHand,
    advised_card,
    choices,
    is_over,
    play_out,
    tricks_made,
    view_after,
    within_reach,
)

EACH = [pytest.param(hand, id=str(hand.number)) for hand in HANDS]


def place(state: State, card: Card) -> int:
    """Where a card of the learner's lies."""
    assert state.deal is not None
    return state.deal.places[ME.index].index(card)


def endings(hand: IllustrativeHand, chosen: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], State]]:
    """Every way in which the learner may play the hand."""
    state = play_out(hand, chosen)
    if is_over(view_after(hand, chosen)):
        yield chosen, state
    for card in choices(view_after(hand, chosen)):
        yield from endings(hand, (*chosen, place(state, card)))


def tricks(state: State) -> int:
    """How many tricks the learner made."""
    return state.tricks[ME.index]


def by_the_book(hand: IllustrativeHand) -> tuple[int, ...]:
    """The learner's places as the book plays, and the best that there is where it says no more."""
    chosen: tuple[int, ...] = ()
    for card in hand.book:
        state = play_out(hand, chosen)
        if not is_over(view_after(hand, chosen)):
            chosen = (*chosen, place(state, Card.parse(card)))
    return chosen


def test_there_are_fourteen_on_their_pages() -> None:
    assert [hand.number for hand in HANDS] == list(range(1, 15))
    assert [hand.page for hand in HANDS] == [58, 59, 60, 62, 63, 63, 64, 65, 66, 67, 67, 68, 70, 71]


@pytest.mark.parametrize("hand", EACH)
def test_the_learner_is_asked_and_any_choice_comes_to_an_end(hand: IllustrativeHand) -> None:
    first = view_after(hand)
    assert len(choices(first)) >= 2
    assert str(choices(first)) != str([hand.book[0]])
    for chosen, state in endings(hand):
        assert 1 <= len(chosen) <= 5
        assert state.scored is not None
        assert sum(state.tricks) == 5
        assert tricks_made(view_after(hand, chosen)) == tricks(state)


@pytest.mark.parametrize("hand", EACH)
def test_the_books_cards_make_what_is_wanted_and_others_may_miss_it(hand: IllustrativeHand) -> None:
    book = by_the_book(hand)
    results = [(chosen, tricks(state)) for chosen, state in endings(hand)]
    assert max(result for chosen, result in results if chosen[: len(book)] == book) >= hand.goal
    assert min(result for _, result in results) < hand.goal


@pytest.mark.parametrize("hand", EACH)
def test_the_books_first_card_is_as_good_as_any(hand: IllustrativeHand) -> None:
    best = max(tricks(state) for _, state in endings(hand))
    book = by_the_book(hand)[:1]
    assert max(tricks(state) for chosen, state in endings(hand) if chosen[:1] == book) == best


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
def test_only_the_books_first_card_does_it(number: int) -> None:
    hand = HANDS[number - 1]
    wanted = Card.parse(hand.book[0])
    state = play_out(hand)
    assert state.deal is not None
    for chosen, end in endings(hand):
        if tricks(end) >= hand.goal:
            # The nine of hearts does as well as the ace in VII: they are equals, and the book says "a heart"; in X and
            # XI it says "one of his outside cards", "one of his tens".
            first = state.deal.places[ME.index][chosen[0]]
            assert (
                first is wanted
                or (number == 7 and first.suit is wanted.suit)
                or (number in {10, 11} and first.rank is wanted.rank)
            )


@pytest.mark.parametrize("number", [1, 6, 10, 11])
def test_the_lead_that_the_book_warns_of_reaches_the_goal_by_no_lucky_guess(number: int) -> None:
    hand = HANDS[number - 1]
    warned = {1: "KC", 6: "KS", 10: "9C", 11: "JS"}[number]
    place_of = view_after(hand).places.index(Card.parse(warned))
    assert within_reach(hand, (place_of,)) < hand.goal <= within_reach(hand)


@pytest.mark.parametrize("hand", EACH)
def test_a_learner_who_follows_the_hints_plays_by_the_book_and_makes_all_that_can_be_made(
    hand: IllustrativeHand,
) -> None:
    chosen: tuple[int, ...] = ()
    cards: list[str] = []
    assert within_reach(hand) == max(tricks(state) for _, state in endings(hand))
    while not is_over(view := view_after(hand, chosen)):
        card = advised_card(hand, chosen)
        assert (card is None) is (len(choices(view)) == 1)
        cards.append(str(card or choices(view)[0]))
        chosen = (*chosen, view.places.index(card or choices(view)[0]))
    assert tricks_made(view) == within_reach(hand) >= hand.goal
    assert tuple(cards[: len(hand.book)]) == hand.book[: len(cards)]


def test_hand_three_is_safe_against_four_trumps_and_a_spade_by_the_seven_alone() -> None:
    mine, turn_up = parse_cards("KC QC TC KD 7S"), Card.parse("8C")
    left = [card for card in PACK if card not in mine and card is not turn_up]
    worst = dict.fromkeys(mine, 5)
    for trumps in combinations([card for card in left if card.suit is Suit.CLUBS], 4):
        for spade in (card for card in left if card.suit is Suit.SPADES):
            for card, tricks in open_leads(mask_of(mine), mask_of((*trumps, spade)), Suit.CLUBS).items():
                worst[card] = min(worst[card], tricks)
    assert [str(card) for card, tricks in worst.items() if tricks >= 3] == ["7S"]


def test_the_hands_that_the_book_calls_jeux_de_regle_are() -> None:
    named = {2: 7, 4: 4, 6: 5, 8: 3, 9: 4}
    for number, jeu in named.items():
        state = play_out(HANDS[number - 1])
        assert state.deal is not None
        holding = Holding.of(state.deal.places[ME.index], state.deal.turn_up)
        found = jeu_of(holding)
        assert found is not None, number
        assert found.value == jeu, number


def test_a_place_that_cannot_be_played_is_refused() -> None:
    hand = HANDS[0]
    for bad in ((9,), (-1,), (0, 0), (*range(5), 0)):
        with pytest.raises(IllegalMove):
            play_out(hand, bad)
