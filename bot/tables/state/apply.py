"""Computes the state of a table after an event. This module decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.clock import Clock
from bot.people.person import has_house
from bot.tables.events.fair_events import (
    CutAwaited,
    CutChosen,
    DealerDrawn,
    DealPromised,
    GamePromised,
    HousePlays,
    PackCut,
    PackMade,
    PressCounted,
    SeedNamed,
)
from bot.tables.events.galerie_events import (
    ChairLeft,
    ChairTaken,
    GalerieEvent,
    HandOffered,
    HandTaken,
    PoolGameCounted,
    StakesPaid,
    StakesReturned,
)
from bot.tables.events.pack_events import NewCardsCalled, PackChosen, PacketsChanged
from bot.tables.events.table_events import (
    ChallengeEnded,
    ClockCredited,
    PersonErased,
    Played,
    RematchAsked,
    TableClosed,
    TableEvent,
    TableOpened,
    TableSeated,
    TableVoided,
    TermsChanged,
    ThreadMade,
    TimeGiven,
    TimeTold,
)
from bot.tables.state import apply_galerie as galerie_fold
from bot.tables.state import galerie_state
from bot.tables.state.secret_promises import SecretDealPromise, SecretGamePromise
from bot.tables.state.table_state import FinishedDeal, Status, TableState, Tally, Wins, copy_with
from bot.tables.state.waiting import put_off
from ecarte.ai import DealEnd
from ecarte.fair import decision_of
from ecarte.game import Distribution, Fault, Phase, PublicView, Reason, Remedy, Seat, State, engine, public_view
from ecarte.game import events as game
from ecarte.table import packs as two_packs
from ecarte.table import rubber as rubbers


def fold(table_id: int, events: Iterable[tuple[int, TableEvent]]) -> TableState:
    """Computes the state of a table from its whole log: the events in order, each with its moment."""
    state: TableState | None = None
    for at, event in events:
        state = evolve(state, table_id, event, at)
    assert state is not None, "a log is never empty"
    return state


def evolve(
    state: TableState | None, table_id: int, event: TableEvent, at: int, game_after: State | None = None
) -> TableState:
    """Computes the state of a table after one more event, which happens at the moment `at`.

    Args:
        state: the state before the event; None if the event opens the table.
        game_after: the core's state of the game after an event of the game, if it is known already; None to compute it.
    """
    if isinstance(event, TableOpened):
        return TableState(table_id, 1, event, Clock.at_start(event.terms.pace), opened_at=at, changed_at=at)
    assert state is not None, "a log begins with the challenge"
    if isinstance(event, Played):
        return _apply_move(state, event.event, at, game_after)
    state = copy_with(state, version=state.version + 1)
    match event:
        case TermsChanged(terms):
            opened = replace(state.opened, terms=terms)
            return copy_with(state, opened=opened, terms_changes=state.terms_changes + 1)
        case ChallengeEnded():
            return copy_with(state, status=Status.CLOSED, ended=event, changed_at=at)
        case TableSeated(north, south):
            galerie = galerie_state.seat_players(state.galerie, north, south, state.opened.terms)
            return copy_with(state, status=Status.PLAYING, seats=(north, south), changed_at=at, galerie=galerie)
        case ThreadMade(thread_id):
            return copy_with(state, thread=thread_id, thread_tried=True)
        case TimeTold(said):
            return copy_with(state, clock=state.clock.after_notice(said))
        case TimeGiven(by):
            return copy_with(state, clock=state.clock.with_more_time(at), acted=state.acted | {by})
        case ClockCredited(milliseconds):
            return put_off(copy_with(state, credited_at=at), milliseconds)
        case HousePlays(_, player):
            return copy_with(state, house=player)
        case DealPromised():
            return copy_with(state, deal_promise=SecretDealPromise.of(event, at))
        case PackCut():
            assert state.deal_promise is not None, "a deal is promised before its pack is cut"
            return copy_with(state, deal_promise=state.deal_promise.with_cut(event))
        case GamePromised(commitment=commitment):
            deal = None if state.deal_promise is None else state.deal_promise.under(commitment)
            return copy_with(state, game_promise=SecretGamePromise.of(event, at, state.game_promise), deal_promise=deal)
        case PressCounted() | SeedNamed() | CutChosen() | DealerDrawn() | CutAwaited() | PackMade():
            return _apply_fair_share(state, event, at)
        case RematchAsked(by):
            return copy_with(state, asked=state.asked | {by})
        case TableClosed():
            return copy_with(_with_rubber_ended(state), status=Status.CLOSED, changed_at=at)
        case PersonErased():
            return state
        case TableVoided():
            galerie = replace(state.galerie, pause=None, succession=None, pointed={})
            closed = copy_with(_with_rubber_ended(state), status=Status.CLOSED, changed_at=at)
            return copy_with(closed, galerie=galerie, voided=True)
        case NewCardsCalled(_, seat):
            return copy_with(state, packs=two_packs.call_new(state.packs, seat))
        case PackChosen(_, seat, pack):
            return copy_with(state, packs=two_packs.choose(state.packs, seat, pack))
        case PacketsChanged(_, seat, distribution):
            return copy_with(_with_distribution(state, seat, distribution), new_packets=event)
        case _:
            return _apply_galerie(state, event, at)


def _apply_fair_share(
    state: TableState, event: PressCounted | SeedNamed | CutChosen | DealerDrawn | CutAwaited | PackMade, at: int
) -> TableState:
    game = state.game_promise
    assert game is not None, "contributions come after the promise"
    match event:
        case PressCounted(by, press):
            return copy_with(state, game_promise=game.count(by, press))
        case SeedNamed(by, seed):
            return copy_with(state, game_promise=game.name(by, seed))
        case CutChosen(by, place):
            return copy_with(state, game_promise=game.choose_cut(by, place))
        case DealerDrawn():
            return copy_with(state, game_promise=game.draw(event))
        case CutAwaited():
            return copy_with(state, deal_promise=SecretDealPromise.before_cut(event, game, at))
        case PackMade():
            return copy_with(state, deal_promise=SecretDealPromise.of_pack(event, game, state.id, at))


def _apply_galerie(state: TableState, event: GalerieEvent, at: int) -> TableState:
    after = galerie_fold.evolve(state.galerie, event, at, state.opened.terms, state.game)
    state = copy_with(state, galerie=after)
    match event:
        case ChairTaken(by):
            return copy_with(state, asked=state.asked | {by}, changed_at=at)
        case ChairLeft(by):
            return copy_with(_with_rubber_ended(state), asked=state.asked - {by}, changed_at=at)
        case HandOffered():
            return copy_with(state, clock=state.clock.after_decision(None, at))
        case HandTaken():
            assert state.game is not None
            turn = state.game.turn
            taken_seat = next(seat for seat in Seat if state.person(seat).id == event.person.id)
            running = None if turn is None or state.game.phase is Phase.DEAL else turn.index
            clock = state.clock.with_full_reserve(taken_seat.index).after_decision(running, at)
            acted = state.acted | {event.person.id}
            return copy_with(state, clock=clock, decision=state.decision + 1, acted=acted)
        # A game that ends before its first deal has ended has no finished deal.
        case StakesPaid() | StakesReturned() if state.finished and state.finished[-1].game_no == state.game_no:
            *others, last = state.finished
            return copy_with(state, finished=(*others, replace(last, settlement=after.settlement)))
        case PoolGameCounted():
            return copy_with(state, galerie=replace(after, counted=state.game_no))
        case _:
            return state


# Events that are no decisions: the clock runs on.
_NO_DECISION = (
    game.GameStarted,
    game.KingMarked,
    game.StopOffered,
    game.StopAnswered,
    game.SuitNamed,
    game.KingTakenBack,
    game.HandShown,
    game.LetStood,
)


def _apply_move(state: TableState, event: game.Event, at: int, after: State | None) -> TableState:
    before = state.game
    if after is None:
        after = engine.evolve(None if isinstance(event, game.GameStarted) else before, event)
    # Most events of a log come here, and copies of the state are a good part of their cost.
    state = copy_with(state, version=state.version + 1, game=after)
    if isinstance(event, game.GameStarted):
        assert state.seats is not None
        rubber = state.rubber
        return copy_with(
            state,
            status=Status.PLAYING,
            rubber=rubbers.open_rubber(state.opened.terms.rubber, event.rules) if rubber.over else rubber,
            game_no=state.game_no + 1,
            game_started_at=at,
            clock=Clock.at_start(state.opened.terms.pace),
            cuts=(),
            tallies=(Tally(), Tally()),
            asked=frozenset(),
            acted=frozenset(),
            galerie=galerie_state.begin_game(state.galerie, *state.seats, state.opened.terms),
            deal_promise=None,
            house=None,
            new_packets=None,
        )
    assert before is not None
    if state.seats is not None and has_house(state.seats):
        state = copy_with(state, made=_count_decisions(state.made, before, event))
    if not isinstance(event, game.CardPlayed):
        # Most events of a log are cards, which change neither kings and voles nor the match.
        state = _apply_match(_count_kings_and_voles(state, before, event), after, event)
    if not isinstance(event, _NO_DECISION) or after.phase is not before.phase:
        # Between two deals no player has to decide, because the cards come by themselves or wait for bets.
        turn = None if after.phase is Phase.DEAL else after.turn
        running = None if turn is None else turn.index
        galerie = galerie_state.apply_decision(state.galerie, before, event)
        state = copy_with(
            state,
            clock=state.clock.after_decision(running, at),
            decision=state.decision + 1,
            acted=_with_actor(state, before, event),
            galerie=galerie,
        )
    if after.phase is not Phase.STANDING:
        galerie = galerie_state.clear_remarks(state.galerie)
        if state.errors_until is not None or galerie is not state.galerie:
            state = copy_with(state, errors_until=None, galerie=galerie)
    elif before.phase is not Phase.STANDING or isinstance(event, game.ErrorCalled):
        state = copy_with(state, errors_until=at + state.opened.terms.pace.errors_ms)
    if isinstance(event, game.DealScored):
        state = copy_with(state, galerie=galerie_state.judge_advice(state.galerie, event.seat))
    if isinstance(event, game.GameEnded):
        galerie = galerie_state.end_game(state.galerie, event.winner, at, rubber=not state.rubber.over)
        state = copy_with(state, status=Status.BETWEEN, changed_at=at, galerie=galerie)
    return state


def _with_actor(state: TableState, before: State, event: game.Event) -> frozenset[int]:
    """Returns the people who have acted in the game, with the person who decided or claimed the opponent's time."""
    seat = event.seat if isinstance(event, game.TimeClaimed) else before.turn
    if seat is None or state.clock.running is None:
        return state.acted
    person = state.person(seat).id
    # Most decisions are made by a player who has made one before. Then no new set is built.
    return state.acted if person in state.acted else state.acted | {person}


def _count_decisions(made: tuple[int, int], before: State, event: game.Event) -> tuple[int, int]:
    """Returns the numbers of decisions that North and South have made in the deal."""
    if isinstance(event, game.CardsDealt):
        return 0, 0
    decision = decision_of(before, event)
    if decision is None:
        return made
    north, south = made
    return (north + 1, south) if decision[0] is Seat.NORTH else (north, south + 1)


def _count_kings_and_voles(state: TableState, before: State, event: game.Event) -> TableState:
    """Counts the kings and voles of an event, or takes back those that were errors."""
    match event:
        case game.KingMarked(seat):
            # At a salon table a king may be announced after a false one, which then counts no more.
            state = state if before.king is None else _tally(state, before.king.seat, kings=-1)
            return _tally(state, seat, kings=1)
        case game.DealScored(seat, reason=Reason.VOLE):
            return _tally(state, seat, voles=1)
        case game.KingTakenBack(seat):
            return _tally(state, seat, kings=-1)
        case game.ErrorCalled(seat, fault, remedy):
            if fault is Fault.KING and before.king is not None and before.king.seat is seat.other:
                state = _tally(state, seat.other, kings=-1)
            if remedy is Remedy.AGAIN and before.scored is not None and before.scored.reason is Reason.VOLE:
                state = _tally(state, before.scored.seat, voles=-1)
            return state
        case _:
            return state


def _with_deal(state: TableState, after: State) -> TableState:
    """Returns the state with an ended deal. If the same deal had ended before, the new end replaces it."""
    view = public_view(after)
    others = [
        finished
        for finished in state.finished
        if (finished.game_no, finished.deal.number) != (state.game_no, view.number)
    ]
    finished = replace(_finished_deal(state, view), course=_course(others, state.game_no, view))
    return copy_with(state, finished=(*others[-1:], finished))


def _course(before: Sequence[FinishedDeal], game_no: int, view: PublicView) -> tuple[DealEnd, ...]:
    """Returns the course of the game up to an ended deal."""
    earlier = before[-1].course if before and before[-1].game_no == game_no else ()
    return earlier if view.dealer is None else (*earlier, DealEnd(view.number, view.dealer, view.score))


def _finished_deal(state: TableState, view: PublicView) -> FinishedDeal:
    seats, promise = (state.person(Seat.NORTH), state.person(Seat.SOUTH)), state.deal_promise
    # While errors may be called, the hand may be played again, so nothing of its pack is public yet.
    is_revealed = promise is not None and promise.number == view.number and view.phase is not Phase.STANDING
    assert state.seats is not None
    promise = promise if is_revealed else None
    return FinishedDeal(
        state.game_no, view, seats, state.seats, state.rubber, state.packs.dealt, promise, wins=state.wins
    )


def _apply_match(state: TableState, after: State, event: game.Event) -> TableState:
    """Applies an event of the game to the cuts, the packs, the rubber and the finished deals."""
    match event:
        case game.CutMade(north, south):
            packs = state.packs if after.dealer is None else two_packs.cut_won(state.packs, after.dealer)
            return copy_with(state, cuts=(*state.cuts, (north, south)), packs=packs)
        case game.CardsDealt():
            assert after.deal is not None
            dealer = after.deal.dealer
            return copy_with(
                _with_distribution(state, dealer, event.distribution), packs=two_packs.deal(state.packs, dealer)
            )
        case game.GameEnded():
            rubber = rubbers.count_game(state.rubber, event, after.score, after.rules)
            return _with_deal(copy_with(state, rubber=rubber, wins=_with_win(state, event)), after)
        case game.DealScored() | game.DealStood():
            return _with_deal(state, after)
        case _:
            return state


def _with_win(state: TableState, event: game.GameEnded) -> Wins:
    """Returns the games won here, with an ended one. A game that a backer played out counts for no player."""
    queue = state.galerie.queue
    if event.winner is None or state.seats is None or (queue is not None and any(queue.stand_ins)):
        return state.wins
    winner, loser = (state.seats[seat.index].id for seat in (event.winner, event.winner.other))
    return {**state.wins, (winner, loser): state.wins.get((winner, loser), 0) + 1}


def _with_distribution(state: TableState, dealer: Seat, distribution: Distribution) -> TableState:
    """Returns the state with the order in which a dealer deals."""
    person = state.person(dealer).id
    if state.packets.get(person) is distribution:
        return state
    return copy_with(state, packets={**state.packets, person: distribution})


def _with_rubber_ended(state: TableState) -> TableState:
    """Ends the current rubber, because a player has got up or the table is closed, also in its last finished deal."""
    rubber = rubbers.call_off(state.rubber)
    if state.status is not Status.BETWEEN or rubber == state.rubber:
        return copy_with(state, rubber=rubber)
    *others, last = state.finished
    return copy_with(state, rubber=rubber, finished=(*others, replace(last, rubber=rubber)))


def _tally(state: TableState, seat: Seat, *, voles: int = 0, kings: int = 0) -> TableState:
    north, south = state.tallies
    before = state.tallies[seat.index]
    after = Tally(before.voles + voles, before.kings + kings)
    return copy_with(state, tallies=(after, south) if seat is Seat.NORTH else (north, after))
