"""Guests at a table: who may sit behind a player without a bet, by whose leave, and what a guest may see and do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.people import member_blocks
from bot.people.preferences import GuestChoice, Preferences
from bot.tables import archive, lookup
from bot.tables.actions import advice, betting, departure, guests, play, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.sight import Backer, Sight, SightRules
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from ecarte.game import AcceptStop, OfferStop, Resign, Seat
from ecarte.table import PoolForm
from ecarte.table.company import MOST_GUESTS
from ecarte.table.stakes import GalerieRule, Style
from tests.bot.tables.salon import CHANNEL, GUILD, OPENING, Salon, salon, staked

HOUR = 3_600_000
DAY = 24 * HOUR
KNOWN = Backer(account_ms=400 * DAY, member_ms=90 * DAY)
YOUNG = replace(KNOWN, account_ms=2 * DAY)
RULES = SightRules()


def honour(**changes: object) -> Terms:
    """Returns the terms of a French table for honour."""
    return staked(0, sight=RULES, **changes)


async def ask(room: Salon, table: int, place: int = 2, seat: Seat = Seat.SOUTH, known: Backer | None = KNOWN) -> Sight:
    """Asks, as a bystander, to sit behind South. Returns the result."""
    person = room.people[place]
    view = await guests.ask(room.tables, table, person, seat, backer=known)
    return view.galerie.sight[person.id]


async def answer(room: Salon, table: int, place: int = 2, player: int = 1, *, yes: bool = True) -> None:
    await guests.answer(room.tables, table, room.people[player].id, room.people[place].id, sees=yes)


async def prefer(room: Salon, player: int, choice: GuestChoice) -> None:
    await room.crowd.profiles.prefer(room.people[player].id, Preferences(guests=choice))


async def seen(room: Salon, table: int, place: int = 2) -> Seat | None:
    """Returns whose hand a person is given, or None."""
    try:
        return (await lookup.backed_view(room.tables, table, room.people[place].id)).seat
    except Refused:
        return None


async def expect_forbidden(room: Salon, table: int, rule: GalerieRule, place: int = 2, seat: Seat = Seat.SOUTH) -> None:
    with pytest.raises(Refused) as refused:
        await ask(room, table, place, seat)
    assert refused.value.data["rule"] is rule


@pytest.mark.parametrize("stake", [0, 50])
async def test_one_bystander_without_chips_sees_the_hand_with_the_players_yes(room: Salon, stake: int) -> None:
    table = await room.seated(staked(stake, sight=RULES))
    assert await ask(room, table) is Sight.ASKED
    await room.cards(table)
    assert await seen(room, table) is None
    with pytest.raises(Refused) as refused:
        await lookup.backed_view(room.tables, table, room.people[2].id)
    assert refused.value.data["sight"] is Sight.ASKED
    await answer(room, table)
    assert await seen(room, table) is Seat.SOUTH
    await room.play(table)
    purses = await room.purses()
    assert purses[room.people[2].id] == OPENING, "nothing was staked"
    await room.expect_balanced()


async def test_no_answer_is_no_over_the_whole_game(room: Salon) -> None:
    table = await room.seated(honour())
    await ask(room, table)
    while (await room.step(table)).status is Status.PLAYING:
        assert await seen(room, table) is None


async def test_before_the_first_card_a_guest_sees_nothing(room: Salon) -> None:
    table = await room.seated(staked(50))
    await ask(room, table)
    await answer(room, table)
    assert await seen(room, table) is None
    await room.cards(table)
    assert await seen(room, table) is Seat.SOUTH


@pytest.mark.parametrize(
    ("choice", "known", "expected"),
    [
        (GuestChoice.ASK, KNOWN, Sight.ASKED),
        (GuestChoice.ALWAYS, KNOWN, Sight.SEES),
        (GuestChoice.ALWAYS, YOUNG, Sight.ASKED),
        (GuestChoice.ALWAYS, None, Sight.ASKED),
    ],
)
async def test_a_player_is_asked_or_lets_known_members_sit_at_once(
    room: Salon, choice: GuestChoice, known: Backer | None, expected: Sight
) -> None:
    await prefer(room, 1, choice)
    table = await room.seated(honour())
    assert await ask(room, table, known=known) is expected


async def test_a_player_who_wants_no_guests_and_one_who_has_blocked_the_person_say_the_same(room: Salon) -> None:
    await prefer(room, 0, GuestChoice.NEVER)
    await member_blocks.block(room.crowd, room.people[1].id, room.people[2].id)
    table = await room.seated(honour())
    for seat in Seat:
        await expect_forbidden(room, table, GalerieRule.KEPT_HIDDEN, seat=seat)
    assert not (await room.view(table)).galerie.company.guests


async def test_a_block_of_that_very_moment_keeps_the_hand_hidden(room: Salon) -> None:
    await prefer(room, 1, GuestChoice.ALWAYS)
    table = await room.seated(honour())
    people, player = room.people, room.people[1].id

    before = room.tables.log.append

    async def blocked_meanwhile(*given: object, **named: object) -> object:
        await member_blocks.block(room.crowd, player, people[2].id)
        return await before(*given, **named)  # type: ignore[arg-type]  # passed on

    room.tables.log.append = blocked_meanwhile  # type: ignore[assignment,method-assign]  # a race
    with pytest.raises(Refused) as refused:
        await ask(room, table)
    assert refused.value.problem is Problem.BUSY
    room.tables.log.append = before  # type: ignore[method-assign]  # the race is over
    await expect_forbidden(room, table, GalerieRule.KEPT_HIDDEN)


@pytest.mark.parametrize(
    ("rules", "known", "expected"),
    [
        (SightRules(games=3), KNOWN, Sight.GAMES),
        (SightRules(role=77), KNOWN, Sight.ROLE),
    ],
)
async def test_the_rules_of_the_server_hold_for_guests(
    room: Salon, rules: SightRules, known: Backer, expected: Sight
) -> None:
    await prefer(room, 1, GuestChoice.ALWAYS)
    table = await room.seated(staked(0, sight=rules))
    with pytest.raises(Refused) as refused:
        await ask(room, table, known=known)
    assert refused.value.problem is Problem.UNSEEN
    assert refused.value.data["sight"] is expected


async def test_a_player_takes_the_leave_back_in_the_middle_of_a_game(room: Salon) -> None:
    table = await room.seated(honour())
    await ask(room, table)
    await answer(room, table)
    await answer(room, table, yes=False)
    assert await seen(room, table) is None
    await expect_forbidden(room, table, GalerieRule.KEPT_HIDDEN)
    await expect_forbidden(room, table, GalerieRule.BEHIND_OTHER, seat=Seat.NORTH)
    await answer(room, table)
    assert await seen(room, table) is Seat.SOUTH


async def test_a_player_refuses_a_guest_who_waits_and_the_guest_asks_the_other(room: Salon) -> None:
    table = await room.seated(honour())
    await ask(room, table)
    await answer(room, table, yes=False)
    assert (await room.view(table)).galerie.sight == {room.people[2].id: Sight.HIDDEN}
    assert await ask(room, table, seat=Seat.NORTH) is Sight.ASKED
    await answer(room, table, player=0)
    assert await seen(room, table) is Seat.NORTH


async def test_a_yes_stands_for_the_next_games_at_the_table_and_ends_with_a_no(room: Salon) -> None:
    table = await room.seated(honour())
    await ask(room, table)
    await answer(room, table)
    await again(room, table)
    assert await seen(room, table) is None, "each game is asked for"
    assert await ask(room, table, seat=await seat_of(room, table, 1)) is Sight.SEES
    await guests.answer(room.tables, table, room.people[1].id, room.people[2].id, sees=False)
    await again(room, table)
    assert await ask(room, table, seat=await seat_of(room, table, 1)) is Sight.ASKED


async def test_a_no_to_a_backer_ends_the_yes_that_the_same_person_had_as_a_guest(room: Salon) -> None:
    table, chloe = await room.seated(staked(50)), room.people[2]
    await ask(room, table)
    await answer(room, table)
    await room.cards(table)
    await again(room, table)
    seat = await seat_of(room, table, 1)
    await betting.bet(room.tables, table, chloe, seat, 10, backer=KNOWN)
    await answer(room, table, yes=False)
    await room.cards(table)
    await again(room, table)
    assert await ask(room, table, seat=await seat_of(room, table, 1)) is Sight.ASKED


async def again(room: Salon, table: int) -> None:
    """Ends the game, and both play another."""
    await play.move(room.tables, table, room.people[0].id, None, lambda _: Resign())
    for player in room.people[:2]:
        await rematch.rematch(room.tables, table, player.id)


async def seat_of(room: Salon, table: int, player: int) -> Seat:
    seat = (await room.view(table)).seat_of(room.people[player].id)
    assert seat is not None
    return seat


async def test_only_the_player_behind_whom_a_guest_sits_decides(room: Salon) -> None:
    table = await room.seated(honour())
    await ask(room, table)
    for player, problem in ((0, Problem.NO_WATCHER), (3, Problem.NOT_A_PLAYER)):
        with pytest.raises(Refused) as refused:
            await answer(room, table, player=player)
        assert refused.value.problem is problem


async def test_players_and_who_has_given_the_hand_up_are_no_guests(room: Salon) -> None:
    table = await room.seated(honour())
    for place, seat in ((0, Seat.SOUTH), (0, Seat.NORTH), (1, Seat.NORTH)):
        await expect_forbidden(room, table, GalerieRule.SEATED_ALREADY, place, seat)


@pytest.mark.parametrize("kind", ["english", "pool", "over"])
async def test_other_kinds_of_tables_have_no_guests(room: Salon, kind: str) -> None:
    table = await room.seated(honour(style=Style.ENGLISH) if kind == "english" else honour())
    if kind == "over":
        await play.move(room.tables, table, room.people[0].id, None, lambda _: Resign())
    if kind == "pool":
        terms = staked(10, pool=PoolForm.ALL)
        view = await seating.challenge(room.tables, GUILD, CHANNEL, room.people[3], None, terms)
        for place in (4, 5):
            await seating.accept(room.tables, view.id, room.people[place])
        table = view.id
    with pytest.raises(Refused) as refused:
        await ask(room, table)
    view = await room.view(table)
    expected = {"english": GalerieRule.ENGLISH_TABLE, "over": GalerieRule.NO_GAME}.get(kind)
    assert refused.value.data.get("rule") is expected
    assert not [seat for seat in Seat if view.takes_guests(seat)]


async def test_p37_a_player_at_la_chouette_has_no_guests_nor_one_who_was_let_in_before(room: Salon) -> None:
    table = await room.seated(staked(50))
    await ask(room, table)
    await answer(room, table)
    await betting.chouette(room.tables, table, room.people[1].id)
    await room.cards(table)
    assert await seen(room, table) is None
    await expect_forbidden(room, table, GalerieRule.PLAYS_ALONE, place=3)


async def test_a_guest_bets_on_that_player_alone_beside_the_game_too(room: Salon) -> None:
    table = await room.seated(staked(50))
    await ask(room, table)
    await answer(room, table)
    with pytest.raises(Refused) as refused:
        await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 10)
    assert refused.value.data["rule"] is GalerieRule.BEHIND_OTHER
    await betting.bet(room.tables, table, room.people[2], Seat.SOUTH, 10)
    await betting.withdraw(room.tables, table, room.people[2].id)
    await betting.bet(room.tables, table, room.people[5], Seat.SOUTH, 10)
    await betting.bet(room.tables, table, room.people[4], Seat.NORTH, 10)
    view = await room.cards(table)
    while view.galerie.pause is None:
        view = await room.step(table)
    with pytest.raises(Refused) as refused:
        await betting.offer(room.tables, table, room.people[2], Seat.NORTH, 10)
    assert refused.value.data["rule"] is GalerieRule.BEHIND_OTHER
    await betting.offer(room.tables, table, room.people[3], Seat.SOUTH, 10)
    with pytest.raises(Refused) as refused:
        await betting.take_offer(room.tables, table, room.people[2], 1)
    assert refused.value.data["rule"] is GalerieRule.BEHIND_OTHER
    await room.expect_balanced()


async def test_a_bettor_without_a_match_is_a_guest_by_leave_and_not_behind_the_other(room: Salon) -> None:
    table = await room.seated(staked(50))
    bettor = room.people[2]
    await betting.bet(room.tables, table, bettor, Seat.SOUTH, 20, backer=KNOWN)
    view = await room.cards(table)
    assert [refund.person for refund in view.galerie.refunds] == [bettor.id]
    assert view.galerie.refunded_side is Seat.SOUTH
    assert await seen(room, table) is None
    assert await ask(room, table) is Sight.ASKED
    await answer(room, table)
    assert await seen(room, table) is Seat.SOUTH
    await room.play(table)
    await room.expect_balanced()


async def test_a_hidden_backer_is_no_guest_of_that_player(room: Salon) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[2], Seat.SOUTH, 20, backer=KNOWN)
    await answer(room, table, yes=False)
    await expect_forbidden(room, table, GalerieRule.KEPT_HIDDEN)


async def test_a_small_bettor_sees_the_hand_as_a_guest(room: Salon) -> None:
    table = await room.seated(staked(50, sight=RULES))
    await betting.bet(room.tables, table, room.people[2], Seat.SOUTH, 1, backer=KNOWN)
    await betting.bet(room.tables, table, room.people[3], Seat.NORTH, 1, backer=KNOWN)
    await room.cards(table)
    assert await seen(room, table) is None
    await ask(room, table)
    await answer(room, table)
    assert await seen(room, table) is Seat.SOUTH


async def test_a_guest_points_and_is_counted_and_is_no_heir(room: Salon) -> None:
    table = await room.seated(honour())
    guest = room.people[2]
    await prefer(room, 0, GuestChoice.ALWAYS)
    await prefer(room, 1, GuestChoice.ALWAYS)
    given = 0
    while given < 3:
        view = await room.view(table)
        if view.status is not Status.PLAYING:
            await again_if_over(room, table)
            continue
        if guest.id not in view.galerie.company.guests:
            await ask(room, table)
        backed = await lookup.backed_view(room.tables, table, guest.id)
        if backed.may_point:
            sign = min(backed.may_point)
            await advice.point(room.tables, table, guest.id, None, sign)
            hand = await lookup.hand(room.tables, table, view.person(Seat.SOUTH).id)
            assert hand.pointed[sign] == 1
            given += 1
        await room.step(table)
    key = (await room.view(table)).game_no
    await play.move(room.tables, table, room.people[1].id, None, lambda _: Resign())
    view = await room.view(table)
    assert view.status is not Status.PLAYING, "a guest is offered no hand"
    assert guest.id in await archive.advice_of(room.tables, table, key)
    record = await archive.record(room.tables, table, key)
    assert f'[SouthWatchers "{guest.name}"]' in record


async def again_if_over(room: Salon, table: int) -> None:
    for player in room.people[:2]:
        await rematch.rematch(room.tables, table, player.id)


async def test_a_guest_who_stands_up_sees_no_more_and_advises_no_more(room: Salon) -> None:
    table = await room.seated(honour())
    guest = room.people[2].id
    await ask(room, table)
    await answer(room, table)
    while not (await lookup.backed_view(room.tables, table, guest)).may_point:
        await room.step(table)
    sign = min((await lookup.backed_view(room.tables, table, guest)).may_point)
    await advice.point(room.tables, table, guest, None, sign)
    await guests.leave(room.tables, table, guest)
    assert await seen(room, table) is None
    hand = await lookup.hand(room.tables, table, room.people[1].id)
    assert not any(hand.pointed)
    await expect_forbidden(room, table, GalerieRule.BEHIND_OTHER, seat=Seat.NORTH)
    with pytest.raises(Refused) as refused:
        await guests.leave(room.tables, table, guest)
    assert refused.value.data["rule"] is GalerieRule.NO_GUEST


async def test_a_player_has_a_few_guests_at_most(tmp_path: object) -> None:
    async with salon(tmp_path, people=MOST_GUESTS + 3) as room:  # type: ignore[arg-type]  # a folder of the test
        table = await room.seated(honour())
        for place in range(2, MOST_GUESTS + 2):
            await ask(room, table, place)
        await expect_forbidden(room, table, GalerieRule.HAND_FULL, MOST_GUESTS + 2)


async def test_who_is_erased_sits_behind_no_one(room: Salon) -> None:
    table = await room.seated(honour())
    await ask(room, table)
    await answer(room, table)
    await departure.give_up(room.tables, table, room.people[2].id)
    assert not (await room.view(table)).galerie.company.guests
    assert await seen(room, table) is None


async def test_a_log_with_guests_says_the_same_after_a_restart(room: Salon) -> None:
    table = await room.seated(honour())
    await prefer(room, 1, GuestChoice.ALWAYS)
    await ask(room, table)
    await ask(room, table, 3, Seat.NORTH)
    before = await room.view(table)
    room.restart()
    assert await room.view(table) == before
    assert await seen(room, table) is Seat.SOUTH


# ---------------------------------------------------------------- one press against a bet


@pytest.mark.parametrize("taker", [0, 3])
async def test_one_press_matches_a_bet_and_its_bettor_sees_the_hand(room: Salon, taker: int) -> None:
    table = await room.seated(staked(50, sight=RULES))
    emma = room.people[2]
    await betting.bet(room.tables, table, emma, Seat.SOUTH, 50, backer=KNOWN)
    await betting.match(room.tables, table, room.people[taker], emma.id, 50, backer=KNOWN)
    assert (await room.view(table)).galerie.unmatched is None
    await room.cards(table)
    assert await seen(room, table) is Seat.SOUTH
    assert await seen(room, table, taker) is (None if taker == 0 else Seat.NORTH)
    assert (await room.at_stake(table))[emma.id] == 50
    await room.play(table)
    await room.expect_balanced()


async def test_a_press_puts_up_no_more_than_is_unmatched_was_read_or_is_in_the_purse(room: Salon) -> None:
    table = await room.seated(staked(50))
    emma = room.people[2]
    await betting.bet(room.tables, table, emma, Seat.SOUTH, 50)
    await betting.bet(room.tables, table, emma, Seat.SOUTH, 100)
    await betting.match(room.tables, table, room.people[3], emma.id, 50)
    assert (await room.at_stake(table))[room.people[3].id] == 50, "as much as the button said"
    await betting.withdraw(room.tables, table, emma.id, 90)
    await betting.match(room.tables, table, room.people[4], emma.id, 100)
    assert (await room.at_stake(table))[room.people[4].id] == 10, "as much as was left"
    with pytest.raises(Refused) as refused:
        await betting.match(room.tables, table, room.people[5], emma.id, 100)
    assert refused.value.data["rule"] is GalerieRule.NOTHING_UNMATCHED
    await room.expect_balanced()


async def test_who_has_no_chips_and_who_stands_on_that_side_take_no_bet(room: Salon) -> None:
    table = await room.seated(staked(50))
    emma, fanny = room.people[2], room.people[3]
    other = await room.seated(staked(50), 4, 5)
    await betting.bet(room.tables, other, fanny, Seat.SOUTH, 1000)
    await betting.bet(room.tables, table, emma, Seat.SOUTH, 50)
    with pytest.raises(Refused) as refused:
        await betting.match(room.tables, table, fanny, emma.id, 50)
    assert refused.value.problem is Problem.EMPTY_PURSE
    with pytest.raises(Refused) as refused:
        await betting.match(room.tables, table, room.people[1], emma.id, 50)
    assert refused.value.data["rule"] is GalerieRule.OWN_SIDE
    await room.expect_balanced()


async def test_a_bet_that_was_taken_goes_back_to_both_if_it_is_withdrawn_or_the_game_is_void(room: Salon) -> None:
    table = await room.seated(staked(50))
    alice, bruno, emma = room.people[:3]
    await betting.bet(room.tables, table, emma, Seat.SOUTH, 50)
    await betting.match(room.tables, table, alice, emma.id, 50)
    await betting.withdraw(room.tables, table, emma.id)
    assert await room.at_stake(table) == {alice.id: 50, bruno.id: 50}
    await betting.bet(room.tables, table, emma, Seat.SOUTH, 30)
    await betting.match(room.tables, table, alice, emma.id, 30)
    await room.cards(table)
    assert await room.at_stake(table) == {alice.id: 80, bruno.id: 50, emma.id: 30}
    await play.move(room.tables, table, alice.id, None, lambda _: OfferStop())
    await play.move(room.tables, table, bruno.id, None, lambda _: AcceptStop())
    assert set((await room.purses()).values()) == {OPENING}
    await room.expect_balanced()


# ---------------------------------------------------------------- what a bet will get


@pytest.mark.parametrize(
    ("terms", "known", "expected"),
    [
        (staked(300, sight=RULES), KNOWN, (Sight.SEES, 30)),
        (staked(300, sight=RULES), YOUNG, (Sight.WAITS, 30)),
        (staked(300), None, (Sight.SEES, 0)),
        (staked(300, sight=SightRules(games=3)), KNOWN, (Sight.GAMES, 30)),
        (staked(300, sight=SightRules(role=7, share=0)), KNOWN, (Sight.ROLE, 0)),
        (staked(300, style=Style.ENGLISH), KNOWN, (None, 0)),
    ],
)
async def test_before_a_bet_its_bettor_knows_what_it_gets(
    room: Salon, terms: Terms, known: Backer | None, expected: tuple[Sight | None, int]
) -> None:
    table = await room.seated(terms)
    prospect = await betting.prospect(room.tables, table, room.people[2], Seat.SOUTH, known)
    assert (prospect.sight, prospect.least) == expected


async def test_what_a_bettor_has_already_counts_for_the_least_bet(room: Salon) -> None:
    table = await room.seated(staked(300, sight=RULES))
    await betting.bet(room.tables, table, room.people[2], Seat.SOUTH, 10, backer=KNOWN)
    assert (await betting.prospect(room.tables, table, room.people[2], Seat.SOUTH, KNOWN)).least == 20
    await betting.chouette(room.tables, table, room.people[1].id)
    assert (await betting.prospect(room.tables, table, room.people[2], Seat.SOUTH, KNOWN)).sight is None
