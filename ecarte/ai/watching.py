"""Both players' chances to win the game during a deal, from what every reader at a table sees.

How deals end from a position on was counted in deals of the house (`python -m research watched`). The chances after the
deal are the policy's (`ecarte.ai.cards.trick_values`). The only input is a `PublicView`, so the answer cannot depend on
a hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.exchange.game_value import at_table
from ecarte.ai.known_rules import POINTS, policy_knows
from ecarte.game import PACK, Card, KingFrom, Phase, PublicView, Seat

_EXCHANGE: Final = (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)
_FEW, _MANY = 2, 4
_LOW_TRUMP, _LOW_PLAIN = 2, 3
"""A lead counts as low if at least this many unseen cards of its suit are higher: for a trump, and for a plain card."""


class DealEnding(NamedTuple):
    """One way in which a deal may end, seen from a position in it.

    Attributes:
        king: the seat that marks the king between this position and the end of the deal, or None.
        winner: the winner of the deal.
        points: the points for winning the deal, without the king's.
    """

    king: Seat | None
    winner: Seat
    points: int


ENDINGS: Final = tuple(
    DealEnding(king, winner, points) for king in (None, *Seat) for winner in Seat for points in (1, 2)
)
"""All endings, in the order in which the table counts them. North stands for the elder here, South for the dealer."""


def public_chances(game: PublicView) -> tuple[float, float] | None:
    """Returns the chances of North and South to win the game (0 to 1), from what everyone at the table sees.

    Returns:
        None if the game is decided, if the policy does not know its rules, or if `watching.json` does not have the
        position of a deal in progress. It has only positions in which a player has to decide.
    """
    if game.outcome is not None or not policy_knows(game.rules):
        return None
    on = game.number > 0 and game.scored is None and game.phase is not Phase.DEAL
    if not on:
        odds = at_table(game)
        return None if odds is None else odds.chances
    elder = game.elder
    key = next((key for key in positions(game) if key in _table()), None)
    if elder is None or key is None:
        return None
    needs = [POINTS - points for points in game.score]
    chance = _value(key, needs[elder.index], needs[elder.other.index])
    return (chance, 1 - chance) if elder is Seat.NORTH else (1 - chance, chance)


def positions(game: PublicView) -> Iterator[str]:
    """Yields the names under which the table may count the current position of a deal, the most exact first.

    Yields none if no player has to decide.
    """
    elder = game.elder
    if elder is None or game.turn is None:
        return
    king, change = _king(game, elder), _change(game)
    if game.phase in _EXCHANGE:
        yield f"{game.phase.value} {king} {change} {game.asked or 0}"
        yield game.phase.value
    elif game.phase is Phase.PLAY:
        pays = "-" if game.vulnerable is None else _side(game.vulnerable, elder)
        tricks = f"{game.taken[elder.index]}{game.taken[elder.other.index]} {_side(game.turn, elder)}"
        lead = _lead(game)
        yield f"{pays} {king} {change} {tricks} {lead}"
        yield f"{tricks} {lead}"
        yield tricks


def chance_after(ending: DealEnding, elder_needs: int, dealer_needs: int) -> float:
    """Returns the elder's chance to win the game (0 to 1) after a deal that ends in a certain way.

    The point for the king is counted first, so it can win the game before the winner of the deal scores.

    Args:
        ending: how the deal ends, with North for the elder.
        elder_needs, dealer_needs: the points that each player needs at the position.
    """
    needs = {Seat.NORTH: elder_needs, Seat.SOUTH: dealer_needs}
    for seat, points in ((ending.king, 1), (ending.winner, ending.points)):
        if seat is not None:
            needs[seat] -= points
            if needs[seat] <= 0:
                return float(seat is Seat.NORTH)
    return win_chance(needs[Seat.NORTH], needs[Seat.SOUTH], dealing=True)


def table_text(counts: Mapping[str, Sequence[int]]) -> str:
    """Returns the content of `watching.json`: for each position, how often each ending followed."""
    lines = [f"{json.dumps(key)}: {json.dumps(list(counts[key]), separators=(',', ':'))}" for key in sorted(counts)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def value(counts: Sequence[int], elder_needs: int, dealer_needs: int) -> float:
    """Returns the elder's chance to win the game at a position, from how often each ending followed it.

    Args:
        counts: how often each of `ENDINGS` followed.
        elder_needs, dealer_needs: the points that each player needs at the position.
    """
    worth = [chance_after(ending, elder_needs, dealer_needs) for ending in ENDINGS]
    return sum(count * chance for count, chance in zip(counts, worth, strict=True)) / sum(counts)


@lru_cache(maxsize=1 << 13)
def _value(key: str, elder_needs: int, dealer_needs: int) -> float:
    return value(_table()[key], elder_needs, dealer_needs)


@cache
def _table() -> Mapping[str, Sequence[int]]:
    table: dict[str, list[int]] = json.loads(files("ecarte.ai").joinpath("watching.json").read_text("ascii"))
    return table


def _side(seat: Seat, elder: Seat) -> str:
    return "E" if seat is elder else "D"


def _king(game: PublicView, elder: Seat) -> str:
    if game.king is None:
        return "-"
    return "T" if game.king.how is KingFrom.TURNED else _side(game.king.seat, elder)


def _change(game: PublicView) -> str:
    """Returns which player took more cards in the last exchange: from "-2" (the dealer took far more) to "2" (the elder
    did), or "-" before the first exchange. A player who takes few cards tends to have a good hand.
    """
    if not game.rounds:
        return "-"
    elder, dealer = (0 if number <= _FEW else 2 if number >= _MANY else 1 for number in game.rounds[-1])
    return str(elder - dealer)


def _lead(game: PublicView) -> str:
    """Returns how many unseen cards of the suit beat the lead, or "-" if no lead waits for a reply."""
    if not game.tricks or game.tricks[-1].reply is not None:
        return "-"
    led, known = game.tricks[-1].lead, _known(game)
    above = sum(card.suit is led.suit and bool(card.bit & led.higher) and card not in known for card in PACK)
    return f"T{min(above, _LOW_TRUMP)}" if led.suit is game.trump else f"P{min(above, _LOW_PLAIN)}"


def _known(game: PublicView) -> set[Card | None]:
    return {game.turn_up, *(card for trick in game.tricks for card in (trick.lead, trick.reply))}
