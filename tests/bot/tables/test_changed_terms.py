"""The use case by which a challenger changes the terms of a challenge, as any caller may call it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clock import ClockKind, Pace
from bot.tables.actions import seating
from bot.tables.problems import Contradiction, Problem, Refused
from bot.tables.terms import ChallengeOptions, Terms
from bot.texts import Language
from ecarte.game import Manners, Rules
from ecarte.table import PoolForm
from tests.bot.tables.salon import CHANNEL, GUILD, Salon

CUT_MS = 30_000


async def challenge(room: Salon, terms: Terms, challenged: int | None = None) -> int:
    """The first person challenges another, or all."""
    other = None if challenged is None else room.people[challenged]
    return (await seating.challenge(room.tables, GUILD, CHANNEL, room.people[0], other, terms)).id


async def change(room: Salon, table: int, options: ChallengeOptions) -> Terms:
    """The first person changes the terms of their challenge. Returns the new terms."""
    changed = await seating.change_terms(room.tables, table, room.people[0].id, options, CUT_MS)
    assert changed.terms == (await room.view(table)).terms
    return changed.terms


async def test_stake_clock_and_place_stay_whatever_else_is_chosen(room: Salon) -> None:
    agreed = Terms(pace=Pace.correspondence(), language=Language("fr"), in_thread=False, stake=50, chances=False)
    table = await challenge(room, agreed, 1)
    options = ChallengeOptions(kind=ClockKind.LIVE, stake=900, manners=Manners.SALON, rubber=3)
    salon = replace(Rules(), manners=Manners.SALON)
    changed = replace(agreed, rules=salon, last_trick_by_itself=False, cut_ms=CUT_MS, rubber=3)
    assert await change(room, table, options) == changed


async def test_deals_wait_for_the_cut_only_if_the_options_ask_for_it(room: Salon) -> None:
    table = await challenge(room, Terms())
    assert (await change(room, table, ChallengeOptions(cut=True))).cut_ms == CUT_MS
    assert (await change(room, table, ChallengeOptions())).cut_ms == 0
    assert (await change(room, table, ChallengeOptions(manners=Manners.SALON, cut=False))).cut_ms == 0


async def test_a_challenge_to_one_member_cannot_become_a_pool(room: Salon) -> None:
    """The form does not offer it, so only a caller of the use case can ask for it."""
    table = await challenge(room, Terms(stake=50), 1)
    with pytest.raises(Contradiction) as refused:
        await change(room, table, ChallengeOptions(pool=PoolForm.ALL))
    assert refused.value.problem is Problem.POOL_ALONE
    assert (await room.view(table)).terms == Terms(stake=50)


async def test_a_stranger_hears_that_the_challenge_is_not_theirs_before_what_the_options_contradict(
    room: Salon,
) -> None:
    table = await challenge(room, Terms())
    wanted = ChallengeOptions(hints=True, manners=Manners.SALON)
    with pytest.raises(Refused) as refused:
        await seating.change_terms(room.tables, table, room.people[2].id, wanted)
    assert refused.value.problem is Problem.NOT_CHALLENGER
