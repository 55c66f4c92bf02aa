"""The fair deal at a table: promised, cut, dealt, told; with bets, a hand played out, a pool, outages and restarts.

Here without Discord; the secrecy of what people are sent is tested with it, too.
"""

from __future__ import annotations

import pickle
from hashlib import sha256
from typing import Any

import pytest

from bot.storage import StoredEvent
from bot.tables.events import decode, encode
from bot.tables.fair import DealPromised, PackCut
from bot.tables.problems import Problem, Refused
from bot.tables.sights import TableSight
from bot.tables.state import Status
from bot.tables.terms import Terms
from ecarte import PACK, CardsDealt, Phase, Seat, notation
from ecarte.fairness import Verdict
from ecarte.moves import Abandon, Resign
from ecarte.pool import PoolForm
from ecarte.shuffle import CUTS, fair_pack
from tests.bot.tables.salon import GUILD, Salon, staked

CUT_MS = 30_000
TERMS = Terms(in_thread=False, cut_ms=CUT_MS)


async def log_of(room: Salon, table: int) -> tuple[StoredEvent, ...]:
    """All that is kept of a table."""
    loaded = await room.database.load(table)
    assert loaded is not None
    return tuple(loaded[1])


async def kept(room: Salon, table: int, kind: str) -> list[Any]:
    """The events of one type in a table's log."""
    return [decode(it.type, it.version, it.data) for it in await log_of(room, table) if it.type == kind]


async def packs_of(room: Salon, table: int) -> list[str]:
    """Every pack that was dealt there."""
    events = [it.event for it in await kept(room, table, "played")]
    return [" ".join(map(str, event.pack)) for event in events if isinstance(event, CardsDealt)]


def elder_of(sight: TableSight) -> int:
    """Who may cut."""
    assert sight.promised is not None
    return sight.person(sight.promised.elder).id


async def refused(room: Salon, table: int, user: int, decision: int | None, place: int) -> Problem:
    """Why somebody may not cut there."""
    with pytest.raises(Refused) as caught:
        await room.tables.cut(table, user, decision, place)
    return caught.value.problem


async def test_the_house_promises_before_there_is_a_card(room: Salon) -> None:
    table = await room.seated(TERMS)
    sight = await room.tables.sight(table)
    (promised,) = await kept(room, table, "deal_promised")
    assert sight.promised is not None
    assert (sight.promised.number, sight.promised.until) == (1, room.now + CUT_MS)
    assert sight.promised.commitment == sha256(bytes.fromhex(promised.secret)).hexdigest()
    assert sight.game is not None
    assert (sight.game.phase, sight.game.number, sight.deadline) == (Phase.DEAL, 0, None)
    assert await packs_of(room, table) == []


async def test_the_elder_hand_cuts_and_the_pack_is_what_follows(room: Salon) -> None:
    room.seeds.update({1: "sparrow", 2: ""})
    table = await room.seated(TERMS)
    before = await room.tables.sight(table)
    sight = await room.cut(table, 11)
    (promised,), (cut,) = await kept(room, table, "deal_promised"), await kept(room, table, "pack_cut")
    assert (cut.by, cut.place, cut.drawn) == (elder_of(before), 11, (False, True))
    assert cut.seeds[0] == "sparrow"
    assert len(cut.seeds[1]) == 16
    (pack,) = await packs_of(room, table)
    assert pack == " ".join(map(str, fair_pack(bytes.fromhex(promised.secret), cut.seeds, 1, 11)))
    assert sight.game is not None
    assert sight.game.number == 1
    assert sight.promised is not None
    assert before.promised is not None
    assert (sight.promised.until, sight.promised.commitment) == (None, before.promised.commitment)


async def test_law_3_and_nobody_but_the_elder_hand_and_not_twice(room: Salon) -> None:
    table = await room.seated(TERMS)
    sight = await room.tables.sight(table)
    elder = elder_of(sight)
    assert await refused(room, table, 3 - elder, sight.decision, 9) is Problem.NOT_ELDER
    assert await refused(room, table, 3, sight.decision, 9) is Problem.NOT_A_PLAYER
    assert await refused(room, table, elder, sight.decision - 1, 9) is Problem.STALE
    for place in (-1, 0, 1, 31, 32):
        assert await refused(room, table, elder, sight.decision, place) is Problem.BAD_CUT
    assert await packs_of(room, table) == []
    await room.tables.cut(table, elder, sight.decision, 2)
    assert await refused(room, table, elder, sight.decision, 9) is Problem.NO_CUT
    assert len(await packs_of(room, table)) == 1


async def test_the_house_cuts_when_the_time_is_over_and_not_before(room: Salon) -> None:
    table = await room.seated(TERMS)
    sight = await room.later(CUT_MS - 1, table)
    assert sight.game is not None
    assert sight.game.number == 0
    sight = await room.later(1, table)
    (cut,) = await kept(room, table, "pack_cut")
    assert cut.by is None
    assert cut.place in CUTS
    assert sight.game is not None
    assert sight.game.number == 1


async def test_nobodys_clock_runs_while_the_cut_is_waited_for(room: Salon) -> None:
    table = await room.seated(TERMS)
    room.now += 10 * CUT_MS
    sight = await room.cut(table, 9)
    assert sight.deadline == room.now + TERMS.pace.decision_ms + TERMS.pace.reserve_ms


async def test_without_a_pause_the_house_cuts_at_once_and_the_promise_comes_first(room: Salon) -> None:
    table = await room.seated(Terms(in_thread=False))
    kinds = [it.type for it in await log_of(room, table)]
    assert kinds[kinds.index("deal_promised") :][:3] == ["deal_promised", "pack_cut", "played"]
    sight = await room.tables.sight(table)
    assert sight.game is not None
    assert sight.game.number == 1


async def test_each_deal_has_its_own_secret_and_its_own_drawn_seeds(room: Salon) -> None:
    table = await room.seated(TERMS)
    await room.play(table)
    promised, cuts = await kept(room, table, "deal_promised"), await kept(room, table, "pack_cut")
    assert [it.number for it in promised] == list(range(1, len(promised) + 1))
    assert len(promised) == len(cuts) > 1
    assert len({it.secret for it in promised}) == len(promised)
    assert len({seed for it in cuts for seed in it.seeds}) == 2 * len(cuts)


async def test_the_seed_that_stands_at_the_cut_counts_though_it_came_after_the_promise(room: Salon) -> None:
    room.seeds[1] = "before"
    table = await room.seated(TERMS)
    room.seeds[1] = "after"
    await room.cut(table, 9)
    (cut,) = await kept(room, table, "pack_cut")
    assert cut.seeds[0] == "after"


async def test_what_a_pack_follows_from_is_told_when_the_deal_is_over_and_not_before(room: Salon) -> None:
    """Nothing of it is in what anybody may know, however it is drawn."""
    room.seeds.update({1: "sparrow of the first", 2: "raven of the second"})
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    await room.tables.bet(table, room.people[2], Seat.NORTH, 20)
    await room.tables.bet(table, room.people[3], Seat.SOUTH, 20)
    await room.cards(table)
    (promised,) = await kept(room, table, "deal_promised")
    secret = bytes.fromhex(promised.secret)
    hidden = (secret, promised.secret.encode(), b"sparrow", b"raven")
    sights: list[Any] = [await room.tables.sight(table)]
    await room.cut(table, 9)
    for _ in range(3):
        sights += [
            await room.tables.sight(table),
            *[await room.tables.hand(table, user) for user in (1, 2)],
            await room.tables.backed(table, 3),
        ]
        await room.step(table)
        if (await room.tables.sight(table)).finished:
            break
    assert len(sights) > 4
    for sight in sights:
        whole = pickle.dumps(sight)
        assert not [it for it in hidden if it in whole]
    loser = (await room.tables.sight(table)).person(Seat.NORTH).id
    while not (sight := await room.tables.sight(table)).finished:
        hand = await room.tables.hand(table, loser)
        if Abandon() in hand.view.table_moves:
            await room.tables.move(table, loser, None, lambda view: Abandon())
        else:
            await room.step(table)
    promise = sight.finished[-1].promise
    assert promise is not None
    assert promise.fair is not None
    assert (promise.fair.secret, promise.fair.cut) == (secret, 9)
    assert promise.fair.seeds == ("sparrow of the first", "raven of the second")
    sight = await room.cards(table)
    again = await kept(room, table, "deal_promised")
    assert len(again) == 2, "and the next one is promised"
    whole = pickle.dumps(sight)
    assert bytes.fromhex(again[1].secret) not in whole
    assert again[1].secret.encode() not in whole


async def test_nothing_that_is_printed_holds_a_secret_or_a_seed(room: Salon) -> None:
    room.seeds[1] = "sparrow"
    table = await room.seated(TERMS)
    await room.cut(table, 9)
    (promised,), (cut,) = await kept(room, table, "deal_promised"), await kept(room, table, "pack_cut")
    state = await room.tables._log.state(table)  # the whole state: what a fault would print
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
    data = TERMS.to_json()
    assert Terms.from_json(data) == TERMS
    del data["cut_ms"]
    assert Terms.from_json(data).cut_ms == 0


async def test_after_a_restart_the_same_promise_is_cut(room: Salon) -> None:
    table = await room.seated(TERMS)
    before = await room.tables.sight(table)
    room.now += CUT_MS + 5
    room.restart()
    ((sight, wake_at),) = await room.tables.restore(0)
    assert sight.promised == before.promised
    assert wake_at is not None
    assert wake_at <= room.now, "it is due at once"
    sight = await room.later(0, table)
    assert sight.game is not None
    assert sight.game.number == 1
    assert sight.promised is not None
    assert before.promised is not None
    assert sight.promised.commitment == before.promised.commitment


@pytest.mark.parametrize("started_anew", [True, False])
async def test_an_outage_puts_the_cut_off(room: Salon, started_anew: bool) -> None:
    table = await room.seated(TERMS)
    until = room.now + CUT_MS
    room.now += 600_000
    if started_anew:
        room.restart()
        await room.tables.restore(600_000)
    else:
        await room.tables.credit(600_000)
    sight = await room.later(CUT_MS - 1, table)
    assert sight.promised is not None
    assert sight.promised.until == until + 600_000
    assert (await room.later(1, table)).promised is not None
    assert len(await packs_of(room, table)) == 1


async def test_the_cut_comes_after_the_bets_and_between_deals_after_the_side_bets(room: Salon) -> None:
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    await room.tables.bet(table, room.people[2], Seat.NORTH, 20)
    await room.tables.bet(table, room.people[3], Seat.SOUTH, 20)
    sight = await room.tables.sight(table)
    assert sight.promised is None
    sight = await room.cards(table)
    assert sight.promised is not None
    assert (sight.around.pause, sight.promised.until) == (None, room.now + CUT_MS)
    await room.cut(table, 16)
    loser = sight.person(Seat.NORTH).id
    while sight.around.side_bets is None or sight.around.pause is None:
        hand = await room.tables.hand(table, loser)
        if Abandon() in hand.view.table_moves:
            sight = await room.tables.move(table, loser, None, lambda view: Abandon())
        else:
            sight = await room.step(table)
    assert sight.promised is None, "the deal that is over is told, the next one not promised yet"
    sight = await room.cards(table)
    assert sight.promised is not None
    assert sight.promised.number == 2
    await room.play(table)
    await room.adds_up()


async def test_law_54_who_plays_a_hand_out_cuts_in_its_stead(room: Salon) -> None:
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    for person, side in ((2, Seat.NORTH), (3, Seat.SOUTH)):
        await room.tables.bet(table, room.people[person], side, 20)
    sight = await room.cards(table)
    elder = elder_of(sight)
    assert sight.promised is not None
    heir = 3 if sight.promised.elder is Seat.NORTH else 4
    sight = await room.tables.move(table, elder, None, lambda view: Resign())
    assert (sight.around.offered, sight.around.heir) == (sight.promised and sight.promised.elder, heir)
    assert await refused(room, table, elder, sight.decision, 9) is Problem.HAND_OFFERED
    sight = await room.later(CUT_MS, table)
    assert sight.game is not None
    assert sight.game.number == 0, "no card falls while a hand is offered"
    room.now -= CUT_MS
    sight = await room.tables.take_hand(table, room.people[heir - 1])
    assert await refused(room, table, elder, sight.decision, 9) is Problem.NOT_A_PLAYER
    sight = await room.tables.cut(table, heir, sight.decision, 9)
    (cut,) = await kept(room, table, "pack_cut")
    assert cut.by == heir
    await room.play(table)
    await room.adds_up()


async def test_a_resignation_before_the_cut_ends_the_game_and_the_next_one_is_promised_anew(room: Salon) -> None:
    table = await room.seated(TERMS)
    sight = await room.tables.move(table, 1, None, lambda view: Resign())
    assert (sight.status, sight.promised) == (Status.BETWEEN, None)
    assert sight.finished[-1].promise is None, "what came to nothing is not told"
    assert await refused(room, table, 2, sight.decision, 9) is Problem.NO_CUT
    assert (await room.tables.checked(table, 1)) == ()
    for user in (1, 2):
        sight = await room.tables.rematch(table, user)
    first, second = await kept(room, table, "deal_promised")
    assert sight.promised is not None
    assert sight.promised.commitment == sha256(bytes.fromhex(second.secret)).hexdigest()
    assert (first.number, second.number) == (1, 1)
    assert first.secret != second.secret
    await room.play(table)
    assert {it.verdict for it in await room.tables.checked(table, 2)} == {Verdict.FAIR}


async def test_a_pool_is_played_with_cuts(room: Salon) -> None:
    terms = staked(30, pool=PoolForm.ALL, cut_ms=CUT_MS)
    sight = await room.tables.challenge(GUILD, 70, room.people[0], None, terms)
    for person in room.people[1:3]:
        sight = await room.tables.accept(sight.id, person)
    assert sight.promised is not None
    sight = await room.play(sight.id)
    assert sight.status is Status.BETWEEN
    assert {it.verdict for it in await room.tables.checked(sight.id, 1)} == {Verdict.FAIR}
    await room.adds_up()


async def test_the_record_carries_it_and_every_deal_is_what_was_promised(room: Salon) -> None:
    room.seeds[2] = 'l’autre "graine" \\'
    table = await room.seated(TERMS)
    await room.play(table)
    record = notation.read(await room.tables.record(table, 1))
    cuts = await kept(room, table, "pack_cut")
    assert [fair.cut for fair in record.fair.values()] == [it.place for it in cuts]
    assert {fair.seeds[1] for fair in record.fair.values()} == {'l’autre "graine" \\'}
    checked = await room.tables.checked(table, 1)
    assert [it.number for it in checked] == list(record.fair)
    assert {it.verdict for it in checked} == {Verdict.FAIR}


async def test_a_pack_that_was_laid_is_the_houses_word(room: Salon) -> None:
    room.packs.append(tuple(reversed(PACK)))
    table = await room.seated(TERMS)
    sight = await room.tables.sight(table)
    assert sight.promised is None
    assert sight.game is not None
    assert sight.game.number == 1, "nobody waits for a cut"
    await room.play(table)
    first, *others = await room.tables.checked(table, 1)
    assert first.verdict is Verdict.HOUSE_WORD
    assert {it.verdict for it in others} == {Verdict.FAIR}


async def test_the_second_of_two_cuts_at_one_moment_finds_the_pack_cut(room: Salon) -> None:
    """The elder hand presses while time is up: one cut counts, whichever comes first."""
    table = await room.seated(TERMS)
    sight = await room.tables.sight(table)
    await room.later(CUT_MS, table)
    assert await refused(room, table, elder_of(sight), sight.decision, 9) is Problem.NO_CUT
    assert len(await kept(room, table, "pack_cut")) == 1


async def test_a_press_that_is_delivered_twice_cuts_once(room: Salon) -> None:
    table = await room.seated(TERMS)
    sight = await room.tables.sight(table)
    for _ in range(2):
        await room.tables.cut(table, elder_of(sight), sight.decision, 9, cause=99)
    assert len(await kept(room, table, "pack_cut")) == 1
