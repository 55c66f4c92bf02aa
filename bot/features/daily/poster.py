"""Posts the deal of the day each day in the servers that have chosen a channel and an hour for it."""

from __future__ import annotations

import asyncio
from functools import partial

import discord

from bot.adapter.message import Message
from bot.adapter.poster import Poster
from bot.app import App
from bot.features.daily.handlers import today
from bot.features.daily.render import DailyBoard, draw_post
from bot.people import daily_deals
from bot.people.server import DuePosting, PostingKind
from bot.texts import Words
from ecarte.teaching import daily


def daily_poster(app: App, client: discord.Client) -> Poster:
    """Returns the task that posts the deal of the day in servers."""
    return Poster(app, client, PostingKind.DAILY, partial(_draw, app))


async def _draw(app: App, words: Words, guild: discord.Guild, posting: DuePosting) -> Message:
    people, before = app.people, today(posting.at, 1)
    rows = await daily_deals.best_of_day(people, guild.id, before)
    board = DailyBoard(rows, await people.profiles.names({row.user_id for row in rows}))
    par = (await asyncio.to_thread(daily.par, before)).points if rows else None
    return draw_post(words, today(posting.at), board, par)
