"""What a caller without types may give in place of a value is refused with a sentence, and nothing is stored of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from ecarte import PACK, Card, Discard, Play, Propose, Rules, Seat, State, apply_deal, begin, cut, deal, decide, replay
from ecarte.game import is_legal


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
    "seat": (lambda wrong: decide(dealt(), wrong, Propose()), "N", "a move is made by a Seat"),
    "card": (Play, "KS", "a card is a Card"),
    "discard": (Discard, ("KS",), "a discard is of Cards"),
}


@pytest.mark.parametrize("call", CALLS)
def test_another_kind_of_value_is_refused_with_a_sentence_that_shows_it(call: str) -> None:
    run, wrong, says = CALLS[call]
    with pytest.raises(TypeError, match=f"^{says}.*{re.escape(repr(wrong))}"):
        run(wrong)
