"""The salon as a whole: what it offers reveals nothing, and what was done there is written and read as it was."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ecarte.fair import shuffled
from ecarte.fair.chance import choose
from ecarte.game import (
    Abandon,
    Accept,
    AnnounceKing,
    CallError,
    Discard,
    LetStand,
    Move,
    NameSuit,
    Phase,
    Play,
    Propose,
    Refuse,
    RequireSuitNamed,
    Resign,
    Rule,
    Seat,
    TakeBack,
    TakeKingBack,
    apply,
    apply_deal,
    begin,
    decide,
    evolve,
    is_legal,
    legal_moves,
    player_view,
    replay,
)
from ecarte.notation import CODEC, read, write
from research.random_games import random_game
from tests.ecarte.game.table import N, S, Table, play
from tests.ecarte.salon.salons import KING_AGAIN, REVOKE_AGAIN, REVOKE_SCORE, SALON, refused, salon


def test_a_player_may_resign_while_errors_can_be_called() -> None:
    table = refused(salon())
    table.does(S, Abandon())
    table.does(S, Resign())
    assert table.state.outcome is not None
    assert table.state.outcome.winner is N


@pytest.mark.parametrize(
    "move",
    [
        NameSuit(play("9H").card.suit),
        RequireSuitNamed(),
        TakeBack(),
        TakeKingBack(),
        REVOKE_SCORE,
        KING_AGAIN,
        LetStand(),
    ],
    ids=lambda move: type(move).__name__,
)
def test_a_guided_table_knows_no_remedies_for_no_error_can_be_made(move: Move) -> None:
    Table().deal().expect_refused(N, move, Rule.ONLY_IN_A_SALON)


def test_a_button_that_is_there_reveals_nothing() -> None:
    """Whether a reply was an error or not, both players are offered the same."""
    offers = []
    for reply in ("TD", "7H"):
        table = refused(salon()).trick("9H", reply)
        offers.append(
            [
                [move for move in player_view(table.state, seat).legal_moves if isinstance(move, (TakeBack, CallError))]
                for seat in Seat
            ]
        )
    assert offers[0] == offers[1]
    assert offers[0] == [[REVOKE_SCORE, REVOKE_AGAIN], [TakeBack()]]


def test_a_view_offers_what_is_lawful_and_hides_no_call() -> None:
    """Calls and cards taken up depend on what lies hidden: they may be tried. All else is offered where lawful."""
    known = (AnnounceKing, LetStand, NameSuit, Play, Propose, Accept, Refuse, RequireSuitNamed)
    met: Counter[type[Move]] = Counter()
    for seed in range(6):
        state = None
        for event in random_game(SALON, Random(seed)):
            state = evolve(state, event)
            for seat in Seat if state.salon is not None else ():
                offered, lawful = player_view(state, seat).legal_moves, legal_moves(state, seat)
                assert set(lawful) == {move for move in offered if is_legal(state, seat, move)}
                assert {move for move in offered if isinstance(move, known)} <= set(lawful)
                assert not offered or (state.due is None and state.phase is not Phase.OVER)
                met.update(map(type, lawful))
    assert {kind.__name__ for kind in (*known, CallError, Discard, TakeBack, TakeKingBack) if not met[kind]} == set()


@pytest.mark.slow
def test_random_salon_games_are_written_and_read_as_they_were() -> None:
    for seed in range(20):
        log = random_game(SALON, Random(seed))
        assert read(write(log)).events == log
        assert tuple(CODEC.read(CODEC.write(event)) for event in log) == log


@pytest.mark.slow
def test_applying_a_move_is_evolving_over_what_is_decided_in_a_salon_too() -> None:
    rng = Random(5)
    met: Counter[type[Move]] = Counter()
    for number in range(20):
        state = replay(begin(SALON, list(Seat)[number % 2]))
        while state.phase is not Phase.OVER:
            if state.phase is Phase.DEAL:
                state = apply_deal(state, shuffled(rng))
                continue
            seat = choose(list(Seat), rng)
            if not (moves := legal_moves(state, seat)):
                continue
            assert set(moves) <= set(player_view(state, seat).legal_moves)
            move = choose(moves, rng)
            met[type(move)] += 1
            events, applied = decide(state, seat, move), apply(state, seat, move)
            for event in events:
                state = evolve(state, event)
            assert state == applied
            assert hash(state) == hash(applied)
    assert set(met) >= {Play, AnnounceKing, NameSuit, RequireSuitNamed, TakeBack, TakeKingBack, CallError, LetStand}
