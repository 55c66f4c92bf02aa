"""Tips for beginners: a line that explains a decision and names the usual move. A player gets it for their first three
decisions of each kind.

If the third decision of a kind comes during a deal, further ones are explained until the end of that deal. The usual
move comes from the judge of hints, by the view of the player's own seat, and only where hints are fair. The menu More
switches tips on and off.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import button
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.app import App, DecisionKey, TipKey
from bot.features.deal import call, discard_label, kind_of
from bot.people.preferences import Preferences
from bot.tables.state.table_state import Status
from bot.tables.views import HandView
from bot.texts import Words
from ecarte.game import AnnounceKing, Discard, Move, Play

__all__ = ["FEATURE", "tip"]

ROUTES = Routes()

_log = logging.getLogger(__name__)
_EACH = 3
_KINDS = ("propose", "answer", "discard", "lead", "reply", "king")


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that switches tips on or off, for players."""
    if reader.hand is not None:
        yield MenuEntry(Group.RULES, button(Verb.TIPS, words("tip.switch"), table=reader.table.id))


@ROUTES.press(Verb.TIPS, needs=Needs.TABLE, first=First.ANSWER)
async def switch(request: Request, press: Press) -> None:
    """Switches tips on or off. If all tips were shown already, they begin again with the first three decisions of each
    kind.
    """
    preferences = await request.preferences()
    on = not are_due(preferences)
    chosen = replace(preferences, tips=on, tipped=() if on else preferences.tipped)
    await request.app.people.profiles.prefer(request.person.id, chosen)
    await request.replace(request.words("tip.on" if on else "tip.off"))
    request.wake(press.table)


def are_due(preferences: Preferences) -> bool:
    """Returns whether a person has tips switched on, and has not been shown all of them."""
    return preferences.tips is not False and any(preferences.tipped.count(kind) < _EACH for kind in _KINDS)


async def tip(app: App, words: Words, user_id: int, hand: HandView) -> str | None:
    """Returns the tip for the present decision of a player. None if the player has switched tips off, if decisions of
    this kind were explained often enough, or if this decision needs no tip.
    """
    table, view = hand.table, hand.view
    ready = table.status is Status.PLAYING and table.to_cut is None and table.galerie.offered_seat is None
    if not ready or view.public.turn is not view.seat or not view.legal_moves or view.public.salon is not None:
        return None
    if len(view.legal_moves) == 1 and not view.may_announce:
        # A forced card is no decision.
        return None
    preferences = (await app.people.profiles.profile(user_id)).preferences
    if preferences.tips is False:
        return None
    kind = kind_of(view)
    key, now = TipKey(user_id, kind), DecisionKey(table.id, table.game_no, view.public.number, table.decision)
    before = app.explained.get(key)
    if now != before:
        fresh = preferences.tipped.count(kind) < _EACH
        if not fresh and (before is None or not now.is_in_deal_of(before)):
            return None
        if fresh:
            await app.people.profiles.note(user_id, replace(preferences, tipped=(*preferences.tipped, kind)))
        app.explained.put(key, now)
    return await _line(app, words, hand, kind)


async def _line(app: App, words: Words, hand: HandView, kind: str) -> str:
    best = await _best(app, hand)
    values = formatting.scores(words, hand.view.public.rules)
    about = words("tip.king" if isinstance(best, AnnounceKing) else f"tip.{kind}", **values)
    return f"-# 💡 {about}" if best is None else f"-# 💡 {words('tip.best', best=_move_text(words, best))} {about}"


async def _best(app: App, hand: HandView) -> Move | None:
    """Returns the usual move, or None where no hint is fair."""
    view = hand.view
    if not hand.table.allows_hints:
        return None
    try:
        hint = await app.reviewer.hint(view)
    except Exception:
        # The game goes on without the advice.
        _log.exception("table %d: no advice could be given", hand.table.id)
        return None
    if hint is not None and not hint.king:
        return None if len(view.legal_moves) == 1 else hint.move
    return AnnounceKing() if view.may_announce else None


def _move_text(words: Words, move: Move) -> str:
    """Returns a move in the words of its button."""
    match move:
        case Play(card=card) if card is not None:
            return formatting.card(words, card)
        case Discard(cards) if cards:
            return words("tip.exchange", cards=formatting.cards(words, cards))
        case Discard():
            return discard_label(words, 0, 0)
        case _:
            return call(words, move)


FEATURE = Feature("tips", (ROUTES,), more=entries)
