"""What all modules of this feature need: to find and show the match of a press, and to check the person who pressed."""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter.custom_ids import Verb
from bot.adapter.open_pages import PageKey
from bot.adapter.permissions import closed_to_games
from bot.adapter.request import Request
from bot.features.duplicate import render
from bot.features.duplicate.render import DuplicatePress, ShownMatch
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch, DuplicatePlace
from bot.tables.problems import Problem, Refused


async def find(request: Request, match_id: int) -> DuplicateMatch | None:
    """Returns the match with this id. None if there never was one, or if it was deleted.

    Raises:
        Refused: the match belongs to another server.
    """
    match = await duplicates.match_of(request.app.people, match_id)
    if match is not None and match.row.guild_id != request.guild_id:
        raise Refused(Problem.OTHER_SERVER)
    return match


async def shown_of(request: Request, match: DuplicateMatch) -> ShownMatch:
    """Returns a match with the known names of its members."""
    return ShownMatch(match, await request.app.people.profiles.names(match.row.members))


async def place_of(request: Request, match: DuplicateMatch) -> DuplicatePlace:
    """Returns the seat of the person who acts, and the table at which they sit.

    Raises:
        Refused: the person is no member of the match.
    """
    place = match.place_of(request.person.id)
    if place is None:
        shown = await shown_of(request, match)
        names = [shown.name(request.words, user_id) for user_id in match.row.members]
        raise Refused(Problem.NOT_INVITED, name=request.words.join(names))
    return place


def is_on_post(request: Request, match_id: int, what: str) -> bool:
    """Returns whether the pressed message is public and has a button that does `what` in this match."""

    def owns(argument: str) -> bool:
        drawn = DuplicatePress.read(argument)
        return (drawn.what, drawn.match) == (what, match_id)

    return request.is_on_post(Verb.DUPLICATE, owns)


async def show_match(request: Request, match_id: int) -> None:
    """Shows the current state of a match to the person who acts, or says that the match is gone."""
    match = await find(request, match_id)
    if match is None:
        await request.show(request.words("duplicate.gone"))
    else:
        await request.show(render.draw_running(request.words, await shown_of(request, match), request.person.id))


def page_key(match_id: int, reader: int) -> PageKey:
    """Returns the key of the page on which a member plays a match. The quota of public calls to the member has the same
    key.
    """
    return PageKey(f"duplicate {match_id}", reader)


async def is_closed(request: Request) -> bool:
    """Returns whether the settings of the server forbid posts about a match in this channel."""
    return closed_to_games(request.interaction, await request.server())


async def expect_unblocked(request: Request, shown: ShownMatch, members: Iterable[int]) -> None:
    """Makes sure that there is no block, in either direction, between the person who acts and these members.

    Raises:
        Refused: the person has blocked one of the members, or one of the members has blocked the person.
    """
    for member in members:
        found = await blocker(request, (request.person.id, member))
        if found is not None:
            problem = Problem.BLOCKED_BY_YOU if found == request.person.id else Problem.NOT_FREE
            raise Refused(problem, name=shown.name(request.words, member))


async def blocker(request: Request, pair: tuple[int, int]) -> int | None:
    """Returns the id of the person of a pair who has blocked the other. None if neither has.

    If both have blocked each other, returns the first of the pair.
    """
    blocks, (one, two) = request.app.people.member_blocks, pair
    found = await blocks.blockers_among(two, [one]) or await blocks.blockers_among(one, [two])
    return next(iter(found), None)
