"""Bets and side bets: the page of amounts, the forms that ask for another amount, and the presses that need no form.

If no amount would be lawful, the press is refused before a page or form asks for one. After a bet, the bettor gets a
private list of their own bets on the game.
"""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.adapter import formatting
from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.forms import ask, read_amount, submitted_text
from bot.adapter.registry import First, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.features.backing import guests
from bot.features.betting import render as betting_render
from bot.features.betting import text as betting_text
from bot.people import purses
from bot.tables import lookup
from bot.tables.actions import betting
from bot.tables.problems import Problem, Refused, refusal
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table.stakes import GalerieError, GalerieRule, Offer, Stage, offered_against

ROUTES = Routes()

_FORMS = (Verb.TAKE_BETS, Verb.OFFER, Verb.TAKE_OFFER)


@ROUTES.press(Verb.BET, needs=Needs.MEMBER, first=First.ANSWER)
async def choose(request: Request, press: Press) -> None:
    """Shows a bystander the page of amounts that they can bet on a player.

    A bystander without chips is offered to sit behind a player as a guest, if that is possible.

    Raises:
        Refused: the person who pressed cannot bet on this player, or has no chips and cannot be a guest.
    """
    table, user = await lookup.table(request.app.tables, press.table), request.person.id
    _lawful(table, user, press)
    purse, side = await purses.balance(request.app.people, table.guild_id, user), _seat(press.argument)
    if not purse:
        if asks := guests.asks(request.words, table, user):
            await request.reply(guests.page(request.words, request.words("problem.empty_purse"), asks))
            return
        raise Refused(Problem.EMPTY_PURSE)
    prospect = await betting.prospect(request.app.tables, press.table, request.person, side, request.backer())
    await request.reply(betting_render.presets(request.words, table, side, purse, prospect))


@ROUTES.press(Verb.BET_AMOUNT, needs=Needs.MEMBER)
async def bet(request: Request, press: Press) -> None:
    """Bets one of the offered amounts. The page of amounts is replaced by the list of the bettor's bets.

    Raises:
        Refused: the bet is not allowed. Nothing has changed.
    """
    side, amount = fields(press.argument, 2)
    tables, person = request.app.tables, request.person
    table = await betting.bet(tables, press.table, person, _seat(side), number(amount), request.cause, request.backer())
    await request.replace(betting_render.mine(request.words, table, person.id))


@ROUTES.press(Verb.MATCH_BET, needs=Needs.MEMBER)
async def match(request: Request, press: Press) -> None:
    """Matches another person's bet, with at most the amount on the button. The answer lists the bets of the person who
    pressed.

    Raises:
        Refused: the other bet is matched already or was taken back, the person who pressed is on the same side, or they
            have no chips. Nothing has changed.
    """
    bettor, most = (number(part) for part in fields(press.argument, 2))
    tables, person = request.app.tables, request.person
    table = await betting.match(tables, press.table, person, bettor, most, request.cause, request.backer())
    await request.reply(betting_render.mine(request.words, table, person.id))


@ROUTES.opens(Verb.BET_OTHER, needs=Needs.MEMBER)
async def other(request: Request, press: Press) -> ui.Modal:
    """Returns the form that asks for another amount than the offered ones.

    Raises:
        Refused: the person who pressed can bet no amount.
    """
    return await bet_form(request, replace(press, verb=Verb.BET))


@ROUTES.opens(*_FORMS, needs=Needs.MEMBER)
@ROUTES.opens(Verb.WITHDRAW_BET, needs=Needs.TABLE)
async def bet_form(request: Request, press: Press) -> ui.Modal:
    """Returns the form that asks how many chips to bet, to match, to offer or take as a side bet, or to take back.

    Raises:
        Refused: no amount is possible.
    """
    table, user = await lookup.table(request.app.tables, press.table), request.person.id
    suggested = _lawful(table, user, press)
    limit = suggested
    if press.verb is not Verb.WITHDRAW_BET:
        limit = await purses.balance(request.app.people, table.guild_id, user)
    amount = formatting.chips(request.words, limit or 0)
    if press.verb in (Verb.OFFER, Verb.TAKE_OFFER):
        taken = _offer_of(table, press) if press.verb is Verb.TAKE_OFFER else None
        side = _seat(press.argument) if taken is None else taken.side.other
        title, about = betting_text.side_form(request.words, table, side, amount, taken)
        return ask(request.words, press, title, about, suggested)
    title, about = request.words(f"galerie.form.{press.verb.value}"), request.words("galerie.form.about", amount=amount)
    return ask(request.words, press, title, about, suggested)


def _lawful(table: TableView, user: int, press: Press) -> int | None:
    """Returns the amount that the form suggests.

    Raises:
        Refused: no amount is possible.
    """
    try:
        return _suggested_amount(table, user, press)
    except GalerieError as forbidden:
        raise refusal(forbidden) from forbidden


def _suggested_amount(table: TableView, user: int, press: Press) -> int | None:
    book, market = table.galerie.book, table.galerie.side_bets
    if book is None:
        raise Refused(Problem.FOR_HONOUR)
    seat, side = book.seat_of(user), book.side_of(user)
    if press.verb in (Verb.OFFER, Verb.TAKE_OFFER):
        if market is None or market.to_make is None:
            raise GalerieError(GalerieRule.BETWEEN_DEALS_ONLY)
        side = market.side_of(user)
        if press.verb is Verb.OFFER:
            _check_side(side, _seat(press.argument), playing=seat is not None)
            return None
        offer = _offer_of(table, press)
        _check_side(side, offer.side.other, playing=seat is not None)
        return offer.asks
    if book.stage is not Stage.OPEN:
        raise GalerieError(GalerieRule.BOOK_CLOSED if book.stage is Stage.CLOSED else GalerieRule.FINISHED)
    if press.verb is Verb.BET:
        _check_side(side, _seat(press.argument), playing=seat is not None)
        if seat is not None:
            raise GalerieError(GalerieRule.PLAYER_TAKES)
        return None
    if press.verb is Verb.TAKE_BETS:
        if seat is None:
            raise GalerieError(GalerieRule.NOT_A_PLAYER)
        if not (offered := offered_against(book, seat)):
            raise GalerieError(GalerieRule.MORE_THAN_OFFERED, offered=0)
        return offered
    if seat is not None:
        return book.taken[seat.index]
    has = sum(bet.amount for bet in book.bets if bet.person == user)
    if not has:
        raise GalerieError(GalerieRule.MORE_THAN_STAKED, staked=0)
    return has


def _offer_of(table: TableView, press: Press) -> Offer:
    """Returns the side bet that a press takes.

    Raises:
        GalerieError: there is no offer with this number.
    """
    offers = () if table.galerie.side_bets is None else table.galerie.side_bets.offers
    offer = next((offer for offer in offers if str(offer.number) == press.argument), None)
    if offer is None:
        raise GalerieError(GalerieRule.NO_SUCH_OFFER)
    return offer


def _check_side(side: Seat | None, wanted: Seat, *, playing: bool) -> None:
    if side is wanted.other:
        raise GalerieError(GalerieRule.AGAINST_ONESELF if playing else GalerieRule.BOTH_SIDES)


@ROUTES.form(Verb.BET, *_FORMS, needs=Needs.MEMBER)
@ROUTES.form(Verb.WITHDRAW_BET, needs=Needs.TABLE)
async def submit_form(request: Request, press: Press) -> None:
    """Carries out what a submitted form asks for: bets, matches bets, makes or takes a side bet, or takes a bet back.
    The answer lists the person's bets.

    Raises:
        Refused: the request is not allowed. Nothing has changed.
    """
    amount, tables, cause = read_amount(submitted_text(request.interaction)), request.app.tables, request.cause
    person = request.person
    match press.verb:
        case Verb.BET:
            seat = _seat(press.argument)
            table = await betting.bet(tables, press.table, person, seat, amount, cause, request.backer())
        case Verb.TAKE_BETS:
            table = await betting.take(tables, press.table, person.id, amount, cause)
        case Verb.WITHDRAW_BET:
            table = await betting.withdraw(tables, press.table, person.id, amount, cause)
        case Verb.OFFER:
            table = await betting.offer(tables, press.table, person, _seat(press.argument), amount, cause)
        case _:
            table = await betting.take_offer(tables, press.table, person, number(press.argument), amount, cause)
    await _say(request, table)


@ROUTES.press(Verb.CHOUETTE, needs=Needs.MEMBER)
async def chouette(request: Request, press: Press) -> None:
    """Declares La Chouette for the player who pressed the button: this player alone matches all bets on the
    opponent.
    """
    table = await betting.chouette(request.app.tables, press.table, request.person.id, request.cause)
    await _say(request, table)


@ROUTES.press(Verb.WANT_CARDS, needs=Needs.TABLE, stands=Stands.HAND)
async def want_cards(request: Request, press: Press) -> None:
    """Notes that a player wants the cards dealt. When both players have asked, betting ends."""
    await betting.want_cards(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.WITHDRAW_OFFER, needs=Needs.TABLE)
async def withdraw_offer(request: Request, press: Press) -> None:
    """Withdraws a side bet that the person who pressed has offered. The part that others have taken stays."""
    offer = number(press.argument)
    table = await betting.withdraw_offer(request.app.tables, press.table, request.person.id, offer, request.cause)
    await _say(request, table)


@ROUTES.press(Verb.SIDE_BETS, needs=Needs.SEEN)
async def side_bets(request: Request, press: Press) -> None:
    """Shows the offered side bets, with buttons that take the offers of other people and withdraw the reader's own."""
    table = await lookup.table(request.app.tables, press.table)
    await request.reply(betting_render.side_bets(request.words, table, request.person.id).view)


async def _say(request: Request, table: TableView) -> None:
    """Lists the bettor's bets. Replaces the private page on which the button was pressed, if it was on one."""
    await request.show(betting_render.mine(request.words, table, request.person.id))


def _seat(argument: str) -> Seat:
    try:
        return Seat(argument)
    except ValueError:
        raise Refused(Problem.STALE) from None
