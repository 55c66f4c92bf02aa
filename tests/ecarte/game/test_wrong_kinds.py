"""What a caller without types may give in place of a value is refused with a sentence, and nothing is stored of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from ecarte import (
    PACK,
    Card,
    Claim,
    Discard,
    Play,
    Propose,
    Rules,
    Seat,
    State,
    Suit,
    apply_deal,
    backer_view,
    begin,
    cut,
    deal,
    decide,
    hand_view,
    is_legal,
    legal_moves,
    parse_cards,
    player_view,
    read_record,
    replay,
    table_moves,
    verify_record,
)
from ecarte.game import CallError, ClaimTime, NameSuit, Remedy
from ecarte.notation import parse_move


def due() -> State:
    """A deal is due."""
    return replay(begin(Rules(), dealer=Seat.SOUTH))


def dealt() -> State:
    """North is to lead or propose."""
    return apply_deal(due(), PACK)


CALLS: dict[str, tuple[Callable[[Any], object], Any, str]] = {
    "rules": (begin, "cavendish", "a game is played by Rules"),
    "dealer": (lambda wrong: begin(Rules(), wrong), "N", "a game is dealt by a Seat"),
    "cut": (lambda wrong: cut(replay(begin(Rules())), wrong, Card.parse("7H")), "KS", "a card is a Card"),
    "packets": (lambda wrong: deal(due(), PACK, wrong), "banana", "the packets of a deal are a Distribution"),
    "packets at once": (lambda wrong: apply_deal(due(), PACK, wrong), 3, "the packets of a deal are a Distribution"),
    "move": (lambda wrong: decide(dealt(), Seat.NORTH, wrong), "propose", "a move is a value"),
    "class": (lambda wrong: decide(dealt(), Seat.NORTH, wrong), Propose, "a move is a value"),
    "move while a deal is due": (lambda wrong: decide(due(), Seat.NORTH, wrong), "propose", "a move is a value"),
    "question": (lambda wrong: is_legal(dealt(), Seat.NORTH, wrong), "propose", "a move is a value"),
    "seat": (lambda wrong: decide(dealt(), wrong, Propose()), "N", "a player sits on a Seat"),
    "seat whose moves are listed": (lambda wrong: legal_moves(dealt(), wrong), "N", "a player sits on a Seat"),
    "seat at the table": (lambda wrong: table_moves(dealt(), wrong), "N", "a player sits on a Seat"),
    "seat of a view": (lambda wrong: player_view(dealt(), wrong), "N", "a player sits on a Seat"),
    "seat of a backer": (lambda wrong: backer_view(dealt(), wrong), "N", "a player sits on a Seat"),
    "seat of a hand": (lambda wrong: dealt().cards(wrong), "N", "a player sits on a Seat"),
    "card": (Play, "KS", "a card is a Card"),
    "rank": (lambda wrong: Card(wrong, Suit.SPADES), "K", "a card is made of a Rank and a Suit"),
    "text of a card": (Card.parse, 7, "a card is written as a text"),
    "text of cards": (parse_cards, ["KS"], "cards are written as a text"),
    "text of a move": (parse_move, 7, "a move is written as a text"),
    "discard": (Discard, ("KS",), "a discard is of Cards"),
    "discard of a number": (Discard, 5, "a discard is of Cards"),
    "claim": (Claim, "point", "Claim takes a Goal"),
    "scope": (ClaimTime, "deal", "ClaimTime takes a Scope"),
    "suit": (NameSuit, "hearts", "NameSuit takes a Suit"),
    "fault": (lambda wrong: CallError(wrong, Remedy.SCORE), "revoke", "CallError takes a Fault"),
    "pack": (lambda wrong: deal(due(), [wrong, *PACK[1:]]), "KS", "a pack is of Cards"),
    "pack at once": (lambda wrong: apply_deal(due(), [wrong, *PACK[1:]]), "KS", "a pack is of Cards"),
    "dialect": (Rules.of, "modern", "rules are those of a Dialect"),
    "hand": (lambda wrong: hand_view([wrong], PACK[5]), "KS", "a hand is of Cards"),
    "turn-up": (lambda wrong: hand_view(PACK[:5], wrong), "9S", "a hand is of Cards"),
    "score": (lambda wrong: hand_view(PACK[:5], PACK[5], score=wrong), 3, "a score is a pair"),
    "rules of a hand": (lambda wrong: hand_view(PACK[:5], PACK[5], rules=wrong), "modern", "a hand is played by Rules"),
    "record": (read_record, b"", "a record is a text"),
    "record verified": (verify_record, "deal", "a Record is verified"),
}


@pytest.mark.parametrize("call", CALLS)
def test_another_kind_of_value_is_refused_with_a_sentence_that_shows_it(call: str) -> None:
    run, wrong, says = CALLS[call]
    with pytest.raises(TypeError, match=f"^{says}.*{re.escape(repr(wrong))}"):
        run(wrong)
