"""A person's page: games won, standing, and the most frequent opponents. Draws from results; knows no rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.adapter import formatting
from bot.adapter.components import buttons, cut, framed, joined, named, text
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.request import Request
from bot.features.games import game_label, game_lines, game_row, people_of
from bot.people import standings
from bot.people.preferences import Preferences
from bot.people.standings import AdviceTotals, Statistics
from bot.pictures import BoardScene, Style, board_picture
from bot.texts import Words

_USUAL = Preferences()


def draw(
    words: Words,
    profile: Statistics,
    names: Mapping[int, str],
    reader: int = 0,
    advice: AdviceTotals | None = None,
    preferences: Preferences = _USUAL,
) -> Message:
    """Returns the page of a person: a picture and what it does not show, or lines for who prefers text.

    Args:
        names: theirs and their opponents'.
        advice: what their advice as a backer came to; None or nothing given: left out.
    """
    title = f"## {named(words, names, profile.user_id)}"
    if not profile.last:
        own = profile.user_id == reader
        nothing = words("pages.profile.empty_own" if own else "pages.profile.empty")
        told = _advice(words, advice)
        return Message(layout(framed(text("\n".join([title, *told] if told else [title, nothing])))))
    # The picture has the games won, the series and the last games.
    beside = [_small(words, profile), *_met(words, profile, names), *_advice(words, advice)]
    every = buttons(button(Verb.HISTORY, words("pages.profile.all"), argument=f"page.{profile.user_id}.0"))
    shown = [_totals(words, profile), *_series(words, profile)]
    if preferences.text_only:
        last = "\n".join(game_lines(words, game, profile.user_id, names) for game in profile.last)
        lines = "\n".join([shown[0], beside[0], *shown[1:], *beside[1:]])
        return Message(
            layout(framed(text(title), text(lines), text(f"**{words('pages.profile.last')}**\n{last}"), every))
        )
    image = _picture(words, profile, names, formatting.style_of(words, preferences))
    labels = [game_label(words, game, profile.user_id, names) for game in profile.last]
    alt = cut("\n".join([*map(plain, shown), words("pages.profile.last"), *labels]), formatting.LONGEST_ALT)
    return Message(layout(framed(text(title), image.gallery(alt), text("\n".join(beside)), every)), (image,))


def _picture(words: Words, profile: Statistics, names: Mapping[int, str], style: Style) -> Picture:
    won, played = words.number(profile.won), words.number(profile.played)
    tiles = [
        (words("pages.profile.tile.won", won=won, played=played), words("pages.profile.tile.games")),
        (words.percent(profile.share), words("pages.profile.tile.share")),
    ]
    if abs(profile.streak) > 1:
        about = words("pages.profile.tile.lost" if profile.streak < 0 else "pages.profile.tile.streak")
        tiles.append((words.number(abs(profile.streak)), about))
    if profile.best_streak > max(1, profile.streak):
        tiles.append((words.number(profile.best_streak), words("pages.profile.tile.best")))
    rows = tuple(game_row(words, game, profile.user_id, names) for game in profile.last)
    scene = BoardScene(named(words, names, profile.user_id, plain=True), rows, tuple(tiles), style)
    return Picture("profile.png", scene, lambda: board_picture(scene).data)


def _totals(words: Words, profile: Statistics) -> str:
    return words.count("pages.profile.games", profile.played, won=profile.won, share=words.percent(profile.share))


def _small(words: Words, profile: Statistics) -> str:
    counts = joined(
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


def _met(words: Words, profile: Statistics, names: Mapping[int, str]) -> list[str]:
    """Returns the most frequent opponents, members and house."""
    lines = []
    if profile.favourite is not None:
        name, met = f"**{named(words, names, profile.favourite.user_id)}**", profile.favourite
        lines.append(words.count("pages.profile.favourite", met.played, name=name, won=met.won))
    for met in profile.house:
        name = f"**{named(words, names, met.user_id)}**"
        lines.append(words.count("house.record", met.played, name=name, won=met.won))
    return lines


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
    """Returns the page of a person in this server.

    Args:
        present: names that are known to hold now.
    """
    found = await standings.statistics(request.app.people, request.guild_id, user_id)
    met = {found.favourite.user_id} if found.favourite else set()
    names = await request.app.people.profiles.names({user_id, *met, *people_of(found.last)})
    advice = await standings.advice(request.app.people, request.guild_id, user_id)
    preferences = await request.preferences()
    return draw(request.words, found, {**names, **present}, request.person.id, advice, preferences)
