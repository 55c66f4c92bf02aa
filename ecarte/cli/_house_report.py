"""Writes what `python -m ecarte verify` says about the moves of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from ecarte.ai import MoveVerdict, Recomputed, recompute
from ecarte.notation import Record, move_text

_WORDS: Final = {
    MoveVerdict.AGREES: "as its player makes them",
    MoveVerdict.DIFFERS: "NOT",
    MoveVerdict.OTHER_VERSION: "by another version, not recomputed",
    MoveVerdict.UNPROMISED: "by the house's word, not promised",
}


class HouseReport:
    """Recomputes the moves of the house in one record after another, writes lines about them, and counts verdicts."""

    def __init__(self) -> None:
        self._counts: Counter[MoveVerdict] = Counter()

    @property
    def differ(self) -> int:
        """How many recorded moves differ from those of the player of the house that the record names."""
        return self._counts[MoveVerdict.DIFFERS]

    def lines(self, record: Record) -> Iterator[str]:
        """Yields the lines about one record: for each deal and seat of the house a line that counts the verdicts,
        followed by a line for each move that differs from that of the house's player.
        """
        moves = recompute(record.events, record.fair, record.house)
        self._counts.update(move.verdict for move in moves)
        for (deal, seat, player), group in groupby(moves, lambda move: (move.deal, str(move.seat), move.player)):
            deal_moves = list(group)
            counts = Counter(move.verdict for move in deal_moves)
            sums = ", ".join(f"{counts[verdict]} {word}" for verdict, word in _WORDS.items() if counts[verdict])
            yield f"deal {deal}: house {seat} ({player or 'no player'}), moves: {sums}"
            yield from (_differs(move) for move in deal_moves if move.verdict is MoveVerdict.DIFFERS)

    def sums(self) -> Iterator[str]:
        """Yields the lines about all records together. Yields none if the records have no move of the house."""
        every, agree = self._counts.total(), self._counts[MoveVerdict.AGREES]
        left = every - agree - self.differ
        if left:
            yield f"not recomputed: {left} of {every} moves of the house"
        if self.differ:
            yield f"no: {self.differ} of {every} moves of the house are not those of its player"
        elif agree:
            yield f"yes: {agree} of {every} moves of the house follow from its view and the numbers promised"


def _differs(move: Recomputed) -> str:
    due = "no answer" if move.due is None else move_text(move.due)
    return (
        f"deal {move.deal}, decision {move.decision} of {move.seat}: NO, made was {move_text(move.move)}, due is {due}"
    )
