"""`python -m research predict`: predicts from the policy's values how often its exchanges win against the salon
player's.

One side proposes, answers and discards by the policy's plans, the other by the book (`ecarte.ai.players.salon`). Both
play the cards as the policy values them: by open-hand tricks, shifted for hidden hands (`ecarte.ai.exchange.policy`).
At each score, with the king of trumps in play or turned up, deals are sampled with the policy as elder and as dealer,
with the same packs. Later scores are valued by backward induction. So this predicts the match of the two, not the
policy's value against itself.

The C solver (`policy_native`) plays the deals. Two simplifications make no difference to the book's answers. After an
exchange, the salon player is asked as if the opponent might hold the cards that it has discarded. A player who needs
more than three points is treated as needing three.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.ai.exchange.policy_file import PolicyTable, unpack_table
from ecarte.ai.hand_shape import shape_of
from ecarte.ai.knowledge import Knowledge, Stance
from ecarte.ai.players.salon import book_proposes, book_refuses
from ecarte.game import WHOLE_PACK, Card
from ecarte.odds.hand_classes import TRUMPS
from ecarte.odds.hands import HAND_SIZE, Role
from research.exchange.policy_figures import book_plans
from research.exchange.policy_native import PLANS, Plan, Plans, PolicyGame, PolicySolver, compile_solver
from research.exchange.policy_solve import games, payoffs, win_chances

_SEVEN, _KING = Card.parse("7S"), Card.parse("KS")
_POINTS: Final = 5
_FAR: Final = 3
"""The book's answers are the same for this many points needed and for more."""
_TALON: Final = 21
_WIDE: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Prediction:
    """How often a side that exchanges by the policy wins a game against a side that exchanges like the salon player.

    Attributes:
        share: the chance, as the mean of independent samples.
        error: the standard error of `share`.
        dealing, leading: the chance if the policy deals first, and if it is the first elder.
    """

    share: float
    error: float
    dealing: float
    leading: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `share`. It covers the sampling, but not the error of the model."""
        return self.share - _WIDE * self.error, self.share + _WIDE * self.error


def predict(
    solver: PolicySolver, *, deals: int, samples: int, seed: int, progress: Callable[[str], object] = lambda _: None
) -> Prediction:
    """Predicts how often the policy's exchanges win against the salon player's.

    Args:
        solver: the solver in C.
        deals: the number of deals for each score in a sample.
        samples: the number of independent samples.
        seed: the seed of the random numbers.
        progress: receives a line for each sample.

    Raises:
        ValueError: fewer than two samples.
    """
    if samples < 2:
        raise ValueError("a standard error needs at least two samples")
    table = _table()
    solver.hide(b"".join(number.to_bytes(4, "little") for number in table.plays()))
    if table.shifts():
        solver.shift_by(table.shifts())
    own = {game: stored_plans(table, game) for game in games()}
    salon = {game: salon_plans(solver, game) for game in games()}
    dealing, leading = [], []
    for number in range(samples):
        as_elder, as_dealer = match_chances(solver, own, salon, deals, seed + 1_000_003 * number)
        leading.append(as_elder[_POINTS, _POINTS])
        dealing.append(1 - as_dealer[_POINTS, _POINTS])
        progress(f"sample {number + 1} of {samples}: {(leading[-1] + dealing[-1]) / 2:.4f}")
    shares = [(dealt + led) / 2 for dealt, led in zip(dealing, leading, strict=True)]
    return Prediction(fmean(shares), stdev(shares) / sqrt(samples), fmean(dealing), fmean(leading))


def match_chances(
    solver: PolicySolver, own: Mapping[PolicyGame, Plans], other: Mapping[PolicyGame, Plans], deals: int, seed: int
) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]]:
    """Returns the elder's chance to win at every score, if one side follows `own` and the opponent `other`.

    Returns:
        Two mappings from the points that elder and dealer need to the elder's chance (0 to 1). In the first one the
        elder follows `own`, in the second one `other`.
    """
    own_values: dict[PolicyGame, float] = {}
    others: dict[PolicyGame, float] = {}
    for number, game in enumerate(games()):
        # The elder of this deal deals next.
        after_mine, after_others = win_chances(others), win_chances(own_values)
        for values, after, plans in (
            (own_values, after_mine, Plans(own[game].elder, other[game].dealer)),
            (others, after_others, Plans(other[game].elder, own[game].dealer)),
        ):
            pays = payoffs(game.elder, game.dealer, after)
            values[game] = solver.deals(plans, game.king, pays, deals, seed + 7919 * number).value
    return win_chances(own_values), win_chances(others)


def stored_plans(table: PolicyTable, game: PolicyGame) -> Plans:
    """Reads the plans of both sides for one score from the policy's file."""
    plans = Plans(Plan(), Plan())
    for plan, (say, out) in zip(plans, table.planes(game.name).sides(), strict=True):
        for row, chances in zip(plan.say, say, strict=True):
            row[:] = chances
        for row, places in zip(plan.out, out, strict=True):
            row[:] = places
    return plans


def salon_plans(solver: PolicySolver, game: PolicyGame) -> Plans:
    """Returns plans that propose, answer and discard as the salon player does at one score."""
    plans = book_plans(solver.hands)
    for role, plan in ((Role.ELDER, plans.elder), (Role.DEALER, plans.dealer)):
        first, later = (
            _answers(solver.hands, role, game.king, min(game.elder, _FAR), min(game.dealer, _FAR), changed)
            for changed in (False, True)
        )
        for which in range(PLANS):
            plan.say[which][:] = later if which else first
    return plans


@cache
def _answers(
    hands: tuple[int, ...], role: Role, king: bool, elder_needs: int, dealer_needs: int, changed: bool
) -> tuple[float, ...]:
    return tuple(float(book_advice(hand, role, king, elder_needs, dealer_needs, changed)) for hand in hands)


def book_advice(hand: int, role: Role, king: bool, elder_needs: int, dealer_needs: int, changed: bool) -> bool:
    """Returns whether the salon player proposes (as dealer: accepts) with a hand.

    Args:
        hand: the hand of a class (`hand_classes.hands_of_classes`).
        role: whether the player is the elder or the dealer.
        king: whether the king of trumps may be in a hand; otherwise it is turned up.
        elder_needs, dealer_needs: the points that each player needs.
        changed: whether cards were exchanged before.
    """
    turn_up = _SEVEN if king else _KING
    knowledge = _knowledge(_cards_of(hand, turn_up), turn_up, role, elder_needs, dealer_needs, changed)
    shape = shape_of(knowledge.hand, knowledge.trump)
    return book_proposes(knowledge, shape) if role is Role.ELDER else not book_refuses(knowledge, shape)


def _cards_of(hand: int, turn_up: Card) -> int:
    """Returns the mask of `ecarte.game.cards` for a class's hand, with spades as trumps and this turn-up."""
    trumps, below = hand & (1 << TRUMPS) - 1, turn_up.rank.index
    return trumps & (1 << below) - 1 | trumps >> below << below + 1 | hand >> TRUMPS << 8


def _knowledge(hand: int, turn_up: Card, role: Role, elder_needs: int, dealer_needs: int, changed: bool) -> Knowledge:
    """Returns the knowledge of a seat before the play, as far as the book needs it."""
    own_needs, opponent_needs = (elder_needs, dealer_needs) if role is Role.ELDER else (dealer_needs, elder_needs)
    return Knowledge(
        role=role,
        trump=turn_up.suit,
        turn_up=turn_up,
        hand=hand,
        unseen=WHOLE_PACK & ~(hand | turn_up.bit),
        sure=0,
        count=HAND_SIZE,
        led=None,
        own_tricks=0,
        opponent_tricks=0,
        own_score=_POINTS - own_needs,
        opponent_score=_POINTS - opponent_needs,
        points=_POINTS,
        own_pays=False,
        opponent_pays=False,
        marked=not turn_up.higher,
        silent_king=False,
        may_mark=bool(turn_up.higher),
        king_safe=not turn_up.higher,
        stance=Stance.CHANGED if changed else Stance.SILENT,
        changed=None,
        opponent_first_lead=None,
        led_suits=(),
        rounds=int(changed),
        talon=_TALON,
        asked=None,
        five=hand,
        played=(),
    )


@cache
def _table() -> PolicyTable:
    return unpack_table((files("ecarte.ai") / "policy.bin").read_bytes())


def report(
    *, deals: int, samples: int, seed: int, compiler: str, as_json: bool, progress: Callable[[str], object]
) -> Iterator[str]:
    """Yields the lines that `python -m research predict` prints.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    with TemporaryDirectory() as folder:
        solver = compile_solver(Path(folder), compiler.split())
        prediction = predict(solver, deals=deals, samples=samples, seed=seed, progress=progress)
    low, high = prediction.interval
    if as_json:
        how = {"deals": deals, "samples": samples, "seed": seed}
        yield json.dumps({**asdict(prediction), "interval": [low, high], **how})
        return
    yield f"with equal play of the cards the policy's exchanges win {prediction.share:.2%} of games against the salon's"
    yield f"95 % interval of the sampling: {low:.2%} to {high:.2%}; {samples} times {deals:,} deals a game, seed {seed}"
    yield f"where the policy deals first {prediction.dealing:.2%}, where it leads {prediction.leading:.2%}"
