"""The rounds of a tournament: knock-out, round robin or Swiss, from the seeding to the champion.

Entrants are opaque numbers, in the order of their seeds, the best first. A tournament plays one round at a time. Each
pairing of a round ends by play, by a walkover, or without either entrant. When all have ended, `next_round` makes the
next round. An entrant who withdraws loses all pairings that are not played.

Knock-out: a tree whose size is the next power of two. The best seeds get the byes of the first round, and the first and
the second seed can meet only in the final. If both entrants of a pairing stay away, neither advances, and the entrant
who would have met the winner gets a bye. A final from which both stay away has no champion.

Round robin: by the circle method, every entrant meets every other one once. If their number is odd, each has one bye,
which scores nothing. If both entrants stay away, neither scores. `ecarte.tournament.standings` has the standings and
the champion.

Swiss: in each round entrants meet others with about as many wins. The first round goes by the seeds: the upper half
meets the lower half. The caller brings the pairs of each later round, since the best ones take an algorithm that this
library does not have. An entrant who has withdrawn is not paired again. If the number of entrants is odd, one has a
bye, which is a game won. As long as no entrant withdraws, each round can be paired without a rematch and without a
second bye, whatever the results: the number of rounds is small enough for that (Dirac's theorem of 1952 about
matchings).

Every function returns a new `Tournament`, or raises `TournamentError` and changes nothing. Source: the usual practice
of clubs. What happens if both entrants stay away is this library's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Any, TypeAlias

from ecarte.game import EcarteError

FEWEST = 3
"""The smallest number of entrants."""
Entrant: TypeAlias = int
Pair: TypeAlias = tuple[Entrant, Entrant | None]
"""Two entrants who are to meet. In a bye the second is None."""
_VERSION = 1


@unique
class Form(Enum):
    """The form of a tournament."""

    KNOCK_OUT = "knock-out"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"

    @property
    def most(self) -> int:
        """The largest number of entrants."""
        return 256 if self is Form.SWISS else 64


@unique
class Outcome(Enum):
    """How a pairing ended.

    In `WALKOVER_FIRST` the second entrant stayed away, and the first one advances. In `NOBODY` both stayed away.
    """

    FIRST = "first"
    SECOND = "second"
    WALKOVER_FIRST = "walkover-first"
    WALKOVER_SECOND = "walkover-second"
    NOBODY = "nobody"
    BYE = "bye"


_FIRST_WINS = frozenset({Outcome.FIRST, Outcome.WALKOVER_FIRST, Outcome.BYE})
_SECOND_WINS = frozenset({Outcome.SECOND, Outcome.WALKOVER_SECOND})


@unique
class TournamentRule(Enum):
    """The reasons why a function of this package refuses an action."""

    TOO_FEW = "too-few"
    TOO_MANY = "too-many"
    ENTERED_TWICE = "entered-twice"
    NO_SUCH_PAIRING = "no-such-pairing"
    DECIDED_ALREADY = "decided-already"
    ROUND_IS_ON = "round-is-on"
    IS_OVER = "is-over"
    NOT_SO = "not-so"
    NOT_AN_ENTRANT = "not-an-entrant"
    NOT_WRITTEN_SO = "not-written-so"
    NOT_PAIRED_SO = "not-paired-so"


class TournamentError(EcarteError):
    """The rule `.rule` forbids the action. Nothing has changed."""

    def __init__(self, rule: TournamentRule) -> None:
        super().__init__(rule)
        self.rule = rule

    def __str__(self) -> str:
        return self.rule.value


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who meet.

    Attributes:
        first, second: the entrants. `second` is None in a bye; both are None if no entrant has reached this pairing.
        outcome: None until the pairing ends.
    """

    first: Entrant | None
    second: Entrant | None
    outcome: Outcome | None = None

    @property
    def people(self) -> tuple[Entrant, ...]:
        """The entrants of the pairing."""
        return tuple(entrant for entrant in (self.first, self.second) if entrant is not None)

    @property
    def winner(self) -> Entrant | None:
        """The entrant who has won, or has a bye. None until the pairing ends, or if both entrants stayed away."""
        if self.outcome in _FIRST_WINS:
            return self.first
        return self.second if self.outcome in _SECOND_WINS else None


Round: TypeAlias = tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. Made by `begin` or `from_dict`, changed by the functions of this module.

    Attributes:
        form: knock-out, round robin or Swiss.
        entrants: in the order of their seeds, the best first.
        rounds: the finished rounds and, as the last one, the current round.
        withdrawn: the entrants who play no more.
    """

    form: Form
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    withdrawn: frozenset[Entrant] = frozenset()

    @property
    def rounds_in_all(self) -> int:
        """The number of rounds of the whole tournament."""
        people = len(self.entrants)
        match self.form:
            case Form.KNOCK_OUT:
                return (people - 1).bit_length()
            case Form.ROUND_ROBIN:
                return people - 1 + people % 2
            case Form.SWISS:
                # With half as many rounds as entrants, no pairing needs a rematch. Of three or four, each meets all.
                return min((people - 1).bit_length() + 1, max(3, (people + 1) // 2))

    @property
    def round_no(self) -> int:
        """The number of the current round, from 1."""
        return len(self.rounds)

    @property
    def over(self) -> bool:
        """True if the last round is over."""
        return self.round_no == self.rounds_in_all and round_over(self)


def begin(form: Form, entrants: Sequence[Entrant]) -> Tournament:
    """Returns a tournament in its first round.

    Args:
        entrants: in the order of their seeds, the best first.

    Raises:
        TournamentError: too few or too many entrants, or one is entered twice.
    """
    if len(entrants) < FEWEST:
        raise TournamentError(TournamentRule.TOO_FEW)
    if len(entrants) > form.most:
        raise TournamentError(TournamentRule.TOO_MANY)
    if len(set(entrants)) < len(entrants):
        raise TournamentError(TournamentRule.ENTERED_TWICE)
    return _with_next(Tournament(form, tuple(entrants)))


def pairings(tournament: Tournament) -> Round:
    """Returns the pairings of the current round. The number of a pairing is its place here, from 1."""
    return tournament.rounds[-1]


def round_over(tournament: Tournament) -> bool:
    """Returns whether every pairing of the current round has ended."""
    return all(pairing.outcome is not None for pairing in pairings(tournament))


def record(tournament: Tournament, round_no: int, number: int, outcome: Outcome) -> Tournament:
    """Records the outcome of a pairing of the current round. A recorded outcome cannot be changed.

    Args:
        round_no: the number of the current round, from 1.
        number: the number of the pairing, from 1.

    Raises:
        TournamentError: the current round has no such pairing, it has ended, or it cannot end in this way.
    """
    current = pairings(tournament)
    if round_no != tournament.round_no or not 1 <= number <= len(current):
        raise TournamentError(TournamentRule.NO_SUCH_PAIRING)
    pairing = current[number - 1]
    if pairing.outcome is not None:
        raise TournamentError(TournamentRule.DECIDED_ALREADY)
    if not _fits(pairing, outcome):
        raise TournamentError(TournamentRule.NOT_SO)
    current = (*current[: number - 1], replace(pairing, outcome=outcome), *current[number:])
    return replace(tournament, rounds=(*tournament.rounds[:-1], current))


def withdraw(tournament: Tournament, entrant: Entrant) -> Tournament:
    """Withdraws an entrant, who forfeits all pairings that are not played.

    Raises:
        TournamentError: the tournament has no such entrant, or is over.
    """
    if entrant not in tournament.entrants:
        raise TournamentError(TournamentRule.NOT_AN_ENTRANT)
    if tournament.over:
        raise TournamentError(TournamentRule.IS_OVER)
    withdrawn = tournament.withdrawn | {entrant}
    current = tuple(_forfeit(pairing, withdrawn) for pairing in pairings(tournament))
    return replace(tournament, withdrawn=withdrawn, rounds=(*tournament.rounds[:-1], current))


def next_round(tournament: Tournament, pairs: Sequence[Pair] = ()) -> Tournament:
    """Returns the tournament with its next round. That round may be over at once, if no opponents are left.

    Args:
        pairs: in a Swiss tournament, the pairs of the round, which must include each entrant who has not withdrawn.
            Empty in all other tournaments.

    Raises:
        TournamentError: the current round is not over, it was the last one, or the pairs are not those of this round.
    """
    if not round_over(tournament):
        raise TournamentError(TournamentRule.ROUND_IS_ON)
    if tournament.over:
        raise TournamentError(TournamentRule.IS_OVER)
    remaining = set(tournament.entrants) - tournament.withdrawn if tournament.form is Form.SWISS else set()
    if not remaining <= {entrant for pair in pairs for entrant in pair}:
        raise TournamentError(TournamentRule.NOT_PAIRED_SO)
    return _with_next(tournament, pairs)


def to_dict(tournament: Tournament) -> dict[str, Any]:
    """Returns the tournament as plain values for JSON.

    Seeds and outcomes determine the pairings, so these are left out, except in a Swiss tournament.
    """
    later = tournament.rounds[1:] if tournament.form is Form.SWISS else ()
    return {
        "version": _VERSION,
        "form": tournament.form.value,
        "entrants": list(tournament.entrants),
        "withdrawn": sorted(tournament.withdrawn),
        "rounds": [[pairing.outcome and pairing.outcome.value for pairing in played] for played in tournament.rounds],
        **({"pairs": [[[pairing.first, pairing.second] for pairing in played] for played in later]} if later else {}),
    }


def from_dict(data: Mapping[str, Any]) -> Tournament:
    """Returns the tournament that `to_dict` wrote. Raises `TournamentError` if the data have another form."""
    try:
        if data["version"] != _VERSION:
            raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
        tournament = begin(Form(data["form"]), [int(entrant) for entrant in data["entrants"]])
        pairs = [[(first, second) for first, second in played] for played in data.get("pairs", ())]
        for number, values in enumerate(data["rounds"], 1):
            if number > 1:
                if not round_over(tournament) or tournament.over:
                    raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
                tournament = _with_next(tournament, pairs[number - 2] if tournament.form is Form.SWISS else ())
            outcomes = [None if value is None else Outcome(value) for value in values]
            current = tuple(
                _record_outcome(pairing, outcome)
                for pairing, outcome in zip(pairings(tournament), outcomes, strict=True)
            )
            tournament = replace(tournament, rounds=(*tournament.rounds[:-1], current))
        withdrawn = frozenset(int(entrant) for entrant in data["withdrawn"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO) from error
    if not withdrawn <= set(tournament.entrants):
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
    return replace(tournament, withdrawn=withdrawn)


def _with_next(tournament: Tournament, pairs: Sequence[Pair] = ()) -> Tournament:
    match tournament.form:
        case Form.KNOCK_OUT:
            new_pairings = _tree(tournament)
        case Form.ROUND_ROBIN:
            new_pairings = _circle(tournament)
        case Form.SWISS:
            new_pairings = _paired(tournament, pairs if tournament.rounds else _halves(tournament.entrants))
    new_round = tuple(_forfeit(pairing, tournament.withdrawn) for pairing in new_pairings)
    return replace(tournament, rounds=(*tournament.rounds, new_round))


def _tree(tournament: Tournament) -> Round:
    """Returns the pairings of a knock-out round: the first round by the seeds, later rounds by the winners."""
    if tournament.rounds:
        before = pairings(tournament)
        winners = [_meeting(upper.winner, lower.winner) for upper, lower in zip(before[::2], before[1::2], strict=True)]
        # An entrant who withdrew while waiting gets no bye. Otherwise a final with no entrant could have a champion.
        empty = [pairing.second is None and pairing.first in tournament.withdrawn for pairing in winners]
        return tuple(
            replace(pairing, outcome=Outcome.NOBODY) if is_empty else pairing
            for pairing, is_empty in zip(winners, empty, strict=True)
        )
    places = [1]
    for _ in range(tournament.rounds_in_all):
        places = [seed for better in places for seed in (better, 2 * len(places) + 1 - better)]
    people = (*tournament.entrants, *(None,) * (len(places) - len(tournament.entrants)))
    return tuple(
        _meeting(people[upper - 1], people[lower - 1]) for upper, lower in zip(places[::2], places[1::2], strict=True)
    )


def _circle(tournament: Tournament) -> Round:
    """Returns the pairings of a round robin's next round.

    All entrants form a circle. The first one keeps their place in it; the others move on by one place each round.
    """
    people: list[Entrant | None] = [*tournament.entrants, *((None,) * (len(tournament.entrants) % 2))]
    first, others, turns = people[0], people[1:], len(tournament.rounds)
    circle = [first, *others[len(others) - turns :], *others[: len(others) - turns]]
    half = len(circle) // 2
    return tuple(_meeting(one, other) for one, other in zip(circle[:half], reversed(circle[half:]), strict=True))


def _halves(entrants: Sequence[Entrant]) -> list[Pair]:
    """Returns the pairs of the first Swiss round. If the number of entrants is odd, the last seed has the bye."""
    half = len(entrants) // 2
    pairs: list[Pair] = list(zip(entrants[:half], entrants[half : 2 * half], strict=True))
    return [*pairs, (entrants[-1], None)] if len(entrants) % 2 else pairs


def _paired(tournament: Tournament, pairs: Sequence[Pair]) -> Round:
    """Returns the pairings of a Swiss round.

    Raises:
        TournamentError: an entrant is in two pairs, or is not an entrant of this tournament.
    """
    people = [entrant for pair in pairs for entrant in pair if entrant is not None]
    if len(set(people)) < len(people) or not set(people) <= set(tournament.entrants):
        raise TournamentError(TournamentRule.NOT_PAIRED_SO)
    return tuple(_meeting(first, second) for first, second in pairs)


def _meeting(one: Entrant | None, other: Entrant | None) -> Pairing:
    if one is None and other is None:
        return Pairing(None, None, Outcome.NOBODY)
    if one is None or other is None:
        return Pairing(other if one is None else one, None, Outcome.BYE)
    return Pairing(one, other)


def _forfeit(pairing: Pairing, withdrawn: frozenset[Entrant]) -> Pairing:
    """Returns a pairing with the outcome that withdrawals give it, if it has not ended yet."""
    if pairing.outcome is not None:
        return pairing
    match (pairing.first in withdrawn, pairing.second in withdrawn):
        case (True, True):
            return replace(pairing, outcome=Outcome.NOBODY)
        case (True, False):
            return replace(pairing, outcome=Outcome.WALKOVER_SECOND)
        case (False, True):
            return replace(pairing, outcome=Outcome.WALKOVER_FIRST)
        case _:
            return pairing


def _fits(pairing: Pairing, outcome: Outcome | None) -> bool:
    """Returns whether a pairing can end in this way."""
    if len(pairing.people) == 2:
        return outcome is not Outcome.BYE
    return outcome is pairing.outcome or (bool(pairing.people) and outcome is Outcome.NOBODY)


def _record_outcome(pairing: Pairing, outcome: Outcome | None) -> Pairing:
    if not _fits(pairing, outcome):
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
    return replace(pairing, outcome=outcome)
