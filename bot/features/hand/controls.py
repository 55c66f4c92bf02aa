"""The buttons below a player's hand: the cards, the moves without a card, More, and the answer to a person who would
like to see the hand.

A button names a place of the hand, never a card.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import more
from bot.adapter.custom_ids import Press, Verb, encode_form
from bot.adapter.items import button
from bot.clock import WarningSent
from bot.features.backing import watchers
from bot.features.betting import render as betting_render
from bot.features.deal import ASK, discard_label, in_order
from bot.features.fair import render as fair_render
from bot.features.salon import remedy_rows
from bot.people.preferences import Preferences
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import (
    Accept,
    AcceptIfEnough,
    AcceptStop,
    ClaimTime,
    Play,
    PlayerView,
    Propose,
    Refuse,
)
from ecarte.table import advice

_PRIMARY, _SUCCESS, _DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger
_ROW: Final = 5
"""How many buttons Discord takes in a row."""


def rows(words: Words, hand: HandView, preferences: Preferences, draft: frozenset[int]) -> list[ui.Item[Any]]:
    """Returns the rows of buttons below a player's hand. The buttons that the player needs first come first. The button
    of a card shows how many backers and guests point at the card.

    Args:
        draft: the places (0 to 4) of the cards that are picked for discarding.
    """
    table_view, view = hand.table, hand.view
    if table_view.galerie.offered_seat is not None:
        # The game pauses while a hand is offered.
        return [ui.ActionRow(more(words, table_view.id))]
    action_rows = fair_render.rows(words, table_view, view.seat)
    if cards := _cards(words, hand, preferences, draft):
        action_rows.append(ui.ActionRow(*cards))
    action_rows += remedy_rows(words, table_view, view)
    said = [
        *_sayings(words, hand, preferences, draft),
        *_late(words, table_view, view),
        *_stop(words, table_view, view),
    ]
    said.append(more(words, table_view.id))
    action_rows += [ui.ActionRow(*said[start : start + _ROW]) for start in range(0, len(said), _ROW)]
    return [*action_rows, *watchers.rows(words, table_view, view.seat)]


def _cards(words: Words, hand: HandView, preferences: Preferences, draft: frozenset[int]) -> list[ui.Item[Any]]:
    """Returns one button a card, in the order of the picture. Empty where no card can be pressed."""
    view = hand.view
    if view.discard_bounds is None and not any(isinstance(move, Play) for move in view.legal_moves):
        return []
    if view.discard_bounds is not None and preferences.boxes:
        return []
    items: list[ui.Item[Any]] = []
    for place in in_order(view.places, view.public.trump, preferences.order):
        card = view.places[place]
        assert card is not None
        label, picture = formatting.on_button(words, card, hand.pointed[place])
        argument, lit, lawful = str(place), True, True
        if view.discard_bounds is not None:
            # The argument says what the press does, so that a second press of the same drawing changes nothing.
            lit = place in draft
            argument = f"-{place}" if lit else argument
            lawful = lit or len(draft) < view.discard_bounds[1]
        else:
            lit = lawful = Play(card) in view.legal_moves
        items.append(
            button(
                Verb.PLAY if view.discard_bounds is None else Verb.CHOOSE_DISCARDS,
                label,
                emoji=picture,
                table=hand.table.id,
                decision=hand.table.decision,
                argument=argument,
                disabled=not lawful,
                style=_PRIMARY if lit else discord.ButtonStyle.secondary,
            )
        )
    return items


def _sayings(words: Words, hand: HandView, preferences: Preferences, draft: frozenset[int]) -> list[ui.Item[Any]]:
    """Returns the buttons that propose, accept, refuse, exchange or announce the king, or the one
    that deals the cards.
    """
    table_view, view = hand.table, hand.view
    # While the dealer answers, pointing at a card means playing the hand without an exchange.
    talon, cards = hand.pointed[advice.TALON], sum(hand.pointed[: advice.TALON])
    common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision}
    items: list[ui.Item[Any]] = []
    pause = table_view.galerie.pause
    if pause is not None and table_view.person(view.seat).id not in pause.ready:
        items.append(button(Verb.WANT_CARDS, words("galerie.deal"), table=table_view.id, style=_SUCCESS))
    if (take := betting_render.match(words, table_view, view.seat)) is not None:
        items.append(take)
    if view.discard_bounds is not None:
        items += _exchange(words, view.discard_bounds, draft, common, boxes=preferences.boxes)
    if Propose() in view.legal_moves:
        items.append(
            button(Verb.PROPOSE, formatting.count_label(words, words("hand.propose"), talon), style=_SUCCESS, **common)
        )
    if Accept() in view.legal_moves:
        items.append(
            button(Verb.GIVE, formatting.count_label(words, words("hand.accept"), talon), style=_SUCCESS, **common)
        )
    if AcceptIfEnough() in view.legal_moves:
        items.append(button(Verb.GIVE_IF_ENOUGH, words("hand.accept.if"), **common))
    if Refuse() in view.legal_moves:
        items.append(button(Verb.REFUSE, formatting.count_label(words, words("hand.refuse"), cards), **common))
    if view.may_announce:
        crown = formatting.mark(words, "crown")
        items.append(button(Verb.KING, words("hand.king.announce"), emoji=crown, style=_SUCCESS, **common))
    return items


def _exchange(
    words: Words, bounds: tuple[int, int], draft: frozenset[int], common: dict[str, Any], *, boxes: bool
) -> list[ui.Item[Any]]:
    """Returns the button that exchanges the picked cards, and, where the laws allow it, the one that exchanges none.

    Args:
        boxes: whether a form asks for the cards. Its button then takes the place of the first one.
    """
    least, most = bounds
    # Two buttons of a message may not have the same id, so an empty list of places is written as a dash.
    label, argument = discard_label(words, len(draft), 1), ",".join(map(str, sorted(draft))) or "-"
    allowed = bool(draft) and least <= len(draft) <= most
    items: list[ui.Item[Any]] = [
        button(Verb.DISCARD, words("hand.discard.open"), argument=ASK, style=_SUCCESS, **common)
        if boxes
        else button(Verb.DISCARD, label, argument=argument, disabled=not allowed, style=_SUCCESS, **common)
    ]
    if not least:
        items.append(button(Verb.DISCARD, discard_label(words, 0, 0), **common))
    return items


def discard_form(
    words: Words, hand: HandView, bounds: tuple[int, int], preferences: Preferences, draft: frozenset[int]
) -> ui.Modal:
    """Returns the form in which a player picks the cards to exchange by checkboxes. Only the player gets it: the labels
    name the cards, the values are places (0 to 4).

    The form asks for at least one card. To exchange none, the player presses a button of the hand instead.

    Args:
        bounds: the fewest and the most cards that may be exchanged.
        draft: the places that are picked already.
    """
    view, table_view = hand.view, hand.table
    least, most = bounds
    boxes = []
    for place in in_order(view.places, view.public.trump, preferences.order):
        card = view.places[place]
        assert card is not None
        label = formatting.count_label(words, formatting.plain_card(words, card), hand.pointed[place])
        about = formatting.card_name(words, card)
        picked = place in draft
        boxes.append(discord.CheckboxGroupOption(label=label, description=about, value=str(place), default=picked))
    press = Press(Verb.DISCARD, table_view.id, table_view.decision)
    group = ui.CheckboxGroup[Any](custom_id="places", options=boxes, min_values=max(least, 1), max_values=most)
    modal = ui.Modal(title=words("hand.discard.title"), custom_id=encode_form(press), timeout=900)
    return modal.add_item(ui.Label(text=words("hand.discard.which"), component=group))


def _late(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """Returns the choices of the opponent of a player whose time is up."""
    if table_view.sent_warning is not WarningSent.UP or view.public.turn is not view.seat.other:
        return []
    items: list[ui.Item[Any]] = []
    for move in view.table_moves:
        if isinstance(move, ClaimTime):
            verb = Verb.CLAIM_DEAL if move.scope.value == "deal" else Verb.CLAIM_GAME
            label = words(f"hand.claim.{move.scope.value}")
            items.append(button(verb, label, table=table_view.id, decision=table_view.decision, style=_DANGER))
    return [*items, button(Verb.GIVE_TIME, words("hand.give.time"), table=table_view.id)]


def _stop(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """Returns the answers to an offer to stop."""
    if AcceptStop() not in view.table_moves:
        return []
    return [
        button(Verb.ACCEPT_STOP, words("hand.stop.yes"), table=table_view.id),
        button(Verb.DECLINE_STOP, words("hand.stop.no"), table=table_view.id),
    ]
