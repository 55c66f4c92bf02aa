"""The picture of a hand as a value, and all that it shows in words: for those who listen, and for those without it."""

from __future__ import annotations

from collections.abc import Callable

from bot.adapter import formatting
from bot.adapter.formatting import Seated
from bot.adapter.message import Picture
from bot.features.deal import in_order
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene, Side, TrickCard
from bot.texts import Words
from ecarte.game import Card, Phase, Play, PlayerView, Seat, Trick

_LONGEST_ALT = 1024
"""So many characters Discord takes."""


def picture(
    words: Words,
    table_view: Seated,
    view: PlayerView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    alone: bool = True,
    numbered: bool = False,
) -> Picture:
    """Returns the hand and the trick above it.

    Args:
        draft: the places (0 to 4) picked for discarding.
        numbered: whether the places have numbers.
        alone: whether no picture of the table stands over it.
    """
    game, trick = view.public, _trick(view)
    chosen = draft if view.discard_bounds is not None else frozenset()
    grey = grey_places(view)
    places = tuple(
        HandPlace(view.places[place], place in grey, place in chosen, place + 1 if numbered else None)
        for place in in_order(view.places, game.trump, preferences.order)
    )
    style = formatting.style_of(words, preferences)
    if not alone and places:
        scene = HandScene(places, style=style)
    else:
        scene = HandScene(
            places,
            game.trump,
            game.turn_up if not game.tricks else None,
            style,
            None if game.phase not in (Phase.PLAY, Phase.STANDING) and trick is None else _trick_cards(view, trick),
            None if trick is None or trick.winner is None else _side(view, trick.winner),
            (table_view.person(view.seat.other).name, words("hand.you")),
        )
    return Picture("hand.png", scene, lambda: hand_picture(scene).data)


def grey_places(view: PlayerView) -> frozenset[int]:
    """The places (0 to 4) of the cards that the laws forbid in the trick that is on."""
    if view.public.turn is not view.seat or view.duty is None:
        return frozenset()
    return frozenset(
        place for place, card in enumerate(view.places) if card is not None and Play(card) not in view.legal_moves
    )


def alt(
    words: Words,
    table_view: Seated,
    view: PlayerView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    numbered: bool = False,
) -> str:
    """Returns the alternative text of the picture."""
    game, lines = view.public, []
    if (trick := _trick(view)) is not None:
        lines.append(words("hand.alt.trick", cards=_trick_text(words, table_view, view, trick, spoken=True)))
        if trick.winner is not None:
            lines.append(_took(words, table_view, view, trick.winner))
    held = in_order(view.places, game.trump, preferences.order)
    named = {place: formatting.card_name(words, _card(view, place)) for place in held}
    if held:
        cards = [
            words("hand.alt.card", card=card, place=place + 1) if numbered else card for place, card in named.items()
        ]
        lines.append(words("hand.alt.cards.numbered" if numbered else "hand.alt.cards", cards=words.join(cards)))
    else:
        lines.append(words("hand.alt.none"))
    if game.trump is not None:
        lines.append(words("hand.alt.trump", suit=formatting.suit_name(words, game.trump)))
    if game.turn_up is not None and not game.tricks:
        lines.append(words("hand.alt.turned", card=formatting.card_name(words, game.turn_up)))
    return " ".join([*lines, *_mark_lines(words, view, held, draft, formatting.card_name)])[:_LONGEST_ALT]


def text(
    words: Words,
    table_view: Seated,
    view: PlayerView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    numbered: bool = False,
) -> str:
    """The same in place of the picture, short."""
    lines = []
    if (trick := _trick(view)) is not None:
        line = _trick_text(words, table_view, view, trick, spoken=False)
        took = "" if trick.winner is None else f" · {_took(words, table_view, view, trick.winner)}"
        lines.append(f"{line}{took}")
    if held := in_order(view.places, view.public.trump, preferences.order):
        cards = [f"**{formatting.plain_card(words, _card(view, place))}**" for place in held]
        lines.append(
            " · ".join(f"`{place + 1}` {card}" if numbered else card for place, card in zip(held, cards, strict=True))
        )
    return "\n".join([*lines, *_mark_lines(words, view, held, draft, formatting.plain_card)])


def _mark_lines(
    words: Words,
    view: PlayerView,
    held: list[int],
    draft: frozenset[int],
    name: Callable[[Words, Card], str],
) -> list[str]:
    """Which cards are picked, and which are grey."""
    grey = grey_places(view)
    marks = {
        "hand.alt.picked": [place for place in held if place in draft and view.discard_bounds is not None],
        "hand.alt.grey": [place for place in held if place in grey],
    }
    return [
        words(key, cards=words.join([name(words, _card(view, place)) for place in places]))
        for key, places in marks.items()
        if places
    ]


def _card(view: PlayerView, place: int) -> Card:
    card = view.places[place]
    assert card is not None
    return card


def _trick(view: PlayerView) -> Trick | None:
    """The trick on the table: the one that is on, or the last one."""
    return view.public.tricks[-1] if view.public.tricks else None


def _side(view: PlayerView, seat: Seat) -> Side:
    return Side.BOTTOM if seat is view.seat else Side.TOP


def _cards(trick: Trick) -> list[tuple[Seat, Card]]:
    both = ((trick.leader, trick.lead), (trick.leader.other, trick.reply))
    return [(seat, card) for seat, card in both if card is not None]


def _trick_cards(view: PlayerView, trick: Trick | None) -> tuple[TrickCard, ...]:
    return () if trick is None else tuple(TrickCard(card, _side(view, seat)) for seat, card in _cards(trick))


def _trick_text(words: Words, table_view: Seated, view: PlayerView, trick: Trick, *, spoken: bool) -> str:
    """Returns who played which card."""
    said = []
    for seat, card in _cards(trick):
        name = formatting.card_name(words, card) if spoken else formatting.plain_card(words, card)
        if seat is view.seat:
            said.append(words("hand.laid.mine", card=name))
        else:
            said.append(words("hand.laid.theirs", other=_other(table_view, view, spoken=spoken), card=name))
    return ", ".join(said)


def _took(words: Words, table_view: Seated, view: PlayerView, seat: Seat) -> str:
    if seat is view.seat:
        return words("hand.took.mine")
    return words("hand.took.theirs", other=_other(table_view, view, spoken=True))


def _other(table_view: Seated, view: PlayerView, *, spoken: bool) -> str:
    person = table_view.person(view.seat.other)
    return person.name if spoken else formatting.who(table_view, view.seat.other)
