"""`commit`: the one way in which a table changes.

# Theory

A table is its log of events. Its state is the log folded; its version is the number of events. A use case is a
function `decide(state, context)` that returns events, and `commit` turns one decision into one transaction.

States of a commit:

1. *Read.* Under the table's lock: the state (from memory, or folded from the log), then the context, which is all
   that `decide` may ask for beside it: clock, RNG, balances, seeds, preferences.
2. *Decide.* Outage credit and the first press since the promise come first, then the events of `decide`, then the
   automatic steps (`tables.automatic`), until a person has to decide. Pure: nothing is written, and it can be done
   again.
3. *Write.* One transaction: events, the table's row, result, standings, ledger, advice, the credit that was used up,
   and the id of the interaction.
4. *Tell.* Watchers get the view after it: timer, drawing, house. Nothing they do can undo the commit.

Invariants:

- Events 1 to `version` exist without a gap, and folding them leads to the row. A loaded log that breaks this is put
  aside.
- A transaction is written against the version on which it was decided, or not at all.
- An interaction changes a table once: its id is unique, and is stored with what it caused.
- The state in memory is replaced only after the transaction, so it is never ahead of the database.
- An event carries all that it was decided with, packs and balances among it: folding needs no clock and draws no
  chance.
- Chips move in the same transaction as the event that moves them, and the ledger sums to zero.

What may happen at any moment, and what follows:

- Two presses at once in this process (the lock): the second one is decided on the state after the first.
- Another process wrote, and the decision was accepted (`Conflict`): its events are read after the version that is
  kept, and it is decided again, five times at most.
- Another process wrote, and the decision was refused, or nothing was to be done: the same, before anyone is answered.
  So a state that lags behind costs a second decision, and never a wrong answer; one that does not costs no query
  where the decision is accepted.
- A purse changed since it was read (`Overdrawn`): decided again with the new balances.
- A person sat down elsewhere meanwhile, in whatever process (`LimitReached`): refused. Use cases look before they
  decide, for the sentence; the transaction counts, for the limit.
- One of two who are to meet has blocked the other, before that transaction (`Parted`): refused.
- A player has blocked a backer since their bet was decided (`HandHidden`): refused; pressed again, taken without sight.
- The interaction is delivered twice (`Repeated`, or `decide` refuses): the caller gets the present table, and no
  error.
- `decide` refuses (`Refused`) on the newest state: nothing is written.
- The process dies before the transaction: nothing happened, and Discord was not told otherwise.
- The process dies after it, before *tell*: the next start sets the timer and draws.
- The database was restored (`_promised_anew`): the deals are promised anew, and the press, which came before the
  promise, is refused.

Why so. The lock alone would do for one process; the version alone would do for correctness. With both, a lost race is
rare and always harmless. `Repeated` is checked before `Conflict`: a repeated delivery finds the table moved on by its
own first one. The press is acknowledged after the commit, because Discord does not deliver an acknowledged press
again. Decisions 1, 4 and 5 in `docs/adr` have the alternatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.people import purses
from bot.rows.commits import CountLimit, Limit
from bot.rows.outages import Outage
from bot.rows.storage_errors import Conflict, HandHidden, LimitReached, Overdrawn, Parted, Repeated
from bot.tables.automatic import apply_steps, then_automatic
from bot.tables.context import DecisionContext
from bot.tables.events.fair import PressCounted
from bot.tables.events.table import ClockCredited, TableEvent, TableOpened
from bot.tables.fair_deal import promise_anew, promise_game
from bot.tables.problems import Problem, Refused, refusal
from bot.tables.service import Tables
from bot.tables.state.apply import evolve
from bot.tables.state.table import Change, Status, Step, TableState
from bot.tables.state.waiting import WaitKind, waiting_of, wake_at
from bot.tables.views import TableView, Views
from ecarte.table.stakes import GalerieError

Decide: TypeAlias = Callable[[TableState, DecisionContext], Sequence[Step]]
"""Decides what happens; pure, and called again after a lost race. No steps: nothing happens."""

_TRIES = 5
_DAY_MS = 86_400_000
_WITHOUT_CLOCK = WaitKind.PATIENCE, WaitKind.NEXT_GAME
"""A game without a clock is kept for a week. No person lacks an hour of that, and its log is spared the events."""


async def commit(
    tables: Tables, table_id: int, decide: Decide, *, cause: int | None = None, concerned: Sequence[int] = ()
) -> TableView:
    """Decides on the present state, adds the automatic steps, writes all of it, and calls the watchers.

    What the table is owed for outages comes first; after a restore, a new promise.

    Args:
        cause: the id of the interaction, which is carried out once however often it is delivered.
        concerned: people whose balances the decision needs, besides those at the table; who acts comes first.

    Returns:
        The table after it; the current one if nothing happened.

    Raises:
        Refused: by `decide`, or there is no such table; nothing has changed.
    """
    async with tables.log.lock(table_id):
        if await _promised_anew(tables, table_id) and cause is not None:
            # What a press gives to a promise is not known before it: this one was made after the press.
            raise Refused(Problem.STALE)
        for _ in range(_TRIES):
            views = await tables.log.views(table_id)
            state = views.state
            context = await _context(tables, state, concerned)
            outages = await tables.log.outages(state, context.now)
            try:
                pressed = _press_events(state, concerned, cause)
                changes = _decide_changes(state, decide, context, outages, pressed)
            except Refused:
                overtaken = await tables.log.catch_up(table_id)
                # A repeated delivery finds the table moved on by its own first one: that is no refusal.
                if cause is not None and await tables.repository.carried_out(cause) is not None:
                    return (await tables.log.views(table_id)).table
                if overtaken:
                    continue
                raise
            if not changes:
                if await tables.log.catch_up(table_id):
                    continue
                return views.table
            try:
                count_limit = await _count_limit(tables, changes[-1].after, context.now)
                # Who stays away from a pool loses it: no other game keeps anyone from coming.
                most = {Limit.PLAYING: tables.limits.most(state.opened.terms.pace.kind)}
                playing = {} if state.plays_for_pool else most
                after = await tables.log.append(changes, context.now, cause, count_limit, playing, _until(outages))
            except Conflict:
                if not await tables.log.catch_up(table_id):
                    tables.log.drop(table_id)
            except Overdrawn:
                # A purse has changed since it was read: decided anew.
                continue
            except LimitReached as reached:
                # They sat down at another table after the decision was begun.
                raise _limit_refusal(changes[-1].after, reached, concerned) from None
            except Parted as parted:
                raise _parting_refusal(changes[-1].after, parted, concerned) from None
            except HandHidden:
                # Pressed again, the bet is taken without sight. The sentence gives no block away.
                raise Refused(Problem.BUSY) from None
            except Repeated:
                await tables.log.catch_up(table_id)
                return (await tables.log.views(table_id)).table
            else:
                return tell(tables, after)
        raise Refused(Problem.STALE)


def _limit_refusal(state: TableState, reached: LimitReached, concerned: Sequence[int]) -> Refused:
    person = next(person for person in state.seats or () if person.id == reached.user_id)
    own = bool(concerned) and concerned[0] == person.id
    return Refused(Problem.SEATED if own else Problem.OTHER_SEATED, name=person.name, limit=reached.most)


def _parting_refusal(state: TableState, parted: Parted, concerned: Sequence[int]) -> Refused:
    """The refusal for people of whom one has blocked the other: only who has blocked reads that it is so."""
    opened = state.opened
    known = {person.id: person.name for person in (opened.challenger, opened.challenged) if person is not None}
    names = {**known, **state.galerie.names}
    if parted.user_id in concerned[:1]:
        return Refused(Problem.BLOCKED_BY_YOU, name=names[parted.blocked_id])
    return Refused(Problem.NOT_FREE, name=names[parted.user_id])


async def _promised_anew(tables: Tables, table_id: int) -> bool:
    """Promises the game of a table anew where a restore asks for it. Returns whether it has.

    As each change of a table it begins with the credit for outages, which is used up by it.
    """
    state, now = await tables.log.state(table_id), tables.now()
    promise = promise_anew(state, tables.log.restored_at, tables.rng.randbytes)
    if promise is None:
        return False
    outages = await tables.log.outages(state, now)
    steps: list[Step] = [*_credit(state, outages), promise]
    tell(tables, await tables.log.append(apply_steps(state, steps, now), now, None, credited_until=_until(outages)))
    return True


async def open_table(tables: Tables, opened: TableOpened, cause: int | None, limits: Mapping[Limit, int]) -> TableView:
    """Opens a table and calls the watchers.

    Args:
        limits: how many there may be with this one.

    Raises:
        LimitReached: by one of the limits; nothing has changed.
        Parted: one of the two has blocked the other; nothing has changed.
    """
    promised = promise_game(tables.rng.randbytes, 1)
    try:
        views = await tables.log.open(opened, promised, tables.now(), cause, limits=limits)
    except Repeated as repeated:
        return (await tables.log.views(repeated.table_id)).table
    return tell(tables, views)


def _until(outages: Iterable[Outage]) -> int:
    """The end of the last of some outages; 0: there are none."""
    return max((outage.until for outage in outages), default=0)


def _credit(state: TableState, outages: Iterable[Outage]) -> list[ClockCredited]:
    """Returns the credit that a table takes in for outages, if they have taken time from a person."""
    waiting = waiting_of(state)
    if waiting is None or (waiting.kind in _WITHOUT_CLOCK and not state.clock.pace.is_timed):
        return []
    # A table that changed during an outage was credited up to that change, or has begun to wait with it.
    since = max(waiting.since, state.credited_at)
    lost = sum(max(0, outage.until - max(outage.since, since)) for outage in outages)
    return [ClockCredited(lost)] if lost else []


def _decide_changes(
    state: TableState,
    decide: Decide,
    context: DecisionContext,
    outages: Sequence[Outage],
    pressed: Sequence[PressCounted],
) -> Sequence[Change]:
    credit, before = _credit(state, outages), state
    given: list[TableEvent] = [*credit, *pressed]
    for event in given:
        before = evolve(before, state.id, event, context.now)
    try:
        steps = decide(before, context)
        return then_automatic(state, [*credit, *(pressed if steps else ()), *steps], context)
    except GalerieError as forbidden:
        raise refusal(forbidden) from forbidden


def _press_events(state: TableState, concerned: Sequence[int], cause: int | None) -> list[PressCounted]:
    """Returns the PressCounted event, if this is a player's first press since the commitment of the game."""
    promised = state.game_promise
    if cause is None or promised is None or not concerned or concerned[0] in promised.presses:
        return []
    if state.status is Status.PLAYING and state.seat_of(concerned[0]) is None:
        return []
    return [PressCounted(concerned[0], cause)]


async def _context(tables: Tables, state: TableState, concerned: Sequence[int]) -> DecisionContext:
    """Loads all that a decision at this table may ask for."""
    galerie = state.galerie
    queue = galerie.queue
    sitting = {person.id for person in state.seats or ()} | {person.id for person in galerie.joined}
    if queue is not None:
        sitting |= {person for person in (*queue.seats, *queue.stand_ins) if person is not None}
    sitting |= {state.opened.challenger.id, *concerned}
    balances: dict[int, int] = {}
    if state.opened.terms.stake:
        staked = set(galerie.book.account()) if galerie.book is not None else set()
        balances = await purses.balances(tables.people, state.opened.guild_id, sitting | staked)
    chosen = {person: (await tables.people.profiles.profile(person)).preferences for person in sitting}
    distributions = {person: preferences.distribution for person, preferences in chosen.items()}
    seeds = {person: preferences.seed for person, preferences in chosen.items()}
    guests = {person: preferences.guests for person, preferences in chosen.items()}
    return DecisionContext(tables.now(), tables.rng, balances, distributions, seeds, tables.stacked_packs, guests)


async def _count_limit(tables: Tables, after: TableState, now: int) -> CountLimit | None:
    """How many games of the two count on this day (UTC), where a game may just have ended."""
    if after.status is Status.PLAYING:
        return None
    most = (await tables.people.servers.of(after.opened.guild_id)).counted_games
    return CountLimit(now - now % _DAY_MS, most)


def tell(tables: Tables, views: Views) -> TableView:
    """Calls the watchers with a table. Returns its public view."""
    at = wake_at(views.state)
    for watcher in tables.watchers:
        watcher(views.table, at)
    return views.table
