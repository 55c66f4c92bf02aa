"""The fair deal at a table: promised, cut, dealt, shown.

These tests need no Discord. Others with Discord test the secrecy of messages.
"""

from __future__ import annotations

import pickle
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from bot.tables import archive, lookup
from bot.tables.actions import betting, cut, play, rematch, seating, seed
from bot.tables.events.codec import EVENTS
from bot.tables.events.fair_events import (
    CutAwaited,
    CutChosen,
    DealPromised,
    FairEvent,
    GamePromised,
    PackCut,
    PackMade,
    PressCounted,
    SeedNamed,
)
from bot.tables.events.table_events import decode, encode
from bot.tables.problems import Problem, Refused
from bot.tables.state.waiting import WaitKind
from bot.tables.terms import Terms
from ecarte import notation
from ecarte.fair import (
    LINKS,
    Bound,
    ChainDeal,
    Checked,
    CheckedRecords,
    Promise,
    Share,
    Verdict,
    chain_key,
    check,
    check_deals,
    link,
    no_share,
    pack_of,
)
from ecarte.game import PACK, Abandon, Seat, parse_cards
from tests.bot.tables.cutting import CUT_MS, TERMS, elder_of, kept, log_of, packs_of, refused
from tests.bot.tables.salon import GUILD, Salon, staked


async def test_the_bot_promises_the_game_before_anything_is_asked_of_the_players(room: Salon) -> None:
    """One commitment for all deals of the game, before it is accepted, and none at any deal."""
    opened = await seating.challenge(room.tables, GUILD, 70, room.people[0], room.people[1], TERMS)
    assert opened.game_promise is not None
    assert [row.type for row in await log_of(room, opened.id)] == ["opened", "game_promised"]
    table_view = await seating.accept(room.tables, opened.id, room.people[1])
    assert table_view.game_promise == opened.game_promise
    assert table_view.deal_promise is not None
    assert (table_view.deal_promise.number, table_view.waits[WaitKind.CUT].until) == (1, room.now + CUT_MS)
    table_view = await room.play(opened.id)
    first, second = await kept(room, opened.id, "game_promised")
    made = await kept(room, opened.id, "pack_made")
    last = bytes.fromhex(first.last)
    assert opened.game_promise.commitment == first.commitment == link(last, 0).hex()
    assert [pack.secret for pack in made] == [link(last, pack.number).hex() for pack in made]
    assert len(made) > 1
    assert table_view.game_promise is not None
    assert (second.game, table_view.game_promise.commitment) == (2, second.commitment), "the next game at once"


async def test_the_elder_hand_cuts_and_the_pack_is_what_follows(room: Salon) -> None:
    await room.give_seed(1, "sparrow")
    table = await room.seated(TERMS)
    before = await room.view(table)
    table_view = await room.cut(table, 11)
    (promised,), (made,) = await kept(room, table, "game_promised"), await kept(room, table, "pack_made")
    assert (made.by, made.place, made.seeds, made.named) == (elder_of(before), 11, ("sparrow", ""), (False, False))
    shares = Share("sparrow"), no_share
    secret = link(bytes.fromhex(promised.last), 1)
    key = chain_key(Promise(promised.commitment, str(table), 1), secret, shares, 1)
    assert await packs_of(room, table) == [" ".join(map(str, pack_of(key, 11)[0]))]
    assert table_view.game is not None
    assert table_view.game.number == 1
    assert table_view.deal_promise is not None
    assert (table_view.to_cut, table_view.deal_promise.commitment) == (None, promised.commitment)


async def test_law_3_only_the_elder_hand_cuts_and_only_once(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await room.view(table)
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


async def test_the_key_cuts_when_the_time_is_over_and_not_before(room: Salon) -> None:
    """No one chooses that cut: it follows from the key."""
    table = await room.seated(TERMS)
    table_view = await room.later(CUT_MS - 1, table)
    assert table_view.game is not None
    assert table_view.game.number == 0
    table_view = await room.later(1, table)
    (made,) = await kept(room, table, "pack_made")
    assert made.by is None
    state = await room.tables.log.state(table)
    assert state.deal_promise is not None
    assert state.deal_promise.fair is not None
    assert made.place == pack_of(state.deal_promise.fair.key(1), None)[1]
    assert table_view.game is not None
    assert table_view.game.number == 1


async def test_no_clock_runs_while_the_table_waits_for_the_cut(room: Salon) -> None:
    table = await room.seated(TERMS)
    room.now += 10 * CUT_MS
    table_view = await room.cut(table, 9)
    assert table_view.deadline == room.now + TERMS.pace.decision_ms + TERMS.pace.reserve_ms


async def test_without_a_pause_the_key_cuts_at_once_and_the_promise_comes_first(room: Salon) -> None:
    table = await room.seated(Terms(in_thread=False))
    kinds = [row.type for row in await log_of(room, table)]
    assert kinds[:2] == ["opened", "game_promised"]
    assert kinds[kinds.index("pack_made") :][:2] == ["pack_made", "played"]
    game = await room.game(table)
    assert game.number == 1


async def test_a_seed_that_is_named_after_the_promise_goes_into_every_pack_from_then_on(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await seed.name_seed(room.tables, table, 1, "sparrow", cause=77)
    assert table_view.game_promise is not None
    assert table_view.game_promise.named == {1}
    await room.play(table)
    made = await kept(room, table, "pack_made")
    assert {pack.seeds for pack in made} == {("sparrow", "")}
    assert {pack.named for pack in made} == {(True, False)}
    assert {pack.presses for pack in made} == {(None, None)}, "no press counts beside it"
    checked = await archive.check_game(room.tables, table, 1)
    assert {(result.verdict, result.bound) for result in checked} == {(Verdict.FAIR, Bound.SEED)}
    assert (await room.view(table)).game_promise != table_view.game_promise
    await rematch.rematch(room.tables, table, 1)
    await rematch.rematch(room.tables, table, 2)
    await room.cut(table, 9)
    assert (await kept(room, table, "pack_made"))[-1].named == (False, False), "it was named for one game"


async def test_a_seed_is_named_by_players_and_taken_back(room: Salon) -> None:
    table = await room.seated(TERMS)
    for user in (3, 99):
        with pytest.raises(Refused) as caught:
            await seed.name_seed(room.tables, table, user, "sparrow")
        assert caught.value.problem is Problem.NOT_A_PLAYER
    await seed.name_seed(room.tables, table, 1, "sparrow")
    await seed.name_seed(room.tables, table, 1, "sparrow")
    assert len(await kept(room, table, "seed_named")) == 1
    table_view = await seed.name_seed(room.tables, table, 1, "")
    assert table_view.game_promise is not None
    assert table_view.game_promise.named == frozenset()
    await room.cut(table, 9)
    assert (await kept(room, table, "pack_made"))[0].named == (False, False)


async def test_the_first_press_of_each_player_after_the_promise_counts_and_no_later_one(room: Salon) -> None:
    opened = await seating.challenge(room.tables, GUILD, 70, room.people[0], room.people[1], TERMS, cause=500)
    table = opened.id
    await seating.accept(room.tables, table, room.people[1], cause=501)
    table_view = await room.view(table)
    await cut.cut(room.tables, table, elder_of(table_view), table_view.decision, 9, cause=502)
    (first,) = await kept(room, table, "pack_made")
    elder = Seat.NORTH if elder_of(table_view) == 1 else Seat.SOUTH
    assert first.presses == ((502, 501) if elder is Seat.NORTH else (None, 501)), "the challenge came before"
    checked = await archive_of(room, table)
    assert checked.bound is Bound.PRESS
    for cause in range(503, 600):
        table_view = await room.view(table)
        if table_view.game is None or table_view.game.turn is None or table_view.finished:
            break
        player = table_view.person(table_view.game.turn).id
        await play.move(room.tables, table, player, None, lambda view: view.legal_moves[0], cause=cause)
    presses = {counted.by: counted.press for counted in await kept(room, table, "press_counted")}
    assert set(presses) == {1, 2}
    assert presses[2] == 501
    assert presses[1] >= 502


async def test_a_press_that_did_nothing_is_no_press(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await room.view(table)
    with pytest.raises(Refused):
        await cut.cut(room.tables, table, elder_of(table_view), table_view.decision, 1, cause=7)
    await seed.name_seed(room.tables, table, 1, "", cause=8)
    assert await kept(room, table, "press_counted") == []


async def test_where_no_player_gave_anything_the_bot_stood_alone(room: Salon) -> None:
    await room.give_seed(1, "sparrow of before")
    table = await room.seated(Terms(in_thread=False))
    assert (await archive_of(room, table)).bound is Bound.ALONE


async def archive_of(room: Salon, table: int) -> Checked:
    """Checks the current deal."""
    state = await room.tables.log.state(table)
    assert state.game is not None
    assert state.game.deal is not None
    assert state.deal_promise is not None
    (pack,) = await packs_of(room, table)
    return check(1, parse_cards(pack), state.deal_promise.fair)


async def test_each_deal_has_its_own_secret_of_one_chain(room: Salon) -> None:
    table = await room.seated(TERMS)
    await room.play(table)
    made = await kept(room, table, "pack_made")
    assert [pack.number for pack in made] == list(range(1, len(made) + 1))
    for before, after in pairwise(made):
        assert sha256(bytes.fromhex(after.secret)).hexdigest() == before.secret


async def test_what_a_pack_follows_from_is_shown_when_the_deal_is_over_and_not_before(room: Salon) -> None:
    """No value that a person may know holds any of it, in any form."""
    await room.give_seed(1, "sparrow of the first")
    await room.give_seed(2, "raven of the second")
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 20)
    await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 20)
    await room.cards(table)
    await seed.name_seed(room.tables, table, 1, "crow for this game")
    (promised,) = await kept(room, table, "game_promised")
    secret, last = link(bytes.fromhex(promised.last), 1), bytes.fromhex(promised.last)
    later = [link(last, place) for place in range(2, LINKS + 1)]
    never = [form for one in later for form in (one, one.hex().encode())]
    hidden = (secret, secret.hex().encode(), b"sparrow", b"raven", b"crow", *never)
    table_views: list[Any] = [await room.view(table)]
    await room.cut(table, 9)
    for _ in range(3):
        table_views += [
            await room.view(table),
            *[await lookup.hand(room.tables, table, user) for user in (1, 2)],
            await lookup.backed_view(room.tables, table, 3),
        ]
        await room.step(table)
        if (await room.view(table)).finished:
            break
    assert len(table_views) > 4
    for table_view in table_views:
        whole = pickle.dumps(table_view)
        assert not [secret_text for secret_text in hidden if secret_text in whole]
    loser = (await room.view(table)).person(Seat.NORTH).id
    while not (table_view := await room.view(table)).finished:
        hand = await lookup.hand(room.tables, table, loser)
        if Abandon() in hand.view.table_moves:
            await play.move(room.tables, table, loser, None, lambda view: Abandon())
        else:
            await room.step(table)
    promise = table_view.finished[-1].promise
    assert promise is not None
    assert promise.fair is not None
    assert (promise.fair.secret, promise.fair.cut) == (secret, 9)
    assert isinstance(promise.fair, ChainDeal)
    assert [share.seed for share in promise.fair.shares] == ["crow for this game", "raven of the second"]
    table_view = await room.cards(table)
    assert table_view.deal_promise is not None
    assert table_view.deal_promise.number == 2, "and the next one is due"
    whole = pickle.dumps(table_view)
    assert not [secret_text for secret_text in never if secret_text in whole]


async def test_nothing_that_is_printed_holds_a_secret_or_a_seed(room: Salon) -> None:
    await room.give_seed(1, "sparrow")
    table = await room.seated(TERMS)
    await seed.name_seed(room.tables, table, 2, "corbeau")
    await room.cut(table, 9)
    state = await room.tables.log.state(table)  # the whole state: what a fault would print
    (promised,), (made,) = await kept(room, table, "game_promised"), await kept(room, table, "pack_made")
    (named,) = await kept(room, table, "seed_named")
    secrets = (promised.last, made.secret)
    hidden = [*secrets, *(repr(bytes.fromhex(secret)) for secret in secrets), "sparrow", "corbeau"]
    for printed in map(repr, (promised, made, named, state.deal_promise, state.game_promise, state)):
        assert not [text for text in hidden if text in printed]


@pytest.mark.parametrize(
    "event",
    [
        GamePromised(3, 1, "0f" * 32, "f0" * 32),
        PressCounted(7, 1_313_131_313_131_313_131),
        SeedNamed(7, 'a "b"'),
        CutChosen(7, 30),
        CutChosen(7, None),
        CutAwaited(3, 17),
        PackMade(3, "0f" * 32, None, 2, ("", 'a "b"'), (False, True), (None, None)),
        PackMade(3, "0f" * 32, 7, 30, ("", "y"), (False, False), (None, 2**63)),
        DealPromised(3, "0f" * 32, 17),
        PackCut(None, 2, ("", 'a "b"'), (True, False)),
        PackCut(7, 30, ("x", "y"), (False, False)),
    ],
)
def test_its_events_are_written_and_read(event: FairEvent) -> None:
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
    text = await archive.record(room.tables, table, 1)
    record = notation.read(text)
    made = await kept(room, table, "pack_made")
    assert text.count("promise ") == 1
    assert f'table "{table}" game 1 from 1' in text
    assert [fair.cut for fair in record.fair.values()] == [pack.place for pack in made]
    seeds = {fair.shares[1].seed for fair in record.fair.values() if isinstance(fair, ChainDeal)}
    assert seeds == {'l’autre "graine" \\'}
    checked = await archive.check_game(room.tables, table, 1)
    assert [result.number for result in checked] == list(record.fair)
    assert {result.verdict for result in checked} == {Verdict.FAIR}


async def test_two_games_of_one_table_share_no_secret(room: Salon) -> None:
    table = await room.seated(TERMS)
    await room.play(table)
    for user in (1, 2):
        await rematch.rematch(room.tables, table, user)
    await room.play(table)
    seen = CheckedRecords()
    for game in (1, 2):
        record = notation.read(await archive.record(room.tables, table, game))
        assert {result.verdict for result in check_deals(record.events, record.fair, seen)} == {Verdict.FAIR}


async def test_a_stacked_pack_is_the_word_of_the_bot_alone(room: Salon) -> None:
    room.packs.append(tuple(reversed(PACK)))
    table = await room.seated(TERMS)
    table_view = await room.view(table)
    assert table_view.deal_promise is None
    assert table_view.game is not None
    assert table_view.game.number == 1, "no one waits for a cut"
    await room.play(table)
    first, *others = await archive.check_game(room.tables, table, 1)
    assert first.verdict is Verdict.HOUSE_WORD
    assert {result.verdict for result in others} == {Verdict.RENEWED}, (
        "a record cannot show that the promise stood before"
    )


async def test_the_second_of_two_cuts_at_one_moment_finds_the_pack_cut(room: Salon) -> None:
    """The elder presses while time is up: one cut counts, whichever comes first."""
    table = await room.seated(TERMS)
    table_view = await room.view(table)
    await room.later(CUT_MS, table)
    assert await refused(room, table, elder_of(table_view), table_view.decision, 9) is Problem.NO_CUT
    assert len(await kept(room, table, "pack_made")) == 1


async def test_a_press_that_is_delivered_twice_cuts_once(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await room.view(table)
    for _ in range(2):
        await cut.cut(room.tables, table, elder_of(table_view), table_view.decision, 9, cause=99)
    assert len(await kept(room, table, "pack_made")) == 1
