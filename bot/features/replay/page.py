"""A finished game step by step: the table after each step, with both hands open or one side's.

Every button names the position to which it leads, so a second press, or a press on an old picture, does no harm.
Nothing is stored between presses. A game of this bot is read from the events of its table. An uploaded record is read
from the message itself, which holds it as a file. Only the person who opened a public replay turns its pages; others
get a replay of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.adapter.components import buttons, fields, join_facts, known_name, number, page_frame, shorten, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.formatting import safe
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.naming import Players
from bot.adapter.posting import why_private
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.deal import from_here_button
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.games import end_of, page_button, people_of, shown_game
from bot.features.replay import text as replay_text
from bot.features.replay.upload import BadRecord, Loaded, fetch, games_of
from bot.letters import strip_invisible
from bot.pictures import open_table_picture
from bot.pictures.scenes import Deck, OpenTableScene
from bot.rows.game_results import GameResult
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.ai import policy_knows_games
from ecarte.game import Seat
from ecarte.notation import Open, Replay
from ecarte.teaching.again import is_decision

ROUTES = Routes()

_FILE = "record.txt"
_NAME = 32
_SIDES = {"b": Open.BOTH, "n": Open.NORTH, "s": Open.SOUTH}
_SEATS = {Open.BOTH: None, Open.NORTH: Seat.NORTH, Open.SOUTH: Seat.SOUTH}
_LETTERS = {open: letter for letter, open in _SIDES.items()}
_MOST = 1_000_000
_IN_MESSAGE = 0
_ROOM = 2200


@dataclass(frozen=True, slots=True)
class ReplayAsk:
    """The position of a replay that a button shows: the game, the step and which hands are open.

    Attributes:
        key: the key of the game. Table 0 means the record in the message, whose games are numbered from 1.
        place: the number of the position, from 0.
        owner: the id of the person who may turn the pages of a public replay. 0 if only one person sees it.
    """

    key: GameKey
    place: int = 0
    open: Open = Open.BOTH
    owner: int = 0

    def argument(self, action: str) -> str:
        """Returns this position as the argument of a button.

        Args:
            action: a word that is different for each button of a message, so that their ids differ.
        """
        return f"{action}.{self.key}.{self.place}.{_LETTERS[self.open]}.{self.owner}"

    @classmethod
    def read(cls, argument: str) -> ReplayAsk:
        """Reads the position from the argument of a button.

        Raises:
            Refused: the button or menu was drawn by another version of the bot.
        """
        _, table, game, place, open, owner = fields(argument, 6)
        if open not in _SIDES:
            raise Refused(Problem.STALE)
        key = GameKey(number(table), number(game, 1, _MOST))
        return cls(key, number(place, 0, _MOST), _SIDES[open], number(owner))


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The game that a replay shows.

    Attributes:
        about: a line that says when the game was played and how it ended, or where the record comes from.
        games: how many games the record holds.
        file: the record, if the message holds it as a file. Otherwise None.
        page: the button that opens the game outside of Discord. None if the replay is public, or if the reader gets no
            such button.
    """

    walk: Replay
    names: tuple[str, str]
    about: str
    games: int = 1
    file: Picture | None = None
    page: PressButton | None = None


def draw(words: Words, shown: ReplayStep, ask: ReplayAsk, deck: Deck = Deck.TWO_COLOURS) -> Message:
    """Returns the page of a replay at one position. If the number of the position is out of range, the nearest position
    is shown.
    """
    position = shown.walk.position(ask.place, ask.open)
    ask = replace(ask, place=position.place)
    players, game = Players(shown.names, shown.walk.cuts), position.public
    table = deal_scene.scene(words, players, game)
    scene = OpenTableScene(replace(table, style=replace(table.style, deck=deck)), *position.hands)
    picture = Picture("replay.png", scene, lambda: open_table_picture(scene).data)
    below = replay_text.hands(words, players, position)
    below += _last_lines([f"-# {line}" for line in replay_text.so_far(words, players, position)])
    row: ui.ActionRow[Any] = ui.ActionRow(*_sides(words, shown.names, ask))
    file: ui.File[Any] | None = ui.File(f"attachment://{_FILE}") if shown.file is not None else None
    return Message(
        layout(
            page_frame(
                text(f"{deal_text.head(words, players, game)}\n-# {shown.about}"),
                text(replay_text.step(words, players, position, len(shown.walk))),
                picture.gallery(replay_text.alt(words, players, position)),
                text("\n".join(below)) if below else None,
                buttons(*_steps(words, shown.walk, ask)),
                row,
                buttons(*_jumps(words, shown, ask)),
                file,
            )
        ),
        (picture,) if shown.file is None else (picture, shown.file),
    )


def _last_lines(lines: list[str]) -> list[str]:
    """Returns the last of these lines, as many as a message has room for. Names from elsewhere may be long."""
    room, first = _ROOM, len(lines)
    while first and room >= len(lines[first - 1]):
        first -= 1
        room -= len(lines[first]) + 1
    return lines[first:]


def _steps(words: Words, walk: Replay, ask: ReplayAsk) -> Iterator[PressButton]:
    last = len(walk) - 1
    # The buttons have no emojis: with them, four would be too wide for a phone.
    for action, label, place in (
        ("first", words("replay.first"), 0),
        ("back", words("replay.back"), max(ask.place - 1, 0)),
        ("on", words("replay.on"), min(ask.place + 1, last)),
        ("last", words("replay.last"), last),
    ):
        argument = replace(ask, place=place).argument(action)
        yield button(Verb.REPLAY, label, argument=argument, disabled=place == ask.place)


def _sides(words: Words, names: tuple[str, str], ask: ReplayAsk) -> Iterator[PressButton]:
    labels = words("replay.both"), *(words("replay.only", name=name) for name in names)
    for open, label in zip(Open, labels, strict=True):
        chosen = open is ask.open
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        argument = replace(ask, open=open).argument(open.value)
        yield button(Verb.REPLAY, label, argument=argument, style=style, disabled=chosen)


def _jumps(words: Words, shown: ReplayStep, ask: ReplayAsk) -> Iterator[PressButton]:
    """Yields the buttons to another deal, another game of the record, the record itself, and the game from here."""
    deals = shown.walk.deal_before(ask.place), shown.walk.deal_after(ask.place)
    labels = words("replay.deal.before"), words("replay.deal.after")
    if shown.walk.deals:
        for action, label, place in zip(("deal", "deals"), labels, deals, strict=True):
            argument = replace(ask, place=ask.place if place is None else place).argument(action)
            yield button(Verb.REPLAY, label, argument=argument, disabled=place is None)
    if shown.games > 1:
        labels = words("replay.game.before"), words("replay.game.after")
        for action, label, game in zip(("game", "games"), labels, (-1, 1), strict=True):
            other = ask.key.game_no + game
            there = 1 <= other <= shown.games
            asked = replace(ask, key=GameKey(_IN_MESSAGE, other if there else ask.key.game_no), place=0)
            yield button(Verb.REPLAY, label, argument=asked.argument(action), disabled=not there)
    if ask.key.table_id != _IN_MESSAGE:
        yield button(Verb.RECORD, words("replay.record"), argument=str(ask.key), emoji="📜")
        if shown.page is not None:
            yield shown.page
        state = shown.walk.state(ask.place)
        if policy_knows_games(state.rules):
            start = ask.place if is_decision(state) else None
            yield from_here_button(words, ask.key, start, _SEATS[ask.open])


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens the replay of a finished game at its table."""
    view = reader.table
    if view.game is not None and view.game.outcome is not None:
        argument = str(GameKey(view.id, view.game_no))
        yield MenuEntry(Group.CARDS, button(Verb.REPLAY, words("replay.open"), argument=argument, emoji="🎞️"))


async def replay(request: Request, key: GameKey | None, *, everybody: bool = False) -> None:
    """Opens the replay of a game that was finished in this server. If there is no such game, the answer says so.

    Args:
        key: the key of the game. None if the text that the person typed names no game.
        everybody: whether the person wants a public replay. If they may not post one here, it opens in private, and the
            answer says why.

    Raises:
        Refused: the game is still on.
    """
    if key is None or key.table_id == _IN_MESSAGE:
        await request.reply(request.words("problem.no_record"))
        return
    private = await why_private(request) if everybody else None
    everybody = everybody and private is None
    ask = ReplayAsk(key, owner=request.person.id if everybody else 0)
    drawing = await _page(request, await request.public_words() if everybody else request.words, ask)
    if drawing is not None:
        await request.reply(drawing, private=not everybody)
    if private is not None:
        await request.reply(private)


async def load(
    request: Request,
    record: discord.Attachment,
    *,
    everybody: bool = False,
) -> None:
    """Opens the replay of an uploaded record, or explains what is wrong with it.

    Args:
        everybody: whether the person wants a public replay. It is refused if they may not attach files in this channel.
            If they may not post it here for another reason, it opens in private, and the answer says why.
    """
    words = request.words
    if everybody and request.guild_id and not request.interaction.permissions.attach_files:
        await request.reply(words("replay.no_files"))
        return
    try:
        data = await fetch(record, record.size)
        games = await asyncio.to_thread(games_of, data)
    except BadRecord as bad:
        await request.reply(bad.sentence(words))
        return
    private = await why_private(request) if everybody else None
    everybody = everybody and private is None
    ask = ReplayAsk(GameKey(_IN_MESSAGE, 1), owner=request.person.id if everybody else 0)
    if everybody:
        words = await request.public_words()
    drawing = draw(words, _uploaded_step(words, games, ask, data), ask, await _deck(request, ask))
    await request.reply(drawing, private=not everybody)
    if private is not None:
        await request.reply(private)


@ROUTES.press(Verb.REPLAY, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the replay of a game, if the argument of the button is the key of a game. Otherwise shows another position
    of the replay.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the game is still on.
    """
    words = request.words
    if press.argument.count(".") == 1:
        await replay(request, GameKey.read(press.argument))
        return
    ask = ReplayAsk.read(press.argument)
    own = ask.owner in (0, request.person.id)
    if not own:
        ask = replace(ask, owner=0)
    elif ask.owner:
        words = await request.public_words()
    drawing = await _page(request, words, ask)
    if drawing is not None:
        await (request.replace if own else request.reply)(drawing)


async def _page(request: Request, words: Words, ask: ReplayAsk) -> Message | None:
    """Returns the position. None if the game is not shown, and the answer has said why."""
    deck = await _deck(request, ask)
    if ask.key.table_id != _IN_MESSAGE:
        game = await shown_game(request, ask.key, for_all=bool(ask.owner))
        if not isinstance(game, GameResult):
            await request.reply(game)
            return None
        names = await request.app.people.profiles.names(people_of([game]))
        walk = await archive.replay(request.app.tables, game.table_id, game.game_no)
        page = None if ask.owner else await page_button(request, ask.key)
        return draw(words, replace(_own_step(words, game, names, walk), page=page), ask, deck)
    try:
        data = await _in_message(request.interaction.message)
        games = await asyncio.to_thread(games_of, data)
    except BadRecord as bad:
        await request.reply(bad.sentence(words))
        return None
    return draw(words, _uploaded_step(words, games, ask, data), ask, deck)


async def _deck(request: Request, ask: ReplayAsk) -> Deck:
    """Returns the reader's own colours of cards, or the plain ones where all can see."""
    chosen = not ask.owner and (await request.preferences()).four_colours
    return Deck.FOUR_COLOURS if chosen else Deck.TWO_COLOURS


def _own_step(words: Words, game: GameResult, names: Mapping[int, str], walk: Replay) -> ReplayStep:
    """Returns the step of a game played with this bot."""
    north, south = (known_name(words, names, player.user_id, plain=True) for player in game.players)
    about = join_facts(
        timestamp(game.ended_at, "f"), end_of(words, game, names), words.count("pages.deals", game.deals)
    )
    return ReplayStep(walk, (north, south), about)


def _uploaded_step(words: Words, games: Sequence[Loaded], ask: ReplayAsk, data: bytes) -> ReplayStep:
    """Returns the step of a game of an uploaded record. Its names may be any text."""
    which = min(ask.key.game_no, len(games))
    game = games[which - 1]
    names = _tag(game, "North") or words("replay.north"), _tag(game, "South") or words("replay.south")
    number = words("replay.of", game=which, games=len(games)) if len(games) > 1 else ""
    about = join_facts(words("replay.brought"), number, safe(_tag(game, "Event")), safe(_tag(game, "Date")))
    file = Picture(_FILE, crc32(data), lambda: data)
    return ReplayStep(game.walk, names, about, len(games), file)


def _tag(game: Loaded, name: str) -> str:
    return shorten(strip_invisible(game.tags.get(name, "")), _NAME)


async def _in_message(message: discord.Message | None) -> bytes:
    """Returns the record that a message of the bot holds.

    Raises:
        BadRecord: it is not there any more.
    """
    for file in [] if message is None else message.attachments:
        if file.filename == _FILE:
            return await fetch(file, file.size)
    # Discord may name the file of a component with the component alone.
    frames = (
        []
        if message is None
        else [component for component in message.components if isinstance(component, discord.Container)]
    )
    for part in (part for frame in frames for part in frame.children):
        if isinstance(part, discord.FileComponent):
            return await fetch(part.media, part.size)
    raise BadRecord("replay.bad.gone")
