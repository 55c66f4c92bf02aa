"""A player's own message: the five cards, what can be done now, and one line that explains it to a beginner.

Drawn from the `PlayerView` alone. A button names a place, never a card; only its reader sees the label.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import FELT, more
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button, select
from bot.adapter.message import Message, Picture, layout
from bot.clock import WarningSent
from bot.features.backing import watchers
from bot.features.deal import discard_label, discard_options, to_do
from bot.features.deal import text as deal_text
from bot.features.fair import render as fair_render
from bot.features.fair import text as fair_text
from bot.features.rematch import ending as rematch_ending
from bot.features.rematch import text as rematch_text
from bot.features.salon import render as salon_render
from bot.features.salon import text as salon_text
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene
from bot.tables.state.table import Status
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import (
    Accept,
    AcceptIfEnough,
    AcceptStop,
    ClaimTime,
    Phase,
    Play,
    PlayerView,
    Propose,
    PublicView,
    Refuse,
    Seat,
)
from ecarte.table import advice

__all__ = ["draw", "handed_over", "put_away", "warns"]

_PRIMARY, _SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success


def draw(
    words: Words,
    hand: HandView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    tip: str | None = None,
    above: tuple[Picture, str] | None = None,
) -> Message:
    """The hand as it is now.

    Args:
        draft: the places (0 to 4) that the player has picked for discarding and not confirmed.
        tip: what explains the decision.
        above: a picture over the hand, with its alternative text: that of the table where this message is all there is.
    """
    table_view, view = naming.named(words, hand.table), hand.view
    names = _names(table_view, view)
    if table_view.status is not Status.PLAYING or view.public.outcome is not None:
        return Message(layout(ui.Container(*_over(words, table_view, view, names), accent_colour=FELT)))
    parts: list[ui.Item[Any]] = [ui.TextDisplay(_head(words, table_view, view, names))]
    if not view.public.number:
        # Bets are made, and the pack is cut, before a card is dealt.
        return Message(layout(ui.Container(*parts, *_before_cards(words, table_view, view), accent_colour=FELT)))
    if above is not None:
        parts.append(above[0].gallery(above[1]))
    so_far = [
        *deal_text.exchanges(words, table_view, view.public),
        *deal_text.tricks(words, table_view, view.public),
        *salon_text.lines(words, table_view, view.public),
    ]
    if so_far:
        parts.append(ui.TextDisplay("\n".join(f"-# {line}" for line in so_far)))
    scene = _scene(words, view, preferences, draft)
    picture = Picture("hand.png", scene, lambda: hand_picture(scene).data)
    held = [card for card in view.places if card is not None]
    parts.append(picture.gallery(_alt(words, view)))
    if held:
        parts.append(ui.TextDisplay(words("hand.cards", cards=formatting.cards(words, held))))
    parts.append(ui.TextDisplay("\n".join(_status(words, table_view, view, names, tip))))
    if watched := watchers.lines(words, table_view, view.seat):
        parts.append(ui.TextDisplay("\n".join(f"-# {line}" for line in watched)))
    if any(hand.pointed):
        parts.append(ui.TextDisplay(_pointed(words, hand)))
    parts += _controls(words, table_view, view, draft)
    pictures = (picture,) if above is None else (above[0], picture)
    ring = _ring(table_view, view.seat) if preferences.reminders else ""
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures, ring=ring)


def warns(table_view: TableView) -> bool:
    """Whether the player to act is warned of the time: never against the house, unless others wait for the end."""
    members = all(table_view.person(seat).level is None for seat in Seat)
    return table_view.said is WarningSent.WARNED and (members or table_view.is_waited_for)


def _ring(table_view: TableView, seat: Seat) -> str:
    """Why a player has to look at the hand now: their own time runs out, or that of the opponent is up."""
    turn = None if table_view.game is None else table_view.game.turn
    if turn is seat and warns(table_view):
        return f"warned.{table_view.decision}"
    if turn is seat.other and table_view.said is WarningSent.UP:
        return f"late.{table_view.decision}"
    return ""


def handed_over(words: Words, table_view: TableView, seat: Seat) -> Message:
    """Returns what is left of a hand that its player has given up: who plays on."""
    table = formatting.link(table_view.guild_id, table_view.place)
    item: ui.TextDisplay[Any] = ui.TextDisplay(words("hand.handed", who=formatting.who(table_view, seat), table=table))
    return Message(layout(item), passing=True)


def put_away(words: Words, table_view: TableView, number: int, deal: PublicView | None) -> Message:
    """What is left of the hand of an earlier deal: how it ended, and where the table is.

    Args:
        number: of the deal.
        deal: the public view at its end; None if that is no longer at hand.
    """
    table_view = naming.named(words, table_view)
    lines = [words("hand.deal", deal=number, table=formatting.link(table_view.guild_id, table_view.place))]
    if deal is not None:
        lines += deal_text.score(words, table_view, deal)
    item: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(lines))
    return Message(layout(item), passing=True)


def _before_cards(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    if table_view.to_cut is not None:
        cut: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(fair_text.promised(words, table_view)))
        return [cut, *fair_render.rows(words, table_view, view.seat)]
    deal = button(Verb.WANT_CARDS, words("galerie.deal"), table=table_view.id, style=_SUCCESS, emoji="🎴")
    said = [words("hand.before", table=formatting.link(table_view.guild_id, table_view.place))]
    said += [f"-# {line}" for line in watchers.lines(words, table_view, view.seat)]
    items: list[ui.Item[Any]] = [deal]
    if (opener := watchers.opener(words, table_view)) is not None:
        items.append(opener)
    return [ui.TextDisplay("\n".join(said)), ui.ActionRow(*items)]


def _over(words: Words, table_view: TableView, view: PlayerView, names: dict[str, str]) -> list[ui.Item[Any]]:
    """The game is over: how the last deal ended, who has won, and where there may be another."""
    game = view.public
    mine, theirs = game.score[view.seat.index], game.score[view.seat.other.index]
    lines = [
        words("hand.title", mine=mine, theirs=theirs, **names),
        *_where(words, table_view, game),
        *deal_text.score(words, table_view, game),
        deal_text.outcome(words, table_view, game) or words("table.won.void"),
        *rematch_text.result(words, table_view, table_view.game_no, game),
    ]
    reader = table_view.person(view.seat).id
    lines += rematch_ending.lines(words, table_view, reader)
    return [ui.TextDisplay("\n".join(lines)), rematch_ending.row(words, table_view, reader)]


def _names(table_view: TableView, view: PlayerView) -> dict[str, str]:
    return {"other": formatting.who(table_view, view.seat.other)}


def _head(words: Words, table_view: TableView, view: PlayerView, names: dict[str, str]) -> str:
    game = view.public
    mine, theirs = game.score[view.seat.index], game.score[view.seat.other.index]
    lines = [words("hand.title", mine=mine, theirs=theirs, **names), *_where(words, table_view, game)]
    if game.trump is not None and game.turn_up is not None:
        turned = formatting.card(words, game.turn_up)
        lines.append(words("hand.trumps", suit=formatting.suit(words, game.trump), card=turned, talon=game.talon))
    return "\n".join(lines)


def _where(words: Words, table_view: TableView, game: PublicView) -> list[str]:
    """Which deal it is, and where the table is; before the first deal the text below says so."""
    if table_view.is_private or not game.number:
        return []
    return [words("hand.deal", deal=game.number, table=formatting.link(table_view.guild_id, table_view.place))]


def _status(
    words: Words, table_view: TableView, view: PlayerView, names: dict[str, str], explained: str | None
) -> list[str]:
    """What is to be done now, by whom, until when; and a tip."""
    game = view.public
    if table_view.around.pause is not None:
        return [words("hand.pause", when=formatting.relative(table_view.around.pause.until))]
    if table_view.around.offered is not None:
        return [words("hand.offered", who=formatting.who(table_view, table_view.around.offered))]
    if game.phase is Phase.STANDING:
        return [*deal_text.score(words, table_view, game), *salon_render.waiting(words, table_view, game)]
    if table_view.to_cut is not None:
        return fair_text.promised(words, table_view)
    mine = game.turn is view.seat
    lines = [to_do(words, view, names) if mine else _waiting(words, game.phase, names)]
    if view.may_announce and game.salon is None:
        lines.append(words("hand.king"))
    if table_view.said is WarningSent.UP and mine and table_view.person(view.seat.other).level is not None:
        lines.append(words("house.claims.yours" if table_view.is_waited_for else "house.waits.yours"))
    elif table_view.said is WarningSent.UP:
        lines.append(words("hand.time.up" if mine else "hand.time.theirs", **names))
    elif mine and table_view.clock_ends is not None:
        key = "hand.until" if table_view.said is WarningSent.NOTHING else "hand.until.reserve"
        lines.append(words(key, when=formatting.relative(table_view.clock_ends)))
    if explained is not None:
        lines.append(explained)
    if game.offer is not None:
        lines.append(words("hand.stop.mine" if game.offer is view.seat else "hand.stop.offered", **names))
    return lines


def _waiting(words: Words, phase: Phase, names: dict[str, str]) -> str:
    match phase:
        case Phase.PROPOSE:
            return words("hand.wait.propose", **names)
        case Phase.ANSWER:
            return words("hand.wait.answer", **names)
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return words("hand.wait.discard", **names)
        case _:
            return words("hand.wait.play", **names)


def _pointed(words: Words, hand: HandView) -> str:
    """Returns how many backers point where: places and the talon, and no card."""
    signs = [*(f"{place + 1}\ufe0f\u20e3" for place in range(advice.TALON)), "🎴"]
    counts = [f"{sign} {count}" for sign, count in zip(signs, hand.pointed, strict=True) if count]
    return words("hand.pointed", counts=" · ".join(counts))


def _controls(words: Words, table_view: TableView, view: PlayerView, draft: frozenset[int]) -> list[ui.Item[Any]]:
    """The rows of buttons: the cards, then what may be said, then the rest."""
    rows = fair_render.rows(words, table_view, view.seat)
    if table_view.around.pause is not None:
        deal = button(Verb.WANT_CARDS, words("galerie.deal"), table=table_view.id, style=_SUCCESS, emoji="🎴")
        rows.append(ui.ActionRow(deal))
    if table_view.around.offered is not None:
        # While a hand is offered the game stands still.
        if any(card is not None for card in view.places):
            rows.append(ui.ActionRow(*_cards(words, table_view, view)))
        return [*rows, _always(words, table_view)]
    if view.discard_bounds is not None:
        rows += _discards(words, table_view, view, draft)
    elif any(card is not None for card in view.places):
        rows.append(ui.ActionRow(*_cards(words, table_view, view)))
    said = _sayings(words, table_view, view)
    if said:
        rows.append(ui.ActionRow(*said))
    rows += salon_render.controls(words, table_view, view)
    if late := _late(words, table_view, view):
        rows.append(ui.ActionRow(*late))
    if AcceptStop() in view.table_moves:
        rows.append(
            ui.ActionRow(
                button(Verb.ACCEPT_STOP, words("hand.stop.yes"), table=table_view.id),
                button(Verb.DECLINE_STOP, words("hand.stop.no"), table=table_view.id),
            )
        )
    return [*rows, _always(words, table_view)]


def _always(words: Words, table_view: TableView) -> ui.ActionRow[Any]:
    return ui.ActionRow(more(words, table_view.id), button(Verb.RULES, words("hand.rules"), emoji="❔"))


def _cards(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """Five buttons, one a place; an empty place stays, so that no card ever moves."""
    items: list[ui.Item[Any]] = []
    for place, card in enumerate(view.places):
        common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision, "argument": str(place)}
        if card is None:
            items.append(button(Verb.PLAY, "–", disabled=True, **common))
        else:
            lawful = Play(card) in view.legal_moves and table_view.around.offered is None
            items.append(
                button(
                    Verb.PLAY,
                    formatting.label(words, card),
                    emoji=formatting.emoji(words, card),
                    disabled=not lawful,
                    style=_PRIMARY if lawful else discord.ButtonStyle.secondary,
                    **common,
                )
            )
    return items


def _discards(words: Words, table_view: TableView, view: PlayerView, draft: frozenset[int]) -> list[ui.Item[Any]]:
    assert view.discard_bounds is not None
    least, most = view.discard_bounds
    options = discard_options(words, view, draft)
    picked = sorted(draft)
    common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision}
    pick = select(
        Verb.CHOOSE_DISCARDS,
        options,
        placeholder=words("hand.discard.pick"),
        least=0,
        most=max(1, min(most, len(options))),
        **common,
    )
    confirm = button(
        Verb.DISCARD,
        discard_label(words, len(picked), least),
        argument=",".join(map(str, picked)),
        disabled=not least <= len(picked) <= most,
        style=_SUCCESS,
        **common,
    )
    return [ui.ActionRow(pick), ui.ActionRow(confirm)]


def _sayings(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """What may be said now: propose, give, refuse, mark the king."""
    common: dict[str, Any] = {"table": table_view.id, "decision": table_view.decision}
    items: list[ui.Item[Any]] = []
    if Propose() in view.legal_moves:
        items.append(button(Verb.PROPOSE, words("hand.propose"), style=_SUCCESS, **common))
    if Accept() in view.legal_moves:
        items.append(button(Verb.GIVE, words("hand.accept"), style=_SUCCESS, **common))
    if AcceptIfEnough() in view.legal_moves:
        items.append(button(Verb.GIVE_IF_ENOUGH, words("hand.accept.if"), **common))
    if Refuse() in view.legal_moves:
        items.append(button(Verb.REFUSE, words("hand.refuse"), **common))
    if view.may_announce:
        items.append(button(Verb.KING, words("hand.king.announce"), emoji="👑", **common))
    return items


def _late(words: Words, table_view: TableView, view: PlayerView) -> list[ui.Item[Any]]:
    """What the player in time may do when the other's time is up."""
    if table_view.said is not WarningSent.UP or view.public.turn is view.seat:
        return []
    items: list[ui.Item[Any]] = []
    for move in view.table_moves:
        if isinstance(move, ClaimTime):
            verb = Verb.CLAIM_DEAL if move.scope.value == "deal" else Verb.CLAIM_GAME
            text = words(f"hand.claim.{move.scope.value}")
            items.append(
                button(verb, text, table=table_view.id, decision=table_view.decision, style=discord.ButtonStyle.danger)
            )
    items.append(button(Verb.GIVE_TIME, words("hand.give.time"), table=table_view.id))
    return items


def _scene(words: Words, view: PlayerView, preferences: Preferences, draft: frozenset[int]) -> HandScene:
    mine = view.public.turn is view.seat
    playing = mine and view.discard_bounds is None and view.public.phase is not Phase.ANSWER
    places = tuple(
        HandPlace(
            card,
            dimmed=card is not None and playing and Play(card) not in view.legal_moves,
            chosen=place in draft and view.discard_bounds is not None,
        )
        for place, card in enumerate(view.places)
    )
    return HandScene(places, view.public.trump, view.public.turn_up, formatting.style_of(words, preferences))


def _alt(words: Words, view: PlayerView) -> str:
    names = [formatting.card_name(words, card) for card in view.places if card is not None]
    trump = view.public.trump
    held = ", ".join(names) if names else words("hand.alt.empty")
    return words("hand.alt", cards=held, suit=formatting.suit_name(words, trump) if trump is not None else "–")[:1024]
