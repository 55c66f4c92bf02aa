"""Reads and writes moves as text: `propose`, `discard 9H 8C`, `KS`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ecarte.game import (
    Abandon,
    Accept,
    AcceptIfEnough,
    AcceptStop,
    AnnounceKing,
    CallError,
    Card,
    CardTextError,
    Claim,
    ClaimTime,
    DeclineStop,
    Discard,
    Fault,
    Goal,
    LetStand,
    Move,
    MoveTextError,
    NameSuit,
    OfferStop,
    Play,
    Propose,
    Refuse,
    Remedy,
    RequireSuitNamed,
    Resign,
    Scope,
    Suit,
    TakeBack,
    TakeKingBack,
    parse_cards,
)

WORDS: Final[Mapping[str, Move]] = {
    "propose": Propose(),
    "accept": Accept(),
    "accept-if": AcceptIfEnough(),
    "refuse": Refuse(),
    "king": AnnounceKing(),
    **{f"claim {goal.value}": Claim(goal) for goal in Goal},
    "abandon": Abandon(),
    "resign": Resign(),
    "offer to stop": OfferStop(),
    "agree to stop": AcceptStop(),
    "decline to stop": DeclineStop(),
    **{f"take {scope.value} on time": ClaimTime(scope) for scope in Scope},
    **{f"name {suit.name.lower()}": NameSuit(suit) for suit in Suit},
    "require the suit named": RequireSuitNamed(),
    "take back": TakeBack(),
    "take the king back": TakeKingBack(),
    **{f"call the {fault.value} for {remedy.value}": CallError(fault, remedy) for fault in Fault for remedy in Remedy},
    "let it stand": LetStand(),
}
"""The moves that are written as fixed words, by their text. Only cards and discards are missing."""
_TEXTS: Final = {move: text for text, move in WORDS.items()}


def parse_move(text: str) -> Move:
    """Returns the move that a text names: a card as `Card.parse` reads it, ``discard 9H 8C``, or one of `WORDS`.

    ``discard`` alone keeps the hand. Capital letters and additional blanks make no difference.

    Raises:
        MoveTextError: `text` names no move.
        TypeError: `text` is no string.
    """
    if not isinstance(text, str):
        raise TypeError(f"a move is written as a text such as 'propose' or 'KS', not {text!r}")
    first, *others = words = text.lower().split() or [""]
    move = WORDS.get(" ".join(words))
    if move is not None:
        return move
    try:
        if first == "discard":
            return Discard(parse_cards(" ".join(others)))
        return Play(Card.parse(text.strip()))
    except CardTextError:
        raise MoveTextError(text) from None


def move_text(move: Move) -> str:
    """Returns a move as text, in the form that `parse_move` reads."""
    if isinstance(move, Play):
        return move.card.text
    if isinstance(move, Discard):
        return " ".join(("discard", *(card.text for card in move)))
    return _TEXTS[move]
