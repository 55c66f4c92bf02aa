"""The cut for the deal at a table follows from the promise and from both players' contributions before it."""

from __future__ import annotations

import pickle

import pytest

from bot.features.fair import text as fair_text
from bot.tables import archive
from bot.tables.actions import cut, rematch, seating, seed
from bot.tables.events.fair_events import DealerDrawn
from bot.tables.events.table_events import decode, encode
from bot.tables.terms import Terms
from bot.texts import Language, Texts
from ecarte import notation
from ecarte.fair import Bound, ChainDeal, Promise, Share, Verdict, cuts_for_deal, link, no_share
from ecarte.game import Card, CutMade, NextDeal, Rules, Seat
from tests.bot.tables.cutting import CUT_MS, TERMS, elder_of, kept
from tests.bot.tables.salon import GUILD, Salon

ENGLISH = Texts.load()(Language.ENGLISH)
FRESH = Terms(in_thread=False, cut_ms=CUT_MS, rules=Rules(next_deal=NextDeal.FRESH_CUT))


async def challenged(room: Salon, terms: Terms = TERMS) -> int:
    """Challenges the second person as the first."""
    return (await seating.challenge(room.tables, GUILD, 70, room.people[0], room.people[1], terms, cause=500)).id


async def cuts_of(room: Salon, table: int) -> list[tuple[Card, Card]]:
    """Every cut for the deal that was made there."""
    events = [played.event for played in await kept(room, table, "played")]
    return [(event.north, event.south) for event in events if isinstance(event, CutMade)]


async def test_the_cards_cut_for_the_deal_follow_from_the_promise_and_what_came_before_them(room: Salon) -> None:
    """A seed named on the challenge counts. A seed named after the cut for the deal counts for the packs alone."""
    table = await challenged(room)
    await seed.name_seed(room.tables, table, 1, "sparrow")
    await seating.accept(room.tables, table, room.people[1], cause=501)
    (promised,) = await kept(room, table, "game_promised")
    (drawn,) = await kept(room, table, "dealer_drawn")
    assert drawn == DealerDrawn(("sparrow", ""), (True, False), (None, None))
    shares = Share("sparrow", named=True), no_share
    expected = cuts_for_deal(Promise(promised.commitment, str(table), 1), link(bytes.fromhex(promised.last), 1), shares)
    assert await cuts_of(room, table) == list(expected)
    view = await seed.name_seed(room.tables, table, 2, "corbeau")
    view = await cut.cut(room.tables, table, elder_of(view), view.decision, 9)
    assert await cuts_of(room, table) == list(expected)
    view = await room.play(table)
    record = notation.read(await archive.record(room.tables, table, 1))
    assert isinstance(record.fair[1], ChainDeal)
    assert record.fair[1].drawn == shares
    assert record.fair[1].shares == (*shares[:1], Share("corbeau", named=True))
    first, *others = await archive.check_game(room.tables, table, 1)
    assert (first.verdict, first.was_cut_for, first.dealer_bound) == (Verdict.FAIR, True, Bound.SEED)
    assert {check.verdict for check in others} <= {Verdict.FAIR}


async def test_the_press_that_accepts_a_challenge_counts(room: Salon) -> None:
    table = await challenged(room)
    await seating.accept(room.tables, table, room.people[1], cause=501)
    (drawn,) = await kept(room, table, "dealer_drawn")
    assert drawn.presses == (None, 501)
    await room.play(table)
    assert (await archive.check_game(room.tables, table, 1))[0].dealer_bound is Bound.PRESS


async def test_the_page_says_from_what_the_first_dealer_follows_once_the_first_deal_is_over(room: Salon) -> None:
    table = await challenged(room)
    await seed.name_seed(room.tables, table, 1, "sparrow")
    view = await seating.accept(room.tables, table, room.people[1])
    view = await cut.cut(room.tables, table, elder_of(view), view.decision, 9)
    assert not view.finished
    while not view.finished:
        view = await room.step(table)
    (over,) = view.finished
    names = [person.name for person in over.seats]
    named, none = ENGLISH("fair.share.named", who=names[0], seed="sparrow"), ENGLISH("fair.share.none", who=names[1])
    assert f"-# {ENGLISH('fair.dealer.from', given=f'{named} · {none}')}" in fair_text.proof_lines(ENGLISH, over)


async def test_a_later_game_that_is_cut_for_has_its_own_draw(room: Salon) -> None:
    table = await challenged(room, FRESH)
    await seating.accept(room.tables, table, room.people[1], cause=501)
    await room.play(table)
    for number, user in enumerate((1, 2), start=700):
        await rematch.rematch(room.tables, table, user, cause=number)
    await room.play(table)
    first, second = await kept(room, table, "dealer_drawn")
    assert (first.presses, second.presses) == ((None, 501), (700, 701))
    for game in (1, 2):
        checked = await archive.check_game(room.tables, table, game)
        assert (checked[0].verdict, checked[0].dealer_bound) == (Verdict.FAIR, Bound.PRESS)


async def test_a_table_of_an_earlier_release_whose_dealer_was_drawn_by_chance_loads_and_reads_as_before(
    room: Salon,
) -> None:
    """Its log has a cut and no draw: the record does not mention it, and verifies."""
    room.cuts.append((Card.parse("KS"), Card.parse("7H")))
    table = await challenged(room)
    await seating.accept(room.tables, table, room.people[1], cause=501)
    assert await kept(room, table, "dealer_drawn") == []
    view = await room.view(table)
    assert view.deal_promise is not None
    assert view.deal_promise.elder is Seat.SOUTH
    await room.play(table)
    text = await archive.record(room.tables, table, 1)
    assert "cut N KS S 7H\n" in text
    assert "\ndrawn" not in text
    first = (await archive.check_game(room.tables, table, 1))[0]
    assert (first.verdict, first.was_cut_for, first.dealer_bound) == (Verdict.FAIR, True, None)


async def test_the_draw_shows_no_reader_a_seed_before_the_first_deal_is_over(room: Salon) -> None:
    table = await challenged(room)
    await seed.name_seed(room.tables, table, 1, "sparrow")
    view = await seating.accept(room.tables, table, room.people[1], cause=501)
    view = await cut.cut(room.tables, table, elder_of(view), view.decision, 9)
    assert b"sparrow" not in pickle.dumps(view)
    state = await room.tables.log.state(table)
    (drawn,) = await kept(room, table, "dealer_drawn")
    assert "sparrow" not in repr(state) + repr(drawn)


@pytest.mark.parametrize(
    "event",
    [
        DealerDrawn(("", 'a "b"'), (False, True), (None, None)),
        DealerDrawn(("x", ""), (False, False), (2**63, None)),
    ],
)
def test_its_event_is_written_and_read(event: DealerDrawn) -> None:
    assert decode(*encode(event)) == event
