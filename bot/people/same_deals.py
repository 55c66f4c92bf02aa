"""Deals of finished games with which a player challenges a channel: others play the same cards, once each.

A challenge is stored among the tries at deals of the day, as the row of its player. The row has a `SameDealKey` in
place of a date, and the result from the game. The tries of other people have the same key, so all results are on one
list. A challenge is over after a day, or when its player closes it. There is one challenge for each deal, because a try
in one seat shows the cards of the other seat.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from bot.people import daily_deals
from bot.people.service import People
from bot.rows.member_rows import Daily

_DAY_MS: Final = 86_400_000
_KIND: Final = "deal "


@dataclass(frozen=True, slots=True)
class SameDealKey:
    """A deal of a finished game, and the seat whose cards others play: `north` or `south`."""

    table_id: int
    game_no: int
    number: int
    seat: str

    def __str__(self) -> str:
        return f"{_of_game(self.table_id, self.game_no)}{self.number}.{self.seat}"

    @property
    def other(self) -> SameDealKey:
        """The key of the same deal for the other seat."""
        return replace(self, seat="south" if self.seat == "north" else "north")

    @classmethod
    def read(cls, text: str) -> SameDealKey:
        """Reads a key from the text that `str` makes of it."""
        table, game, number, seat = text.removeprefix(_KIND).split(".")
        return cls(int(table), int(game), int(number), seat)


async def of_deal(people: People, key: SameDealKey, players: Collection[int]) -> Daily | None:
    """Returns the challenge that one of two players has opened with a deal. None if there is none.

    Args:
        key: the deal. Its seat does not matter: a challenge with the cards of the other seat is found, too.
        players: the two players of the game to which the deal belongs.
    """
    rows = await people.daily.begun_by(players, f"{_of_game(key.table_id, key.game_no)}{key.number}.")
    return rows[0] if rows else None


async def challenge(
    people: People, key: SameDealKey, guild_id: int, players: tuple[int, int], result: tuple[int, int], at: int
) -> Daily | None:
    """Opens a player's challenge with a deal. If the player has opened it before, returns that challenge.

    Returns None if the opponent has opened a challenge with the same deal. If the game has given a puzzle, withdraws
    it, because it may show cards of the deal.

    Args:
        players: the player who opens the challenge, and the opponent.
        result: the points and the tricks that the player made in this deal of the game.
        at: the present moment, in epoch milliseconds.
    """
    other = players[1], str(key.other)
    row = await people.daily.end_at_once(players[0], str(key), guild_id, at, result, unless=other)
    # If the process ends here, a second press withdraws the puzzle.
    if row is not None and at < closes_at(row):
        await people.puzzles.withdraw_of_game(key.table_id, key.game_no)
    return row


async def close(people: People, challenge: Daily, at: int) -> None:
    """Closes a challenge."""
    await people.daily.share(challenge.user_id, challenge.day, at)


def closes_at(challenge: Daily) -> int:
    """Returns the moment at which a challenge closes, or closed, in epoch milliseconds."""
    return challenge.started_at + _DAY_MS if challenge.shared_at is None else challenge.shared_at


async def results(people: People, guild_id: int, key: SameDealKey, challenge: Daily | None) -> tuple[Daily, ...]:
    """Returns the results of all tries at a deal in a server, best first.

    Leaves out tries that ended after the challenge was closed.

    Args:
        challenge: None if its player was erased. Then no try is left out.
    """
    until = None if challenge is None else closes_at(challenge)
    return await daily_deals.best_of_day(people, guild_id, str(key), until)


async def is_on(people: People, guild_id: int, table_id: int, game_no: int, at: int) -> bool:
    """Returns whether a challenge with a deal of this game was opened or played in a server in the day before `at`.

    A challenge counts even if its player has closed it since.

    Args:
        at: the present moment, in epoch milliseconds.
    """
    return await people.daily.was_begun_since(guild_id, _of_game(table_id, game_no), at - _DAY_MS)


async def open_to(
    people: People, players: Collection[int], table_id: int, game_no: int, reader_id: int, at: int
) -> SameDealKey | None:
    """Returns the key of an open challenge with a deal of this game, one that a reader may still play.

    None if no challenge is open, if the reader has finished all open ones, or if the reader is one of the players, who
    know the cards.

    Args:
        players: the ids of the two players of the game.
        reader_id: the id of the reader. 0 to return any open challenge.
        at: the present moment, in epoch milliseconds.
    """
    if reader_id in players:
        return None
    for row in await people.daily.begun_by(players, _of_game(table_id, game_no)):
        if at < closes_at(row):
            own = await people.daily.of(reader_id, row.day)
            if own is None or own.ended_at is None:
                return SameDealKey.read(row.day)
    return None


def _of_game(table_id: int, game_no: int) -> str:
    """Returns the beginning of the keys of a game's deals."""
    return f"{_KIND}{table_id}.{game_no}."
