"""Puzzles by clicks: a question, one answer, what each move is worth, and nothing that tells it before."""

from __future__ import annotations

from dataclasses import replace

import pytest
import simcord

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb, encode
from bot.features.puzzle.page import draw, draw_none, puzzle_button
from bot.people.preferences import Preferences
from bot.people.puzzles import OpenPuzzle
from bot.people.quotas import REPORTS
from bot.ranking.puzzle_rating import PuzzleTry, RatedPuzzle, Solver, first_rating
from bot.storage import NewPuzzle
from bot.texts import Words
from ecarte.game import Phase
from ecarte.teaching.puzzles import MOST_OPTIONS, Puzzle, Theme, stock
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read
from tests.bot.features.test_daily import pressed

DAY_S = 86_400.0


def puzzle_of(answer: Answer) -> int:
    """Returns the number of the puzzle on a page that was not answered."""
    ids = [custom_id for custom_id in answer.reading.buttons.values() if "::a." in custom_id]
    return int(ids[0].split(".")[1])


async def solution(hall: Hall, page: Answer) -> list[str]:
    """Returns the custom ids of the options, the best first."""
    guild_id, now = hall.world.guild.id, hall.world.now()
    rated = await hall.room.database.puzzles.puzzle(0, guild_id, puzzle_of(page), now)
    assert rated is not None
    puzzle = Puzzle.read(rated.position, rated.solution, rated.difficulty)
    ids = sorted(custom_id for custom_id in page.reading.buttons.values() if "::a." in custom_id)
    assert len(ids) == len(puzzle.options)
    return [
        ids[puzzle.options.index(option)] for option in sorted(puzzle.options, key=lambda one: -puzzle.chances[one])
    ]


async def press(hall: Hall, person: simcord.MemberActor, page: Answer, custom_id: str) -> Answer:
    """A person presses an option."""
    return hall.answer(await person.click(page.message, custom_id=custom_id), page)


async def answer(hall: Hall, person: simcord.MemberActor, page: Answer, *, right: bool = True) -> Answer:
    """A person answers, rightly or by the worst option."""
    best, *others = await solution(hall, page)
    return await press(hall, person, page, best if right else others[-1])


async def test_an_answer_is_judged_and_moves_the_rating_and_next_goes_on(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    assert page.private
    assert "Your puzzle rating: **1,500**" in page.text
    assert "%" not in page.text
    right = await answer(hall, alice, page)
    assert right.message.id == page.message.id
    assert "**Right!**" in right.text
    assert right.text.count("your answer") == 1
    assert "Theme: " in right.text
    assert "(+" in right.text
    following = await hall.click(alice, right, "Next")
    assert puzzle_of(following) != puzzle_of(page)
    wrong = await answer(hall, alice, following, right=False)
    assert "**Not the best.**" in wrong.text
    assert "(−" in wrong.text
    assert (await hall.room.database.puzzles.solver(alice.id)).tries == 2


async def test_the_same_puzzle_comes_back_until_it_is_answered_after_a_restart_too(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    await hall.world.restart(crash=True)
    assert puzzle_of(await hall.ask(alice, "puzzle")) == puzzle_of(page)
    assert "**Right!**" in (await answer(hall, alice, page)).text
    assert puzzle_of(await hall.ask(alice, "puzzle")) != puzzle_of(page)


async def test_an_answer_counts_once_however_often_it_is_pressed(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    best, *others = await solution(hall, page)

    async def right() -> simcord.InteractionResult:
        return await alice.click(page.message, custom_id=best)

    async def wrong() -> simcord.InteractionResult:
        return await alice.click(page.message, custom_id=others[0])

    await hall.world.at_once(right, wrong, right)
    solver = await hall.room.database.puzzles.solver(alice.id)
    assert solver.tries == 1
    assert ("**Right!**" in hall.again(page).text) is bool(solver.solved)


async def test_no_id_tells_a_card_or_the_answer_and_no_button_stands_out(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    ids = [part["custom_id"] for part in page.reading.parts if "custom_id" in part]
    number = puzzle_of(page)
    assert ids == [f"ecb:puzzle:0::a.{number}.{place}.{alice.id}" for place in range(len(ids))]
    assert len({part.get("style") for part in page.reading.kind(2)}) == 1


async def test_days_in_a_row_forgive_one_missed_day(hall: Hall) -> None:
    alice = hall.world.alice
    text = ""
    for pause in (0, DAY_S, 2 * DAY_S):
        if pause:
            await hall.sleep(pause)
        text = (await answer(hall, alice, await hall.ask(alice, "puzzle"))).text
    assert "3 days in a row" in text


async def test_a_like_is_noted_after_the_answer_and_can_be_changed(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    number = puzzle_of(page)
    assert not any("::like." in custom_id for custom_id in page.reading.buttons.values())
    answered = await answer(hall, alice, page)
    for liked in (1, -1):
        answered = await press(hall, alice, answered, f"ecb:puzzle:0::like.{number}.{liked}.{alice.id}")
        tried = await hall.room.database.puzzles.try_of(alice.id, number)
        assert tried is not None
        assert tried.liked == liked
        assert "your answer" in answered.text


async def test_a_press_on_another_readers_page_opens_a_page_of_its_own(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    hers, his = await hall.ask(alice, "puzzle"), await hall.ask(bruno, "puzzle")
    get = hall.world.env.backend.get_message
    get(his.message.channel.id, his.message.id).components[:] = get(hers.message.channel.id, hers.message.id).components
    best, *_ = await solution(hall, hers)
    own = hall.answer(await bruno.click(his.message, custom_id=best), his)
    assert own.private
    assert puzzle_of(own) == puzzle_of(his)
    assert (await hall.room.database.puzzles.solver(alice.id)).tries == 0
    assert (await hall.room.database.puzzles.solver(bruno.id)).tries == 0


async def test_a_reader_who_has_answered_all_is_told_so_in_words(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.people.puzzles.stock", lambda: stock()[:1])
    alice = hall.world.alice
    answered = await answer(hall, alice, await hall.ask(alice, "puzzle"))
    assert "You have answered every puzzle" in (await hall.click(alice, answered, "Next")).text
    # A release with more puzzles.
    monkeypatch.setattr("bot.people.puzzles.stock", lambda: stock()[:2])
    assert puzzle_of(await hall.ask(alice, "puzzle")) == 2


async def of_a_game(hall: Hall) -> int:
    """Adds a puzzle of a game of Alice and Bruno, and returns its number. The stock is added when it is answered."""
    game, shown = await hall.play(hall.world.alice, hall.world.bruno), stock()[-1]
    puzzle = NewPuzzle(shown.key, shown.position, shown.solution, shown.difficulty, (game.table_id, 1))
    assert await hall.room.database.puzzles.add(hall.world.guild.id, [puzzle], hall.world.now()) == 1
    return 1


async def test_a_puzzle_withdrawn_meanwhile_gives_way_to_the_next(hall: Hall) -> None:
    chloe, number = hall.world.chloe, await of_a_game(hall)
    page = await hall.ask(chloe, "puzzle")
    assert puzzle_of(page) == number
    best, *_ = await solution(hall, page)
    await hall.room.people.puzzles.withdraw_of(hall.world.alice.id)
    assert puzzle_of(await press(hall, chloe, page, best)) != number


async def test_a_press_with_another_number_opens_and_answers_only_what_the_reader_may_see(hall: Hall) -> None:
    alice, number = hall.world.alice, await of_a_game(hall)
    page = await hall.ask(alice, "puzzle")
    shown = puzzle_of(page)
    assert shown != number
    best, *_ = await solution(hall, page)
    answer = await pressed(hall, alice, page, best.replace(f"a.{shown}.", f"a.{number}."))
    assert puzzle_of(answer) == shown, "the players of the game get it a month later"
    post = await pressed(hall, alice, page, f"ecb:puzzle:0::open.{number}..0")
    assert puzzle_of(post) == shown
    assert await hall.room.database.puzzles.try_of(alice.id, number) is None


async def test_a_press_with_a_place_that_the_puzzle_lacks_is_refused_in_words(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = next(puzzle for puzzle in stock() if len(puzzle.options) < MOST_OPTIONS)
    monkeypatch.setattr("bot.people.puzzles.stock", lambda: (few,))
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    forged = f"ecb:puzzle:0::a.{puzzle_of(page)}.{len(few.options)}.{alice.id}"
    assert (await pressed(hall, alice, page, forged)).text == hall.room.texts("en")("problem.stale")
    assert (await hall.room.database.puzzles.solver(alice.id)).tries == 0


async def test_a_member_keeps_their_games_out_by_a_switch(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.open(alice, "preferences", "Puzzles: on")
    profile = await hall.room.people.profiles.profile(alice.id)
    assert not profile.preferences.puzzles
    await hall.click(alice, page, "Puzzles: off")
    profile = await hall.room.people.profiles.profile(alice.id)
    assert profile.preferences.puzzles


async def test_puzzles_are_read_in_french(hall: Hall) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    page = await hall.ask(bruno, "puzzle")
    assert "Votre cote aux problèmes" in page.text
    assert "Bien vu" in (await answer(hall, bruno, page)).text


async def test_a_theme_is_chosen_in_a_menu_and_stays_chosen(hall: Hall) -> None:
    alice = hall.world.alice
    answered = await answer(hall, alice, await hall.ask(alice, "puzzle"))
    page = await hall.choose(alice, answered, "theme.", Theme.REPLY.value)
    for _ in range(3):
        rated = await hall.room.database.puzzles.puzzle(
            alice.id, hall.world.guild.id, puzzle_of(page), hall.world.now()
        )
        assert rated is not None
        assert Puzzle.read(rated.position, rated.solution, rated.difficulty).theme is Theme.REPLY
        page = await hall.click(alice, await answer(hall, alice, page), "Next")
    answered = await answer(hall, alice, page)
    assert answered.reading.chosen("theme.") == "Reply"
    await hall.choose(alice, answered, "theme.", "all")
    assert (await hall.room.database.puzzles.solver(alice.id)).theme is None


async def test_where_all_of_a_theme_are_answered_another_is_chosen(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(next(puzzle for puzzle in stock() if puzzle.theme is theme) for theme in (Theme.JEU, Theme.REPLY))
    monkeypatch.setattr("bot.people.puzzles.stock", lambda: few)
    alice = hall.world.alice
    page = await hall.ask(alice, "puzzle")
    first = puzzle_of(page)
    none = await hall.choose(alice, await answer(hall, alice, page), "theme.", Theme.DISCARD.value)
    assert "every puzzle of this theme: what to discard" in none.text
    assert puzzle_of(await hall.choose(alice, none, "theme.", "all")) != first


async def test_a_reported_puzzle_is_seen_and_withdrawn_by_managers_and_names_no_one(hall: Hall) -> None:
    alice, chloe, number = hall.world.alice, hall.world.chloe, await of_a_game(hall)
    page = await hall.ask(chloe, "puzzle")
    assert puzzle_of(page) == number
    assert "Report an error" not in page.reading.buttons, "only after the answer"
    reported = await hall.click(chloe, await answer(hall, chloe, page), "Report an error")
    assert "They do not see who reported it" in reported.text
    listed = await hall.open(alice, "settings", "Members and tables", "1 reported puzzle")
    assert listed.private
    assert "Puzzle 1 · reported by 1 person" in listed.text
    shown = await hall.choose(alice, listed, "report", str(number))
    for text in (listed.text, shown.text):
        assert chloe.name.lower() not in text.lower()
    assert "%" in shown.text
    assert "Puzzle 1 is withdrawn." in (await hall.click(alice, shown, "Withdraw")).text
    assert puzzle_of(await hall.ask(hall.world.david, "puzzle")) != number


async def test_reports_of_the_stock_are_for_the_owner_of_the_bot(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    page = await hall.ask(bruno, "puzzle")
    number = puzzle_of(page)
    await hall.click(bruno, await answer(hall, bruno, page), "Report an error")
    managers = await hall.open(alice, "settings", "Members and tables")
    assert not [label for label in managers.reading.buttons if "reported" in label]
    forged = await pressed(hall, alice, managers, f"ecb:admin:0::report.withdraw.{number}")
    assert "No reported puzzles." in forged.text
    assert hall.room.application is not None
    hall.room.application.owner.id = alice.id
    help_page = await hall.ask(alice, "help")
    owners = await pressed(hall, alice, help_page, encode(Press(Verb.OWNER, argument="open")))
    listed = await hall.click(alice, owners, "1 reported puzzle")
    shown = await hall.choose(alice, listed, "report", str(number))
    assert f"Puzzle {number} stays." in (await hall.click(alice, shown, "Keep")).text
    assert not await hall.room.database.puzzles.reported(None, 10)
    assert await hall.room.database.puzzles.puzzle(bruno.id, 0, number, hall.world.now()) is not None


async def test_reports_have_a_quota(hall: Hall) -> None:
    alice, page = hall.world.alice, await hall.ask(hall.world.alice, "puzzle")
    for _ in range(REPORTS.burst):
        answered = await answer(hall, alice, page)
        await hall.click(alice, answered, "Report an error")
        page = await hall.click(alice, answered, "Next")
    refused = await hall.click(alice, await answer(hall, alice, page), "Report an error")
    assert refused.text == hall.room.texts("en")("problem.too_fast")


# ---------------------------------------------------------------- the pages as drawn


def opened(puzzle: Puzzle, choice: int | None = None) -> OpenPuzzle:
    """A puzzle before its reader."""
    rated = RatedPuzzle(3, puzzle.position, puzzle.solution, puzzle.difficulty, first_rating(1500), False, 4, 2)
    solved = choice is not None and puzzle.options[choice] == puzzle.best
    tried = None if choice is None else PuzzleTry(3, choice, solved, 12_000 if solved else -9_000, None)
    return OpenPuzzle(rated, puzzle, tried, Solver(), 0)


@pytest.mark.parametrize("theme", list(Theme))
def test_every_theme_is_a_page_before_and_after_the_answer(words: Words, theme: Theme) -> None:
    for puzzle in [puzzle for puzzle in stock() if puzzle.theme is theme][:4]:
        before = read(draw(words, opened(puzzle), Preferences(), 7).view.to_components())
        assert len(before.buttons) == len(puzzle.options), "each option has a label of its own"
        assert "%" not in before.text
        for choice in range(len(puzzle.options)):
            after = read(draw(words, opened(puzzle, choice), Preferences(), 7).view.to_components())
            assert "✅ **" in after.text
            assert words("puzzle.report") in after.buttons
            assert words("puzzle.book.differs") not in after.text or puzzle.book is not None


def test_a_reader_without_pictures_reads_the_whole_position(words: Words) -> None:
    puzzle = next(puzzle for puzzle in stock() if puzzle.view.public.phase is Phase.PLAY and puzzle.view.discarded)
    message = draw(words, opened(puzzle), replace(Preferences(), text_only=True), 7)
    assert not message.pictures
    shown = read(message.view.to_components()).text
    public = puzzle.view.public
    tricks = [card for trick in public.tricks for card in (trick.lead, trick.reply) if card is not None]
    for card in (*puzzle.view.hand, *puzzle.view.discarded, *tricks):
        assert formatting.card(words, card) in shown


def test_the_last_page_and_the_button_for_all(words: Words) -> None:
    assert words("puzzle.none") in read(draw_none(words, None, 7).view.to_components()).text
    assert puzzle_button(words, 12).custom_id == "ecb:puzzle:0::open.12..0"


def test_the_move_of_the_rating_is_the_difference_of_the_two_ratings_that_were_shown(words: Words) -> None:
    solved = opened(stock()[0], choice=0)
    assert solved.answer is not None
    for rating, moved in ((1_385_400, -63_200), (1_385_400, -63_600), (1_500_600, 700), (1_500_499, 0)):
        now = replace(solved.solver.rating, rating=rating)
        answered = replace(solved, answer=replace(solved.answer, moved=moved), solver=Solver(now))
        points = now.shown - replace(now, rating=rating - moved).shown
        said = words("puzzle.moved", rating=words.number(now.shown), points=formatting.with_sign(points))
        assert said in read(draw(words, answered, Preferences(), 7).view.to_components()).text
