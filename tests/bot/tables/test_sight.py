"""Which backers see a hand (Laws 54 and 55, and the rules of the server): the rule, and how a table keeps it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.people.person import Person
from bot.people.server import ServerSettings
from bot.tables import archive, lookup
from bot.tables.actions import advice, betting, guests, play, rematch
from bot.tables.problems import Problem, Refused
from bot.tables.state.galerie_state import Galerie
from bot.tables.state.sight import Admission, Backer, Sight, SightRules, admission, least_stake, sight
from bot.tables.state.table_state import Status
from bot.tables.terms import ChallengeOptions, Terms, terms_for
from bot.texts import Language
from ecarte.ai import Level
from ecarte.game import Resign, Seat
from ecarte.table import chairs
from ecarte.table.stakes import open_book, place
from tests.bot.tables.salon import Salon, staked

HOUR = 3_600_000
DAY = 24 * HOUR
KNOWN = Backer(account_ms=400 * DAY, member_ms=90 * DAY)
YOUNG = replace(KNOWN, account_ms=29 * DAY)
NEW = replace(KNOWN, member_ms=23 * HOUR)
RULES = SightRules()


# ---------------------------------------------------------------- the rule


@pytest.mark.parametrize(
    ("backer", "expected"),
    [
        (KNOWN, Admission.FREE),
        (YOUNG, Admission.ASKS),
        (NEW, Admission.ASKS),
        (replace(KNOWN, account_ms=30 * DAY, member_ms=DAY), Admission.FREE),
        (replace(KNOWN, member_ms=None), Admission.ASKS),
        (None, Admission.ASKS),
    ],
)
def test_young_accounts_and_new_members_ask_the_player(backer: Backer | None, expected: Admission) -> None:
    assert admission(RULES, backer) is expected


def test_a_server_may_ask_for_games_and_a_role() -> None:
    rules = SightRules(games=10, role=77)
    assert admission(rules, replace(KNOWN, games=9, roles=frozenset({77}))) is Admission.GAMES
    assert admission(rules, replace(KNOWN, games=10)) is Admission.ROLE
    assert admission(rules, replace(KNOWN, games=10, roles=frozenset({77}))) is Admission.FREE
    assert admission(rules, replace(YOUNG, games=10, roles=frozenset({77}))) is Admission.ASKS
    assert admission(rules, None) is Admission.GAMES


@pytest.mark.parametrize("backer", [KNOWN, YOUNG, NEW, None])
def test_a_server_may_ask_for_nothing(backer: Backer | None) -> None:
    assert admission(None, backer) is Admission.FREE
    assert least_stake(None, 500) == 0


@pytest.mark.parametrize(("share", "stake", "least"), [(10, 50, 5), (10, 51, 6), (10, 1, 1), (1, 50, 50), (0, 50, 0)])
def test_sight_asks_for_a_part_of_the_stake_rounded_up(share: int, stake: int, least: int) -> None:
    assert least_stake(SightRules(share=share), stake) == least


@pytest.mark.parametrize("admitted", Admission)
@pytest.mark.parametrize("bet", [4, 5])
@pytest.mark.parametrize("answer", [None, True, False])
@pytest.mark.parametrize("house", [False, True])
def test_the_player_can_refuse_all_and_admit_only_those_who_ask(
    admitted: Admission, bet: int, answer: bool | None, house: bool
) -> None:
    seen = sight(admitted, bet, 5, answer, house=house)
    if answer is False:
        assert seen is Sight.REFUSED
    elif admitted in (Admission.GAMES, Admission.ROLE):
        assert seen.value == admitted.value
    elif bet < 5:
        assert seen is Sight.STAKE
    else:
        assert (seen is Sight.WAITS) == (admitted is Admission.ASKS and answer is None and not house)


def test_the_house_says_yes_to_all_who_ask() -> None:
    house = Person.of_house(Level.SALON)
    book = place(open_book(house.id, 2, 50, {house.id: 100, 2: 100}), 3, Seat.NORTH, 5, {3: 100, house.id: 100, 2: 100})
    queue = chairs.open_queue(house.id, 2)
    asks = Galerie(queue=queue, book=book, admissions={3: Admission.ASKS}, least=5)
    assert asks.sight_of(3) is Sight.SEES
    other = place(open_book(1, 2, 50, {1: 100, 2: 100}), 3, Seat.NORTH, 5, {3: 100, 1: 100, 2: 100})
    assert replace(asks, queue=chairs.open_queue(1, 2), book=other).sight_of(3) is Sight.WAITS


def test_a_table_opens_with_the_rules_of_its_server() -> None:
    def terms(settings: ServerSettings) -> Terms:
        return terms_for(settings, Language.ENGLISH, ChallengeOptions(stake=50))

    assert terms(ServerSettings()).sight == SightRules()
    assert terms(ServerSettings(sight=False)).sight is None
    more = ServerSettings(sight_share=5, sight_games=3, sight_role=77)
    assert terms(more).sight == SightRules(share=5, games=3, role=77)


# ---------------------------------------------------------------- at a table


def french(stake: int = 50, rules: SightRules | None = RULES) -> Terms:
    """Terms with rules of sight."""
    return staked(stake, sight=rules)


async def backed(room: Salon, *backers: tuple[int, Backer | None, int], rules: SightRules | None = RULES) -> int:
    """Plays a game of the first two, with bets on north. Each is given by the place in the room, known facts, and
    chips.
    """
    table = await room.seated(french(rules=rules))
    for place_, known, chips in backers:
        await betting.bet(room.tables, table, room.people[place_], Seat.NORTH, chips, backer=known)
    await betting.bet(room.tables, table, room.people[5], Seat.SOUTH, 100, backer=KNOWN)
    return table


async def sees(room: Salon, table: int, place_: int) -> bool:
    """Whether a person is given a hand."""
    try:
        await lookup.backed_view(room.tables, table, room.people[place_].id)
    except Refused:
        return False
    return True


async def reason(room: Salon, table: int, place_: int) -> Sight:
    """Returns why a person is given no hand."""
    with pytest.raises(Refused) as refused:
        await lookup.backed_view(room.tables, table, room.people[place_].id)
    assert refused.value.problem is Problem.UNSEEN
    found = refused.value.data["sight"]
    assert isinstance(found, Sight)
    return found


async def answer(room: Salon, table: int, place_: int, *, yes: bool, player: int = 0) -> None:
    """Answers the question about a backer, by default as North."""
    await guests.answer(room.tables, table, room.people[player].id, room.people[place_].id, sees=yes)


async def test_law_54_a_backer_who_is_known_sees_and_a_young_account_waits_for_the_players_yes(room: Salon) -> None:
    table = await backed(room, (2, KNOWN, 10), (3, YOUNG, 10), (4, NEW, 10))
    await room.cards(table)
    assert [await sees(room, table, place_) for place_ in (2, 3, 4)] == [True, False, False]
    assert await reason(room, table, 3) is Sight.WAITS
    await answer(room, table, 3, yes=True)
    assert [await sees(room, table, place_) for place_ in (2, 3, 4)] == [True, True, False]
    await answer(room, table, 4, yes=False)
    assert await reason(room, table, 4) is Sight.REFUSED
    await room.expect_balanced()


async def test_a_bet_below_a_tenth_of_the_stake_gives_no_sight_and_a_larger_one_does(room: Salon) -> None:
    table = await backed(room, (2, KNOWN, 4), (3, KNOWN, 5))
    await room.cards(table)
    assert await reason(room, table, 2) is Sight.STAKE
    assert await sees(room, table, 3)


async def test_what_goes_back_at_the_close_counts_for_no_sight(room: Salon) -> None:
    table = await room.seated(french())
    await betting.bet(room.tables, table, room.people[5], Seat.SOUTH, 12, backer=KNOWN)
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 8, backer=KNOWN)
    await betting.bet(room.tables, table, room.people[3], Seat.NORTH, 40, backer=KNOWN)
    assert (await room.view(table)).galerie.sight[room.people[3].id] is Sight.SEES
    await room.cards(table)
    assert await sees(room, table, 2)
    assert await reason(room, table, 3) is Sight.STAKE


async def test_a_player_refuses_a_watcher_before_the_first_card_and_not_after_it(room: Salon) -> None:
    table = await backed(room, (2, KNOWN, 10), (3, KNOWN, 10))
    await answer(room, table, 2, yes=False)
    await room.cards(table)
    assert await reason(room, table, 2) is Sight.REFUSED
    with pytest.raises(Refused) as refused:
        await answer(room, table, 3, yes=False)
    assert refused.value.problem is Problem.SEEN_ALREADY
    assert await sees(room, table, 3)
    room.restart()
    assert await reason(room, table, 2) is Sight.REFUSED


async def test_a_refusal_is_for_one_game(room: Salon) -> None:
    table = await backed(room, (2, KNOWN, 10))
    await answer(room, table, 2, yes=False)
    await room.lose(table, Seat.SOUTH)
    # South makes room at a French table. The rentrant is the person who played before.
    for person in room.people[:2]:
        await rematch.rematch(room.tables, table, person.id)
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 10, backer=KNOWN)
    await betting.bet(room.tables, table, room.people[5], Seat.SOUTH, 10, backer=KNOWN)
    await room.cards(table)
    assert await sees(room, table, 2)


@pytest.mark.parametrize(("who", "about", "problem"), [
    (1, 2, Problem.NO_WATCHER),
    (2, 3, Problem.NOT_A_PLAYER),
    (0, 4, Problem.NO_WATCHER),
    (0, 1, Problem.NO_WATCHER),
])  # fmt: skip
async def test_only_the_player_who_is_backed_decides(room: Salon, who: int, about: int, problem: Problem) -> None:
    table = await backed(room, (2, YOUNG, 10), (3, KNOWN, 10))
    with pytest.raises(Refused) as refused:
        await answer(room, table, about, yes=True, player=who)
    assert refused.value.problem is problem


async def test_law_54_a_backer_who_sees_no_hand_advises_nothing_and_plays_no_game_out(room: Salon) -> None:
    table = await backed(room, (2, YOUNG, 30), (3, KNOWN, 10))
    await room.cards(table)
    view = await room.view(table)
    for place_ in (2,):
        with pytest.raises(Refused) as refused:
            await advice.point(room.tables, table, room.people[place_].id, view.decision, 0)
        assert refused.value.problem is Problem.UNSEEN
        with pytest.raises(Refused) as refused:
            await advice.remark(room.tables, table, room.people[place_].id)
        assert refused.value.problem is Problem.UNSEEN
    view = await play.move(room.tables, table, room.people[0].id, None, lambda view: Resign())
    # The larger bet would come first, but its backer does not see the hand.
    assert view.galerie.heir == room.people[3].id


async def test_a_hand_without_watchers_is_offered_to_no_backer(room: Salon) -> None:
    table = await backed(room, (2, YOUNG, 30))
    await room.cards(table)
    view = await play.move(room.tables, table, room.people[0].id, None, lambda view: Resign())
    assert view.status is Status.BETWEEN


async def test_finished_games_are_counted_in_the_server(room: Salon) -> None:
    rules = SightRules(games=1)
    before = await room.seated(staked(0), north=2, south=3)
    await room.lose(before, Seat.SOUTH)
    table = await backed(room, (2, KNOWN, 10), (4, KNOWN, 10), rules=rules)
    await room.cards(table)
    assert await sees(room, table, 2)
    assert await reason(room, table, 4) is Sight.GAMES


async def test_the_record_names_those_who_watched_and_no_other_backer(room: Salon) -> None:
    table = await backed(room, (2, KNOWN, 10), (3, YOUNG, 10), (4, YOUNG, 10))
    await room.cards(table)
    await answer(room, table, 3, yes=True)
    await room.lose(table, Seat.SOUTH)
    text = await archive.record(room.tables, table, 1)
    names = [person.name for person in room.people]
    assert f'[NorthWatchers "{names[2]}, {names[3]}"]' in text
    assert f'[SouthWatchers "{names[5]}"]' in text
    assert not re.search(rf"Watchers.*{names[4]}", text)


async def test_a_game_that_no_backer_watched_has_no_such_tag(room: Salon) -> None:
    table = await room.seated(staked(50))
    await room.lose(table, Seat.SOUTH)
    assert "Watchers" not in await archive.record(room.tables, table, 1)
