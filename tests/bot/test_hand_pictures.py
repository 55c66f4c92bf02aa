"""The picture of a hand: the trick above it, the numbers of the places, the end of a deal, the bytes of the file."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import permutations, product
from random import Random

from PIL import Image

from bot.pictures import HandPlace, HandScene, Side, TrickCard, hand_picture
from bot.pictures.drawing.painting import _patch
from ecarte.game import PACK, Card, Suit

HAND = HandScene(
    tuple(HandPlace(Card.parse(card), number=n) for n, card in enumerate(["KS", "TD", "9H", "7H", "AC"], 1))
)


def test_the_trick_shows_above_the_hand_with_its_winner_and_the_names() -> None:
    lead, reply = TrickCard(Card.parse("QD"), Side.BOTTOM), TrickCard(Card.parse("KD"), Side.TOP)
    scenes = [
        replace(HAND, trick=trick, winner=winner, names=names)
        for trick, winner, names in (
            (None, None, ("Ana", "You")),
            ((), None, ("Ana", "You")),
            ((lead,), None, ("Ana", "You")),
            ((lead, reply), None, ("Ana", "You")),
            ((lead, reply), Side.TOP, ("Ana", "You")),
            ((lead, reply), Side.TOP, ("Bo", "You")),
        )
    ]
    assert len({hand_picture(scene).data for scene in scenes}) == len(scenes)


def test_cards_stand_in_any_order_with_the_numbers_of_their_places() -> None:
    places = tuple(HandPlace(Card.parse(card), number=number) for card, number in (("KS", 4), ("7H", 1)))
    one, other = HandScene(places), HandScene(tuple(replace(place, number=3) for place in places))
    assert hand_picture(one).data != hand_picture(other).data


def test_a_hand_without_numbers_is_less_tall() -> None:
    bare = replace(HAND, places=tuple(replace(place, number=None) for place in HAND.places))
    assert hand_picture(bare).height < hand_picture(HAND).height


def test_a_card_is_painted_once_wherever_it_stands_in_a_hand_and_whatever_its_number_is() -> None:
    hand_picture(HAND)
    for number in range(1, 6):
        hand_picture(HandScene((HandPlace(number=number),)))
    painted = _patch.cache_info().misses
    for order, shift in product(permutations(HAND.places), range(5)):
        places = (replace(place, number=(at + shift) % 5 + 1) for at, place in enumerate(order))
        hand_picture(HandScene(tuple(places)))
    assert _patch.cache_info().misses == painted


def test_a_card_of_the_trick_is_painted_once_whether_it_was_led_or_played_to_it() -> None:
    one, other = TrickCard(Card.parse("QD"), Side.BOTTOM), TrickCard(Card.parse("KD"), Side.BOTTOM)
    hand_picture(replace(HAND, trick=(one, replace(other, side=Side.TOP))))
    painted = _patch.cache_info().misses
    hand_picture(replace(HAND, trick=(other, replace(one, side=Side.TOP))))
    assert _patch.cache_info().misses == painted


def test_the_frame_is_whole_around_a_hand() -> None:
    full, one = (Image.open(BytesIO(hand_picture(HandScene(HAND.places[:cards])).data)) for cards in (5, 1))
    assert full.size == one.size
    corner = (870, 0, 900, 23)
    assert full.crop(corner).tobytes() == one.crop(corner).tobytes()


def test_at_the_end_of_a_deal_a_hand_is_the_last_trick_alone() -> None:
    lead, reply = TrickCard(Card.parse("QD"), Side.BOTTOM), TrickCard(Card.parse("KD"), Side.TOP)
    last = hand_picture(HandScene((), Suit.HEARTS, trick=(lead, reply), winner=Side.TOP, names=("Ana", "You")))
    assert last.height < hand_picture(replace(HAND, trump=Suit.HEARTS)).height / 1.9


def test_no_hand_has_more_than_thirty_kilobytes() -> None:
    chance, names = Random(7), ("Maximilienne de la Tour", "You")
    for _ in range(60):
        cards = chance.sample(PACK, 7)
        places = tuple(
            HandPlace(card, dimmed=chance.random() < 0.3, number=5 - at) for at, card in enumerate(cards[:5])
        )
        before = HandScene(places, cards[5].suit, cards[5])
        during = HandScene(places, cards[5].suit, trick=(TrickCard(cards[6], Side.TOP),), names=names)
        assert max(len(hand_picture(scene).data) for scene in (before, during)) <= 30 * 1024
