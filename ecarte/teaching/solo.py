"""One deal that a reader plays from a given position, against the house unless the caller says otherwise. The deal of
the day, a duplicate match and a game played again use it.

A deal in progress is the log of its moves, those of the house included, each as `ecarte.notation.parse_move` reads it.
If the house has to decide by chance after n moves, the number is taken from HMAC-SHA256(key: the key of the deal,
message: ``move n``): the first six bytes, big-endian, divided by 2 to the 48th. So all who make the same moves get the
same replies, on any machine and after any restart. The house knows only the view of its own seat.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from ecarte.ai import Level, chosen_move, player_of
from ecarte.game import Move, Play, PlayerView, Seat, State, apply, legal_moves, player_view
from ecarte.notation import move_text
from ecarte.teaching.position import play_on

_BYTES: Final = 6

Decide: TypeAlias = Callable[[PlayerView, float], Move | None]
"""A function that plays for the house. Returns the move of the house, or None for no move.

The arguments are the view of the house's seat, and a number from 0 (inclusive) to 1 (exclusive) that decides between
moves. The function is called whenever the house has a lawful move. If it is the turn of the house, the function must
return a move. If a person sits opposite the reader, pass `last_card`, which returns None where that person has to
decide.
"""


@dataclass(frozen=True, slots=True)
class SoloDeal:
    """A deal that a reader plays. Contains both hands: give readers views only.

    Attributes:
        start: the state in which the reader takes the deal up. A deal is under way.
        seat: the reader's seat.
        key: the bytes from which the random numbers of the house follow.
    """

    start: State
    seat: Seat
    key: bytes


@dataclass(frozen=True, slots=True)
class Result:
    """What the reader reached in a deal that is over.

    Attributes:
        points: the reader's points in the deal minus the opponent's, the king included (from -3 to 3).
        tricks: for each trick played, in order, whether the reader won it.
    """

    points: int
    tricks: tuple[bool, ...]

    @property
    def made(self) -> int:
        """How many tricks the reader won."""
        return sum(self.tricks)


def maitre(view: PlayerView, number: float) -> Move | None:
    """Returns the maître's move, or None if it is not the maître's turn and the maître does not announce the king.

    The maître is the usual opponent. A service may wrap this function to limit its time.

    Args:
        view: the view of the house's seat.
        number: a number from 0 (inclusive) to 1 (exclusive) that chooses among its moves.
    """
    weights = player_of(Level.MAITRE)(view)
    return chosen_move(weights, number) if weights else None


def last_card(view: PlayerView, _number: float = 0.0) -> Move | None:
    """Returns the play of a player's only card, which needs no decision, if it is that player's turn. Else returns
    None.

    Args:
        view: the player's view.
    """
    is_forced = len(view.hand) == 1 and len(view.legal_moves) == 1
    return view.legal_moves[0] if is_forced and isinstance(view.legal_moves[0], Play) else None


def chance_after(key: bytes, moves: int) -> float:
    """Returns the number by which the house chooses among its moves, from 0 (inclusive) to 1 (exclusive).

    Args:
        key: the key of the deal.
        moves: the number of moves in the log so far.
    """
    digest = hmac.digest(key, f"move {moves}".encode(), "sha256")[:_BYTES]
    return int.from_bytes(digest, "big") / (1 << 8 * _BYTES)


def open_log(deal: SoloDeal, opponent: Decide = maitre) -> tuple[str, ...]:
    """Returns the moves that the house makes before the reader first has to act."""
    return _carried_on(deal, (), deal.start, opponent)


def answer(deal: SoloDeal, log: Sequence[str], move: Move, opponent: Decide = maitre) -> tuple[str, ...]:
    """Adds a move of the reader to the log, then the replies of the opponent, and the reader's last card if only one is
    left.

    Args:
        deal: the deal.
        log: the moves before this one.
        move: the reader's move.
        opponent: plays against the reader.

    Returns:
        The new log.

    Raises:
        IllegalMove: the reader may not make this move now.
        ValueError: `move` is no move of the game, but one of the table.
    """
    before = state_after(deal, tuple(log))
    state = apply(before, deal.seat, move)
    if move not in legal_moves(before, deal.seat):
        raise ValueError(f"a deal without a table has no {type(move).__name__}")
    return _carried_on(deal, (*log, move_text(move)), state, opponent)


@lru_cache(maxsize=128)
def play_out(deal: SoloDeal, decide: Decide = maitre) -> tuple[str, ...]:
    """Returns all moves of a deal in which `decide` plays both hands.

    Raises:
        ValueError: `decide` makes no move for a seat that has to act.
    """
    state, log = deal.start, tuple[str, ...]()
    while not is_deal_over(state):
        for seat in (deal.seat.other, deal.seat):
            move = (
                decide(player_view(state, seat), chance_after(deal.key, len(log))) if legal_moves(state, seat) else None
            )
            if move is not None:
                state, log = apply(state, seat, move), (*log, move_text(move))
                break
        else:
            raise ValueError("decide made no move for the seat that has to act")
    return log


def view_of(deal: SoloDeal, log: Sequence[str]) -> PlayerView:
    """Returns what the reader sees after the moves of a log. A page that draws it cannot show more.

    Raises:
        IllegalMove: a move of the log is unlawful.
    """
    return player_view(state_after(deal, tuple(log)), deal.seat)


def is_over(view: PlayerView) -> bool:
    """Returns whether the deal of a view is over: scored, or ended with the game."""
    return view.public.scored is not None or view.public.outcome is not None


def is_deal_over(state: State) -> bool:
    """Returns whether the deal of a state is over: scored, or ended with the game."""
    return state.scored is not None or state.outcome is not None


def result(view: PlayerView, before: tuple[int, int] = (0, 0)) -> Result:
    """Returns what the player of a view reached in a deal that is over.

    Args:
        view: the player's view after the deal.
        before: the points of North and South before the deal.

    Raises:
        ValueError: the deal is in progress.
    """
    if not is_over(view):
        raise ValueError("the deal is not over")
    gained = [after - points for after, points in zip(view.public.score, before, strict=True)]
    tricks = tuple(trick.winner is view.seat for trick in view.public.tricks)
    return Result(gained[view.seat.index] - gained[view.seat.other.index], tricks)


@lru_cache(maxsize=256)
def state_after(deal: SoloDeal, log: tuple[str, ...]) -> State:
    """Returns the state after the moves of a log. It contains both hands. Raises `IllegalMove` if a move is
    unlawful.
    """
    return play_on(deal.start, log)


def _carried_on(deal: SoloDeal, log: tuple[str, ...], state: State, opponent: Decide) -> tuple[str, ...]:
    """Adds moves to the log until the reader has to act or the deal is over. Returns the new log."""
    while not is_deal_over(state):
        seat, move = _next(deal, log, state, opponent)
        if move is None:
            break
        state, log = apply(state, seat, move), (*log, move_text(move))
    return log


def _next(deal: SoloDeal, log: tuple[str, ...], state: State, opponent: Decide) -> tuple[Seat, Move | None]:
    """Returns the next move that needs no decision of the reader, with its seat. The move is None if the reader has to
    decide.

    The opponent is asked when it is its turn, and also if it may announce the king out of turn.
    """
    if legal_moves(state, deal.seat.other):
        reply = opponent(player_view(state, deal.seat.other), chance_after(deal.key, len(log)))
        if reply is not None:
            return deal.seat.other, reply
    return deal.seat, last_card(player_view(state, deal.seat))
