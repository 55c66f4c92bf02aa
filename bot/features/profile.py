"""`/ecarte profile`: the profile of a member, and the history of the member's games.

The profile shows games won, rating and most frequent opponents. Both pages are drawn from stored results. This module
knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import (
    buttons,
    fields,
    join_facts,
    known_name,
    names_of,
    number,
    page_frame,
    pager,
    shorten,
    text,
)
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, select
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.games import game_label, game_lines, game_row, people_of
from bot.features.rating import figure, interval, title_name
from bot.features.story import form_lines, luck_lines
from bot.people import errors, leaving, stories
from bot.people.leaving import Leaving
from bot.people.preferences import Preferences
from bot.people.stories import Form, Luck
from bot.pictures import BoardScene, Curve, Style, board_picture
from bot.ranking.rating_model import ALL_SERVERS, MemberRating, Rating
from bot.ranking.tallies import AdviceTotals, Statistics
from bot.rows.game_results import GameResult
from bot.rows.member_rows import Errors
from bot.rows.paging import Page
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.teaching import DecisionKind

__all__ = ["FEATURE"]

ROUTES = Routes()

_USUAL = Preferences()
_NONE_LEFT = Leaving(0, 0)
_ROWS = 8
_TILES = 4
_ERRORS, _KINDS = 5, 3
"""The least errors for a line about their kinds, and the most kinds in that line."""
_CURVE = 3
"""The least rated games for a curve."""
_LABEL = 100


def draw(
    words: Words,
    profile: Statistics,
    names: Mapping[int, str],
    reader: int = 0,
    advice: AdviceTotals | None = None,
    preferences: Preferences = _USUAL,
    rated: MemberRating | None = None,
    left: Leaving = _NONE_LEFT,
    curve: Sequence[Rating] = (),
    everywhere: MemberRating | None = None,
    erred: Mapping[DecisionKind, Errors] = MappingProxyType({}),
    luck: Luck | None = None,
    form: Form | None = None,
    *,
    of_all: bool = False,
) -> Message:
    """Returns the page of a member: a picture, and lines for the facts that are not in the picture. A reader who
    prefers text gets all of it as lines.

    Args:
        names: the names of the member and of their opponents, by id.
        advice: the totals of the member's advice as a backer. Not shown if None or zero.
        rated: the member's rating, and from how many games it is. None if they have none or want none.
        left: how many of their last games the member left before the end. Only shown if the member often leaves games
            (`Leaving.is_often`).
        curve: the rating after each of the member's last rated games, oldest first. Not drawn if there are fewer than
            three.
        everywhere: the member's rating over all servers. None if they have none or want none.
        erred: the member's errors, by the kind of decision. Shown to the member alone, and only if there are enough.
        luck: how much the cards helped or hurt in the member's games against other members. None if no such game has a
            story.
        form: how much the member's errors cost in the last games. Shown to the member alone. None if the stories of
            these games have no decision that mattered.
        of_all: whether the page is of the reader's games in all places, not in one server.
    """
    title = f"## {known_name(words, names, profile.user_id)}"
    if not profile.last:
        own = profile.user_id == reader
        none_of_own = words("pages.profile.empty_all" if of_all else "pages.profile.empty_own")
        nothing = none_of_own if own else words("pages.profile.empty")
        given = _advice(words, advice)
        return Message(layout(page_frame(text("\n".join([title, *given] if given else [title, nothing])))))
    # The picture has the games won, the series and the last games.
    facts = [
        _small(words, profile),
        *_rating(words, "rating.profile", rated, titled=True),
        *_rating(words, "rating.profile.everywhere", everywhere, titled=False),
        *luck_lines(words, luck),
        *_opponent_lines(words, profile, names),
        *_advice(words, advice),
        *([*_errors(words, erred), *form_lines(words, form)] if profile.user_id == reader else []),
        *([words("pages.profile.finishes", share=words.percent(left.finished))] if left.is_often else []),
        *([f"-# {words('pages.profile.of_all')}"] if of_all else []),
    ]
    every = buttons(button(Verb.HISTORY, words("pages.profile.all"), argument=f"page.{profile.user_id}.0"))
    shown = [_totals(words, profile), *_series(words, profile)]
    if preferences.text_only:
        last = "\n".join(game_lines(words, game, profile.user_id, names, reader) for game in profile.last)
        lines = "\n".join([shown[0], facts[0], *shown[1:], *facts[1:], *_curve_line(words, curve)])
        return Message(
            layout(page_frame(text(title), text(lines), text(f"**{words('pages.profile.last')}**\n{last}"), every))
        )
    image = _picture(words, profile, names, formatting.style_of(words, preferences), rated, curve)
    labels = [game_label(words, game, profile.user_id, names, reader) for game in profile.last]
    alt = "\n".join([*map(plain, shown), *_curve_line(words, curve), words("pages.profile.last"), *labels])
    alt = shorten(alt, formatting.LONGEST_ALT)
    return Message(layout(page_frame(text(title), image.gallery(alt), text("\n".join(facts)), every)), (image,))


def _picture(
    words: Words,
    profile: Statistics,
    names: Mapping[int, str],
    style: Style,
    rated: MemberRating | None,
    curve: Sequence[Rating],
) -> Picture:
    won, played = words.number(profile.won), words.number(profile.played)
    tiles = [
        (words("pages.profile.tile.won", won=won, played=played), words("pages.profile.tile.games")),
        (words.percent(profile.share), words("pages.profile.tile.share")),
    ]
    if rated is not None:
        tiles.append((figure(words, rated.rating), words("rating.tile")))
    if abs(profile.streak) > 1:
        about = words("pages.profile.tile.lost" if profile.streak < 0 else "pages.profile.tile.streak")
        tiles.append((words.number(abs(profile.streak)), about))
    if len(tiles) < _TILES and profile.best_streak > max(1, profile.streak):
        tiles.append((words.number(profile.best_streak), words("pages.profile.tile.best")))
    rows = tuple(game_row(words, game, profile.user_id, names) for game in profile.last)
    name = known_name(words, names, profile.user_id, plain=True)
    title = join_facts(name, title_name(words, 0 if rated is None else rated.title))
    scene = BoardScene(title, rows, tuple(tiles), style, _curve(words, curve))
    return Picture("profile.png", scene, lambda: board_picture(scene).data)


def _rating(words: Words, key: str, rated: MemberRating | None, *, titled: bool) -> list[str]:
    """Returns the line of a rating.

    Args:
        titled: whether it ends with the title reached.
    """
    if rated is None:
        return []
    shown, counted = figure(words, rated.rating), words.count("rating.games", rated.games)
    line = words(key, rating=shown, interval=interval(words, rated.rating), games=counted)
    return [join_facts(line, title_name(words, rated.title) if titled else "")]


def _curve(words: Words, curve: Sequence[Rating]) -> Curve | None:
    if len(curve) < _CURVE:
        return None
    values = tuple(rating.shown for rating in curve)
    about = words.count("rating.curve", len(values))
    return Curve(values, about, str(min(values)), str(max(values)))


def _curve_line(words: Words, curve: Sequence[Rating]) -> list[str]:
    """Returns the curve in words."""
    drawn = _curve(words, curve)
    if drawn is None:
        return []
    first, last = (str(drawn.values[place]) for place in (0, -1))
    return [words("rating.curve.line", about=drawn.about, first=first, last=last, low=drawn.low, high=drawn.high)]


def _totals(words: Words, profile: Statistics) -> str:
    return words.count("pages.profile.games", profile.played, won=profile.won, share=words.percent(profile.share))


def _small(words: Words, profile: Statistics) -> str:
    counts = join_facts(
        words.count("pages.points", profile.points),
        words.count("pages.voles", profile.voles),
        words.count("pages.kings", profile.kings),
        words.count("pages.deals", profile.deals),
    )
    return f"-# {counts}"


def _series(words: Words, profile: Statistics) -> list[str]:
    lines = []
    if profile.streak > 1:
        lines.append(words.count("pages.profile.winning", profile.streak))
    elif profile.streak < -1:
        lines.append(words.count("pages.profile.losing", -profile.streak))
    if profile.best_streak > max(1, profile.streak):
        lines.append(words.count("pages.profile.best", profile.best_streak))
    return lines


def _opponent_lines(words: Words, profile: Statistics, names: Mapping[int, str]) -> list[str]:
    """Returns the most frequent opponents, members and house."""
    lines = []
    if profile.favourite is not None:
        name, met = f"**{known_name(words, names, profile.favourite.user_id)}**", profile.favourite
        lines.append(words.count("pages.profile.favourite", met.played, name=name, won=met.won))
    for met in profile.house:
        name = f"**{known_name(words, names, met.user_id)}**"
        lines.append(words.count("house.record", met.played, name=name, won=met.won))
    return lines


def _errors(words: Words, erred: Mapping[DecisionKind, Errors]) -> list[str]:
    """Returns the kinds of decisions that cost a member most, with their shares of the whole cost."""
    if sum(errors.number for errors in erred.values()) < _ERRORS:
        return []
    whole = sum(errors.cost for errors in erred.values())
    worst = sorted(erred, key=lambda kind: -erred[kind].cost)[:_KINDS]
    kinds = [words(f"pages.profile.kind.{kind.value}", share=words.percent(erred[kind].cost / whole)) for kind in worst]
    return [words("pages.profile.errors", kinds=join_facts(*kinds))]


def _advice(words: Words, advice: AdviceTotals | None) -> list[str]:
    if advice is None or not advice.given:
        return []
    share = words.percent(advice.followed / advice.given)
    return [words.count("pages.profile.advice", advice.given, followed=advice.followed, share=share, made=advice.made)]


async def profile(
    request: Request,
    user_id: int,
    present: Mapping[int, str] = MappingProxyType({}),
) -> Message:
    """Returns the page of a member of this server. Anywhere else returns the person's own page, of all their games.

    Args:
        present: names that are known to be current, by id.

    Raises:
        Refused: the page of another person is asked for outside a server.
    """
    _expect_own(request, user_id)
    if not request.guild_id:
        return await _profile_of_all(request)
    totals = await request.app.people.results.statistics(request.guild_id, user_id)
    met = {totals.favourite.user_id} if totals.favourite else set()
    names = await request.app.people.profiles.names({user_id, *met, *people_of(totals.last)})
    advice = await request.app.people.results.advice_of(request.guild_id, user_id)
    rated = await request.app.people.ratings.of(request.guild_id, user_id)
    curve = await request.app.people.ratings.curve(request.guild_id, user_id)
    left = await leaving.of_member(request.app.people, request.guild_id, user_id)
    everywhere = None
    if rated is not None and await request.app.people.ratings.is_everywhere(user_id):
        everywhere = await request.app.people.ratings.of(ALL_SERVERS, user_id)
    preferences, reader = await request.preferences(), request.person.id
    people = {**names, **present}
    erred = {} if user_id != reader else await errors.of_member(request.app.people, request.guild_id, user_id)
    luck = await stories.luck_of(request.app.people, request.guild_id, user_id)
    form = None if user_id != reader else await stories.form_of(request.app.people, request.guild_id, user_id)
    return draw(
        request.words, totals, people, reader, advice, preferences, rated, left, curve, everywhere, erred, luck, form
    )


async def _profile_of_all(request: Request) -> Message:
    """Returns the page of the person who asks, of their games in all places."""
    people, user_id = request.app.people, request.person.id
    totals = await people.results.statistics(None, user_id)
    met = {totals.favourite.user_id} if totals.favourite else set()
    names = await people.profiles.names({user_id, *met, *people_of(totals.last)})
    wants_rating = await people.ratings.is_everywhere(user_id)
    everywhere = await people.ratings.of(ALL_SERVERS, user_id) if wants_rating else None
    preferences = await request.preferences()
    return draw(request.words, totals, names, user_id, None, preferences, everywhere=everywhere, of_all=True)


def _expect_own(request: Request, user_id: int) -> None:
    """Makes sure that a person outside a server asks only about themselves.

    Raises:
        Refused: they ask about another person.
    """
    if not request.guild_id and user_id != request.person.id:
        raise Refused(Problem.NEEDS_SERVER)


def draw_history(
    words: Words,
    user_id: int,
    games: Page[GameResult],
    names: Mapping[int, str],
    reader: int = 0,
    preferences: Preferences = _USUAL,
) -> Message:
    """Returns a page of the history of a member's games: a picture, or lines for a reader who prefers text.

    Args:
        names: the names of the member and of their opponents, by id.
        reader: the id of the person who reads it. 0 if many do.
    """
    title = f"## {words('pages.history.title', name=known_name(words, names, user_id))}"
    if not games.rows:
        nothing = words("pages.profile.empty_own" if user_id == reader else "pages.profile.empty")
        return Message(layout(page_frame(text(f"{title}\n{nothing}"))))
    page, pages = games.offset // _ROWS, -(-games.total // _ROWS)
    image = None if preferences.text_only else _history_picture(words, user_id, games, names, preferences)
    note = words("pages.page", page=page + 1, pages=pages)
    options = [
        discord.SelectOption(
            label=shorten(game_label(words, game, user_id, names, reader), _LABEL), value=str(GameKey.of(game))
        )
        for game in games.rows
    ]
    arguments = f"page.{user_id}.{max(0, page - 1)}", f"page.{user_id}.{page + 1}"
    return Message(
        layout(
            page_frame(
                text(title),
                text("\n".join(game_lines(words, game, user_id, names, reader) for game in games.rows))
                if image is None
                else image.gallery(shorten("\n".join(option.label for option in options), formatting.LONGEST_ALT)),
                text(f"-# {note}") if pages > 1 else None,
                ui.ActionRow(select(Verb.GAME, options, placeholder=words("pages.history.open"), argument="history")),
                pager(words, Verb.HISTORY, page, pages, arguments),
                buttons(button(Verb.HISTORY, words("pages.history.profile"), argument=f"profile.{user_id}.0")),
            )
        ),
        () if image is None else (image,),
    )


def _history_picture(
    words: Words, user_id: int, games: Page[GameResult], names: Mapping[int, str], preferences: Preferences
) -> Picture:
    rows = tuple(game_row(words, game, user_id, names) for game in games.rows)
    heading = words("pages.history.title", name=known_name(words, names, user_id, plain=True))
    scene = BoardScene(heading, rows, style=formatting.style_of(words, preferences))
    return Picture("history.png", scene, lambda: board_picture(scene).data)


async def history(request: Request, user_id: int, page: int = 0) -> Message:
    """Returns a page of the history of a member's games in this server. Anywhere else returns the person's own history,
    of all places.

    Args:
        page: the number of the page, from 0. If it is past the end, the last page is returned.

    Raises:
        Refused: the history of another person is asked for outside a server.
    """
    _expect_own(request, user_id)
    games = await archive.history(request.app.tables, request.guild_id or None, user_id, limit=_ROWS, page=page)
    names = await request.app.people.profiles.names({user_id, *people_of(games.rows)})
    return draw_history(request.words, user_id, games, names, request.person.id, await request.preferences())


@ROUTES.press(Verb.HISTORY, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Turns a page of a history, or shows the profile of a member. The new page replaces the message with the button.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the press outside a server asks for
            another person.
    """
    action, user, page = fields(press.argument, 3)
    user_id = number(user)
    match action:
        case "profile":
            await request.replace(await profile(request, user_id))
        case "page":
            await request.replace(await history(request, user_id, page=number(page, 0, 1_000_000)))
        case _:
            raise Refused(Problem.STALE)


@ROUTES.command("profile")
async def command(request: Request, member: discord.User | None = None) -> None:
    """Answers `/ecarte profile [member]` with the page of a member. If none is named, shows that of the person who
    asks.
    """
    await request.reply(await profile(request, (member or request.interaction.user).id, names_of(member)))


FEATURE = Feature("profile", (ROUTES,))
