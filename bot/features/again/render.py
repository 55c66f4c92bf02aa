"""The pages of a game that is played again: the reader's next move, the end of a deal, and the question of a review.

While a deal is on, a page is drawn from the reader's own view alone. Only the page at the end of a deal says how the
deal ended in the game and which cards the house was dealt. This module knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.adapter import formatting, naming
from bot.adapter.components import buttons, join_facts, known_name, page_frame, text
from bot.adapter.formatting import safe
from bot.adapter.items import PressButton
from bot.adapter.message import Message, layout
from bot.adapter.naming import Players
from bot.features.deal import AgainAction, AgainAsk, SameDealRef, as_seen, challenge_button, solo
from bot.features.deal import position as deal_position
from bot.features.games import end_of
from bot.features.review import text as review_text
from bot.people.preferences import Preferences
from bot.rows.game_results import GameResult, PlayerResult
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import Card, Ending, PlayerView, Seat
from ecarte.teaching import Judged
from ecarte.teaching.again import AgainEnding, DealStart

_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary
_FIVE = Ending.FIVE.value


@dataclass(frozen=True, slots=True)
class AgainReader:
    """The person who reads a page: their id, name, seat, and preferences for cards."""

    id: int
    name: str
    seat: Seat
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class AgainDeal:
    """The deal that is played again.

    Attributes:
        game: the finished game to which the deal belongs.
        names: the names of the game's players, by id.
        number: the number of the deal in that game.
        before: North's points before the deal, then South's.
    """

    game: GameResult
    names: Mapping[int, str]
    number: int
    before: tuple[int, int]


@dataclass(frozen=True, slots=True)
class AgainEnd:
    """The end of a deal that was played again.

    Attributes:
        now: how the deal ended this time.
        then: how the deal ended in the game. None if the game had no such deal, or if that deal began with another
            score or dealer.
        chances: North's chance to win the game before the deal, then South's.
        dealt: the cards that the reader's opponent was dealt.
        following: the deal that comes next. None if the game is over.
    """

    now: AgainEnding
    then: AgainEnding | None
    chances: tuple[float, float]
    dealt: tuple[Card, ...]
    following: DealStart | None


def draw_play(words: Words, deal: AgainDeal, ask: AgainAsk, view: PlayerView, reader: AgainReader) -> Message:
    """Returns the page on which the reader has to make a move."""

    def make(label: str | None, what: str, detail: str, **more: Any) -> PressButton:
        return ask.after(what, detail).button(AgainAction.PLAY, label, **more)

    fresh = replace(ask, moves=(), draft=frozenset())
    if ask.moves:
        last = fresh.button(AgainAction.PLAY, words("again.other"), emoji="↩️")
    else:
        turned = replace(fresh, seat=reader.seat.other)
        last = turned.button(AgainAction.PLAY, words("again.seat"), emoji="🔄")
    head = f"{_title(words, deal, reader)}" + ("" if ask.moves else f"\n-# {words('again.about')}")
    who = _at_table(words, reader)
    return solo.draw_decision(words, head, view, who, reader.preferences, make, ask.draft, last=buttons(last))


def draw_end(
    words: Words,
    deal: AgainDeal,
    ask: AgainAsk,
    view: PlayerView,
    end: AgainEnd,
    reader: AgainReader,
    *,
    by_house: bool = False,
    offered: bool = False,
) -> Message:
    """Returns the page after the deal: how it ended in the game and this time, the chance to win, and what to try next.

    Args:
        by_house: whether the house has played the reader's hand, too.
        offered: whether the channel may be challenged to play the deal. Then the page has a button for that, if the
            reader had these cards in the game.
    """
    who = _then(words, deal) if by_house else _at_table(words, reader)
    fresh = replace(ask, moves=(), draft=frozenset())
    anew = fresh.button(AgainAction.PLAY, words("again.other"), style=_PRIMARY, emoji="↩️")
    back = formatting.mark(words, "back")
    house = None if by_house else fresh.button(AgainAction.HOUSE, words("again.house"), emoji=back)
    following = None
    if end.following is not None and not by_house:
        on = AgainAsk(ask.key, end.following, reader.seat)
        following = on.button(AgainAction.PLAY, words("again.next"), style=_SUCCESS)
    challenge = challenge_button(words, SameDealRef(ask.key, deal.number, reader.seat))
    return solo.draw_page(
        words,
        _title(words, deal, reader),
        view,
        who,
        reader.preferences,
        _end_lines(words, deal, end, reader, by_house=by_house),
        buttons(following, anew, house),
        buttons(challenge if offered and _is_own(deal, reader) else None),
    )


def _end_lines(words: Words, deal: AgainDeal, end: AgainEnd, reader: AgainReader, *, by_house: bool) -> list[str]:
    """Returns what happened in the game, what happened this time, and the chances."""
    seat = reader.seat
    lines = [_then_line(words, deal, end, seat)] if end.then is not None else []
    now = {"before": _score(deal.before, seat), "after": _score(end.now.score, seat)}
    lines.append(words("again.end.house" if by_house else "again.end.now", **now))
    if end.now.winner is not None:
        lines[-1] += f" {words('again.won' if end.now.winner is seat else 'again.lost')}"
    assert end.now.chances is not None
    chance = words.percent(end.now.chances[seat.index])
    if end.then is not None and end.then.chances is not None:
        then = words.percent(end.then.chances[seat.index])
        lines.append(words("again.chances.house" if by_house else "again.chances", then=then, now=chance))
    else:
        lines.append(words("again.chance", now=chance))
    lines.append(f"-# {words('again.before', chance=words.percent(end.chances[seat.index]))}")
    lines.append(f"-# {words('daily.dealt', cards=formatting.cards(words, list(end.dealt)))}")
    return lines


def _then_line(words: Words, deal: AgainDeal, end: AgainEnd, seat: Seat) -> str:
    """Returns what happened in the game."""
    assert end.then is not None
    is_last = end.then.winner is not None or end.then.chances is None
    if is_last and deal.game.how != _FIVE:
        return words("again.end.ended", how=end_of(words, deal.game, deal.names))
    return words("again.end.then", before=_score(deal.before, seat), after=_score(end.then.score, seat))


def draw_question(
    words: Words,
    deal: AgainDeal,
    ask: AgainAsk,
    view: PlayerView,
    reader: AgainReader,
    judged: Judged | None = None,
    *,
    king: bool,
) -> Message:
    """Returns the page that asks the reader for the best move at a decision of a review.

    Args:
        ask: the game up to the decision.
        judged: the reader's wrong answer, which the page explains. None before the first answer.
        king: True if the reader is asked whether to announce the king. False if the question is about another move.
    """

    def make(label: str | None, what: str, detail: str, **more: Any) -> PressButton:
        return ask.after(what, detail).button(AgainAction.TRY_KING if king else AgainAction.TRY, label, **more)

    head = f"## {words('again.try.title')}\n{_where(words, deal, reader)}"
    below = () if judged is None else (_verdict(words, judged, view),)
    return solo.draw_decision(words, head, view, _then(words, deal), reader.preferences, make, ask.draft, below=below)


def draw_right(
    words: Words, deal: AgainDeal, ask: AgainAsk, view: PlayerView, reader: AgainReader, judged: Judged
) -> Message:
    """Returns the page after a right answer to a question of a review.

    Args:
        ask: the game up to the answer. A button plays on from there.
        view: what the reader knew at the decision.
    """
    who = _then(words, deal)
    seen = as_seen(view, reader.preferences.order)
    position = deal_position.draw_position(words, seen, reader.preferences, who, instead=review_text.hand(words, seen))
    silent = judged.decision.king is not None
    lines = [_verdict(words, judged, view), *review_text.book(words, judged.book, view, silent=silent)]
    play_on = ask.button(AgainAction.PLAY, words("again.from_here"), style=_PRIMARY, emoji="⏪")
    head = f"## {words('again.try.title')}\n{_where(words, deal, reader)}\n{solo.trumps(words, view)}"
    parts = (text(head), solo.so_far(words, who, view), position.item, text("\n".join(lines)), buttons(play_on))
    return Message(layout(page_frame(*parts)), position.pictures)


def _verdict(words: Words, judged: Judged, view: PlayerView) -> str:
    """Whether a move is right, with its chance."""
    silent = judged.decision.king is not None
    done = review_text.move(words, judged.decision.move, view, silent=silent)
    values = {"done": done, "chance": words.percent(judged.chance)}
    if not judged.cost:
        return words("again.try.right", **values)
    return words("again.try.wrong", cost=words.percent(judged.cost), **values)


def _title(words: Words, deal: AgainDeal, reader: AgainReader) -> str:
    return f"## {words('again.title')}\n{_where(words, deal, reader)}"


def _where(words: Words, deal: AgainDeal, reader: AgainReader) -> str:
    """Which deal, at which score, and whose cards."""
    name = f"**{safe(_player(words, deal, reader.seat))}**"
    place = words("again.place.own") if _is_own(deal, reader) else words("again.place", name=name)
    return join_facts(words("again.deal", deal=deal.number, score=_score(deal.before, reader.seat)), place)


def _score(points: tuple[int, int], seat: Seat) -> str:
    return f"{points[seat.index]}–{points[seat.other.index]}"


def _player(words: Words, deal: AgainDeal, seat: Seat) -> str:
    """The name of the player who had this seat in the game, as plain text."""
    return known_name(words, deal.names, _seated(deal, seat).user_id, plain=True)


def _is_own(deal: AgainDeal, reader: AgainReader) -> bool:
    """Returns whether the reader had these cards in the game."""
    return _seated(deal, reader.seat).user_id == reader.id


def _seated(deal: AgainDeal, seat: Seat) -> PlayerResult:
    return next(player for player in deal.game.players if player.seat == seat.name.lower())


def _then(words: Words, deal: AgainDeal) -> Players:
    return Players((_player(words, deal, Seat.NORTH), _player(words, deal, Seat.SOUTH)), ())


def _at_table(words: Words, reader: AgainReader) -> Players:
    house = naming.name(words, Level.MAITRE)
    return Players((house, reader.name) if reader.seat is Seat.SOUTH else (reader.name, house), ())
