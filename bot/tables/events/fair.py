"""Events of fair deals: a promise for a game, what players give after it, and the cut that makes each pack."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from bot.tables.events.codec import register_event
from ecarte.game import Seat


@register_event("game_promised")
class GamePromised:
    """The bot has drawn the secrets of a game, and shows one commitment for all its deals.

    Attributes:
        game: its number at this table; it need not have begun.
        first: the first deal that the commitment covers.
        last: the last secret of the chain, in hexadecimal; it tells the cards of all deals.
    """

    game: int
    first: int
    commitment: str
    last: str = field(repr=False)


@register_event("press_counted")
class PressCounted:
    """The first press of a player after the commitment: Discord gave it a number that the bot could not know."""

    by: int
    press: int


@register_event("seed_named")
class SeedNamed:
    """A player has named a seed for this game, after its commitment was shown."""

    by: int
    seed: str = field(repr=False)


@register_event("cut_chosen")
class CutChosen:
    """A player has chosen where to cut as the elder of each further deal of this game.

    Attributes:
        place: how many cards go below the others; None: the choice is taken back.
    """

    by: int
    place: int | None = field(repr=False)


@register_event("dealer_drawn")
class DealerDrawn:
    """The cut for the deal is made of all that was given until now; its cards follow.

    Attributes:
        seeds: North's and South's; empty: none. `named`: whether each was named after the commitment.
        presses: the presses that count.
    """

    seeds: tuple[str, str] = field(repr=False)
    named: tuple[bool, bool]
    presses: tuple[int | None, int | None]


@register_event("cut_awaited")
class CutAwaited:
    """The elder hand may cut for a deal until then; after it the key cuts."""

    number: int
    until: int


@register_event("pack_made")
class PackMade:
    """The pack of a deal is made of all that was given until now.

    Attributes:
        number: of the deal in its game.
        secret: the link of the chain, in hexadecimal.
        by: who has cut; None: the key.
        place: how many cards went below the others.
        seeds: North's and South's; empty: none. `named`: whether each was named after the commitment.
        presses: the presses that count.
    """

    number: int
    secret: str = field(repr=False)
    by: int | None
    place: int = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    named: tuple[bool, bool]
    presses: tuple[int | None, int | None]


@register_event("deal_promised")
class DealPromised:
    """A deal had a commitment of its own, in earlier releases; the elder hand could cut until then.

    Attributes:
        number: of the deal in its game.
        secret: in hexadecimal; with the rest it tells the cards.
    """

    number: int
    secret: str = field(repr=False)
    until: int


@register_event("pack_cut")
class PackCut:
    """The pack that had a commitment of its own is cut, and with that it is made.

    Attributes:
        by: the elder hand; None: the time passed, and the cut was drawn.
        place: how many cards went below the others.
        seeds: North's and South's, as they stood then.
        drawn: whether the bot drew North's and South's, because they had none.
    """

    by: int | None
    place: int = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    drawn: tuple[bool, bool]


@register_event("house_plays")
class HousePlays:
    """From here on this player of the house makes a seat's decisions, with the numbers that were promised for them.

    Attributes:
        player: level and version; None: no player answers for what follows, since it has failed.
    """

    seat: Seat
    player: str | None


FairEvent: TypeAlias = (
    GamePromised
    | PressCounted
    | SeedNamed
    | CutChosen
    | DealerDrawn
    | CutAwaited
    | PackMade
    | DealPromised
    | PackCut
    | HousePlays
)
