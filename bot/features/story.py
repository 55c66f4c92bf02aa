"""The story of a finished game: how much the cards, the errors and the hidden cards did for its result. Only its two
players can open it.

The figures are computed from both hands, and only after the game (`bot.house.stories`). A player may post the story.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, join_facts, known_name, page_frame, shorten, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import safe
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.posting import post_once
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.games import end_of, people_of, shown_game
from bot.features.review import review_buttons
from bot.people.preferences import Preferences
from bot.people.quotas import LESSONS
from bot.people.stories import Form, Luck
from bot.pictures import CurveDeal, CurveError, CurveScene, Style, curve_picture
from bot.rows.game_results import GameResult
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import PublicView, Seat
from ecarte.teaching import Story
from ecarte.teaching.story import UNIT

__all__ = ["FEATURE", "form_lines", "luck_lines", "story_button", "story_buttons"]

ROUTES = Routes()

_USUAL: Final = Preferences()
_POST: Final = "post."
_EVEN: Final = UNIT // 20
"""The chance stays about even if a deal moves it less than this."""
_GAMES_FOR_A_SHARE: Final = 10
_UP, _SAME, _DOWN = "🟩", "⬜", "🟥"


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game with its story.

    Attributes:
        seat: the seat of the player whose chance the story follows.
        names: the names of the players, by id.
        own: whether the player in `seat` alone reads it.
    """

    game: GameResult
    story: Story
    seat: Seat
    names: Mapping[int, str]
    own: bool = True


def story_button(words: Words, key: GameKey, *, emoji: str | None = None) -> PressButton:
    """Returns the button that opens the story of a game."""
    return button(Verb.STORY, words("story.open"), argument=str(key), emoji=emoji)


def story_buttons(words: Words, key: GameKey, game: PublicView, *, emoji: str | None = None) -> list[PressButton]:
    """Returns the button that opens the story of a game at its table, as a list.

    The list is empty if the game has no winner (yet), at a salon table, under rules for which there are no figures, and
    for a game without a decision.
    """
    if game.outcome is None or game.outcome.winner is None or not review_buttons(words, key, game):
        return []
    return [story_button(words, key, emoji=emoji)]


def luck_lines(words: Words, luck: Luck | None) -> list[str]:
    """Returns the line about a member's luck: how many games the cards have won or lost for them. After enough games,
    also what share of games they would have won without luck, and how uncertain that figure is.
    """
    if luck is None:
        return []
    games = words.number(round(abs(luck.luck), 1))
    sign = formatting.sign_of(round(luck.luck, 1))
    line = words("story.luck.season" if luck.in_season else "story.luck", luck=f"{sign}{games}")
    # With few games the error is no estimate.
    if luck.error is None or luck.games < _GAMES_FOR_A_SHARE:
        return [line]
    share, error = words.percent(luck.share), words.percent(luck.error)
    return [join_facts(line, words.count("story.luck.share", luck.games, share=share, error=error))]


def form_lines(words: Words, form: Form | None) -> list[str]:
    """Returns the lines about how much a member's errors cost in each of the last games, the newest first. Only the
    member reads them.
    """
    if form is None:
        return []
    rates = [words("story.form.none") if rate is None else words.number(round(rate, 1)) for rate in form.rates]
    rate = words.number(round(form.rate, 1))
    if len(rates) == 1:
        return [words("story.form.one", rate=rate)]
    return [words("story.form", n=len(rates), rate=rate, rates=join_facts(*rates))]


def draw(
    words: Words,
    told_game: ToldGame,
    preferences: Preferences = _USUAL,
    *,
    offered: bool = False,
    posted: bool = False,
) -> Message:
    """Returns the story of a game: a picture, four lines whose figures add up to the result, and the deal that decided.
    A reader who prefers text gets a line for each deal instead of the picture.

    Args:
        offered: whether the reader may post it in this channel.
        posted: whether the reader has just posted it.
    """
    game, names = told_game.game, _names(words, told_game)
    score = words("story.score", upper=f"**{safe(names[0])}**", lower=f"**{safe(names[1])}**", score=_score(told_game))
    head = text(f"## {words('story.title')}\n{score}\n{_row(told_game)}")
    ended = join_facts(timestamp(game.ended_at, "D"), end_of(words, game, told_game.names))
    small = [words("story.row", up=_UP, same=_SAME, down=_DOWN), ended]
    lines = "\n".join([*_lines(words, told_game), _decided(words, told_game), *(f"-# {line}" for line in small)])
    below = text("\n".join([lines, *([words("souvenir.posted")] if posted else [])]))
    post = button(
        Verb.STORY,
        words("souvenir.post"),
        argument=f"{_POST}{GameKey.of(game)}",
        style=discord.ButtonStyle.primary,
    )
    last = buttons(post) if offered else None
    if preferences.text_only:
        deals = text("\n".join(_deals(words, told_game)))
        return Message(layout(page_frame(head, deals, below, last)))
    scene = _scene(words, told_game, formatting.style_of(words, preferences))
    picture = Picture("story.png", scene, lambda: curve_picture(scene).data)
    alt = shorten(plain("\n".join([scene.caption, *_deals(words, told_game)])), formatting.LONGEST_ALT)
    return Message(layout(page_frame(head, picture.gallery(alt), below, last)), (picture,))


def _lines(words: Words, game: ToldGame) -> list[str]:
    """Returns the start, the cards, the errors and the hidden cards. They add up to the result."""
    points, (upper, lower) = game.story.points(game.seat), _names(words, game)
    given = formatting.with_sign
    errors = {"own": given(points.own), "theirs": given(points.theirs), "upper": safe(upper), "lower": safe(lower)}
    hidden = "story.hidden.gave_up" if game.story.gave_up else "story.hidden"
    return [
        words("story.start" if game.own else "story.start.of", start=points.start, upper=safe(upper)),
        words("story.cards", cards=given(points.cards), dealt=given(points.dealt), drawn=given(points.drawn)),
        words("story.errors" if game.own else "story.errors.of", **errors),
        words(hidden, hidden=given(points.hidden), result=points.result),
    ]


def _decided(words: Words, game: ToldGame) -> str:
    """Returns the deal that decided: its main cause, and how far it moved the chance that the story follows."""
    part = game.story.points(game.seat, game.story.deciding)
    before, after = (words.percent(chance / 100) for chance in (part.start, part.result))
    values = {"deal": game.story.deciding.number, "before": before, "after": after}
    cause = game.story.cause.value
    if game.own:
        return words(f"story.decided.{cause}.own", **values)
    return words(f"story.decided.{cause}", who=safe(_names(words, game)[0]), **values)


def _deals(words: Words, game: ToldGame) -> list[str]:
    """Returns the picture in words: a line for each deal."""
    lines = []
    for deal, score in zip(game.story.deals, _scores(game), strict=True):
        points, given = game.story.points(game.seat, deal), formatting.with_sign
        values = {
            "before": words.percent(points.start / 100),
            "after": words.percent(points.result / 100),
            "cards": given(points.cards),
            "errors": given(points.own + points.theirs),
            "hidden": given(points.hidden),
        }
        lines.append(words("story.deal", deal=deal.number, score=score, **values))
    return lines


def _scene(words: Words, game: ToldGame, style: Style) -> CurveScene:
    story, seat, names = game.story, game.seat, _names(words, game)
    deals = tuple(
        CurveDeal(
            score,
            tuple((chance if seat is Seat.NORTH else UNIT - chance) / UNIT for chance in deal.chances),
            tuple(
                CurveError(error.seat is seat, error.cost / UNIT, error.exchanges, error.trick) for error in deal.errors
            ),
            None if deal.king is None else deal.king is seat,
            deal is story.deciding,
        )
        for deal, score in zip(story.deals, _scores(game), strict=True)
    )
    return CurveScene(
        *names,
        scores=_points(game.game, seat),
        won=story.winner is seat,
        date=words.date(game.game.ended_at),
        deals=deals,
        cards=words("story.picture.cards"),
        errors=words("story.picture.errors"),
        caption=words(f"story.picture.decided.{story.cause.value}", deal=story.deciding.number),
        style=style,
    )


def _row(game: ToldGame) -> str:
    """Returns a sign for each deal: whether it raised the chance. It says nothing of the cards."""
    moved = [part.result - part.start for part in (game.story.of_deal(deal, game.seat) for deal in game.story.deals)]
    return "".join(_UP if points >= _EVEN else _DOWN if points <= -_EVEN else _SAME for points in moved)


def _scores(game: ToldGame) -> list[str]:
    """Returns the score after each deal. The points of the player in `told.seat` come first."""
    after = [deal.score for deal in game.story.deals[1:]]
    last = (game.game.north_score, game.game.south_score)
    return [f"{score[game.seat.index]}–{score[game.seat.other.index]}" for score in (*after, last)]


def _score(game: ToldGame) -> str:
    return "–".join(map(str, _points(game.game, game.seat)))


def _points(game: GameResult, seat: Seat) -> tuple[int, int]:
    scores = game.north_score, game.south_score
    return scores[seat.index], scores[seat.other.index]


def _names(words: Words, game: ToldGame) -> tuple[str, str]:
    """Returns the name of the player in `game.seat`, then the opponent's, as plain text."""
    players = sorted(game.game.players, key=lambda player: player.seat != game.seat.name.lower())
    upper, lower = (known_name(words, game.names, player.user_id, plain=True) for player in players)
    return upper, lower


async def _find(request: Request, key: GameKey | None, *, for_all: bool) -> ToldGame | Message | str:
    """Finds the story of a game for one of its players. Returns the answer if there is none, or none for everyone."""
    game = await shown_game(request, key, for_all=for_all)
    if not isinstance(game, GameResult):
        return game
    mine = next((player for player in game.players if player.user_id == request.person.id), None)
    if mine is None:
        return request.words("story.players")
    story = await request.app.storyteller.story(game.table_id, game.game_no)
    if story is None:
        return request.words("story.none")
    names = await request.app.people.profiles.names(people_of([game]))
    return ToldGame(game, story, Seat[mine.seat.upper()], names)


@ROUTES.press(Verb.STORY, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows the story of a game privately to the player who pressed the button. If the button was **Post here**, the
    bot posts the story in the channel.

    Raises:
        Refused: the player asks too often, or the game is still on.
    """
    posts, key = press.argument.startswith(_POST), GameKey.read(press.argument.removeprefix(_POST))
    if not posts and not request.app.quotas.take(LESSONS, request.person.id):
        raise Refused(Problem.TOO_FAST)
    await (request.answer.acknowledge() if posts else request.answer.think())
    game = await _find(request, key, for_all=posts)
    if not isinstance(game, ToldGame):
        await request.reply(game)
        return
    preferences = await request.preferences()
    if not posts:
        await request.reply(draw(request.words, game, preferences, offered=bool(request.guild_id)))
        return
    public = ToldGame(game.game, game.story, game.seat, game.names, own=False)
    await post_once(
        request,
        ("story", GameKey.of(game.game)),
        draw(request.words, game, preferences, posted=True),
        draw(await request.public_words(), public),
    )


FEATURE = Feature("story", (ROUTES,))
