"""The steps of a replay in words, and the cards of the open hands.

The words say only what a `Position` holds, so they cannot give away what it does not hold. This module knows no rule of
the game.
"""

from __future__ import annotations

from typing import assert_never

from bot.adapter import formatting
from bot.adapter.naming import Players
from bot.features.deal import text as deal_text
from bot.features.salon import error_lines, error_sentence
from bot.texts import Words
from ecarte.game import (
    Accepted,
    Card,
    CardPlayed,
    ConditionFailed,
    CutMade,
    DealScored,
    GameEnded,
    GameResigned,
    HandAbandoned,
    HandClaimed,
    KingFrom,
    KingMarked,
    Proposed,
    PublicView,
    Refused,
    Seat,
    StopAnswered,
    StopOffered,
    TimeClaimed,
)
from ecarte.notation import CardsDiscarded, GameOpened, HandsDealt, Position, VisibleEvent


def step(words: Words, players: Players, position: Position, of: int) -> str:
    """Returns the number of a step, and the sentences about what happened in it.

    Args:
        of: how many steps the game has.
    """
    number = words("replay.step", place=position.place + 1, of=of)
    sentences = [line for event in position.events for line in _sentences(words, players, position.public, event)]
    return "\n".join([f"-# {number}", *sentences])


def hands(words: Words, players: Players, position: Position) -> list[str]:
    """Returns a line about each hand: the names of its cards if it is open, otherwise their number."""
    return [_hand(words, players, position, seat) for seat in Seat] if position.public.number else []


def so_far(words: Words, players: Players, position: Position) -> list[str]:
    """Returns the lines about what has happened in the deal up to this step."""
    game = position.public
    return [
        *deal_text.exchanges(words, players, game),
        *deal_text.tricks(words, players, game),
        *error_lines(words, players, game),
    ]


def alt(words: Words, players: Players, position: Position) -> str:
    """Returns the picture of a position in words, for readers who listen."""
    seen = [deal_text.alt(words, players, position.public)]
    for seat in Seat:
        places, name = position.hands[seat.index], players.names[seat.index]
        held = [formatting.card_name(words, card) for card in places or () if card is not None]
        if held:
            seen.append(words("replay.alt.hand", name=name, cards=words.join(held)))
    return " ".join(seen)[:1024]


def _hand(words: Words, players: Players, position: Position, seat: Seat) -> str:
    who, places = formatting.who(players, seat), position.hands[seat.index]
    if places is None:
        return words.count("replay.hand.closed", position.public.held[seat.index], who=who)
    held = [card for card in places if card is not None]
    return words("replay.hand", who=who, cards=formatting.cards(words, held) or "–")


def _sentences(words: Words, players: Players, game: PublicView, event: VisibleEvent) -> list[str]:
    """Returns the sentences about an event of a step. Empty if another event of the step says everything."""
    match event:
        case GameOpened(cuts):
            return _cuts(words, players, game, cuts)
        case CutMade(north, south):
            return _cuts(words, players, game, ((north, south),))
        case HandsDealt():
            assert game.dealer is not None
            assert game.distribution is not None
            assert game.turn_up is not None
            card = formatting.card(words, game.turn_up)
            who = formatting.who(players, game.dealer)
            return [words("replay.dealt", who=who, packets=game.distribution.value, card=card)]
        case KingMarked(seat, how):
            key = "table.king.turned" if how is KingFrom.TURNED else "table.king.announced"
            return [words(key, who=formatting.who(players, seat))]
        case Proposed() | Accepted() | Refused() | ConditionFailed() | CardsDiscarded():
            return [_exchange(words, players, game, event)]
        case CardPlayed(seat, card):
            return _card_line(words, players, game, seat, card)
        case DealScored():
            return deal_text.score(words, players, game)
        case GameEnded():
            ended = deal_text.outcome(words, players, game)
            return [] if ended is None else [ended]
        case StopOffered(seat):
            return [words("table.stop.offered", who=formatting.who(players, seat))]
        case StopAnswered(seat, accepted):
            return [words("replay.stop.yes" if accepted else "replay.stop.no", who=formatting.who(players, seat))]
        case HandAbandoned() | HandClaimed() | TimeClaimed() | GameResigned():
            # The score or the end, which belong to the same step, say it.
            return []
        case _:
            return [error_sentence(words, players, event)]


def _cuts(words: Words, players: Players, game: PublicView, cuts: tuple[tuple[Card, Card], ...]) -> list[str]:
    names = {"north": formatting.who(players, Seat.NORTH), "south": formatting.who(players, Seat.SOUTH)}
    lines = [words("replay.begun", **names)] if not cuts else []
    for number, (north, south) in enumerate(cuts, 1):
        cut = words("table.cut", **names, a=formatting.card(words, north), b=formatting.card(words, south))
        if number < len(cuts) or game.dealer is None:
            lines.append(words("table.cut.tie", cut=cut))
        else:
            lines.append(words("table.cut.deals", cut=cut, dealer=formatting.who(players, game.dealer)))
    return lines


def _exchange(
    words: Words,
    players: Players,
    game: PublicView,
    event: Proposed | Accepted | Refused | ConditionFailed | CardsDiscarded,
) -> str:
    assert game.elder is not None
    names = {"elder": formatting.who(players, game.elder), "dealer": formatting.who(players, game.elder.other)}
    match event:
        case Proposed():
            return words("table.proposed", **names)
        case Accepted(conditional):
            return words("replay.accepted.if" if conditional else "replay.accepted", **names)
        case Refused():
            if game.vulnerable is None:
                return words("table.refused.later", **names)
            return words("table.refused", **names, **formatting.risk(game.rules))
        case ConditionFailed():
            return words("table.condition.failed")
        case CardsDiscarded(seat, count, cards):
            who = formatting.who(players, seat)
            if count and cards is not None:
                return words("replay.discards.open", who=who, cards=formatting.cards(words, cards))
            return words.count("replay.discards", count, who=who) if count else words("replay.keeps", who=who)
        case _:
            assert_never(event)


def _card_line(words: Words, players: Players, game: PublicView, seat: Seat, card: Card) -> list[str]:
    trick = game.tricks[-1]
    what = {"who": formatting.who(players, seat), "card": formatting.card(words, card)}
    if trick.winner is None:
        return [words("replay.leads", **what)]
    return [words("replay.plays", **what, winner=formatting.who(players, trick.winner))]
