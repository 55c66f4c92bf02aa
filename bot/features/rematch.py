"""After a game: the next game, or the end of the table. Also rubbers, packs, and the lines for one player at the end of
a game.

It knows no rule: sums come from `ecarte.table.rubber`.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import more
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import PressButton, button
from bot.adapter.naming import participant
from bot.adapter.registry import Feature, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.features.deal import ON_HAND
from bot.features.pool import press_label
from bot.features.review import review_buttons
from bot.features.story import story_buttons
from bot.people.person import level_of
from bot.tables.actions import rematch
from bot.tables.archive import GameKey
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import NextDeal, PublicView, Seat, Stakes
from ecarte.table import Pack, Queue, Rubber, chairs

__all__ = [
    "FEATURE",
    "agreed_lines",
    "ending_lines",
    "ending_rows",
    "games_line",
    "games_played",
    "new_cards_lines",
    "pack_name",
    "rematch_label",
    "rematch_lines",
    "rubber_lines",
    "rubber_result",
]

ROUTES = Routes()


@ROUTES.press(Verb.REMATCH, needs=Needs.MEMBER)
@ROUTES.press(Verb.REMATCH, needs=Needs.MEMBER, argument=ON_HAND, stands=Stands.HAND)
async def again(request: Request, press: Press) -> None:
    """Notes that the player who pressed the button wants another game."""
    await rematch.rematch(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.CLOSE, needs=Needs.TABLE)
async def close(request: Request, press: Press) -> None:
    """Takes the player who pressed the button away from the table, between two games."""
    await rematch.close(request.app.tables, press.table, request.person.id, request.cause)


def ending_lines(words: Words, view: TableView, user_id: int) -> list[str]:
    """Returns the lines that tell one player what they need to know before the next game. Empty at a closed table."""
    if view.status is not Status.BETWEEN:
        return []
    queue, taker = view.galerie.queue, _taker(view)
    if queue is not None and taker is not None and queue.seat_of(user_id) is None:
        lines = [words("galerie.chair.taken", who=participant(words, view, taker))]
        if user_id in queue.waiting:
            lines.append(words("galerie.queue.in", place=chairs.order(queue).index(user_id) + 1))
        return lines
    if taker is not None and user_id not in view.asked:
        return [words("galerie.chair.next", who=participant(words, view, taker))]
    if queue is not None and user_id in view.asked and taker is None and view.galerie.pool is None:
        return [words("match.waits", who=participant(words, view, _opponent(view, queue, user_id)))]
    return rematch_lines(words, view, user_id)


def ending_rows(words: Words, view: TableView, user_id: int) -> list[ui.Item[Any]]:
    """Returns the rows of buttons for one player after a game: another game or a chair, and below them the review, the
    story and More.
    """
    first, items = _next_game_button(words, view, user_id), list[ui.Item[Any]]()
    if view.game is not None and view.game.outcome is not None:
        key = GameKey(view.id, view.game_no)
        items = [*review_buttons(words, key, view.game), *story_buttons(words, key, view.game)]
    below = ui.ActionRow[Any](*items, more(words, view.id))
    return [below] if first is None else [ui.ActionRow(first), below]


def _next_game_button(words: Words, view: TableView, user_id: int) -> PressButton | None:
    queue, pool = view.galerie.queue, view.galerie.pool
    if view.status is not Status.BETWEEN or user_id in view.asked:
        return None
    if (
        queue is not None
        and queue.seat_of(user_id) is None
        and (_taker(view) is not None or not _has_sat(view, user_id))
    ):
        if user_id in queue.waiting:
            return None
        return button(Verb.ENTER, words("galerie.enter"), table=view.id, style=discord.ButtonStyle.success)
    if pool is not None and user_id == pool.out and pool.winner is None:
        return None
    return button(Verb.REMATCH, rematch_label(words, view), table=view.id, style=discord.ButtonStyle.success)


def _has_sat(view: TableView, user_id: int) -> bool:
    """Whether a person sat down to the last game. Only then may they have another one; a stand-in may not."""
    return any(person.id == user_id for person in view.sat or ())


def _opponent(view: TableView, queue: Queue, user_id: int) -> int:
    """Returns the next opponent of a person who waits: the player in the other chair, otherwise the last opponent."""
    sitting = [person for person in queue.seats if person not in (None, user_id)]
    played = [person.id for person in (view.sat if _has_sat(view, user_id) else view.seats) or ()]
    return next(person for person in (*sitting, *played) if person is not None and person != user_id)


def _taker(view: TableView) -> int | None:
    """Returns the member who has, or may take, the chair of a player who has just lost it. None if
    no one waits for it.
    """
    queue = view.galerie.queue
    if queue is None:
        return None
    played = {person.id for person in (*(view.seats or ()), *(view.sat or ()))}
    newcomers = [person for person in queue.seats if person is not None and person not in played]
    taker = next(iter(newcomers), chairs.person_called(queue))
    return None if taker is None or level_of(taker) is not None else taker


def agreed_lines(words: Words, terms: Terms) -> list[str]:
    """Returns lines about the agreed form of match: rubbers, and who deals first in each game. For single games, only
    whether the players cut anew for the deal of every game.
    """
    deal = terms.rules.next_deal
    if terms.rubber == 1:
        return [words("match.deal")] if deal is NextDeal.FRESH_CUT and terms.pool is None else []
    reckoned = terms.rules.stakes is Stakes.SINGLE_DOUBLE_TREBLE
    key = "match.terms.reckoned" if reckoned else "match.terms"
    return [words(key, games=terms.rubber, deal=words(f"match.deal.{deal.value}"))]


def rubber_lines(words: Words, table: TableView, game_no: int, game: PublicView) -> list[str]:
    """Returns a line that says which game of a rubber this is, and the score of the rubber. Empty outside a rubber, and
    once the game or the rubber is over.
    """
    rubber, _ = table.at_deal(game_no, game.number)
    if rubber.over or game.outcome is not None or rubber.games == 1:
        return []
    return [_stands(words, rubber, "match.standing", "match.standing.reckoned")]


def rubber_result(
    words: Words, table: TableView, game_no: int, game: PublicView, reader: Seat | None = None
) -> list[str]:
    """Returns the lines about the rubber below a finished game: its score, who has won it, or that it was broken off.
    Empty outside a rubber.

    Args:
        reader: the player who alone reads the lines. The games of this player come first. None if all read them.
    """
    rubber, _ = table.at_deal(game_no, game.number)
    first = Seat.NORTH if reader is None else reader
    if rubber.games == 1 or (game.outcome is None and not rubber.called_off):
        return []
    if rubber.called_off:
        return [words("match.left", a=rubber.won[first.index], b=rubber.won[first.other.index])]
    winner = rubber.winner
    if winner is None:
        return [_stands(words, rubber, "match.now", "match.now.reckoned", first)]
    won, lost = rubber.won[winner.index], rubber.won[winner.other.index]
    key = "match.won.yours" if winner is reader else "match.won"
    lines = [words(key, who=formatting.who(table, winner), a=won, b=lost)]
    if rubber.reckoned:
        names = formatting.both(table)
        lines.append(words("match.points", p=rubber.points[0], q=rubber.points[1], **names))
    return lines


def games_line(words: Words, table: TableView, game_no: int, game: PublicView, reader: Seat | None = None) -> list[str]:
    """Returns the line below a finished game about how many games each of the two players has won at this table. Empty
    before two games were won, in a rubber and in a pool.

    Args:
        reader: the player who alone reads the line. The games of this player come first. None if all read it.
    """
    score = games_played(table, game_no, game)
    if score is None or sum(score) < 2:
        return []
    if reader is None:
        return [words("table.games", a=score[0], b=score[1], **formatting.both(table))]
    mine, theirs = score[reader.index], score[reader.other.index]
    return [words("hand.games", mine=mine, theirs=theirs, other=formatting.who(table, reader.other))]


def games_played(table: TableView, game_no: int, game: PublicView) -> tuple[int, int] | None:
    """Returns how many games each of the two players has won against the other at this table: North, then South.

    Returns None if no game was won. Also returns None in a rubber or a pool, which has a score of its own.
    """
    if table.terms.rubber > 1 or table.terms.pool is not None:
        return None
    score = table.games_between(game_no, game.number)
    return score if any(score) else None


def rematch_lines(words: Words, table: TableView, reader: int | None = None) -> list[str]:
    """Returns the lines between two games: who would like the next game, and how a rubber goes on.

    Args:
        reader: the id of the player who alone reads it. None if all read it.
    """
    on = not table.rubber.over and table.rubber.games > 1
    key = "match.asked" if on else "table.rematch.asked"
    lines = [
        words("hand.asked") if person == reader else words(key, who=participant(words, table, person))
        for person in _people_asking(table)
    ]
    return [*lines, words("match.next.about")] if on else lines


def _people_asking(table: TableView) -> list[int]:
    """Returns the people who ask for the next game, in the order of the seats."""
    queue = table.galerie.queue
    seated = [person.id for person in (*(table.sat or ()), *(table.seats or ()))]
    chairs = [] if queue is None else [person for person in queue.seats if person is not None]
    return [person for person in dict.fromkeys([*seated, *chairs]) if person in table.asked]


def rematch_label(words: Words, table: TableView) -> str:
    """Returns the label of the button that asks for another game. At a table for rubbers, the label says whether it is
    the next game of the rubber or a new rubber.

    The label does not name the opponent, who may be another person.
    """
    awaited, queue = table.galerie.awaited, table.galerie.queue
    if awaited is not None and level_of(awaited) is None:
        is_to_stay = queue is not None and queue.seat_of(awaited) is not None
        return words("galerie.chair.keep" if is_to_stay else "match.next")
    if table.galerie.pool is not None:
        return press_label(words, table.galerie.pool)
    if table.terms.rubber == 1:
        return words("table.rematch")
    return words("match.again" if table.rubber.over else "match.next")


def new_cards_lines(words: Words, table: TableView) -> list[str]:
    """Returns the line that says that the next deal is dealt with new packs. Empty if no new packs are due."""
    if table.packs.new is None or table.status is Status.CLOSED:
        return []
    return [words("match.cards.coming")]


def pack_name(words: Words, pack: Pack) -> str:
    """Returns the name of a pack, which is the colour of its backs."""
    return words(f"match.pack.{pack.value}")


def _stands(words: Words, rubber: Rubber, key: str, reckoned: str, first: Seat = Seat.NORTH) -> str:
    won, points, other = rubber.won, rubber.points, first.other
    values = {"n": rubber.number, "games": rubber.games, "a": won[first.index], "b": won[other.index]}
    if not rubber.reckoned:
        return words(key, **values)
    return words(reckoned, p=points[first.index], q=points[other.index], **values)


FEATURE = Feature("rematch", (ROUTES,))
