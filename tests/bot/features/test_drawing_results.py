"""Leaderboard, profile, history and record as they are drawn, in both languages. No Discord is needed."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest

from bot.adapter import naming
from bot.adapter.components import fields, known_name, number, shorten
from bot.adapter.formatting import safe
from bot.features import leaderboard as leaderboard_page
from bot.features import profile as profile_page
from bot.features import record as record_page
from bot.features.games import game_lines
from bot.features.leaderboard import BoardAsk, Deals, Order, Span, Strength, Wealth
from bot.letters import split_clusters
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.pictures import BoardScene
from bot.ranking.board_lines import GalerieLine, GalerieSort, Sort
from bot.ranking.periods import Period, Season, Seasons
from bot.ranking.rating_model import Rating, RatingLine
from bot.ranking.tallies import AdviceTotals, Favourite
from bot.rows.chips import Fortune
from bot.rows.member_rows import DailyLine, Errors
from bot.tables.archive import GameKey
from bot.tables.problems import Refused
from bot.texts import Words
from ecarte.ai import Level
from ecarte.teaching import DecisionKind
from tests.bot.features.making import ALICE, BRUNO, NAMES, board, game, page, standings
from tests.bot.features.making import profile as made_profile
from tests.bot.features.reading import read

TEXT = Preferences(text_only=True)
draw_board = partial(leaderboard_page.draw, preferences=TEXT)
draw_profile = partial(profile_page.draw, preferences=TEXT)
draw_history = partial(profile_page.draw_history, preferences=TEXT)


# ---------------------------------------------------------------- parts


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Bruno", "Bruno"),
        ("**Bruno**", r"\*\*Bruno\*\*"),
        ("<@123> @everyone", r"\<\@123\> \@everyone"),
        ("https://evil.example", r"https\://evil\.example"),
        ("discord.gg/x", r"discord\.gg/x"),
        ("- list", r"\- list"),
        ("-# small", r"\-\# small"),
        ("1. one", r"1\. one"),
        ("Anne-Marie", "Anne-Marie"),
        ("two\nlines", "two lines"),
        (":smile: # `x`", r"\:smile\: \# \`x\`"),
        ("\u202egnp.exe \u2066x", r"gnp\.exe x"),
        ("A\u200bn\u00ada", "Ana"),
        ("שלום*", "\u2068שלום\\*\u2069"),
        ("👨‍👩‍👧 می‌خواهم", "\u2068👨‍👩‍👧 می‌خواهم\u2069"),
    ],
)
def test_a_name_cannot_be_read_as_anything_else(name: str, shown: str) -> None:
    assert safe(name) == shown


def test_a_person_forgotten_or_never_seen_has_no_name(words: Words) -> None:
    assert known_name(words, {-3: "Zoe"}, -3) == known_name(words, {}, 5) == words("pages.former_player")
    assert known_name(words, {1_230_042: "\u200b\u3164"}, 1_230_042) == words("pages.nameless", number="0042")
    assert known_name(words, {5: "a*b"}, 5, plain=True) == "a*b"
    assert known_name(words, {5: "\u202ea*b"}, 5, plain=True) == "a*b"


def test_a_long_label_is_cut() -> None:
    assert shorten("x" * 100, 100) == "x" * 100
    assert shorten("x" * 101, 100) == "x" * 99 + "…"


@pytest.mark.parametrize("letter", ["🇫🇷", "👨‍👩‍👧", "ë̂"])
def test_a_name_is_cut_between_letters_that_people_see(letter: str) -> None:
    assert set(split_clusters(shorten("a" + letter * 50, 80))) == {"a", letter, "…"}
    long, short = f"Ana {letter * 20}", f"Ana {letter * 16}"
    assert naming._shorten(short) == short
    assert naming._shorten(long) == f"Ana {letter * 15}…"


@pytest.mark.parametrize("argument", ["", "a.b", "a.b.c.d"])
def test_an_argument_of_another_version_is_stale(argument: str) -> None:
    with pytest.raises(Refused, match="stale"):
        fields(argument, 3)


@pytest.mark.parametrize("part", ["", "-1", "x", "11", "٣", "9" * 30])
def test_a_number_out_of_place_is_stale(part: str) -> None:
    with pytest.raises(Refused, match="stale"):
        number(part, 0, 10)


def test_a_game_beyond_the_limit_of_its_pair_says_that_it_does_not_count(words: Words) -> None:
    said = words("pages.game.uncounted")
    assert said in game_lines(words, replace(game(), counted=False), ALICE, NAMES)
    assert said not in game_lines(words, game(), ALICE, NAMES)


# ---------------------------------------------------------------- leaderboard


@pytest.mark.parametrize("sort", list(Sort))
def test_every_order_of_the_leaderboard_can_be_drawn(words: Words, sort: Sort) -> None:
    reading = read(draw_board(words, BoardAsk(sort=sort), board(standings(3)), {1: "Alice", 2: "Bruno", 3: "Chloé"}))
    assert "🥇 Alice" in reading.text
    assert reading.chosen("sort") == words(f"pages.sort.{sort.value}")
    assert reading.chosen("period") == words("pages.period.all")


def test_the_leaderboard_sets_in_bold_what_it_is_ordered_by(english: Words) -> None:
    def line(sort: Sort) -> str:
        return read(draw_board(english, BoardAsk(sort), board(standings(1)), {1: "Alice"})).text

    assert "🥇 Alice · **99%** · 99 won of 100" in line(Sort.SHARE)
    assert "🥇 Alice · **99 won of 100** · 99%" in line(Sort.WON)
    assert "🥇 Alice · **1 king** · 99 won of 100" in line(Sort.KINGS)


def test_members_with_few_games_stand_below_the_others_without_a_place(english: Words) -> None:
    one, two = standings(2)
    two = replace(two, place=None)
    drawing = draw_board(english, BoardAsk(), board((one, two)), {1: "Alice", 2: "Bruno"})
    text = read(drawing).text
    assert text.index("🥇 Alice") < text.index("No place yet: fewer than 5 games") < text.index("– Bruno")


@pytest.mark.parametrize("sort", leaderboard_page.ORDERS)
def test_all_that_the_picture_of_a_leaderboard_shows_is_in_its_description_alone(words: Words, sort: Order) -> None:
    names = {1: "Alice", 2: "Bruno", 3: "Chloé"}
    purses = [Fortune(1, 1, 1050), Fortune(2, 2, 1000), Fortune(3, 3, 1)]
    rated = [
        RatingLine(None, number, Rating(1_500_000 - number), 1_500_000, 3, 3, 2, is_lately=True) for number in (1, 2, 3)
    ]
    shown: leaderboard_page.Shown
    match sort:
        case Wealth():
            shown = board(purses)
        case Strength():
            shown = board(rated)
        case Deals():
            shown = board([DailyLine(1, 1, 7, 3), DailyLine(2, 2, 0, 1), DailyLine(3, 3, -2, 2)])
        case GalerieSort():
            shown = board([GalerieLine(1, 1, 1.25, 80, 12, 12), GalerieLine(2, 2, 0.5, 60, 20, 20)])
        case _:
            shown = board(standings(3))
    drawing = leaderboard_page.draw(words, BoardAsk(sort), shown, names)
    (scene,) = [picture.scene for picture in drawing.pictures]
    assert isinstance(scene, BoardScene)
    reading = read(drawing)
    for row in scene.rows:
        assert all(said in reading.described for said in (row.name, row.value, row.note))
        assert row.name not in reading.text
    assert len(drawing.pictures[0].paint()) <= 60 * 1024


def test_the_leaderboard_of_purses_counts_chips_and_no_period(english: Words) -> None:
    purses = [Fortune(1, 1, 1050), Fortune(1, 2, 1050), Fortune(3, 3, 1)]
    reading = read(draw_board(english, BoardAsk(sort=Wealth.CHIPS), board(purses), {1: "Alice", 3: "Chloé"}))
    assert "🥇 Alice · **1,050 chips**\n🥇 Former player · **1,050 chips**\n🥉 Chloé · **1 chip**" in reading.text
    assert reading.chosen("sort") == "Chips in the purse"
    assert len(reading.selects) == 1


def test_the_board_of_the_deals_of_the_day_is_of_a_month_or_a_week(english: Words) -> None:
    lines = [DailyLine(1, 1, 7, 3), DailyLine(1, 2, 7, 4), DailyLine(3, 3, -2, 1)]
    ask = BoardAsk(Deals.DAILY, Period.ALL)
    reading = read(draw_board(english, ask, board(lines), {1: "Alice", 2: "Bruno", 3: "Chloé"}))
    assert "🥇 Alice · **+7** · 3 deals\n🥇 Bruno · **+7** · 4 deals\n🥉 Chloé · **−2** · 1 deal" in reading.text
    assert reading.chosen("sort") == "Deal of the day"
    assert reading.chosen("period") == "This month"
    assert [option["value"] for option in reading.select("period")["options"]] == ["month", "week"]
    assert "/ecarte daily" in read(draw_board(english, ask, board(()), {})).text


def test_a_member_alone_reads_by_which_decisions_they_give_most_away(words: Words) -> None:
    erred = {DecisionKind.DISCARD: Errors(3, 60), DecisionKind.LEAD: Errors(2, 25), DecisionKind.KING: Errors(1, 15)}
    own = read(draw_profile(words, made_profile(), NAMES, reader=ALICE, erred=erred)).text
    kinds = [
        words(f"pages.profile.kind.{kind.value}", share=words.percent(found.cost / 100))
        for kind, found in erred.items()
    ]
    assert words("pages.profile.errors", kinds=" · ".join(kinds)) in own
    assert kinds[0] not in read(draw_profile(words, made_profile(), NAMES, reader=BRUNO, erred=erred)).text
    few = {DecisionKind.DISCARD: Errors(4, 60)}
    assert "🔎" not in read(draw_profile(words, made_profile(), NAMES, reader=ALICE, erred=few)).text


def test_the_boards_of_the_galerie_say_how_much_it_is_of_and_what_their_reader_lacks(english: Words) -> None:
    names, season = {1: "Alice", 2: "Bruno", 3: "Chloé"}, Seasons(running=Season(0, 86_400_000))
    lines = [GalerieLine(1, 1, 1.254, 340, 18, 18), GalerieLine(2, 2, 1.0, 100, 10, 10)]
    own = GalerieLine(None, 3, 0.0, 50, 4, 4)
    ask = BoardAsk(GalerieSort.BETS, Span.SEASON)
    reading = read(draw_board(english, ask, board(lines, own=own), names, seasons=season))
    assert "🥇 Alice · **+25%** · 340 chips on 18 games\n🥈 Bruno · **0%** · 100 chips on 10 games" in reading.text
    assert "⋯\n– Chloé · **−100%** · 50 chips on 4 games" in reading.text
    assert "A place takes bets on 10 games." in reading.text
    assert "**For your place:** 4 of 10 so far" in reading.text.splitlines()[1]
    periods = [option["value"] for option in reading.select("period")["options"]]
    assert periods == ["season", "all", "year", "month", "week"]
    advice = board([GalerieLine(1, 2, 0.6, 45, 9, 45)], own=GalerieLine(None, 3, 1.0, 1, 1, 1))
    reading = read(draw_board(english, BoardAsk(GalerieSort.ADVICE, Span.SEASON), advice, names))
    assert "🥇 Bruno · **60%** · 45 pieces of advice" in reading.text
    assert "– Chloé · **100%** · 1 piece of advice" in reading.text
    assert "**For your place:** 1 of 20 so far" in reading.text.splitlines()[1]
    assert reading.chosen("period") == "Since the beginning", "the server has no season"


def test_on_an_empty_board_of_the_galerie_its_reader_reads_what_they_have(words: Words) -> None:
    shown = board((), own=GalerieLine(None, 1, 2.0, 5, 1, 1))
    reading = read(draw_board(words, BoardAsk(GalerieSort.BETS), shown, {1: "Alice"}))
    assert words("pages.board.empty_bets") in reading.text
    assert "– Alice" in reading.text
    assert words("pages.board.so_far", n=1, of=10) in reading.text


def test_an_empty_leaderboard_of_purses_says_how_to_begin(words: Words) -> None:
    assert "/ecarte purse" in read(draw_board(words, BoardAsk(sort=Wealth.CHIPS), board(()), {})).text


def test_the_leaderboard_has_pages_of_ten(words: Words) -> None:
    first = read(draw_board(words, BoardAsk(), board(standings(25)), {}))
    last = read(draw_board(words, BoardAsk(page=2), board(standings(25), 2), {}))
    beyond = read(draw_board(words, BoardAsk(page=99), board(standings(25), 2), {}))
    assert "**10.**" in first.text
    assert "**11.**" not in first.text
    assert first.dead == {words("pages.previous")}
    assert last.dead == {words("pages.next")}
    assert last.text == beyond.text
    assert "**25.**" in last.text


def test_the_leaderboard_shows_readers_their_own_place(english: Words) -> None:
    lines = standings(25)
    shown = read(draw_board(english, BoardAsk(), board(lines, own=lines[13]), {14: "Nora"})).text
    assert "⋯\n**14.** Nora" in shown
    second = board(lines, 1, own=lines[13])
    on_the_page = read(draw_board(english, BoardAsk(page=1), second, {14: "Nora"})).text
    assert "⋯" not in on_the_page


def test_equals_share_a_medal(english: Words) -> None:
    one, two = standings(1) * 2
    assert read(draw_board(english, BoardAsk(), board((one, two)), {})).text.count("🥇") == 2


def test_who_has_none_of_what_a_board_counts_has_no_medal(english: Words) -> None:
    first, second = (replace(line, voles=voles) for line, voles in zip(standings(2), (1, 0), strict=True))
    shown = read(draw_board(english, BoardAsk(Sort.VOLES), board((first, second)), {1: "Alice", 2: "Bruno"})).text
    assert "🥇 Alice" in shown
    assert "– Bruno" in shown
    assert "🥈" not in shown


def test_a_board_that_all_read_names_the_member_who_lacks_a_place(english: Words) -> None:
    own = RatingLine(None, 1, Rating(), 1_500_000, 0, 3, 1, is_lately=True)
    shown = board((own,), own=own)
    private = read(draw_board(english, BoardAsk(Strength.RATING), shown, {1: "Alice"})).text
    public = read(draw_board(english, BoardAsk(Strength.RATING, owner=1), shown, {1: "Alice"})).text
    assert private.splitlines()[1].startswith("**Missing for your place:** 20 more rated games")
    assert public.splitlines()[1].startswith("**Missing for a place of Alice:** 20 more rated games")
    assert not re.search(r"(?i)\byours?\b", public)


def test_an_empty_leaderboard_says_how_to_begin(words: Words) -> None:
    assert "/ecarte challenge" in read(draw_board(words, BoardAsk(), board(()), {})).text
    this_week = read(draw_board(words, BoardAsk(period=Period.WEEK), board(()), {})).text
    assert words("pages.board.empty_period") in this_week


def test_the_share_of_games_won_says_how_many_it_takes(english: Words) -> None:
    assert "you need 5 games for a place" in read(draw_board(english, BoardAsk(), board(standings(1)), {})).text


def test_the_leaderboard_remembers_what_was_asked_in_its_items() -> None:
    ask = BoardAsk(Sort.KINGS, Period.MONTH, 3, 42)
    assert BoardAsk.read(ask.argument("on"), []) == ask
    assert BoardAsk.read(ask.argument("sort"), ["voles"]) == BoardAsk(Sort.VOLES, Period.MONTH, 0, 42)
    assert BoardAsk.read(ask.argument("period"), ["week"]) == BoardAsk(Sort.KINGS, Period.WEEK, 0, 42)
    assert BoardAsk.read(ask.argument("sort"), ["chips"]) == BoardAsk(Wealth.CHIPS, Period.MONTH, 0, 42)
    for argument, values in (
        ("on.luck.all.0.0", []),
        ("sort.won.all.0.0", ["luck"]),
        ("on.won.all.-1.0", []),
        ("", []),
    ):
        with pytest.raises(Refused, match="stale"):
            BoardAsk.read(argument, values)


@pytest.mark.parametrize(
    ("period", "begun"),
    [
        (Period.YEAR, datetime(2026, 1, 1, tzinfo=UTC)),
        (Period.MONTH, datetime(2026, 3, 1, tzinfo=UTC)),
        (Period.WEEK, datetime(2026, 2, 23, tzinfo=UTC)),
    ],
)
def test_a_period_begins_at_midnight(period: Period, begun: datetime) -> None:
    now = int(datetime(2026, 3, 1, 17, 30, tzinfo=UTC).timestamp() * 1000) + 7  # a Sunday
    assert period.since(now) == int(begun.timestamp()) * 1000
    assert Period.ALL.since(now) == 0


# ---------------------------------------------------------------- profile, history, record


def test_a_profile_shows_games_streaks_and_the_favourite_opponent(english: Words) -> None:
    text = read(draw_profile(english, made_profile(), NAMES)).text
    assert "## Alice\n**12** won of **15** games · 80%" in text
    assert "42 points · 3 voles · 1 king · 90 deals" in text
    assert "Won the last 3 games" in text
    assert "Best streak: 5 games" in text
    assert "Most played: **Bruno**, 4 of 7 won" in text
    assert "**Won 5–3** against **Bruno**" in text
    assert "Lost 3–5 against **Bruno**" in text


def test_all_that_the_pictures_of_profile_and_history_show_is_in_their_descriptions_alone(words: Words) -> None:
    games = page(*(game(number) for number in range(1, 9)))
    history = profile_page.draw_history(words, ALICE, games, NAMES)
    for drawing in (profile_page.draw(words, made_profile(), NAMES), history):
        (scene,) = [picture.scene for picture in drawing.pictures]
        assert isinstance(scene, BoardScene)
        reading = read(drawing)
        for row in scene.rows:
            assert all(said in reading.described for said in (row.name, row.value, row.note))
            assert row.value not in reading.text
        for figure, _ in scene.tiles:
            assert all(part in reading.described for part in figure.split("/"))
        assert len(drawing.pictures[0].paint()) <= 60 * 1024


def test_a_profile_draws_the_rating_after_three_rated_games_and_says_it_in_words(words: Words) -> None:
    ratings = [Rating(1_500_000), Rating(1_510_400), Rating(1_493_000), Rating(1_502_600)]
    for rated in (ratings[:2], ratings):
        drawing = profile_page.draw(words, made_profile(), NAMES, curve=rated)
        (scene,) = [picture.scene for picture in drawing.pictures]
        assert isinstance(scene, BoardScene)
        about = words.count("rating.curve", 4)
        line = words("rating.curve.line", about=about, first=1500, last=1503, low=1493, high=1510)
        lines = read(profile_page.draw(words, made_profile(), NAMES, preferences=TEXT, curve=rated)).text
        assert (scene.curve is None) is (rated is not ratings)
        assert (line in read(drawing).described) is (line in lines) is (rated is ratings)
        if scene.curve is not None:
            assert scene.curve.values == (1500, 1510, 1493, 1503)


def test_a_profile_in_french_is_french(french: Words) -> None:
    text = read(draw_profile(french, made_profile(), NAMES)).text
    assert "**Gagnée 5–3** contre **Bruno**" in text
    assert "Victoires\u202f: **12** sur **15** parties · 80\u00a0%" in text.replace("80\u202f%", "80\u00a0%")


@pytest.mark.parametrize(
    ("streak", "best", "said", "unsaid"),
    [
        (0, 0, "", "streak"),
        (1, 1, "", "Won the last"),
        (4, 4, "Won the last 4 games", "Best streak"),
        (-2, 3, "Lost the last 2 games", "Won the last"),
    ],
)
def test_only_a_streak_of_some_length_is_shown(english: Words, streak: int, best: int, said: str, unsaid: str) -> None:
    text = read(draw_profile(english, made_profile(streak=streak, best=best), NAMES)).text
    assert said in text
    assert unsaid not in text


def test_a_profile_without_a_favourite_names_none(words: Words) -> None:
    favourite = words.count("pages.profile.favourite", 7, name=f"**{NAMES[BRUNO]}**", won=4)
    assert favourite in read(draw_profile(words, made_profile(met=BRUNO), NAMES)).text
    assert favourite not in read(draw_profile(words, made_profile(streak=0, best=0, met=None), NAMES)).text


def test_a_profile_shows_games_without_a_winner(words: Words) -> None:
    newcomer = replace(
        made_profile(games=0, won=0, streak=0, best=0, met=None), last=(game(winner=None, how="agreed"),)
    )
    assert words("pages.how.agreed") in read(draw_profile(words, newcomer, NAMES)).text


def test_an_empty_profile_says_so(words: Words) -> None:
    nothing = made_profile(games=0, won=0, streak=0, best=0, met=None)
    assert words("pages.profile.empty") in read(draw_profile(words, nothing, NAMES)).text
    assert words("pages.profile.empty_own") in read(draw_profile(words, nothing, NAMES, reader=ALICE)).text


def test_a_profile_shows_how_advice_turned_out(english: Words) -> None:
    advice = AdviceTotals(games=9, given=40, followed=25, made=15)
    text = read(draw_profile(english, made_profile(), NAMES, advice=advice)).text
    assert "Advice: pointed 40 times" in text
    assert "25" in text
    assert "15" in text
    once = read(draw_profile(english, made_profile(), NAMES, advice=AdviceTotals(1, 1, 0, 0))).text
    assert "pointed 1 time" in once


def test_advice_is_shown_of_a_person_who_never_played_and_not_where_none_was_given(words: Words) -> None:
    newcomer = made_profile(games=0, won=0, streak=0, best=0, met=None)
    told = read(draw_profile(words, newcomer, NAMES, advice=AdviceTotals(1, 4, 2, 1))).text
    assert words.count("pages.profile.advice", 4, followed=2, share=words.percent(0.5), made=1) in told
    untold = read(draw_profile(words, newcomer, NAMES, advice=AdviceTotals(0, 0, 0, 0))).text
    assert untold == read(draw_profile(words, newcomer, NAMES)).text


def test_a_forgotten_opponent_has_no_name(words: Words) -> None:
    text = read(draw_profile(words, made_profile(met=-1), NAMES | {-1: "Zoe"})).text
    assert words("pages.former_player") in text
    assert "Zoe" not in text


@pytest.mark.parametrize("how", ["five", "resigned", "time", "agreed", "void"])
def test_every_end_of_a_game_has_words(words: Words, how: str) -> None:
    winner = None if how in {"agreed", "void"} else "north"
    text = read(draw_history(words, ALICE, page(game(winner=winner, how=how)), NAMES)).text
    by_one = how in {"resigned", "time"}
    assert (words(f"pages.how.{how}.by", name="Bruno") if by_one else words(f"pages.how.{how}")) in text
    own = read(draw_history(words, BRUNO, page(game(winner=winner, how=how)), NAMES, BRUNO)).text
    assert not by_one or words(f"pages.how.{how}.you") in own


def test_a_history_has_pages_and_a_record_for_each_game(english: Words) -> None:
    games = page(*(game(number) for number in range(1, 9)), total=20, offset=8)
    reading = read(draw_history(english, ALICE, games, NAMES))
    assert "Page 2 of 3" in reading.text
    assert reading.dead == set()
    (select,) = reading.selects
    assert [option["value"] for option in select["options"]] == [f"7.{number}" for number in range(1, 9)]
    assert select["options"][0]["label"] == "Jan 1, 2026 · 5–3 · against Bruno"


def test_a_history_says_which_games_were_not_played_to_the_end(words: Words) -> None:
    games = page(game(1), game(2, how="resigned"))
    labels = read(profile_page.draw_history(words, ALICE, games, NAMES)).described.splitlines()
    assert [words("pages.how.resigned.by", name="Bruno") in label for label in labels] == [False, True]


def test_a_history_as_the_other_player_saw_it(english: Words) -> None:
    text = read(draw_history(english, BRUNO, page(game()), NAMES)).text
    assert "## Games of Bruno" in text
    assert "Lost 3–5 against **Alice**" in text


def test_an_empty_history_says_so(words: Words) -> None:
    assert words("pages.profile.empty") in read(draw_history(words, ALICE, page(), NAMES)).text
    assert words("pages.profile.empty_own") in read(draw_history(words, ALICE, page(), NAMES, reader=ALICE)).text


def test_a_long_name_fits_into_a_label(words: Words) -> None:
    reading = read(draw_history(words, ALICE, page(game()), {ALICE: "Alice", BRUNO: "B" * 300}))
    (select,) = reading.selects
    assert [len(option["label"]) for option in select["options"]] == [100]


def test_a_record_is_a_file_whose_name_names_no_person(words: Words) -> None:
    drawing = record_page.draw(words, game(), NAMES, "[Ecarte “1”]\n")
    reading = read(drawing)
    assert reading.files == ["ecarte-7-1.txt"]
    assert "**Alice** 5–3 **Bruno**" in reading.text
    assert [picture.paint().decode() for picture in drawing.pictures] == ["[Ecarte “1”]\n"]


@pytest.mark.parametrize("written", ["", "7", "7.", ".1", "7.1.2", "x.y", "-7.1", "7.٣", "9" * 40 + ".1"])
def test_an_invalid_key_reads_as_none(written: str) -> None:
    assert GameKey.read(written) is None


def test_a_key_of_a_game_is_read_as_it_was_written() -> None:
    assert GameKey.read(f" {GameKey(7, 12)} ") == GameKey(7, 12)


@pytest.mark.parametrize("level", Level)
def test_the_house_is_named_in_the_readers_words_and_its_games_stand_apart(words: Words, level: Level) -> None:
    house = Person.of_house(level)
    name = words(f"house.{level.value}")
    assert known_name(words, {house.id: house.name}, house.id) == name
    against = replace(made_profile(), house=(Favourite(house.id, 4, 1),))
    text = read(draw_profile(words, against, NAMES)).text
    assert words.count("house.record", 4, name=f"**{name}**", won=1) in text
    assert name not in read(draw_profile(words, made_profile(), NAMES)).text
