"""Events of fair deals: the promise of a game, the players' contributions after it, and the making of each pack."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from bot.tables.events.codec import register_event
from ecarte.game import Seat


@register_event("game_promised")
class GamePromised:
    """The bot has drawn the secrets of a game, and shows one commitment for all its deals.

    Attributes:
        game: the number of the game at this table. The game may begin later.
        first: the first deal that the commitment covers.
        last: the last secret of the chain, in hexadecimal. It reveals the cards of all deals.
    """

    game: int
    first: int
    commitment: str
    last: str = field(repr=False)


@register_event("press_counted")
class PressCounted:
    """A player has pressed for the first time after the commitment. The bot could not know the id of the press."""

    by: int
    press: int


@register_event("seed_named")
class SeedNamed:
    """A player has named a seed for this game, after its commitment was shown."""

    by: int
    seed: str = field(repr=False)


@register_event("cut_chosen")
class CutChosen:
    """A player has chosen the place of their cuts as the elder in later deals of this game.

    Attributes:
        place: the number of cards that go below the others; None if the choice is taken back.
    """

    by: int
    place: int | None = field(repr=False)


@register_event("dealer_drawn")
class DealerDrawn:
    """The cut for the deal is due. Its cards are computed from these contributions.

    Attributes:
        seeds: North's seed and South's seed; empty if there is none.
        named: whether each seed was named after the commitment.
        presses: North's press and South's press, if they count.
    """

    seeds: tuple[str, str] = field(repr=False)
    named: tuple[bool, bool]
    presses: tuple[int | None, int | None]


@register_event("cut_awaited")
class CutAwaited:
    """The elder may cut for a deal until a moment. After that the key cuts."""

    number: int
    until: int


@register_event("pack_made")
class PackMade:
    """The pack of a deal is made. It is computed from these values.

    Attributes:
        number: the number of the deal in its game.
        secret: the link of the chain, in hexadecimal.
        by: the person who has cut; None if the key did.
        place: the number of cards that went below the others.
        seeds: North's seed and South's seed; empty if there is none.
        named: whether each seed was named after the commitment.
        presses: North's press and South's press, if they count.
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
    """An earlier release has promised one deal with a separate commitment. The elder could cut until a moment.

    Attributes:
        number: the number of the deal in its game.
        secret: the secret, in hexadecimal. Together with the other values it reveals the cards.
    """

    number: int
    secret: str = field(repr=False)
    until: int


@register_event("pack_cut")
class PackCut:
    """The pack of a deal with a separate commitment is cut, and thereby made.

    Attributes:
        by: the elder who has cut; None if their time passed, and the cut was drawn.
        place: the number of cards that went below the others.
        seeds: North's seed and South's seed at that time.
        drawn: whether the bot drew North's seed and South's seed, because they had none.
    """

    by: int | None
    place: int = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    drawn: tuple[bool, bool]


@register_event("house_plays")
class HousePlays:
    """A player of the house makes a seat's decisions from now on, with the numbers that the promise gives.

    Attributes:
        player: the level and version of the player; None if the player has failed, and others choose the moves.
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
