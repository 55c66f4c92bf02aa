"""`verify` on tournaments: no fault in a sound one, and the pairing whose result a person has changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.audit import verify
from bot.tournaments import actions
from bot.tournaments.tournament import Stage, row_of
from bot.tournaments.tournament_audit import tournament_faults
from ecarte.tournament import Form, Outcome
from tests.bot.tournaments.playing import Court, plan

OTHER = {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST}


@pytest.mark.parametrize("form", Form)
async def test_a_tournament_that_was_played_adds_up(court: Court, form: Form) -> None:
    await court.opened(plan(form))
    assert (await verify(court.room.database)).faults == ()
    await actions.start(court.tournaments, court.tournament_id, 1, manages=False)
    while (await court.view()).tournament.stage is Stage.RUNNING:
        assert (await verify(court.room.database)).faults == ()
        await court.round()
    assert (await verify(court.room.database)).faults == ()


async def test_a_result_that_no_game_has_is_found(court: Court) -> None:
    await court.started()
    await court.round()
    tournament = (await court.view()).tournament
    first, *rest = tournament.begun_rounds.rounds
    assert first[0].outcome is not None
    wrong = (replace(first[0], outcome=OTHER[first[0].outcome]), *first[1:])
    forged = replace(
        tournament, rounds=replace(tournament.begun_rounds, rounds=(wrong, *rest)), version=tournament.version + 1
    )
    await court.room.database.tournaments.change(row_of(forged), tournament.version)
    (fault,) = await tournament_faults(court.room.database)
    assert fault.where == f"tournament {tournament.id}"
    assert "pairing 1 of round 1" in fault.what


async def test_a_tournament_that_cannot_be_read_is_named(court: Court) -> None:
    tournament = await court.started()
    broken = replace(
        row_of(tournament), state={"rounds": {"version": 9}, "ready": {}, "spent": {}}, version=tournament.version + 1
    )
    await court.room.database.tournaments.change(broken, tournament.version)
    (fault,) = (await verify(court.room.database)).faults
    assert "cannot be read" in fault.what
