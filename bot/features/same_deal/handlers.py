"""Challenges a channel with a deal of a finished game: others play it once each, against the maître.

A try is stored like one at the deal of the day (`bot.people.same_deals`), with all its moves. A button names the deal
and how many moves there were, so a second press, or one on an old page, changes nothing. The game itself is read from
its log again. Nothing of it counts.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.adapter import naming
from bot.adapter.components import known_name
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.posting import post_allowed, why_private
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.daily import DailyBoard
from bot.features.deal import SameDealRef, solo
from bot.features.games import is_here, people_of
from bot.features.same_deal.render import (
    Challenged,
    SameDealList,
    SameDealReader,
    draw_end,
    draw_list,
    draw_offer,
    draw_offered,
    draw_post,
    draw_try,
)
from bot.people import same_deals
from bot.people.quotas import SAME_DEALS
from bot.rows.game_results import GameResult, PlayerResult
from bot.rows.member_rows import Daily
from bot.rows.storage_errors import TriedBefore
from bot.tables import archive
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.notation import Replay
from ecarte.teaching import again, same_deal
from ecarte.teaching.same_deal import SameDeal
from ecarte.teaching.solo import Decide, Result, is_over

ROUTES = Routes()


@dataclass(frozen=True, slots=True)
class _Found:
    """A deal that can be played by others.

    Attributes:
        player: the player who had the cards.
        same: the deal as the person sees it who acts.
        result: how it ended in the game.
    """

    deal: SameDealRef
    game: GameResult
    player: PlayerResult
    walk: Replay
    same: SameDeal
    result: Result


@ROUTES.press(Verb.SAME_DEAL, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Asks whether to post a challenge, posts it, begins a try, makes a move, shows the list of results or closes the
    challenge.

    Raises:
        Refused: the button was drawn by another version of the bot, the move is not lawful, or the person may not do
            what the button does.
    """
    deal, what, after, detail = SameDealRef.read(press.argument)
    if not request.guild_id:
        raise Refused(Problem.NEEDS_SERVER)
    found = await _find(request, deal)
    if found is None:
        await request.reply(request.words("problem.no_record"))
        return
    if what in ("offer", "post"):
        await _offer(request, found, posts=what == "post")
        return
    challenge = await request.app.people.daily.of(found.player.user_id, str(deal.key))
    if challenge is None:
        await _show_withdrawn(request, found)
    elif what == "list":
        await _show_list(request, found, challenge)
    elif what == "close":
        await _close(request, found, challenge)
    elif what == "begin":
        await _begin(request, found, challenge)
    else:
        await _move(request, found, challenge, what, after, detail)


async def _find(request: Request, deal: SameDealRef) -> _Found | None:
    """Finds a deal of a game that may be shown here; None if there is none that others can play."""
    game = await archive.finished_game(request.app.tables, deal.game)
    if game is None or not is_here(request, game):
        return None
    walk = await archive.replay(request.app.tables, game.table_id, game.game_no)
    reader = str(request.person.id)
    same = await asyncio.to_thread(same_deal.same_deal, walk, deal.number, deal.seat, reader)
    result = again.result_then(walk, deal.number, deal.seat)
    if same is None or result is None:
        return None
    player = next(player for player in game.players if player.seat == deal.key.seat)
    return _Found(deal, game, player, walk, same, result)


async def _offer(request: Request, found: _Found, *, posts: bool) -> None:
    """Asks whether to challenge the channel, or does so. Nothing is stored if the challenge may not be posted here.

    Raises:
        Refused: the person had no such cards, or has challenged too often.
    """
    player = found.player
    if player.user_id != request.person.id:
        raise Refused(Problem.NOT_A_PLAYER)
    people, now = request.app.people, request.app.now()
    row = await same_deals.of_deal(people, found.deal.key, people_of([found.game]))
    if row is not None and row.user_id != player.user_id:
        await request.reply(request.words("same.taken"))
    elif row is not None and now >= same_deals.closes_at(row):
        await request.reply(request.words("same.gone"))
    elif not posts:
        await request.reply(draw_offer(request.words, await _about(request, request.words, found)))
    else:
        await _post(request, found, row)


async def _post(request: Request, found: _Found, row: Daily | None) -> None:
    """Stores and posts a challenge, or posts the one that there is.

    Raises:
        Refused: the person has challenged too often.
    """
    app, person = request.app, request.person.id
    if row is None and not app.quotas.take(SAME_DEALS, person):
        raise Refused(Problem.TOO_FAST)
    if (private := await why_private(request)) is not None:
        if row is None:
            app.quotas.give_back(SAME_DEALS, person)
        await request.reply(private)
        return
    players, result = (person, found.player.opponent_id), (found.result.points, found.result.made)
    row = await same_deals.challenge(app.people, found.deal.key, request.guild_id, players, result, app.now())
    if row is None:
        await request.reply(request.words("same.taken"))
        return
    words = await request.public_words()
    public = draw_post(words, await _about(request, words, found), same_deals.closes_at(row))
    await post_allowed(request, ("same deal", found.deal), draw_offered(request.words), public)


async def _begin(request: Request, found: _Found, challenge: Daily) -> None:
    """Opens the person's one try, which begins now if it had not begun and the challenge is open.

    Raises:
        Refused: the person began it, and has deleted their data since.
    """
    people, key, now = request.app.people, str(found.deal.key), request.app.now()
    if any(player.user_id == request.person.id for player in found.game.players):
        await request.reply(request.words("same.players"))
        return
    row = await people.daily.of(request.person.id, key)
    if row is None:
        if now >= same_deals.closes_at(challenge):
            await request.reply(request.words("same.gone"))
            return
        log = await asyncio.to_thread(same_deal.open_log, found.same, _maitre(request, found))
        try:
            row = await people.daily.begin(request.person.id, key, request.guild_id, log, now)
        except TriedBefore:
            raise Refused(Problem.CHALLENGE_TRIED) from None
    await request.reply(await _page(request, found, challenge, row))


async def _move(request: Request, found: _Found, challenge: Daily, what: str, after: int, detail: str) -> None:
    """Makes a move, or picks a discard, and draws the page again.

    Raises:
        Refused: the item was drawn by another version, or the move is not lawful.
    """
    people, key = request.app.people, str(found.deal.key)
    row = await people.daily.of(request.person.id, key)
    if row is None or request.person.id == found.player.user_id:
        raise Refused(Problem.STALE)
    draft: frozenset[int] = frozenset()
    if row.ended_at is None and after == len(row.moves):
        if what == "pick":
            draft = solo.picked(detail.split(","))
        else:
            move = solo.move_of(same_deal.view_of(found.same, row.moves), what, detail)
            log = await asyncio.to_thread(same_deal.answer, found.same, row.moves, move, _maitre(request, found))
            ended = None
            if is_over(same_deal.view_of(found.same, log)):
                result = same_deal.result(found.same, log)
                ended = result.points, result.made
            row = await people.daily.play(row.user_id, key, len(row.moves), log, request.app.now(), ended)
    if row is None:
        raise Refused(Problem.STALE)
    await request.show(await _page(request, found, challenge, row, draft))


async def _page(
    request: Request, found: _Found, challenge: Daily, row: Daily, draft: frozenset[int] = frozenset()
) -> Message:
    """Returns the page of a try."""
    user, words = request.interaction.user, request.words
    reader = SameDealReader(user.id, naming.called_name(user), await request.preferences())
    about, view = await _about(request, words, found), same_deal.view_of(found.same, row.moves)
    if row.ended_at is None:
        return draw_try(words, about, row, view, reader, draft)
    gained = [after - before for after, before in zip(view.public.score, found.same.before, strict=True)]
    own, other = gained[view.seat.index], gained[view.seat.other.index]
    result, dealt = same_deal.result(found.same, row.moves), same_deal.dealt_to_opponent(found.same)
    results = await _list(request, found, challenge)
    late = row.ended_at > same_deals.closes_at(challenge)
    return draw_end(words, about, view, result, (own, other), dealt, results, reader, late=late)


async def _show_list(request: Request, found: _Found, challenge: Daily) -> None:
    """Shows the list to a reader who has played, and to everyone, in place of the challenge, once that is over."""
    if request.app.now() >= same_deals.closes_at(challenge):
        await _draw_closed(request, found, challenge)
        return
    own = await request.app.people.daily.of(request.person.id, str(found.deal.key))
    if own is None or own.ended_at is None:
        await request.reply(request.words("same.list.after"))
        return
    about, results = await _about(request, request.words, found), await _list(request, found, challenge)
    await request.reply(draw_list(request.words, about, results, request.person.id))


async def _show_withdrawn(request: Request, found: _Found) -> None:
    """Shows the list to a person with a try at a challenge whose player was erased; tells others that it is over."""
    if await request.app.people.daily.of(request.person.id, str(found.deal.key)) is None:
        await request.reply(request.words("same.gone"))
        return
    about, results = await _about(request, request.words, found), await _list(request, found, None)
    end = request.words("same.withdrawn")
    await request.show(draw_list(request.words, about, results, request.person.id, end=end))


async def _close(request: Request, found: _Found, challenge: Daily) -> None:
    """Closes the challenge of the person.

    Raises:
        Refused: it is another person's.
    """
    if challenge.user_id != request.person.id:
        names = await request.app.people.profiles.names([challenge.user_id])
        raise Refused(Problem.CHALLENGE_NOT_YOURS, name=known_name(request.words, names, challenge.user_id))
    people, key = request.app.people, str(found.deal.key)
    await same_deals.close(people, challenge, request.app.now())
    await _draw_closed(request, found, await people.daily.of(challenge.user_id, key) or challenge)


async def _draw_closed(request: Request, found: _Found, challenge: Daily) -> None:
    """Draws the list in place of the challenge, or for the person alone if they pressed on another message."""
    is_post = request.is_on_post(Verb.SAME_DEAL, lambda button: SameDealRef.read(button)[:2] == (found.deal, "begin"))
    words = await request.public_words() if is_post else request.words
    about, results = await _about(request, words, found), await _list(request, found, challenge)
    page = draw_list(words, about, results, end=words("same.gone"))
    await (request.replace(page) if is_post else request.show(page))


async def _list(request: Request, found: _Found, challenge: Daily | None) -> SameDealList:
    people = request.app.people
    rows = await same_deals.results(people, request.guild_id, found.deal.key, challenge)
    names = await people.profiles.names({row.user_id for row in rows})
    par = await asyncio.to_thread(same_deal.par, found.same, _maitre(request, found))
    return SameDealList(DailyBoard(rows, names), par.points)


async def _about(request: Request, words: Words, found: _Found) -> Challenged:
    names = await request.app.people.profiles.names(people_of([found.game]))
    name = known_name(words, names, found.player.user_id, plain=True)
    first, seat = again.first_of(found.walk, found.deal.number), found.deal.seat
    assert first is not None
    return Challenged(found.deal, name, (first.score[seat.index], first.score[seat.other.index]), found.result)


def _maitre(request: Request, found: _Found) -> Decide:
    """Returns the house as it plays at tables, faults included."""
    return request.app.house.maitre(str(found.deal.key))
