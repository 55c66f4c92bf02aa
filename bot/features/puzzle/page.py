"""The page of a puzzle: a position with one clearly right move, and what each move is worth after the answer.

The page shows what the solver could know at that moment. A button names the puzzle and the place of an option, never a
card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import buttons, join_facts, page_frame, text
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button, select
from bot.adapter.message import Message, layout
from bot.features.deal import call, to_do
from bot.features.deal import position as deal_position
from bot.features.deal import text as deal_text
from bot.features.review import text as review_text
from bot.people.preferences import Preferences
from bot.people.puzzles import OpenPuzzle
from bot.texts import Words
from ecarte.game import Discard, Move, Phase, Play, PlayerView, Seat
from ecarte.teaching import ME, OPPONENT
from ecarte.teaching.judging import UNIT
from ecarte.teaching.puzzles import Puzzle, Theme

ANSWER, NEXT, LIKE, OPEN, THEME, REPORT = "a", "next", "like", "open", "theme", "report"
"""What a press on the page of a puzzle does. One of these words is the first field of the argument of each button and
menu.
"""
ALL_THEMES = "all"
"""The value of the option "all themes" in the menu of themes."""
LIKES = {1: ("puzzle.like", "👍"), -1: ("puzzle.dislike", "👎")}
_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


def draw(words: Words, opened: OpenPuzzle, preferences: Preferences, reader: int) -> Message:
    """Returns the page of a puzzle. It shows the question and, once the reader has answered, the worth of each option
    instead.
    """
    puzzle = opened.puzzle
    view = puzzle.view
    hand = deal_position.hand_text(words, view)
    position = deal_position.draw_position(words, view, preferences, name="puzzle.png", instead=hand)
    answered = opened.answer is not None
    return Message(
        layout(
            page_frame(
                text(f"## {words('puzzle.title')}\n-# {_standing(words, opened)}"),
                text(course_text(words, view)),
                position.item,
                text("\n".join(_solution(words, opened)) if answered else f"**{_question(words, view)}**"),
                buttons(*(_after(words, opened, reader) if answered else _options(words, opened, reader))),
                *(_further(words, opened, reader) if answered else ()),
            )
        ),
        position.pictures,
    )


def draw_none(words: Words, theme: Theme | None, reader: int) -> Message:
    """Returns the page of a reader who has answered every puzzle, or every one of the theme that they have chosen."""
    title = f"## {words('puzzle.title')}"
    if theme is None:
        return Message(layout(page_frame(text(f"{title}\n{words('puzzle.none')}"))))
    none = words("puzzle.none.theme", theme=words(f"puzzle.theme.{theme.value}"))
    return Message(layout(page_frame(text(f"{title}\n{none}"), _themes(words, theme, reader))))


def puzzle_button(words: Words, puzzle_id: int) -> PressButton:
    """Returns the button of a public message that opens a puzzle for each person who presses."""
    return button(Verb.PUZZLE, words("puzzle.week"), argument=f"{OPEN}.{puzzle_id}..0", emoji="🧩")


def _standing(words: Words, opened: OpenPuzzle) -> str:
    streak = words.count("puzzle.streak", opened.streak) if opened.streak > 1 else ""
    return join_facts(words("puzzle.rating", rating=words.number(opened.solver.rating.shown)), streak)


def course_text(words: Words, view: PlayerView) -> str:
    """Returns the deal before the decision in words: the solver's role, the score, proposals, exchanges and tricks."""
    return "\n".join([_where(words, view), *_course_lines(words, view)])


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


def _course_lines(words: Words, view: PlayerView) -> list[str]:
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
        argument = f"{ANSWER}.{opened.rated.id}.{place}.{reader}"
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
    yield from option_lines(words, puzzle, tried.choice)
    yield from review_text.book(words, book, puzzle.view)
    if book is not None and not puzzle.is_best(book.move):
        yield f"-# {words('puzzle.book.differs')}"
    rating = opened.solver.rating
    # The difference of the rating now and before, each rounded as it is shown.
    moved = rating.shown - replace(rating, rating=rating.rating - tried.moved).shown
    points = words("puzzle.moved", rating=words.number(rating.shown), points=formatting.with_sign(moved))
    solvers = words.count("puzzle.solvers", rated.tries, solved=rated.solved) if rated.tries > 1 else ""
    theme = words("puzzle.theme", theme=words(f"puzzle.theme.{puzzle.theme.value}"))
    yield f"-# {join_facts(theme, points, solvers)}"


def option_lines(words: Words, puzzle: Puzzle, choice: int | None = None) -> Iterator[str]:
    """Yields the chance to win the game after each option, the best option first.

    Args:
        choice: the index of the reader's answer in the options of the puzzle. None if no answer is marked.
    """
    for option in sorted(puzzle.options, key=lambda option: -puzzle.chances[option]):
        yield _option_line(words, puzzle, option, chosen=puzzle.options.index(option) == choice)


def _option_line(words: Words, puzzle: Puzzle, option: Move, *, chosen: bool) -> str:
    is_best = option == puzzle.best
    done = review_text.move(words, option, puzzle.view)
    values = {"done": done, "chance": words.percent(puzzle.chances[option] / UNIT)}
    line = words("puzzle.option.best" if is_best else "puzzle.option", **values)
    sign = "✅" if is_best else "❌" if chosen else "▫️"
    return f"{sign} {join_facts(line, words('puzzle.yours') if chosen else '')}"


def _after(words: Words, opened: OpenPuzzle, reader: int) -> Iterator[PressButton]:
    tried = opened.answer
    assert tried is not None
    yield button(Verb.PUZZLE, words("puzzle.next"), argument=f"{NEXT}...{reader}", emoji="🧩", style=_PRIMARY)
    for liked, (label, emoji) in LIKES.items():
        argument = f"{LIKE}.{opened.rated.id}.{liked}.{reader}"
        style = _SUCCESS if tried.liked == liked else discord.ButtonStyle.secondary
        yield button(Verb.PUZZLE, words(label), argument=argument, emoji=emoji, style=style)


def _further(words: Words, opened: OpenPuzzle, reader: int) -> Iterator[ui.Item[Any]]:
    """Yields the choice of a theme, and the button by which the reader says that the puzzle is wrong."""
    theme, label = opened.solver.theme, words("puzzle.reported" if opened.is_reported else "puzzle.report")
    yield _themes(words, None if theme is None else Theme(theme), reader)
    argument = f"{REPORT}.{opened.rated.id}..{reader}"
    yield ui.ActionRow(button(Verb.PUZZLE, label, argument=argument, emoji="🚩", disabled=opened.is_reported))
    yield text(f"-# {words('puzzle.reported.thanks' if opened.is_reported else 'puzzle.theme.about')}")


def _themes(words: Words, chosen: Theme | None, reader: int) -> ui.ActionRow[Any]:
    """Returns the menu of themes."""
    options = [discord.SelectOption(label=words("puzzle.theme.all"), value=ALL_THEMES, default=chosen is None)]
    for theme in Theme:
        name = words(f"puzzle.theme.{theme.value}")
        label = name[:1].upper() + name[1:]
        options.append(discord.SelectOption(label=label, value=theme.value, default=theme is chosen))
    placeholder = words("puzzle.theme.choose")
    return ui.ActionRow(select(Verb.PUZZLE, options, placeholder=placeholder, argument=f"{THEME}...{reader}"))
