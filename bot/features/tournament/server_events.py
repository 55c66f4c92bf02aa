"""Keeps the events of a server at Discord in step with its tournaments, so that Discord itself reminds those who are
interested.

An event is made for an open tournament whose start was set, if the server wants events and lets the bot make them. The
start and the end of the tournament start and end the event. A tournament never depends on its event: what Discord
refuses is logged, and an event that a person has deleted is not made again. A crash may come between the request for an
event and the note of its id. So the description of an event ends with the number of its tournament, and before each
request the bot looks for an event of its own with the same description. It does not compare start and place, because
two channels may have one name.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime

import discord

from bot.adapter.answer import NETWORK, is_transient
from bot.app import App
from bot.features.tournament.scene import title
from bot.tables.problems import Refused
from bot.tournaments import service
from bot.tournaments.tournament import Stage, Tournament

_log = logging.getLogger(__name__)
_LONGEST_PLACE = 100
_MOST_EVENTS = 20
"""The most events of the bot in a server at a time. Discord allows a hundred, with those of the members."""


class ServerEvents:
    """Makes, starts and ends the events of servers for tournaments."""

    def __init__(self, app: App, client: discord.Client) -> None:
        self._app, self._client = app, client

    async def keep(self, tournament: Tournament) -> bool:
        """Makes, starts or ends the event of a tournament, according to the tournament's stage. Returns True if the
        caller has to try again later.
        """
        if tournament.starts_at is None or tournament.event_stage is tournament.stage:
            return False
        guild = self._client.get_guild(tournament.guild_id)
        is_wanted = tournament.stage is Stage.OPEN or tournament.event_id is not None
        if guild is None or not is_wanted or (tournament.stage is Stage.OPEN and not await self._may_make(guild)):
            return False
        event_id = tournament.event_id
        try:
            if tournament.stage is Stage.OPEN:
                event_id = await self._find_or_make_event(guild, tournament, tournament.starts_at)
                if event_id is None:
                    return False
            elif event_id is not None:
                await _follow(guild, event_id, tournament.stage)
        except NETWORK as error:
            _log.info("tournament %d: its event is late (%s)", tournament.id, type(error).__name__)
            return True
        except discord.HTTPException as error:
            if is_transient(error):
                _log.info("tournament %d: its event is late (%d)", tournament.id, error.status)
                return True
            _log.info("tournament %d: its event was refused: Discord answered %d", tournament.id, error.code)
        try:
            await service.commit(
                self._app.tournaments,
                tournament.id,
                None,
                lambda current: replace(current, event_id=event_id, event_stage=tournament.stage),
            )
        except Refused:
            return True
        return False

    async def _may_make(self, guild: discord.Guild) -> bool:
        """Returns whether the server wants events and lets the bot make them."""
        return (await self._app.people.servers.of(guild.id)).events and guild.me.guild_permissions.create_events

    async def _find_or_make_event(self, guild: discord.Guild, tournament: Tournament, starts_at: int) -> int | None:
        """Makes the event of a tournament, or finds the one made before a crash.

        Returns:
            Its id. None if the bot has `_MOST_EVENTS` in the server now: the next change of the tournament asks again.

        Raises:
            HTTPException: Discord has refused.
        """
        words = self._app.texts(tournament.plan.terms.language)
        channel = guild.get_channel_or_thread(tournament.channel_id)
        place = f"#{channel.name if channel is not None else tournament.channel_id}"[:_LONGEST_PLACE]
        description = f"{words(f'tournament.about.{tournament.plan.kind}')}\nN° {tournament.id}"
        events = await guild.fetch_scheduled_events(with_counts=False)
        own = [event for event in events if event.creator_id == guild.me.id]
        for event in own:
            if event.description == description:
                return event.id
        if len(own) >= _MOST_EVENTS:
            return None
        event = await guild.create_scheduled_event(
            name=title(words, tournament),
            description=description,
            start_time=datetime.fromtimestamp(starts_at / 1000, UTC),
            # Discord asks for an end. The tournament ends the event when it is over.
            end_time=datetime.fromtimestamp((starts_at + tournament.plan.round_ms) / 1000, UTC),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=place,
        )
        return event.id


async def _follow(guild: discord.Guild, event_id: int, stage: Stage) -> None:
    """Starts or ends an event. Discord may have done so by itself.

    Raises:
        HTTPException: the event was deleted, or Discord has refused.
    """
    event = await guild.fetch_scheduled_event(event_id, with_counts=False)
    if event.status is discord.EventStatus.scheduled:
        await (event.start() if stage is Stage.RUNNING else event.cancel())
    elif event.status is discord.EventStatus.active and stage is not Stage.RUNNING:
        await event.end()
