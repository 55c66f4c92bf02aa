"""Events of fair deals: the bot promises the deals of a game, players contribute to them, and each pack is made.

The bot promises deals by a commitment: a hash that it shows, and that later proves that it has not changed its secrets.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from bot.tables.events.codec import register_event
from ecarte.game import Seat


@register_event("game_promised")
class GamePromised:
    """The bot has drawn the secrets of a game, and shows one commitment (a hash) for all its deals.

    Attributes:
        game: the number of the game at this table. The game may begin later.
        first: the number of the first deal that the commitment covers.
        last: the last secret of the chain of secrets, in hexadecimal. It reveals the cards of all deals.
    """

    game: int
    first: int
    commitment: str
    last: str = field(repr=False)


@register_event("press_counted")
class PressCounted:
    """A player has pressed a button for the first time after the commitment was shown.

    The press counts in the shuffle, unless a player names a seed. The bot could not know the id of the press when it
    made the commitment.
    """

    by: int
    press: int


@register_event("seed_named")
class SeedNamed:
    """A player has named a seed (a word for the shuffle) for this game, after the commitment was shown."""

    by: int
    seed: str = field(repr=False)


@register_event("cut_chosen")
class CutChosen:
    """A player has chosen where the pack is cut whenever they are the elder in later deals of this game.

    Attributes:
        place: the number of cards that go below the others; None if the player has taken the choice back.
    """

    by: int
    place: int | None = field(repr=False)


@register_event("dealer_drawn")
class DealerDrawn:
    """The cut that decides who deals is due. The cards of this cut are computed from these values.

    Attributes:
        seeds: North's seed and South's seed; empty if a player has named none.
        named: for each seed, whether it was named after the commitment was shown.
        presses: the ids of North's press and South's press, if they count.
    """

    seeds: tuple[str, str] = field(repr=False)
    named: tuple[bool, bool]
    presses: tuple[int | None, int | None]


@register_event("cut_awaited")
class CutAwaited:
    """The table waits until a moment for the elder to cut the pack of a deal. After that the deal's secret key cuts."""

    number: int
    until: int


@register_event("pack_made")
class PackMade:
    """The pack of a deal is made. It is computed from these values.

    Attributes:
        number: the number of the deal in its game.
        secret: the secret of this deal in the game's chain of secrets, in hexadecimal.
        by: the person who has cut; None if the deal's secret key did.
        place: the number of cards that went below the others in the cut.
        seeds: North's seed and South's seed; empty if a player has named none.
        named: for each seed, whether it was named after the commitment was shown.
        presses: the ids of North's press and South's press, if they count.
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
    """An earlier release has promised a single deal, with a commitment of its own. The elder could cut until a moment.

    Attributes:
        number: the number of the deal in its game.
        secret: the secret, in hexadecimal. Together with the other values it reveals the cards.
    """

    number: int
    secret: str = field(repr=False)
    until: int


@register_event("pack_cut")
class PackCut:
    """The pack of a deal that has a commitment of its own (see `DealPromised`) is cut. With that the pack is made.

    Attributes:
        by: the elder who has cut; None if the elder's time passed, and the bot drew the cut.
        place: the number of cards that went below the others.
        seeds: North's seed and South's seed at that time.
        drawn: for each seed, whether the bot drew it because the player had named none.
    """

    by: int | None
    place: int = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    drawn: tuple[bool, bool]


@register_event("house_plays")
class HousePlays:
    """A player of the house (a level of the computer player) decides for a seat from now on.

    If it has to choose between moves by chance, numbers from the promise decide.

    Attributes:
        player: the level and version of the player; None if the player has failed, so that the first lawful move is
            made.
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
