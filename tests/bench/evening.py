"""What people do in an evening besides playing each other: the house, bets that race, a pool of three, a tournament."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.adapter.custom_ids import Press, Verb, encode
from tests.bench.process import Load, Seated, buttons_for, challenge_of, hand_of, read_message
from tests.support.shown import arguments_of, tables_of
from tests.support.terms import changed, shown_in

Ask: TypeAlias = Callable[[str], Awaitable[Sequence[Any]]]
"""Asks the database."""
_SHARE = 2 / 5
"""What each bet is of the purse: of four at once two are covered."""

_ANSWER_S = 10.0
_OF_TOURNAMENTS = (Verb.TOURNAMENT_JOIN, Verb.TOURNAMENT_START, Verb.TOURNAMENT_READY)
"""Some of these stand on the messages of a tournament until it is over."""


class HouseLoad(Load):
    """People who play the house, each at a table that all see."""

    async def _opened(self, number: int) -> Seated:
        one = self.world.user(f"alone{number:05}")
        room = self.world.channel("room1")
        await one.slash(room, "ecarte house", public=True)
        thread = await self._until(lambda: next((t for t in room.threads() if one.name in t.name.lower()), None))
        tables = await self._until(
            lambda: {id_ for post in thread.messages(one) for id_ in tables_of(read_message(post))}
        )
        return Seated(tables.pop(), one, one, thread)

    async def between(self, table: Seated) -> None:
        """Asks for the next deal, or for another game."""
        for post in table.posts():
            for custom_id in buttons_for(post, Verb.CUT):
                await self.click(table, table.one, post, custom_id)
        await super().between(table)


class Hurried(Load):
    """Tables whose games are resigned, so that what lies between two games comes often."""

    def seen(self, table: Seated, verb: Verb) -> list[tuple[Any, str]]:
        """Returns what can be pressed for a verb on the messages of a table that all see, each with its message."""
        return [(post, custom_id) for post in table.posts() for custom_id in buttons_for(post, verb)]

    async def resign(self, table: Seated, loser: Any) -> bool:
        """Resigns by the menu of the hand; returns whether the last button was there to be pressed."""
        page = hand_of(loser)
        for verb in (Verb.MORE, Verb.RESIGN, Verb.RESIGN):
            found = [] if page is None else buttons_for(page, verb)
            if not found:
                return False
            page = await self.page_of(table, loser, page, found[0])
        return True

    async def page_of(self, table: Seated, person: Any, post: Any, custom_id: str) -> Any:
        """Presses a button; returns the message that answers it, or None."""
        self.decisions += 1
        self.pressed[table] = time.monotonic()
        outcome = await person.click(post, custom_id=custom_id, check=False)
        # The answer to a press that took long comes in place of "thinking…".
        with suppress(TimeoutError):
            await self.world.until(lambda: not any(answer.loading for answer in _answers(outcome)), _ANSWER_S)
        answers = _answers(outcome)
        return answers[-1] if answers else None


@dataclass(eq=False, slots=True)
class BettingRace(Hurried):
    """Tables on whose games two bystanders bet more than they have, at all of them at once and by two processes.

    A press in the server reaches the process of its shard, one in direct messages that of shard 0. No bet can be made
    in direct messages: such a press is forged. The players resign, so that bets are soon open again.

    Attributes:
        ask: asks the database.
        tables: where bets are made.
        raced: how often more was bet at once than a purse covers.
        taken, refused, unanswered: how many bets were.
        faults: what may not be.
    """

    ask: Ask | None = None
    tables: list[Seated] = field(default_factory=list)
    raced: int = 0
    taken: int = 0
    refused: int = 0
    unanswered: int = 0
    faults: list[str] = field(default_factory=list)

    async def _opened(self, number: int) -> Seated:
        # Others of the server play in the first channel.
        table = await Load._opened(self, 20 + number)
        self.tables.append(table)
        return table

    async def _play(self, table: Seated) -> None:
        if table is not self.tables[0]:
            return
        bystanders = [self.world.user(f"bettor{number}") for number in range(2)]
        while True:
            await asyncio.sleep(self.pace_s)
            try:
                open_ones = [one for one in self.tables if self.seen(one, Verb.BET)]
                if len(open_ones) == len(self.tables):
                    await self._race(bystanders)
                    open_ones = []
                # A table whose bets are open waits for the others.
                for one in self.tables:
                    if one not in open_ones:
                        await self._hurry(one)
            except Exception as error:
                self.failed.append(repr(error))

    async def _race(self, bystanders: Sequence[Any]) -> None:
        """Each bystander bets on a side of their own at every table, in the server and in direct messages at once."""
        purses, presses = [await self._purse(person) for person in bystanders], []
        for place, (person, purse) in enumerate(zip(bystanders, purses, strict=True)):
            page = (await person.slash(person.dm, "ecarte help", check=False)).post
            amount = int(purse * _SHARE)
            if page is None or not amount:
                return
            for table in self.tables:
                post, _ = self.seen(table, Verb.BET)[0]
                side = [*arguments_of(read_message(post), Verb.BET)][place]
                custom_id = encode(Press(Verb.BET_AMOUNT, table.id, None, f"{side}.{amount}"))
                presses += [(person, place, amount, shown, custom_id) for shown in (post, page)]
        clicks = (
            person.click(shown, custom_id=custom_id, force=True, check=False)
            for person, _, _, shown, custom_id in presses
        )
        bets = await asyncio.gather(*clicks)
        self.decisions += len(presses)
        # A press that takes long is acknowledged first; it is never carried out if its process is killed then.
        with suppress(TimeoutError):
            await self.world.until(lambda: not any(one.loading for bet in bets for one in _answers(bet)), _ANSWER_S)
        assert self.ask is not None
        carried = {row[0] for row in await self.ask("SELECT interaction_id FROM commands")}
        spent = [0 for _ in bystanders]
        for bet, (_, place, amount, _, _) in zip(bets, presses, strict=True):
            self.taken += bet.raw.id in carried
            self.refused += bet.ok and bet.raw.id not in carried
            self.unanswered += not bet.ok
            spent[place] += amount * (bet.raw.id in carried)
        self.raced += 1
        pairs = zip(spent, purses, strict=True)
        self.faults += [f"bets of {bet} chips of a purse of {purse}" for bet, purse in pairs if bet > purse]
        least = (await self.ask("SELECT min(balance) FROM accounts WHERE kind = 'person'"))[0][0]
        self.faults += [f"a purse of {least} chips"] if least < 0 else []

    def report(self) -> str:
        """What came of the bets."""
        return (
            f"bets: {self.raced} times more at once than a purse covered; "
            f"{self.taken} taken, {self.refused} refused, {self.unanswered} without an answer"
        )

    async def _purse(self, person: Any) -> int:
        assert self.ask is not None
        query = f"SELECT balance FROM accounts WHERE kind = 'person' AND holder = {person.id}"
        rows = await self.ask(f"{query} AND guild_id = {self.world.guild.id}")
        if not rows:
            await person.slash(self.world.channel("room1"), "ecarte purse", check=False)
        return rows[0][0] if rows else 0

    async def _hurry(self, table: Seated) -> None:
        """Brings a table to where bets are open again: the cards, the end of the game, another one."""
        for verb in (Verb.WANT_CARDS, Verb.REMATCH):
            for person in (table.one, table.two):
                for post, custom_id in self.seen(table, verb)[:1]:
                    await self.click(table, person, post, custom_id)
        await self.resign(table, self.chance.choice((table.one, table.two)))


class PoolLoad(Hurried):
    """Three who play a pool, and a fresh one when it is won."""

    async def _opened(self, number: int) -> Seated:
        one, *others = self.three()
        room = self.world.channel("room2")
        challenge = await one.slash(room, "ecarte challenge", stake=20)
        own = await self._until(lambda: next((p for p in challenge.followups if buttons_for(p, Verb.TERMS)), None))
        form = await one.click(own, custom_id=buttons_for(own, Verb.TERMS)[0])
        await one.submit_modal(form, changed(shown_in(form.modal), {"pool": "engaged"}))
        for other in others:
            post = await self._until(lambda: challenge_of(challenge))
            await other.click(post, custom_id=buttons_for(post, Verb.ACCEPT)[0])
        thread = await self._until(lambda: next((t for t in room.threads() if one.name in t.name.lower()), None))
        tables = await self._until(
            lambda: {id_ for post in thread.messages(one) for id_ in tables_of(read_message(post))}
        )
        return Seated(tables.pop(), one, others[0], thread)

    def three(self) -> list[Any]:
        """The three."""
        return [self.world.user(f"pooled{number}") for number in range(3)]

    async def _step(self, table: Seated) -> None:
        people = self.three()
        for person in people:
            for verb in (Verb.WANT_CARDS, Verb.REMATCH):
                for post, custom_id in self.seen(table, verb)[:1]:
                    await self.click(table, person, post, custom_id)
        self.chance.shuffle(people)
        for person in people:
            if await self.resign(table, person):
                return
        raise LookupError


class TournamentLoad(Hurried):
    """Four who play a tournament, and another one when it is over."""

    async def _opened(self, number: int) -> Seated:
        one, two, *_ = self.four()
        return Seated(0, one, two, self.world.channel("room3"))

    def four(self) -> list[Any]:
        """The four."""
        return [self.world.user(f"entrant{number}") for number in range(4)]

    async def _step(self, table: Seated) -> None:
        people = self.four()
        opener, *others = people
        posts = [post for post in table.room.messages(opener) if not post.deleted]
        if not any(buttons_for(post, verb) for post in posts for verb in _OF_TOURNAMENTS):
            await opener.slash(table.room, "ecarte tournament", check=False)
            return
        for person in others:
            for post, custom_id in _offered(posts, Verb.TOURNAMENT_JOIN):
                await self.click(table, person, post, custom_id)
        for post, custom_id in _offered(posts, Verb.TOURNAMENT_START):
            page = await self.page_of(table, opener, post, custom_id)
            for start in [] if page is None else buttons_for(page, Verb.TOURNAMENT_START):
                await self.click(table, opener, page, start)
        for person in people:
            for post, custom_id in _offered(posts, Verb.TOURNAMENT_READY):
                await self.click(table, person, post, custom_id)
        self.chance.shuffle(people)
        for person in people:
            if await self.resign(table, person):
                return


async def figures_of(ask: Ask) -> str:
    """The games that are not plain ones, as the database has them."""
    kinds = {
        "games of pools": "SELECT count(*) FROM events WHERE type = 'pool_game_counted'",
        "pools begun": "SELECT count(*) FROM events WHERE type = 'pool_formed'",
        "tournaments won": "SELECT count(*) FROM tournaments WHERE status = 'over'",
        "events at tables with the house": "SELECT sum(version) FROM tables WHERE house = 1",
    }
    return ", ".join([f"{(await ask(query))[0][0]} {name}" for name, query in kinds.items()])


def _offered(posts: Sequence[Any], verb: Verb) -> list[tuple[Any, str]]:
    """What can be pressed for a verb on the newest of these messages that offers it."""
    return [(post, custom_id) for post in posts for custom_id in buttons_for(post, verb)][-1:]


def _answers(outcome: Any) -> list[Any]:
    return [post for post in (outcome.post, *outcome.followups) if post is not None]
