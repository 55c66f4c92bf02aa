"""The moves of the game that a player makes on the hand and in its menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.adapter.custom_ids import Press, Verb
from ecarte.game import Card, Move, PlayerView
from ecarte.game import moves as game

PLAIN: Final[dict[Verb, Callable[[], Move]]] = {
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
}
"""The moves that a verb names completely."""
FREE: Final = frozenset({Verb.KING, Verb.RESIGN, Verb.OFFER_STOP, Verb.ACCEPT_STOP, Verb.DECLINE_STOP, Verb.ABANDON})
"""Moves that do not answer the current decision, so that their buttons stay valid after it."""


def plain(view: PlayerView, press: Press) -> Move:
    """Returns the move that the verb names completely."""
    return PLAIN[press.verb]()


def play(view: PlayerView, press: Press) -> Move:
    """Returns the play of the card at the place in the press."""
    (card,) = _cards(view, [_number(press.argument)])
    return game.Play(card)


def discard(view: PlayerView, press: Press) -> Move:
    """Returns the discard of the cards at the places in the press."""
    return game.Discard(_cards(view, places_of(press.argument)))


def places_of(argument: str) -> list[int]:
    """Returns the places (0 to 4) in an argument such as `0,3`."""
    return [_number(part) for part in argument.split(",") if part]


def picked_places(press: Press, values: Sequence[str], draft: frozenset[int]) -> frozenset[int]:
    """Returns the places picked after a press.

    The argument `2` picks a place, and `-2` puts it back. An older menu names all picked places.
    """
    if not press.argument:
        return frozenset(places_of(",".join(values)))
    place = frozenset(places_of(press.argument.removeprefix("-")))
    return draft - place if press.argument.startswith("-") else draft | place


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
