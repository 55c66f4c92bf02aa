"""The stories of finished games (what decided each, by figures), and two figures of a member that follow from them:
luck and form.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import sqrt

from bot.people import ratings
from bot.people.service import People
from bot.storage import StoryParts, StoryRow
from ecarte.game import Seat
from ecarte.teaching import Story
from ecarte.teaching.story import UNIT, model_name

_FOREVER = 2**53
_FORM = 5


@dataclass(frozen=True, slots=True)
class Luck:
    """How much the cards have helped a member in their games against members, and the share of games that they would
    have won with even luck.

    Attributes:
        luck: how much the cards have helped in all these games together: +1 is one game won by the cards alone.
        share: the share of games that the member would have won with even luck. By chance it may be below 0 or above 1.
        error: the standard error of `share`. None for a single game.
        in_season: True if only games of the running season count, False if all games count.
    """

    games: int
    luck: float
    share: float
    error: float | None
    in_season: bool


@dataclass(frozen=True, slots=True)
class Form:
    """How well a member has decided in their last games.

    Attributes:
        rates: for each game, newest first, what the member's errors cost for each decision that mattered, on average,
            in hundredths of a game. None for a game with too few such decisions.
        rate: the same average over all of these games.
    """

    rates: tuple[float | None, ...]
    rate: float


async def put(people: People, table_id: int, game_no: int, story: Story | None, seats: Collection[Seat]) -> None:
    """Stores the story of a finished game. If `story` is None, stores that the game has no story.

    Args:
        seats: the seats whose players made all decisions of the game themselves. Only for these players does the game
            count for luck and form.
    """
    if story is None:
        await people.stories.put(table_id, game_no, StoryRow(model_name(), ""), {})
        return
    parts = {seat.name.lower(): _parts(story, seat) for seat in seats}
    await people.stories.put(table_id, game_no, StoryRow(story.model, story.text()), parts)


async def story_of(people: People, table_id: int, game_no: int) -> tuple[bool, Story | None]:
    """Returns whether the story of a game is stored, and the story.

    The story is None if nothing is stored yet, or if it is stored that the game has no story.
    """
    row = await people.stories.story(table_id, game_no)
    if row is None:
        return False, None
    return True, Story.read(row.model, row.data) if row.data else None


async def untold(
    people: People, below: tuple[int, int] | None, limit: int
) -> tuple[tuple[tuple[int, int], ...], tuple[int, int] | None]:
    """Returns a page of games for which no story is stored, as pairs of table and game number.

    Also returns the value of `below` for the next page, or None after the last page.

    Args:
        below: None for the first page.
        limit: the number of finished games on a page, with those whose story is stored.
    """
    page = await people.stories.untold(below, limit)
    return page.keys, page.next


async def luck_of(people: People, guild_id: int, user_id: int) -> Luck | None:
    """Returns the luck of a member: how much the cards have helped them in the running season of a server.

    If the server has no season, all games count. Returns None if no game against a member has a story.
    """
    season = (await ratings.seasons(people, guild_id)).running
    since, until = (0, _FOREVER) if season is None else (season.since, season.ends_at)
    sums = await people.stories.luck(guild_id, user_id, since, until)
    if not sums.games:
        return None
    mean = sums.adjusted / sums.games
    error = None
    if sums.games > 1:
        error = sqrt(max(0.0, sums.squares / sums.games - mean**2) / (sums.games - 1)) / UNIT
    return Luck(sums.games, sums.luck / UNIT, mean / UNIT, error, season is not None)


async def form_of(people: People, guild_id: int, user_id: int) -> Form | None:
    """Returns the form of a member: how well they decided in their last games in a server.

    Games against the house (the computer player) count. Returns None if no decision mattered.
    """
    games = await people.stories.form(guild_id, user_id, _FORM)
    telling = sum(game.telling for game in games)
    if not telling:
        return None
    rates = [_rate(game.cost, game.telling) if game.telling > 1 else None for game in games]
    return Form(tuple(rates), _rate(sum(game.cost for game in games), telling))


def _rate(cost: int, telling: int) -> float:
    return 100 * cost / UNIT / telling


def _parts(story: Story, seat: Seat) -> StoryParts:
    ledger = story.ledger(seat)
    return StoryParts(ledger.result, ledger.dealt, ledger.drawn, story.cost(seat), story.telling[seat.index])
