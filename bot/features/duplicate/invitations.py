"""Arranges a match: a member asks a partner, and in a match of two pairs two more members take the other seats.

The bot publishes its commitment before the inviter agrees. The packs are computed from the bot's secret and from what
each member adds to it: the press with which they agree and, if they like, a word.
"""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.adapter import naming
from bot.adapter.components import names_of
from bot.adapter.formatting import safe
from bot.adapter.message import Message
from bot.adapter.posting import post_allowed, why_private
from bot.adapter.request import Request
from bot.features.challenge import why_not
from bot.features.duplicate import render
from bot.features.duplicate.render import ShownMatch
from bot.features.duplicate.shown import (
    blocker,
    expect_unblocked,
    is_closed,
    is_on_post,
    page_key,
    place_of,
    show_match,
    shown_of,
)
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch
from bot.people.quotas import DUPLICATE_CALLS, DUPLICATES, MENTIONS
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.fair import SECRET_BYTES


async def invite(request: Request, partner: discord.User | discord.Member) -> None:
    """Answers with a private page: what the bot has promised for a match with this partner, and buttons that ask the
    partner. If the two have a match that goes on, or an open invitation, shows the page of that match instead.

    Raises:
        Refused: the person is in no server, the partner takes no challenges, or one of the two has blocked the other.
    """
    if not request.guild_id:
        raise Refused(Problem.NEEDS_SERVER)
    if partner.bot or partner.id == request.person.id:
        await request.reply(request.words("duplicate.other"))
        return
    app, pair = request.app, (request.person.id, partner.id)
    names = names_of(request.interaction.user, partner)
    running = await duplicates.between(app.people, request.guild_id, pair)
    if running is not None and running.row.asked_at is not None:
        names |= (await shown_of(request, running)).names
        await request.reply(render.draw_running(request.words, ShownMatch(running, names), request.person.id))
        return
    refused = why_not(request, partner, await request.server())
    if refused is not None:
        await request.reply(refused)
        return
    await _expect_together(request, pair, safe(naming.called_name(partner)))
    match = running or await duplicates.open_match(app.people, request.guild_id, pair, app.rng.randbytes(SECRET_BYTES))
    await request.reply(render.draw_offer(request.words, ShownMatch(match, names)))


async def ask(request: Request, match: DuplicateMatch, *, two_pairs: bool) -> None:
    """Posts the invitation, or posts it again. The packs are computed from the inviter's first press, too.

    Args:
        two_pairs: whether the opponents are another pair. If not, the opponent is the house. It matters only at the
            first press.

    Raises:
        Refused: the person who pressed is not the inviter, the partner takes no challenges, or one of the two has
            blocked the other.
    """
    await place_of(request, match)
    app, row = request.app, match.row
    running = await duplicates.between(app.people, row.guild_id, row.pair)
    is_other = running is not None and running.row.asked_at is not None and running.row.id != row.id
    if row.started_at is not None or is_other:
        await show_match(request, running.row.id if running is not None and is_other else row.id)
        return
    if request.person.id != row.inviter_id:
        raise Refused(Problem.STALE)
    if match.is_late:
        await request.show(request.words("duplicate.lapsed"))
        return
    await _expect_together(request, row.pair, (await shown_of(request, match)).name(request.words, row.partner_id))
    is_new = row.asked_at is None
    if is_new and not app.quotas.take(DUPLICATES, request.person.id):
        await request.reply(request.words("duplicate.often"))
        return
    if (private := await why_private(request)) is not None:
        if is_new:
            app.quotas.give_back(DUPLICATES, request.person.id)
        await request.reply(f"{private} {request.words('duplicate.unsent')}")
        return
    asked = await duplicates.ask(app.people, match, request.cause, two_pairs=two_pairs)
    if asked is None:
        await request.show(request.words("duplicate.gone"))
        return
    shown, words = await shown_of(request, asked), await request.public_words()
    if asked.row.is_agreed:
        own, public = render.draw_seats(request.words, shown), render.draw_seats(words, shown)
    else:
        own = render.draw_asked(request.words, shown)
        public = render.draw_invitation(words, shown, rings=app.quotas.take(MENTIONS, asked.row.pair))
    pressed = request.interaction.message
    await post_allowed(request, ("duplicate", asked.row.id, None if pressed is None else pressed.id), own, public)


async def accept(request: Request, match: DuplicateMatch) -> None:
    """Accepts the invitation, for the partner who pressed the button. The packs are computed from this press, too.

    Then a match against the house begins. A match of two pairs waits for the other pair.

    Raises:
        Refused: the person who pressed is neither the partner nor the inviter, or one of the two has blocked the other.
    """
    shown, row, person = await shown_of(request, match), match.row, request.person.id
    is_open = row.started_at is None and not row.is_agreed
    if person == row.inviter_id and is_open:
        await request.reply(request.words("duplicate.yours", name=shown.name(request.words, row.partner_id)))
        return
    if person not in row.pair:
        raise Refused(Problem.NOT_INVITED, name=shown.name(request.words, row.partner_id))
    if is_open:
        if match.is_late:
            await draw(request, row.id, "accept", lambda words: words("duplicate.lapsed"))
            return
        await expect_unblocked(request, shown, (row.inviter_id,))
        accepted = await duplicates.accept(request.app.people, match, request.cause)
        if accepted is None or not accepted.row.is_agreed:
            await request.show(request.words("duplicate.gone"))
            return
        shown = await shown_of(request, accepted)
    await _draw_state(request, shown, "accept")
    # A second press, or one at the same time, tells the inviter nothing again.
    if shown.match.row.started_at is not None and shown.match.row.shares[1].press == request.cause:
        await _tell_begun(request, shown)


async def sit(request: Request, match: DuplicateMatch, place: int) -> None:
    """Gives the person who pressed the button a seat in the other pair. The packs are computed from this press, too.

    The match begins when both seats of the other pair are taken.

    Args:
        place: 0 for the seat against the inviter, 1 for that against the partner.

    Raises:
        Refused: the match does not look for another pair, or there is a block between the person and a member.
    """
    row, shown, person = match.row, await shown_of(request, match), request.person.id
    if not row.is_of_two_pairs or not row.is_agreed:
        raise Refused(Problem.STALE)
    is_free = row.started_at is None and row.opponents[place] is None
    if person in row.members and is_free:
        await request.reply(request.words("duplicate.seated"))
        return
    if is_free and match.is_late:
        await draw(request, row.id, _sits(place), lambda words: words("duplicate.lapsed"))
        return
    if is_free:
        await expect_unblocked(request, shown, row.members)
        seated = await duplicates.sit(request.app.people, match, place, person, request.cause)
        if seated is None:
            await request.show(request.words("duplicate.gone"))
            return
        shown = ShownMatch(seated, {**(await shown_of(request, seated)).names, **names_of(request.interaction.user)})
    await _draw_state(request, shown, _sits(place))
    row = shown.match.row
    if row.started_at is not None and row.shares[2 + place].press == request.cause:
        await _tell_begun(request, shown)


async def leave(request: Request, match: DuplicateMatch) -> None:
    """Frees the person's seat in the other pair. If the person is the inviter or the partner, ends the invitation.

    If the match has begun, changes nothing and shows the match.

    Raises:
        Refused: the person is no member of the match.
    """
    await place_of(request, match)
    row, person, what = match.row, request.person.id, "decline"
    if person not in row.pair:
        left = await duplicates.stand_up(request.app.people, match, person)
        if left is None:
            await request.show(request.words("duplicate.gone"))
        else:
            await _draw_state(request, await shown_of(request, left), what)
        return
    if not await request.app.people.duplicates.drop(row.id):
        await show_match(request, row.id)
        return
    shown = await shown_of(request, match)
    await draw(request, row.id, what, lambda words: render.draw_gone(words, shown, person))


async def draw(request: Request, match_id: int, what: str, page: Callable[[Words], Message | str]) -> None:
    """Draws a page in place of the public invitation, if the person has pressed a button there. If the pressed button
    is on another message, shows the page to the person alone.

    Args:
        what: what the pressed button does. A public message that has such a button is the invitation.
        page: returns the page in the language of its readers.
    """
    if is_on_post(request, match_id, what):
        await request.replace(page(await request.public_words()))
    else:
        await request.show(page(request.words))


def _sits(place: int) -> str:
    return f"sit{place}"


async def _draw_state(request: Request, shown: ShownMatch, what: str) -> None:
    """Draws a match that was agreed to. Draws it again if it has begun meanwhile by another member's press."""
    has_begun = shown.match.row.started_at is not None
    page = render.draw_match if has_begun else render.draw_seats
    await draw(request, shown.match.row.id, what, lambda words: page(words, shown))
    latest = None if has_begun else await duplicates.match_of(request.app.people, shown.match.row.id)
    if latest is not None and latest.row.started_at is not None:
        await _draw_state(request, await shown_of(request, latest), what)


async def _tell_begun(request: Request, shown: ShownMatch) -> None:
    """Tells the other members, in public, that the last seat was taken."""
    if await is_closed(request):
        return
    row, person = shown.match.row, request.person.id
    others = tuple(user_id for user_id in row.members if user_id != person)
    rings = request.app.quotas.take(MENTIONS, (person, *others))
    await request.reply(render.draw_begun(await request.public_words(), shown, person, rings=rings), private=False)
    if rings and row.is_of_two_pairs:
        # All four know now that they are to play: for a while no one is called to their first move.
        for user_id in row.members:
            request.app.quotas.take(DUPLICATE_CALLS, page_key(row.id, user_id))


async def _expect_together(request: Request, pair: tuple[int, int], partner: str) -> None:
    """Makes sure that the partner takes challenges, and that neither of the two has blocked the other.

    Args:
        partner: the partner's name, as markdown.

    Raises:
        Refused: one of these does not hold. The sentence never tells the inviter which, of the partner.
    """
    found = await blocker(request, pair)
    if found == pair[0]:
        raise Refused(Problem.BLOCKED_BY_YOU, name=partner)
    if found is not None or not (await request.app.people.profiles.profile(pair[1])).preferences.challenges:
        raise Refused(Problem.NOT_FREE, name=partner)
