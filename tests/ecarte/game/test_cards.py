"""Cards are one object each, are written and read back, and cannot be changed."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations, pairwise

import pytest

from ecarte.game import (
    PACK,
    WHOLE_PACK,
    Card,
    CardTextError,
    Discard,
    Play,
    Propose,
    Rank,
    Suit,
    cards_of,
    discards,
    mask_of,
    parse_cards,
)


def test_the_pack_is_thirty_two_different_cards_from_the_king_down() -> None:
    assert len(set(PACK)) == 32
    assert " ".join(map(str, PACK[:8])) == "KS QS JS AS TS 9S 8S 7S"
    assert [card.suit for card in PACK[::8]] == list(Suit)
    assert [card.index for card in PACK] == list(range(32))


def test_treatise_p_32_the_ace_ranks_between_jack_and_ten() -> None:
    strengths = [rank.strength for rank in Rank]
    assert [str(rank) for rank in Rank] == list("KQJAT987")
    assert all(high > low for high, low in pairwise(strengths))


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_is_one_object_however_it_is_come_by(card: Card) -> None:
    assert Card(card.rank, card.suit) is card
    assert Card.parse(str(card)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert eval(repr(card), {"Card": Card}) is card
    assert Play(card) is Play(card)
    assert pickle.loads(pickle.dumps(Play(card))) is Play(card)


@pytest.mark.parametrize(
    ("text", "card"),
    [("ks", "KS"), ("K♠", "KS"), ("k♥", "KH"), ("Q♦\ufe0f", "QD"), ("td", "TD"), ("10D", "TD"), ("10♣", "TC")],
)
def test_a_card_is_read_in_the_forms_in_which_people_write_it(text: str, card: str) -> None:
    assert Card.parse(text) is Card.parse(card)
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize("text", ["", "K", "KSS", " KS", "1S", "0S", "KX", "♠K", "K\n", "ß", "K\ufe0f"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardTextError) as caught:
        Card.parse(text)
    assert caught.value.text == text


def test_cards_and_moves_cannot_be_changed() -> None:
    for thing in (PACK[0], Play(PACK[0]), Discard(PACK[:2]), Propose()):
        with pytest.raises(AttributeError):
            thing.card = PACK[1]  # type: ignore[misc]  # that it cannot be done is what is tested
    with pytest.raises(AttributeError):
        del PACK[0].rank


def test_higher_cards_are_those_of_the_suit_that_rank_above() -> None:
    assert cards_of(Card.parse("AD").higher) == parse_cards("KD QD JD")
    assert Card.parse("KC").higher == 0


def test_masks_hold_cards_and_give_them_back_in_the_order_of_the_pack() -> None:
    assert cards_of(mask_of(parse_cards("7C KS 9H 9H"))) == parse_cards("KS 9H 7C")
    assert mask_of(PACK) == WHOLE_PACK
    assert cards_of(0) == ()


def test_a_discard_is_the_same_in_whatever_order_its_cards_are_named() -> None:
    discard = Discard(parse_cards("9H KS 7C KS"))
    assert discard == Discard(parse_cards("7C 9H KS"))
    assert hash(discard) == hash(Discard(parse_cards("7C 9H KS")))
    assert discard.cards == parse_cards("KS 9H 7C")
    assert pickle.loads(pickle.dumps(discard)) == discard
    assert eval(repr(discard), {"Card": Card, "Discard": Discard}) == discard
    match discard:
        case Discard(cards):
            assert cards == discard.cards


HAND = mask_of(parse_cards("KS QS 9H 8H AC"))


def test_the_discards_of_a_hand_are_its_subsets_within_bounds() -> None:
    for least in range(6):
        for most in range(least, 6):
            listed = discards(HAND, least, most)
            expected = {
                Discard(chosen) for count in range(least, most + 1) for chosen in combinations(cards_of(HAND), count)
            }
            assert set(listed) == expected
            assert len(listed) == len(expected)
