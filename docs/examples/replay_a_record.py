"""Reads a record and prints each deal as one player saw it.   replay_a_record.py [FILE]"""

import sys
from pathlib import Path

from ecarte import NotationError, Seat, evolve, player_view, read_record
from ecarte.game import CardsDealt, DealScored

file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("game.txt")
try:
    record = read_record(Path(file).read_text(encoding="utf-8"))
except NotationError as error:
    sys.exit(f"{file}: {error}")

print(record.tags["North"], "against", record.tags["South"])
state = None
for event in record.events:
    state = evolve(state, event)
    match event:
        case CardsDealt():
            view = player_view(state, Seat.NORTH)
            print(f"deal {state.deal.number}:", *view.places, "turned", view.public.turn_up)
        case DealScored(seat, points, reason):
            print(f"   {seat} scores {points} ({reason.value}): {state.score[0]}-{state.score[1]}")
print("won by", state.outcome.winner)
