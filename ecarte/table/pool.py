"""The pool of three: two players play, the third waits. The first to win two games in a row takes the pool.

The three players cut, and the lowest is out for the first game. The loser of a game makes room for the player who was
out. There are two forms of the pool. In `PoolForm.ALL` all three contribute, and the loser of each game, also of the
last one, adds a stake. In `PoolForm.ENGAGED` only the two players who play contribute: the player who was out adds a
stake on each entry, and the loser adds nothing.

A player with less than a stake adds what they have, so the play need not stop. A player who gives up their place leaves
the stakes in the pool. The two others play on for it, and the last one left takes it. The treatise does not cover this
case. If the stakes were returned instead, a player about to lose the pool could end it by staying away.

Every function returns a new `Pool` and on error changes nothing. `ecarte.table.stakes.postings` returns the movements
of chips. Source: the treatise, p. 34. Equal lowest cards are cut again, as in the cut for the deal.
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
    """Which players put chips into the pool: all three, or only the two who play."""

    ALL = "all"
    ENGAGED = "engaged"


@unique
class PoolStage(Enum):
    """How far a pool has come: the players cut, play, or it is over."""

    CUTTING = "cutting"
    PLAYING = "playing"
    WON = "won"
    CALLED_OFF = "called-off"


@dataclass(frozen=True, slots=True)
class Pool:
    """Three players who play for a common stake.

    `open_pool` makes a pool. The functions of this module return a changed one.

    Attributes:
        people: the three players.
        stake: what a player puts in at a time, in chips.
        form: which players put chips in.
        paid: the chips that each of `people` has put in.
        to_cut: the players who have to cut, in the stage CUTTING.
        stage: how far the pool has come.
        engaged: the two players who play, North first; empty before the cut, and if only one player is left.
        out: the player who waits, or None.
        dealer: the first dealer of the first game. If None, the two players cut for the deal.
        last_winner: the winner of the game before, or None.
        games: the number of finished games.
        winner: the player who took the pool, or None.
        gone: the players who have given up their places.
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
        """How many chips the pool has or, once it is over, had."""
        return sum(self.paid)

    def account(self) -> dict[Person, int]:
        """Returns how each player stands, in chips.

        Until a player has taken the pool, the number is minus the chips that the player has put in. Afterwards it is
        what the player has won (positive) or lost (negative). The result is empty if the pool was called off.
        """
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
    """Opens a pool, before its cut. Each of the three players puts in `stake`.

    If only the two who play are to contribute, the cut returns the stake of the player who is out.

    Args:
        people: the three players.
        stake: in chips.
        purses: the free chips of all three.
        form: which players contribute.
        house: the computer player, who never plays for chips.

    Raises:
        GalerieError: two of the people are the same, one is the house, or a purse does not suffice.
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
    """Returns the pool after its players have cut. The player with the lowest card is out; the player with the highest
    card deals.

    If the lowest cards are equal, their players cut again, and the stage stays CUTTING. If the highest cards are equal,
    `dealer` is None: the two players cut for the deal later.

    Args:
        pool: the pool.
        cards: one card for each player in `pool.to_cut`.

    Raises:
        GalerieError: the cut is done, other players have cut, or a card occurs twice.
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
    return cut if pool.form is PoolForm.ALL else _pay(cut, out, -pool.stake)


def end_pool_game(pool: Pool, winner: Person, purses: Purses) -> Pool:
    """Returns the pool after a game that `winner` has won.

    A winner who had also won the game before takes the pool. After any other game the player who was out, if there is
    one, takes the loser's seat. Do not call this for a game that does not count: it is played again.

    Args:
        pool: the pool.
        winner: the winner of the game.
        purses: the free chips of the player who adds a stake: the loser if all contribute, else the player who comes
            in.

    Raises:
        GalerieError: the pool is not being played, or `winner` is not engaged.
    """
    if pool.stage is not PoolStage.PLAYING:
        raise GalerieError(GalerieRule.CUT_FIRST if pool.stage is PoolStage.CUTTING else GalerieRule.FINISHED)
    if winner not in pool.engaged:
        raise GalerieError(GalerieRule.NOT_IN_POOL)
    (loser,) = (person for person in pool.engaged if person != winner)
    comes_in = pool.out
    after = replace(pool, games=pool.games + 1, last_winner=winner, dealer=None)
    if pool.form is PoolForm.ALL:
        after = _add_stake(after, loser, purses)
    if winner == pool.last_winner:
        return replace(after, stage=PoolStage.WON, winner=winner)
    if comes_in is None:
        # The third player has given up, so the same two players play on.
        return after
    return replace(_come_in(after, comes_in, loser, purses), out=loser)


def give_up_place(pool: Pool, person: Person, purses: Purses) -> Pool:
    """Removes a player from the pool, between games or during one. The player's stakes stay in it. If one player is
    left, that player takes the pool.

    Args:
        pool: the pool.
        person: the player who leaves.
        purses: the free chips of the player who was out and now comes in. If only the two who play contribute, that
            player adds a stake.

    Raises:
        GalerieError: the pool is not being played, or `person` is not in it.
    """
    if pool.stage is not PoolStage.PLAYING:
        raise GalerieError(GalerieRule.CUT_FIRST if pool.stage is PoolStage.CUTTING else GalerieRule.FINISHED)
    if person not in pool.people or person in pool.gone:
        raise GalerieError(GalerieRule.NOT_IN_POOL)
    new = replace(pool, gone=(*pool.gone, person), last_winner=_other_than(person, pool.last_winner), dealer=None)
    remaining = [player for player in pool.people if player not in new.gone]
    if len(remaining) == 1:
        return replace(new, stage=PoolStage.WON, engaged=(), out=None, winner=remaining[0])
    if pool.out == person:
        return replace(new, out=None)
    assert pool.out is not None, "one of three players is out"
    return replace(_come_in(new, pool.out, person, purses), out=None)


def _come_in(pool: Pool, person: Person, leaver: Person, purses: Purses) -> Pool:
    """Gives the seat of a player who leaves it to the player who was out. If only the two who play contribute, the
    player who comes in adds a stake.
    """
    if pool.form is PoolForm.ENGAGED:
        pool = _add_stake(pool, person, purses)
    return replace(pool, engaged=tuple(person if player == leaver else player for player in pool.engaged))


def _other_than(person: Person, other: Person | None) -> Person | None:
    return None if other == person else other


def call_off_pool(pool: Pool) -> Pool:
    """Calls off the pool: each player gets back what they put in. Raises `GalerieError` if the pool is over."""
    if pool.stage in (PoolStage.WON, PoolStage.CALLED_OFF):
        raise GalerieError(GalerieRule.FINISHED)
    return replace(pool, stage=PoolStage.CALLED_OFF, to_cut=())


def _add_stake(pool: Pool, person: Person, purses: Purses) -> Pool:
    return _pay(pool, person, min(pool.stake, purse_of(purses, person)))


def _pay(pool: Pool, person: Person, chips: int) -> Pool:
    north, south, third = (
        paid + (chips if payer == person else 0) for payer, paid in zip(pool.people, pool.paid, strict=True)
    )
    return replace(pool, paid=(north, south, third))
