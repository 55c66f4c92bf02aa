"""The private page on which a member plays a deal of a match.

A deal is stored with all its moves. A button names the match, the deal and how many moves there were, so a second
press, or one on an old page, changes nothing. In a match of two pairs the page follows what the opponent does, as long
as Discord lets the bot edit the page. If a member has to move and does not seem to look at their page, the bot calls
them in public. The call says nothing about the deal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.adapter import naming
from bot.adapter.answer import NETWORK, Unanswered
from bot.adapter.message import Message
from bot.adapter.posting import post_allowed
from bot.adapter.request import Request
from bot.features.deal import solo
from bot.features.duplicate import render
from bot.features.duplicate.render import DuplicatePress, DuplicateReader
from bot.features.duplicate.shown import blocker, expect_unblocked, is_closed, page_key, place_of, shown_of
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch, DuplicatePlace
from bot.people.quotas import DUPLICATE_CALLS, MENTIONS
from bot.rows.member_rows import Daily
from bot.rows.storage_errors import StorageError
from bot.tables.problems import Problem, Refused
from ecarte.teaching.solo import Decide, last_card, open_log, result, view_of
from ecarte.teaching.solo import answer as answer_move

_log = logging.getLogger(__name__)
_PATIENCE_S: Final = 10.0
"""For how long a member's press may wait until the opponent's page is drawn."""


class Draft(NamedTuple):
    """Cards that a member has picked for discarding and not confirmed.

    Attributes:
        after: how many moves of the deal were made before the cards were picked.
        places: the places (0 to 4) of the cards.
    """

    after: int
    places: frozenset[int]


async def open_deal(request: Request, match: DuplicateMatch) -> None:
    """Opens the deal that the member plays now, or begins the next one. After the last deal, shows the results.

    Raises:
        Refused: the person is no member of the match, or the match has not begun.
    """
    place, people = await place_of(request, match), request.app.people
    if match.row.started_at is None:
        raise Refused(Problem.STALE)
    number = match.current(place.table)
    if number is None or match.is_over:
        await _show_results(request, match, place)
        return
    begins = number not in match.tries[place.table]
    if begins:
        log = await asyncio.to_thread(open_log, match.deal(number, place.seat), _opponent(request, match, number))
        if await duplicates.begin_deal(people, match, place, number, log) is None:
            await request.show(request.words("duplicate.gone"))
            return
    try:
        await _show(request, match, number)
    finally:
        # The opponent learns what is stored, even if the page of the member who did it could not be drawn.
        if begins:
            await _tell_opponent(request, match)


async def move(request: Request, match: DuplicateMatch, asked: DuplicatePress) -> None:
    """Makes a move, or picks a discard, and draws the page again.

    Raises:
        Refused: the button was drawn by another version of the bot, or the move is not lawful.
    """
    place = await place_of(request, match)
    row = match.tries[place.table].get(asked.deal)
    if row is None:
        raise Refused(Problem.STALE)
    if match.is_over:
        await _show_results(request, match, place)
        return
    if row.ended_at is not None or asked.after != len(row.moves):
        await _show(request, match, asked.deal)
    elif asked.what == "pick":
        await _show(request, match, asked.deal, Draft(asked.after, solo.picked(asked.detail.split(","))))
    else:
        await _answered(request, match, place, asked, row)
        try:
            await _show_moved(request, match, asked.deal)
        finally:
            await _tell_opponent(request, match)


async def call(request: Request, match: DuplicateMatch) -> None:
    """Shows the person their page. If the next move is the opponent's, calls the opponent in public, unless they were
    called a short time ago.

    Raises:
        Refused: the person is no member of the match, or there is a block between them and the opponent.
    """
    place = await place_of(request, match)
    waiting, shown = match.waits_for(place.table), await shown_of(request, match)
    if match.is_over or waiting is None or waiting != match.opponent_of(place):
        await open_deal(request, match)
        return
    await expect_unblocked(request, shown, (waiting,))
    # First the private page: the token of the press edits the first answer, and no hand may take the place of a call.
    await open_deal(request, match)
    latest = await duplicates.match_of(request.app.people, match.row.id)
    if latest is None or latest.waits_for(place.table) != waiting:
        return
    if await is_closed(request):
        await request.reply(request.words("duplicate.call.closed"))
    elif not await _ring(request, match, waiting):
        await request.reply(request.words("duplicate.called", name=shown.name(request.words, waiting)))


def results_key(match: DuplicateMatch) -> tuple[str, int]:
    """Returns the key by which `post_once` posts the results of a match only once a day in a channel."""
    return "duplicate results", match.row.id


async def _answered(
    request: Request, match: DuplicateMatch, place: DuplicatePlace, asked: DuplicatePress, row: Daily
) -> None:
    """Stores a move and what follows it.

    Raises:
        Refused: the move is not lawful, or the deal is gone.
    """
    deal, own = match.deal(asked.deal, place.seat), request.app.people.daily
    chosen = solo.move_of(view_of(deal, row.moves), asked.what, asked.detail)
    log = await asyncio.to_thread(answer_move, deal, row.moves, chosen, _opponent(request, match, asked.deal))
    reached = match.reached(place.table, asked.deal, log)
    ended = None if reached is None else (reached.points, reached.made)
    if await own.play(row.user_id, row.day, len(row.moves), log, request.app.now(), ended) is None:
        raise Refused(Problem.STALE)


async def _show_moved(request: Request, before: DuplicateMatch, number: int) -> None:
    """Shows a deal after the person's move. If the match has ended with it, posts the results, too.

    Args:
        before: the match before the move.
    """
    match_id = before.row.id
    match = await duplicates.match_of(request.app.people, match_id)
    if match is None or not match.is_over or await is_closed(request):
        await _show(request, before, number)
        return
    shown, words = await shown_of(request, match), await request.public_words()
    others = [user_id for user_id in match.row.members if user_id != request.person.id]
    rings = request.app.quotas.take(MENTIONS, (request.person.id, *others))
    public = render.draw_end(words, shown, others, rings=rings)
    async with _turn(request, match_id):
        await post_allowed(request, results_key(match), await _present_page(request, match_id, number), public)


async def _show_results(request: Request, match: DuplicateMatch, place: DuplicatePlace) -> None:
    """Shows the results to a member, in place of the page of a deal."""
    async with _turn(request, match.row.id):
        await request.show(render.draw_results(request.words, await shown_of(request, match), place))


@asynccontextmanager
async def _turn(request: Request, match_id: int) -> AsyncIterator[None]:
    """Lets nothing else be drawn on the person's page, which no longer follows the opponent's moves afterwards."""
    pages, key = request.display.pages, page_key(match_id, request.person.id)
    async with pages.turn(key):
        pages.drop(key)
        yield


async def _show(request: Request, match: DuplicateMatch, number: int, draft: Draft | None = None) -> None:
    """Shows a deal to the person, in the state of the moment. In a match of two pairs the page follows the opponent's
    moves in this deal.
    """
    pages, key = request.display.pages, page_key(match.row.id, request.person.id)
    draw = partial(_present_page, request, match.row.id, number, draft)
    async with pages.turn(key):
        message_id = await request.show(await draw())
        if match.row.is_of_two_pairs:
            await pages.keep(key, request.interaction, request.answer, message_id, draw)


async def _tell_opponent(request: Request, before: DuplicateMatch) -> None:
    """Draws the opponent's page again. If they are not before it, and the next move is theirs, calls them in public.
    Does nothing against the house.

    The person's own move stands whatever becomes of this, so a failure is only logged.

    Args:
        before: the match before the move.
    """
    place = before.place_of(request.person.id)
    opponent = None if place is None else before.opponent_of(place)
    if place is None or opponent is None:
        return
    try:
        async with asyncio.timeout(_PATIENCE_S):
            is_there = await request.display.pages.redraw(page_key(before.row.id, opponent))
        match = None if is_there else await duplicates.match_of(request.app.people, before.row.id)
        if match is None or match.waits_for(place.table) != opponent or match.is_over or await is_closed(request):
            return
        if await blocker(request, (request.person.id, opponent)) is None:
            await _ring(request, match, opponent)
    except (StorageError, discord.HTTPException, Unanswered, *NETWORK) as error:
        _log.warning("the opponent in a duplicate was not told of a move: %s", error)


async def _ring(request: Request, match: DuplicateMatch, waiting: int) -> bool:
    """Calls a member in public, unless they were called a while ago. Returns whether it did."""
    quotas, key = request.app.quotas, page_key(match.row.id, waiting)
    if not quotas.take(DUPLICATE_CALLS, key):
        return False
    try:
        # The first answer is the one that later edits replace. A call is a further message.
        await request.answer.acknowledge()
        shown, words = await shown_of(request, match), await request.public_words()
        await request.reply(render.draw_call(words, shown, waiting, request.person.id), private=False)
    except Exception:
        quotas.give_back(DUPLICATE_CALLS, key)
        raise
    return True


async def _present_page(request: Request, match_id: int, number: int, draft: Draft | None = None) -> Message:
    """Returns the page of a deal in the state of the moment, as the person sees it."""
    match = await duplicates.match_of(request.app.people, match_id)
    place = None if match is None else match.place_of(request.person.id)
    row = None if match is None or place is None else match.tries[place.table].get(number)
    if match is None or place is None or row is None:
        return render.draw_no_match(request.words)
    reader = DuplicateReader(place, naming.called_name(request.interaction.user), await request.preferences())
    shown, view = await shown_of(request, match), view_of(match.deal(number, place.seat), row.moves)
    if row.ended_at is not None:
        return render.draw_after(request.words, shown, number, view, result(view), reader)
    if render.is_waiting(view):
        return render.draw_waiting(request.words, shown, number, row, view, reader)
    picked = draft.places if draft is not None and draft.after == len(row.moves) else frozenset[int]()
    return render.draw_try(request.words, shown, number, row, view, reader, picked)


def _opponent(request: Request, match: DuplicateMatch, number: int) -> Decide:
    """Returns who answers by itself: the house as it plays at tables, faults included. Opposite a member, only the last
    card is played by itself.
    """
    if match.row.is_of_two_pairs:
        return last_card
    return request.app.house.maitre(duplicates.key_of(match.row.id, number))
