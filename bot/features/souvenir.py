"""The souvenir of a finished game: a picture with the winner, the loser and the winner's last hand. Its players may
post it.

It shows only cards that were played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, join_facts, known_name, notice, page_frame, shorten, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.faces import NO_PHOTOS, Photos, face_of
from bot.adapter.formatting import safe
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.posting import post_once
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.deal import SameDealRef, challenge_button, from_here_button
from bot.features.games import end_of, page_button, people_of, shown_game
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.pictures import SouvenirScene, Style, souvenir_picture
from bot.rows.game_results import GameResult, PlayerResult
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import FinishedDeal
from bot.texts import Words
from ecarte.ai import Finish, deciding_deal, finish_of, policy_knows_games
from ecarte.game import Seat
from ecarte.teaching.again import DealStart

__all__ = ["FEATURE", "souvenir_button"]

ROUTES = Routes()

_USUAL = Preferences()
_POST = "post."
_USUAL_END = "five"


@dataclass(frozen=True, slots=True)
class Souvenir:
    """The data of the picture: a game that was won, its last deal if that was played to its end, and the names of its
    players.
    """

    game: GameResult
    last: FinishedDeal | None
    names: Mapping[int, str]


def souvenir_button(words: Words, key: GameKey) -> PressButton:
    """Returns the button that opens the souvenir of a game that was won."""
    return button(Verb.SOUVENIR, words("souvenir.open"), argument=str(key), emoji="🖼️")


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens the souvenir of a game that was won at the table."""
    view = reader.table
    if view.game is not None and view.game.outcome is not None and view.game.outcome.winner is not None:
        yield MenuEntry(Group.CARDS, souvenir_button(words, GameKey(view.id, view.game_no)))


def draw(
    words: Words,
    souvenir: Souvenir,
    preferences: Preferences = _USUAL,
    *,
    offered: bool = False,
    posted: bool = False,
    photos: Photos = NO_PHOTOS,
    reader: int = 0,
    page: PressButton | None = None,
) -> Message:
    """Returns the souvenir: a picture, or lines for a reader who prefers text.

    Args:
        offered: whether the reader may post it in this channel.
        posted: whether the reader has just posted it.
        photos: the photographs of the players that are in memory.
        reader: the id of the player who may post it. 0 for none.
        page: the button that opens the game outside of Discord. None if others see the souvenir, or if the reader gets
            no such button.
    """
    game = souvenir.game
    title, lines = _title(words, souvenir), _lines(words, souvenir)
    decided = _decided(words, souvenir)
    beside = [*decided, words("souvenir.posted")] if posted else decided
    ended = join_facts(timestamp(game.ended_at, "D"), end_of(words, game, souvenir.names), *_facts(words, game))
    small = "\n".join([*beside, f"-# {ended}"])
    post = button(
        Verb.SOUVENIR,
        words("souvenir.post"),
        argument=f"{_POST}{GameKey.of(game)}",
        style=discord.ButtonStyle.primary,
    )
    below = buttons(post if offered else None, *_again(words, souvenir, reader if offered else 0), page)
    if preferences.text_only:
        said = text("\n".join(lines)) if lines else None
        return Message(layout(page_frame(text(f"## {title}"), said, text(small), below)))
    scene = _scene(words, souvenir, formatting.style_of(words, preferences), photos)
    picture = Picture("souvenir.png", scene, lambda: souvenir_picture(scene).data)
    alt = shorten(plain("\n".join([title, *lines, scene.date])), formatting.LONGEST_ALT)
    return Message(layout(page_frame(picture.gallery(alt), text(small), below)), (picture,))


def _again(words: Words, souvenir: Souvenir, reader: int) -> list[PressButton]:
    """Returns the buttons that play the deal again that decided, or else the last one; none where it cannot be.

    Args:
        reader: the player who may challenge the channel with this deal; 0 for everyone.
    """
    last = souvenir.last
    if last is None or not policy_knows_games(last.deal.rules):
        return []
    deciding = deciding_deal(last.course, last.deal)
    number = last.deal.number if deciding is None else deciding.number
    before = {deal.number + 1: deal.score for deal in last.course} | {1: (0, 0)}
    dealer = next((deal.dealer for deal in last.course if deal.number == number), None)
    if dealer is None or number not in before:
        return []
    key, players = GameKey.of(souvenir.game), souvenir.game.players
    own = [Seat[player.seat.upper()] for player in players if player.user_id == reader]
    challenges = [challenge_button(words, SameDealRef(key, number, seat)) for seat in own]
    return [from_here_button(words, key, DealStart(number, before[number], dealer)), *challenges]


def _scene(words: Words, souvenir: Souvenir, style: Style, photos: Photos) -> SouvenirScene:
    game, finish = souvenir.game, _finish(souvenir)
    names = _names(words, souvenir)
    faces = [face_of(Person(player.user_id, name), photos) for player, name in zip(_players(game), names, strict=True)]
    score = {"north": game.north_score, "south": game.south_score}
    winner, loser = (score[player.seat] for player in _players(game))
    king = None if souvenir.last is None else souvenir.last.deal.king
    return SouvenirScene(
        words("souvenir.title.short", winner=names[0], loser=names[1]),
        (names[0], words("souvenir.title.second", loser=names[1])),
        faces[0],
        faces[1],
        (winner, loser),
        words.date(game.ended_at),
        points=5 if souvenir.last is None else souvenir.last.deal.rules.points,
        crowned=finish is not None and king is not None and king.seat is finish.winner,
        cards=() if finish is None else finish.cards,
        decisive=None if finish is None else finish.decisive,
        story=_story(words, souvenir, finish),
        style=style,
    )


def _finish(souvenir: Souvenir) -> Finish | None:
    return None if souvenir.last is None else finish_of(souvenir.last.course, souvenir.last.deal)


def _story(words: Words, souvenir: Souvenir, finish: Finish | None) -> str:
    """Returns the rarest feat of the game, or its ending if points did not end it."""
    if souvenir.game.how != _USUAL_END:
        return plain(end_of(words, souvenir.game, souvenir.names))
    if finish is None or finish.feat is None:
        return ""
    points = 5 if souvenir.last is None else souvenir.last.deal.rules.points
    return words(f"souvenir.feat.{finish.feat.value}", score=f"0–{points - 1}")


def _lines(words: Words, souvenir: Souvenir) -> list[str]:
    """Returns the picture in words, below the title."""
    finish, names = _finish(souvenir), _names(words, souvenir)
    lines = []
    if finish is not None and finish.cards:
        cards = [formatting.card_name(words, card) for card in finish.cards]
        lines.append(words("souvenir.cards", winner=names[0], cards=words.join(cards)))
        if finish.decisive is not None:
            lines.append(words("souvenir.last", card=cards[finish.decisive]))
        king = None if souvenir.last is None else souvenir.last.deal.king
        if king is not None and king.seat is finish.winner:
            lines.append(words("table.alt.king", who=names[0]))
    story = _story(words, souvenir, finish)
    return [*lines, f"{story}."] if story else lines


def _facts(words: Words, game: GameResult) -> list[str]:
    """Returns the number of deals, and the kings and voles as a score, the winner's first, if there were any."""
    winner, loser = _players(game)
    facts = [f"{words.number(game.deals)} {words.count('souvenir.deals', game.deals)}"]
    if winner.kings or loser.kings:
        facts.append(f"{winner.kings}–{loser.kings} {words('souvenir.kings')}")
    if winner.voles or loser.voles:
        facts.append(f"{winner.voles}–{loser.voles} {words('souvenir.voles')}")
    return facts


def _names(words: Words, souvenir: Souvenir) -> tuple[str, str]:
    """Returns the winner's name and the loser's, as plain text."""
    winner, loser = (
        known_name(words, souvenir.names, player.user_id, plain=True) for player in _players(souvenir.game)
    )
    return winner, loser


def _title(words: Words, souvenir: Souvenir) -> str:
    game, (winner, loser) = souvenir.game, _players(souvenir.game)
    names = dict(zip(("winner", "loser"), _names(words, souvenir), strict=True))
    if game.how != _USUAL_END:
        return words("souvenir.title.short", **names)
    score = {"north": game.north_score, "south": game.south_score}
    return words("souvenir.title", score=f"{score[winner.seat]}–{score[loser.seat]}", **names)


def _decided(words: Words, souvenir: Souvenir) -> list[str]:
    deal = None if souvenir.last is None else deciding_deal(souvenir.last.course, souvenir.last.deal)
    if deal is None:
        return []
    low, high = (words.percent(chance) for chance in deal.chances)
    who = safe(_names(words, souvenir)[0])
    return [words("table.decided", deal=deal.number, who=who, low=low, high=high)]


def _players(game: GameResult) -> Sequence[PlayerResult]:
    """Returns the winner and the loser."""
    return sorted(game.players, key=lambda player: not player.won)


async def _find(request: Request, key: GameKey | None, *, for_all: bool) -> Souvenir | Message:
    """Finds a game that was won. Returns a message if no such game may be shown here, or to everyone."""
    game = await shown_game(request, key, for_all=for_all)
    if not isinstance(game, GameResult):
        return game
    if game.winner is None:
        return notice(request.words("problem.no_record"))
    last = await archive.last_deal(request.app.tables, game.table_id, game.game_no)
    return Souvenir(game, last, await request.app.people.profiles.names(people_of([game])))


@ROUTES.press(Verb.SOUVENIR, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows a souvenir privately to the person who pressed the button. If the button was **Post here** and the person
    has played the game, posts the souvenir in the channel.

    Raises:
        Refused: the person who pressed **Post here** is no player of the game.
    """
    posts, key = press.argument.startswith(_POST), press.argument.removeprefix(_POST)
    souvenir = await _find(request, GameKey.read(key), for_all=posts)
    if not isinstance(souvenir, Souvenir):
        await request.reply(souvenir)
        return
    players = [player.user_id for player in souvenir.game.players]
    is_player, photos = request.person.id in players, await request.photographs(players)
    if not posts:
        offered = is_player and bool(request.guild_id)
        await request.reply(
            draw(
                request.words,
                souvenir,
                await request.preferences(),
                offered=offered,
                photos=photos,
                reader=request.person.id,
                page=await page_button(request, GameKey.of(souvenir.game)),
            )
        )
        return
    if not is_player:
        raise Refused(Problem.NOT_A_PLAYER)
    await post_once(
        request,
        GameKey.of(souvenir.game),
        draw(request.words, souvenir, await request.preferences(), posted=True, photos=photos),
        draw(await request.public_words(), souvenir, photos=photos),
    )


FEATURE = Feature("souvenir", (ROUTES,), more=entries)
