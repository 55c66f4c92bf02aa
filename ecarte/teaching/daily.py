"""The deal of the day: one deal at love-all, the same for everybody in the world, played against the maître.

All of it follows from the date, a text such as ``2026-11-21`` (that of UTC; whoever has a clock says which):

1. `key` = SHA-256 of the text ``ecarte deal of the day 1 2026-11-21`` in UTF-8.
2. The pack is `shuffle(key_stream(key))` of `ecarte.fair.shuffling`, steps 3 and 4 there, and is not cut; dealt by
   three and two. Where the first byte of `key` is odd the learner deals, else his adversary does.
3. Whatever the adversary leaves to chance after n moves of either is settled by the number that the first six bytes of
   HMAC-SHA256(key: `key`, message: ``move n``), big-endian, make when divided by 2 to the 48th.

So all who make the same moves meet the same answers, on any machine and after any restart. It also means that nothing
here is secret from somebody who takes this module and looks ahead: he can know tomorrow's cards. That is why it is a
puzzle without stakes: no chip, no rating, no leaderboard of games and no other deal depends on it, and the packs of
tables come from elsewhere (`ecarte.fair.shuffling`: secrets that no date gives). Those who play it for themselves lose
nothing to those who look it up. What the adversary knows is the view of his own seat, as everywhere.

A deal under way is the log of its moves, each as `position.move_of` reads it; the engine folds it. The answers that
were given stay in the log: a better maître may answer otherwise tomorrow, but never changes a deal that has begun.
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
from ecarte.teaching.position import HIM, ME, play_on, text_of

__all__ = [
    "Decide",
    "Result",
    "answered",
    "begun",
    "chance",
    "dealer",
    "is_over",
    "maitre",
    "pack",
    "result",
    "seen",
    "shown_at_end",
]

_CONSTRUCTION: Final = "ecarte deal of the day 1"
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_BYTES: Final = 6

Decide: TypeAlias = Callable[[PlayerView, float], Move | None]
"""What the adversary does, by the view of his seat and a number from 0 to 1 (1 left out); None: nothing.

He is asked wherever he has a lawful move, and has to make one where it is his turn.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """How the learner's deal ended.

    `points`: what he marked, less what his adversary did, the king with it (from -3 to 3); `tricks`: whether each
    of the five was his, in their order.
    """

    points: int
    tricks: tuple[bool, ...]

    @property
    def made(self) -> int:
        """How many tricks he made."""
        return sum(self.tricks)


def pack(day: str) -> tuple[Card, ...]:
    """The pack of a day, top card first. Raises `ValueError` for what is no day."""
    return shuffle(key_stream(_key(day)))


def dealer(day: str) -> Seat:
    """Who deals on a day. Raises as `pack`."""
    return ME if _key(day)[0] % 2 else HIM


def chance(day: str, moves: int) -> float:
    """What settles the adversary's doubts on a day after so many moves: from 0 to 1 (1 left out). Raises as `pack`."""
    drawn = hmac.digest(_key(day), f"move {moves}".encode(), "sha256")[:_BYTES]
    return int.from_bytes(drawn, "big") / (1 << 8 * _BYTES)


def maitre(view: PlayerView, number: float) -> Move | None:
    """The adversary of every day, as he is; whoever plays him for others may want to guard him (`Decide`)."""
    weights = player_of(Level.MAITRE)(view)
    return chosen_move(weights, number) if weights else None


def begun(day: str, adversary: Decide = maitre) -> tuple[str, ...]:
    """The log when the learner first has to act: what his adversary does before. Raises as `pack`."""
    return _carried_on(day, (), _dealt(day), adversary)


def answered(day: str, log: Sequence[str], move: Move, adversary: Decide = maitre) -> tuple[str, ...]:
    """The log after a move of the learner's and what follows: his adversary's answers, and a last card by itself.

    Args:
        adversary: who plays against him.

    Raises:
        IllegalMove: he cannot make this move now.
        ValueError: it is no move of the deal, or the day is none.
    """
    state = apply(_stand(day, tuple(log)), ME, move)
    return _carried_on(day, (*log, text_of(move)), state, adversary)


def seen(day: str, log: Sequence[str]) -> PlayerView:
    """What the learner sees after these moves: no page can show more before the end. Raises `IllegalMove`."""
    return player_view(_stand(day, tuple(log)), ME)


def is_over(view: PlayerView) -> bool:
    """Whether the deal has been played out."""
    return view.public.scored is not None


def result(view: PlayerView) -> Result:
    """How it ended. Raises `ValueError` while it is on."""
    if not is_over(view):
        raise ValueError("the deal is on")
    mine, theirs = view.public.score[ME.index], view.public.score[HIM.index]
    return Result(mine - theirs, tuple(trick.winner is ME for trick in view.public.tricks))


def shown_at_end(day: str, log: Sequence[str]) -> tuple[Card, ...]:
    """The adversary's five cards as they were dealt, once there is nothing more to hide.

    Raises `ValueError` while the deal is on.
    """
    if _stand(day, tuple(log)).scored is None:
        raise ValueError("the deal is on")
    before = _dealt(day).deal
    assert before is not None
    return before.places[HIM.index]


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


def _carried_on(day: str, log: tuple[str, ...], state: State, adversary: Decide) -> tuple[str, ...]:
    """The log with all that follows until the learner has to act, or the deal is over."""
    while state.scored is None:
        seat, move = _next(day, log, state, adversary)
        if move is None:
            break
        state, log = apply(state, seat, move), (*log, text_of(move))
    return log


def _next(day: str, log: tuple[str, ...], state: State, adversary: Decide) -> tuple[Seat, Move | None]:
    """What happens without the learner; no move: he has to act.

    The adversary is asked where it is his turn, and where he may announce his king out of it.
    """
    if legal_moves(state, HIM):
        his = adversary(player_view(state, HIM), chance(day, len(log)))
        if his is not None:
            return HIM, his
    mine = legal_moves(state, ME)
    forced = state.turn is ME and len(mine) == 1 and isinstance(mine[0], Play) and len(state.cards(ME)) == 1
    return ME, mine[0] if forced else None
