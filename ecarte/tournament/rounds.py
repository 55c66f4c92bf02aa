"""Rounds for many: the knock-out and the round robin, from the seeding to the champion.

Entrants come in by their seeds, the best first, and are numbers that mean nothing here. A tournament has one round
on at a time; each pairing of it ends by play, by a walkover, or with neither there; when all have, the next round is
made. An entrant who withdraws loses what is not played.

Knock-out: a tree of the next power of two, in which the best seeds have the byes of the first round and the first and
the second seed can meet in the final only. Where neither comes, neither goes on, and the entrant who would have met the
winner has a bye; so a final to which neither comes has no champion.

Round robin: by the circle, each meets each once; where the number is odd, each has one bye, which scores nothing. Where
neither comes, neither scores. `ecarte.tournament.standings` has how all stand, and the champion.

Every function gives a new `Tournament` or raises `TournamentError`, and has changed nothing then. Source: the usual
practice of clubs; what happens where neither comes is this library's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Any, TypeAlias

from ecarte.game import EcarteError

FEWEST, MOST = 3, 64
"""How many may enter."""
Entrant: TypeAlias = int
_VERSION = 1


@unique
class Form(Enum):
    """Who meets whom."""

    KNOCK_OUT = "knock-out"
    ROUND_ROBIN = "round-robin"


@unique
class Outcome(Enum):
    """How a pairing ended. WALKOVER_FIRST: the second did not come, and the first goes on; NOBODY: neither came."""

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
    """Why something cannot be."""

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


class TournamentError(EcarteError):
    """A tournament cannot be so; `.rule` tells why, and nothing has changed."""

    def __init__(self, rule: TournamentRule) -> None:
        super().__init__(rule)
        self.rule = rule

    def __str__(self) -> str:
        return self.rule.value


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet. `second` is None for a bye; both are None where no entrant is left. No outcome: it is on."""

    first: Entrant | None
    second: Entrant | None
    outcome: Outcome | None = None

    @property
    def people(self) -> tuple[Entrant, ...]:
        """Who is in it."""
        return tuple(one for one in (self.first, self.second) if one is not None)

    @property
    def winner(self) -> Entrant | None:
        """Who has won it, or has a bye; None: neither, or not yet."""
        if self.outcome in _FIRST_WINS:
            return self.first
        return self.second if self.outcome in _SECOND_WINS else None


Round: TypeAlias = tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. Made by `begin` or `from_dict`, changed by the functions of this module.

    `entrants`: by their seeds, the best first; `rounds`: those that were played, and the one that is on, which is the
    last; `withdrawn`: who plays no more.
    """

    form: Form
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    withdrawn: frozenset[Entrant] = frozenset()

    @property
    def rounds_in_all(self) -> int:
        """How many rounds it has from the first to the last."""
        people = len(self.entrants)
        return (people - 1).bit_length() if self.form is Form.KNOCK_OUT else people - 1 + people % 2

    @property
    def round_no(self) -> int:
        """The number of the round that is on, from 1."""
        return len(self.rounds)

    @property
    def over(self) -> bool:
        """Whether the last round is over."""
        return self.round_no == self.rounds_in_all and round_over(self)


def begin(form: Form, entrants: Sequence[Entrant]) -> Tournament:
    """A tournament in its first round. `entrants`: the best seed first. Raises `TournamentError`."""
    if len(entrants) < FEWEST:
        raise TournamentError(TournamentRule.TOO_FEW)
    if len(entrants) > MOST:
        raise TournamentError(TournamentRule.TOO_MANY)
    if len(set(entrants)) < len(entrants):
        raise TournamentError(TournamentRule.ENTERED_TWICE)
    return _with_next(Tournament(form, tuple(entrants)))


def pairings(tournament: Tournament) -> Round:
    """The pairings of the round that is on; a pairing's number is its place here, from 1."""
    return tournament.rounds[-1]


def round_over(tournament: Tournament) -> bool:
    """Whether every pairing of the round that is on has ended."""
    return all(pairing.outcome is not None for pairing in pairings(tournament))


def record(tournament: Tournament, round_no: int, number: int, outcome: Outcome) -> Tournament:
    """Pairing `number` of round `round_no`, both from 1, has ended. Raises `TournamentError`.

    A result stands once it is recorded, and only that of the round that is on can be.
    """
    now = pairings(tournament)
    if round_no != tournament.round_no or not 1 <= number <= len(now):
        raise TournamentError(TournamentRule.NO_SUCH_PAIRING)
    pairing = now[number - 1]
    if pairing.outcome is not None:
        raise TournamentError(TournamentRule.DECIDED_ALREADY)
    if not _fits(pairing, outcome):
        raise TournamentError(TournamentRule.NOT_SO)
    ended = (*now[: number - 1], replace(pairing, outcome=outcome), *now[number:])
    return replace(tournament, rounds=(*tournament.rounds[:-1], ended))


def withdraw(tournament: Tournament, entrant: Entrant) -> Tournament:
    """`entrant` plays no more, and forfeits what is not played, now and later. Raises `TournamentError`."""
    if entrant not in tournament.entrants:
        raise TournamentError(TournamentRule.NOT_AN_ENTRANT)
    if tournament.over:
        raise TournamentError(TournamentRule.IS_OVER)
    withdrawn = tournament.withdrawn | {entrant}
    now = tuple(_forfeit(pairing, withdrawn) for pairing in pairings(tournament))
    return replace(tournament, withdrawn=withdrawn, rounds=(*tournament.rounds[:-1], now))


def next_round(tournament: Tournament) -> Tournament:
    """The next round, once all pairings of this one have ended. Raises `TournamentError`.

    It may be over at once: where no opponent is left.
    """
    if not round_over(tournament):
        raise TournamentError(TournamentRule.ROUND_IS_ON)
    if tournament.over:
        raise TournamentError(TournamentRule.IS_OVER)
    return _with_next(tournament)


def to_dict(tournament: Tournament) -> dict[str, Any]:
    """The tournament as plain JSON: who meets whom follows from the seeds and the outcomes, and is not written."""
    return {
        "version": _VERSION,
        "form": tournament.form.value,
        "entrants": list(tournament.entrants),
        "withdrawn": sorted(tournament.withdrawn),
        "rounds": [[pairing.outcome and pairing.outcome.value for pairing in played] for played in tournament.rounds],
    }


def from_dict(data: Mapping[str, Any]) -> Tournament:
    """The tournament from what `to_dict` gave. Raises `TournamentError`."""
    try:
        if data["version"] != _VERSION:
            raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
        made = begin(Form(data["form"]), [int(one) for one in data["entrants"]])
        for number, told in enumerate(data["rounds"], 1):
            made = made if number == 1 else next_round(made)
            outcomes = [None if value is None else Outcome(value) for value in told]
            ended = tuple(
                _record_outcome(pairing, outcome) for pairing, outcome in zip(pairings(made), outcomes, strict=True)
            )
            made = replace(made, rounds=(*made.rounds[:-1], ended))
        withdrawn = frozenset(int(one) for one in data["withdrawn"])
    except (KeyError, TypeError, ValueError) as wrong:
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO) from wrong
    if not withdrawn <= set(made.entrants):
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
    return replace(made, withdrawn=withdrawn)


def _with_next(tournament: Tournament) -> Tournament:
    made = _tree(tournament) if tournament.form is Form.KNOCK_OUT else _circle(tournament)
    ended = tuple(_forfeit(pairing, tournament.withdrawn) for pairing in made)
    return replace(tournament, rounds=(*tournament.rounds, ended))


def _tree(tournament: Tournament) -> Round:
    """The first round by the places of the seeds in the tree; a later one by the winners."""
    if tournament.rounds:
        before = pairings(tournament)
        met = [_meeting(upper.winner, lower.winner) for upper, lower in zip(before[::2], before[1::2], strict=True)]
        # An entrant who withdrew while waiting has no bye; else an empty final could have a champion.
        away = [pairing.second is None and pairing.first in tournament.withdrawn for pairing in met]
        return tuple(
            replace(pairing, outcome=Outcome.NOBODY) if gone else pairing
            for pairing, gone in zip(met, away, strict=True)
        )
    places = [1]
    for _ in range(tournament.rounds_in_all):
        places = [seed for better in places for seed in (better, 2 * len(places) + 1 - better)]
    people = (*tournament.entrants, *(None,) * (len(places) - len(tournament.entrants)))
    return tuple(
        _meeting(people[upper - 1], people[lower - 1]) for upper, lower in zip(places[::2], places[1::2], strict=True)
    )


def _circle(tournament: Tournament) -> Round:
    """The first stands still, the others go round by one place each round."""
    people: list[Entrant | None] = [*tournament.entrants, *((None,) * (len(tournament.entrants) % 2))]
    still, going, turned = people[0], people[1:], len(tournament.rounds)
    circle = [still, *going[len(going) - turned :], *going[: len(going) - turned]]
    half = len(circle) // 2
    return tuple(_meeting(one, other) for one, other in zip(circle[:half], reversed(circle[half:]), strict=True))


def _meeting(one: Entrant | None, other: Entrant | None) -> Pairing:
    if one is None and other is None:
        return Pairing(None, None, Outcome.NOBODY)
    if one is None or other is None:
        return Pairing(other if one is None else one, None, Outcome.BYE)
    return Pairing(one, other)


def _forfeit(pairing: Pairing, withdrawn: frozenset[Entrant]) -> Pairing:
    """A pairing after withdrawals."""
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
    """Whether a pairing could end so."""
    if len(pairing.people) == 2:
        return outcome is not Outcome.BYE
    return outcome is pairing.outcome or (bool(pairing.people) and outcome is Outcome.NOBODY)


def _record_outcome(pairing: Pairing, outcome: Outcome | None) -> Pairing:
    if not _fits(pairing, outcome):
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
    return replace(pairing, outcome=outcome)
