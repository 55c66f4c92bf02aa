"""The fair deal at a table: promised, cut, dealt, told.

Here without Discord; the secrecy of what people are sent is tested with it, too.
"""

from __future__ import annotations

import pickle
from hashlib import sha256
from typing import Any

import pytest

from bot.tables import archive, lookup
from bot.tables.actions import betting, cut, play
from bot.tables.events.codec import EVENTS
from bot.tables.events.fair import DealPromised, PackCut
from bot.tables.events.table import decode, encode
from bot.tables.problems import Problem
from bot.tables.terms import Terms
from ecarte import notation
from ecarte.fair import CUTS, FairDeal, Verdict, fair_pack
from ecarte.game import PACK, Abandon, Phase, Seat
from tests.bot.tables.cutting import CUT_MS, TERMS, elder_of, kept, log_of, packs_of, refused
from tests.bot.tables.salon import Salon, staked


async def test_the_house_promises_before_there_is_a_card(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await lookup.table(room.tables, table)
    (promised,) = await kept(room, table, "deal_promised")
    assert table_view.promised is not None
    assert (table_view.promised.number, table_view.promised.until) == (1, room.now + CUT_MS)
    assert table_view.promised.commitment == sha256(bytes.fromhex(promised.secret)).hexdigest()
    assert table_view.game is not None
    assert (table_view.game.phase, table_view.game.number, table_view.deadline) == (Phase.DEAL, 0, None)
    assert await packs_of(room, table) == []


async def test_the_elder_hand_cuts_and_the_pack_is_what_follows(room: Salon) -> None:
    await room.give_seed(1, "sparrow")
    await room.give_seed(2, "")
    table = await room.seated(TERMS)
    before = await lookup.table(room.tables, table)
    table_view = await room.cut(table, 11)
    (promised,), (cut,) = await kept(room, table, "deal_promised"), await kept(room, table, "pack_cut")
    assert (cut.by, cut.place, cut.drawn) == (elder_of(before), 11, (False, True))
    assert cut.seeds[0] == "sparrow"
    assert len(cut.seeds[1]) == 16
    (pack,) = await packs_of(room, table)
    assert pack == " ".join(map(str, fair_pack(bytes.fromhex(promised.secret), cut.seeds, 1, 11)))
    assert table_view.game is not None
    assert table_view.game.number == 1
    assert table_view.promised is not None
    assert before.promised is not None
    assert (table_view.promised.until, table_view.promised.commitment) == (None, before.promised.commitment)


async def test_law_3_and_nobody_but_the_elder_hand_and_not_twice(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await lookup.table(room.tables, table)
    elder = elder_of(table_view)
    assert await refused(room, table, 3 - elder, table_view.decision, 9) is Problem.NOT_ELDER
    assert await refused(room, table, 3, table_view.decision, 9) is Problem.NOT_A_PLAYER
    assert await refused(room, table, elder, table_view.decision - 1, 9) is Problem.STALE
    for place in (-1, 0, 1, 31, 32):
        assert await refused(room, table, elder, table_view.decision, place) is Problem.BAD_CUT
    assert await packs_of(room, table) == []
    await cut.cut(room.tables, table, elder, table_view.decision, 2)
    assert await refused(room, table, elder, table_view.decision, 9) is Problem.NO_CUT
    assert len(await packs_of(room, table)) == 1


async def test_the_house_cuts_when_the_time_is_over_and_not_before(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await room.later(CUT_MS - 1, table)
    assert table_view.game is not None
    assert table_view.game.number == 0
    table_view = await room.later(1, table)
    (cut,) = await kept(room, table, "pack_cut")
    assert cut.by is None
    assert cut.place in CUTS
    assert table_view.game is not None
    assert table_view.game.number == 1


async def test_nobodys_clock_runs_while_the_cut_is_waited_for(room: Salon) -> None:
    table = await room.seated(TERMS)
    room.now += 10 * CUT_MS
    table_view = await room.cut(table, 9)
    assert table_view.deadline == room.now + TERMS.pace.decision_ms + TERMS.pace.reserve_ms


async def test_without_a_pause_the_house_cuts_at_once_and_the_promise_comes_first(room: Salon) -> None:
    table = await room.seated(Terms(in_thread=False))
    kinds = [it.type for it in await log_of(room, table)]
    assert kinds[kinds.index("deal_promised") :][:3] == ["deal_promised", "pack_cut", "played"]
    table_view = await lookup.table(room.tables, table)
    assert table_view.game is not None
    assert table_view.game.number == 1


async def test_each_deal_has_its_own_secret_and_its_own_drawn_seeds(room: Salon) -> None:
    table = await room.seated(TERMS)
    await room.play(table)
    promised, cuts = await kept(room, table, "deal_promised"), await kept(room, table, "pack_cut")
    assert [it.number for it in promised] == list(range(1, len(promised) + 1))
    assert len(promised) == len(cuts) > 1
    assert len({it.secret for it in promised}) == len(promised)
    assert len({seed for it in cuts for seed in it.seeds}) == 2 * len(cuts)


@pytest.mark.law(1)
async def test_the_seed_that_stands_at_the_cut_counts_though_it_came_after_the_promise(room: Salon) -> None:
    await room.give_seed(1, "before")
    table = await room.seated(TERMS)
    await room.give_seed(1, "after")
    await room.cut(table, 9)
    (cut,) = await kept(room, table, "pack_cut")
    assert cut.seeds[0] == "after"


async def test_what_a_pack_follows_from_is_told_when_the_deal_is_over_and_not_before(room: Salon) -> None:
    """Nothing of it is in what anybody may know, however it is drawn."""
    await room.give_seed(1, "sparrow of the first")
    await room.give_seed(2, "raven of the second")
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 20)
    await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 20)
    await room.cards(table)
    (promised,) = await kept(room, table, "deal_promised")
    secret = bytes.fromhex(promised.secret)
    hidden = (secret, promised.secret.encode(), b"sparrow", b"raven")
    table_views: list[Any] = [await lookup.table(room.tables, table)]
    await room.cut(table, 9)
    for _ in range(3):
        table_views += [
            await lookup.table(room.tables, table),
            *[await lookup.hand(room.tables, table, user) for user in (1, 2)],
            await lookup.backed(room.tables, table, 3),
        ]
        await room.step(table)
        if (await lookup.table(room.tables, table)).finished:
            break
    assert len(table_views) > 4
    for table_view in table_views:
        whole = pickle.dumps(table_view)
        assert not [it for it in hidden if it in whole]
    loser = (await lookup.table(room.tables, table)).person(Seat.NORTH).id
    while not (table_view := await lookup.table(room.tables, table)).finished:
        hand = await lookup.hand(room.tables, table, loser)
        if Abandon() in hand.view.table_moves:
            await play.move(room.tables, table, loser, None, lambda view: Abandon())
        else:
            await room.step(table)
    promise = table_view.finished[-1].promise
    assert promise is not None
    assert promise.fair is not None
    assert (promise.fair.secret, promise.fair.cut) == (secret, 9)
    assert promise.fair.seeds == ("sparrow of the first", "raven of the second")
    table_view = await room.cards(table)
    again = await kept(room, table, "deal_promised")
    assert len(again) == 2, "and the next one is promised"
    whole = pickle.dumps(table_view)
    assert bytes.fromhex(again[1].secret) not in whole
    assert again[1].secret.encode() not in whole


async def test_nothing_that_is_printed_holds_a_secret_or_a_seed(room: Salon) -> None:
    await room.give_seed(1, "sparrow")
    table = await room.seated(TERMS)
    await room.cut(table, 9)
    (promised,), (cut,) = await kept(room, table, "deal_promised"), await kept(room, table, "pack_cut")
    state = await room.tables.log.state(table)  # the whole state: what a fault would print
    for printed in map(repr, (promised, cut, state.promise, state)):
        assert promised.secret not in printed
        assert repr(bytes.fromhex(promised.secret)) not in printed
        assert "sparrow" not in printed


@pytest.mark.parametrize(
    "event",
    [
        DealPromised(3, "0f" * 32, 17),
        PackCut(None, 2, ("", 'a "b"'), (True, False)),
        PackCut(7, 30, ("x", "y"), (False, False)),
    ],
)
def test_its_events_are_written_and_read(event: DealPromised | PackCut) -> None:
    assert decode(*encode(event)) == event


def test_tables_of_before_wait_for_no_cut() -> None:
    data = EVENTS.write_fields(TERMS)
    assert EVENTS.read_fields(Terms, data) == TERMS
    del data["cut_ms"]
    assert EVENTS.read_fields(Terms, data).cut_ms == 0


async def test_the_record_carries_it_and_every_deal_is_what_was_promised(room: Salon) -> None:
    await room.give_seed(2, 'l’autre "graine" \\')
    table = await room.seated(TERMS)
    await room.play(table)
    record = notation.read(await archive.record(room.tables, table, 1))
    cuts = await kept(room, table, "pack_cut")
    assert [fair.cut for fair in record.fair.values()] == [it.place for it in cuts]
    assert {it.seeds[1] for it in record.fair.values() if isinstance(it, FairDeal)} == {'l’autre "graine" \\'}
    checked = await archive.checked(room.tables, table, 1)
    assert [it.number for it in checked] == list(record.fair)
    assert {it.verdict for it in checked} == {Verdict.FAIR}


async def test_a_pack_that_was_laid_is_the_houses_word(room: Salon) -> None:
    room.packs.append(tuple(reversed(PACK)))
    table = await room.seated(TERMS)
    table_view = await lookup.table(room.tables, table)
    assert table_view.promised is None
    assert table_view.game is not None
    assert table_view.game.number == 1, "nobody waits for a cut"
    await room.play(table)
    first, *others = await archive.checked(room.tables, table, 1)
    assert first.verdict is Verdict.HOUSE_WORD
    assert {it.verdict for it in others} == {Verdict.FAIR}


async def test_the_second_of_two_cuts_at_one_moment_finds_the_pack_cut(room: Salon) -> None:
    """The elder hand presses while time is up: one cut counts, whichever comes first."""
    table = await room.seated(TERMS)
    table_view = await lookup.table(room.tables, table)
    await room.later(CUT_MS, table)
    assert await refused(room, table, elder_of(table_view), table_view.decision, 9) is Problem.NO_CUT
    assert len(await kept(room, table, "pack_cut")) == 1


async def test_a_press_that_is_delivered_twice_cuts_once(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await lookup.table(room.tables, table)
    for _ in range(2):
        await cut.cut(room.tables, table, elder_of(table_view), table_view.decision, 9, cause=99)
    assert len(await kept(room, table, "pack_cut")) == 1
