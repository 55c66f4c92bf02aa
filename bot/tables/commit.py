"""`commit`: the only way to change a table.

# Theory

A table is its log of events. Its state is the folded log; its version is the number of events. A use case is a function
`decide(state, context)` that returns events, and `commit` turns one decision into one transaction.

Steps of a commit:

1. *Read.* Under the table's lock: the state (from memory, or folded from the log), then the context with all other
   inputs of `decide`: clock, RNG, balances, seeds, preferences.
2. *Decide.* Outage credit and a player's first press since the promise come first, then the events of `decide`, then
   the automatic steps (`tables.automatic`), until a person has to decide. This step is pure: it writes nothing, and can
   be repeated.
3. *Write.* One transaction: events, the table's row, result, standings, ledger, advice, the used credit, and the id of
   the interaction.
4. *Tell.* Watchers get the new view: timer, drawing, house. No watcher can undo the commit.

Invariants:

- Events 1 to `version` exist without a gap, and folding them gives the row. If a loaded log breaks this, its table is
  put aside.
- A transaction is written against the version that its decision has read, or not at all.
- An interaction changes a table once: its id is unique, and is stored with its events.
- The state in memory is replaced only after the transaction, so it is never ahead of the database.
- An event has all values that its decision used, packs and balances included: folding needs no clock and no RNG.
- Chips move in the same transaction as the event that moves them, and the ledger sums to zero.

Events that may come at any moment, and their effects:

- Two presses come at once in this process: the lock makes the second one wait, and it is decided on the state after the
  first.
- Another process has written, and the decision was accepted (`Conflict`): the other's events are read, and the decision
  is repeated, five times at most.
- Another process has written, and the decision was refused or changes nothing: the same, before the caller gets an
  answer. A stale state costs a second decision, never a wrong answer. A fresh state costs no extra query when the
  decision is accepted.
- A purse has changed since it was read (`Overdrawn`): the decision is repeated with the new balances.
- A person has sat down elsewhere meanwhile, in any process (`LimitReached`): refused. Use cases check limits before
  they decide, to choose the sentence; the transaction counts, to keep the limit.
- One of two people who would meet has blocked the other before the transaction (`Parted`): refused.
- A player has blocked a backer since their bet was decided (`HandHidden`): refused. If the backer presses again, the
  bet is accepted, but does not show the hand.
- The interaction is delivered twice (`Repeated`, or `decide` refuses): the caller gets the present table, and no
  error.
- `decide` refuses (`Refused`) on the newest state: nothing is written.
- The process dies before the transaction: nothing has happened, and Discord was told nothing else.
- The process dies after the transaction, before *tell*: the next start sets the timer and draws.
- The database was restored (`_renew_promise`): the deals get a new promise, and the press, which came before that
  promise, is refused.

Reasons. For one process the lock alone would suffice; for correctness the version alone would suffice. With both, a
lost race is rare and always harmless. `Repeated` is checked before `Conflict`, because the first delivery of a repeated
press has changed the version. The press is acknowledged after the commit, because Discord does not deliver an
acknowledged press again. Decisions 1, 4 and 5 in `docs/adr` have the alternatives.
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
from bot.tables.events.fair_events import PressCounted
from bot.tables.events.table_events import ClockCredited, TableEvent, TableOpened
from bot.tables.fair_deal import promise_anew, promise_game
from bot.tables.problems import Problem, Refused, refusal
from bot.tables.service import Tables
from bot.tables.state.apply import evolve
from bot.tables.state.table_state import Change, Status, Step, TableState
from bot.tables.state.waiting import WaitKind, waiting_of, wake_at
from bot.tables.views import TableView, Views
from ecarte.table.stakes import GalerieError

Decide: TypeAlias = Callable[[TableState, DecisionContext], Sequence[Step]]
"""A function that decides what a use case does: gets the state of the table and a context, and returns events.

It is pure, because `commit` calls it again if another writer was faster. If it returns no events, nothing changes."""

_TRIES = 5
_DAY_MS = 86_400_000
_WITHOUT_CLOCK = WaitKind.PATIENCE, WaitKind.NEXT_GAME
"""A game without a clock waits for a week. An outage is too short to matter then, so its log gets no credits."""


async def commit(
    tables: Tables, table_id: int, decide: Decide, *, cause: int | None = None, concerned: Sequence[int] = ()
) -> TableView:
    """Decides on the present state of a table, adds the automatic steps, writes all events, and calls the watchers.

    If the table is owed time for outages, the event that credits it comes first. If the database was restored from a
    backup since the last promise of deals, a new promise is written before that, and an interaction is refused.

    Args:
        decide: returns the events of the use case.
        cause: the id of the interaction that asked for this. An interaction is carried out once, even if Discord
            delivers it again.
        concerned: the person who acts, then other people whose balances and preferences `decide` needs although they
            are not at the table.

    Returns:
        The table after the commit. If nothing has changed, the present table.

    Raises:
        Refused: `decide` has refused, or there is no such table; nothing has changed.
    """
    async with tables.log.lock(table_id):
        if await _renew_promise(tables, table_id) and cause is not None:
            # A press counts towards a promise only if it comes after it. This promise is younger than the press, so the
            # press is refused.
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
                was_stale = await tables.log.catch_up(table_id)
                # If this is a repeated delivery, its first one has changed the table, and it is not refused.
                if cause is not None and await tables.repository.carried_out(cause) is not None:
                    return (await tables.log.views(table_id)).table
                if was_stale:
                    continue
                raise
            if not changes:
                if await tables.log.catch_up(table_id):
                    continue
                return views.table
            try:
                count_limit = await _count_limit(tables, changes[-1].after, context.now)
                # A player who stays away from a pool loses it, so no limit keeps them from coming.
                most = {Limit.PLAYING: tables.limits.most(state.opened.terms.pace.kind)}
                playing = {} if state.plays_for_pool else most
                after = await tables.log.append(changes, context.now, cause, count_limit, playing, _until(outages))
            except Conflict:
                if not await tables.log.catch_up(table_id):
                    tables.log.drop(table_id)
            except Overdrawn:
                # A purse has changed since it was read, so the decision is repeated.
                continue
            except LimitReached as reached:
                # A player has sat down at another table since the decision began.
                raise _limit_refusal(changes[-1].after, reached, concerned) from None
            except Parted as parted:
                raise _parting_refusal(changes[-1].after, parted, concerned) from None
            except HandHidden:
                # If the backer presses again, the bet is accepted without sight. The sentence hides the block.
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
    """Returns the refusal if one person has blocked another. Only the blocker learns of the block."""
    opened = state.opened
    opponents = {person.id: person.name for person in (opened.challenger, opened.challenged) if person is not None}
    names = {**opponents, **state.galerie.names}
    if parted.user_id in concerned[:1]:
        return Refused(Problem.BLOCKED_BY_YOU, name=names[parted.blocked_id])
    return Refused(Problem.NOT_FREE, name=names[parted.user_id])


async def _renew_promise(tables: Tables, table_id: int) -> bool:
    """Gives the game of a table a new promise, if the database was restored since the last one. Returns whether it did.

    Like every change of a table, this begins with the credit for outages.
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
        limits: the greatest numbers of games and tables that are allowed after this table has opened.

    Raises:
        LimitReached: a limit would be exceeded; nothing has changed.
        Parted: one of the two people has blocked the other; nothing has changed.
    """
    promise = promise_game(tables.rng.randbytes, 1)
    try:
        views = await tables.log.open(opened, promise, tables.now(), cause, limits=limits)
    except Repeated as repeated:
        return (await tables.log.views(repeated.table_id)).table
    return tell(tables, views)


def _until(outages: Iterable[Outage]) -> int:
    """Returns the end of the last of some outages, or 0."""
    return max((outage.until for outage in outages), default=0)


def _credit(state: TableState, outages: Iterable[Outage]) -> list[ClockCredited]:
    """Returns the credit of a table for outages, if they took time from a person."""
    waiting = waiting_of(state)
    if waiting is None or (waiting.kind in _WITHOUT_CLOCK and not state.clock.pace.is_timed):
        return []
    # A table that changed during an outage was already credited up to that change, or began to wait then.
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
    first: list[TableEvent] = [*credit, *pressed]
    for event in first:
        before = evolve(before, state.id, event, context.now)
    try:
        steps = decide(before, context)
        return then_automatic(state, [*credit, *(pressed if steps else ()), *steps], context)
    except GalerieError as forbidden:
        raise refusal(forbidden) from forbidden


def _press_events(state: TableState, concerned: Sequence[int], cause: int | None) -> list[PressCounted]:
    """Returns the PressCounted event, if this is a player's first press since the commitment of the game."""
    promise = state.game_promise
    if cause is None or promise is None or not concerned or concerned[0] in promise.presses:
        return []
    if state.status is Status.PLAYING and state.seat_of(concerned[0]) is None:
        return []
    return [PressCounted(concerned[0], cause)]


async def _context(tables: Tables, state: TableState, concerned: Sequence[int]) -> DecisionContext:
    """Loads the inputs of a decision at this table."""
    galerie = state.galerie
    queue = galerie.queue
    people = {person.id for person in state.seats or ()} | {person.id for person in galerie.joined}
    if queue is not None:
        people |= {person for person in (*queue.seats, *queue.stand_ins) if person is not None}
    people |= {state.opened.challenger.id, *concerned}
    balances: dict[int, int] = {}
    if state.opened.terms.stake:
        backers = set(galerie.book.account()) if galerie.book is not None else set()
        balances = await purses.balances(tables.people, state.opened.guild_id, people | backers)
    preferences = {person: (await tables.people.profiles.profile(person)).preferences for person in people}
    distributions = {person: choice.distribution for person, choice in preferences.items()}
    seeds = {person: choice.seed for person, choice in preferences.items()}
    guests = {person: choice.guests for person, choice in preferences.items()}
    return DecisionContext(tables.now(), tables.rng, balances, distributions, seeds, tables.stacked_packs, guests)


async def _count_limit(tables: Tables, after: TableState, now: int) -> CountLimit | None:
    """Returns the limit of the pair's games that count on this day (UTC), or None if no game has just ended."""
    if after.status is Status.PLAYING:
        return None
    most = (await tables.people.servers.of(after.opened.guild_id)).counted_games
    return CountLimit(now - now % _DAY_MS, most)


def tell(tables: Tables, views: Views) -> TableView:
    """Calls the watchers with a table that has changed. Returns the public view of the table."""
    at = wake_at(views.state)
    for watcher in tables.watchers:
        watcher(views.table, at)
    return views.table
