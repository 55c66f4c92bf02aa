"""The pages of the deal of the day, drawn without Discord."""

from __future__ import annotations

import random

from bot.adapter import formatting
from bot.features.daily.render import (
    DailyBoard,
    DailyLife,
    DailyReader,
    draw_end,
    draw_play,
    draw_week,
    share_line,
)
from bot.features.deal import in_order
from bot.people.preferences import HandOrder
from bot.rows.member_rows import Daily, DailySum
from bot.texts import Language, Texts, Words
from ecarte.game import PACK, Accept, Propose, Rules, apply, apply_deal, begin, player_view, replay
from ecarte.teaching import ME, OPPONENT, daily
from tests.bot.features.reading import Reading, read
from tests.bot.features.test_daily import DAY, READER, places_of

BUTTON, GALLERY = 2, 12
"""Types of components."""


def test_discards_are_picked_by_the_same_toggles_as_in_a_hand() -> None:
    words = Texts.load()(Language.ENGLISH)
    state = apply_deal(replay(begin(Rules(), OPPONENT)), tuple(random.Random(1).sample(PACK, 32)))
    for seat, move in ((ME, Propose()), (OPPONENT, Accept())):
        state = apply(state, seat, move)
    view = player_view(state, ME)

    def drawn(*draft: int) -> Reading:
        return read(draw_play(words, DAY, view, 2, READER, frozenset(draft)))

    def toggles_of(page: Reading) -> list[list[str]]:
        return [places_of(part["custom_id"]) for part in page.kind(BUTTON) if "::pick." in part["custom_id"]]

    nothing, two = drawn(), drawn(1, 3)
    assert not nothing.selects
    seen = [str(place) for place in in_order(view.places, view.public.trump, HandOrder.SORTED)]
    assert toggles_of(nothing) == [[place] for place in seen], "in the order of the hand at a table"
    toggled = {"0": ["0", "1", "3"], "1": ["3"], "2": ["1", "2", "3"], "3": ["1"], "4": ["1", "3", "4"]}
    assert "Pick cards" in nothing.dead
    assert toggles_of(two) == [toggled[place] for place in seen]
    assert two.buttons["Exchange 2"].endswith(f"discard.{DAY}.2.1,3.{READER.id}")
    (shown,) = two.kind(GALLERY)
    assert "Picked to go: " in shown["items"][0]["description"], "not in colour alone"


def test_every_position_of_many_days_is_a_page(words: Words) -> None:
    for number in range(1, 13):
        day, rng = f"2027-{number:02}-01", random.Random(number)
        log = daily.open_log(day)
        while not daily.is_over(view := daily.view_of(day, log)):
            reading = read(draw_play(words, day, view, len(log), READER))
            assert "{" not in reading.text
            assert reading.buttons or reading.selects
            log = daily.answer(day, log, rng.choice(list(view.legal_moves)))
        result = daily.result(view)
        over = Daily(7, day, 1, 1, log, 2, result.points, result.made)
        dealt = daily.shown_at_end(day, log)
        reading = read(draw_end(words, over, view, dealt, READER, DailyBoard((over,), {7: "Alice"}), DailyLife()))
        assert formatting.cards(words, dealt) in reading.text
        assert share_line(words, day, result) in reading.text


def test_a_medal_is_for_members_who_have_beaten_the_house(words: Words) -> None:
    log = daily.open_log(DAY)
    while not daily.is_over(view := daily.view_of(DAY, log)):
        log = daily.answer(DAY, log, view.legal_moves[0])
    rows = [Daily(user, DAY, 1, 1, log, 2, points, 2) for user, points in ((7, 2), (8, 0), (9, -3))]
    names, dealt = {7: "Alice", 8: "Bruno", 9: "Chloe"}, daily.shown_at_end(DAY, log)

    def text(*board: Daily) -> str:
        return read(draw_end(words, board[0], view, dealt, READER, DailyBoard(board, names), DailyLife())).text

    assert "🥇 Alice" in text(*rows)
    assert "**2.** Bruno" in text(*rows)
    assert "**1.** Chloe" in text(rows[2])


def test_the_end_is_held_against_par_the_average_of_the_server_and_the_own_streak(words: Words) -> None:
    log = daily.open_log(DAY)
    while not daily.is_over(view := daily.view_of(DAY, log)):
        log = daily.answer(DAY, log, view.legal_moves[0])
    rows = [Daily(user, DAY, 1, 1, log, 2, points, 2) for user, points in ((7, 2), (8, 0), (9, -3), (10, 0))]
    dealt, board = daily.shown_at_end(DAY, log), DailyBoard(rows, {})
    said = read(draw_end(words, rows[0], view, dealt, READER, board, DailyLife(streak=12, par=-1))).text
    assert words("daily.par", points="−1") in said
    assert words("daily.average", n=4, points="−" + words.number(0.2)) in said
    assert words.count("daily.streak", 12) in said
    alone = read(draw_end(words, rows[0], view, dealt, READER, DailyBoard(rows[:1], {}), DailyLife(streak=1))).text
    assert words.count("daily.streak", 1) not in alone, "a first day is no streak"
    assert words("daily.average", n=1, points="+2") not in alone, "one person is no average"


def test_the_week_lists_what_members_have_made_and_the_readers_own_line(words: Words) -> None:
    sums = [DailySum(user, 20 - user, user) for user in range(1, 13)]
    names = {user: f"P{user}" for user in range(1, 13)}
    said = read(draw_week(words, DAY, sums, names, DailyReader(12, "P12", READER.preferences)))
    assert "**1.** P1 · +19" in said.text
    assert "P11" not in said.text
    assert "⋯\n**12.** P12 · +8" in said.text
    assert words("daily.week.back") in said.buttons
