"""Finds the plans of both players for one game of the policy by damped fictitious play, and measures the plans.

A game of the policy is a score, together with whether the king of trumps may be in a hand or is turned up
(`PolicyGame`). A deal leads from its score to another one. What a result of the deal is worth is the elder's chance to
win from there (`payoffs`). So the games to which a game may lead are solved before it. C code does the sampling
(`policy_native`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ecarte.ai.exchange.policy import Measured
from ecarte.ai.exchange.policy_file import LEVELS
from research.exchange.policy_native import Pays, Plan, Plans, PolicyGame, PolicySolver

_MOST: Final = 5
_CLEARLY: Final = 0.006  # of the stake of a deal
_SURELY: Final = 0.012


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to compute when the policy is built.

    Attributes:
        seed: the seed of all random numbers.
        plays: in how many deals each hand is played, to measure the error of open hands.
        looks: at how many hands of the opponent a player looks for each card.
        samples: how many hands of the opponent are drawn for a decision.
        first_steps, steps: how many steps of fictitious play are made at first, and in each repetition.
        deals: how many deals measure what the plans of a game are worth.
        most_steps: after how many steps the repetitions stop.
        enough: the repetitions stop when the best answers gain less than this, in ten-thousandths of a game.
        answer_samples, answer_deals: how many hands are drawn for a best answer, and how many deals measure its gain.
        last_samples, last_deals: the same for plans whose discards were compared with the book's (`finish_plans`).
        settled_samples, settled_deals: the same for the final plans, with fewer second exchanges.
        played: how many deals the house plays to correct the chances of tricks.
        missed: how many deals the house plays at each score to measure what the model misses.
    """

    seed: int = 1
    plays: int = 1000
    looks: int = 16
    samples: int = 2048
    first_steps: int = 8
    steps: int = 4
    deals: int = 1_000_000
    most_steps: int = 20
    enough: int = 15
    answer_samples: int = 3072
    answer_deals: int = 300_000
    last_samples: int = 4096
    last_deals: int = 200_000
    settled_samples: int = 1024
    settled_deals: int = 50_000
    played: int = 800_000
    missed: int = 60_000


Results = dict[PolicyGame, Measured]
Chances = Mapping[tuple[int, int], float]
"""The elder's chance to win the game, by the points that elder and dealer of the next deal need."""


def games() -> list[PolicyGame]:
    """Returns all 45 games of the policy, each after those to which it may lead."""
    return [
        PolicyGame(elder, total - elder, king)
        for total in range(2, 2 * _MOST + 1)
        for king in (False, True)
        for elder in range(1, _MOST + 1)
        if 1 <= total - elder <= (_MOST if king else _MOST - 1)
    ]


def win_chances(values: Mapping[PolicyGame, float]) -> dict[tuple[int, int], float]:
    """Returns the elder's chance to win before the deal, for every score whose games are solved.

    One turn-up in eight is a king. The dealer marks it, and wins by it if one point is needed.
    """
    chances = {}
    for game, value in values.items():
        if game.king:
            turned = PolicyGame(game.elder, game.dealer - 1, False)
            if game.dealer == 1 or turned in values:
                after = 0.0 if game.dealer == 1 else values[turned]
                chances[game.elder, game.dealer] = value * 7 / 8 + after / 8
    return chances


def payoffs(elder: int, dealer: int, chances: Chances) -> Pays:
    """Returns what each result of a deal is worth: the elder's chance to win the game, by tricks and kings. The elder
    of this deal deals next.

    Args:
        elder, dealer: the points that each player needs.
        chances: the elder's chance before the next deal.
    """

    def after(own: int, others: int) -> float:
        return 1.0 if own <= 0 else 0.0 if others <= 0 else 1.0 - chances[others, own]

    def worth(own: int, others: int, tricks: int, elder_pays: bool, dealer_pays: bool) -> float:
        if own <= 0 or others <= 0:
            return after(own, others)
        if tricks >= 3:
            return after(own - (2 if tricks == 5 or dealer_pays else 1), others)
        return after(own, others - (2 if tricks == 0 or elder_pays else 1))

    pays = Pays()
    for way, elder_pays, dealer_pays in (
        (pays.stood, True, False),
        (pays.refused, False, True),
        (pays.later, False, False),
    ):
        for king in range(2):
            for dealer_king in range(2):
                for tricks in range(6):
                    needs = elder - king, dealer - dealer_king
                    value = 0.5 if king and dealer_king else worth(*needs, tricks, elder_pays, dealer_pays)
                    way[12 * king + 6 * dealer_king + tricks] = value
    return pays


def round_plan(plan: Plan) -> Plan:
    """Returns a plan whose chances are rounded to those that the file can store."""
    copy = plan.copy()
    most = LEVELS - 1
    for row in copy.say:
        row[:] = [round(chance * most) / most for chance in row]
    return copy


def solve(
    solver: PolicySolver, game: PolicyGame, chances: Chances, begin: Plans, effort: Effort, *, first: bool
) -> tuple[Plans, Measured]:
    """Finds plans of both sides for a game of the policy, each a good answer to the other.

    Returns the plans, and the measurements of these plans.

    Args:
        solver: the solver in C.
        game: the score, and whether the king of trumps may be in a hand.
        chances: the elder's chance before the next deal.
        begin: the plans to begin with.
        effort: how much to compute.
        first: whether these plans are far from the solution.
    """
    pays = payoffs(game.elder, game.dealer, chances)
    worths = list(pays.later)
    spread = max(worths) - min(worths)
    blur, slack = 0.012 * spread, 0.0015 * spread
    plans, done, steps = begin, 0, effort.first_steps if first else effort.steps
    while True:
        for step in range(done, done + steps):
            part = max(0.2, (0.9 if first else 0.7) / (1 + 0.4 * step))
            seed = effort.seed + step
            how = {"step": part, "blur": blur, "slack": slack}
            moved = [
                solver.respond(plans, dealer, game.king, pays, effort.samples, seed, **how)[0]
                for dealer in (False, True)
            ]
            plans = Plans(*moved)
        done += steps
        stored = Plans(round_plan(plans.elder), round_plan(plans.dealer))
        result = measure(solver, game, pays, stored, effort)
        if max(result.elder_gain, result.dealer_gain) < effort.enough / 10_000 or done >= effort.most_steps:
            return stored, result
        steps = effort.steps


def measure(solver: PolicySolver, game: PolicyGame, pays: Pays, plans: Plans, effort: Effort) -> Measured:
    """Plays whole deals to measure what the plans of a game are worth, and how much the best answers found gain."""
    deals = solver.deals(plans, game.king, pays, effort.deals, effort.seed + 101)
    seed, samples = effort.seed + 202, effort.answer_samples
    elder = solver.respond(plans, False, game.king, pays, samples, seed)[0]
    dealer = solver.respond(plans, True, game.king, pays, samples, seed)[0]
    number, seed = effort.answer_deals, effort.seed + 303
    elder_gain = solver.compare(Plans(elder, plans.dealer), plans, game.king, pays, number, seed)
    dealer_gain = solver.compare(plans, Plans(plans.elder, dealer), game.king, pays, number, seed)
    return Measured(deals.value, deals.error, *elder_gain, *dealer_gain, deals.proposed, deals.given, deals.exchanges)


def finish_plans(
    solver: PolicySolver, game: PolicyGame, pays: Pays, plans: Plans, book: Plans, effort: Effort
) -> tuple[Plans, Measured]:
    """Replaces discards in the plans of a game where the book's are better. Returns the plans with their measurements.

    A discard that seems better only because of sampling is worse than the book's. So for each side two replacements are
    tried in whole deals: the book's discards, and the book's discards except where another one is clearly better. The
    better of the two takes the place of the plan if it gains more than two standard errors.
    """
    how = _clearly(pays)
    for dealer in (True, False):
        plan, other = (plans.dealer, book.dealer) if dealer else (plans.elder, book.elder)
        by_book = _with(plans, dealer, _discarding(plan, other))
        answer = solver.respond(by_book, dealer, game.king, pays, effort.last_samples, effort.seed + 602, **how)[0]
        most, best = 0.0, plans
        for tried in (by_book, _with(plans, dealer, _discarding(plan, answer))):
            gain, error = solver.compare(tried, plans, game.king, pays, effort.last_deals, effort.seed + 653)
            gain = -gain if dealer else gain
            if gain > max(most, 2 * error):
                most, best = gain, tried
        plans = best
    return plans, measure_plans(solver, game, pays, plans, effort)


def measure_plans(solver: PolicySolver, game: PolicyGame, pays: Pays, plans: Plans, effort: Effort) -> Measured:
    """Plays whole deals to measure what finished plans are worth, and how much the best answer to each plan gains.

    For each side two answers are tried: one with new discards, and one with the discards of that side's plan.
    """
    gains = []
    for dealer in (True, False):
        how = _clearly(pays)
        answer = solver.respond(plans, dealer, game.king, pays, effort.last_samples, effort.seed + 671, **how)[0]
        estimates = []
        for reply in (answer, _discarding(answer, plans.dealer if dealer else plans.elder)):
            two = _with(plans, dealer, reply)
            gain, error = solver.compare(two, plans, game.king, pays, effort.last_deals, effort.seed + 703)
            estimates.append((-gain if dealer else gain, error))
        gains.append(max(estimates))
    deals = solver.deals(plans, game.king, pays, effort.deals, effort.seed + 101)
    (dealer_gain, dealer_error), (elder_gain, elder_error) = gains
    measured = deals.value, deals.error, elder_gain, elder_error, dealer_gain, dealer_error, deals.proposed, deals.given
    return Measured(*measured, deals.exchanges)


def _clearly(pays: Pays) -> dict[str, float]:
    """Returns parameters of `PolicySolver.respond`. With them an answer differs from the plan only where it is clearly
    better.
    """
    spread = max(pays.later) - min(pays.later)
    return {"blur": -_CLEARLY * spread, "slack": _SURELY * spread}


def _discarding(plan: Plan, other: Plan) -> Plan:
    copy = plan.copy()
    for row, others in zip(copy.out, other.out, strict=True):
        row[:] = others[:]
    return copy


def _with(plans: Plans, dealer: bool, plan: Plan) -> Plans:
    return Plans(plans.elder, plan) if dealer else Plans(plan, plans.dealer)
