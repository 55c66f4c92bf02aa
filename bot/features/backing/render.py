"""The private message of a backer or a guest: the player's cards, and the buttons that point at a card (Laws 54 and
55).

The message is drawn from a `BackedView` alone. The id of a button has a place or the talon, never a card. A card may
stand in its label, which only the reader sees.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import FELT
from bot.adapter.custom_ids import Verb
from bot.adapter.faces import NO_PHOTOS, Photos
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.clock import ClockKind
from bot.features.betting import text as betting_text
from bot.features.deal import hand_scene
from bot.features.deal import text as deal_text
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import Card, Phase, PublicView
from ecarte.table import advice
from ecarte.table.stakes import SettledShare

_SUCCESS = discord.ButtonStyle.success


def draw(
    words: Words,
    backed: BackedView,
    preferences: Preferences,
    user_id: int,
    held: list[int],
    photos: Photos = NO_PHOTOS,
) -> Message:
    """Returns the message that shows the hand of a player to the backer or guest `user_id`.

    Until the first move of a deal, the message also says how the previous deal ended.

    Args:
        held: the places (0 to 4) of the cards in the player's order, so that player and reader call a card by the same
            number.
        photos: the photographs of the players that are in memory.
    """
    view, other = backed.view, formatting.who(backed.table, backed.seat.other)
    mine, theirs = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
    score = words("advice.score", mine=mine, theirs=theirs, other=other)
    lines = [*_last_deal_lines(words, backed), _question(words, backed), *_advice_lines(words, backed)]
    small = [f"{score} · {_facts(words, backed)}"]
    if backed.may_point:
        small.append(words("advice.about", who=formatting.who(backed.table, backed.seat)))
    buttons = _buttons(words, backed, held) if backed.may_point else []
    cards = _hand(words, backed, preferences, held, photos)
    return _message(words, backed, user_id, lines, cards, buttons, small)


def draw_ended(words: Words, table_view: TableView, game: PublicView, share: SettledShare | None) -> Message:
    """Returns the message that replaces the hand when the game is over: how the game ended, and the reader's gain or
    loss.

    Args:
        game: the public view of the last deal.
        share: the gain or loss of the reader. None if no bet of the reader was settled.
    """
    outcome, settlement = deal_text.outcome(words, table_view, game), table_view.galerie.settlement
    lines = [*([] if outcome is None else [outcome]), *deal_text.score(words, table_view, game)]
    lines += deal_text.by_king(words, table_view, game)
    if share is not None and settlement is not None and settlement.winner is not None:
        lines.append(betting_text.gain(words, table_view, share))
    else:
        lines += [] if settlement is None or settlement.winner is not None else [words("galerie.returned")]
        lines.append(words("hand.deal", deal=game.number, table=formatting.link(table_view.guild_id, table_view.place)))
    item: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(lines))
    return Message(layout(item), passing=share is None)


def _last_deal_lines(words: Words, backed: BackedView) -> list[str]:
    """Returns how the deal before this one ended, until the first move of this one."""
    game, table = backed.view.public, backed.table
    if game.phase is not Phase.PROPOSE or game.rounds or game.tricks:
        return []
    before = (finished.deal for finished in table.finished if finished.game_no == table.game_no)
    return next((deal_text.score(words, table, deal) for deal in before if deal.number == game.number - 1), [])


def _message(
    words: Words,
    backed: BackedView,
    user_id: int,
    lines: list[str],
    cards: tuple[list[ui.Item[Any]], tuple[Picture, ...]],
    buttons: list[ui.Item[Any]],
    small: list[str],
) -> Message:
    """Returns the message: the title in `lines`, then the cards, `buttons` and small print."""
    view, book = backed.view, backed.table.galerie.book
    amount = 0 if book is None else sum(bet.amount for bet in book.bets if bet.person == user_id)
    key = "advice.title" if amount else "advice.title.guest"
    head = [words(key, who=formatting.who(backed.table, view.seat), amount=words.number(amount))]
    if view.public.number == 1:
        head += betting_text.back(words, backed.table, user_id)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([*head, *lines]))]
    items, pictures = cards
    parts += [*items, *buttons, ui.TextDisplay("\n".join(f"-# {line}" for line in small))]
    # By correspondence a reader would not notice an edit, so each deal rings.
    rings = backed.table.terms.pace.kind is ClockKind.CORRESPONDENCE
    ring = f"deal.{view.public.number}" if rings else ""
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), pictures, ring=ring)


def _hand(
    words: Words, backed: BackedView, preferences: Preferences, held: list[int], photos: Photos
) -> tuple[list[ui.Item[Any]], tuple[Picture, ...]]:
    """Returns the cards as a picture, or as text for a reader who prefers it."""
    cards = [card for place in held if (card := backed.view.places[place]) is not None]
    if not cards:
        return [], ()
    if preferences.text_only:
        named = " · ".join(f"`{n}` **{formatting.plain_card(words, card)}**" for n, card in enumerate(cards, 1))
        return [ui.TextDisplay(words("advice.cards", cards=named))], ()
    picture = _picture(words, backed, preferences, held, photos)
    return [picture.gallery(_alt(words, backed, cards))], (picture,)


def _facts(words: Words, backed: BackedView) -> str:
    """Returns the trumps, and a link to the table."""
    trump, table = backed.view.public.trump, formatting.link(backed.table.guild_id, backed.table.place)
    facts = [] if trump is None else [words("advice.trump", suit=formatting.suit(words, trump))]
    return " · ".join([*facts, words("advice.table", table=table)])


def _question(words: Words, backed: BackedView) -> str:
    """Returns what the player has to decide, and so what a backer can point at."""
    game, seat = backed.view.public, backed.view.seat
    names = {"who": formatting.who(backed.table, seat), "other": formatting.who(backed.table, seat.other)}
    if not backed.may_point:
        is_forced = game.phase is Phase.PLAY and len(backed.view.choices) == 1
        return words("advice.forced" if is_forced else "advice.wait", **names)
    match game.phase:
        case Phase.PROPOSE:
            return words("advice.propose", **names)
        case Phase.ANSWER:
            return words("advice.answer", **names)
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return words("advice.discard", **names)
        case _ if game.tricks and game.tricks[-1].reply is None:
            return words("advice.reply", card=formatting.card(words, game.tricks[-1].lead), **names)
        case _:
            return words("advice.play", **names)


def _advice_lines(words: Words, backed: BackedView) -> list[str]:
    """Returns the line that says where the backer points. The colour of a button shows it too."""
    if not backed.pointed:
        return []
    pointed = [card for place, card in enumerate(backed.view.places) if place in backed.pointed and card is not None]
    signs = [formatting.card(words, card) for card in pointed]
    if backed.view.public.phase is Phase.ANSWER and pointed:
        signs = [words("advice.refuse")]
    elif advice.TALON in backed.pointed:
        signs = [_talon(words, backed)]
    who = formatting.who(backed.table, backed.seat)
    return [words("advice.pointed", signs=words.join([f"**{sign}**" for sign in signs]), who=who)]


def _talon(words: Words, backed: BackedView) -> str:
    """Returns what pointing at the talon means. For the dealer, who answers a proposal, it means another thing."""
    return words("advice.talon" if backed.view.public.elder is backed.seat else "advice.talon.answer")


def _buttons(words: Words, backed: BackedView, held: list[int]) -> list[ui.Item[Any]]:
    """Returns the cards in their places, and the talon. A dealer who has to answer a proposal gets yes and no."""
    below: list[ui.Item[Any]] = []
    if advice.TALON in backed.may_point:
        below.append(_sign(backed, advice.TALON, _talon(words, backed)))
    if backed.view.public.phase is Phase.ANSWER:
        # Any place means no. The place already pointed at is chosen, so that a press removes the sign.
        refuse = min((backed.pointed or backed.may_point) - {advice.TALON}, default=0)
        return [ui.ActionRow(*below, _sign(backed, refuse, words("advice.refuse")))]
    cards = [(place, card) for place in held if (card := backed.view.places[place]) is not None]
    places = [_sign(backed, place, *formatting.on_button(words, card)) for place, card in cards]
    return [ui.ActionRow(*row) for row in (places, below) if row]


def _sign(backed: BackedView, sign: int, label: str | None, picture: str | None = None) -> PressButton:
    """Returns the button that points at a place or the talon. It is green while the backer points there."""
    return button(
        Verb.POINT,
        label,
        table=backed.table.id,
        decision=backed.table.decision,
        argument=str(sign),
        emoji=picture,
        disabled=sign not in backed.may_point,
        style=_SUCCESS if sign in backed.pointed else discord.ButtonStyle.secondary,
    )


def _picture(words: Words, backed: BackedView, preferences: Preferences, held: list[int], photos: Photos) -> Picture:
    game, table = backed.view.public, backed.table
    # The picture uses the mark of cards to discard.
    changing = game.phase in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)
    places = tuple(
        HandPlace(backed.view.places[place], chosen=changing and place in backed.pointed, number=number)
        for number, place in enumerate(held, 1)
    )
    style, pack = formatting.style_of(words, preferences), table.at_deal(table.game_no, game.number)[1]
    scene = hand_scene(table, game, backed.seat, places, style, pack=pack, photos=photos)
    return Picture("hand.png", scene, lambda: hand_picture(scene).data)


def _alt(words: Words, backed: BackedView, cards: list[Card]) -> str:
    game, seat = backed.view.public, backed.seat
    names = [
        words("hand.alt.card", card=formatting.card_name(words, card), place=number)
        for number, card in enumerate(cards, 1)
    ]
    suit = formatting.suit_name(words, game.trump) if game.trump is not None else "–"
    who, other = backed.table.person(seat).name, backed.table.person(seat.other).name
    turned = [] if game.turn_up is None else [words("hand.alt.turned", card=formatting.card_name(words, game.turn_up))]
    trick = deal_text.trick_aloud(words, game)
    if game.tricks and (winner := game.tricks[-1].winner) is not None:
        trick.append(words("table.alt.winner", who=backed.table.person(winner).name))
    return " ".join(
        [
            words("advice.alt", who=who, cards=", ".join(names), suit=suit),
            *turned,
            words.count("table.alt.talon", game.talon),
            words("table.alt.player", who=who, points=words.number(game.score[seat.index])),
            words("table.alt.player", who=other, points=words.number(game.score[seat.other.index])),
            *trick,
        ]
    )[: formatting.LONGEST_ALT]
