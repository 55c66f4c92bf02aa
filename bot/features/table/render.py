"""The public message of a deal: what happens next, the picture, a few facts, and the buttons.

Everything else about the table is in the menu More (`bot.features.table.more`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Any, assert_never

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import FELT, more, play_on
from bot.adapter.custom_ids import Verb
from bot.adapter.faces import NO_PHOTOS, Photos
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.features.backing import guests
from bot.features.backing import offer as backing_offer
from bot.features.betting import render as betting_render
from bot.features.betting import scene as betting_scene
from bot.features.betting import text as betting_text
from bot.features.chairs import chair_lines, chair_rows, house_button
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.fair import render as fair_render
from bot.features.fair import text as fair_text
from bot.features.pool import pool_lines
from bot.features.rating import moves_line
from bot.features.rematch import (
    games_line,
    games_played,
    new_cards_lines,
    rematch_label,
    rematch_lines,
    rubber_lines,
    rubber_result,
)
from bot.features.review import best_advice, review_buttons
from bot.features.salon import error_lines, waiting_lines
from bot.features.story import story_buttons
from bot.features.table import text as table_text
from bot.house.looking_back import BestAdvice
from bot.pictures import table_picture
from bot.ranking.rating_model import RatedGame
from bot.tables.archive import GameKey
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat


class Reach(Enum):
    """Whether a player has got the hand of the current deal as a direct message."""

    SENT = auto()
    COMING = auto()
    """The bot has not tried to send the hand yet."""
    WAITING = auto()
    """Discord does not let the bot write to this player for the first time yet. The bot waits."""
    REFUSED = auto()
    """The player takes no direct messages."""


def draw(
    words: Words,
    table_view: TableView,
    game_no: int,
    game: PublicView,
    reach: Mapping[Seat, Reach],
    best: BestAdvice | None = None,
    rated: RatedGame | None = None,
    photos: Photos = NO_PHOTOS,
) -> Message:
    """Returns the public message of one deal, during the deal or after it.

    Args:
        game_no: the number of the game to which the deal belongs.
        game: the public view of the deal.
        reach: whether each player has got the hand of this deal. Empty if the deal is not the current one.
        best: the best advice of a backer in the game. None if the game is not over, or has none.
        rated: how the game changed its players' ratings. None if it is not over or was not rated, or if a player wants
            no rating.
        photos: the photographs of the players and backers that are in memory.
    """
    full = naming.with_names(words, table_view)
    table = naming.with_short_names(full)
    picture, alt = _picture(words, full, game_no, game, photos)
    current = _is_current(table, game_no, game)
    head = _result(words, table, game_no, game)
    # After a rematch the message of the earlier game keeps its payments and its story.
    if game.outcome is not None or (current and table.status is not Status.PLAYING):
        head += betting_text.payments(words, table)
    if game.outcome is not None:
        head += _story(words, table, game_no, game, best, rated)
    if current:
        head += _waiting_now(words, table, game_no, game, reach)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(head)), picture.gallery(alt)]
    if facts := _facts(words, table, game_no, game):
        parts.append(ui.TextDisplay("\n".join(f"-# {line}" for line in facts)))
    if current:
        parts += _rows(words, table, game_no, game)
    first = game_no == 1 and game.number <= (0 if table.terms.stake else 1)
    mentions = naming.members(*(table.seats or ())) if first else ()
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), (picture,), mentions)


def _picture(words: Words, table: TableView, game_no: int, game: PublicView, photos: Photos) -> tuple[Picture, str]:
    """Returns the picture and its description."""
    bare = deal_scene.scene(words, table, game, table.at_deal(game_no, game.number)[1], photos)
    drawn = betting_scene.with_stakes(words, bare, table, game_no, game, photos)
    if not game.number and game.outcome is None:
        said = betting_scene.alt_before(words, table, game_no, game)
    else:
        said = " ".join([deal_text.alt(words, table, game), *betting_scene.alt(words, table, game_no, game)])
    return Picture("table.png", drawn, lambda: table_picture(drawn).data), said[: formatting.LONGEST_ALT]


def _result(words: Words, table: TableView, game_no: int, game: PublicView) -> list[str]:
    """Returns the result of the deal or the game, or the score while neither is over."""
    ended, result = deal_text.outcome(words, table, game), table_text.result(words, table, game)
    if ended is not None:
        small = [] if result is None else [f"-# {result[0].removeprefix('### ')} · {result[1]}"]
        return [ended, *small, *deal_text.by_king(words, table, game), *rubber_result(words, table, game_no, game)]
    rubber = rubber_lines(words, table, game_no, game)
    if result is not None:
        return [*table_text.result_lines(words, table, game, result), *rubber]
    # Before the first card there is no score, and the picture has the names.
    is_before = not game.number and table.status is Status.PLAYING
    title = [f"-# {betting_text.terms(words, table)}" if is_before else table_text.title(words, table, game)]
    chance = table_text.chance(words, table, game) if table.status is Status.PLAYING else []
    return [*title, *chance, *rubber]


def _story(
    words: Words, table: TableView, game_no: int, game: PublicView, best: BestAdvice | None, rated: RatedGame | None
) -> list[str]:
    """Returns the story of a finished game: ratings, the deal that decided, the best advice, the games before."""
    moves = [] if rated is None else [moves_line(words, table, rated)]
    decided = deal_text.decided(words, table, game_no, game)
    return [*moves, *decided, *best_advice(words, table, best), *games_line(words, table, game_no, game)]


def _waiting_now(
    words: Words, table: TableView, game_no: int, game: PublicView, reach: Mapping[Seat, Reach]
) -> list[str]:
    """Returns what the table waits for, for whom, and until when, or that it is closed."""
    waiting = table.waiting
    if waiting is None:
        ended = words("table.closed") if game.outcome is not None else words("table.won.void")
        return [*pool_lines(words, table), ended, *([words("table.voided")] if table.voided else [])]
    match waiting.kind:
        case WaitKind.BETS | WaitKind.HEIR | WaitKind.ERRORS | WaitKind.CUT | WaitKind.DECISION | WaitKind.PATIENCE:
            return [
                *_waiting_lines(words, table, game_no, game),
                *_to_players(words, table, game_no, game, reach),
            ]
        case WaitKind.CHAIR | WaitKind.POOL | WaitKind.NEXT_GAME:
            over = game.outcome is not None
            return [
                *pool_lines(words, table),
                *(rematch_lines(words, table) if over and table.galerie.pool is None else []),
                *chair_lines(words, table),
                *new_cards_lines(words, table),
            ]
        case WaitKind.CHALLENGE:
            # It has a message of its own.
            return []
        case _:
            assert_never(waiting.kind)


def _waiting_lines(words: Words, table: TableView, game_no: int, game: PublicView) -> list[str]:
    if table.galerie.offered_seat is not None:
        return backing_offer.lines(words, table)
    bets = [*betting_text.bets(words, table), *betting_text.between(words, table), *guests.lines(words, table)]
    lines = [*bets, *fair_text.cut_lines(words, table)]
    if (turn := table_text.turn(words, table, game)) is not None:
        lines.append(turn)
    lines += deal_text.events(words, table, game)
    lines += waiting_lines(words, table, game)
    if game.offer is not None:
        lines.append(words("table.stop.offered", who=formatting.who(table, game.offer)))
    return [*lines, *new_cards_lines(words, table)]


def is_first_deal(table: TableView) -> bool:
    """Returns whether the table is in its first deal, and no card has been played yet. In that time the table's message
    says where the players find their hands.
    """
    game = table.game
    return table.game_no == 1 and game is not None and game.number == 1 and not game.tricks and game.scored is None


def _to_players(
    words: Words, table: TableView, game_no: int, game: PublicView, reach: Mapping[Seat, Reach]
) -> list[str]:
    """Returns the lines that ring for the players: how each sees the current hand."""
    lines = []
    if game_no == 1 and not game.number and table.galerie.pause is not None:
        mentions = {seat.name.lower(): naming.mention_member(words, table.person(seat).id) for seat in Seat}
        lines.append(words("galerie.welcome", **mentions))
    first, players = is_first_deal(table), [seat for seat in Seat if table.person(seat).level is None]
    has_it = [seat for seat in players if first and reach.get(seat) is Reach.SENT]
    presses = [
        seat for seat in players if reach.get(seat) is Reach.WAITING or (first and reach.get(seat) is Reach.COMING)
    ]
    refused = [seat for seat in players if reach.get(seat) is Reach.REFUSED]
    for key, seats in (("table.welcome", has_it), ("table.press_hand", presses), ("table.unreachable", refused)):
        if seats:
            lines.append(words(key, who=_mentions(words, table, seats)))
    if first and len(players) < len(Seat):
        lines.append(words("house.unrated"))
    return lines


def _mentions(words: Words, table: TableView, seats: Sequence[Seat]) -> str:
    return words.join([naming.mention_member(words, table.person(seat).id) for seat in seats])


def _facts(words: Words, table: TableView, game_no: int, game: PublicView) -> list[str]:
    """Returns the lines below the picture: the deal so far, its tricks, and terms that matter to all.

    At the end of a game its story is above the picture, and the lines have only the tricks of the last deal.
    """
    over = game.outcome is not None
    parts = [] if over else table_text.facts(words, table, game)
    current = _is_current(table, game_no, game)
    if (games := games_played(table, game_no, game)) is not None and parts:
        parts.append(words("table.fact.games", a=games[0], b=games[1]))
    if current and table.terms.hints and table.status is not Status.CLOSED:
        parts.append(words("table.fact.hints"))
    tricks = table_text.tricks(words, table, game)
    pool = pool_lines(words, table) if current and table.status is Status.PLAYING else []
    lines = [" · ".join(parts), " · ".join(tricks), *error_lines(words, table, game), " · ".join(pool)]
    return [line for line in lines if line]


def _rows(words: Words, table: TableView, game_no: int, game: PublicView) -> list[ui.Item[Any]]:
    """Returns the buttons: the next step, then More, then the answers to people who would like to
    sit behind a player.
    """
    opener = more(words, table.id)
    if table.status is Status.PLAYING:
        hand = button(Verb.SHOW_HAND, words("table.hand"), table=table.id, emoji=formatting.mark(words, "back"))
        if table.galerie.heir is not None:
            return [*backing_offer.rows(words, table), ui.ActionRow(hand, opener)]
        admits = guests.rows(words, table)
        if table.galerie.pause is not None:
            return [*betting_render.rows(words, table, opener), *admits]
        if table.waits_for_deal:
            return [ui.ActionRow(fair_render.deal(words, table), hand, opener)]
        if table.to_cut is not None:
            style = discord.ButtonStyle.primary
            hand = button(Verb.SHOW_HAND, words("fair.cut.open"), table=table.id, style=style, emoji="✂️")
        return [ui.ActionRow(hand, opener), *admits]
    if game.outcome is None:
        return []
    key = GameKey(table.id, game_no)
    looks = [*review_buttons(words, key, game, emoji="🔎"), *story_buttons(words, key, game, emoji="📈")]
    # Four buttons in a row are too wide for a phone.
    last = ui.ActionRow[Any](*looks, opener)
    if table.status is Status.CLOSED:
        return [ui.ActionRow(play_on(words, discord.ButtonStyle.primary)), last]
    if called := chair_rows(words, table):
        return [*called, ui.ActionRow(play_on(words)), last]
    return [ui.ActionRow(house_button(words, table) or _again(words, table), play_on(words)), last]


def _again(words: Words, table: TableView) -> PressButton:
    style = discord.ButtonStyle.primary
    return button(Verb.REMATCH, rematch_label(words, table), table=table.id, style=style, emoji="🔁")


def _is_current(table: TableView, game_no: int, game: PublicView) -> bool:
    return table.game is not None and (table.game_no, table.game.number) == (game_no, game.number)
