"""Lets a reader play a finished game again from one of its decisions, against the maître. The pages are private.

The bot stores nothing of such play. Each button names the game, the start and the reader's moves since
(`bot.features.deal.again`). So a second press, or a press on an old page, does no harm, and a restart loses nothing.
Each press reads the game from its log again. A reader who may not see the cards of the game is refused. The house
computes its moves outside the event loop, in turn with its moves at tables. If the computation fails, the house plays
on in the way it does at tables (`bot.house`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.again.render import (
    AgainDeal,
    AgainEnd,
    AgainReader,
    draw_end,
    draw_play,
    draw_question,
    draw_right,
)
from bot.features.deal import AgainAction, AgainAsk, MadeMove
from bot.features.deal import solo as solo_page
from bot.features.games import people_of, shown_game
from bot.people.quotas import LESSONS
from bot.rows.game_results import GameResult
from bot.tables import archive
from bot.tables.problems import Problem, Refused
from ecarte.game import Play, Seat
from ecarte.notation import Replay
from ecarte.teaching import Decision, again, solo
from ecarte.teaching.again import DealStart
from ecarte.teaching.solo import Decide, SoloDeal

ROUTES = Routes()

_KING: MadeMove = ("king", "")


@dataclass(frozen=True, slots=True)
class _Taken:
    """A finished game, and the deal of it that the reader plays again."""

    game: GameResult
    walk: Replay
    ask: AgainAsk
    deal: SoloDeal

    @property
    def number(self) -> int:
        """The number of the deal in the game."""
        start = self.ask.start
        return start.number if isinstance(start, DealStart) else self.walk.state(start).last_deal.number

    @property
    def before(self) -> DealStart:
        """The deal at its first decision."""
        start = self.ask.start
        first = start if isinstance(start, DealStart) else again.first_of(self.walk, self.number)
        assert first is not None
        return first


@ROUTES.press(Verb.FROM_HERE, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows the page of a game that is played again: the reader's next move, the end of a deal, or a question of a
    review.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, the move is not lawful, or the reader
            answers too many questions in a short time.
    """
    action, ask = AgainAsk.read(press.argument)
    game = await shown_game(request, ask.key)
    if not isinstance(game, GameResult):
        await request.reply(game)
        return
    walk = await archive.replay(request.app.tables, game.table_id, game.game_no)
    seat = _seat(request, game, walk, ask) if ask.seat is None else ask.seat
    deal = await asyncio.to_thread(again.deal_from, walk, ask.start, seat)
    if deal is None:
        raise Refused(Problem.STALE)
    taken = _Taken(game, walk, replace(ask, seat=seat), deal)
    if action in (AgainAction.OPEN, AgainAction.PLAY, AgainAction.HOUSE):
        page = await _play(request, taken, by_house=action is AgainAction.HOUSE)
    else:
        page = await _question(request, taken, king=action in (AgainAction.ASK_KING, AgainAction.TRY_KING))
    opens = action in (AgainAction.OPEN, AgainAction.ASK, AgainAction.ASK_KING)
    await (request.reply if opens else request.show)(page)


def _seat(request: Request, game: GameResult, walk: Replay, ask: AgainAsk) -> Seat:
    """Returns the seat that has to decide. At the start of a deal, returns the seat that the reader had in this game.
    If the reader did not play it, returns the loser's seat.
    """
    if not isinstance(ask.start, DealStart):
        return walk.state(ask.start).turn or Seat.NORTH
    own = [player for player in game.players if player.user_id == request.person.id]
    lost = [player for player in game.players if not player.won]
    return Seat[(own or lost)[0].seat.upper()]


async def _play(request: Request, taken: _Taken, *, by_house: bool) -> Message:
    """Returns the page after the moves of the reader, or after those of the house in their place."""
    house = request.app.house
    decide = house.maitre(f"game {taken.ask.key} played again")
    if by_house:
        log = await house.think(partial(solo.play_out, taken.deal, decide))
    else:
        log = await house.think(partial(_log, taken.deal, taken.ask.moves, decide))
    view, reader, deal = solo.view_of(taken.deal, log), await _reader(request, taken), await _deal(request, taken)
    if not solo.is_over(view):
        return draw_play(request.words, deal, taken.ask, view, reader)
    end = await asyncio.to_thread(_end, taken, log)
    offered = bool(request.guild_id) and again.has_score(taken.walk, taken.number)
    return draw_end(request.words, deal, taken.ask, view, end, reader, by_house=by_house, offered=offered)


def _log(deal: SoloDeal, moves: Sequence[MadeMove], decide: Decide) -> tuple[str, ...]:
    """Returns all moves, those of the house included.

    Raises:
        Refused: a move is not lawful, for example if the house plays otherwise than when the button was drawn.
    """
    log = solo.open_log(deal, decide)
    for what, detail in moves:
        log = solo.answer(deal, log, solo_page.move_of(solo.view_of(deal, log), what, detail), decide)
    return log


def _end(taken: _Taken, log: Sequence[str]) -> AgainEnd:
    start, number = taken.before, taken.number
    first = again.first_of(taken.walk, number)
    then = again.ended_then(taken.walk, number) if first == start else None
    opening = again.deal_from(taken.walk, start, taken.deal.seat)
    assert opening is not None
    return AgainEnd(
        again.ending(taken.deal, log),
        then,
        again.chances_before(start),
        opening.start.last_deal.places[taken.deal.seat.other.index],
        again.following(taken.deal, number, log),
    )


async def _question(request: Request, taken: _Taken, *, king: bool) -> Message:
    """Returns the page with a question about a decision. Once the reader has answered, the page says what the answer is
    worth.

    If the question is not about the king, the reader may announce the king before the answer.

    Raises:
        Refused: the button was drawn by another version of the bot, the move is not lawful, or the reader answers too
            many questions in a short time.
    """
    start, moves, prefix = taken.ask.start, taken.ask.moves, tuple[MadeMove, ...]()
    if isinstance(start, DealStart) or taken.deal.start.turn is not taken.deal.seat:
        raise Refused(Problem.STALE)
    if not king and moves[:1] == (_KING,):
        prefix, moves = moves[:1], moves[1:]
    view = solo.view_of(taken.deal, _log(taken.deal, prefix, lambda _view, _number: None))
    reader, deal = await _reader(request, taken), await _deal(request, taken)
    asked = replace(taken.ask, moves=prefix)
    if not moves:
        return draw_question(request.words, deal, asked, view, reader, king=king)
    move = solo_page.move_of(view, *moves[0])
    if not request.app.quotas.take(LESSONS, request.person.id):
        raise Refused(Problem.TOO_FAST)
    silent = None
    if king:
        silent = move.card if isinstance(move, Play) else again.card_after(taken.walk, start)
    await request.answer.acknowledge()
    judged = await request.app.reviewer.look_back((Decision(view, move, silent),))
    if not judged:
        raise Refused(Problem.STALE)
    if judged[0].cost:
        asked = replace(asked, draft=frozenset())
        return draw_question(request.words, deal, asked, view, reader, judged[0], king=king)
    return draw_right(request.words, deal, taken.ask, view, reader, judged[0])


async def _reader(request: Request, taken: _Taken) -> AgainReader:
    person = request.person
    return AgainReader(person.id, person.name, taken.deal.seat, await request.preferences())


async def _deal(request: Request, taken: _Taken) -> AgainDeal:
    names = await request.app.people.profiles.names(people_of([taken.game]))
    return AgainDeal(taken.game, names, taken.number, taken.before.score)
