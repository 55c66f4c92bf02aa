"""Rules, settings and preferences as they are drawn, in both languages. No Discord is needed."""

from __future__ import annotations

import pytest

from bot.clock import ClockKind
from bot.features import preferences as preferences_page
from bot.features import rules as rules_page
from bot.features.rules import Chapter
from bot.features.settings import page as settings_page
from bot.features.settings.controls import Choice, SettingControl, Surroundings, apply_choice, duration
from bot.people.preferences import FeltChoice, HandOrder, Preferences
from bot.people.server import ServerSettings
from bot.tables.events.codec import EVENTS
from bot.tables.terms import Terms, terms_for
from bot.texts import Language, Words
from ecarte.ai import Level
from ecarte.game import Dialect, Distribution
from tests.bot.features.reading import read

ALONE = Surroundings()
MOST_COMPONENTS = 40
"""How many components Discord takes in a message."""

# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("chapter", list(Chapter))
@pytest.mark.parametrize("four_colours", [False, True])
def test_every_page_of_the_rules_has_a_picture_and_few_words(
    words: Words, chapter: Chapter, *, four_colours: bool
) -> None:
    drawing = rules_page.draw(words, chapter, Preferences(four_colours=four_colours))
    reading = read(drawing)
    assert len(reading.text.split()) < 130, "it should be read in half a minute"
    assert "{" not in reading.text
    (picture,) = drawing.pictures
    assert picture.paint().startswith(b"\x89PNG")


def test_the_pages_of_the_rules_follow_one_another(english: Words) -> None:
    labels = [list(read(rules_page.draw(english, chapter, Preferences())).buttons) for chapter in Chapter]
    assert labels == [
        ["The cards", "Lessons"],
        ["Previous", "The exchange", "Lessons"],
        ["Previous", "Playing", "Lessons"],
        ["Previous", "Scoring", "Lessons"],
        ["Previous", "The galerie", "Lessons"],
        ["Previous", "Lessons"],
    ]


def test_the_rules_are_drawn_with_the_readers_own_letters(english: Words, french: Words) -> None:
    ours, theirs = (rules_page.draw(words, Chapter.EXCHANGE, Preferences()) for words in (english, french))
    assert ours.pictures[0].paint() != theirs.pictures[0].paint()


# ---------------------------------------------------------------- settings, preferences


def test_the_panel_shows_the_current_settings(english: Words) -> None:
    choices = ServerSettings(
        channels=(5, 6),
        threads=False,
        clock=ClockKind.CORRESPONDENCE,
        decision_s=45,
        hours=48,
        language=Language("fr"),
        dialect=Dialect.MODERN,
    )
    reading = read(settings_page.draw(english, choices, Surroundings({5})))
    assert "**Channels**\n<#5>" in reading.text
    assert "In the channel itself" in reading.text
    assert "By correspondence: 2 days a decision\n-# If asked for · Live: 45 seconds a decision" in reading.text
    assert "Français" in reading.text
    assert "**Rules**\nModern" in reading.text


def test_the_panel_shows_the_chips_in_play(english: Words) -> None:
    rich = read(settings_page.draw(english, ServerSettings(opening=5000, allowance=250, stake=25), ALONE)).text
    assert "**Chips**\n5,000 to start with · 250 a day" in rich
    assert "stake: 25\n" in rich
    assert "for the honour" in read(settings_page.draw(english, ServerSettings(), ALONE)).text


def test_the_panel_says_whether_the_house_takes_a_chair(words: Words) -> None:
    away = read(settings_page.draw(words, ServerSettings(), ALONE)).text
    assert f"**{words('pages.settings.house')}**\n{words('pages.settings.house.away')}" in away
    for level in Level:
        comes = read(settings_page.draw(words, ServerSettings(house=level), ALONE)).text
        assert words("pages.settings.house.comes", house=words(f"house.{level.value}")) in comes


def test_the_panel_has_room_in_a_message(words: Words) -> None:
    drawing = settings_page.draw(words, ServerSettings(channels=(5,), house=Level.MAITRE), Surroundings({5}))
    assert drawing.view.total_children_count <= MOST_COMPONENTS
    (offered,) = read(drawing).selects
    assert {option["value"] for option in offered["options"]} == {setting.value for setting in SettingControl}


@pytest.mark.parametrize("house", [None, *Level])
def test_what_was_chosen_of_the_house_is_kept_and_goes_into_the_terms(house: Level | None) -> None:
    choices = ServerSettings(house=house)
    assert ServerSettings.from_json(choices.to_json()) == choices
    terms = terms_for(choices, Language.ENGLISH)
    assert terms.house is house
    assert EVENTS.read_fields(Terms, EVENTS.write_fields(terms)) == terms


def test_what_was_kept_before_the_house_took_chairs_is_read() -> None:
    choices, terms = ServerSettings().to_json(), EVENTS.write_fields(Terms())
    del choices["house"], terms["house"]
    assert ServerSettings.from_json(choices) == ServerSettings()
    assert EVENTS.read_fields(Terms, terms) == Terms()


def test_the_panel_says_when_all_channels_are_gone(words: Words) -> None:
    assert words("pages.settings.nowhere") in read(settings_page.draw(words, ServerSettings(channels=(5,)), ALONE)).text
    assert words("pages.settings.everywhere") in read(settings_page.draw(words, ServerSettings(), ALONE)).text


@pytest.mark.parametrize("setting", list(SettingControl))
def test_every_setting_can_be_changed_and_left(words: Words, setting: SettingControl) -> None:
    reading = read(settings_page.edit(words, setting, ServerSettings(channels=(5, 6)), Surroundings({5})))
    assert words("pages.settings.back") in reading.buttons
    assert reading.selects or reading.channel_selects or reading.role_selects
    assert all(any(option.get("default") for option in select["options"]) for select in reading.selects)


def test_the_channels_that_are_left_stand_in_their_select(words: Words) -> None:
    reading = read(
        settings_page.edit(words, SettingControl.CHANNELS, ServerSettings(channels=(5, 6)), Surroundings({5}))
    )
    (select,) = reading.channel_selects
    assert [value["id"] for value in select["default_values"]] == [5]
    assert (select["min_values"], select["max_values"]) == (0, 25)


@pytest.mark.parametrize(
    ("choice", "values", "after"),
    [
        (Choice.CHANNELS, ["8", "9"], ServerSettings(channels=(8, 9), hours=12)),
        (Choice.CHANNELS, [], ServerSettings(hours=12)),
        (Choice.EVERYWHERE, [], ServerSettings(hours=12)),
        (Choice.THREADS, ["channel"], ServerSettings(channels=(5,), threads=False, hours=12)),
        (Choice.CLOCK, ["correspondence"], ServerSettings(channels=(5,), clock=ClockKind.CORRESPONDENCE, hours=12)),
        (Choice.DECISION, ["30"], ServerSettings(channels=(5,), decision_s=30, hours=12)),
        (Choice.RESERVE, ["0"], ServerSettings(channels=(5,), reserve_s=0, hours=12)),
        (Choice.HOURS, ["48"], ServerSettings(channels=(5,), hours=48)),
        (Choice.LANGUAGE, ["fr"], ServerSettings(channels=(5,), language=Language("fr"), hours=12)),
        (Choice.LANGUAGE, ["server"], ServerSettings(channels=(5,), hours=12)),
        (Choice.DIALECT, ["short"], ServerSettings(channels=(5,), dialect=Dialect.SHORT, hours=12)),
        (Choice.OPENING, ["10000"], ServerSettings(channels=(5,), hours=12, opening=10_000)),
        (Choice.ALLOWANCE, ["0"], ServerSettings(channels=(5,), hours=12, allowance=0)),
        (Choice.STAKE, ["500"], ServerSettings(channels=(5,), hours=12, stake=500)),
        (Choice.HOUSE, ["salon"], ServerSettings(channels=(5,), hours=12, house=Level.SALON)),
        (Choice.HOUSE, ["away"], ServerSettings(channels=(5,), hours=12)),
        (Choice.KEEP, ["90"], ServerSettings(channels=(5,), hours=12, keep_days=90)),
        (Choice.KEEP, ["0"], ServerSettings(channels=(5,), hours=12)),
        (Choice.DAILY_CHANNEL, ["8"], ServerSettings(channels=(5,), hours=12, daily_channel=8)),
        (Choice.DAILY_CHANNEL, [], ServerSettings(channels=(5,), hours=12)),
        (Choice.DAILY_HOUR, ["23"], ServerSettings(channels=(5,), hours=12, daily_hour=23)),
    ],
)
def test_a_choice_changes_one_thing(choice: Choice, values: list[str], after: ServerSettings) -> None:
    assert apply_choice(choice, values, ServerSettings(channels=(5,), hours=12)) == after


@pytest.mark.parametrize("choice", [choice for choice in Choice if choice is not Choice.EVERYWHERE])
def test_what_is_not_offered_cannot_be_chosen(choice: Choice) -> None:
    with pytest.raises(ValueError, match=r"."):
        apply_choice(choice, ["whatever"], ServerSettings())


def test_a_server_is_offered_no_longer_time_for_its_records_than_the_owner_gives(english: Words) -> None:
    drawing = settings_page.edit(english, SettingControl.KEEP, ServerSettings(), Surroundings(longest=90))
    (select,) = read(drawing).selects
    assert [option["value"] for option in select["options"]] == ["0", "30"]
    for keep_days, said in ((30, "30 days"), (365, "90 days"), (0, "90 days")):
        assert (
            said
            in read(settings_page.draw(english, ServerSettings(keep_days=keep_days), Surroundings(longest=90))).text
        )
    assert english("pages.settings.keep.ever") in read(settings_page.draw(english, ServerSettings(), ALONE)).text


def test_every_control_belongs_to_a_line_of_the_panel() -> None:
    assert {choice.setting for choice in Choice} == set(SettingControl)


def test_a_length_of_time_is_given_in_the_largest_whole_unit(english: Words) -> None:
    told = [duration(english, seconds) for seconds in (0, 45, 60, 90, 600, 3600, 86_400, 172_800)]
    assert told == [
        "0 seconds",
        "45 seconds",
        "1 minute",
        "90 seconds",
        "10 minutes",
        "1 hour",
        "24 hours",
        "2 days",
    ]


@pytest.mark.parametrize("on", [False, True])
def test_the_controls_of_the_preferences_show_the_current_values(words: Words, *, on: bool) -> None:
    order, felt = (HandOrder.DEALT, FeltChoice.DARK) if on else (HandOrder.SORTED, FeltChoice.GREEN)
    distribution = Distribution.TWO_THREE if on else Distribution.THREE_TWO
    language = Language("fr") if on else None
    preferences = Preferences(
        on, distribution, order=order, felt=felt, text_only=not on, reminders=on, tips=on, speaks=language
    )
    drawing = preferences_page.draw(words, preferences)
    reading = read(drawing)
    state = "on" if on else "off"
    assert {words(f"pages.preferences.{name}.{state}") for name in ("colours", "reminders", "tips", "pictures")} <= set(
        reading.buttons
    )
    assert reading.chosen("order") == words(f"pages.preferences.order.{order.value}")
    assert reading.chosen("felt") == words(f"pages.preferences.felt.{felt.value}")
    assert reading.chosen("deal") == words(f"pages.preferences.deal.{distribution.value}")
    spoken = words("pages.preferences.language.discord") if language is None else language.named_in(words.language)
    assert reading.chosen("language") == spoken
    assert len(drawing.pictures) == on, "a reader who wants text alone sees no sample either"
