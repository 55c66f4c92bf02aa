"""Puzzles: a position with one clearly right move, and what each move is worth after the answer. Private.

The page shows what the solver could know at that moment, and nothing else is stored of it. A button names the puzzle
and the place of an option, never a card. A person answers each puzzle once; a second press changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, fields, join_facts, number, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.deal import call, to_do
from bot.features.deal import position as deal_position
from bot.features.deal import text as deal_text
from bot.features.review import text as review_text
from bot.people import puzzles
from bot.people.preferences import Preferences
from bot.people.puzzles import NoSuchOption, OpenPuzzle
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import Discard, Move, Phase, Play, PlayerView, Seat
from ecarte.teaching import ME, OPPONENT
from ecarte.teaching.puzzles import MOST_OPTIONS, UNIT

__all__ = ["FEATURE", "puzzle_button"]

ROUTES = Routes()

_ANSWER, _NEXT, _LIKE, _OPEN = "a", "next", "like", "open"
_LIKES = {1: ("puzzle.like", "👍"), -1: ("puzzle.dislike", "👎")}
_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


def draw(words: Words, opened: OpenPuzzle, preferences: Preferences, reader: int) -> Message:
    """Returns the page of a puzzle: its question, or the worth of each option once the reader has answered."""
    puzzle = opened.puzzle
    view = puzzle.view
    hand = deal_position.held(words, view)
    position = deal_position.shown(words, view, preferences, name="puzzle.png", instead=hand)
    answered = opened.answer is not None
    return Message(
        layout(
            page_frame(
                text(f"## {words('puzzle.title')}\n-# {_standing(words, opened)}"),
                text("\n".join([_where(words, view), *_so_far(words, view)])),
                position.item,
                text("\n".join(_solution(words, opened)) if answered else f"**{_question(words, view)}**"),
                buttons(*(_after(words, opened, reader) if answered else _options(words, opened, reader))),
            )
        ),
        position.pictures,
    )


def draw_none(words: Words) -> Message:
    """Returns the page of a reader who has answered every puzzle."""
    return Message(layout(page_frame(text(f"## {words('puzzle.title')}\n{words('puzzle.none')}"))))


def puzzle_button(words: Words, puzzle_id: int) -> PressButton:
    """Returns the button that opens a puzzle for any reader, on a message for all."""
    return button(Verb.PUZZLE, words("puzzle.week"), argument=f"{_OPEN}.{puzzle_id}..0", emoji="🧩")


def _standing(words: Words, opened: OpenPuzzle) -> str:
    streak = words.count("puzzle.streak", opened.streak) if opened.streak > 1 else ""
    return join_facts(words("puzzle.rating", rating=words.number(opened.solver.rating.shown)), streak)


def _where(words: Words, view: PlayerView) -> str:
    game = view.public
    assert game.turn_up is not None
    assert game.trump is not None
    return words(
        "puzzle.elder" if game.elder is ME else "puzzle.dealer",
        mine=game.score[ME.index],
        theirs=game.score[OPPONENT.index],
        trump=formatting.suit(words, game.trump),
        card=formatting.card(words, game.turn_up),
    )


def _so_far(words: Words, view: PlayerView) -> list[str]:
    """Returns what was said and exchanged in the deal, what the solver has discarded, and the tricks."""
    game, lines = view.public, list[str]()
    who = deal_position.players(words)
    if game.king is not None:
        lines.append(words(f"puzzle.king.{_whose(game.king.seat)}"))
    for elder, dealer in game.rounds:
        mine, theirs = (elder, dealer) if game.elder is ME else (dealer, elder)
        key = "puzzle.exchange.mine" if game.elder is ME else "puzzle.exchange.theirs"
        lines.append(words(key, mine=mine, theirs=theirs))
    if game.vulnerable is not None:
        said = "unproposed" if game.vulnerable is game.elder else "refused"
        lines.append(words(f"puzzle.{said}.{_whose(game.vulnerable)}", **formatting.risk(game.rules)))
    elif game.phase is Phase.PLAY and game.proposals > len(game.rounds) and game.dealer is not None:
        lines.append(words(f"puzzle.refused.later.{_whose(game.dealer)}"))
    if view.discarded:
        lines.append(words("puzzle.discarded", cards=formatting.cards(words, list(view.discarded))))
    return [f"-# {line}" for line in [*lines, *deal_text.tricks(words, who, game)]]


def _whose(seat: Seat) -> str:
    return "mine" if seat is ME else "theirs"


def _question(words: Words, view: PlayerView) -> str:
    if view.public.phase is Phase.PROPOSE:
        return words("puzzle.propose.again" if view.public.rounds else "puzzle.propose")
    return to_do(words, view, {"other": formatting.who(deal_position.players(words), OPPONENT)})


def _options(words: Words, opened: OpenPuzzle, reader: int) -> Iterator[PressButton]:
    view = opened.puzzle.view
    for place, option in enumerate(opened.puzzle.options):
        label, emoji = _on_button(words, option, view)
        argument = f"{_ANSWER}.{opened.rated.id}.{place}.{reader}"
        yield button(Verb.PUZZLE, label, argument=argument, emoji=emoji, style=_PRIMARY)


def _on_button(words: Words, option: Move, view: PlayerView) -> tuple[str | None, str | None]:
    match option:
        case Play() if view.public.phase is Phase.PROPOSE:
            return words("lesson.stand"), None
        case Play(card=card):
            return formatting.on_button(words, card)
        case Discard():
            cards = tuple(option)
            return formatting.plain_cards(words, cards) if cards else words("hand.discard.none"), None
        case _:
            return call(words, option), None


def _solution(words: Words, opened: OpenPuzzle) -> Iterator[str]:
    """Yields the lines after the answer: right or not, the worth of each option, the book, the theme, the rating."""
    tried, puzzle, rated = opened.answer, opened.puzzle, opened.rated
    assert tried is not None
    book = puzzle.book
    yield words("puzzle.right" if tried.solved else "puzzle.wrong")
    worth_first = sorted(puzzle.options, key=lambda option: -puzzle.chances[option])
    for option in worth_first:
        yield _option_line(words, opened, option, chosen=puzzle.options.index(option) == tried.choice)
    yield from review_text.book(words, book, puzzle.view)
    if book is not None and not puzzle.is_best(book.move):
        yield f"-# {words('puzzle.book.differs')}"
    moved = round(tried.moved / 1000)
    points = words("puzzle.moved", rating=words.number(opened.solver.rating.shown), points=formatting.with_sign(moved))
    solvers = words.count("puzzle.solvers", rated.tries, solved=rated.solved) if rated.tries > 1 else ""
    theme = words("puzzle.theme", theme=words(f"puzzle.theme.{puzzle.theme.value}"))
    yield f"-# {join_facts(theme, points, solvers)}"


def _option_line(words: Words, opened: OpenPuzzle, option: Move, *, chosen: bool) -> str:
    puzzle = opened.puzzle
    is_best = option == puzzle.best
    done = review_text.move(words, option, puzzle.view)
    values = {"done": done, "chance": words.percent(puzzle.chances[option] / UNIT)}
    line = words("puzzle.option.best" if is_best else "puzzle.option", **values)
    sign = "✅" if is_best else "❌" if chosen else "▫️"
    return f"{sign} {join_facts(line, words('puzzle.yours') if chosen else '')}"


def _after(words: Words, opened: OpenPuzzle, reader: int) -> Iterator[PressButton]:
    tried = opened.answer
    assert tried is not None
    yield button(Verb.PUZZLE, words("puzzle.next"), argument=f"{_NEXT}...{reader}", emoji="🧩", style=_PRIMARY)
    for liked, (label, emoji) in _LIKES.items():
        argument = f"{_LIKE}.{opened.rated.id}.{liked}.{reader}"
        style = _SUCCESS if tried.liked == liked else discord.ButtonStyle.secondary
        yield button(Verb.PUZZLE, words(label), argument=argument, emoji=emoji, style=style)


async def _next(request: Request) -> Message:
    """Returns the page of the puzzle that waits for the reader, or of the next one."""
    chance = request.app.rng.random()
    opened = await puzzles.next_puzzle(request.app.people, request.person.id, request.guild_id, chance)
    return await _page(request, opened)


async def _page(request: Request, opened: OpenPuzzle | None) -> Message:
    if opened is None:
        return draw_none(request.words)
    return draw(request.words, opened, await request.preferences(), request.person.id)


@ROUTES.press(Verb.PUZZLE, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Takes an answer, goes on to the next puzzle, or notes a like; on a message for all, opens its puzzle.

    Raises:
        Refused: the item was drawn by another version.
    """
    people, user_id, guild_id = request.app.people, request.person.id, request.guild_id
    what, puzzle, detail, owner = fields(press.argument, 4)
    if what == _OPEN:
        shown = await puzzles.shown_puzzle(people, user_id, guild_id, number(puzzle))
        await request.reply(await _next(request) if shown is None else await _page(request, shown))
        return
    if number(owner) != user_id:
        await request.reply(await _next(request))
        return
    if what == _NEXT:
        await request.show(await _next(request))
        return
    puzzle_id = number(puzzle)
    if what == _ANSWER:
        choice = number(detail, 0, MOST_OPTIONS - 1)
        try:
            opened = await puzzles.answer(people, user_id, guild_id, puzzle_id, choice)
        except NoSuchOption:
            raise Refused(Problem.STALE) from None
    elif what == _LIKE and detail in map(str, _LIKES):
        await people.puzzles.like(user_id, guild_id, puzzle_id, int(detail))
        opened = await puzzles.shown_puzzle(people, user_id, guild_id, puzzle_id)
    else:
        raise Refused(Problem.STALE)
    await request.show(await _next(request) if opened is None else await _page(request, opened))


@ROUTES.command("puzzle", direct=True)
async def command(request: Request) -> None:
    """`/ecarte puzzle`: the puzzle that waits for an answer, or the next one."""
    await request.reply(await _next(request))


FEATURE = Feature("puzzle", (ROUTES,))
