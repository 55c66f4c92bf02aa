"""A finished game as a picture to keep: deal by deal, with the winner's chance. Its players may post it.

Knows no card: a souvenir follows from results, scores and dealers alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, join_facts, known_name, page_frame, shorten, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.posting import why_private
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.games import end_of, is_here, people_of
from bot.people.preferences import Preferences
from bot.people.quotas import SOUVENIRS
from bot.pictures import BoardRow, BoardScene, Curve, board_picture
from bot.tables import archive
from bot.tables.archive import GameKey, GameResult, PlayerResult
from bot.tables.problems import Problem, Refused
from bot.tables.state.table import Finished
from bot.texts import Words
from ecarte.ai import deciding_deal, winner_chances

__all__ = ["FEATURE", "souvenir_button"]

ROUTES = Routes()

_USUAL = Preferences()
_POST = "post."
_USUAL_END = "five"


@dataclass(frozen=True, slots=True)
class Souvenir:
    """What it shows: a game that was won, its last deal if one was played to its end, the names of its players."""

    game: GameResult
    last: Finished | None
    names: Mapping[int, str]


def souvenir_button(words: Words, key: GameKey) -> PressButton:
    """The button that opens the souvenir of a game that was won."""
    return button(Verb.SOUVENIR, words("souvenir.open"), argument=str(key), emoji="🖼️")


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Returns the entry of a game that was won, in the menu of its table."""
    view = reader.table
    if view.game is not None and view.game.outcome is not None and view.game.outcome.winner is not None:
        yield MenuEntry(Group.CARDS, souvenir_button(words, GameKey(view.id, view.game_no)))


def draw(
    words: Words, souvenir: Souvenir, preferences: Preferences = _USUAL, *, offered: bool = False, posted: bool = False
) -> Message:
    """The souvenir: a picture, or lines for a reader who prefers text.

    Args:
        offered: whether its reader may post it here.
        posted: whether they just have.
    """
    game = souvenir.game
    title, rows, curve = _title(words, souvenir), _rows(words, souvenir), _curve(words, souvenir)
    tiles = _tiles(words, game)
    facts = [f"{figure} {about}" for figure, about in tiles]
    lines = [join_facts(*facts), *(f"{row.mark} {row.name} · {row.value}" for row in rows)]
    decided = _decided(words, souvenir)
    beside = [*decided, words("souvenir.posted")] if posted else decided
    small = "\n".join([*beside, f"-# {join_facts(timestamp(game.ended_at, 'D'), end_of(words, game, souvenir.names))}"])
    post = button(
        Verb.SOUVENIR,
        words("souvenir.post"),
        argument=f"{_POST}{GameKey.of(game)}",
        style=discord.ButtonStyle.primary,
    )
    below = buttons(post) if offered else None
    if preferences.text_only:
        return Message(layout(page_frame(text(f"## {title}"), text("\n".join(lines)), text(small), below)))
    style = formatting.style_of(words, preferences)
    scene = BoardScene(plain(title), tuple(rows), tiles, style, curve)
    picture = Picture("souvenir.png", scene, lambda: board_picture(scene).data)
    alt = shorten(plain("\n".join([title, *lines])), formatting.LONGEST_ALT)
    return Message(layout(page_frame(picture.gallery(alt), text(small), below)), (picture,))


def _title(words: Words, souvenir: Souvenir) -> str:
    game, (winner, loser) = souvenir.game, _players(souvenir.game)
    names = {
        "winner": known_name(words, souvenir.names, winner.user_id, plain=True),
        "loser": known_name(words, souvenir.names, loser.user_id, plain=True),
    }
    if game.how != _USUAL_END:
        return words("souvenir.title.short", **names)
    score = {"north": game.north_score, "south": game.south_score}
    return words("souvenir.title", score=f"{score[winner.seat]}–{score[loser.seat]}", **names)


def _tiles(words: Words, game: GameResult) -> tuple[tuple[str, str], ...]:
    """The deals; kings and voles as a score, the winner's first, if there were any."""
    winner, loser = _players(game)
    tiles = [(words.number(game.deals), words.count("souvenir.deals", game.deals))]
    if winner.kings or loser.kings:
        tiles.append((f"{winner.kings}–{loser.kings}", words("souvenir.kings")))
    if winner.voles or loser.voles:
        tiles.append((f"{winner.voles}–{loser.voles}", words("souvenir.voles")))
    return tuple(tiles)


def _rows(words: Words, souvenir: Souvenir) -> list[BoardRow]:
    """A row a deal: who made points in it, and the score after it, the winner's first. The one that decided is lit."""
    last, players = souvenir.last, _players(souvenir.game)
    if last is None:
        return []
    names = [known_name(words, souvenir.names, player.user_id, plain=True) for player in players]
    places = [("north", "south").index(player.seat) for player in players]
    decided, rows, before = deciding_deal(last.course, last.deal), [], (0, 0)
    for deal in last.course:
        score = deal.score[places[0]], deal.score[places[1]]
        made = [
            f"{name} +{after - earlier}"
            for name, earlier, after in zip(names, before, score, strict=True)
            if after > earlier
        ]
        given_up = deal is last.course[-1] and souvenir.game.how != _USUAL_END
        nothing = end_of(words, souvenir.game, souvenir.names) if given_up else words("souvenir.no_points")
        said = join_facts(*made) if made else nothing
        lit = decided is not None and decided.number == deal.number
        rows.append(BoardRow(f"{deal.number}.", said, f"{score[0]}–{score[1]}", lit=lit))
        before = score
    return rows


def _curve(words: Words, souvenir: Souvenir) -> Curve | None:
    chances = None if souvenir.last is None else winner_chances(souvenir.last.course, souvenir.last.deal)
    if chances is None:
        return None
    winner, _ = _players(souvenir.game)
    about = words("souvenir.chance", name=known_name(words, souvenir.names, winner.user_id, plain=True))
    values = tuple(round(chance * 100) for chance in chances)
    return Curve(values, about, words.percent(min(chances)), words.percent(1.0))


def _decided(words: Words, souvenir: Souvenir) -> list[str]:
    deal = None if souvenir.last is None else deciding_deal(souvenir.last.course, souvenir.last.deal)
    if deal is None:
        return []
    low, high = (words.percent(chance) for chance in deal.chances)
    who = known_name(words, souvenir.names, _players(souvenir.game)[0].user_id)
    return [words("table.decided", deal=deal.number, who=who, low=low, high=high)]


def _players(game: GameResult) -> Sequence[PlayerResult]:
    """The winner and the loser."""
    return sorted(game.players, key=lambda player: not player.won)


async def _find(request: Request, key: GameKey | None) -> Souvenir | None:
    """Finds a game that was won; None: there is none that may be shown here."""
    game = await archive.finished_game(request.app.tables, key) if key is not None else None
    if game is None or game.winner is None or not is_here(request, game):
        return None
    last = await archive.last_deal(request.app.tables, game.table_id, game.game_no)
    return Souvenir(game, last, await request.app.people.profiles.names(people_of([game])))


@ROUTES.press(Verb.SOUVENIR, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens a souvenir for its reader alone; a player's press on **Post** shows it to all.

    Raises:
        Refused: another person than a player would post it.
    """
    posts, key = press.argument.startswith(_POST), press.argument.removeprefix(_POST)
    souvenir = await _find(request, GameKey.read(key))
    if souvenir is None:
        await request.reply(request.words("problem.no_record"))
        return
    is_player = any(player.user_id == request.person.id for player in souvenir.game.players)
    if not posts:
        offered = is_player and bool(request.guild_id)
        await request.reply(draw(request.words, souvenir, await request.preferences(), offered=offered))
        return
    if not is_player:
        raise Refused(Problem.NOT_A_PLAYER)
    if (private := await why_private(request)) is not None:
        await request.reply(private)
        return
    # Pressed on another device, or delivered again, it is posted once.
    quotas, here = request.app.quotas, (request.interaction.channel_id, GameKey.of(souvenir.game))
    is_first = quotas.take(SOUVENIRS, here)
    try:
        await request.replace(draw(request.words, souvenir, await request.preferences(), posted=True))
        if is_first:
            await request.reply(draw(await request.public_words(), souvenir), private=False)
    except Exception:
        if is_first:
            quotas.give_back(SOUVENIRS, here)
        raise


FEATURE = Feature("souvenir", (ROUTES,), more=entries)
