"""A player of one's own against the salon.   own_player.py [GAMES]"""

import random
import sys

import ecarte
from ecarte import Phase, Play, PlayerView, Refuse, Seat
from ecarte.ai import Level, chosen_move, player_of


def bold(view: PlayerView) -> dict:
    """Never exchanges, and plays its highest lawful card; trumps count as higher."""
    if Refuse() in view.legal_moves:
        return {Refuse(): 1.0}
    cards = [move for move in view.legal_moves if isinstance(move, Play)]
    if not cards:
        return {}
    return {max(cards, key=lambda move: (move.card.suit is view.public.trump, -move.card.rank.index)): 1.0}


def winner(players: dict, rng: random.Random) -> Seat:
    """Plays one game; returns the seat that wins it."""
    state = ecarte.replay(ecarte.begin(ecarte.Rules(), rng.choice(list(Seat))))
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:
            state = ecarte.apply_deal(state, ecarte.shuffled(rng))
            continue
        for seat in state.turn.other, state.turn:
            if weights := ecarte.legal_moves(state, seat) and players[seat](ecarte.player_view(state, seat)):
                state = ecarte.apply(state, seat, chosen_move(weights, rng.random()))
                break
    return state.outcome.winner


games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
rng = random.Random(7)
players = {Seat.NORTH: bold, Seat.SOUTH: player_of(Level.SALON)}
wins = sum(winner(players, rng) is Seat.NORTH for _ in range(games))
print(f"bold wins {wins} of {games} games against the salon")
