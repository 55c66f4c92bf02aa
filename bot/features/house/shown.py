"""The message of a private game against the house: visible to its player alone in a channel, or a direct message.

Discord lets the bot edit a private message in a channel for a quarter of an hour after the last press on it. Presses on
it work for longer. The command `/ecarte house` shows the game in a new message.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, Hand, MenuEntry, MenuReader, PlacementFor, ShownTable
from bot.adapter.items import button
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.adapter.registry import First, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.app import App, DealKey, PlayerKey
from bot.features.house import render
from bot.features.review import remark
from bot.features.tips import tip
from bot.people.preferences import Preferences
from bot.rows.slots import Slot, SlotKind
from bot.tables import lookup
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import FinishedDeal, Status
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import Phase, PlayerView, Seat

ROUTES = Routes()
_GAME = "game"


def _slot(user_id: int) -> Slot:
    """Returns the slot of the message in direct messages, which names its reader."""
    return Slot(SlotKind.HOUSE, reader=user_id)


async def show(request: Request, table: TableView, *, instead: bool = False) -> None:
    """Shows a private game to its player, as the answer to their command or press.

    Args:
        instead: whether the game replaces the message with the pressed button. If not, the game is shown in a new
            message.
    """
    app, user_id = request.app, request.person.id
    hand = await lookup.hand(app.tables, table.id, user_id)
    drawing = await _draw(app, hand, user_id, request.words, await request.preferences())
    pressed = request.interaction.message
    message_id = None if pressed is None else pressed.id
    if instead:
        await request.replace(drawing)
    else:
        message_id = await request.reply(drawing, private=not request.is_direct)
    messages = request.display.tables.messages
    if request.is_direct and message_id is not None:
        await messages.adopt(table.id, _slot(user_id), request.channel_id, message_id, drawing.digest)
    elif not request.is_direct and (instead or request.answer.owns):
        earlier = messages.remember_private(table.id, user_id, request.interaction, drawing.digest)
        if earlier is not None:
            await earlier.dismiss()
    # The house may have moved in the meantime.
    request.wake(table.id)


@ROUTES.press(Verb.SHOW_HAND, needs=Needs.TABLE, argument=_GAME, first=First.ANSWER)
async def again(request: Request, press: Press) -> None:
    """Shows a private game once more, in a new message."""
    table = await lookup.table(request.app.tables, press.table)
    if table.seat_of(request.person.id) is None:
        raise Refused(Problem.NOT_A_PLAYER)
    await show(request, table)


@ROUTES.press(Verb.NEXT_DEAL, needs=Needs.TABLE, stands=Stands.HAND)
async def next_deal(request: Request, press: Press) -> None:
    """Closes the result of a finished deal, so that the message shows the next deal."""
    table = await lookup.table(request.app.tables, press.table)
    if table.seat_of(request.person.id) is None:
        raise Refused(Problem.NOT_A_PLAYER)
    game_no, _, number = press.argument.partition(".")
    if not game_no.isdecimal() or not number.isdecimal():
        raise Refused(Problem.STALE)
    request.app.put_away.put(PlayerKey(press.table, request.person.id), DealKey(int(game_no), int(number)))
    request.wake(press.table, request.person.id)


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that shows a private game in a new message, in case the old message can no
    longer be edited.
    """
    if reader.hand is not None and reader.table.is_private:
        item = button(Verb.SHOW_HAND, words("table.hand"), table=reader.table.id, argument=_GAME)
        yield MenuEntry(Group.CARDS, item)


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the message of a private game for its player."""
    table = shown.table
    if not table.is_private or table.seats is None or table.game is None:
        return
    for seat, person in zip(Seat, table.seats, strict=True):
        if person.level is None:
            yield person.id, Hand(_slot(person.id), partial(_draw_again, shown, seat), sends=False)


async def _draw_again(shown: ShownTable, seat: Seat, words: Words, preferences: Preferences) -> Message:
    hand = shown.views.hand(seat)
    assert hand is not None
    return await _draw(shown.app, hand, shown.table.person(seat).id, words, preferences)


async def _draw(app: App, hand: HandView, user_id: int, words: Words, preferences: Preferences) -> Message:
    photos = await photographs_at(app, hand.table)
    if hand.table.status is not Status.PLAYING:
        judged = app.looking_back.telling_decision(hand.table.id, hand.table.game_no, user_id)
        return render.game_over(words, hand, preferences, remark(words, judged), photos)
    finished = _finished_deal(app, hand, user_id)
    if finished is not None:
        return render.deal_over(words, hand, preferences, finished, photos)
    if hand.table.waits_for_deal and preferences.tips is None:
        return render.question_at_table(words, hand.table)
    draft = app.drafts.of(hand.table.id, user_id, hand.table.decision)
    return render.draw(words, hand, preferences, draft, await tip(app, words, user_id, hand), photos)


def _finished_deal(app: App, hand: HandView, user_id: int) -> FinishedDeal | None:
    """Returns the deal before the current one, until its player has closed it or acted in the current one."""
    table, game = hand.table, hand.view.public
    if _has_acted(hand.view):
        return None
    key = DealKey(table.game_no, game.number - 1)
    if app.put_away.get(PlayerKey(table.id, user_id)) == key:
        return None
    return next((finished for finished in table.finished if (finished.game_no, finished.deal.number) == key), None)


def _has_acted(view: PlayerView) -> bool:
    """Whether the seat has made a decision in this deal."""
    game = view.public
    played = any(trick.leader is view.seat or trick.reply is not None for trick in game.tricks)
    if played or game.elder is view.seat:
        return played or game.proposals > 0
    return game.proposals > 1 or (game.proposals == 1 and game.phase is not Phase.ANSWER)
