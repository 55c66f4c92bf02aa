"""`/ecarte house partner:`: a member asks another to be their partner against the house; then each plays in private.

The bot commits itself before the inviter agrees. Tries are stored with all their moves. A button names the match, the
deal and how many moves there were, so a second press, or one on an old page, changes nothing. Nothing of it counts.
"""

from __future__ import annotations

import asyncio

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import known_name, names_of, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import safe
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.message import Message
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
    them.

    Raises:
        Refused: the person is in no server, the partner takes no challenges, one of the two has blocked the other, or
            the person opens too many matches.
    """
    if not request.guild_id:
        raise Refused(Problem.NEEDS_SERVER)
    refused = why_not(request, partner, await request.server())
    if refused is not None:
        await request.reply(refused)
        return
    app, members = request.app, (request.person.id, partner.id)
    await _expect_together(request, members, naming.called_name(partner))
    if not app.quotas.take(DUPLICATES, request.person.id):
        raise Refused(Problem.TOO_FAST)
    match = await duplicates.open_match(app.people, request.guild_id, members, app.rng.randbytes(SECRET_BYTES))
    shown = ShownMatch(match, names_of(request.interaction.user, partner))
    await request.reply(render.draw_offer(request.words, shown))


@ROUTES.opens(Verb.DUPLICATE_WORD, needs=Needs.SERVER)
async def ask_word(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a member adds a word of their own to the shuffles of a match."""
    title = request.words("fair.name")
    return ask_text(press, title, title, request.words("duplicate.name.about"), LONGEST_SEED)


@ROUTES.form(Verb.DUPLICATE_WORD, needs=Needs.SERVER)
async def name_word(request: Request, press: Press) -> None:
    """Stores the word that a member adds to the shuffles.

    Raises:
        Refused: the person is no member of the match, or it has begun.
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
    if named is None or named.row.started_at is not None:
        raise Refused(Problem.STALE)
    await request.reply(render.draw_named(request.words))


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
        await request.show(request.words("duplicate.gone"))
        return
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


async def _expect_together(request: Request, members: tuple[int, int], partner: str) -> None:
    """Makes sure that the partner takes challenges, and that neither member has blocked the other.

    Raises:
        Refused: one of these does not hold. The sentence never tells the inviter which, of the partner.
    """
    blocker = await _blocker(request, members)
    if blocker == members[0]:
        raise Refused(Problem.BLOCKED_BY_YOU, name=safe(partner))
    if blocker is not None or not (await request.app.people.profiles.profile(members[1])).preferences.challenges:
        raise Refused(Problem.NOT_FREE, name=safe(partner))


async def _blocker(request: Request, members: tuple[int, int]) -> int | None:
    """Returns the member who has blocked the other, the inviter first. None if neither has."""
    blocks, (one, two) = request.app.people.member_blocks, members
    found = await blocks.blockers_among(two, [one]) or await blocks.blockers_among(one, [two])
    return next(iter(found), None)


async def _ask(request: Request, match: DuplicateMatch) -> None:
    """Posts the invitation. The press of the inviter goes into the packs.

    Raises:
        Refused: another person pressed.
    """
    if await _seat_of(request, match) is not Seat.NORTH:
        raise Refused(Problem.STALE)
    if match.is_late or match.row.started_at is not None:
        await request.show(request.words("duplicate.lapsed"))
        return
    if (private := await why_private(request)) is not None:
        await request.reply(private)
        return
    asked = await duplicates.ask(request.app.people, match, request.cause)
    if asked is None:
        await request.show(request.words("duplicate.gone"))
        return
    shown, words = await _shown(request, asked), await request.public_words()
    public = render.draw_invitation(words, shown, rings=request.app.quotas.take(MENTIONS, asked.row.members))
    await post_allowed(request, ("duplicate", asked.row.id), render.draw_asked(request.words, shown), public)


async def _accept(request: Request, match: DuplicateMatch) -> None:
    """Begins the match. The press of the partner goes into the packs.

    Raises:
        Refused: another person pressed, or one of the two has blocked the other since.
    """
    if _member_seat(request, match) is not Seat.SOUTH:
        raise Refused(Problem.NOT_INVITED, name=(await _shown(request, match)).name(request.words, Seat.SOUTH))
    words = await request.public_words()
    if match.row.started_at is None:
        if match.is_late:
            await request.replace(words("duplicate.lapsed"))
            return
        people = request.app.people
        if await _blocker(request, match.row.members) is not None:
            raise Refused(Problem.NOT_FREE, name=(await _shown(request, match)).name(request.words, Seat.NORTH))
        begun = await duplicates.accept(people, match, request.cause)
        if begun is None or begun.row.started_at is None:
            await request.show(request.words("duplicate.gone"))
            return
        match = begun
    await request.replace(render.draw_match(words, await _shown(request, match)))


async def _decline(request: Request, match: DuplicateMatch) -> None:
    """Ends an invitation, for the partner or the inviter.

    Raises:
        Refused: another person pressed, or the match has begun.
    """
    seat, shown = await _seat_of(request, match), await _shown(request, match)
    if not await request.app.people.duplicates.drop(match.row.id):
        raise Refused(Problem.STALE)
    await request.replace(render.draw_gone(await request.public_words(), shown, by_inviter=seat is Seat.NORTH))


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
    if row.ended_at is None and asked.after == len(row.moves):
        if asked.what == "pick":
            draft = frozenset(number(place, 0, 4) for place in filter(None, asked.detail.split(",")))
        else:
            row = await _answered(request, match, seat, asked, row)
            match = await duplicates.match_of(people, match.row.id) or match
    await request.show(await _page(request, match, seat, asked.deal, row, draft))


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
    shown, pressed = await _shown(request, match), request.interaction.message
    is_public = pressed is not None and not pressed.flags.ephemeral
    if match.is_over and is_public:
        await request.replace(render.draw_results(await request.public_words(), shown))
    else:
        await request.show(render.draw_results(request.words, shown, _member_seat(request, match)))


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
    key = "duplicate results", match.row.id
    await post_once(request, key, own, render.draw_results(await request.public_words(), shown))


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
