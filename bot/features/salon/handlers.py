"""Remedies at salon tables, and the word of a backer about an error in the score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import First, Routes, Stands
from bot.adapter.request import Request
from bot.features.deal import ASK, move_handler, named
from bot.features.salon import render
from bot.tables import lookup
from bot.tables.actions import advice
from ecarte.game import Fault, Move, PlayerView, Remedy, Suit
from ecarte.game import moves as game

ROUTES = Routes()
_PLAIN: Final[dict[Verb, Callable[[], Move]]] = {
    Verb.TAKE_BACK: game.TakeBack,
    Verb.KING_BACK: game.TakeKingBack,
    Verb.REQUIRE_SUIT: game.RequireSuitNamed,
    Verb.LET_STAND: game.LetStand,
}
_FREE: Final = frozenset({Verb.KING_BACK, Verb.LET_STAND})


@ROUTES.press(Verb.CALL, argument=ASK, first=First.ANSWER)
async def ask(request: Request, press: Press) -> None:
    """Opens the page of errors that can be called."""
    hand = await lookup.hand(request.app.tables, press.table, request.person.id)
    await request.reply(render.calls(request.words, hand).view)


@ROUTES.press(Verb.REMARK)
async def remark(request: Request, press: Press) -> None:
    """A backer points out an error in the score (Law 54)."""
    await advice.remark(request.app.tables, press.table, request.person.id, request.cause)


def _suit(view: PlayerView, press: Press) -> Move:
    return game.NameSuit(named(Suit, press.argument))


def _call(view: PlayerView, press: Press) -> Move:
    fault, _, remedy = press.argument.partition(".")
    return game.CallError(named(Fault, fault), named(Remedy, remedy))


ROUTES.press(*_PLAIN, stands=Stands.HAND)(move_handler(lambda _, press: _PLAIN[press.verb](), free=_FREE))
ROUTES.press(Verb.NAME_SUIT, stands=Stands.PAGE)(move_handler(_suit))
ROUTES.press(Verb.CALL, stands=Stands.PAGE)(move_handler(_call, free=[Verb.CALL]))
