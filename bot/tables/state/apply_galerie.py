"""Computes the galerie of a table (the people around it, with their bets and chairs) after an event. Decides nothing.

The rules are those of `ecarte.table.stakes`, `ecarte.table.chairs`, `ecarte.table.company` and `ecarte.table.pool`.
They check the balances that are stored in each event.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from bot.tables.events.galerie_events import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetsTaken,
    BetWithdrawn,
    CardsWanted,
    ChairDeclined,
    ChairLeft,
    ChairMissed,
    ChairTaken,
    ChouetteDeclared,
    ErrorRemarked,
    GalerieEvent,
    GuestAsked,
    GuestLeft,
    HandDeclined,
    HandOffered,
    HandTaken,
    PauseEnded,
    Pointed,
    PoolCalledOff,
    PoolCut,
    PoolFormed,
    PoolGameCounted,
    PoolJoined,
    PoolPlaceGivenUp,
    RentrantEntered,
    RentrantLeft,
    SideBetOffered,
    SideBetsClosed,
    SideBetsOpened,
    SideBetTaken,
    SideBetWithdrawn,
    SightAnswered,
    StakesPaid,
    StakesReturned,
)
from bot.tables.state.galerie_state import Galerie, Pause, Succession
from bot.tables.state.sight import least_stake
from bot.tables.terms import Terms
from ecarte.game import Card, Seat, State, game_counts
from ecarte.table import chairs, company, pool, stakes


def evolve(galerie: Galerie, event: GalerieEvent, at: int, terms: Terms, game: State | None) -> Galerie:
    """Computes the galerie of a table after one more event, which happens at the moment `at`.

    Args:
        terms: the terms of the table.
        game: the present or last game; None before the first one.

    Raises:
        GalerieError: the rules forbid the event.
    """
    match event:
        case BetsOpened() | BetPlaced() | BetWithdrawn() | BetsTaken() | ChouetteDeclared() | BetsClosed():
            return _apply_bet(galerie, event, at, terms)
        case SideBetsOpened() | SideBetOffered() | SideBetTaken() | SideBetWithdrawn() | SideBetsClosed():
            return _apply_side_bet(galerie, event, at, game)
        case StakesPaid() | StakesReturned():
            return _apply_settlement(galerie, event, game)
        case CardsWanted(by):
            assert galerie.pause is not None
            pause = replace(galerie.pause, ready=galerie.pause.ready | {by})
            acting = {galerie.seated_queue.acting(seat) for seat in Seat}
            return replace(galerie, pause=None if acting <= pause.ready else pause)
        case SightAnswered() | GuestAsked() | GuestLeft():
            return _apply_sight(galerie, event)
        case PauseEnded():
            return replace(galerie, pause=None)
        case HandOffered(seat, claim):
            return replace(galerie, succession=Succession(seat, claim, at))
        case HandDeclined(by):
            assert galerie.succession is not None
            declined = galerie.succession.declined | {by}
            return replace(galerie, succession=replace(galerie.succession, declined=declined, since=at))
        case HandTaken(person):
            assert galerie.succession is not None
            queue = chairs.take_over(galerie.seated_queue, galerie.opened_book, galerie.succession.seat, person.id)
            pointed = {who: signs for who, signs in galerie.pointed.items() if who != person.id}
            seated = replace(galerie.with_people(person), queue=queue, succession=None, pointed=pointed)
            return _without_guest(seated, person.id)
        case Pointed(by, _, signs):
            return replace(galerie, pointed={**galerie.pointed, by: frozenset(signs)})
        case ErrorRemarked(by):
            return replace(galerie, remarked=galerie.remarked | {by})
        case PoolJoined() | PoolFormed() | PoolCut() | PoolGameCounted() | PoolCalledOff():
            return _apply_pool(galerie, event, terms, game)
        case PoolPlaceGivenUp(by, purses):
            assert galerie.pool is not None
            after = pool.give_up_place(galerie.pool, by, dict(purses))
            # The next player has all their time from now on.
            return replace(galerie, pool=after, called_at=at, added=_entries(galerie.pool, after))
        case _:
            return _apply_chairs(galerie, event, at)


def _apply_sight(galerie: Galerie, event: SightAnswered | GuestAsked | GuestLeft) -> Galerie:
    match event:
        case GuestAsked(person, seat, welcome):
            style, book, side_bets = galerie.seated_queue.style, galerie.book, galerie.side_bets
            new_company = company.ask(galerie.company, person.id, seat, style=style, book=book, side_bets=side_bets)
            if welcome:
                new_company = company.answer(new_company, person.id, seat, sees=True)
            return replace(galerie.with_people(person), company=new_company)
        case GuestLeft(by):
            pointed = {who: signs for who, signs in galerie.pointed.items() if who != by}
            return replace(galerie, company=company.leave(galerie.company, by), pointed=pointed)
        case SightAnswered(by, seat, person, sees):
            answers, welcomed = {**galerie.answers, (seat, person): sees}, galerie.welcomed
            if not sees:
                # A no ends an earlier welcome, even if it was said to the person as a backer.
                welcomed = welcomed - {(by, person)}
            elif galerie.company.guests.get(person) is seat:
                welcomed = welcomed | {(by, person)}
            answered = company.answer(galerie.company, person, seat, sees=sees)
            # A guest who sees the hand no more cannot advise it, so their signs are removed.
            ends_advice = not sees and person in galerie.pointed
            pointed = {who: signs for who, signs in galerie.pointed.items() if who != person or not ends_advice}
            return replace(galerie, answers=answers, company=answered, welcomed=welcomed, pointed=pointed)
        case _:
            assert_never(event)


def _without_guest(galerie: Galerie, person: int) -> Galerie:
    if person not in galerie.company.guests:
        return galerie
    return replace(galerie, company=company.leave(galerie.company, person))


def _on_side(galerie: Galerie, person: int, side: Seat) -> Galerie:
    """Returns the galerie after a person's bet on a side, which ends a request to sit behind the other player."""
    return replace(galerie, company=company.bet(galerie.company, person, side))


_BookEvent = BetsOpened | BetPlaced | BetWithdrawn | BetsTaken | ChouetteDeclared | BetsClosed


def _apply_bet(galerie: Galerie, event: _BookEvent, at: int, terms: Terms) -> Galerie:
    if isinstance(event, BetsOpened):
        north, south = galerie.seated_queue.seats
        assert north is not None
        assert south is not None
        opened = stakes.open_book(north, south, terms.stake, dict(event.purses), style=terms.style)
        least = least_stake(terms.sight, terms.stake)
        return replace(galerie, book=opened, pause=Pause(at, event.until), least=least)
    book = galerie.opened_book
    match event:
        case BetPlaced(person, side, amount, purses, admitted):
            galerie = replace(galerie, admissions={**galerie.admissions, person.id: admitted})
            placed = stakes.place(book, person.id, side, amount, dict(purses))
            return replace(_on_side(galerie, person.id, side).with_people(person), book=placed)
        case BetWithdrawn(by, some):
            return replace(galerie, book=stakes.withdraw(book, by, some))
        case BetsTaken(by, some, purses):
            return replace(galerie, book=stakes.take(book, by, some, dict(purses)))
        case ChouetteDeclared(by, purses):
            return replace(galerie, book=stakes.declare_chouette(book, by, dict(purses)))
        case BetsClosed(purses):
            closed = stakes.close(book, dict(purses))
            return replace(
                galerie,
                book=closed.book,
                refunds=closed.refunds,
                refunded_side=book.side_of(closed.refunds[0].person) if closed.refunds else None,
                side_bets=stakes.begin_side_bets(closed.book),
                pause=None,
            )
        case _:
            assert_never(event)


_SideBetEvent = SideBetsOpened | SideBetOffered | SideBetTaken | SideBetWithdrawn | SideBetsClosed


def _apply_side_bet(galerie: Galerie, event: _SideBetEvent, at: int, game: State | None) -> Galerie:
    bets = galerie.side_bets
    assert bets is not None, "side bets come after the book is closed"
    assert game is not None
    match event:
        case SideBetsOpened(until):
            opened = stakes.open_round(bets, stakes.points_to_make(game.score, game.rules.points))
            assert game.deal is not None
            return replace(galerie, side_bets=opened, pause=Pause(at, until), round=game.deal.number)
        case SideBetOffered(person, side, amount, purses):
            offered = stakes.offer(bets, person.id, side, amount, dict(purses))
            return replace(_on_side(galerie, person.id, side).with_people(person), side_bets=offered)
        case SideBetTaken(person, number, some, purses):
            taken = stakes.take_offer(bets, person.id, number, some, dict(purses))
            side = next(offer.side for offer in bets.offers if offer.number == number).other
            return replace(_on_side(galerie, person.id, side).with_people(person), side_bets=taken)
        case SideBetWithdrawn(by, number):
            return replace(galerie, side_bets=stakes.withdraw_offer(bets, by, number))
        case SideBetsClosed():
            return replace(galerie, side_bets=stakes.end_round(bets), pause=None)
        case _:
            assert_never(event)


def _apply_settlement(galerie: Galerie, event: StakesPaid | StakesReturned, game: State | None) -> Galerie:
    book, bets = galerie.opened_book, galerie.side_bets
    if isinstance(event, StakesReturned):
        settlement = stakes.call_off(book)
        side_bets = None if bets is None else stakes.call_off_side_bets(bets)
    else:
        assert bets is not None, "side bets begin when the book is closed"
        game, winner = _won_game(game)
        multiple = game_counts(game.rules, game.score[winner.other.index])
        settlement = stakes.settle(book, winner, multiple, dict(event.purses))
        side_bets = stakes.settle_side_bets(bets, winner)
    return replace(galerie, book=settlement.book, settlement=settlement, side_bets=side_bets, pause=None)


def _won_game(game: State | None) -> tuple[State, Seat]:
    """Returns a won game and its winner."""
    assert game is not None
    assert game.outcome is not None
    assert game.outcome.winner is not None, "a game without a winner is not paid"
    return game, game.outcome.winner


_ChairEvent = RentrantEntered | RentrantLeft | ChairTaken | ChairDeclined | ChairMissed | ChairLeft


def _apply_chairs(galerie: Galerie, event: _ChairEvent, at: int) -> Galerie:
    queue = galerie.seated_queue
    match event:
        case RentrantEntered(person):
            galerie, after = galerie.with_people(person), chairs.enter(queue, person.id)
        case RentrantLeft(by):
            after = chairs.leave(queue, by)
        case ChairTaken(by):
            after = chairs.sit(queue, by)
        case ChairDeclined(by):
            after = chairs.decline(queue, by)
        case ChairMissed(by):
            after = chairs.away(queue, by)
        case ChairLeft(by):
            after = chairs.leave(queue, by)
        case _:
            assert_never(event)
    # A person who has to act now has all their time from now on. A new rentrant in the queue changes nothing.
    has_changed = chairs.person_called(after) != chairs.person_called(queue) or after.seats != queue.seats
    return replace(galerie, queue=after, called_at=at if has_changed else galerie.called_at)


_PoolEvent = PoolJoined | PoolFormed | PoolCut | PoolGameCounted | PoolCalledOff


def _apply_pool(galerie: Galerie, event: _PoolEvent, terms: Terms, game: State | None) -> Galerie:
    if isinstance(event, PoolJoined):
        return replace(galerie.with_people(event.person), joined=(*galerie.joined, event.person))
    if isinstance(event, PoolFormed):
        assert terms.pool is not None
        first, second, third = (person.id for person in galerie.joined)
        formed = pool.open_pool((first, second, third), terms.stake, dict(event.purses), form=terms.pool)
        return replace(galerie, pool=formed, pool_no=galerie.pool_no + 1, cuts=(), added=())
    before = galerie.pool
    assert before is not None
    match event:
        case PoolCut(cards):
            cut = pool.cut_for_out(before, {who: Card.parse(text) for text, who in cards})
            return replace(galerie, pool=cut, cuts=(*galerie.cuts, cards))
        case PoolGameCounted(purses):
            winner = galerie.seated_queue.seats[_won_game(game)[1].index]
            assert winner is not None
            after = pool.end_pool_game(before, winner, dict(purses))
            return replace(galerie, pool=after, added=_additions(before, after))
        case PoolCalledOff():
            return replace(galerie, pool=pool.call_off_pool(before))
        case _:
            assert_never(event)


def _additions(before: pool.Pool, after: pool.Pool) -> tuple[tuple[int, int], ...]:
    """Returns the person who had to add chips to a pool after a game, and the amount."""
    if after.form is pool.PoolForm.ENGAGED:
        return _entries(before, after)
    (loser,) = (person for person in before.engaged if person != after.last_winner)
    return ((loser, _paid_by(loser, after) - _paid_by(loser, before)),)


def _entries(before: pool.Pool, after: pool.Pool) -> tuple[tuple[int, int], ...]:
    """Returns the person who has come in and had to pay a stake for it, and the amount."""
    if after.form is pool.PoolForm.ALL or before.out is None or before.out not in after.engaged:
        return ()
    return ((before.out, _paid_by(before.out, after) - _paid_by(before.out, before)),)


def _paid_by(person: int, of_three: pool.Pool) -> int:
    return of_three.paid[of_three.people.index(person)]
