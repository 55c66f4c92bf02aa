"""`/ecarte house partner:`: a member asks another to be their partner against the house; then each plays in private.

The bot commits itself before the inviter agrees. Tries are stored with all their moves. A button names the match, the
deal and how many moves there were, so a second press, or one on an old page, changes nothing. Nothing of it counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import known_name, names_of, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import safe
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.message import Message
from bot.adapter.permissions import closed_to_games
from bot.adapter.posting import post_allowed, post_once, why_private
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.challenge import why_not
from bot.features.deal import solo
from bot.features.duplicate import render
from bot.features.duplicate.render import DuplicatePress, DuplicateReader, ShownMatch
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch, KnownSeed
from bot.people.preferences import LONGEST_SEED
from bot.people.quotas import DUPLICATES, MENTIONS
from bot.rows.member_rows import Daily
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.ai import Level
from ecarte.fair import SECRET_BYTES, Verdict
from ecarte.game import Seat
from ecarte.notation import read_all, verify
from ecarte.teaching import duplicate
from ecarte.teaching.solo import Decide, SoloDeal, is_over, open_log, result, view_of
from ecarte.teaching.solo import answer as answer_move

ROUTES = Routes()


async def invite(request: Request, partner: discord.User | discord.Member) -> None:
    """Answers with a private page: what the bot has promised for a match with this partner, and a button that asks
    them. If the two have a match that goes on, or an open invitation, the page is that of it.

    Raises:
        Refused: the person is in no server, the partner takes no challenges, or one of the two has blocked the other.
    """
    if not request.guild_id:
        raise Refused(Problem.NEEDS_SERVER)
    if partner.bot or partner.id == request.person.id:
        await request.reply(request.words("duplicate.other"))
        return
    app, members = request.app, (request.person.id, partner.id)
    names = names_of(request.interaction.user, partner)
    running = await duplicates.between(app.people, request.guild_id, members)
    if running is not None and running.row.asked_at is not None:
        await request.reply(render.draw_running(request.words, ShownMatch(running, names), request.person.id))
        return
    refused = why_not(request, partner, await request.server())
    if refused is not None:
        await request.reply(refused)
        return
    await _expect_together(request, members, safe(naming.called_name(partner)))
    match = running or await duplicates.open_match(
        app.people, request.guild_id, members, app.rng.randbytes(SECRET_BYTES)
    )
    await request.reply(render.draw_offer(request.words, ShownMatch(match, names)))


@ROUTES.opens(Verb.DUPLICATE_WORD, needs=Needs.SERVER)
async def ask_word(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a member adds a word of their own to the shuffles of a match.

    Raises:
        Refused: the person is no member of the match.
    """
    match = await _find(request, number(press.argument))
    if match is not None:
        await _seat_of(request, match)
    title = request.words("fair.name")
    return ask_text(press, title, title, request.words("duplicate.name.about"), LONGEST_SEED)


@ROUTES.form(Verb.DUPLICATE_WORD, needs=Needs.SERVER)
async def name_word(request: Request, press: Press) -> None:
    """Stores the word that a member adds to the shuffles. Shows the match if it has begun.

    Raises:
        Refused: the person is no member of the match.
    """
    match = await _find(request, number(press.argument))
    if match is None:
        await request.reply(request.words("duplicate.gone"))
        return
    await _seat_of(request, match)
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
        await _show_match(request, match.row.id)
    else:
        await request.reply(request.words("duplicate.named"))


@ROUTES.press(Verb.DUPLICATE, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Asks the partner, answers for them, opens or goes on with a deal, or shows results.

    Raises:
        Refused: the button was drawn by another version of the bot, the move is not lawful, or the person may not do
            this.
    """
    asked = DuplicatePress.read(press.argument)
    match = await _find(request, asked.match)
    if match is None:
        await _draw(request, asked.match, lambda words: words("duplicate.gone"))
        return
    try:
        await _carry_out(request, match, asked)
    except Refused as refused:
        if refused.problem is Problem.STALE:
            raise Refused(Problem.DUPLICATE_STALE) from None
        raise


async def _carry_out(request: Request, match: DuplicateMatch, asked: DuplicatePress) -> None:
    match asked.what:
        case "ask":
            await _ask(request, match)
        case "accept":
            await _accept(request, match)
        case "decline":
            await _decline(request, match)
        case "results":
            await _show_results(request, match)
        case "post":
            await _post(request, match)
        case "record":
            await _record(request, match)
        case "open":
            await _open(request, match)
        case _:
            await _move(request, match, asked)


async def _find(request: Request, match_id: int) -> DuplicateMatch | None:
    """Returns a match of this server. None if there is none, or none any more.

    Raises:
        Refused: it is a match of another server.
    """
    match = await duplicates.match_of(request.app.people, match_id)
    if match is not None and match.row.guild_id != request.guild_id:
        raise Refused(Problem.OTHER_SERVER)
    return match


def _is_on_post(request: Request, match_id: int, what: str) -> bool:
    """Returns whether the pressed message is one for all, and has the button of the match that does `what`."""

    def owns(argument: str) -> bool:
        drawn = DuplicatePress.read(argument)
        return (drawn.what, drawn.match) == (what, match_id)

    return request.is_on_post(Verb.DUPLICATE, owns)


async def _draw(request: Request, match_id: int, draw: Callable[[Words], Message | str]) -> None:
    """Draws a page in place of the pressed invitation, or else for the person alone."""
    if _is_on_post(request, match_id, "accept"):
        await request.replace(draw(await request.public_words()))
    else:
        await request.show(draw(request.words))


async def _show_match(request: Request, match_id: int) -> None:
    """Shows the person the current state of a match."""
    match = await _find(request, match_id)
    if match is None:
        await request.show(request.words("duplicate.gone"))
    else:
        await request.show(render.draw_running(request.words, await _shown(request, match), request.person.id))


async def _expect_together(request: Request, members: tuple[int, int], partner: str) -> None:
    """Makes sure that the partner takes challenges, and that neither member has blocked the other.

    Args:
        partner: the partner's name, as markdown.

    Raises:
        Refused: one of these does not hold. The sentence never tells the inviter which, of the partner.
    """
    blocker = await _blocker(request, members)
    if blocker == members[0]:
        raise Refused(Problem.BLOCKED_BY_YOU, name=partner)
    if blocker is not None or not (await request.app.people.profiles.profile(members[1])).preferences.challenges:
        raise Refused(Problem.NOT_FREE, name=partner)


async def _blocker(request: Request, members: tuple[int, int]) -> int | None:
    """Returns the member who has blocked the other, the inviter first. None if neither has."""
    blocks, (one, two) = request.app.people.member_blocks, members
    found = await blocks.blockers_among(two, [one]) or await blocks.blockers_among(one, [two])
    return next(iter(found), None)


async def _ask(request: Request, match: DuplicateMatch) -> None:
    """Posts the invitation, or posts it again. The first press of the inviter goes into the packs.

    Raises:
        Refused: another person pressed, the partner takes no challenges, or one of the two has blocked the other.
    """
    seat, app, members = await _seat_of(request, match), request.app, match.row.members
    running = await duplicates.between(app.people, match.row.guild_id, members)
    is_other = running is not None and running.row.asked_at is not None and running.row.id != match.row.id
    if match.row.started_at is not None or is_other:
        await _show_match(request, running.row.id if running is not None and is_other else match.row.id)
        return
    if seat is not Seat.NORTH:
        raise Refused(Problem.STALE)
    if match.is_late:
        await request.show(request.words("duplicate.lapsed"))
        return
    await _expect_together(request, members, (await _shown(request, match)).name(request.words, Seat.SOUTH))
    is_new = match.row.asked_at is None
    if is_new and not app.quotas.take(DUPLICATES, request.person.id):
        await request.reply(request.words("duplicate.often"))
        return
    if (private := await why_private(request)) is not None:
        if is_new:
            app.quotas.give_back(DUPLICATES, request.person.id)
        await request.reply(f"{private} {request.words('duplicate.unsent')}")
        return
    asked = await duplicates.ask(request.app.people, match, request.cause)
    if asked is None:
        await request.show(request.words("duplicate.gone"))
        return
    shown, words = await _shown(request, asked), await request.public_words()
    public = render.draw_invitation(words, shown, rings=app.quotas.take(MENTIONS, asked.row.members))
    pressed = request.interaction.message
    key = "duplicate", asked.row.id, None if pressed is None else pressed.id
    await post_allowed(request, key, render.draw_asked(request.words, shown), public)


async def _accept(request: Request, match: DuplicateMatch) -> None:
    """Begins the match. The press of the partner goes into the packs.

    Raises:
        Refused: another person pressed, or one of the two has blocked the other since.
    """
    seat, shown = _member_seat(request, match), await _shown(request, match)
    if seat is Seat.NORTH and match.row.started_at is None:
        await request.reply(request.words("duplicate.yours", name=shown.name(request.words, Seat.SOUTH)))
        return
    if seat is None:
        raise Refused(Problem.NOT_INVITED, name=shown.name(request.words, Seat.SOUTH))
    if match.row.started_at is None:
        if match.is_late:
            await _draw(request, match.row.id, lambda words: words("duplicate.lapsed"))
            return
        blocker = await _blocker(request, match.row.members)
        if blocker is not None:
            problem = Problem.BLOCKED_BY_YOU if blocker == request.person.id else Problem.NOT_FREE
            raise Refused(problem, name=shown.name(request.words, Seat.NORTH))
        begun = await duplicates.accept(request.app.people, match, request.cause)
        if begun is None or begun.row.started_at is None:
            await request.show(request.words("duplicate.gone"))
            return
        shown = await _shown(request, begun)
    row = shown.match.row
    await _draw(request, row.id, lambda words: render.draw_match(words, shown))
    # A second press, or one at the same time, tells the inviter nothing again.
    if row.shares[Seat.SOUTH.index].press == request.cause and not await _is_closed(request):
        rings = request.app.quotas.take(MENTIONS, (row.partner_id, row.inviter_id))
        await request.reply(render.draw_begun(await request.public_words(), shown, rings=rings), private=False)


async def _is_closed(request: Request) -> bool:
    """Returns whether nothing of a match may be posted in this channel."""
    return closed_to_games(request.interaction, await request.server())


async def _decline(request: Request, match: DuplicateMatch) -> None:
    """Ends an invitation, for the partner or the inviter. Shows the match if it has begun.

    Raises:
        Refused: another person pressed.
    """
    seat, shown = await _seat_of(request, match), await _shown(request, match)
    if not await request.app.people.duplicates.drop(match.row.id):
        await _show_match(request, match.row.id)
        return
    by_inviter = seat is Seat.NORTH
    await _draw(request, match.row.id, lambda words: render.draw_gone(words, shown, by_inviter=by_inviter))


async def _open(request: Request, match: DuplicateMatch) -> None:
    """Opens the deal that the member plays now, or begins the next one.

    Raises:
        Refused: the person is no member of the match, or it has not begun.
    """
    seat, people = await _seat_of(request, match), request.app.people
    if match.row.started_at is None:
        raise Refused(Problem.STALE)
    deal = match.current(seat)
    if deal is None or match.is_over:
        await request.show(render.draw_results(request.words, await _shown(request, match), seat))
        return
    row = match.tries[seat.index].get(deal)
    if row is None:
        key = duplicates.key_of(match.row.id, deal)
        log = await asyncio.to_thread(open_log, _solo(match, deal, seat), _maitre(request, match, deal))
        row = await people.daily.begin(request.person.id, key, match.row.guild_id, log, request.app.now())
    await request.show(await _page(request, match, seat, deal, row))


async def _move(request: Request, match: DuplicateMatch, asked: DuplicatePress) -> None:
    """Makes a move, or picks a discard, and draws the page again.

    Raises:
        Refused: the button was drawn by another version of the bot, or the move is not lawful.
    """
    seat, people = await _seat_of(request, match), request.app.people
    row = match.tries[seat.index].get(asked.deal)
    if row is None:
        raise Refused(Problem.STALE)
    if match.is_over:
        await request.show(render.draw_results(request.words, await _shown(request, match), seat))
        return
    draft: frozenset[int] = frozenset()
    ends = False
    if row.ended_at is None and asked.after == len(row.moves):
        if asked.what == "pick":
            draft = solo.picked(asked.detail.split(","))
        else:
            row = await _answered(request, match, seat, asked, row)
            match = await duplicates.match_of(people, match.row.id) or match
            ends = match.is_over
    page = await _page(request, match, seat, asked.deal, row, draft)
    if ends and not await _is_closed(request):
        shown, words = await _shown(request, match), await request.public_words()
        rings = request.app.quotas.take(MENTIONS, (request.person.id, match.row.members[seat.other.index]))
        await post_allowed(request, _results_key(match), page, render.draw_end(words, shown, seat.other, rings=rings))
    else:
        await request.show(page)


def _results_key(match: DuplicateMatch) -> tuple[str, int]:
    """Returns the subject of a post with the results of a match."""
    return "duplicate results", match.row.id


async def _answered(request: Request, match: DuplicateMatch, seat: Seat, asked: DuplicatePress, row: Daily) -> Daily:
    """Stores a move and the answers of the house. Returns the try as it is then.

    Raises:
        Refused: the move is not lawful, or the try is gone.
    """
    deal, own = _solo(match, asked.deal, seat), request.app.people.daily
    move = solo.move_of(view_of(deal, row.moves), asked.what, asked.detail)
    log = await asyncio.to_thread(answer_move, deal, row.moves, move, _maitre(request, match, asked.deal))
    after, ended = view_of(deal, log), None
    if is_over(after):
        reached = result(after)
        ended = reached.points, reached.made
    played = await own.play(row.user_id, row.day, len(row.moves), log, request.app.now(), ended)
    if played is None:
        raise Refused(Problem.STALE)
    return played


async def _show_results(request: Request, match: DuplicateMatch) -> None:
    """Shows the results to the person, or to all in place of the public message once the match is over."""
    shown, seat = await _shown(request, match), _member_seat(request, match)
    if match.is_over and _is_on_post(request, match.row.id, "results"):
        await request.replace(render.draw_results(await request.public_words(), shown))
    else:
        await request.show(render.draw_results(request.words, shown, seat))


async def _post(request: Request, match: DuplicateMatch) -> None:
    """Posts the results of a match that is over, for a member of it.

    Raises:
        Refused: the person is no member of the match, or it is not over.
    """
    seat = await _seat_of(request, match)
    if not match.is_over:
        raise Refused(Problem.STALE)
    shown = await _shown(request, match)
    own = render.draw_results(request.words, shown, seat, posted=True)
    await post_once(request, _results_key(match), own, render.draw_results(await request.public_words(), shown))


async def _record(request: Request, match: DuplicateMatch) -> None:
    """Sends the record of both tables of a match that is over.

    Raises:
        Refused: it is not over.
    """
    if not match.is_over or not match.results:
        raise Refused(Problem.STALE)
    shown = await _shown(request, match)
    written = await asyncio.to_thread(_written, request, shown)
    proved = await asyncio.to_thread(_proved, written)
    await request.reply(render.draw_record(request.words, shown, written, proved))


def _written(request: Request, shown: ShownMatch) -> str:
    """Returns the records of both tables, one after the other."""
    house, records = naming.name(request.words, Level.MAITRE), []
    for seat in Seat:
        own = known_name(request.words, shown.names, shown.match.row.members[seat.index], plain=True)
        north, south = (own, house) if seat is Seat.NORTH else (house, own)
        records.append(shown.match.record(seat, {"North": north, "South": south}))
    return "\n".join(records)


def _proved(written: str) -> int:
    """Returns how many deals are as they were promised, at both tables."""
    tables = [verify(record) for record in read_all(written)]
    return sum(all(deal.verdict is Verdict.FAIR for deal in deals) for deals in zip(*tables, strict=True))


async def _page(
    request: Request,
    match: DuplicateMatch,
    seat: Seat,
    deal: int,
    row: Daily,
    draft: frozenset[int] = frozenset(),
) -> Message:
    """Returns the page of a try."""
    reader = DuplicateReader(naming.called_name(request.interaction.user), await request.preferences())
    shown, view = await _shown(request, match), view_of(_solo(match, deal, seat), row.moves)
    if row.ended_at is None:
        return render.draw_try(request.words, shown, deal, row, view, reader, draft)
    return render.draw_after(request.words, shown, deal, view, result(view), reader)


async def _shown(request: Request, match: DuplicateMatch) -> ShownMatch:
    return ShownMatch(match, await request.app.people.profiles.names(match.row.members))


def _member_seat(request: Request, match: DuplicateMatch) -> Seat | None:
    return match.seat_of(request.person.id)


async def _seat_of(request: Request, match: DuplicateMatch) -> Seat:
    """Returns the seat of the person who acts.

    Raises:
        Refused: they are no member of the match.
    """
    seat = _member_seat(request, match)
    if seat is None:
        shown = await _shown(request, match)
        raise Refused(Problem.NOT_INVITED, name=request.words.join([shown.name(request.words, each) for each in Seat]))
    return seat


def _solo(match: DuplicateMatch, deal: int, seat: Seat) -> SoloDeal:
    return duplicate.deal_of(match.chain(deal), deal, seat)


def _maitre(request: Request, match: DuplicateMatch, deal: int) -> Decide:
    """Returns the house as it plays at tables, faults included."""
    return request.app.house.maitre(duplicates.key_of(match.row.id, deal))
