"""A review of a finished game for one reader: their own decisions, or their advice, the worst first.

Each decision has its picture: the hand, or the table with it, at that moment. Text and picture come from what the
reader knew at that decision, so that the page never shows the opponent's hand, even after the game. (The replay shows
both hands.) The review is computed in another process (`bot.house.reviewer`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.adapter.components import buttons, known_name, number, page_frame, pager, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.naming import Players
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.deal import as_seen, from_here_button, retry_button
from bot.features.deal import position as deal_position
from bot.features.games import people_of, shown_game
from bot.features.review import text as review_text
from bot.people.preferences import Preferences
from bot.people.quotas import LESSONS
from bot.rows.game_results import GameResult
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.ai import policy_knows
from ecarte.game import PublicView
from ecarte.notation import Replay
from ecarte.teaching import Judged, given_away, worst_first
from ecarte.teaching.again import place_of

ROUTES = Routes()

_OTHERS_A_PAGE = 15
_MOST_PAGES = 1_000
_USUAL = Preferences()


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """A game with the decisions that its review judges.

    Attributes:
        judged: every decision whose moves were compared, in the order of the game.
        advised: whether the decisions are the advice of a backer. If not, they are a player's own moves.
        walk: the positions of the game, from which a decision can be played again. None if that is not offered.
    """

    game: GameResult
    judged: Sequence[Judged]
    advised: bool
    walk: Replay | None = None


def draw(
    words: Words, shown: ReviewStep, names: Mapping[int, str], page: int = 0, preferences: Preferences = _USUAL
) -> Message:
    """Returns a page of a review. The decisions that cost something come first, the worst of them first. The others
    follow in the order of the game.

    Args:
        page: the number of the page, from 0. If it is out of range, the nearest page is shown.
    """
    game, worst = shown.game, worst_first(shown.judged)
    others = [decision for decision in shown.judged if decision not in worst]
    costly = len(worst)
    pages = max(1, costly + -(-len(others) // _OTHERS_A_PAGE))
    page = min(page, pages - 1)
    north, south = (f"**{known_name(words, names, player.user_id)}**" for player in game.players)
    score = words("pages.record.score", north=north, south=south, score=f"{game.north_score}–{game.south_score}")
    count = len(shown.judged)
    if worst:
        values = {"worst": costly, "lost": words.percent(given_away(shown.judged))}
        summary = words.count("review.sum.advised" if shown.advised else "review.sum", count, **values)
    else:
        summary = words.count("review.count.advised" if shown.advised else "review.count", count)
    argument = GameKey.of(game)
    picture, parts, retry = None, _others(words, others, page - costly), None
    if page < costly:
        retry = _again(words, shown, worst[page])
        picture, parts = _costly(words, shown, worst[page], page + 1, _players(words, game, names), preferences)
    return Message(
        layout(
            page_frame(
                text(f"## {words('review.title')}\n{score}\n-# {timestamp(game.ended_at, 'f')}\n{summary}"),
                None if worst else text(words("review.flawless")),
                *parts,
                retry,
                text(f"-# {words('review.model')}"),
                pager(words, Verb.REVIEW, page, pages, (f"{argument}.{max(page - 1, 0)}", f"{argument}.{page + 1}")),
            )
        ),
        () if picture is None else (picture,),
    )


def _costly(
    words: Words, shown: ReviewStep, judged: Judged, number: int, who: Players, preferences: Preferences
) -> tuple[Picture | None, Sequence[ui.Item[Any]]]:
    """Returns one decision that cost something. With its picture it fills a phone's screen."""
    view, pictured = as_seen(judged.decision.view, preferences.order), not preferences.text_only
    about = text(review_text.decision(words, number, judged, advised=shown.advised, pictured=pictured))
    if not pictured:
        return None, (about,)
    picture = deal_position.picture(words, view, preferences, who, f"decision-{number}.png")
    alt = deal_position.alt(words, view, who, "review.alt.advised" if shown.advised else "lesson.alt")
    return picture, (about, picture.gallery(alt))


def _again(words: Words, shown: ReviewStep, judged: Judged) -> ui.ActionRow[Any] | None:
    """Returns the buttons that ask a decision again, and that play on from it."""
    place = None if shown.walk is None else place_of(shown.walk, judged.decision.view)
    if place is None:
        return None
    key, seat = GameKey.of(shown.game), judged.decision.view.seat
    retry = retry_button(words, key, place, seat, king=judged.decision.king is not None)
    return buttons(retry, from_here_button(words, key, place, seat))


def _others(words: Words, others: Sequence[Judged], page: int) -> Sequence[ui.Item[Any]]:
    """Returns a page of the decisions that cost nothing, one a line."""
    here = others[page * _OTHERS_A_PAGE : (page + 1) * _OTHERS_A_PAGE] if page >= 0 else ()
    lines = [f"**{words('review.others')}**", *(review_text.other(words, decision) for decision in here)]
    return (text("\n".join(lines)),) if here else ()


def _players(words: Words, game: GameResult, names: Mapping[int, str]) -> Players:
    north, south = (known_name(words, names, player.user_id, plain=True) for player in game.players)
    return Players((north, south), ())


def review_buttons(words: Words, key: GameKey, game: PublicView, *, emoji: str | None = None) -> list[PressButton]:
    """Returns the button that opens the review of a game at its table, as a list.

    The list is empty at a salon table, under rules for which there are no figures, and before the first decision.
    """
    decided = game.number > 1 or game.proposals or game.tricks
    if game.salon is not None or not decided or not policy_knows(game.rules):
        return []
    return [button(Verb.REVIEW, words("review.open"), argument=str(key), emoji=emoji)]


async def open_review(request: Request, key: GameKey | None) -> None:
    """Opens the review of a game, or says why there is none for the person who asks.

    Args:
        key: the key of the game. None if the text that the person typed names no game.

    Raises:
        Refused: the person asks too often, or the game is still on.
    """
    if not request.app.quotas.take(LESSONS, request.person.id):
        raise Refused(Problem.TOO_FAST)
    await request.answer.think()
    drawing = await _page(request, key, 0)
    if drawing is not None:
        await request.reply(drawing)


@ROUTES.press(Verb.REVIEW, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the review of a game, if the argument of the button is the key of a game. If the argument also has a page,
    turns to that page.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the game is still on.
    """
    game, _, page = press.argument.rpartition(".")
    if press.argument.count(".") == 1:
        await open_review(request, GameKey.read(press.argument))
        return
    key = GameKey.read(game)
    if key is None:
        raise Refused(Problem.STALE)
    which = number(page, 0, _MOST_PAGES)
    await request.answer.acknowledge()
    drawing = await _page(request, key, which)
    if drawing is not None:
        await request.replace(drawing)


async def _page(request: Request, key: GameKey | None, page: int) -> Message | None:
    """Returns a page of the review. None if there is none for this person, and the answer has said so."""
    game = await shown_game(request, key)
    if not isinstance(game, GameResult):
        await request.reply(game)
        return None
    did = await archive.decisions_of(request.app.tables, game.table_id, game.game_no, request.person.id)
    if not did.made and not did.advised:
        await request.reply(request.words("review.nothing"))
        return None
    judged = await request.app.reviewer.look_back(did.made or did.advised)
    walk = await archive.replay(request.app.tables, game.table_id, game.game_no)
    shown = ReviewStep(game, judged, not did.made, walk)
    preferences = await request.preferences()
    return draw(request.words, shown, await request.app.people.profiles.names(people_of([game])), page, preferences)
