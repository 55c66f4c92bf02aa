"""The views of a table: what each reader may know. Code that draws a table gets nothing else.

A view has only fields that its reader may know: `TableView` is for all, `HandView` for one player, `BackedView` for one
backer or guest. Advice is only in the views with a hand. Even its existence is not shown to others, because it shows
that the player has a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from bot.clock import WarningSent
from bot.people.person import Person, has_house
from bot.rows.ids import is_erased
from bot.tables.state.galerie_state import Galerie, PublicGalerie
from bot.tables.state.public_promises import (
    PublicDealPromise,
    PublicGamePromise,
    public_deal_promise_of,
    public_game_promise_of,
)
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import PublicTable, Status, TableState
from bot.tables.state.waiting import Waiting, WaitKind, waits_of
from bot.tables.terms import Terms
from ecarte.game import (
    BackerView,
    Distribution,
    PlayerView,
    PublicView,
    Seat,
    backer_view,
    player_view,
    public_view,
)
from ecarte.table import Pack, Queue, Rubber, advice
from ecarte.table.stakes import Bet, Style, unmatched


@dataclass(frozen=True, slots=True, kw_only=True)
class GalerieView(PublicGalerie):
    """What all may know of the people around a table. `PublicGalerie` has the fields that the state has, too.

    Attributes:
        queue: the chairs and the people who wait for one; None before two people have sat down, and if three play for a
            pool.
        awaited: the person who has to come to the chair, or to go on.
        heir: the backer to whom an abandoned hand is offered now.
        sight: by the id of each backer and guest, whether they see their player's hand, or why not. Before the first
            card: whether they will see it.
    """

    queue: Queue | None
    awaited: int | None
    heir: int | None
    sight: Mapping[int, Sight]

    @property
    def offered_seat(self) -> Seat | None:
        """The seat whose abandoned hand is offered to its backers; None if no hand is offered."""
        return None if self.succession is None else self.succession.seat

    @property
    def offered_late(self) -> bool:
        """Whether a hand is offered because its player's time was up. False if the player resigned."""
        return self.succession is not None and self.succession.claim is not None

    def sees(self, person: int) -> bool:
        """Whether a backer or guest sees the hand of their player, or will see it from the first card on."""
        return self.sight.get(person) is Sight.SEES

    @property
    def unmatched(self) -> Bet | None:
        """The bet that is matched next, with the number of its chips that are not matched yet.

        None if all bets are matched, if no more bets can be made, or if the player of the bet is at La Chouette: then
        that player matches new bets first.
        """
        return None if self.book is None else unmatched(self.book)

    def watchers_of(self, seat: Seat, *sights: Sight) -> tuple[int, ...]:
        """Returns the backers and guests of a seat's player to whom one of these values of `sight` applies.

        Backers come first, in the order of their first bets, then guests. A backer who plays the game out is left out.
        """
        stand_in = self.stand_in(seat)
        return tuple(
            person
            for person, sight in self.sight.items()
            if sight in sights and person != stand_in and self.side_of(person) is seat
        )

    def stand_in(self, seat: Seat) -> int | None:
        """Returns the backer who plays out the present or last game in the place of a seat's player, or None."""
        return None if self.queue is None else self.queue.stand_ins[seat.index]


@dataclass(frozen=True, kw_only=True)
class TableView(PublicTable):
    """What all may know of a table. `PublicTable` has the fields that the state has, too.

    Attributes:
        game: the present deal; None before the first game.
        seats: the people who play the cards of North and of South, or last played them.
        sat: the people who sat down to the present or last game. If a backer plays it out, they differ from `seats`.
        waits: all that the table waits for, by kind; `waiting` is the first.
        game_promise: the public part of the bot's promise of this game's deals or the next one's; None if each deal has
            a commitment of its own.
        deal_promise: the public part of the promise of the current or next deal. After the deal it is in `finished`.
        new_packets: the dealer who changed the order of dealing before this deal, and the new order (Law 8).
    """

    game: PublicView | None
    seats: tuple[Person, Person] | None
    sat: tuple[Person, Person] | None
    galerie: GalerieView
    waits: Mapping[WaitKind, Waiting]
    game_promise: PublicGamePromise | None
    deal_promise: PublicDealPromise | None
    new_packets: tuple[Seat, Distribution] | None

    @property
    def guild_id(self) -> int:
        """The id of the table's server."""
        return self.opened.guild_id

    @property
    def channel_id(self) -> int:
        """The id of the channel in which the table was opened."""
        return self.opened.channel_id

    @property
    def called_role(self) -> int | None:
        """The id of the ready role that this challenge to all mentions; None if it mentions none."""
        return self.opened.called_role

    @property
    def terms(self) -> Terms:
        """The terms on which people play at this table."""
        return self.opened.terms

    @property
    def challenger(self) -> Person:
        """The person who opened the table."""
        return self.opened.challenger

    @property
    def challenged_person(self) -> Person | None:
        """The person who is challenged; None if any member may accept."""
        return self.opened.challenged

    @property
    def waiting(self) -> Waiting | None:
        """The first thing that the table waits for; None if the table is closed."""
        return next(iter(self.waits.values()), None)

    @property
    def deadline(self) -> int | None:
        """When the player who has to act has no time left, not even reserve, in epoch milliseconds.

        None if no time runs.
        """
        return self.clock.deadline

    @property
    def reserve_from(self) -> int | None:
        """When the reserve of the player who has to act begins to run, in epoch milliseconds. None if no time runs."""
        return self.clock.reserve_from

    @property
    def sent_warning(self) -> WarningSent:
        """The last time warning that the player who has to act got about the present decision."""
        return self.clock.said

    @property
    def to_cut(self) -> PublicDealPromise | None:
        """The promise of the deal for which the elder may cut now; None if no cut is due."""
        return self.deal_promise if WaitKind.CUT in self.waits else None

    @property
    def waits_for_deal(self) -> bool:
        """Whether the first deal of a game against the house waits for the opponent, who may name a seed before it."""
        first = self.to_cut is not None and (self.game_no, self.to_cut.number) == (1, 1)
        return first and self.seats is not None and has_house(self.seats)

    @property
    def clock_ends(self) -> int | None:
        """When the time that runs now ends, in epoch milliseconds.

        First this is the end of the time for the decision. Once the player has got a notice (`WarningSent`), it is the
        end of the reserve. None if no time runs, or if the player was told that the time is up.
        """
        if self.sent_warning is WarningSent.UP:
            return None
        return self.reserve_from if self.sent_warning is WarningSent.NOTHING else self.deadline

    @property
    def lost_at(self) -> int | None:
        """When a player whose time is up loses the game without a claim, in epoch milliseconds.

        None if the game is not lost in this way.
        """
        game, waiting = self.game, self.waits.get(WaitKind.PATIENCE)
        if game is None or game.turn is None or waiting is None:
            return None
        return waiting.until if self.is_won_by_waiting(self.person(game.turn.other)) else None

    @property
    def in_reserve(self) -> bool:
        """Whether the player who has to act uses up their reserve now."""
        if self.deadline is None or self.reserve_from is None or self.sent_warning is WarningSent.NOTHING:
            return False
        return (
            self.sent_warning is not WarningSent.WARNED or self.deadline - self.terms.pace.warn_ms >= self.reserve_from
        )

    @property
    def place(self) -> int:
        """The id of the thread in which the table is shown or, if it has no thread, of its channel."""
        return self.thread or self.channel_id

    def person(self, seat: Seat) -> Person:
        """Returns the person who plays the cards of a seat. Use it only after two people have sat down."""
        assert self.seats is not None
        return self.seats[seat.index]

    @property
    def is_private(self) -> bool:
        """Whether the table is shown in no channel, but only to its player."""
        return not self.place

    @property
    def allows_hints(self) -> bool:
        """Whether hints are fair here: against the house outside tournaments, or if both players have agreed."""
        alone = self.seats is not None and has_house(self.seats) and not self.terms.rules.for_stakes
        return self.terms.hints or alone

    @property
    def is_waited_for(self) -> bool:
        """Whether other people wait for the end of the game: for a chair, or because it belongs to a tournament."""
        queue = self.galerie.queue
        return self.terms.rules.for_stakes or (queue is not None and bool(queue.waiting))

    def at_deal(self, game_no: int, number: int) -> tuple[Rubber, Pack | None]:
        """Returns the rubber as it was at a deal, and the pack of that deal.

        If the deal is neither the present one nor one of the last two, returns the present rubber and pack.
        """
        if self.game is not None and (game_no, number) != (self.game_no, self.game.number):
            for finished in self.finished:
                if (finished.game_no, finished.deal.number) == (game_no, number):
                    return finished.rubber, finished.pack
        return self.rubber, self.packs.dealt

    def games_between(self, game_no: int, number: int) -> tuple[int, int]:
        """Returns how many games North has won against South at this table, then how many South has won against North.

        Counts the games up to the end of the deal with this number. If that deal goes on, or is not one of the last two
        deals, counts the games until now.
        """
        if self.sat is None:
            return 0, 0
        ended = (
            finished.wins for finished in self.finished if (finished.game_no, finished.deal.number) == (game_no, number)
        )
        wins, (north, south) = next(ended, self.wins), (person.id for person in self.sat)
        return wins.get((north, south), 0), wins.get((south, north), 0)

    def takes_guests(self, seat: Seat) -> bool:
        """Whether a bystander may ask now to sit behind the player of this seat."""
        galerie = self.galerie
        if self.status is not Status.PLAYING or galerie.queue is None or galerie.queue.style is Style.ENGLISH:
            return False
        alone = galerie.book is not None and seat in galerie.book.chouettes
        return not alone and galerie.succession is None and self.person(seat).level is None

    def seat_of(self, user_id: int) -> Seat | None:
        """Returns the seat whose cards a person plays or last played, or None if they play for no seat."""
        if self.seats is None:
            return None
        return next((seat for seat, person in zip(Seat, self.seats, strict=True) if person.id == user_id), None)


@dataclass(frozen=True, slots=True)
class HandView:
    """What one player may know: the table, their own hand, and where their backers point.

    Attributes:
        pointed: the number of people who point at each place in the hand (0 to 4) and at the talon (5).
    """

    table: TableView
    view: PlayerView
    pointed: tuple[int, ...]

    @property
    def seat(self) -> Seat:
        """The seat of the player whose hand this is."""
        return self.view.seat


@dataclass(frozen=True, slots=True)
class BackedView:
    """What one backer or guest may know: the table, the hand of their player, and where they point themselves.

    Attributes:
        may_point: the places in the hand (0 to 4) and the talon (5) at which they may point now.
    """

    table: TableView
    view: BackerView
    pointed: frozenset[int]
    may_point: frozenset[int]

    @property
    def seat(self) -> Seat:
        """The seat of the player whose hand this is."""
        return self.view.seat


class Views:
    """Makes the views of one state of a table, each once.

    This object contains the whole state, so it must not leave `bot.tables`.
    """

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._hands: dict[Seat, HandView | None] = {}
        self._backers: dict[int, BackedView | None] = {}

    @cached_property
    def table(self) -> TableView:
        """What all may know of the table."""
        return _table_view(self.state)

    def hand(self, seat: Seat) -> HandView | None:
        """Returns what the player in a seat may know, or None before the first game."""
        if seat not in self._hands:
            self._hands[seat] = _hand_view(self.state, seat, self.table)
        return self._hands[seat]

    def backer(self, user_id: int) -> BackedView | None:
        """Returns what a backer or a guest may know, or None if this person may see no hand now (Laws 54 and 55)."""
        if user_id not in self._backers:
            self._backers[user_id] = _backed_view(self.state, user_id, self.table)
        return self._backers[user_id]


def _table_view(state: TableState) -> TableView:
    """Returns the public view of a table."""
    seats = None if state.seats is None else (state.person(Seat.NORTH), state.person(Seat.SOUTH))
    waits = waits_of(state)
    return TableView(
        **_shared_values(state, _TABLE),
        game=None if state.game is None else public_view(state.game),
        seats=seats,
        sat=state.seats,
        galerie=_galerie_view(state.galerie, waits),
        waits=waits,
        game_promise=public_game_promise_of(state),
        deal_promise=public_deal_promise_of(state),
        new_packets=_new_packets(state),
    )


def _hand_view(state: TableState, seat: Seat, table: TableView) -> HandView | None:
    if state.game is None:
        return None
    counts = [0] * (advice.TALON + 1)
    for person, signs in state.galerie.pointed.items():
        if state.galerie.seen_by(person) is seat:
            for sign in signs:
                counts[sign] += 1
    return HandView(table, player_view(state.game, seat, table.game), tuple(counts))


def _backed_view(state: TableState, user_id: int, table: TableView) -> BackedView | None:
    # A player is no backer, and a player who gave up a hand sees it no more.
    galerie, game = state.galerie, state.game
    if game is None or state.status is not Status.PLAYING:
        return None
    seat = galerie.seen_by(user_id)
    if seat is None or state.seat_of(user_id) is not None:
        return None
    view = backer_view(game, seat)
    pointed = galerie.pointed.get(user_id, frozenset[int]())
    may_point = advice.may_point(view, pointed) if galerie.succession is None else frozenset[int]()
    return BackedView(table, view, pointed, may_point)


def _new_packets(state: TableState) -> tuple[Seat, Distribution] | None:
    game, event = state.game, state.new_packets
    if game is None or event is None or state.status is not Status.PLAYING:
        return None
    number = 0 if game.deal is None else game.deal.number
    is_for_this_deal = number < event.number or (number == event.number and game.scored is None)
    return (event.seat, event.distribution) if is_for_this_deal else None


def _sights(galerie: Galerie) -> dict[int, Sight]:
    backers = () if galerie.book is None else tuple(bet.person for bet in galerie.book.bets)
    people = dict.fromkeys((*backers, *(guest for guest in galerie.company.guests if not is_erased(guest))))
    sights = {person: galerie.sight_of(person) for person in people}
    return {person: sight for person, sight in sights.items() if sight is not None}


def _person_awaited(waiting: Waiting | None) -> int | None:
    return next(iter(waiting.who), None) if waiting is not None else None


def _galerie_view(galerie: Galerie, waits: Mapping[WaitKind, Waiting]) -> GalerieView:
    return GalerieView(
        **_shared_values(galerie, _GALERIE),
        queue=None if galerie.joined else galerie.queue,
        awaited=_person_awaited(waits.get(WaitKind.CHAIR)),
        heir=_person_awaited(waits.get(WaitKind.HEIR)),
        sight=_sights(galerie),
    )


_TABLE = tuple(field.name for field in fields(PublicTable))
_GALERIE = tuple(field.name for field in fields(PublicGalerie))


def _shared_values(state: PublicTable | PublicGalerie, names: tuple[str, ...]) -> dict[str, Any]:
    """Returns the values of the fields that a view shares with the state."""
    return {name: getattr(state, name) for name in names}
