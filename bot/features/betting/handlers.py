"""Presses around a table: bets and their forms, side bets, chairs, a hand that is offered, pointing.

What needs an amount opens a form, unless it is clear already that it cannot be done; everything else is acknowledged at
once and done. Whoever bets is told privately what he has on the game now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.adapter.answers import note
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.forms import ask, read_amount, written
from bot.features.betting import render as betting_render
from bot.features.betting import text as betting_text
from bot.people import purses
from bot.tables.events.table import Person
from bot.tables.problems import Problem, Refused, refusal
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import chairs
from ecarte.table.stakes import GalerieError, GalerieRule, Stage, offered_against

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["VERBS", "act", "is_asked", "opened", "sent"]

_ASKED = frozenset({Verb.BET, Verb.TAKE_BETS, Verb.WITHDRAW_BET, Verb.OFFER, Verb.TAKE_OFFER})
VERBS = _ASKED | {
    Verb.CHOUETTE,
    Verb.WANT_CARDS,
    Verb.WITHDRAW_OFFER,
    Verb.SIDE_BETS,
    Verb.ENTER,
    Verb.LEAVE_QUEUE,
    Verb.SIT,
    Verb.DECLINE_CHAIR,
    Verb.ASK_HOUSE,
    Verb.TAKE_HAND,
    Verb.DECLINE_HAND,
    Verb.POINT,
    Verb.REMARK,
}
"""What is answered here."""


def is_asked(verb: Verb) -> bool:
    """Whether a press opens a form that asks for an amount."""
    return verb in _ASKED


async def opened(room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press) -> None:
    """Opens the form for a press.

    Raises:
        Refused: it cannot be done, whatever the amount.
    """
    sight, user = await room.tables.sight(press.table), interaction.user.id
    try:
        suggested = _suggested(sight, user, press)
    except GalerieError as forbidden:
        raise refusal(forbidden) from forbidden
    title = words(f"galerie.form.{press.verb.value}")
    limit = suggested
    if press.verb is not Verb.WITHDRAW_BET:
        limit = await purses.balance(room.people, sight.guild_id, user)
    about = words("galerie.form.about", amount=betting_text.chips(words, limit or 0))
    await ask(interaction, words, press, title, about, suggested)


def _suggested(sight: TableSight, user: int, press: Press) -> int | None:
    """What stands in the form already; an error where no amount will do."""
    book, beside = sight.around.book, sight.around.side_bets
    if book is None:
        raise Refused(Problem.FOR_HONOUR)
    seat, side = book.seat_of(user), book.side_of(user)
    if press.verb in (Verb.OFFER, Verb.TAKE_OFFER):
        if beside is None or beside.to_make is None:
            raise GalerieError(GalerieRule.BETWEEN_DEALS_ONLY)
        side = beside.side_of(user)
        if press.verb is Verb.OFFER:
            _check_side(side, _seat(press.argument), playing=seat is not None)
            return None
        made = next((it for it in beside.offers if str(it.number) == press.argument), None)
        if made is None:
            raise GalerieError(GalerieRule.NO_SUCH_OFFER)
        _check_side(side, made.side.other, playing=seat is not None)
        return made.asks
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


def _check_side(side: Seat | None, wanted: Seat, *, playing: bool) -> None:
    if side is wanted.other:
        raise GalerieError(GalerieRule.AGAINST_ONESELF if playing else GalerieRule.BOTH_SIDES)


async def sent(room: CardRoom, interaction: discord.Interaction[Any], press: Press) -> None:
    """A form was sent: does what it says, and tells whoever sent it what he has now.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    await interaction.response.defer()
    words = await room.words_for(interaction)
    amount, tables, cause = read_amount(written(interaction)), room.tables, interaction.id
    person = _person(interaction)
    match press.verb:
        case Verb.BET:
            sight = await tables.bet(press.table, person, _seat(press.argument), amount, cause)
        case Verb.TAKE_BETS:
            sight = await tables.take(press.table, person.id, amount, cause)
        case Verb.WITHDRAW_BET:
            sight = await tables.withdraw(press.table, person.id, amount, cause)
        case Verb.OFFER:
            sight = await tables.offer(press.table, person, _seat(press.argument), amount, cause)
        case Verb.TAKE_OFFER:
            sight = await tables.take_offer(press.table, person, _number(press.argument), amount, cause)
        case _:
            raise Refused(Problem.STALE)
    await _tell(interaction, betting_text.mine(words, sight, person.id))


async def act(room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press) -> None:
    """Does what a press asks for; the interaction is acknowledged already.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    tables, person, cause = room.tables, _person(interaction), interaction.id
    match press.verb:
        case Verb.CHOUETTE:
            sight = await tables.chouette(press.table, person.id, cause)
            await _tell(interaction, betting_text.mine(words, sight, person.id))
        case Verb.WANT_CARDS:
            await tables.want_cards(press.table, person.id, cause)
        case Verb.WITHDRAW_OFFER:
            sight = await tables.withdraw_offer(press.table, person.id, _number(press.argument), cause)
            await _tell(interaction, betting_text.mine(words, sight, person.id))
        case Verb.SIDE_BETS:
            sight = await tables.sight(press.table)
            view = betting_render.side_bets(words, sight, person.id).view
            await interaction.followup.send(view=view, ephemeral=True)
        case Verb.ENTER:
            sight = await tables.enter(press.table, person, cause)
            if sight.around.awaited == person.id:
                await _tell(interaction, words("galerie.queue.called"))
            elif sight.around.queue is not None and person.id in sight.around.queue.waiting:
                place = chairs.order(sight.around.queue).index(person.id) + 1
                await interaction.followup.send(view=betting_render.queued(words, sight, place).view, ephemeral=True)
        case Verb.LEAVE_QUEUE:
            await tables.leave_queue(press.table, person.id, cause)
            await interaction.edit_original_response(view=note(words("galerie.queue.left")))
        case Verb.SIT:
            sight = await tables.sit(press.table, person.id, cause)
            if sight.around.awaited is not None:
                await _tell(interaction, words("galerie.chair.sitting", who=_awaited(words, sight)))
        case Verb.DECLINE_CHAIR:
            await tables.decline_chair(press.table, person.id, cause)
        case Verb.ASK_HOUSE:
            await tables.ask_house(press.table, person.id, cause)
        case Verb.TAKE_HAND:
            await tables.take_hand(press.table, person, cause)
        case Verb.DECLINE_HAND:
            await tables.decline_hand(press.table, person.id, cause)
        case Verb.POINT:
            await tables.point(press.table, person.id, press.decision, _number(press.argument), cause)
        case Verb.REMARK:
            await tables.remark(press.table, person.id, cause)
        case _:
            raise Refused(Problem.STALE)


def _awaited(words: Words, sight: TableSight) -> str:
    assert sight.around.awaited is not None
    return betting_text.name(words, sight, sight.around.awaited)


async def _tell(interaction: discord.Interaction[Any], text: str) -> None:
    await interaction.followup.send(view=note(text), ephemeral=True)


def _person(interaction: discord.Interaction[Any]) -> Person:
    return Person(interaction.user.id, interaction.user.display_name)


def _seat(argument: str) -> Seat:
    try:
        return Seat(argument)
    except ValueError:
        raise Refused(Problem.STALE) from None


def _number(argument: str) -> int:
    if not argument.isdecimal() or len(argument) > 9:
        raise Refused(Problem.STALE)
    return int(argument)
