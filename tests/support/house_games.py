"""Games that a player of the house plays, South, with promised deals, and the hash that pins its version.

`python -m tests.support.house_games` prints the digest of each player, and writes a golden record of each version that
has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeAlias

from ecarte import notation
from ecarte.ai import Level, Player, chosen_move, name_of, player_of
from ecarte.fair import (
    CUTS,
    SECRET_BYTES,
    FairDeal,
    HouseSeat,
    commitment,
    decision_of,
    fair_pack,
    house_number,
)
from ecarte.fair import choose as pick
from ecarte.game import (
    Discard,
    Event,
    Move,
    Phase,
    Propose,
    Rules,
    Seat,
    State,
    begin,
    deal,
    decide,
    evolve,
    legal_moves,
    player_view,
)
from ecarte.teaching import steps
from research.random_games import random_game

HOUSE = Seat.SOUTH
GOLDEN = Path(__file__).parents[1] / "ecarte" / "notation" / "records" / "house"
"""Records of each version of each player. They are never edited: a new version adds its own."""
DUE_DISCARDS = GOLDEN.parent / "house-due-discards"
"""Records of versions that gave a number to a discard that follows by itself, each with such a discard."""
_GAMES = 24
Choose: TypeAlias = Callable[[State, float], Move]
"""The move of the house, from the state, which an honest house does not get, and the number of the decision."""
Member: TypeAlias = Callable[[State, Random], Move]
"""The move of the opponent of the house."""


@dataclass(frozen=True)
class HouseGame:
    """A game between a member and the house."""

    events: tuple[Event, ...]
    fair: dict[int, FairDeal]
    house: tuple[HouseSeat, ...]

    @property
    def record(self) -> str:
        """The text of the game."""
        return notation.write(self.events, {"North": "Alice", "South": "House"}, fair=self.fair, house=self.house)


def by_view(level: Level) -> Choose:
    """Returns an honest house of this level."""
    return lambda state, number: chosen_move(player_of(level)(player_view(state, HOUSE)), number)


def plays_by_the_book_half_of_the_time(state: State, rng: Random) -> Move:
    """Returns any lawful move, or one of the salon player's."""
    assert state.turn is not None
    moves = legal_moves(state) if rng.random() < 0.5 else [*player_of(Level.SALON)(player_view(state, state.turn))]
    return pick(moves, rng)


def proposes_and_exchanges_five(state: State, rng: Random) -> Move:
    """Proposes where that is lawful, discards as many cards as possible, and else makes any lawful move."""
    moves = legal_moves(state)
    most = max((len(move.cards) for move in moves if isinstance(move, Discard)), default=0)
    wanted = [
        move for move in moves if move == Propose() or (isinstance(move, Discard) and most and len(move.cards) == most)
    ]
    return pick(wanted or moves, rng)


def house_game(
    level: Level,
    seed: int = 1,
    rules: Rules | None = None,
    choose: Choose | None = None,
    member: Member = plays_by_the_book_half_of_the_time,
) -> HouseGame:
    """A whole game between a member, North, and the house.

    Args:
        choose: how the house moves in truth, whatever level the record names; None: as it should.
    """
    rng, choose = Random(seed), choose or by_view(level)
    log: list[Event] = list(begin(rules or Rules(), Seat.SOUTH))
    fair: dict[int, FairDeal] = {}
    state, number, made = evolve(None, log[0]), 0, 0
    while state.phase is not Phase.OVER:
        happened: tuple[Event, ...]
        if state.phase is Phase.DEAL:
            number, made = number + 1, 0
            secret, seeds = rng.randbytes(SECRET_BYTES), (f"sparrow {number}", "")
            fair[number] = FairDeal(commitment(secret), secret, seeds, pick(CUTS, rng))
            happened = deal(state, fair_pack(secret, seeds, number, fair[number].cut))
        elif state.turn is HOUSE:
            happened = decide(state, HOUSE, choose(state, house_number(fair[number], number, HOUSE, made + 1)))
        else:
            assert state.turn is not None
            happened = decide(state, state.turn, member(state, rng))
        for event in happened:
            decision = decision_of(state, event)
            made += decision is not None and decision[0] is HOUSE
            state = evolve(state, event)
            log.append(event)
    return HouseGame(tuple(log), fair, (HouseSeat(1, HOUSE, name_of(level)),))


def digest_of(player: Player) -> str:
    """Returns the beginning of the SHA-256 of a player's answers; for the maître, of its answers and of all tables."""
    digest = sha256("\n".join(_answers(player)).encode())
    if player is player_of(Level.MAITRE):
        for table in sorted(files("ecarte.ai").iterdir(), key=lambda file: file.name):
            if table.name.endswith(".bin"):
                digest.update(table.read_bytes())
    return digest.hexdigest()[:16]


def _answers(player: Player) -> Iterator[str]:
    """Yields what the player answers in every position of some games: the moves in their order, and the chances.

    Only games by Cavendish's rules count: what other dialects allow may change, and is no answer of the player.
    """
    for seed in range(_GAMES):
        for before, _ in steps(random_game(Rules(), Random(seed), Seat.NORTH)):
            for seat in Seat if before.due is None else ():
                # The last digits of a sum are not the same in every Python.
                weights = player(player_view(before, seat)).items()
                yield " ".join(f"{move!r} {chance:.9f}" for move, chance in weights)


def _golden_game(level: Level) -> HouseGame:
    """A game of some length in which exchanges are accepted and refused, and the house announces a king."""
    wanted = ("accepts", "refuses", "S king\n")
    games = (house_game(level, seed) for seed in count())
    return next(game for game in games if all(word in game.record for word in wanted) and len(game.fair) > 3)


if __name__ == "__main__":
    for each in Level:
        name = name_of(each)
        print(f"Level.{each.name}: {name.split()[1]}: {digest_of(player_of(each))}")
        golden = GOLDEN / f"{name.replace(' ', '-')}.txt"
        if not golden.exists():
            golden.write_text(_golden_game(each).record, encoding="utf-8")
