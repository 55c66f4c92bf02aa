"""The private page on which a member plays a deal of a match.

A deal is stored with all its moves. A button names the match, the deal and how many moves there were, so a second
press, or one on an old page, changes nothing. In a match of two pairs the page follows what the opponent does, as long
as Discord lets the bot edit it. If it does not, the opponent is called in public, without a word about the deal.
"""

from __future__ import annotations

import asyncio
from functools import partial

from bot.adapter import naming
from bot.adapter.message import Message
from bot.adapter.open_pages import PageKey
from bot.adapter.posting import post_allowed
from bot.adapter.request import Request
from bot.features.deal import solo
from bot.features.duplicate import render
from bot.features.duplicate.render import DuplicatePress, DuplicateReader
from bot.features.duplicate.shown import is_closed, place_of, shown_of
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch, DuplicatePlace
from bot.people.quotas import MENTIONS
from bot.rows.member_rows import Daily
from bot.tables.problems import Problem, Refused
from ecarte.teaching.solo import Decide, last_card, open_log, result, view_of
from ecarte.teaching.solo import answer as answer_move


async def open_deal(request: Request, match: DuplicateMatch) -> None:
    """Opens the deal that the member plays now, or begins the next one.

    Raises:
        Refused: the person is no member of the match, or it has not begun.
    """
    place, people = await place_of(request, match), request.app.people
    if match.row.started_at is None:
        raise Refused(Problem.STALE)
    number = match.current(place.table)
    if number is None or match.is_over:
        await request.show(render.draw_results(request.words, await shown_of(request, match), place))
        return
    row = match.tries[place.table].get(number)
    if row is None:
        deal, owner = match.deal(number, place.seat), match.row.pair[place.table]
        log = await asyncio.to_thread(open_log, deal, _opponent(request, match, number))
        key = duplicates.key_of(match.row.id, number)
        row = await people.daily.begin(owner, key, match.row.guild_id, log, request.app.now())
    await _show(request, match, place, number, row)
    await _tell_opponent(request, match.row.id)


async def move(request: Request, match: DuplicateMatch, asked: DuplicatePress) -> None:
    """Makes a move, or picks a discard, and draws the page again.

    Raises:
        Refused: the button was drawn by another version of the bot, or the move is not lawful.
    """
    place, people = await place_of(request, match), request.app.people
    row = match.tries[place.table].get(asked.deal)
    if row is None:
        raise Refused(Problem.STALE)
    if match.is_over:
        await request.show(render.draw_results(request.words, await shown_of(request, match), place))
        return
    draft: frozenset[int] = frozenset()
    has_moved = ends = False
    if row.ended_at is None and asked.after == len(row.moves):
        if asked.what == "pick":
            draft = solo.picked(asked.detail.split(","))
        else:
            row = await _answered(request, match, place, asked, row)
            match = await duplicates.match_of(people, match.row.id) or match
            has_moved, ends = True, match.is_over
    if ends and not await is_closed(request):
        page, words = await _page(request, match, place, asked.deal, row, draft), await request.public_words()
        shown, others = (
            await shown_of(request, match),
            [each for each in match.row.members if each != request.person.id],
        )
        rings = request.app.quotas.take(MENTIONS, (request.person.id, *others))
        await post_allowed(request, results_key(match), page, render.draw_end(words, shown, others, rings=rings))
    else:
        await _show(request, match, place, asked.deal, row, draft)
    if has_moved:
        await _tell_opponent(request, match.row.id)


async def call(request: Request, match: DuplicateMatch) -> None:
    """Calls the opponent in public, if the next move is theirs.

    Raises:
        Refused: the person is no member of the match.
    """
    place = await place_of(request, match)
    waiting, shown = match.waits_for(place.table), await shown_of(request, match)
    if match.is_over or waiting is None or waiting != match.opponent_of(place):
        await open_deal(request, match)
    elif await is_closed(request):
        await request.reply(request.words("duplicate.call.closed"))
    elif not await _ring(request, match, waiting):
        await request.reply(request.words("duplicate.called", name=shown.name(request.words, waiting)))


def results_key(match: DuplicateMatch) -> tuple[str, int]:
    """Returns the subject of a post with the results of a match."""
    return "duplicate results", match.row.id


async def _answered(
    request: Request, match: DuplicateMatch, place: DuplicatePlace, asked: DuplicatePress, row: Daily
) -> Daily:
    """Stores a move and what follows it. Returns the deal as it is then.

    Raises:
        Refused: the move is not lawful, or the deal is gone.
    """
    deal, own = match.deal(asked.deal, place.seat), request.app.people.daily
    chosen = solo.move_of(view_of(deal, row.moves), asked.what, asked.detail)
    log = await asyncio.to_thread(answer_move, deal, row.moves, chosen, _opponent(request, match, asked.deal))
    reached = match.reached(place.table, asked.deal, log)
    ended = None if reached is None else (reached.points, reached.made)
    played = await own.play(row.user_id, row.day, len(row.moves), log, request.app.now(), ended)
    if played is None:
        raise Refused(Problem.STALE)
    return played


async def _show(
    request: Request,
    match: DuplicateMatch,
    place: DuplicatePlace,
    number: int,
    row: Daily,
    draft: frozenset[int] = frozenset(),
) -> None:
    """Shows a deal to the person, on a page that follows the opponent's moves."""
    await request.show(await _page(request, match, place, number, row, draft))
    if match.row.is_of_two_pairs:
        key, draw = _key(match.row.id, request.person.id), partial(_present_page, request, match.row.id)
        request.display.pages.keep(key, request.interaction, request.answer, draw)
        latest = await request.app.people.daily.of(row.user_id, row.day)
        if latest is not None and latest.moves != row.moves:
            # The opponent has moved before the page was remembered.
            await request.display.pages.redraw(key)


async def _tell_opponent(request: Request, match_id: int) -> None:
    """Draws the opponent's page again. If that cannot be, and the next move is theirs, calls them in public."""
    match = await duplicates.match_of(request.app.people, match_id)
    place = None if match is None else match.place_of(request.person.id)
    if match is None or place is None or not match.row.is_of_two_pairs:
        return
    opponent = match.opponent_of(place)
    if opponent is None or await request.display.pages.redraw(_key(match_id, opponent)):
        return
    if match.waits_for(place.table) == opponent and not match.is_over and not await is_closed(request):
        await _ring(request, match, opponent)


async def _ring(request: Request, match: DuplicateMatch, waiting: int) -> bool:
    """Calls a member in public, unless they were called a moment ago. Returns whether it did."""
    if not request.app.quotas.take(MENTIONS, _key(match.row.id, waiting)):
        return False
    page = render.draw_call(await request.public_words(), await shown_of(request, match), waiting, request.person.id)
    await request.reply(page, private=False)
    return True


def _key(match_id: int, reader: int) -> PageKey:
    return PageKey(f"duplicate {match_id}", reader)


async def _present_page(request: Request, match_id: int) -> Message:
    """Returns the page of a member's last deal in the state of the moment. `request` has shown it to them."""
    match = await duplicates.match_of(request.app.people, match_id)
    place = None if match is None else match.place_of(request.person.id)
    if match is None or place is None:
        return render.draw_no_match(request.words)
    number = max(match.tries[place.table], default=0)
    if not number:
        return render.draw_match(request.words, await shown_of(request, match))
    return await _page(request, match, place, number, match.tries[place.table][number])


async def _page(
    request: Request,
    match: DuplicateMatch,
    place: DuplicatePlace,
    number: int,
    row: Daily,
    draft: frozenset[int] = frozenset(),
) -> Message:
    """Returns the page of a deal as the person sees it."""
    reader = DuplicateReader(place, naming.called_name(request.interaction.user), await request.preferences())
    shown, view = await shown_of(request, match), view_of(match.deal(number, place.seat), row.moves)
    if row.ended_at is not None:
        return render.draw_after(request.words, shown, number, view, result(view), reader)
    if render.is_waiting(view):
        return render.draw_waiting(request.words, shown, number, row, view, reader)
    return render.draw_try(request.words, shown, number, row, view, reader, draft)


def _opponent(request: Request, match: DuplicateMatch, number: int) -> Decide:
    """Returns who answers by itself: the house as it plays at tables, faults included. Opposite a member, only the last
    card is played by itself.
    """
    if match.row.is_of_two_pairs:
        return last_card
    return request.app.house.maitre(duplicates.key_of(match.row.id, number))
