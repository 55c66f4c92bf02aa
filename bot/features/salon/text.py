"""A salon in words: what was named, mended, shown, called and let stand. All of it is public."""

from __future__ import annotations

from typing import assert_never

from bot.adapter import formatting
from bot.texts import Words
from ecarte.game import (
    CardTakenBack,
    DealStood,
    ErrorCalled,
    HandShown,
    KingTakenBack,
    LetStood,
    Phase,
    PublicView,
    SalonEvent,
    Seat,
    SuitNamed,
    SuitRequired,
)


def lines(words: Words, players: formatting.Seated, game: PublicView) -> list[str]:
    """Returns the public lines about errors in the deal, while it is on; empty at a guided table."""
    salon = game.salon
    if salon is None:
        return []
    seen = []
    if salon.tries:
        seen.append(words.count("salon.again", salon.tries))
    seen += [
        words("salon.penalised", who=formatting.who(players, seat)) for seat in Seat if salon.penalised[seat.index]
    ]
    if game.phase is Phase.PLAY:
        for seat in Seat:
            if cards := salon.shown[seat.index]:
                seen.append(
                    words("salon.shown", who=formatting.who(players, seat), cards=formatting.cards(words, cards))
                )
    if game.turn is not None:
        under_way = bool(game.tricks) and game.tricks[-1].reply is None
        leader = formatting.who(players, game.turn.other if under_way else game.turn)
        if salon.named is not None:
            seen.append(words("salon.named", who=leader, suit=formatting.suit(words, salon.named)))
        if salon.bound is not None:
            seen.append(words("salon.bound", who=leader, suit=formatting.suit(words, salon.bound)))
    return seen


def told(words: Words, players: formatting.Seated, event: SalonEvent) -> str:
    """What has happened, in a sentence."""
    match event:
        case SuitNamed(seat, suit):
            return words("salon.named", who=formatting.who(players, seat), suit=formatting.suit(words, suit))
        case SuitRequired(seat, held):
            key = "salon.required" if held else "salon.required.none"
            return words(key, who=formatting.who(players, seat), leader=formatting.who(players, seat.other))
        case CardTakenBack(seat, card, by):
            key = "salon.taken" if by is seat else "salon.taken.asked"
            return words(
                key,
                who=formatting.who(players, seat),
                by=formatting.who(players, by),
                card=formatting.card(words, card),
            )
        case KingTakenBack(seat):
            return words("salon.king.taken", who=formatting.who(players, seat))
        case HandShown(seat, _, cards):
            return words("salon.shown", who=formatting.who(players, seat), cards=formatting.cards(words, cards))
        case ErrorCalled(seat, fault, remedy):
            called = words(
                f"salon.called.{fault.value}",
                who=formatting.who(players, seat),
                other=formatting.who(players, seat.other),
            )
            return f"{called} {words(f'salon.chosen.{remedy.value}')}"
        case LetStood(seat):
            return words("salon.stood", who=formatting.who(players, seat))
        case DealStood():
            return words("salon.stands")
        case _:
            assert_never(event)
