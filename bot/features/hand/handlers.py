"""The presses of a player on the hand and its menu: moves of the game, picking cards for discarding, and My hand."""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.forms import submitted_choices
from bot.adapter.photographs import photographs_at
from bot.adapter.registry import First, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.features.backing import guests, held_order
from bot.features.backing import render as backing_render
from bot.features.deal import ASK, FROM_MENU, KEEP, move_handler
from bot.features.hand import controls, menu, moves, render
from bot.features.tips import tip
from bot.tables import lookup
from bot.tables.actions import play as play_actions
from bot.tables.problems import Problem, Refused

ROUTES = Routes()
ROUTES.press(Verb.PLAY, needs=Needs.TABLE, stands=Stands.HAND)(move_handler(moves.play))
ROUTES.press(Verb.DISCARD, needs=Needs.TABLE, stands=Stands.HAND)(move_handler(moves.discard))
ROUTES.press(*moves.PLAIN, needs=Needs.TABLE, stands=Stands.HAND)(move_handler(moves.plain, free=moves.FREE))
ROUTES.press(*moves.PLAIN, needs=Needs.TABLE, argument=FROM_MENU, stands=Stands.PAGE)(
    move_handler(moves.plain, free=moves.FREE)
)


@ROUTES.opens(Verb.DISCARD, needs=Needs.TABLE, argument=ASK)
async def ask_discards(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a player picks the cards to exchange.

    Raises:
        Refused: the person who pressed is no player here, or has no cards to exchange now.
    """
    hand = await lookup.hand(request.app.tables, press.table, request.person.id)
    bounds = hand.view.discard_bounds
    if bounds is None or press.decision != hand.table.decision:
        raise Refused(Problem.STALE)
    draft = request.app.drafts.of(press.table, request.person.id, hand.table.decision)
    return controls.discard_form(request.words, hand, bounds, await request.preferences(), draft)


@ROUTES.form(Verb.DISCARD, needs=Needs.TABLE)
async def discard_from_form(request: Request, press: Press) -> None:
    """Exchanges the cards that a player has picked in the form.

    Raises:
        Refused: the exchange is not allowed. Nothing has changed.
    """
    ticked = submitted_choices(request.interaction).get("places", ())
    await move_handler(moves.discard)(request, replace(press, argument=",".join(ticked)))


@ROUTES.press(Verb.CHOOSE_DISCARDS, needs=Needs.TABLE, stands=Stands.HAND)
async def pick(request: Request, press: Press) -> None:
    """Picks a card for discarding, or puts it back. Nothing is discarded before the player confirms."""
    table = await lookup.table(request.app.tables, press.table)
    if table.seat_of(request.person.id) is None:
        raise Refused(Problem.NOT_A_PLAYER)
    if press.decision != table.decision:
        raise Refused(Problem.STALE)
    draft = request.app.drafts.of(press.table, request.person.id, table.decision)
    request.app.drafts.pick(
        press.table, request.person.id, table.decision, moves.picked_places(press, request.values, draft)
    )
    request.wake(press.table, request.person.id)


@ROUTES.press(Verb.GIVE_TIME, needs=Needs.TABLE, stands=Stands.HAND)
@ROUTES.press(Verb.GIVE_TIME, needs=Needs.TABLE, argument=FROM_MENU, stands=Stands.PAGE)
async def give_time(request: Request, press: Press) -> None:
    """Gives the opponent of the player who pressed the button more time for the present decision."""
    await play_actions.give_time(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.ABANDON, Verb.RESIGN, needs=Needs.TABLE, argument=ASK, first=First.ANSWER)
async def confirm(request: Request, press: Press) -> None:
    """Asks the player whether they are sure of a move that cannot be undone."""
    hand = await lookup.hand(request.app.tables, press.table, request.person.id)
    await request.replace(menu.sure(request.words, hand, press.verb).view)


@ROUTES.press(Verb.ABANDON, Verb.RESIGN, needs=Needs.TABLE, argument=KEEP, first=First.ANSWER)
async def keep(request: Request, press: Press) -> None:
    """Closes the question of `confirm`, without the move. The game goes on."""
    await request.replace(request.words("menu.kept"))


@ROUTES.press(Verb.SHOW_HAND, needs=Needs.TABLE, first=First.ANSWER)
async def my_hand(request: Request, press: Press) -> None:
    """Shows a player their own hand, or a backer or guest the hand that they may see, in a private message.

    All other people get an explanation of how to see a hand without chips, if the table allows that.
    """
    app, user_id = request.app, request.person.id
    preferences = await request.preferences()
    table = await lookup.table(app.tables, press.table)
    if table.seat_of(user_id) is None:
        try:
            backed = await lookup.backed_view(app.tables, press.table, user_id)
        except Refused as refused:
            if not (asks := guests.asks(request.words, table, user_id)):
                raise
            unseen = refused.problem is Problem.UNSEEN
            about = formatting.sentence_of(request.words, refused) if unseen else request.words("guest.bystander")
            await request.reply(guests.page(request.words, about, asks))
            return
        held, photos = await held_order(app, backed), await photographs_at(app, backed.table)
        drawing = backing_render.draw(request.words, backed, preferences, user_id, held, photos)
    else:
        hand = await lookup.hand(app.tables, press.table, user_id)
        draft = app.drafts.of(press.table, user_id, hand.table.decision)
        explained = await tip(app, request.words, user_id, hand)
        photos = await photographs_at(app, hand.table)
        drawing = render.draw(request.words, hand, preferences, draft, tip=explained, photos=photos)
    await request.reply(drawing)
    if request.answer.owns:
        messages = request.display.tables.messages
        earlier = messages.remember_private(press.table, user_id, request.interaction, drawing.digest)
        # The earlier message would stay above this one, with buttons that are out of date.
        if earlier is not None:
            await earlier.dismiss()
        # The game may have gone on in the meantime.
        request.wake(press.table, user_id)
