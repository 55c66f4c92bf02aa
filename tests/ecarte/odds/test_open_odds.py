"""Open-hand odds are exact: against the engine's own rules, plain enumeration, and published figures."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import pytest

from ecarte.game import (
    PACK,
    Card,
    Distribution,
    HandError,
    Play,
    Rules,
    Seat,
    State,
    Suit,
    apply,
    begin,
    cards_of,
    deal,
    legal_moves,
    mask_of,
    parse_cards,
    replay,
)
from ecarte.odds import Holding, Role, open_leads, open_odds, open_odds_by_lead, open_replies, open_tricks, table
from ecarte.odds.first_hand import suit_options
from tests.ecarte.game.oracle import oracle_replies, oracle_wins


def holding(cards: str, turn_up: str = "TS", role: Role = Role.ELDER) -> Holding:
    """Returns the knowledge of this hand, before any exchange."""
    return Holding.of(parse_cards(cards), Card.parse(turn_up), role)


def dealt(elder: tuple[Card, ...], dealer: tuple[Card, ...], turn_up: Card) -> State:
    """Deals these hands by the engine, the elder (North) to lead."""
    order = [*elder[:3], *dealer[:3], *elder[3:], *dealer[3:], turn_up]
    pack = order + [card for card in PACK if card not in order]
    log = list(begin(Rules(), dealer=Seat.SOUTH))
    return replay(log + list(deal(replay(log), pack, Distribution.THREE_TWO)))


def by_the_engine(state: State, least: int = 0, most: int = 5) -> int:
    """Returns the elder's tricks with both hands open, by the engine's moves alone, within these bounds."""
    plays = [move for move in legal_moves(state) if isinstance(move, Play)]
    if not plays:
        assert state.scored is not None
        return state.scored.tricks[Seat.NORTH.index]
    elder_plays = state.turn is Seat.NORTH
    for play in plays:
        tricks = by_the_engine(apply(state, state.turn, play), least, most)
        least, most = (max(least, tricks), most) if elder_plays else (least, min(most, tricks))
        if least >= most:
            break
    return least if elder_plays else most


def by_enumeration(own: Holding) -> tuple[list[int], dict[Card, list[int]]]:
    """Counts the tricks against each of the 65,780 hands, in all and after each lead."""
    unseen = cards_of(~(own.hand | own.dead) & 0xFFFFFFFF)
    counts, by_lead = [0] * 6, {card: [0] * 6 for card in own.cards}
    for cards in combinations(unseen, 5):
        opposing = mask_of(cards)
        if own.role is Role.DEALER:
            counts[5 - open_tricks(opposing, own.hand, own.trump)] += 1
            continue
        leads = open_leads(own.hand, opposing, own.trump)
        counts[max(leads.values())] += 1
        for card, tricks in leads.items():
            by_lead[card][tricks] += 1
    return counts, by_lead


def test_the_pattern_table_has_every_position_once() -> None:
    assert sum(map(len, table().values())) == 15_872


@pytest.mark.parametrize(
    ("cards", "point"),
    [("9S 8S 7S 7H 7C", 37_310), ("8S 7S KH JD TC", 49_354), ("7S KH QH JH 7D", 44_724), ("QH 7H QD 7D QC", 28_958)],
)
def test_the_hands_counted_before_are_counted_again(cards: str, point: int) -> None:
    odds = open_odds(holding(cards))
    assert (odds.hands, odds.point) == (65_780, point)


def test_open_results_are_those_of_the_engines_own_game() -> None:
    chance = Random(16)
    for _ in range(12):
        cards = chance.sample(PACK, 11)
        elder, dealer, turn_up = tuple(cards[:5]), tuple(cards[5:10]), cards[10]
        tricks = open_tricks(mask_of(elder), mask_of(dealer), turn_up.suit)
        state = dealt(elder, dealer, turn_up)
        assert tricks == by_the_engine(state)
        leads = open_leads(mask_of(elder), mask_of(dealer), turn_up.suit)
        led = chance.choice(elder)
        assert leads[led] == by_the_engine(apply(state, Seat.NORTH, Play(led)))
        assert max(leads.values()) == tricks


def test_every_ending_is_that_of_the_rules_in_other_words() -> None:
    """Down to one card a side, where the oracle is quick: it knows no pattern, no mask and no table."""
    chance = Random(5)
    for _ in range(400):
        number = chance.randint(1, 3)
        cards, trump = chance.sample(PACK, 2 * number), chance.choice(list(Suit))
        leader, follower = tuple(cards[:number]), tuple(cards[number:])
        assert open_tricks(mask_of(leader), mask_of(follower), trump) == tricks_of(leader, follower, trump)


def tricks_of(leader: tuple[Card, ...], follower: tuple[Card, ...], trump: Suit) -> int:
    """Returns the leader's tricks, by the oracle's rules."""
    best = 0
    for led in leader:
        left = tuple(card for card in leader if card is not led)
        best = max(
            best, min(after(led, reply, left, follower, trump) for reply in oracle_replies(follower, led, trump))
        )
    return best


def after(led: Card, reply: Card, left: tuple[Card, ...], follower: tuple[Card, ...], trump: Suit) -> int:
    """Returns the first leader's tricks after these two cards have been played."""
    rest = tuple(card for card in follower if card is not reply)
    if oracle_wins(led, reply, trump):
        return len(rest) - tricks_of(rest, left, trump) if rest else 0
    return 1 + (tricks_of(left, rest, trump) if left else 0)


def test_a_reply_that_costs_a_trick_differs_from_one_that_does_not() -> None:
    leader, follower = mask_of(parse_cards("KS 7H")), mask_of(parse_cards("QS 8H"))
    led = Card.parse("7H")
    assert open_replies(leader, follower, led, Suit.SPADES) == {Card.parse("8H"): 1}
    assert open_leads(leader, follower, Suit.SPADES) == {Card.parse("KS"): 1, led: 1}


@pytest.mark.parametrize("cards", [pytest.param("QH 7H QD 7D QC", marks=pytest.mark.soak), "AS 8S KH 9H TC"])
def test_classes_count_what_plain_enumeration_counts(cards: str) -> None:
    counts, by_lead = by_enumeration(holding(cards, "9S"))
    assert list(open_odds(holding(cards, "9S")).tricks) == counts
    assert {card: list(odds.tricks) for card, odds in open_odds_by_lead(holding(cards, "9S")).items()} == by_lead


def test_the_dealers_hand_is_counted_as_the_one_that_is_led_to() -> None:
    dealer = holding("JS 7S QH 9D 8D", "KS", Role.DEALER)
    assert list(open_odds(dealer).tricks) == by_enumeration(dealer)[0]


@pytest.mark.parametrize(("own", "dead"), [(0b10010000, 0b1), (0, 0), (0b11111, 0b1000000)])
def test_weights_count_every_holding_of_a_suit(own: int, dead: int) -> None:
    left = 8 - (own | dead).bit_count()
    for leading in True, False:
        counts = [sum(option.weight for option in options) for options in suit_options(own, dead, leading)]
        assert counts == [comb(left, number) for number in range(6)]


def test_the_best_lead_makes_what_the_hand_makes() -> None:
    chance = Random(8)
    for _ in range(60):
        cards = chance.sample(PACK, 6)
        hand = Holding.of(cards[:5], cards[5])
        odds, leads = open_odds(hand), open_odds_by_lead(hand)
        assert sum(odds.tricks) == 65_780
        assert max(lead.point for lead in leads.values()) <= odds.point
        assert all(sum(lead.tricks) == 65_780 for lead in leads.values())


def test_cards_that_cannot_be_a_hand_are_refused() -> None:
    for cards, turn_up in (("9S 8S 7S 7H", "TS"), ("9S 8S 7S 7H 7H", "TS"), ("TS 8S 7S 7H 7C", "TS")):
        with pytest.raises(HandError):
            holding(cards, turn_up)
    with pytest.raises(HandError):
        Holding.of(parse_cards("9S 8S 7S 7H 7C"), Card.parse("TS"), discards=parse_cards("7C"))
    with pytest.raises(HandError):
        open_odds_by_lead(holding("9S 8S 7S 7H 7C", role=Role.DEALER))
    with pytest.raises(HandError):
        open_tricks(mask_of(parse_cards("9S 8S")), mask_of(parse_cards("9S 7S")), Suit.SPADES)
