"""The numbers by which the house chooses among its moves: fixed by the promise of the deal, shown after it.

A player of the house is a pure function of what its seat sees: it gives the chance of each lawful move. Where more than
one has a chance, a number from 0 to 1 decides, and it is not drawn. In any language:

1. `key` is the key of the deal, from which the pack follows: it depends on the secret, and on what both players gave.
2. k counts the seat's decisions in the deal, this one included, from 1. A decision is to propose, to accept, to refuse,
   to discard, to announce the king, to play a card. What follows by itself is none: the empty discard of a dealer to
   whom the elder has left no card of the talon. Up to the versions starter 1, novice 1, amateur 1, salon 1 and
   maitre 3 of its players the house counted that discard, too.
3. `digest` = HMAC-SHA256(key: `key`, message: the text "ecarte house 1 N k", with S for South, and k in decimal).
4. The number is the first eight bytes of `digest`, big-endian, without the last eleven bits, divided by 2^53.
5. The chances of the moves, in the order in which the player gives them, are subtracted from the number one after the
   other. The move at which it falls below 0 is made; if it never does, the last one.

What this shows. The key was fixed before the first card, so the house had one number for each decision and could not
draw another; where it could bias the pack it could bias the numbers, and nowhere else. With the same view and the same
number the same player makes the same move: one that agrees when it is recomputed depended neither on cards that its
seat did not see nor on anything that the player learnt elsewhere.

What it does not show. A deal that was not promised has no such numbers: there the house's word stands. The player is
named in the record; a move of another version than the one at hand is not recomputed. When the house sits down,
agrees to stop or claims the time is no part of it. Until the deal is over the bot knows the numbers, as it knows the
cards; the player of the house is given its view and one number, and neither the secret nor the key.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Final

from ecarte.fair.chain import Fair
from ecarte.game import (
    Accept,
    Accepted,
    AcceptIfEnough,
    AnnounceKing,
    CardPlayed,
    DealerDiscarded,
    Discard,
    ElderDiscarded,
    Event,
    KingFrom,
    KingMarked,
    Move,
    Play,
    Propose,
    Proposed,
    Refuse,
    Refused,
    Seat,
    State,
)

_CONSTRUCTION: Final = "ecarte house 1"


@dataclass(frozen=True, slots=True)
class HouseSeat:
    """Which player makes the decisions of a seat, from an event of the game on.

    Attributes:
        at: how many events of the game lie before, its start at least.
        player: its level and version, as in "maitre 1"; None: no player of the house answers for what follows.

    Raises ValueError: before the start of the game.
    """

    at: int
    seat: Seat
    player: str | None

    def __post_init__(self) -> None:
        if self.at < 1:
            raise ValueError("a player sits down in a game that has started")


def house_number(fair: Fair, deal: int, seat: Seat, decision: int) -> float:
    """The number from 0 to 1 (exclusive) that selects the move of a decision.

    Args:
        fair: what the pack of the deal follows from.
        deal: the deal's number in its game.
        decision: which of the seat's decisions in the deal, from 1.
    """
    digest = hmac.digest(fair.key(deal), f"{_CONSTRUCTION} {seat} {decision}".encode(), "sha256")
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def decision_of(before: State, event: Event) -> tuple[Seat, Move] | None:
    """The seat and the move of a decision, from its event and the state before it; None: the event is no decision.

    What must follow another event (`State.due`) is no decision: no player had a choice.
    """
    if before.deal is None or before.due is not None:
        return None
    match event:
        case CardPlayed(seat, card):
            return seat, Play(card)
        case KingMarked(seat, KingFrom.ANNOUNCED):
            return seat, AnnounceKing()
        case Proposed():
            return before.deal.elder, Propose()
        case ElderDiscarded(cards):
            return before.deal.elder, Discard(cards)
        case Accepted(conditional):
            return before.deal.dealer, AcceptIfEnough() if conditional else Accept()
        case Refused():
            return before.deal.dealer, Refuse()
        case DealerDiscarded(cards):
            return before.deal.dealer, Discard(cards)
        case _:
            return None


def discard_due(before: State, event: Event) -> Seat | None:
    """The dealer whose empty discard followed by itself; None: the event is something else.

    It is no decision. Early versions of the house's players counted it among theirs.
    """
    if before.deal is None or before.due is None or not isinstance(event, DealerDiscarded):
        return None
    return before.deal.dealer
