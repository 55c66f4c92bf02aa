"""The moves of the game that a player makes with buttons of the hand and of its menu."""

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
"""The moves that need no card, by the verb of their button."""
FREE: Final = frozenset({Verb.KING, Verb.RESIGN, Verb.OFFER_STOP, Verb.ACCEPT_STOP, Verb.DECLINE_STOP, Verb.ABANDON})
"""The verbs of moves that are no answer to a decision. Their buttons stay valid when the decision for which they were
drawn has been made.
"""


def plain(view: PlayerView, press: Press) -> Move:
    """Returns the move that the verb of a press stands for. It needs no card."""
    return PLAIN[press.verb]()


def play(view: PlayerView, press: Press) -> Move:
    """Returns the move that plays the card at the place (0 to 4) in the argument of a press."""
    (card,) = _cards(view, [_number(press.argument)])
    return game.Play(card)


def discard(view: PlayerView, press: Press) -> Move:
    """Returns the move that discards the cards at the places (0 to 4) in the argument of a press."""
    return game.Discard(_cards(view, places_of(press.argument)))


def places_of(argument: str) -> list[int]:
    """Returns the places (0 to 4) in an argument such as `0,3`."""
    return [_number(part) for part in argument.split(",") if part]


def picked_places(press: Press, values: Sequence[str], draft: frozenset[int]) -> frozenset[int]:
    """Returns the places (0 to 4) of the cards that are picked for discarding after a press.

    The argument `2` picks the card at place 2, and `-2` puts it back. A menu of an earlier version of the bot sends all
    picked places in `values`.

    Args:
        draft: the places that were picked before the press.
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
