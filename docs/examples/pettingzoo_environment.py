"""Écarté as an environment of PettingZoo: a game to five, one decision a step.   pettingzoo_environment.py

Actions: 0-31 play that card of `PACK`; 32-35 propose, accept, refuse, mark the king; 36-67 discard the places of the
hand whose bits are set in (action - 36). A reward comes at the end: 1 to the winner, -1 to the loser.
"""

from functools import cached_property
from random import Random
from typing import ClassVar

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from ecarte import PACK, Accept, AnnounceKing, Discard, Match, Phase, Play, Propose, Refuse, Seat, shuffled

WORDS = (Propose(), Accept(), Refuse(), AnnounceKing())
PHASES = (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY)
SEATS = {"player_0": Seat.NORTH, "player_1": Seat.SOUTH}


class Ecarte(AECEnv):
    """A game between North, `player_0`, and South; each sees its own view alone."""

    metadata: ClassVar = {"name": "ecarte_v0", "is_parallelizable": False, "render_modes": ["ansi"]}
    render_mode = "ansi"
    possible_agents: ClassVar = list(SEATS)

    @cached_property
    def _spaces(self):
        mask = Box(0, 1, (68,), numpy.int8)
        return Dict({"observation": Box(0, 32, (len(PACK) * 5 + 12,), numpy.int8), "action_mask": mask}), Discrete(68)

    def observation_space(self, agent):
        return self._spaces[0]

    def action_space(self, agent):
        return self._spaces[1]

    def reset(self, seed=None, options=None):
        self._random = Random(seed)
        self._match = Match(dealer=self._random.choice(list(Seat)))
        self.agents = list(SEATS)
        self.rewards = self._cumulative_rewards = dict.fromkeys(SEATS, 0)
        self.terminations, self.truncations = dict.fromkeys(SEATS, False), dict.fromkeys(SEATS, False)
        self.infos = {agent: {} for agent in SEATS}
        self._go_on()

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards = dict.fromkeys(SEATS, 0)
        self._match.move(self._moves(self.agent_selection)[int(action)])
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self):
        if self._match.state.phase is Phase.DEAL:
            self._match.deal(shuffled(self._random))
        if self._match.is_over:
            winner = self._match.state.outcome.winner
            self.rewards = {agent: 1 if seat is winner else -1 for agent, seat in SEATS.items()}
            self.terminations = dict.fromkeys(SEATS, True)
        self.agent_selection = "player_1" if self._match.state.turn is Seat.SOUTH else "player_0"

    def _moves(self, agent):
        view, moves = self._match.view(SEATS[agent]), {}
        for move in view.legal_moves if view.public.turn is view.seat else ():
            if isinstance(move, Play):
                moves[PACK.index(move.card)] = move
            elif isinstance(move, Discard):
                moves[36 + sum(1 << place for place, card in enumerate(view.places) if card in move.cards)] = move
            elif move in WORDS:
                moves[32 + WORDS.index(move)] = move
        return moves

    def observe(self, agent):
        view = self._match.view(SEATS[agent])
        table, me, you = view.public, view.seat, view.seat.other
        played = [(trick.leader, trick.lead) for trick in table.tricks]
        played += [(trick.leader.other, trick.reply) for trick in table.tricks if trick.reply]
        sets = [
            view.hand,
            [table.turn_up],
            view.discarded,
            *([c for s, c in played if s is seat] for seat in (me, you)),
        ]
        cards = [int(card in of) for of in sets for card in PACK]
        seen = [*(table.score[s.index] for s in (me, you)), *(table.taken[s.index] for s in (me, you)), table.talon]
        seen += [table.dealer is me, table.asked or 0, *(table.phase is phase for phase in PHASES)]
        mask = numpy.zeros(68, numpy.int8)
        mask[list(self._moves(agent))] = 1
        return {"observation": numpy.array(cards + seen, numpy.int8), "action_mask": mask}

    def render(self):
        return str(self._match)

    def close(self):
        pass


if __name__ == "__main__":
    api_test(Ecarte(), num_cycles=2000)
    seed_test(Ecarte)
