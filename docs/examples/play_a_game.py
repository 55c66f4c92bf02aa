"""Plays a game by chance and prints its record."""

import random

from ecarte import PACK, Phase, Rules, Seat, begin, deal, decide, legal_moves, replay, write_record

rng = random.Random(1880)
log = list(begin(Rules(), dealer=Seat.SOUTH))
state = replay(log)

while state.phase is not Phase.OVER:
    if state.phase is Phase.DEAL:
        log += deal(state, rng.sample(PACK, 32))
    else:
        log += decide(state, state.turn, rng.choice(legal_moves(state)))
    state = replay(log)

print(write_record(log, {"North": "Alice", "South": "Bruno"}))
