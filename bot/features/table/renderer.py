"""Draws the messages of tables again after every change. If Discord's limits are nearly used up, it draws less often.

# Theory

A message follows from a view alone. So it can be drawn again at any time, and drawing decides nothing. The bot never
asks Discord for the content of a message, because the message store keeps a digest of it.

Parts:

- A *lane* is a table and one of its readers, or a table and all readers (`None`). Each lane is one task of a
  `WorkQueue`. If the task is woken while it draws, it draws once more. So changes are joined, the newest state wins,
  and a slow message delays no other lane.
- `_open` runs once for each change of a table. It makes the thread if the table needs one, then wakes the lanes: first
  the players, then the public messages, then bystanders.
- `_ask` asks all features for the messages of all readers. Their answer is kept while lanes draw, as long as the table
  and its messages do not change.
- `_draw` runs for one lane. It draws each message of the reader and compares digests. Then it sends, edits or deletes
  the message, as the message's placement says (`bot.adapter.display.Placement`).
- `EditPace` says whether a message that follows play is edited now. `Pressure` knows how many requests Discord still
  takes.

A placement with a *stage* follows play:

- The message is edited in this drawing if its stage has changed (a deal, a king, a bet, a result), or if enough time
  has passed since its last edit.
- Otherwise only moves have happened, and the edit is put off. It is drawn when its timer says so, which checks the load
  again twice a second; when a new stage begins; or when the process ends.

Invariants:

- A lane is *at* a version when all its messages show that version or a later one. `tables.drawn` stores the least
  version of a table's lanes, so that the next start of the bot knows which tables to draw.
- A lane that puts a message off does not count as drawn until the timer has woken it.
- A put-off edit costs no request, no painting and no digest, because it is put off before the message is drawn.
- In any second `Pressure` lets at most 45 requests out, for all processes together. Edits become rarer before that:
  from 30 requests a second on at tables that only players watch, from 33 with bystanders, from 36 for backers. Under
  full load a message is edited every 24 s, during an exchange every 36 s.
- An edit by the token of a press counts for no limit. It only keeps the least time between two edits.
- Each channel has a bucket of edits. Its last edit is reserved for messages that cannot wait.
- Players come first, since a hand is the answer to its press: other lanes wait for the hands, up to 30 ms, and the
  public messages of a first deal up to a second.

What may happen at any moment, and what follows:

- The state changes while a lane draws: the lane is woken, and draws once more from the newer state.
- Discord does not answer, or answers with a passing error: the lane is tried again after 2 s, 4 s, … up to 5 minutes.
- A press of the reader changes the state while a lane draws: the drawing is dropped right before its request, and the
  lane draws from the newer state (`bot.adapter.overtaking`). So no hand from before a press is sent after it.
- A message was deleted: Discord refuses the next edit (10008), and the message is sent again.
- The thread or the channel is gone, or closed to the bot: the table moves to its channel. If that fails too, the
  players are notified.
- A message of the table appears below a private hand that **My hand** opened: the hand is deleted and sent again below
  it.
- A player takes no direct messages: the slot is unreachable, and the table says so.
- A player's channel of direct messages is new, and waits for its turn (`bot.adapter.directs`): the table says so, and
  the lane is woken when the channel is open.
- The load grows while an edit waits: its timer checks again, and waits on. The edit is drawn in the end.
- The process dies: the stored digests, and the stored version, show the next start what to edit.
- The process ends: put-off edits are drawn within the grace period.

Reasons: requests are scarce, fifty a second for the whole bot. The time between edits depends on the load of the bot,
not on the table. So every table is live until the bot as a whole is busy. Then those readers wait first who see every
move elsewhere. `docs/adr/0003` has the digest, `docs/adr/0004` the order of commit and drawing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, assert_never

import discord

from bot.adapter.answer import Answer, Followups
from bot.adapter.contexts import server_of
from bot.adapter.custom_ids import Press
from bot.adapter.display import (
    Closing,
    Deletion,
    Drawn,
    FollowupDeletion,
    Hand,
    Placement,
    Placements,
    Post,
    Remainder,
    Ring,
    ShownTable,
)
from bot.adapter.message import Message
from bot.adapter.overtaking import Drawing, Drawings
from bot.adapter.pressure import Pressure
from bot.adapter.store import CHALLENGE, Delivery, MessageStore
from bot.app import App, PlayerKey
from bot.features.table import lost
from bot.features.table.pace import EditPace, Lane
from bot.features.table.placements import outdated_slots
from bot.features.table.places import Places
from bot.features.table.render import is_first_deal
from bot.features.table.threads import Threads
from bot.notices import DrawingWanted, HandPressed
from bot.people.preferences import Preferences
from bot.rows.ids import is_house
from bot.rows.slots import MessageRow, Slot, SlotKind
from bot.tables import lookup
from bot.tables.actions import seating
from bot.tables.lookup import ReaderViews
from bot.tables.owned_work import by_owner
from bot.tables.problems import Refused, TableLost
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.work_queue import WorkQueue

_REST_S = 15.0
_BYSTANDERS_AT_ONCE = 8
_WITHOUT_PLACE = (Delivery.PLACE_GONE, Delivery.NOT_ALLOWED)
_NOT_SHOWN = (Delivery.LATER, Delivery.REFUSED, Delivery.MODERATED, Delivery.OVERTAKEN)
_ANSWERS_WITHIN_S: Final = 0.03
"""Long enough for a hand in most cases, and too short for a person to notice."""
_FIRST_HANDS_WITHIN_S: Final = 1.0
_PAST_MS: Final = 86_400_000
"""Keep the places of messages of earlier deals for this long: a restored backup may still need to edit them."""


@dataclass(frozen=True, slots=True)
class _Asked:
    shown: ShownTable
    placements: Mapping[int | None, Sequence[Placement]]


def _gate() -> asyncio.Semaphore:
    return asyncio.Semaphore(_BYSTANDERS_AT_ONCE)


@dataclass(slots=True)
class _Record:
    """The state of the drawings of one table, in this process alone.

    Attributes:
        versions: the least version that the messages of each lane show, by reader.
        gate: lets few bystanders draw at once.
        settled: the messages that show their end, and are not drawn again.
        unfinished: the messages that last showed something that could still change.
        renew_before: a public message in the thread with a lower id is replaced by a new one. 0 for none.
        asked: the state about which features were asked last, and their placements by reader. None while nothing is
            drawn.
    """

    versions: dict[int | None, int] = field(default_factory=dict)
    gate: asyncio.Semaphore = field(default_factory=_gate)
    settled: set[Slot] = field(default_factory=set)
    unfinished: set[Slot] = field(default_factory=set)
    renew_before: int = 0
    asked: _Asked | None = None


class Renderer:
    """Keeps the messages at Discord up to date with the tables.

    Attributes:
        pace: decides when a message that follows the game is edited again.
        answers_within_s: how many seconds a press on a hand waits for the new drawing of the hand, which is then its
            answer. After that time, the press is acknowledged, and the drawing follows as an edit.
    """

    def __init__(
        self,
        app: App,
        messages: MessageStore,
        client: discord.Client,
        placements: Sequence[Placements],
        followups: Followups,
        pressure: Pressure,
    ) -> None:
        self.messages = messages
        messages.reachable = self.wake
        self._followups = followups
        self.places = Places(client, self.wake)
        self._app = app
        self._placements = placements
        self._threads = Threads(client, app.tables, messages)
        self._opening: WorkQueue[int] = WorkQueue(self._open, "draw table")
        self._lanes: WorkQueue[Lane] = WorkQueue(self._draw, "draw for")
        self._records: defaultdict[int, _Record] = defaultdict(_Record)
        self._drawings: Drawings[Lane] = Drawings()
        self._stopped = False
        self.answers_within_s = _ANSWERS_WITHIN_S
        self.pace = EditPace(pressure, app.now, self._lanes.wake)

    def wake(self, table_id: int, reader: int | None = None) -> None:
        """Schedules a redraw of a table. It returns at once.

        Args:
            reader: the id of the one reader whose messages are drawn, if only what they picked for discarding has
                changed. None for all messages, if the table has changed.
        """
        self._drawings.note_change(lambda lane: lane[0] == table_id and reader in (None, lane[1]))
        if self._stopped:
            return
        if reader is None:
            self._opening.wake(table_id)
        else:
            self._lanes.wake((table_id, reader))

    def renew(self, table_id: int, before: int) -> None:
        """Replaces the public message of a table by a new one, so that Discord does not archive its thread.

        Args:
            before: an id of a message. If the table's message is newer than this, it stays.
        """
        self._records[table_id].renew_before = before
        self.wake(table_id)

    def leave(self, table_id: int) -> None:
        """Stops drawing a table, because another process draws it from now on."""
        self._forget(table_id)
        self._app.tables.drawn.drop(table_id)
        self._drawings.drop(lambda lane: lane[0] == table_id)

    def _forget(self, table_id: int) -> None:
        """Drops the state in memory about the messages of a table."""
        self._records.pop(table_id, None)
        self.pace.forget(table_id)
        self.places.forget(table_id)
        self.messages.forget(table_id)

    async def refresh(self, table_id: int) -> None:
        """Draws a table again. Returns when the messages are drawn, or when a failed drawing was scheduled again."""
        if task := self._opening.wake(table_id):
            await asyncio.wait([task])
        if tasks := self._lanes_of(table_id):
            await asyncio.wait(tasks)

    @asynccontextmanager
    async def carry_out(
        self, interaction: discord.Interaction[Any], press: Press, *, on_hand: bool
    ) -> AsyncIterator[None]:
        """Surrounds the caller's block, which carries a press out. Keeps the token of the press (Discord's permission
        to edit the pressed message) for later drawings. Drawings from before the press are not sent any more.

        Of a press on a private message, the token is kept only if the message shows a hand (`on_hand`).
        """
        message, reader = interaction.message, interaction.user.id
        is_public = message is not None and not message.flags.ephemeral and server_of(interaction) is not None
        lanes: list[Lane] = [(press.table, reader), (press.table, None)] if is_public else [(press.table, reader)]
        with self._drawings.press(*lanes):
            if not (on_hand and await self._owner_elsewhere(interaction, press)):
                self._remember(interaction, press, on_hand=on_hand)
            yield

    async def _owner_elsewhere(self, interaction: discord.Interaction[Any], press: Press) -> TableView | None:
        """Returns the table of a press, if another process draws it. Otherwise None.

        A press in a server reaches the process that draws the tables of the server. But a private game may have begun
        elsewhere.
        """
        if interaction.message is None or not self._app.tables.log.process:
            return None
        try:
            table = await lookup.table(self._app.tables, press.table)
        except Refused:
            return None
        return None if self._app.tables.log.is_owned(table.guild_id) else table

    def _remember(self, interaction: discord.Interaction[Any], press: Press, *, on_hand: bool) -> None:
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            self.pace.note_press(press.table, interaction.user.id)
            self.messages.remember(press.table, interaction)
        elif on_hand:
            self.messages.remember_private(press.table, interaction.user.id, interaction)

    def remember_elsewhere(self, table_id: int, interaction: discord.Interaction[Any]) -> None:
        """Keeps the token of a press on a hand. Another process has received the press and carries it out, but this
        process draws the table.
        """
        answer = Answer(interaction, elsewhere=True)
        answer.offer()
        self.pace.note_press(table_id, interaction.user.id)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            self.messages.remember_private(table_id, interaction.user.id, interaction, answer=answer)
        else:
            self.messages.remember(table_id, interaction, answer)

    async def place_gone(self, channel_id: int) -> None:
        """Handles the deletion of a thread or a channel. The tables of a thread move to its channel. The tables of a
        channel can no longer be shown.
        """
        for row in await lookup.tables_at(self._app.tables, channel_id):
            with suppress(Refused):
                table = await lookup.table(self._app.tables, row.id)
                if channel_id in (table.place, table.channel_id):
                    await self._without_place(table, Delivery.PLACE_GONE)

    async def server_of(self, owner_id: int) -> int | None:
        """Returns the id of the server of a table. None for a private game, which its player may play anywhere.

        Args:
            owner_id: the id of the table.

        Raises:
            Refused: there is no such table.
        """
        opened = await lookup.opened(self._app.tables, owner_id)
        return opened.guild_id if opened.channel_id else None

    async def people_at(self, owner_id: int) -> Collection[int]:
        """Returns the ids of all who sit, bet or wait at a table, or ever did, and of the people of its challenge.

        Args:
            owner_id: the id of the table.

        Raises:
            Refused: there is no such table.
        """
        table = await lookup.table(self._app.tables, owner_id)
        invited = {person.id for person in (table.challenger, table.challenged_person) if person is not None}
        return invited | {person.id for person in table.seats or ()} | table.galerie.names.keys()

    async def place_closed(self, channel_id: int) -> None:
        """Handles a press in a thread in which Discord takes no messages. Opens the thread again or, if that fails,
        moves its tables to the channel.
        """
        for row in await lookup.tables_at(self._app.tables, channel_id):
            with suppress(Refused):
                table = await lookup.table(self._app.tables, row.id)
                if table.thread == channel_id and await self.messages.is_closed(channel_id):
                    await self._without_place(table, Delivery.NOT_ALLOWED)

    async def answer(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Answers a press on a hand with the hand as it is after the press. Waits at most `answers_within_s` seconds
        for the drawing.
        """
        elsewhere = await self._owner_elsewhere(interaction, press)
        Answer.of(interaction).offer()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.answers_within_s):
                if tasks := self._opening.tasks_of(lambda table_id: table_id == press.table):
                    await asyncio.wait(tasks)
                if tasks := self._lanes.tasks_of(lambda lane: lane == (press.table, interaction.user.id)):
                    await asyncio.wait(tasks)
        message = interaction.message
        if elsewhere is not None and message is not None:
            # The press is carried out first: with its token the owner would otherwise draw the hand from before it.
            pressed = HandPressed(
                elsewhere.id,
                elsewhere.guild_id,
                interaction.id,
                interaction.user.id,
                0 if message.flags.ephemeral else message.channel.id,
                message.id,
                interaction.token,
            )
            await self._app.tables.log.announce(pressed)

    async def drain(self) -> None:
        """Draws all messages whose edits are delayed, and waits for every drawing under way."""
        for queue in (self._opening, self._lanes):
            if tasks := queue.under_way:
                await asyncio.wait(tasks, timeout=_REST_S)
        self.pace.flush_delayed()
        if tasks := self._lanes.under_way:
            await asyncio.wait(tasks, timeout=_REST_S)

    async def stop(self, grace_s: float) -> None:
        """Waits for drawings under way, for at most `grace_s` seconds. The others are drawn at the next start."""
        self._stopped = True
        self.places.stop()
        self._opening.stop()
        late: set[asyncio.Task[None]] = set()
        if tasks := self._opening.under_way:
            _, late = await asyncio.wait(tasks, timeout=grace_s / 2)
        self.pace.flush_delayed()
        self._lanes.stop()
        if tasks := self._lanes.under_way:
            late |= (await asyncio.wait(tasks, timeout=grace_s / 2))[1]
        for task in late:
            task.cancel()

    def _lanes_of(self, table_id: int) -> list[asyncio.Task[None]]:
        return self._lanes.tasks_of(lambda lane: lane[0] == table_id)

    @by_owner(False)
    async def _open(self, table_id: int) -> bool:
        """Makes the thread, then wakes a drawing for each reader. Returns whether the thread has to be tried again
        later.
        """
        try:
            views = await lookup.views(self._app.tables, table_id)
        except TableLost as error:
            return await lost.announce(self._app, self.messages, error)
        except Refused:
            return False
        table = views.table
        if not self._app.tables.log.is_owned(table.guild_id):
            return False
        if self._threads.needs_thread(table):
            if await self._send_challenge(views) is Delivery.LATER:
                return True
            if not await self._threads.make(table, self._app.texts(table.terms.language)):
                return True
            views = await lookup.views(self._app.tables, table_id)
            table = views.table
        if table.status is Status.CLOSED and not table.is_private and not await self.messages.slots(table_id):
            # Its messages stay unchanged: their channel is deleted a while after the end.
            await self._rest(table, table.version)
            return False
        players = [person.id for person in table.seats or () if person.level is None]
        readers = (await self._ask(views)).placements.keys() - {None, *players}
        bystanders = sorted(reader for reader in readers if reader is not None and not is_house(reader))
        # Bystanders come after players, who do not wait for them. A private table has no bystanders.
        lanes = (*players,) if table.is_private else (*players, None, *bystanders)
        record = self._records[table_id]
        record.versions = {reader: record.versions.get(reader, 0) for reader in lanes}
        for reader in lanes:
            self._lanes.wake((table_id, reader))
        return False

    async def _send_challenge(self, views: ReaderViews) -> Delivery:
        """Sends the message from which the thread is made, where no command has sent it: at the
        table of a tournament.
        """
        table, asked = views.table, await self._ask(views)
        if CHALLENGE not in asked.shown.slots:
            for placement in asked.placements.get(None, ()):
                if isinstance(placement, Post) and placement.slot == CHALLENGE:
                    drawing = await placement.draw(self._app.texts(table.terms.language), Preferences())
                    return await self._deliver(table, None, placement, drawing)
        return Delivery.SHOWN

    @by_owner(False)
    async def _draw(self, lane: Lane) -> bool:
        """Draws for one reader. Returns whether some of it has to be tried again later."""
        with self._drawings.begin(lane) as under_way:
            return await self._draw_lane(lane, under_way)

    async def _draw_lane(self, lane: Lane, under_way: Drawing) -> bool:
        table_id, reader = lane
        try:
            views = await lookup.views(self._app.tables, table_id)
        except Refused:
            return False
        table = views.table
        if not self._app.tables.log.is_owned(table.guild_id):
            if reader is not None:
                await self._ask_owner(table, reader)
            return False
        if self._threads.needs_thread(table):
            # The thread is being made, and will wake this drawing again. Drawn now, the message would appear in the
            # channel.
            return False
        seated = [person.id for person in table.seats or ()]
        hands = self._lanes.tasks_of(lambda lane: lane[0] == table_id and lane[1] in seated)
        if reader not in seated and hands:
            # A hand answers the press, so the messages of others are painted after it. The first message says where the
            # hand is.
            within_s = _FIRST_HANDS_WITHIN_S if reader is None and is_first_deal(table) else _ANSWERS_WITHIN_S
            await asyncio.wait(hands, timeout=within_s)
            under_way.renew()
            views = await lookup.views(self._app.tables, table_id)
        if reader is None or reader in seated:
            late, behind = await self._bring_to(views, reader, under_way)
        else:
            async with self._records[table_id].gate:
                under_way.renew()
                views = await lookup.views(self._app.tables, table_id)
                late, behind = await self._bring_to(views, reader, under_way)
        record, table = self._records[table_id], views.table
        if not late and not behind:
            record.versions[reader] = table.version
        if len(self._lanes_of(table_id)) == 1:
            # Drop the state of the table: a process has many tables at rest, and keeps no state of them.
            record.asked = None
            await self._rest(table, min(record.versions.values(), default=0))
        return late

    async def _ask_owner(self, table: TableView, reader: int) -> None:
        """Asks the process that owns a table to draw for one reader, and sends it the cards that the reader has picked
        here.
        """
        picked = self._app.drafts.of(table.id, reader, table.decision)
        put_away = self._app.put_away.get(PlayerKey(table.id, reader))
        deal = None if put_away is None else (put_away.game_no, put_away.deal)
        wanted = DrawingWanted(table.id, table.guild_id, reader, table.decision, picked, deal)
        await self._app.tables.log.announce(wanted)

    async def _rest(self, table: TableView, version: int) -> None:
        """Notes that all readers see this version at least. Drops a closed table from memory."""
        if version == table.version:
            dropped = await self.messages.retire(table.id, partial(outdated_slots, table), self._app.now() - _PAST_MS)
            if dropped:
                record = self._records[table.id]
                record.settled.difference_update(dropped)
                record.unfinished.difference_update(dropped)
        if not self.places.is_lost(table):
            self._app.tables.drawn.put(table.id, version)
        if table.status is Status.CLOSED and version == table.version and len(self._lanes_of(table.id)) == 1:
            await self.messages.save(table.id)
            if table.thread is not None:
                await self._threads.name_by_score(table, self._app.texts(table.terms.language))
            self._forget(table.id)

    async def _ask(self, views: ReaderViews) -> _Asked:
        """Asks every feature for its placements, unless the table and its messages are in the same
        state as last time.
        """
        table = views.table
        rows = await self.messages.slots(table.id)
        record = self._records[table.id]
        shown = ShownTable(
            self._app,
            views,
            {slot: bool(row.message_id) for slot, row in rows.items()},
            unfinished=frozenset(record.unfinished),
            is_homeless=self.places.is_lost(table),
            followups=self._followups.readers(table.id),
            awaiting=self.messages.awaiting(table.id),
        )
        if record.asked is None or record.asked.shown != shown:
            placements: dict[int | None, list[Placement]] = {}
            for placements_at in self._placements:
                for reader, placement in placements_at(shown):
                    placements.setdefault(reader, []).append(placement)
            record.asked = _Asked(shown, placements)
        return record.asked

    async def _bring_to(self, views: ReaderViews, reader: int | None, under_way: Drawing) -> tuple[bool, bool]:
        """Draws the messages of one reader, or (None) those that all may see. Stops if a press has overtaken the
        drawing.

        Returns:
            Whether some of it has to be tried again later, and whether some was put off.
        """
        asked, table = await self._ask(views), views.table
        shown, rows = asked.shown, await self.messages.slots(table.id)
        if reader is None and shown.is_homeless:
            return False, False
        if reader is None:
            words, preferences = self._app.texts(table.terms.language), Preferences()
        else:
            profile = await self._app.people.profiles.profile(reader)
            words, preferences = self._app.texts(profile.language), profile.preferences
        late = behind = False
        for placement in sorted(asked.placements.get(reader, ()), key=partial(_turn, rows, table.place)):
            if under_way.is_overtaken:
                return late, True
            match placement:
                case FollowupDeletion():
                    late |= reader is not None and await self._followups.delete(table.id, reader)
                    continue
                case Deletion(slot):
                    late |= slot in shown.slots and await self.messages.remove(table.id, slot) is Delivery.LATER
                    continue
                case _ if self._is_done(shown, placement):
                    continue
                case _:
                    stage = _stage_of(placement)
            row = rows.get(placement.slot)
            if stage is not None and not await self._may_edit(table, reader, row, stage):
                behind = True
                if reader is not None and isinstance(placement, Hand) and self.messages.has_copy(table.id, reader):
                    drawing = await placement.draw(words, preferences)
                    late |= await self.messages.refresh_private(table.id, reader, drawing) is Delivery.LATER
                continue
            drawing = await placement.draw(words, preferences)
            if under_way.is_overtaken:
                return late, True
            if stage is not None and (row is None or row.state_hash != drawing.digest):
                self.pace.note_edit(table.id, reader, stage)
            delivery = await self._deliver(table, reader, placement, drawing)
            if delivery in (Delivery.REFUSED, Delivery.MODERATED):
                # The picture, or a word in its description, may be the reason: try once as text, so that play goes on.
                as_text = await placement.draw(words, replace(preferences, text_only=True))
                delivery = await self._deliver(table, reader, placement, as_text)
            if delivery is Delivery.MODERATED and reader is not None:
                await self.messages.explain(table.id, reader, words("problem.moderated"))
            if stage is not None and delivery is not Delivery.SHOWN:
                self.pace.forget_edit(table.id, reader)
            if delivery is Delivery.OVERTAKEN:
                return late, True
            late |= delivery is Delivery.LATER
            behind |= delivery is Delivery.WAITING
            self._note(table, placement, delivery)
            if reader is None and _own_channel(placement) is None and delivery in _WITHOUT_PLACE:
                await self._without_place(table, delivery)
                break
            if reader is None and placement.slot.kind is SlotKind.TABLE and placement.slot not in shown.slots:
                # The message is below the hands that were opened by My hand.
                for holder in self.messages.copies(table.id):
                    self._lanes.wake((table.id, holder))
            if reader is not None and _is_told(shown, reader, placement, delivery):
                self._lanes.wake((table.id, None))
        return late, behind

    async def _may_edit(self, table: TableView, reader: int | None, row: MessageRow | None, stage: object) -> bool:
        """Returns whether a message that follows play is drawn now. If not, it is drawn soon."""
        if row is None or not row.message_id or self._stopped:
            return True
        if reader is None and row.channel_id != table.place:
            # The table has moved, so the message is sent anew in its place.
            return True
        free = await self.messages.is_free(table.id, row.slot)
        return self.pace.may_edit(table, reader, stage, row.channel_id, free=free)

    def _is_done(self, shown: ShownTable, placement: Drawn) -> bool:
        """Whether there is nothing to draw: the message is final, or was not sent and is only to be edited."""
        if placement.slot in self._records[shown.table.id].settled:
            return True
        if placement.slot in shown.slots:
            return isinstance(placement, Ring)
        return not _may_send(placement) and not isinstance(placement, Hand)

    async def _deliver(
        self,
        table: TableView,
        reader: int | None,
        placement: Drawn,
        drawing: Message,
    ) -> Delivery:
        if reader is None:
            place, before, record = _own_channel(placement) or table.place, 0, self._records[table.id]
            if _stage_of(placement) is not None and place == table.thread:
                before, record.renew_before = record.renew_before, 0
            return await self.messages.show_in(table.id, placement.slot, place, drawing, renew_before=before)
        if isinstance(placement, Hand):
            return await self._deliver_hand(table, reader, placement, drawing)
        if not await self._may_show(table, placement):
            return Delivery.SHOWN
        return await self.messages.show_to(table.id, placement.slot, reader, drawing)

    async def _deliver_hand(self, table: TableView, reader: int, placement: Hand, drawing: Message) -> Delivery:
        messages, slot, renew_after_ms = self.messages, placement.slot, placement.renew_after_ms
        copy = await messages.refresh_private(table.id, reader, drawing)
        if not await self._may_show(table, placement):
            return copy
        delivery = await messages.show_to(table.id, slot, reader, drawing, renew_after_ms=renew_after_ms)
        if copy is Delivery.SHOWN and delivery in (Delivery.UNREACHABLE, Delivery.WAITING):
            # The private hand is the one in use: it stays below the table.
            copy = await messages.refresh_private(table.id, reader, drawing, table.place)
        return copy if copy in _NOT_SHOWN else delivery

    async def _may_show(self, table: TableView, placement: Drawn) -> bool:
        """Whether a message is sent or edited. A message that is only edited has to exist."""
        return _may_send(placement) or placement.slot in await self.messages.slots(table.id)

    def _note(self, table: TableView, placement: Drawn, delivery: Delivery) -> None:
        """Notes which messages show their end, and which still have to."""
        record = self._records[table.id]
        if _stage_of(placement) is not None:
            record.unfinished.add(placement.slot)
        elif delivery is Delivery.SHOWN:
            record.unfinished.discard(placement.slot)
            if isinstance(placement, Closing):
                record.settled.add(placement.slot)

    async def _without_place(self, table: TableView, delivery: Delivery) -> None:
        """Moves a table that is refused in its place to its channel. If it is refused there too,
        notifies the players.
        """
        if delivery is Delivery.PLACE_GONE:
            await self.messages.lose(table.id, table.place)
        if table.thread is not None:
            await seating.thread_made(self._app.tables, table.id, None)
        else:
            self.places.retry_later(table, forever=delivery is Delivery.PLACE_GONE)
        self._opening.wake(table.id)


def _stage_of(placement: Drawn) -> object:
    """Returns the stage of a message that follows play. None if each change in it is shown at once."""
    return placement.stage if isinstance(placement, Post | Hand) else None


def _may_send(placement: Drawn) -> bool:
    """Returns whether a message is sent if there is none."""
    match placement:
        case Ring() | Post():
            return True
        case Hand() | Closing():
            return placement.sends
        case Remainder():
            return False
        case _:
            assert_never(placement)


def _own_channel(placement: Drawn) -> int | None:
    """Returns the channel of a public message that does not move with its table."""
    return placement.channel_id if isinstance(placement, Post) else None


def _is_told(shown: ShownTable, reader: int, placement: Drawn, delivery: Delivery) -> bool:
    """Whether the table's line about how the reader sees the hand has changed."""
    if placement.slot in shown.slots:
        return False
    waited, told = reader in shown.awaiting, isinstance(placement, Hand) and placement.told
    if delivery is Delivery.WAITING:
        return not waited
    return delivery is Delivery.UNREACHABLE or (delivery is Delivery.SHOWN and (waited or told))


def _turn(rows: Mapping[Slot, MessageRow], place: int, placement: Placement) -> int:
    """Returns the sort key of a placement.

    Ringing messages come first, so that the hand is its reader's last message. Those of earlier deals come last.
    """
    match placement:
        case Ring():
            return 0
        case Deletion() | FollowupDeletion():
            return 2
        case Post():
            return 1
        case Hand(slot, sends=sends):
            return 1 if sends or slot not in rows else 2
        case Remainder(slot):
            return 2 if slot in rows else 1
        case Closing(slot):
            row = rows.get(slot)
            # If the table has moved, the message of an earlier deal is sent anew, above that of this one.
            return 2 if row is not None and row.channel_id == place else 1
        case _:
            assert_never(placement)
