"""The numbers by which the house chooses its moves: fixed by the promise of the deal, and shown after it.

A player of the house is a pure function of the view of its seat: it returns the chance of each lawful move. If several
moves have a chance, a number from 0 to 1 decides between them. The number is computed, not drawn at random. In any
language:

1. `key` is the key of the deal, from which the pack follows. It depends on the secret and on the contributions of both
   players.
2. k counts the seat's decisions in the deal, this one included, from 1. The decisions are: to propose, to accept, to
   refuse, to discard, to announce the king, to play a card. An empty discard is no decision if the elder has left the
   dealer no card in the talon. The versions starter 1, novice 1, amateur 1, salon 1 and maitre 1 to 3 counted that
   discard, too.
3. `digest` = HMAC-SHA256(key: `key`, message: the text "ecarte house 1 N k", with S for South, and k in decimal).
4. The number is the first eight bytes of `digest`, big-endian, without the last eleven bits, divided by 2^53.
5. The chances of the moves are subtracted from the number one after the other, in the order in which the player returns
   them. The house makes the move at which the number falls below 0; if it never does, the last move.

What this proves. The key was fixed before the first card, so the house had exactly one number for each decision. The
house can bias the numbers only as far as it can bias the pack. The same player makes the same move from the same view
and the same number. If a recomputed move agrees, it did not depend on cards that the seat did not see, nor on anything
that the player learnt elsewhere.

What this does not prove. A deal that was not promised has no such numbers; there, players rely on the house's word. The
record names the player; a move of another version than the installed one is not recomputed. The numbers do not cover
when the house sits down, agrees to stop or claims the time. Until the deal is over the bot knows the numbers, as it
knows the cards. The player of the house gets the view of its seat and one number, but neither the secret nor the key.
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
    """Says which player of the house decides for a seat, from a certain event of a game on.

    Attributes:
        at: the number of events of the log before that moment, at least 1 (the start of the game).
        seat: the seat for which the player decides.
        player: level and version, as in "maitre 1". If None, no player of the house decides any more.

    Raises:
        ValueError: `at` is below 1.
    """

    at: int
    seat: Seat
    player: str | None

    def __post_init__(self) -> None:
        if self.at < 1:
            raise ValueError(f"a player of the house sits down after the first event, not after {self.at}")


def house_number(fair: Fair, deal: int, seat: Seat, decision: int) -> float:
    """Returns the number, from 0 (inclusive) to 1 (exclusive), by which the house chooses among its moves at a
    decision.

    Args:
        fair: the inputs from which the pack of the deal follows.
        deal: the number of the deal in its game, from 1.
        seat: the seat for which the house decides.
        decision: the number of the decision among the seat's decisions in the deal, from 1.
    """
    digest = hmac.digest(fair.key(deal), f"{_CONSTRUCTION} {seat} {decision}".encode(), "sha256")
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def decision_of(before: State, event: Event) -> tuple[Seat, Move] | None:
    """Returns the decision behind an event: the seat, and its move. None if no decision is behind it.

    The decisions are those for which the house uses a number: to propose, accept, refuse, discard, announce the king or
    play a card. An event that had to follow the one before it (`State.due`) is no decision.

    Args:
        before: the state before the event.
        event: the event.
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
    """Returns the dealer if an event is the dealer's automatic empty discard. Returns None for any other event.

    The dealer's discard is automatic and empty if the elder has left no card in the talon.

    That discard is no decision, but early versions of the house's players counted it as one.
    """
    if before.deal is None or before.due is None or not isinstance(event, DealerDiscarded):
        return None
    return before.deal.dealer
