"""The public message of a deal: picture, words and buttons. Composed here, in order, of the parts of all features."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import FELT, more
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.features.backing import offer as backing_offer
from bot.features.betting import render as betting_render
from bot.features.betting import text as betting_text
from bot.features.chairs import render as chairs_render
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.fair import render as fair_render
from bot.features.fair import text as fair_text
from bot.features.packs import render as packs_render
from bot.features.pool import render as pool_render
from bot.features.rematch import text as rematch_text
from bot.features.salon import render as salon_render
from bot.features.salon import text as salon_text
from bot.pictures import table_picture
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat

__all__ = ["draw"]

_ROW = 5
"""So many buttons Discord takes in a row."""


def draw(words: Words, table_view: TableView, game_no: int, game: PublicView, unreachable: frozenset[Seat]) -> Message:
    """One deal, under way or ended.

    Args:
        game_no: the game to which the deal belongs.
        game: its public view.
        unreachable: players who cannot be written to, and have to press My hand.
    """
    table_view = naming.named(words, table_view)
    drawn = deal_scene.scene(words, table_view, game, table_view.at_deal(game_no, game.number)[1])
    picture = Picture("table.png", drawn, lambda: table_picture(drawn).data)
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(
            "\n".join(
                [
                    deal_text.head(words, table_view, game),
                    *rematch_text.heading(words, table_view, game_no, game),
                    *_hints(words, table_view, game_no, game),
                ]
            )
        ),
        picture.gallery(deal_text.alt(words, table_view, game)),
    ]
    told = [
        *deal_text.exchanges(words, table_view, game),
        *_tricks(words, table_view, game),
        *salon_text.lines(words, table_view, game),
    ]
    if told:
        parts.append(ui.TextDisplay("\n".join(told)))
    parts.append(ui.TextDisplay("\n".join(_standing(words, table_view, game_no, game, unreachable))))
    current = _is_current(table_view, game_no, game)
    if current and (around := _around(words, table_view)):
        parts.append(ui.TextDisplay("\n".join(around)))
    if fair := fair_text.lines(words, table_view, game_no, game, current=current):
        parts.append(ui.TextDisplay("\n".join(fair)))
    if current:
        parts += [
            *fair_render.rows(words, table_view),
            *chairs_render.rows(words, table_view),
            *backing_offer.rows(words, table_view),
            *betting_render.rows(words, table_view),
        ]
    buttons = _buttons(words, table_view, game_no, game)
    parts += [ui.ActionRow(*buttons[start : start + _ROW]) for start in range(0, len(buttons), _ROW)]
    first = game_no == 1 and game.number <= (0 if table_view.terms.stake else 1)
    mentions = naming.members(*(table_view.seats or ())) if first else ()
    view = layout(ui.Container(*parts, accent_colour=FELT))
    return Message(view, (picture,), mentions)


def _tricks(words: Words, table_view: TableView, game: PublicView) -> list[str]:
    tricks = deal_text.tricks(words, table_view, game)
    return [*tricks, words("table.tricks.legend")] if tricks else []


def _standing(
    words: Words, table_view: TableView, game_no: int, game: PublicView, unreachable: frozenset[Seat]
) -> list[str]:
    """Below the tricks: whose turn it is, or what the deal brought."""
    lines = deal_text.score(words, table_view, game)
    ended = deal_text.outcome(words, table_view, game)
    current = _is_current(table_view, game_no, game)
    if ended is not None:
        lines.append(ended)
    lines += rematch_text.result(words, table_view, game_no, game)
    if ended is not None and current and table_view.status is Status.BETWEEN:
        lines += rematch_text.asked(words, table_view)
    if current and table_view.status is Status.CLOSED:
        lines.append(words("table.closed") if ended else words("table.won.void"))
        if table_view.voided:
            lines.append(words("table.voided"))
    if current and table_view.status is Status.PLAYING:
        if game_no == 1 and not game.number and table_view.around.pause is not None:
            mentions = {seat.name.lower(): naming.ring(words, table_view.person(seat).id) for seat in Seat}
            lines.append(words("galerie.welcome", **mentions))
        if game_no == 1 and game.number == 1 and not game.tricks:
            lines.append(_welcome(words, table_view))
        turn = deal_text.turn(words, table_view, game) if table_view.around.offered is None else None
        if turn is not None:
            lines.append(turn)
        lines += salon_render.waiting(words, table_view, game)
        if game.offer is not None:
            lines.append(words("table.stop.offered", who=formatting.who(table_view, game.offer)))
        for seat in Seat:
            if seat in unreachable:
                lines.append(words("table.unreachable", who=naming.ring(words, table_view.person(seat).id)))
    if current:
        lines += rematch_text.coming(words, table_view)
    return lines or [words("table.tricks.none")]


def _hints(words: Words, table_view: TableView, game_no: int, game: PublicView) -> list[str]:
    """Returns that the players may ask for hints, at every deal: bettors and rentrants ought to know it."""
    on = _is_current(table_view, game_no, game) and table_view.status is not Status.CLOSED
    return [words("hint.agreed")] if table_view.terms.hints and on else []


def _welcome(words: Words, table_view: TableView) -> str:
    """Where the hands are, for those who have one to look at."""
    mentions = {seat.name.lower(): naming.mention(table_view.person(seat)) for seat in Seat}
    house = naming.seat_of_house(table_view)
    if house is None:
        return words("table.welcome", **mentions)
    return words("house.welcome", who=mentions[house.other.name.lower()])


def _around(words: Words, table_view: TableView) -> list[str]:
    """The people around the table: what lies on it, who is called, what was paid."""
    if table_view.status is Status.PLAYING:
        return [
            *pool_render.lines(words, table_view),
            *backing_offer.lines(words, table_view),
            *betting_text.bets(words, table_view),
            *betting_text.behind(words, table_view),
            *betting_text.between(words, table_view),
            *(chairs_render.lines(words, table_view) if table_view.around.pause is not None else []),
        ]
    return [
        *betting_text.paid(words, table_view),
        *pool_render.lines(words, table_view),
        *chairs_render.lines(words, table_view),
    ]


def _buttons(words: Words, table_view: TableView, game_no: int, game: PublicView) -> list[ui.Item[Any]]:
    if not _is_current(table_view, game_no, game):
        return []
    law = button(Verb.LAW, words("law.question"), table=table_view.id, emoji="⚖️")
    opener = more(words, table_view.id)
    if table_view.status is Status.PLAYING:
        hand = button(Verb.SHOW_HAND, words("table.hand"), table=table_view.id, emoji="🎴")
        last = button(Verb.RULES, words("table.rules"), emoji="❔")
        dealt = [hand] if game.number else []
        around = (chairs_render.rentrer(words, table_view), salon_render.remark(words, table_view))
        return [
            it for it in (*dealt, *around, packs_render.opener(words, table_view), last, law, opener) if it is not None
        ]
    argument = f"{table_view.id}.{game_no}"
    record = button(Verb.RECORD, words("table.record"), argument=argument, emoji="📜")
    replay = button(Verb.REPLAY, words("replay.open"), argument=argument, emoji="🎞️")
    review = button(Verb.REVIEW, words("review.open"), argument=argument, emoji="🔎")
    if table_view.status is Status.BETWEEN:
        again = button(Verb.REMATCH, rematch_text.again(words, table_view), table=table_view.id, emoji="🔁")
        close = button(Verb.CLOSE, words("table.close"), table=table_view.id)
        around = (chairs_render.rentrer(words, table_view), chairs_render.house(words, table_view))
        packs = packs_render.opener(words, table_view)
        return [it for it in (again, close, *around, packs, record, replay, review, law, opener) if it is not None]
    return [record, replay, review, opener] if game.outcome is not None else []


def _is_current(table_view: TableView, game_no: int, game: PublicView) -> bool:
    return table_view.game is not None and (table_view.game_no, table_view.game.number) == (game_no, game.number)
