"""The picture of a hand, and its content in words, for readers who listen and for readers who prefer text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.adapter import formatting
from bot.adapter.faces import NO_PHOTOS, Photos
from bot.adapter.formatting import Seated
from bot.adapter.message import Picture
from bot.features.deal import hand_scene, in_order
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene
from bot.texts import Words
from ecarte.game import Card, Play, PlayerView, Seat, Trick
from ecarte.table import Pack

_LONGEST_ALT = 1024
"""How many characters Discord takes."""


@dataclass(frozen=True, slots=True)
class BackersSigns:
    """What is added to a hand while backers or guests see it: the numbers under the cards, and how many of these people
    point at each card.

    Attributes:
        pointed: for each place (0 to 4), how many backers and guests point at its card.
    """

    pointed: tuple[int, ...] = (0,) * 5


def picture(
    words: Words,
    table_view: Seated,
    view: PlayerView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    alone: bool = True,
    watched: BackersSigns | None = None,
    pack: Pack | None = None,
    photos: Photos = NO_PHOTOS,
    explained: bool = True,
) -> Picture:
    """Returns the picture of a hand and of the trick above it.

    Args:
        draft: the places (0 to 4) of the cards that are picked for discarding.
        alone: whether the message has no picture of the table above this one.
        watched: the signs of the backers and guests who see the hand. None if only the player sees it.
        pack: the pack with which the deal was dealt. If it is None, the number of the deal decides the colour of the
            back.
        explained: whether the reader knows what a score, a talon and a turn-up are. Otherwise they are left out.
    """
    game, grey = view.public, grey_places(view)
    chosen = draft if view.discard_bounds is not None else frozenset()
    places = tuple(
        HandPlace(
            view.places[place],
            place in grey,
            place in chosen,
            None if watched is None else number,
            0 if watched is None else watched.pointed[place],
        )
        for number, place in enumerate(in_order(view.places, game.trump, preferences.order), 1)
    )
    style = formatting.style_of(words, preferences)
    scene = hand_scene(table_view, game, view.seat, places, style, pack=pack, photos=photos, explained=explained)
    if not alone and places:
        scene = HandScene(places, style=style, bare=True)
    return Picture("hand.png", scene, lambda: hand_picture(scene).data)


def grey_places(view: PlayerView) -> frozenset[int]:
    """Returns the places (0 to 4) of the cards that the laws forbid to play in the current trick."""
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
    watched: BackersSigns | None = None,
    explained: bool = True,
) -> str:
    """Returns the description of the picture of a hand in words. Its arguments are those of `picture`."""
    game, seat, lines = view.public, view.seat, []
    if explained:
        other = _other(table_view, view, spoken=True)
        score = {"mine": game.score[seat.index], "theirs": game.score[seat.other.index]}
        lines.append(words("hand.alt.score", other=other, **score))
    if (trick := _trick(view)) is not None:
        lines.append(words("hand.alt.trick", cards=_trick_text(words, table_view, view, trick, spoken=True)))
        if trick.winner is not None:
            lines.append(_winner_line(words, table_view, view, trick.winner))
    held = in_order(view.places, game.trump, preferences.order)
    named = {place: formatting.card_name(words, _card(view, place)) for place in held}
    if held:
        cards = [
            card if watched is None else words("hand.alt.card", card=card, place=number)
            for number, card in enumerate(named.values(), 1)
        ]
        lines.append(words("hand.alt.cards" if watched is None else "hand.alt.cards.numbered", cards=words.join(cards)))
    else:
        lines.append(words("hand.alt.none"))
    if game.trump is not None:
        lines.append(words("hand.alt.trump", suit=formatting.suit_name(words, game.trump)))
    if explained and game.turn_up is not None:
        lines.append(words("hand.alt.turned", card=formatting.card_name(words, game.turn_up)))
    if explained and game.number:
        lines.append(words.count("table.alt.talon", game.talon))
    if watched is not None:
        pointed = [(named[place], watched.pointed[place]) for place in held if watched.pointed[place]]
        lines += [words("hand.alt.pointed", card=card, n=n) for card, n in pointed]
    return " ".join([*lines, *_mark_lines(words, view, held, draft, formatting.card_name)])[:_LONGEST_ALT]


def text(
    words: Words,
    table_view: Seated,
    view: PlayerView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    watched: BackersSigns | None = None,
    explained: bool = True,
) -> str:
    """Returns the content of the picture of a hand as a short text that replaces the picture. Its arguments are those
    of `picture`.
    """
    lines = []
    if (trick := _trick(view)) is not None:
        line = _trick_text(words, table_view, view, trick, spoken=False)
        took = "" if trick.winner is None else f" · {_winner_line(words, table_view, view, trick.winner)}"
        lines.append(f"{line}{took}")
    if held := in_order(view.places, view.public.trump, preferences.order):
        cards = [f"**{formatting.plain_card(words, _card(view, place))}**" for place in held]
        lines.append(
            " · ".join(card if watched is None else f"`{number}` {card}" for number, card in enumerate(cards, 1))
        )
    return "\n".join([*lines, *_mark_lines(words, view, held, draft, formatting.plain_card)])


def _mark_lines(
    words: Words,
    view: PlayerView,
    held: list[int],
    draft: frozenset[int],
    name: Callable[[Words, Card], str],
) -> list[str]:
    """Returns the lines about picked cards and grey cards."""
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
    """Returns the trick on the table: the current one, or the last one."""
    return view.public.tricks[-1] if view.public.tricks else None


def _cards(trick: Trick) -> list[tuple[Seat, Card]]:
    both = ((trick.leader, trick.lead), (trick.leader.other, trick.reply))
    return [(seat, card) for seat, card in both if card is not None]


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


def _winner_line(words: Words, table_view: Seated, view: PlayerView, seat: Seat) -> str:
    if seat is view.seat:
        return words("hand.took.mine")
    return words("hand.took.theirs", other=_other(table_view, view, spoken=True))


def _other(table_view: Seated, view: PlayerView, *, spoken: bool) -> str:
    person = table_view.person(view.seat.other)
    return person.name if spoken else formatting.who(table_view, view.seat.other)
