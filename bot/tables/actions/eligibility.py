"""Checks whether people may play one more game and can pay for it, and whether a bystander may see a hand."""

from __future__ import annotations

from dataclasses import replace

from bot.people import admin, purses
from bot.people.person import Person
from bot.people.standings import games_of
from bot.tables.events.table_events import TableOpened
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.sight import Admission, Backer, admission
from bot.tables.terms import Terms
from ecarte.game import Seat


async def has_room(tables: Tables, guild_id: int, person: Person, terms: Terms) -> bool:
    """Whether a person may play one more game in this server, at the pace that the terms name."""
    try:
        await expect_room(tables, guild_id, person, terms, Problem.SEATED)
    except Refused:
        return False
    return True


async def expect_room(tables: Tables, guild_id: int, person: Person, terms: Terms, problem: Problem) -> None:
    """Makes sure that a person may play one more game in this server, at the pace that the terms name.

    The house may play any number of games. A private game against the house does not count. The transaction of the
    commit checks this again.

    Raises:
        Refused: the person may not. The refusal has the reason `problem`, the person's name and the limit.
    """
    if person.level is not None:
        return
    kind = terms.pace.kind
    most = tables.limits.most(kind)
    if await tables.repository.count_playing(person.id, guild_id, kind.value) >= most:
        raise Refused(problem, name=person.name, limit=most)


async def expect_chips(tables: Tables, guild_id: int, stake: int, payer: Person, *others: Person) -> None:
    """Makes sure that each of these people has enough chips for the stake.

    Raises:
        Refused: a balance is too small, a person is banned from stakes, or the server allows no chips. The refusal
            names only the balance of `payer`, the person who acts.
    """
    if not stake:
        return
    await expect_may_stake(tables, guild_id, payer)
    for person in others:
        if await admin.active_ban(tables.people, guild_id, person.id) is not None:
            raise Refused(Problem.OTHER_BANNED, name=person.name)
    balances = await purses.balances(tables.people, guild_id, [person.id for person in (payer, *others)])
    if balances[payer.id] < stake:
        raise Refused(Problem.CANNOT_PAY, stake=stake, purse=balances[payer.id])
    for person in others:
        if balances[person.id] < stake:
            raise Refused(Problem.OTHER_CANNOT_PAY, stake=stake, name=person.name)


async def expect_may_stake(tables: Tables, guild_id: int, person: Person) -> None:
    """Makes sure that a person may play for chips in this server.

    Raises:
        Refused: the managers of the server have banned the person from stakes, or have switched chips off for all.
    """
    if not (await tables.people.servers.of(guild_id)).chips:
        raise Refused(Problem.CHIPS_OFF)
    ban = await admin.active_ban(tables.people, guild_id, person.id)
    if ban is not None:
        raise Refused(Problem.BANNED if ban.until is None else Problem.BANNED_UNTIL, until=ban.until)


async def admission_of(tables: Tables, opened: TableOpened, person: Person, backer: Backer | None) -> Admission:
    """Returns whether the server's rules allow a bystander to see a hand at a table after a bet.

    Args:
        backer: the facts about the bystander; None if they are unknown. `games` is not needed: it is counted here.
    """
    rules = opened.terms.sight
    if backer is not None and rules is not None and rules.games:
        backer = replace(backer, games=await games_of(tables.people, opened.guild_id, person.id))
    return admission(rules, backer)


async def players_blocking(tables: Tables, table_id: int, user_id: int) -> frozenset[int]:
    """Returns the players of a table who have blocked a person.

    A backer who plays a game out for a player is included.
    """
    state = await tables.log.state(table_id)
    if state.seats is None:
        return frozenset()
    players = {*(person.id for person in state.seats), *(state.person(seat).id for seat in Seat)}
    return await tables.people.member_blocks.blockers_among(user_id, players)
