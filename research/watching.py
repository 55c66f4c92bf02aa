"""`python -m research watched`: how often the chances shown to bystanders come true, and the table behind them.

Players of the house play whole games. With `--write`, each position counts how the deal ended after it; the counts
become the table of `ecarte.ai.watching`. Without it, the chance shown at each position is compared with who won the
game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from ecarte.ai import watching as model
from ecarte.ai.players import Level, MixedLevel, player_of
from ecarte.fair import shuffled
from ecarte.game import KingFrom, Phase, PublicView, Rules, Seat, apply_deal, begin, evolve, public_view
from research.matches.duel import Table, next_state

FILE: Final = Path(model.__file__).with_name("watching.json")
_FEWEST: Final = 200
"""A position that occurs less often than this is left out. Its chance is then that of a less exact position."""
_TENTHS: Final = 10


class Tenth(NamedTuple):
    """All chances between two tenths, such as 0.3 to 0.4.

    Attributes:
        number: how many chances there were.
        told: their mean.
        won: how often North won at these chances, from 0 to 1.
    """

    number: int
    told: float
    won: float


class Calibration(NamedTuple):
    """How well the chances shown to bystanders agree with who won.

    Attributes:
        tenths: the chances, by tenths.
        distance: the mean distance between the chances of a tenth and how often North won.
        brier: the Brier score of the chances.
    """

    tenths: tuple[Tenth, ...]
    distance: float
    brier: float


def players(first: Level | MixedLevel, second: Level | MixedLevel) -> Table:
    """Returns the players of two levels as a table for games."""
    return player_of(first), player_of(second)


def games(table: Table, number: int, seed: int) -> Iterator[tuple[list[list[PublicView]], Seat]]:
    """Plays games. Yields each with its winner.

    A game is a list of its deals. A deal is a list of what everyone at the table saw at its decisions and at its end.
    """
    for place in range(number):
        rng = Random(f"{seed} {place}")
        state = evolve(None, begin(Rules(), Seat.SOUTH)[0])
        deals: list[list[PublicView]] = []
        while state.outcome is None:
            if state.phase is Phase.DEAL:
                state = apply_deal(state, shuffled(rng))
                deals.append([])
            else:
                state = next_state(state, table, rng)
            deals[-1].append(public_view(state))
        assert state.outcome.winner is not None
        yield deals, state.outcome.winner


def count_endings(finished: Iterator[tuple[list[list[PublicView]], Seat]]) -> dict[str, list[int]]:
    """Counts how often each ending of a deal followed each position. Returns the counts by the name of the position;
    rare positions are left out.
    """
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * len(model.ENDINGS))
    for deals, _ in finished:
        for views in deals:
            for view in views:
                ending = _ending(view, views[-1])
                for key in model.positions(view) if ending is not None else ():
                    counts[key][model.ENDINGS.index(ending)] += 1
    return {key: row for key, row in counts.items() if sum(row) >= _FEWEST}


def calibration(finished: Iterator[tuple[list[list[PublicView]], Seat]]) -> Calibration:
    """Compares the chances that bystanders would see in some games with who won."""
    tenths = [[0, 0.0, 0] for _ in range(_TENTHS)]
    brier = 0.0
    for deals, winner in finished:
        for view in (view for views in deals for view in views):
            chances = model.public_chances(view)
            if chances is not None:
                won = winner is Seat.NORTH
                tenth = tenths[min(int(chances[0] * _TENTHS), _TENTHS - 1)]
                tenth[0], tenth[1], tenth[2] = tenth[0] + 1, tenth[1] + chances[0], tenth[2] + won
                brier += (chances[0] - won) ** 2
    total = sum(int(tenth[0]) for tenth in tenths)
    groups = tuple(Tenth(int(n), chance / n, won / n) for n, chance, won in tenths if n)
    distance = sum(group.number * abs(group.told - group.won) for group in groups) / total
    return Calibration(groups, distance, brier / total)


def lines(table: Table, number: int, seed: int, *, write: bool) -> Iterator[str]:
    """Plays games, and either writes the table of endings or compares its chances with who won. Yields the lines of the
    report.

    Args:
        table: the players of North and South.
        number: the number of games.
        seed: the seed of the games.
        write: whether to write the table.
    """
    if write:
        counts = count_endings(games(table, number, seed))
        FILE.write_text(model.table_text(counts), encoding="ascii")
        yield f"{len(counts)} positions of {number} games"
        return
    result = calibration(games(table, number, seed))
    yield "   told    won  positions"
    for tenth in result.tenths:
        yield f"{tenth.told:7.3f}{tenth.won:7.3f}{tenth.number:11d}"
    yield f"mean distance {result.distance:.4f}, Brier score {result.brier:.4f}"


def _ending(view: PublicView, last: PublicView) -> model.DealEnding | None:
    """Returns how the deal of a view ended. None if a king had already ended the game in that view."""
    elder = view.elder
    if elder is None or view.scored is not None or view.outcome is not None:
        return None
    king = None
    if view.king is None and last.king is not None and last.king.how is KingFrom.ANNOUNCED:
        king = Seat.NORTH if last.king.seat is elder else Seat.SOUTH
    if last.scored is None:
        # The king ended the game, so the points do not matter.
        return None if king is None else model.DealEnding(king, king, 1)
    return model.DealEnding(king, Seat.NORTH if last.scored.seat is elder else Seat.SOUTH, min(last.scored.points, 2))
