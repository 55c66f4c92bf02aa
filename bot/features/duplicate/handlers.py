"""`/ecarte house partner:`: two members are partners against the house, or against another pair, with the same cards.

Answers the presses on all messages of a match. A match counts for no rating and no leaderboard.
"""

from __future__ import annotations

import asyncio

from discord import ui

from bot.adapter import naming
from bot.adapter.components import known_name, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.posting import post_once
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.duplicate import invitations, play, render
from bot.features.duplicate.render import DuplicatePress, ShownMatch
from bot.features.duplicate.shown import find, is_on_post, place_of, show_match, shown_of
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch, KnownSeed
from bot.people.preferences import LONGEST_SEED
from bot.tables.problems import Problem, Refused
from ecarte.ai import Level
from ecarte.fair import Verdict
from ecarte.notation import read_all, verify

ROUTES = Routes()


@ROUTES.opens(Verb.DUPLICATE_WORD, needs=Needs.SERVER)
async def ask_word(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a member adds a word of their own to the shuffles of a match.

    Raises:
        Refused: the person is no member of the match.
    """
    match = await find(request, number(press.argument))
    if match is not None:
        await place_of(request, match)
    title = request.words("fair.name")
    return ask_text(press, title, title, request.words("duplicate.name.about"), LONGEST_SEED)


@ROUTES.form(Verb.DUPLICATE_WORD, needs=Needs.SERVER)
async def name_word(request: Request, press: Press) -> None:
    """Stores the word that a member adds to the shuffles. If the match has begun, stores nothing and shows the match.

    Raises:
        Refused: the person is no member of the match.
    """
    match = await find(request, number(press.argument))
    if match is None:
        await request.reply(request.words("duplicate.gone"))
        return
    await place_of(request, match)
    word = submitted_text(request.interaction).strip()[:LONGEST_SEED]
    if not word:
        await request.reply(request.words("duplicate.name.none"))
        return
    try:
        named = await duplicates.name_seed(request.app.people, match, request.person.id, word)
    except KnownSeed:
        await request.reply(request.words("duplicate.name.known"))
        return
    if named is None:
        await show_match(request, match.row.id)
    else:
        await request.reply(request.words("duplicate.named"))


@ROUTES.press(Verb.DUPLICATE, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Does what a button of a match says: invites, accepts or declines, takes a seat, plays a deal or shows results.

    Raises:
        Refused: the button was drawn by another version of the bot, the move is not lawful, or the person may not do
            what the button does.
    """
    asked = DuplicatePress.read(press.argument)
    match = await find(request, asked.match)
    if match is None:
        for what in ("accept", "sit0", "sit1"):
            if is_on_post(request, asked.match, what):
                await invitations.draw(request, asked.match, what, lambda words: words("duplicate.gone"))
                return
        await request.show(request.words("duplicate.gone"))
        return
    try:
        await _carry_out(request, match, asked)
    except Refused as refused:
        if refused.problem is Problem.STALE:
            raise Refused(Problem.DUPLICATE_STALE) from None
        raise


async def _carry_out(request: Request, match: DuplicateMatch, asked: DuplicatePress) -> None:
    match asked.what:
        case "ask" | "pairs":
            await invitations.ask(request, match, two_pairs=asked.what == "pairs")
        case "accept":
            await invitations.accept(request, match)
        case "sit0" | "sit1":
            await invitations.sit(request, match, int(asked.what[-1]))
        case "decline":
            await invitations.leave(request, match)
        case "results":
            await _show_results(request, match)
        case "post":
            await _post(request, match)
        case "record":
            await _record(request, match)
        case "open":
            await play.open_deal(request, match)
        case "call":
            await play.call(request, match)
        case _:
            await play.move(request, match, asked)


async def _show_results(request: Request, match: DuplicateMatch) -> None:
    """Shows the results to the person, or to all in place of the public message once the match is over.

    Raises:
        Refused: the match has not begun.
    """
    if match.row.started_at is None:
        raise Refused(Problem.STALE)
    shown = await shown_of(request, match)
    if match.is_over and is_on_post(request, match.row.id, "results"):
        await request.replace(render.draw_results(await request.public_words(), shown))
    else:
        await request.show(render.draw_results(request.words, shown, match.place_of(request.person.id)))


async def _post(request: Request, match: DuplicateMatch) -> None:
    """Posts the results of a match that is over, for a member of it.

    Raises:
        Refused: the person is no member of the match, or it is not over.
    """
    place = await place_of(request, match)
    if not match.is_over:
        raise Refused(Problem.STALE)
    shown = await shown_of(request, match)
    own = render.draw_results(request.words, shown, place, posted=True)
    await post_once(request, play.results_key(match), own, render.draw_results(await request.public_words(), shown))


async def _record(request: Request, match: DuplicateMatch) -> None:
    """Sends the record of both tables of a match that is over.

    Raises:
        Refused: it is not over.
    """
    if not match.is_over or not match.results:
        raise Refused(Problem.STALE)
    shown = await shown_of(request, match)
    written = await asyncio.to_thread(_written, request, shown)
    proved = await asyncio.to_thread(_proved, written)
    await request.reply(render.draw_record(request.words, shown, written, proved))


def _written(request: Request, shown: ShownMatch) -> str:
    """Returns the records of both tables, one after the other."""
    house, records = naming.name(request.words, Level.MAITRE), []
    for table in (0, 1):
        north, south = (
            house if user_id is None else known_name(request.words, shown.names, user_id, plain=True)
            for user_id in shown.match.players(table)
        )
        records.append(shown.match.record(table, {"North": north, "South": south}))
    return "\n".join(records)


def _proved(written: str) -> int:
    """Returns how many deals are as they were promised, at both tables."""
    tables = [verify(record) for record in read_all(written)]
    return sum(all(deal.verdict is Verdict.FAIR for deal in deals) for deals in zip(*tables, strict=True))
