"""The deal of the day: one deal at love-all, the same for every learner in the world, played against the maître.

Everything follows from the date, a text such as ``2026-11-21`` (the date in UTC, which the caller supplies):

1. `key` = SHA-256 of the text ``ecarte deal of the day 1 2026-11-21`` in UTF-8.
2. The pack is `shuffle(key_stream(key))` of `ecarte.fair.shuffling`, steps 3 and 4 there, without a cut. It is dealt by
   three and two. If the first byte of `key` is odd, the learner deals, else the opponent.
3. If the opponent has to decide by chance after n moves of both players, the number is taken from
   HMAC-SHA256(key: `key`, message: ``move n``): the first six bytes, big-endian, divided by 2 to the 48th.

So all who make the same moves get the same replies, on any machine and after any restart. A person with this module can
look ahead, even at tomorrow's cards: the deal is a puzzle without stakes. No chip, rating, leaderboard of games or
other deal depends on it. The packs of tables come from secrets that do not follow from a date
(`ecarte.fair.shuffling`). The opponent knows only the view of its own seat.

A deal in progress is the log of its moves, each as `ecarte.notation.parse_move` reads it. The log includes the
opponent's moves: a better maître may reply differently tomorrow, but does not change a deal that was begun before.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from ecarte.ai import Level, chosen_move, player_of
from ecarte.fair import key_stream, shuffle
from ecarte.game import (
    Card,
    Distribution,
    Move,
    Play,
    PlayerView,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    legal_moves,
    player_view,
    replay,
)
from ecarte.notation import move_text
from ecarte.teaching.position import ME, OPPONENT, play_on

_CONSTRUCTION: Final = "ecarte deal of the day 1"
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_BYTES: Final = 6

Decide: TypeAlias = Callable[[PlayerView, float], Move | None]
"""Returns the opponent's move, from the view of its seat and a number from 0 (inclusive) to 1 (exclusive), or None.

It is called whenever the opponent has a lawful move. In turn, it must return one.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """How the learner's deal ended.

    Attributes:
        points: the learner's points minus the opponent's, the king included (from -3 to 3).
        tricks: for each of the five tricks, in order, whether the learner won it.
    """

    points: int
    tricks: tuple[bool, ...]

    @property
    def made(self) -> int:
        """The number of tricks that the learner won."""
        return sum(self.tricks)


def pack(day: str) -> tuple[Card, ...]:
    """Returns the pack of a day, top card first. Raises `ValueError` if `day` is not a date."""
    return shuffle(key_stream(_key(day)))


def dealer(day: str) -> Seat:
    """Returns the dealer of a day. Raises `ValueError` as `pack`."""
    return ME if _key(day)[0] % 2 else OPPONENT


def chance(day: str, moves: int) -> float:
    """Returns the opponent's random number on a day after `moves` moves, from 0 (inclusive) to 1 (exclusive).

    Raises `ValueError` as `pack`.
    """
    digest = hmac.digest(_key(day), f"move {moves}".encode(), "sha256")[:_BYTES]
    return int.from_bytes(digest, "big") / (1 << 8 * _BYTES)


def maitre(view: PlayerView, number: float) -> Move | None:
    """Returns the maître's move. It is the usual opponent; a service may wrap it to limit its time (`Decide`)."""
    weights = player_of(Level.MAITRE)(view)
    return chosen_move(weights, number) if weights else None


def open_log(day: str, opponent: Decide = maitre) -> tuple[str, ...]:
    """Returns the log at the moment when the learner first has to act. Raises `ValueError` as `pack`."""
    return _carried_on(day, (), _dealt(day), opponent)


def answer(day: str, log: Sequence[str], move: Move, opponent: Decide = maitre) -> tuple[str, ...]:
    """Returns the log after a move of the learner, the opponent's replies, and the learner's last card if only one is
    left.

    Args:
        log: the log before the move.
        opponent: plays against the learner.

    Raises:
        IllegalMove: the learner may not make this move now.
        ValueError: `move` has no place in the deal of the day, or `day` is not a date.
    """
    before = _stand(day, tuple(log))
    state = apply(before, ME, move)
    if move not in legal_moves(before, ME):
        raise ValueError(f"the deal of the day has no {type(move).__name__}")
    return _carried_on(day, (*log, move_text(move)), state, opponent)


def view_of(day: str, log: Sequence[str]) -> PlayerView:
    """Returns the learner's view after these moves, so no page can show more before the end. Raises `IllegalMove`."""
    return player_view(_stand(day, tuple(log)), ME)


def is_over(view: PlayerView) -> bool:
    """Returns whether the deal has been played out."""
    return view.public.scored is not None


def result(view: PlayerView) -> Result:
    """Returns how the deal ended. Raises `ValueError` while it is in progress."""
    if not is_over(view):
        raise ValueError("the deal is not over")
    mine, theirs = view.public.score[ME.index], view.public.score[OPPONENT.index]
    return Result(mine - theirs, tuple(trick.winner is ME for trick in view.public.tricks))


@lru_cache(maxsize=64)
def par(day: str) -> Result:
    """Returns how the deal of a day ends if the maître plays both hands. Raises `ValueError` as `pack`."""
    state, log = _dealt(day), tuple[str, ...]()
    while state.scored is None:
        for seat in (OPPONENT, ME):
            move = maitre(player_view(state, seat), chance(day, len(log))) if legal_moves(state, seat) else None
            if move is not None:
                state, log = apply(state, seat, move), (*log, move_text(move))
                break
    return result(player_view(state, ME))


def shown_at_end(day: str, log: Sequence[str]) -> tuple[Card, ...]:
    """Returns the opponent's five cards as they were dealt. Raises `ValueError` while the deal is in progress."""
    if _stand(day, tuple(log)).scored is None:
        raise ValueError("the deal is not over")
    return _dealt(day).last_deal.places[OPPONENT.index]


def _key(day: str) -> bytes:
    if not _DAY.fullmatch(day):
        raise ValueError("a day is written as 2026-11-21")
    return hashlib.sha256(f"{_CONSTRUCTION} {day}".encode()).digest()


def _dealt(day: str) -> State:
    """Returns the first position of a day."""
    state = replay(begin(Rules(), dealer=dealer(day)))
    return apply_deal(state, pack(day), Distribution.THREE_TWO)


@lru_cache(maxsize=256)
def _stand(day: str, log: tuple[str, ...]) -> State:
    return play_on(_dealt(day), log)


def _carried_on(day: str, log: tuple[str, ...], state: State, opponent: Decide) -> tuple[str, ...]:
    """Returns the log, continued until the learner has to act or the deal is over."""
    while state.scored is None:
        seat, move = _next(day, log, state, opponent)
        if move is None:
            break
        state, log = apply(state, seat, move), (*log, move_text(move))
    return log


def _next(day: str, log: tuple[str, ...], state: State, opponent: Decide) -> tuple[Seat, Move | None]:
    """Returns the next move that needs no decision of the learner, or None for the move if the learner has to decide.

    The opponent is asked in turn, and also if it may announce the king out of turn.
    """
    if legal_moves(state, OPPONENT):
        answer = opponent(player_view(state, OPPONENT), chance(day, len(log)))
        if answer is not None:
            return OPPONENT, answer
    mine = legal_moves(state, ME)
    forced = state.turn is ME and len(mine) == 1 and isinstance(mine[0], Play) and len(state.cards(ME)) == 1
    return ME, mine[0] if forced else None
