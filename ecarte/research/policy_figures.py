"""The figures behind the table of the book's claims: what each of two decisions is worth, and the chance of the point.

For `policy_build` only. For every case of `book_claims`, with both plans of its score: the decider's chance to win the
game if he plays (refuses), and if he proposes (gives cards) and goes on as best he can; how much chance of sampling is
left in their difference; and for the elder hand how often he makes the point, played as dealt with hidden hands against
a careful dealer and against a naive one, who answers with the lowest card that he may play and leads his highest plain
card, and by how much playing would be worth more against that one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, stdev

from ecarte.odds.hand_classes import TRUMPS, class_of
from ecarte.odds.hands import Role
from ecarte.research.book_claims import CLAIMS, Case, case_name
from ecarte.research.policy_native import PLANS, ROUNDS, Game, Pays, Plan, Plans, Solver

__all__ = ["book_plans", "figures"]

_SIZE, _SEEDS = 8192, 3
_PLAYS, _LOOKS = 30_000, 24
_DEALS = 400_000
_KINGS = sum(1 << TRUMPS + 8 * suit for suit in range(3))
_LOVE_ALL = Game(5, 5, True)


def book_plans(hands: Sequence[int]) -> Plans:
    """Where the first game begins: discards by the book (all but trumps and kings), proposals mostly."""
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
    solver: Solver, plans: Mapping[Game, Plans], payoffs: Callable[[Game], Pays], seed: int
) -> dict[str, tuple[float, ...]]:
    """By the name of the case: stay, change, noise; for the elder hand also the three of the play."""
    wanted: dict[tuple[Game, Role], set[Case]] = defaultdict(set)
    for claim in CLAIMS:
        for case in claim.cases:
            game = Game(case.elder_needs, case.dealer_needs, bool(case.turn_up.higher))
            wanted[game, claim.advice.role].add(case)
    told = {}
    for (game, role), cases in wanted.items():
        pays, dealer = payoffs(game), role is Role.DEALER
        runs = [
            solver.respond(plans[game], dealer, game.king, pays, _SIZE, seed + 401 + more)[1:] for more in range(_SEEDS)
        ]
        for case in sorted(cases, key=lambda it: it.cards):
            number = class_of(case.hand, case.turn_up)
            stays, changes = ([1 - run[at][number] if dealer else run[at][number] for run in runs] for at in range(2))
            noise = stdev([one - two for one, two in zip(stays, changes, strict=True)]) / _SEEDS**0.5
            more = () if dealer else _played(solver, number, game, pays, seed)
            told[case_name(case, role)] = (fmean(stays), fmean(changes), noise, *more)
    told["H8"] = _book_discards(solver, plans[_LOVE_ALL], payoffs(_LOVE_ALL), seed)
    return told


def _book_discards(solver: Solver, plans: Plans, pays: Pays, seed: int) -> tuple[float, float, float]:
    """What it costs the elder hand, and the dealer, always to put out all but trumps and kings; the larger error."""
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
    (elder, one), (dealers, other_error) = costs
    return elder, dealers, max(one, other_error)


def _played(solver: Solver, number: int, game: Game, pays: Pays, seed: int) -> tuple[float, float, float]:
    """The chance of the point against a careful dealer and a naive one, and what playing gains against the latter."""
    hand = solver.hands[number]
    careful, simple = (
        [count / _PLAYS for count in solver.hidden_hand(hand, _PLAYS, seed + 501, _LOOKS, it)[0]]
        for it in (False, True)
    )
    king = 12 * (game.king and hand & 1)
    gain = sum((simple[tricks] - careful[tricks]) * pays.stood[king + tricks] for tricks in range(6))
    return sum(careful[3:]), sum(simple[3:]), gain
