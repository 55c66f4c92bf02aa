"""The pool of three: two play, the third waits; the winner of two games running takes the pool.

The three cut, and the lowest is out for the first game. The loser of a game makes room for the player who was out; if
the winner of the game before loses, that player makes room in turn; and so on. There are two ways of forming the pool.
All three contribute, and the loser of each game adds a stake, the last one, too. Or only those engaged contribute: the
player who was out adds a stake on each entry, and the loser adds nothing.

A player with less than a stake adds what there is: the play need not stop for it. A player who gives up a place leaves
the stakes in the pool: the two others play on for it, and the last one takes it. The treatise does not have this case;
were the stakes returned instead, a player about to lose the pool could end it by staying away.

Every function gives a new `Pool`, and on error changes nothing; `ecarte.table.stakes.postings` has what moves. Source:
the treatise, p. 34; cutting again between equal lowest cards is as in the cut for deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import TypeAlias

from ecarte.game import Card
from ecarte.table.stakes.book import check_purse
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Purses, purse_of, whole_chips

Three: TypeAlias = tuple[int, int, int]


@unique
class PoolForm(Enum):
    """Who contributes."""

    ALL = "all"
    ENGAGED = "engaged"


@unique
class PoolStage(Enum):
    """How far a pool has come."""

    CUTTING = "cutting"
    PLAYING = "playing"
    WON = "won"
    CALLED_OFF = "called-off"


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of three. Made by `open_pool`, changed by the functions of this module.

    `paid`: what each of `people` has put in; `to_cut`: who has to cut, while the stage is CUTTING; `engaged`: who
    plays, the seats being kept (empty before the cut); `out`: who waits; `dealer`: who deals first in the first
    game, None where the two cut for the deal; `last_winner`: who has won the game before; `games`: how many are
    finished; `winner`: who took the pool; `gone`: who has given up their place.
    """

    people: tuple[Person, Person, Person]
    stake: int
    form: PoolForm
    paid: Three
    to_cut: tuple[Person, ...]
    stage: PoolStage = PoolStage.CUTTING
    engaged: tuple[Person, ...] = ()
    out: Person | None = None
    dealer: Person | None = None
    last_winner: Person | None = None
    games: int = 0
    winner: Person | None = None
    gone: tuple[Person, ...] = ()

    @property
    def chips(self) -> int:
        """What lies in the pool, or lay in it when it was won or called off."""
        return sum(self.paid)

    def account(self) -> dict[Person, int]:
        """What each person has in it (negative) or, once it is over, has won or lost."""
        if self.stage is PoolStage.CALLED_OFF:
            return {}
        return {
            person: (self.chips if person == self.winner else 0) - paid
            for person, paid in zip(self.people, self.paid, strict=True)
        }


def open_pool(
    people: tuple[Person, Person, Person],
    stake: int,
    purses: Purses,
    *,
    form: PoolForm = PoolForm.ALL,
    house: Person | None = None,
) -> Pool:
    """A pool before the cut: all three put down `stake`. Where only those engaged contribute, the cut gives one back.

    `purses`: all three. Raises `GalerieError`.
    """
    if len(set(people)) < len(people):
        raise GalerieError(GalerieRule.TWO_PEOPLE)
    if house is not None and house in people:
        raise GalerieError(GalerieRule.HOUSE_BETS_NOT)
    chips = whole_chips(stake)
    for person in people:
        check_purse(purses, person, chips)
    return Pool(people, chips, form, (chips, chips, chips), people)


def cut_for_out(pool: Pool, cards: Mapping[Person, Card]) -> Pool:
    """The cut: `cards` has one card for each of `pool.to_cut`. The lowest is out, the highest deals.

    Between equal lowest cards those who hold them cut again (the pool stays in CUTTING); between equal highest
    ones the two cut for the deal later (`dealer` None). Raises `GalerieError`.
    """
    if pool.stage is not PoolStage.CUTTING:
        raise GalerieError(GalerieRule.CUT_DONE)
    if cards.keys() != set(pool.to_cut):
        raise GalerieError(GalerieRule.CUT_BY_OTHERS)
    if len(set(cards.values())) < len(cards):
        raise GalerieError(GalerieRule.NOT_FROM_ONE_PACK)
    strengths = {person: cards[person].rank.strength for person in pool.to_cut}
    lowest = tuple(person for person in pool.to_cut if strengths[person] == min(strengths.values()))
    if len(strengths) == len(pool.people):
        highest = [person for person in pool.to_cut if strengths[person] == max(strengths.values())]
        pool = replace(pool, dealer=highest[0] if len(highest) == 1 else None)
    if len(lowest) > 1:
        return replace(pool, to_cut=lowest)
    (out,) = lowest
    engaged = tuple(person for person in pool.people if person != out)
    cut = replace(pool, stage=PoolStage.PLAYING, to_cut=(), engaged=engaged, out=out)
    return cut if pool.form is PoolForm.ALL else _pays(cut, out, -pool.stake)


def end_pool_game(pool: Pool, winner: Person, purses: Purses) -> Pool:
    """`winner` has won a game: with the game before, the pool; else the player who was out takes the loser's seat.

    `purses`: the loser's where all contribute, else that of the player who comes in. A game that does not count is
    played again and ends nothing here. Raises `GalerieError`.
    """
    if pool.stage is not PoolStage.PLAYING:
        raise GalerieError(GalerieRule.CUT_FIRST if pool.stage is PoolStage.CUTTING else GalerieRule.FINISHED)
    if winner not in pool.engaged:
        raise GalerieError(GalerieRule.NOT_IN_POOL)
    (loser,) = (person for person in pool.engaged if person != winner)
    comes_in = pool.out
    after = replace(pool, games=pool.games + 1, last_winner=winner, dealer=None)
    if pool.form is PoolForm.ALL:
        after = _adds(after, loser, purses)
    if winner == pool.last_winner:
        return replace(after, stage=PoolStage.WON, winner=winner)
    if comes_in is None:
        # The third has given up: the same two play on.
        return after
    return replace(_comes_in(after, comes_in, loser, purses), out=loser)


def give_up_place(pool: Pool, person: Person, purses: Purses) -> Pool:
    """`person` plays for the pool no more, and leaves the stakes in it. The last one who stays takes the pool.

    Between two games, or while the two others play. `purses`: that of the player who was out, who comes in and adds a
    stake where only those engaged contribute. Raises `GalerieError`.
    """
    if pool.stage is not PoolStage.PLAYING:
        raise GalerieError(GalerieRule.CUT_FIRST if pool.stage is PoolStage.CUTTING else GalerieRule.FINISHED)
    if person not in pool.people or person in pool.gone:
        raise GalerieError(GalerieRule.NOT_IN_POOL)
    left = replace(pool, gone=(*pool.gone, person), last_winner=_other_than(person, pool.last_winner), dealer=None)
    remaining = [one for one in pool.people if one not in left.gone]
    if len(remaining) == 1:
        return replace(left, stage=PoolStage.WON, engaged=(), out=None, winner=remaining[0])
    if pool.out == person:
        return replace(left, out=None)
    assert pool.out is not None, "while three play one is out"
    return replace(_comes_in(left, pool.out, person, purses), out=None)


def _comes_in(pool: Pool, person: Person, leaver: Person, purses: Purses) -> Pool:
    """The player who was out has the seat of one who makes room, for a stake where only those engaged contribute."""
    if pool.form is PoolForm.ENGAGED:
        pool = _adds(pool, person, purses)
    return replace(pool, engaged=tuple(person if one == leaver else one for one in pool.engaged))


def _other_than(person: Person, other: Person | None) -> Person | None:
    return None if other == person else other


def call_off_pool(pool: Pool) -> Pool:
    """The pool does not count: all contributions go back. Raises `GalerieError` once it is over."""
    if pool.stage in (PoolStage.WON, PoolStage.CALLED_OFF):
        raise GalerieError(GalerieRule.FINISHED)
    return replace(pool, stage=PoolStage.CALLED_OFF, to_cut=())


def _adds(pool: Pool, person: Person, purses: Purses) -> Pool:
    return _pays(pool, person, min(pool.stake, purse_of(purses, person)))


def _pays(pool: Pool, person: Person, chips: int) -> Pool:
    north, south, third = (
        paid + (chips if payer == person else 0) for payer, paid in zip(pool.people, pool.paid, strict=True)
    )
    return replace(pool, paid=(north, south, third))
