"""Finds the people whom a change of a table brings together, to check whether one has blocked the other. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from bot.rows.ids import is_erased, is_house
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status, TableState
from ecarte.game import Seat


def meeting_pairs(before: TableState | None, after: TableState) -> frozenset[tuple[int, int]]:
    """Returns the pairs of people who meet at a table after a change and did not before.

    Two people meet if one challenges the other, joins a pool with the other, waits for a chair while the other sits,
    sits down to a game with the other, or plays out a hand for or against the other. Two people in a pool have met when
    they joined it, so a game between them in this pool is no new meeting.
    """
    return frozenset(
        (one, two)
        for one, two in _meetings(before, after)
        if one != two and not any(is_house(person) or is_erased(person) for person in (one, two))
    )


def watching_pairs(before: TableState, after: TableState) -> frozenset[tuple[int, int]]:
    """Returns the pairs of a player and a person who will see that player's hand after a change, and did not before.

    Leaves out people to whom the player has said yes in this game, because a player may show the hand to a person whom
    they have blocked.
    """
    galerie, earlier = after.galerie, before.galerie
    # Sight depends on bets, guests and answers. Only a bet or a guest is admitted without an answer.
    if after.seats is None or (galerie.book is earlier.book and galerie.company is earlier.company):
        return frozenset()
    people = {*galerie.admissions, *galerie.company.guests}
    return frozenset(
        (after.person(side).id, person)
        for person, side in ((person, galerie.side_of(person)) for person in people)
        if side is not None
        and (side, person) not in galerie.answers
        and galerie.sight_of(person) is Sight.SEES
        and before.galerie.sight_of(person) is not Sight.SEES
    )


def _meetings(before: TableState | None, after: TableState) -> Iterator[tuple[int, int]]:
    opened, galerie = after.opened, after.galerie
    if before is None:
        if opened.challenged is not None:
            yield opened.challenger.id, opened.challenged.id
        return
    joined = {person.id for person in before.galerie.joined}
    for one, two in combinations((person.id for person in galerie.joined), 2):
        if not {one, two} <= joined:
            yield one, two
    if opened.terms.pool is not None or galerie.queue is None:
        return
    seats = [person for person in galerie.queue.seats if person is not None]
    waiting = set(galerie.queue.waiting) - set(_waiting(before))
    yield from ((one, other) for one in waiting for other in seats)
    if after.status is not Status.PLAYING:
        return
    acting = [galerie.queue.acting(seat) for seat in Seat]
    if before.status is not Status.PLAYING or acting != _acting(before):
        yield from combinations({person for person in (*acting, *seats) if person is not None}, 2)


def _waiting(state: TableState) -> Iterable[int]:
    return () if state.galerie.queue is None else state.galerie.queue.waiting


def _acting(state: TableState) -> list[int | None]:
    queue = state.galerie.queue
    return [] if queue is None else [queue.acting(seat) for seat in Seat]
