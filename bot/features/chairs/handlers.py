"""Chairs: to wait for one, to take it, to let it go, and to ask the house to take it."""

from __future__ import annotations

from bot.adapter import naming
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.features.chairs import render
from bot.tables.actions import chairs as chairs_actions
from ecarte.table import chairs

ROUTES = Routes()


@ROUTES.press(Verb.ENTER)
async def enter(request: Request, press: Press) -> None:
    """Waits for a chair; says whether one is free, or which place in the queue it is."""
    person, words = request.person, request.words
    table = await chairs_actions.enter(request.app.tables, press.table, person, request.cause)
    queue = table.around.queue
    if table.around.awaited == person.id:
        await request.reply(words("galerie.queue.called"))
    elif queue is not None and person.id in queue.waiting:
        place = chairs.order(queue).index(person.id) + 1
        await request.reply(render.queued(words, table, place).view)


@ROUTES.press(Verb.LEAVE_QUEUE)
async def leave_queue(request: Request, press: Press) -> None:
    """Waits no longer."""
    await chairs_actions.leave_queue(request.app.tables, press.table, request.person.id, request.cause)
    await request.replace(request.words("galerie.queue.left"))


@ROUTES.press(Verb.SIT)
async def sit(request: Request, press: Press) -> None:
    """Takes the chair; says for whom the table waits still."""
    table = await chairs_actions.sit(request.app.tables, press.table, request.person.id, request.cause)
    if table.around.awaited is not None:
        awaited = naming.participant(request.words, table, table.around.awaited)
        await request.reply(request.words("galerie.chair.sitting", who=awaited))


@ROUTES.press(Verb.DECLINE_CHAIR)
async def decline(request: Request, press: Press) -> None:
    """Lets the chair go to the next in the queue."""
    await chairs_actions.decline_chair(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.ASK_HOUSE)
async def ask_house(request: Request, press: Press) -> None:
    """Asks the house to take the empty chair."""
    await chairs_actions.ask_house(request.app.tables, press.table, request.person.id, request.cause)
