"""The deal of the day: one deal at love-all, the same for every learner in the world, played against the maître.

All of it follows from the date, a text such as ``2026-11-21`` (that of UTC, given by the caller):

1. `key` = SHA-256 of the text ``ecarte deal of the day 1 2026-11-21`` in UTF-8.
2. The pack is `shuffle(key_stream(key))` of `ecarte.fair.shuffling`, steps 3 and 4 there, and is not cut; dealt by
   three and two. Where the first byte of `key` is odd the learner deals, else the opponent does.
3. What the opponent leaves to chance after n moves of either is settled by the number that the first six bytes of
   HMAC-SHA256(key: `key`, message: ``move n``), big-endian, make when divided by 2 to the 48th.

So all who make the same moves meet the same answers, on any machine and after any restart. Anyone with this module can
look ahead, even at tomorrow's cards: the deal is a puzzle without stakes. No chip, rating, leaderboard of games or
other deal depends on it, and the packs of tables come from secrets that no date gives (`ecarte.fair.shuffling`). The
opponent knows the view of its own seat.

A deal under way is the log of its moves, each as `ecarte.notation.parse_move` reads it. Answers given stay in the log:
a better maître may answer otherwise tomorrow, but never changes a deal that has begun.
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
"""What the opponent does, by the view of that seat and a number from 0 to 1 (1 left out); None: nothing.

Asked wherever the opponent has a lawful move; must give one in turn.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """How the learner's deal ended.

    `points`: those of the learner less those of the opponent, the king with them (from -3 to 3); `tricks`: whether
    each of the five was the learner's, in their order.
    """

    points: int
    tricks: tuple[bool, ...]

    @property
    def made(self) -> int:
        """How many tricks the learner made."""
        return sum(self.tricks)


def pack(day: str) -> tuple[Card, ...]:
    """The pack of a day, top card first. Raises `ValueError` for what is no day."""
    return shuffle(key_stream(_key(day)))


def dealer(day: str) -> Seat:
    """Who deals on a day. Raises as `pack`."""
    return ME if _key(day)[0] % 2 else OPPONENT


def chance(day: str, moves: int) -> float:
    """The opponent's chance on a day after so many moves: from 0 to 1 (1 left out). Raises as `pack`."""
    drawn = hmac.digest(_key(day), f"move {moves}".encode(), "sha256")[:_BYTES]
    return int.from_bytes(drawn, "big") / (1 << 8 * _BYTES)


def maitre(view: PlayerView, number: float) -> Move | None:
    """The opponent of every day; a service may want to guard it (`Decide`)."""
    weights = player_of(Level.MAITRE)(view)
    return chosen_move(weights, number) if weights else None


def open_log(day: str, opponent: Decide = maitre) -> tuple[str, ...]:
    """The log when the learner first has to act, with what the opponent does before. Raises as `pack`."""
    return _carried_on(day, (), _dealt(day), opponent)


def answer(day: str, log: Sequence[str], move: Move, opponent: Decide = maitre) -> tuple[str, ...]:
    """The log after a move of the learner and what follows: the opponent's answers, and a last card by itself.

    Args:
        opponent: plays against the learner.

    Raises:
        IllegalMove: the learner cannot make this move now.
        ValueError: it is no move of the deal, or the day is none.
    """
    before = _stand(day, tuple(log))
    state = apply(before, ME, move)
    if move not in legal_moves(before, ME):
        raise ValueError(f"the deal of the day has no {type(move).__name__}")
    return _carried_on(day, (*log, move_text(move)), state, opponent)


def view_of(day: str, log: Sequence[str]) -> PlayerView:
    """What the learner sees after these moves: no page can show more before the end. Raises `IllegalMove`."""
    return player_view(_stand(day, tuple(log)), ME)


def is_over(view: PlayerView) -> bool:
    """Whether the deal has been played out."""
    return view.public.scored is not None


def result(view: PlayerView) -> Result:
    """How it ended. Raises `ValueError` while it is on."""
    if not is_over(view):
        raise ValueError("the deal is on")
    mine, theirs = view.public.score[ME.index], view.public.score[OPPONENT.index]
    return Result(mine - theirs, tuple(trick.winner is ME for trick in view.public.tricks))


@lru_cache(maxsize=64)
def par(day: str) -> Result:
    """How the deal of a day ends where the maître plays the learner's hand, too. Raises as `pack`."""
    state, log = _dealt(day), tuple[str, ...]()
    while state.scored is None:
        for seat in (OPPONENT, ME):
            move = maitre(player_view(state, seat), chance(day, len(log))) if legal_moves(state, seat) else None
            if move is not None:
                state, log = apply(state, seat, move), (*log, move_text(move))
                break
    return result(player_view(state, ME))


def shown_at_end(day: str, log: Sequence[str]) -> tuple[Card, ...]:
    """The opponent's five cards as they were dealt, once there is nothing more to hide.

    Raises `ValueError` while the deal is on.
    """
    if _stand(day, tuple(log)).scored is None:
        raise ValueError("the deal is on")
    return _dealt(day).last_deal.places[OPPONENT.index]


def _key(day: str) -> bytes:
    if not _DAY.fullmatch(day):
        raise ValueError("a day is written 2026-11-21")
    return hashlib.sha256(f"{_CONSTRUCTION} {day}".encode()).digest()


def _dealt(day: str) -> State:
    """The first position of a day."""
    state = replay(begin(Rules(), dealer=dealer(day)))
    return apply_deal(state, pack(day), Distribution.THREE_TWO)


@lru_cache(maxsize=256)
def _stand(day: str, log: tuple[str, ...]) -> State:
    return play_on(_dealt(day), log)


def _carried_on(day: str, log: tuple[str, ...], state: State, opponent: Decide) -> tuple[str, ...]:
    """The log with all that follows until the learner has to act, or the deal is over."""
    while state.scored is None:
        seat, move = _next(day, log, state, opponent)
        if move is None:
            break
        state, log = apply(state, seat, move), (*log, move_text(move))
    return log


def _next(day: str, log: tuple[str, ...], state: State, opponent: Decide) -> tuple[Seat, Move | None]:
    """What happens without the learner; no move: the learner has to act.

    The opponent is asked in turn, and where a king may be announced out of turn.
    """
    if legal_moves(state, OPPONENT):
        answer = opponent(player_view(state, OPPONENT), chance(day, len(log)))
        if answer is not None:
            return OPPONENT, answer
    mine = legal_moves(state, ME)
    forced = state.turn is ME and len(mine) == 1 and isinstance(mine[0], Play) and len(state.cards(ME)) == 1
    return ME, mine[0] if forced else None
