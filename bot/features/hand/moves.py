"""From a press to a move: what a player means by a button, told by what he himself may see.

A place that is empty, or an argument that makes no sense, is a `LookupError`: the button is older than the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from bot.adapter.custom_ids import Press, Verb
from bot.tables.service import Choose
from ecarte.game import Card, Fault, Move, PlayerView, Remedy, Suit
from ecarte.game import moves as game

__all__ = ["FREE", "MOVES", "choose", "places_of"]

_Named = TypeVar("_Named", bound=Enum)
_PLAIN: dict[Verb, Callable[[], Move]] = {
    Verb.PROPOSE: game.Propose,
    Verb.GIVE: game.Accept,
    Verb.GIVE_IF_ENOUGH: game.AcceptIfEnough,
    Verb.REFUSE: game.Refuse,
    Verb.KING: game.AnnounceKing,
    Verb.ABANDON: game.Abandon,
    Verb.RESIGN: game.Resign,
    Verb.OFFER_STOP: game.OfferStop,
    Verb.ACCEPT_STOP: game.AcceptStop,
    Verb.DECLINE_STOP: game.DeclineStop,
    Verb.CLAIM_POINT: lambda: game.Claim(game.Goal.POINT),
    Verb.CLAIM_VOLE: lambda: game.Claim(game.Goal.VOLE),
    Verb.CLAIM_DEAL: lambda: game.ClaimTime(game.Scope.DEAL),
    Verb.CLAIM_GAME: lambda: game.ClaimTime(game.Scope.GAME),
    Verb.TAKE_BACK: game.TakeBack,
    Verb.KING_BACK: game.TakeKingBack,
    Verb.REQUIRE_SUIT: game.RequireSuitNamed,
    Verb.LET_STAND: game.LetStand,
}
MOVES = frozenset(_PLAIN) | {Verb.PLAY, Verb.DISCARD, Verb.NAME_SUIT, Verb.CALL}
"""The verbs that are moves."""
FREE = frozenset(
    {
        Verb.KING,
        Verb.RESIGN,
        Verb.OFFER_STOP,
        Verb.ACCEPT_STOP,
        Verb.DECLINE_STOP,
        Verb.ABANDON,
        Verb.KING_BACK,
        Verb.CALL,
        Verb.LET_STAND,
    }
)
"""Moves that do not answer the present decision: their buttons outlive it."""


def choose(press: Press) -> Choose:
    """The move that a press means, as soon as the player's view is known."""

    def move(view: PlayerView) -> Move:
        if press.verb is Verb.PLAY:
            (card,) = _cards(view, [_number(press.argument)])
            return game.Play(card)
        if press.verb is Verb.DISCARD:
            return game.Discard(_cards(view, places_of(press.argument)))
        if press.verb is Verb.NAME_SUIT:
            return game.NameSuit(_named(Suit, press.argument))
        if press.verb is Verb.CALL:
            fault, _, remedy = press.argument.partition(".")
            return game.CallError(_named(Fault, fault), _named(Remedy, remedy))
        return _PLAIN[press.verb]()

    return move


def _named(kind: type[_Named], value: str) -> _Named:
    try:
        return kind(value)
    except ValueError:
        raise LookupError(value) from None


def places_of(argument: str) -> list[int]:
    """The places (0 to 4) that an argument such as `0,3` names."""
    return [_number(part) for part in argument.split(",") if part]


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 1:
        raise LookupError(text)
    return int(text)


def _cards(view: PlayerView, places: list[int]) -> list[Card]:
    cards = [view.places[place] for place in places]
    held = [card for card in cards if card is not None]
    if len(held) != len(cards):
        raise LookupError("an empty place")
    return held
