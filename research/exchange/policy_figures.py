"""Computes the figures behind the table of the book's claims: what two decisions are worth, and how often the point is
made.

Each case of `book_claims` is valued with both plans of its score. Its figures are:

1. The decider's chance to win the game by staying, which is to play or to refuse.
2. The decider's chance by changing, which is to propose or to accept, with best play from there.
3. The sampling error of the difference.

The case of an elder has three more:

4. How often the hand makes the point against a careful dealer, played as dealt with hidden hands.
5. The same against a naive dealer, who replies with the lowest lawful card and leads the highest plain card.
6. How much more playing is worth against the naive dealer.

Only `policy_build` uses this module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, stdev

from ecarte.odds.hand_classes import TRUMPS, class_of
from ecarte.odds.hands import Role
from research.exchange.policy_native import PLANS, ROUNDS, Pays, Plan, Plans, PolicyGame, PolicySolver
from research.figures.book_claims import CLAIMS, ClaimCase, case_name

_SIZE, _SEEDS = 8192, 3
_PLAYS, _LOOKS = 30_000, 24
_DEALS = 400_000
_KINGS = sum(1 << TRUMPS + 8 * suit for suit in range(3))
_LOVE_ALL = PolicyGame(5, 5, True)


def book_plans(hands: Sequence[int]) -> Plans:
    """Returns the plans from which solving the first score begins: they discard by the book (all except trumps and
    kings), and mostly propose.
    """
    plans = Plans(Plan(), Plan())
    for number, hand in enumerate(hands):
        out, place = 0, 1
        while hand:
            card = hand & -hand
            if card >> TRUMPS and not card & _KINGS:
                out |= place
            hand ^= card
            place <<= 1
        for round_ in range(ROUNDS):
            plans.elder.out[round_][number] = out or 1 << 4
            plans.dealer.out[round_][number] = out
        for at in range(PLANS):
            plans.elder.say[at][number] = 0.7
            plans.dealer.say[at][number] = 0.75
    return plans


def figures(
    solver: PolicySolver, plans: Mapping[PolicyGame, Plans], payoffs: Callable[[PolicyGame], Pays], seed: int
) -> dict[str, tuple[float, ...]]:
    """Returns the figures of each case of the book's claims, by the name of the case.

    They are the decider's chance to win the game by staying, that chance by changing, and the sampling error of the
    difference. An elder's case has three more, which the module lists. The case "H8" has other figures: what it costs
    the elder always to discard all except trumps and kings, what that costs the dealer, and the larger of the two
    standard errors.

    Args:
        solver: the solver in C.
        plans: the plans of both sides for each score.
        payoffs: returns what the results of a deal are worth at a score.
        seed: the seed of the random numbers.
    """
    cases_of: dict[tuple[PolicyGame, Role], set[ClaimCase]] = defaultdict(set)
    for claim in CLAIMS:
        for case in claim.cases:
            game = PolicyGame(case.elder_needs, case.dealer_needs, bool(case.turn_up.higher))
            cases_of[game, claim.advice.role].add(case)
    results = {}
    for (game, role), cases in cases_of.items():
        pays, dealer = payoffs(game), role is Role.DEALER
        runs = [
            solver.respond(plans[game], dealer, game.king, pays, _SIZE, seed + 401 + more)[1:] for more in range(_SEEDS)
        ]
        for case in sorted(cases, key=lambda case: case.cards):
            number = class_of(case.hand, case.turn_up)
            stays, changes = ([1 - run[at][number] if dealer else run[at][number] for run in runs] for at in range(2))
            noise = stdev([stay - change for stay, change in zip(stays, changes, strict=True)]) / _SEEDS**0.5
            more = () if dealer else _played(solver, number, game, pays, seed)
            results[case_name(case, role)] = (fmean(stays), fmean(changes), noise, *more)
    results["H8"] = _book_discards(solver, plans[_LOVE_ALL], payoffs(_LOVE_ALL), seed)
    return results


def _book_discards(solver: PolicySolver, plans: Plans, pays: Pays, seed: int) -> tuple[float, float, float]:
    """Returns three figures: what it costs the elder always to discard all except trumps and kings, what it costs the
    dealer, and the larger of the two standard errors.
    """
    book = book_plans(solver.hands)
    costs = []
    for dealer in (False, True):
        plan, other = (plans.dealer, book.dealer) if dealer else (plans.elder, book.elder)
        changed = plan.copy()
        for row, by_book in zip(changed.out, other.out, strict=True):
            row[:] = by_book[:]
        two = Plans(plans.elder, changed) if dealer else Plans(changed, plans.dealer)
        cost, error = solver.compare(plans, two, _LOVE_ALL.king, pays, _DEALS, seed + 801)
        costs.append((-cost if dealer else cost, error))
    (elder, elder_error), (dealers, dealer_error) = costs
    return elder, dealers, max(elder_error, dealer_error)


def _played(solver: PolicySolver, number: int, game: PolicyGame, pays: Pays, seed: int) -> tuple[float, float, float]:
    """Returns how often a hand makes the point against a careful and against a naive dealer, and how much more
    playing gains against the naive one.
    """
    hand = solver.hands[number]
    careful, simple = (
        [count / _PLAYS for count in solver.hidden_hand(hand, _PLAYS, seed + 501, _LOOKS, naive)[0]]
        for naive in (False, True)
    )
    king = 12 * (game.king and hand & 1)
    gain = sum((simple[tricks] - careful[tricks]) * pays.stood[king + tricks] for tricks in range(6))
    return sum(careful[3:]), sum(simple[3:]), gain
