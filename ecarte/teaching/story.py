"""The story of a finished game: how much of its result came from the cards, from errors, and from neither.

    tale = story(record.events, random.Random)     None if the game has no story
    tale.ledger(Seat.NORTH)                        start + dealt + drawn + own + theirs + hidden = 1 or 0

The parts add up exactly, because each figure is a whole number of ten-thousandths of a game (`UNIT`):

- `start`: the chance to win before the first deal, which depends on the dealer.
- `dealt`: how much the cards dealt raised the chance, over all deals: the chance with both real hands known, minus the
  chance at the score. A turned-up king counts here.
- `drawn`: how much the cards drawn raised it, over all exchanges: the chance with the cards drawn, minus the mean over
  all orders of the real talon.
- `own`, `theirs`: what the errors of each player cost. As in a review, only what that player could know counts.
- `hidden`: the rest. It includes right choices that met the wrong hand, wrong choices that met the right hand, and the
  error of the model. If a player resigned or ran out of time (`gave_up`), it includes that loss.

The chances with both hands known come from playouts by the policy, each with another order of the talon
(`ecarte.ai.playouts.open_outcomes`). Only the order of the cards determines `dealt` and `drawn`, not the decisions of
the players. So `drawn` is 0 on average, no matter how good the model is. `dealt` is 0 on average as far as the chances
at the scores are right (`python -m research story`). A result minus both is therefore practically unbiased.

All values use both hands, so only a finished game has a story: `story` raises for any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from math import fsum
from typing import Any, Final, NamedTuple

from ecarte.ai import TELLING, policy_knows_games
from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.playouts import open_outcomes
from ecarte.game import (
    CardsDealt,
    DealerDiscarded,
    ElderDiscarded,
    Ending,
    Event,
    KingMarked,
    Phase,
    Seat,
    State,
    evolve,
    mask_of,
    player_view,
)
from ecarte.teaching.judging import UNIT, Seeded
from ecarte.teaching.review import Judged, decisions, review, steps

__all__ = [
    "LEAST_DECISIONS",
    "UNIT",
    "Cause",
    "CostlyMove",
    "DealStory",
    "Ledger",
    "Story",
    "in_points",
    "model_name",
    "story",
]

LEAST_DECISIONS: Final = 2
"""A game has a story only if at least this many decisions of both players together mattered."""
_VERSION: Final = 1
"""The version of stories. Raise it with each change of what a story says of the same game
(`tests/ecarte/teaching/test_story.py`).
"""
_TABLES: Final = ("policy.bin", "dealt.bin", "leads.bin", "hidden.bin")
_DEALS: Final = 400
"""Each chance is the mean over this many orders of the talon. Its standard error is then half a hundredth."""


@cache
def model_name() -> str:
    """Returns a name for the way in which stories are computed now: a version, and a hash of the tables. Stories with
    the same name can be compared.
    """
    digest = sha256()
    for table in _TABLES:
        digest.update(files("ecarte.ai").joinpath(table).read_bytes())
    return f"open hands {_VERSION} {digest.hexdigest()[:8]}"


@unique
class Cause(Enum):
    """What gained the winner most in the deal that decided: the cards, errors, or the rest (`Ledger.hidden`)."""

    CARDS = "cards"
    ERRORS = "errors"
    HIDDEN = "hidden"


class CostlyMove(NamedTuple):
    """A move that gave a chance to win the game away.

    Attributes:
        seat: the player.
        cost: how much it gave away, in ten-thousandths of a game (`UNIT`).
        exchanges: the number of exchanges in the deal before the move.
        trick: the number of the trick to which the card was played, from 1; 0 before the play.
    """

    seat: Seat
    cost: int
    exchanges: int
    trick: int


@dataclass(frozen=True, slots=True)
class DealStory:
    """One deal of a story.

    Attributes:
        number: the number of the deal in its game, from 1.
        dealer: the dealer.
        score: the points of North and South before the deal.
        chances: North's chance to win the game, in ten-thousandths (`UNIT`): before the deal, with the hands dealt,
            then before and after each draw.
        king: the seat that marked the king, or None.
        errors: the costly moves of both players, in order.
    """

    number: int
    dealer: Seat
    score: tuple[int, int]
    chances: tuple[int, ...]
    king: Seat | None
    errors: tuple[CostlyMove, ...]

    @property
    def dealt(self) -> int:
        """How much the cards dealt raised North's chance to win, in ten-thousandths (`UNIT`). Negative if they lowered
        it.
        """
        return self.chances[1] - self.chances[0]

    @property
    def drawn(self) -> int:
        """How much the cards drawn raised North's chance to win, in ten-thousandths (`UNIT`). Negative if they lowered
        it.
        """
        return sum(self.chances[3::2]) - sum(self.chances[2::2])


class Ledger(NamedTuple):
    """What a result consists of, from the point of view of one seat. The parts add up to the result.

    All parts are chances to win the game, in ten-thousandths (`UNIT`) or, from `in_points`, in hundredths.

    Attributes:
        start: the chance before the first deal or, in the ledger of one deal, before that deal.
        dealt, drawn: how much the cards dealt, and the cards drawn in exchanges, raised the chance.
        own: the effect of the seat's own errors, 0 or less.
        theirs: the effect of the opponent's errors, 0 or more.
        hidden: the rest, such as right choices that met the wrong hand, and the error of the model.
    """

    start: int
    dealt: int
    drawn: int
    own: int
    theirs: int
    hidden: int

    @property
    def cards(self) -> int:
        """How much the cards dealt and drawn raised the seat's chance to win."""
        return self.dealt + self.drawn

    @property
    def result(self) -> int:
        """The sum of all parts: a whole game for a win, 0 for a loss. In the ledger of a deal, the chance after it."""
        return sum(self)

    def turned(self, whole: int) -> Ledger:
        """Returns the same ledger from the point of view of the other seat.

        Args:
            whole: how many parts make a whole game.
        """
        start, dealt, drawn, own, theirs, hidden = self
        return Ledger(whole - start, -dealt, -drawn, -theirs, -own, -hidden)


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a finished game: what its result consists of, deal by deal.

    Attributes:
        model: how the values were computed (`model_name`).
        winner: the winner of the game.
        gave_up: whether the loser resigned or ran out of time.
        deals: all deals, in order.
        telling: how many decisions of North and of South mattered. A decision mattered if the best move was worth at
            least a hundredth more than the next one, or if the move made gave something away.
    """

    model: str
    winner: Seat
    gave_up: bool
    deals: tuple[DealStory, ...]
    telling: tuple[int, int]

    @property
    def chances(self) -> tuple[int, ...]:
        """North's chance to win before each deal, in ten-thousandths (`UNIT`). The last number is the result: `UNIT` if
        North won, 0 if not.
        """
        return (*[deal.chances[0] for deal in self.deals], UNIT if self.winner is Seat.NORTH else 0)

    @property
    def deciding(self) -> DealStory:
        """The deal that raised the winner's chance most. If several did so equally, the last of them, as in
        `ecarte.ai.deciding`.
        """
        sign = 1 if self.winner is Seat.NORTH else -1
        lifted = [sign * (after - before) for before, after in pairwise(self.chances)]
        return self.deals[max(range(len(lifted)), key=lambda place: (lifted[place], place))]

    @property
    def cause(self) -> Cause:
        """What gained the winner most in the deal that decided."""
        part = self.of_deal(self.deciding, self.winner)
        gains = {Cause.CARDS: part.cards, Cause.ERRORS: part.own + part.theirs, Cause.HIDDEN: part.hidden}
        return max(gains, key=gains.__getitem__)

    def cost(self, seat: Seat) -> int:
        """Returns how much all errors of a seat gave away, in ten-thousandths of a game (`UNIT`)."""
        return sum(error.cost for deal in self.deals for error in deal.errors if error.seat is seat)

    def ledger(self, seat: Seat) -> Ledger:
        """Returns what the result of a seat consists of, in ten-thousandths of a game (`UNIT`)."""
        deals = [self.of_deal(deal) for deal in self.deals]
        columns = list(zip(*deals, strict=True))
        north = Ledger(self.chances[0], *[sum(column) for column in columns[1:]])
        return north if seat is Seat.NORTH else north.turned(UNIT)

    def of_deal(self, deal: DealStory, seat: Seat = Seat.NORTH) -> Ledger:
        """Returns what one deal changed for a seat, in ten-thousandths of a game (`UNIT`).

        `start` is the chance before the deal, `result` the chance after it.
        """
        own, theirs = (sum(error.cost for error in deal.errors if error.seat is each) for each in Seat)
        known = (deal.chances[0], deal.dealt, deal.drawn, -own, theirs)
        north = Ledger(*known, self.chances[deal.number] - sum(known))
        return north if seat is Seat.NORTH else north.turned(UNIT)

    def points(self, seat: Seat, deal: DealStory | None = None) -> Ledger:
        """Returns what the result of a seat consists of, in hundredths of a game, rounded so that the parts still add
        up.

        The parts of South follow from those of North, so both seats agree.

        Args:
            deal: the deal whose change is split into parts. None means the whole game.
        """
        north = in_points(self.ledger(Seat.NORTH) if deal is None else self.of_deal(deal))
        return north if seat is Seat.NORTH else north.turned(100)

    def text(self) -> str:
        """Returns the story as JSON, without `model`. Store `model` too: `read` needs both."""
        deals = [
            [deal.dealer.index, *deal.score, deal.chances, None if deal.king is None else deal.king.index]
            + [[error.seat.index, *error[1:]] for error in deal.errors]
            for deal in self.deals
        ]
        whole = [self.winner.index, int(self.gave_up), *self.telling, deals]
        return json.dumps(whole, separators=(",", ":"))

    @classmethod
    def read(cls, model: str, text: str) -> Story:
        """Returns the story that was stored as a text.

        Args:
            model: how its values were computed.
            text: what `Story.text` returned.

        Raises:
            ValueError: the text is no story.
        """
        try:
            winner, gave_up, north, south, deals = json.loads(text)
            read = tuple(_deal(number, *deal) for number, deal in enumerate(deals, 1))
            return cls(model, _SEATS[winner], bool(gave_up), read, (north, south))
        except (IndexError, TypeError) as error:
            raise ValueError("the text is no story") from error


def story(
    events: Iterable[Event], seeded: Seeded, reviews: Mapping[Seat, Sequence[Judged]] | None = None
) -> Story | None:
    """Splits the result of a finished game into cards, errors and the rest.

    Args:
        events: the log of the game.
        seeded: makes a random generator from a seed.
        reviews: the reviews of all decisions of each seat, or None to make them. Making them takes most of the time.

    Returns:
        None if there is no winner, if the policy does not know the rules, if it was a salon game, if it ended before a
        card was dealt, or if fewer than `LEAST_DECISIONS` decisions mattered.

    Raises:
        ImpossibleEvent: an event cannot follow the ones before it.
        ValueError: the game is not over.
    """
    taken = list(steps(events))
    state = evolve(*taken[-1]) if taken else None
    if state is None or state.outcome is None:
        raise ValueError("a game in progress has no story")
    winner, rules = state.outcome.winner, state.rules
    if winner is None or state.deal is None or not policy_knows_games(rules):
        return None
    judged = reviews or {seat: review(decisions(taken, seat), seeded) for seat in Seat}
    north, south = (sum(map(_matters, judged[seat])) for seat in Seat)
    if north + south < LEAST_DECISIONS:
        return None
    gave_up = state.outcome.how in (Ending.RESIGNED, Ending.TIME)
    deals = tuple(_deals(taken, [*judged.items()], winner, seeded))
    return Story(model_name(), winner, gave_up, deals, (north, south))


def in_points(ledger: Ledger) -> Ledger:
    """Returns a ledger in hundredths of a game, rounded so that the parts still add up.

    The start and the result are rounded to the nearest hundredth, so the result of one deal is the start of the next.
    Of the other parts, those with the largest remainders are rounded up.
    """
    unit = UNIT // 100
    start, result = ((chance + unit // 2) // unit for chance in (ledger.start, ledger.result))
    parts = ledger[1:]
    whole = [part // unit for part in parts]
    left = result - start - sum(whole)
    for place in sorted(range(len(whole)), key=lambda place: -(parts[place] % unit))[:left]:
        whole[place] += 1
    return Ledger(start, *whole)


def _deals(
    taken: Sequence[tuple[State, Event]], judged: Sequence[tuple[Seat, Sequence[Judged]]], winner: Seat, seeded: Seeded
) -> Iterator[DealStory]:
    places = [place for place, (_, event) in enumerate(taken) if isinstance(event, CardsDealt)]
    for number, (start, end) in enumerate(pairwise([*places, len(taken)]), 1):
        of_deal = taken[start:end]
        before, _ = of_deal[0]
        assert before.dealer is not None
        errors = sorted(
            (_error(each, seat) for seat, all_judged in judged for each in all_judged if _number(each) == number),
            key=lambda error: (error.exchanges, error.trick),
        )
        marked = [event.seat for _, event in of_deal if isinstance(event, KingMarked)]
        yield DealStory(
            number,
            before.dealer,
            before.score,
            (_at_score(before), *_with_hands(of_deal, winner, seeded)),
            marked[0] if marked else None,
            tuple([error for error in errors if error.cost]),
        )


def _at_score(before: State) -> int:
    """Returns North's chance to win before a deal, in ten-thousandths."""
    assert before.dealer is not None
    elder = before.dealer.other
    needs = [before.rules.points - score for score in before.score]
    chance = round(UNIT * win_chance(needs[elder.index], needs[elder.other.index], False))
    return _for_north(chance, elder)


def _with_hands(of_deal: Sequence[tuple[State, Event]], winner: Seat, seeded: Seeded) -> Iterator[int]:
    """Yields North's chance to win during a deal: with the hands dealt, then before and after each draw."""
    dealt, asked = False, None
    for before, event in of_deal:
        after = evolve(before, event)
        if not dealt and after.due is None:
            # A turned-up king is marked now, and may have ended the game.
            dealt = True
            yield _open_chance(after, seeded) if after.outcome is None else _for_north(UNIT, winner)
        if isinstance(event, ElderDiscarded):
            asked = before, mask_of(event.cards)
        # If the condition of an acceptance fails, no card is drawn.
        if isinstance(event, DealerDiscarded) and after.due is None:
            assert asked is not None
            yield _open_chance(asked[0], seeded, (asked[1], mask_of(event.cards)))
            yield _open_chance(after, seeded)


def _open_chance(state: State, seeded: Seeded, out: tuple[int, int] = (0, 0)) -> int:
    """Returns North's chance to win with both hands known, in ten-thousandths.

    Args:
        state: the state before the play.
        seeded: makes a random generator from a seed.
        out: what elder and dealer discard now, before any card is drawn (masks).
    """
    deal = state.last_deal
    elder, talon = deal.elder, mask_of(deal.pack[state.exchanges.drawn :])
    dealer = state.hand(elder.other)
    # The seed has the cards, but no seat, so an exchange of seats changes nothing.
    chance = seeded(f"story {deal.turn_up} {state.hand(elder)} {dealer} {talon} {out}")
    outcomes = open_outcomes(player_view(state, elder), dealer, talon, out, _DEALS, chance)
    return _for_north(round(UNIT * fsum(outcomes) / _DEALS), elder)


def _for_north(chance: int, seat: Seat) -> int:
    return chance if seat is Seat.NORTH else UNIT - chance


def _matters(judged: Judged) -> bool:
    best, second, *_ = judged.move_values.values.values()
    return best - second >= TELLING or judged.cost > 0


def _error(judged: Judged, seat: Seat) -> CostlyMove:
    public = judged.decision.view.public
    trick = 0
    if public.phase is Phase.PLAY or judged.decision.king is not None:
        trick = sum(public.taken) + 1
    return CostlyMove(seat, round(UNIT * judged.cost), len(public.rounds), trick)


def _number(judged: Judged) -> int:
    return judged.decision.view.public.number


def _deal(number: int, *read: Any) -> DealStory:
    dealer, north, south, chances, king, *errors = read
    return DealStory(
        number,
        _SEATS[dealer],
        (north, south),
        tuple(chances),
        None if king is None else _SEATS[king],
        tuple([CostlyMove(_SEATS[seat], cost, exchanges, trick) for seat, cost, exchanges, trick in errors]),
    )


_SEATS: Final = tuple(Seat)
