"""Plays a game by chance and prints its record."""

from random import Random

from ecarte import Match, Seat, shuffled

rng = Random(1880)
match = Match(dealer=Seat.SOUTH)

while not match.is_over:
    match.deal(shuffled(rng))
    while moves := match.legal_moves:
        match.move(rng.choice(moves))

print(match.record({"North": "Alice", "South": "Bruno"}))
