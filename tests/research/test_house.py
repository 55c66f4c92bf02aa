"""The players of the house in C: what they say and play in whole games is what the library's players say and play.

Skipped, with a report, without a C compiler.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from ecarte.ai import Level, Player, player_of
from ecarte.ai.players import MixedLevel
from ecarte.ai.players.player import chosen_move
from ecarte.fair import shuffled
from ecarte.game import (
    Accept,
    AnnounceKing,
    Card,
    Discard,
    Move,
    Phase,
    Play,
    Propose,
    Refuse,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    evolve,
    legal_moves,
    mask_of,
    player_view,
)
from research.matches.house_native import House, Said, Seated, library_table
from tests.ecarte.ai.compiling import house_in, needs_a_compiler

pytestmark = needs_a_compiler
_LEVELS = (
    Level.MAITRE,
    Level.SALON,
    MixedLevel(Level.MAITRE, Level.SALON),
    MixedLevel(Level.SALON, Level.MAITRE),
)
_NUMBERS = 64


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The players compiled once, seated in the order of `_LEVELS`."""
    house, table = house_in(tmp_path_factory.mktemp("house")), library_table()
    for at, (book_exchange, book_cards) in enumerate(((False, False), (True, True), (False, True), (True, False))):
        house.seat(at, Seated(table, book_exchange, book_cards))
    return house


def said(state: State, seat: Seat, move: Move) -> Said:
    """The entry of C's log for a move."""
    match move:
        case Play(card=card):
            return Said(6, card.index)
        case Discard(cards=cards):
            return Said(5, mask_of(cards))
        case AnnounceKing():
            return Said(4, int(seat is state.table.deal.dealer if state.table.deal else 0))
        case _:
            return Said((Propose, Accept, Refuse).index(type(move)) + 1, 0)


def moves_of_a_deal(
    state: State, players: dict[Seat, Player], numbers: Iterator[float]
) -> Iterator[tuple[State, Said]]:
    """The states after each move of the deal, with the entry of the log."""
    while state.outcome is None and state.phase is not Phase.DEAL:
        assert state.turn is not None
        for seat in (state.turn.other, state.turn):
            weights = players[seat](player_view(state, seat)) if legal_moves(state, seat) else {}
            if weights:
                move = chosen_move(weights, next(numbers) if len(weights) > 1 else 0.0)
                entry = said(state, seat, move)
                state = apply(state, seat, move)
                yield state, entry
                break


def expect_the_same_game(house: House, levels: Sequence[int], rng: Random) -> Counter[int]:
    """Plays a game in both ways, deal by deal; counts the entries compared."""
    seen: Counter[int] = Counter()
    state = evolve(None, begin(Rules(), Seat.SOUTH)[0])
    at = dict(zip(Seat, levels, strict=True))
    players = {seat: player_of(_LEVELS[level]) for seat, level in at.items()}
    while state.outcome is None:
        pack: tuple[Card, ...] = shuffled(rng)
        numbers = [rng.random() for _ in range(_NUMBERS)]
        dealer = state.turn
        assert dealer is not None
        needs = tuple(5 - state.score[seat.index] for seat in (dealer.other, dealer))
        logged = house.deal(at[dealer.other], at[dealer], pack, numbers, (needs[0], needs[1]))
        state = apply_deal(state, pack)
        log: list[Said] = []
        for after, entry in moves_of_a_deal(state, players, iter(numbers)):
            state = after
            log.append(entry)
        assert list(logged.log) == log, (levels, pack, needs)
        left = tuple(max(0, 5 - state.score[seat.index]) for seat in (dealer.other, dealer))
        assert tuple(max(0, more) for more in logged.needs) == left
        assert (logged.winner is None) == (state.outcome is None)
        seen.update(entry.what for entry in log)
    return seen


@pytest.mark.parametrize(("levels", "games"), [((0, 0), 30), ((0, 1), 20), ((1, 1), 20), ((2, 3), 10)])
def test_the_players_in_c_say_and_play_what_the_players_of_the_library_do(
    house: House, levels: tuple[int, int], games: int
) -> None:
    rng = Random(f"house {levels}")
    seen: Counter[int] = Counter()
    for _ in range(games):
        seen += expect_the_same_game(house, levels, rng)
    assert set(seen) == {1, 2, 3, 4, 5, 6}, "every kind of decision comes up"
    assert seen[6] > 30 * games
