"""Luck and form on a profile: luck for all who read it, form for the member alone."""

from __future__ import annotations

import pytest

from bot.features import profile as profile_page
from bot.features.story import form_lines, luck_lines
from bot.people.stories import Form, Luck
from tests.bot.features.making import ALICE, BRUNO, NAMES
from tests.bot.features.making import profile as made_profile
from tests.bot.features.reading import read
from tests.support.cardroom import EN, FR

LUCK = Luck(games=42, luck=3.14, share=0.538, error=0.052, in_season=True)
FORM = Form((0.4, None, 1.25, 0.0, 0.6), 0.62)


def test_luck_is_told_in_games_with_the_share_without_it_and_its_error() -> None:
    (line,) = luck_lines(EN, LUCK)
    assert line.startswith("🍀 Luck with the cards this season: **+3.1** games")
    assert "54% of 42 games won (± 5%)" in line
    (unlucky,) = luck_lines(FR, Luck(42, -3.14, 0.538, 0.052, in_season=False))
    assert "**−3,1**" in unlucky
    assert "saison" not in unlucky


@pytest.mark.parametrize(("games", "error"), [(1, None), (9, 0.1)])
def test_of_few_games_no_share_is_told(games: int, error: float | None) -> None:
    (line,) = luck_lines(EN, Luck(games, 0.02, 0.5, error, in_season=False))
    assert line == EN("story.luck", luck="0")


def test_without_a_story_nothing_is_told() -> None:
    assert luck_lines(EN, None) == form_lines(EN, None) == []


def test_form_is_told_by_game_the_newest_first() -> None:
    (line,) = form_lines(EN, FORM)
    assert line.startswith("🎯 Form, last 5 games: **0.6** (0.4 · – · 1.2 · 0 · 0.6).")
    (one,) = form_lines(EN, Form((0.4,), 0.4))
    assert one == EN("story.form.one", rate="0.4")


@pytest.mark.parametrize(("reader", "reads_form"), [(ALICE, True), (BRUNO, False)])
def test_on_a_profile_all_read_the_luck_and_the_member_alone_the_form(reader: int, reads_form: bool) -> None:
    text = read(profile_page.draw(EN, made_profile(), NAMES, reader, luck=LUCK, form=FORM)).text
    assert luck_lines(EN, LUCK)[0] in text
    assert (form_lines(EN, FORM)[0] in text) is reads_form
