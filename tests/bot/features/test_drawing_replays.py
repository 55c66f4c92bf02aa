"""Positions of finished games as they are drawn: within Discord's limits, and without a card that
has to stay hidden.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.adapter.formatting import card, card_name
from bot.features.replay.page import ReplayAsk, ReplayStep, draw
from bot.features.replay.upload import MOST_BYTES, BadRecord, fetch, games_of
from bot.tables.archive import GameKey
from bot.tables.problems import Refused
from bot.texts import Words
from ecarte import notation
from ecarte.game import PACK, Seat
from ecarte.notation import Open, Replay
from tests.bot.features.reading import read

GOLDEN = sorted((Path(__file__).parents[2] / "ecarte" / "notation" / "records" / "first-release").glob("*.txt"))
GAME = GameKey(7, 1)


def shown(name: str, *names: str) -> ReplayStep:
    """Returns a game of the golden records."""
    (path,) = [path for path in GOLDEN if path.stem == name]
    north, south = names or ("Alice", "Bruno")
    return ReplayStep(Replay(notation.read(path.read_text("utf-8")).events), (north, south), "–")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_position_of_every_golden_record_is_a_message_that_discord_takes(path: Path, words: Words) -> None:
    game = shown(path.stem)
    for place in range(len(game.walk)):
        open = list(Open)[place % 3]
        reading = read(draw(words, game, ReplayAsk(GAME, place, open)))
        assert words("replay.step", place=place + 1, of=len(game.walk)) in reading.text
        assert not any(re.search(rf"(?<![A-Za-z]){code}(?![A-Za-z])", str(reading.buttons)) for code in PACK)


@pytest.mark.parametrize("open", [Open.NORTH, Open.SOUTH])
def test_of_a_closed_hand_nothing_is_written_but_the_number_of_its_cards(words: Words, open: Open) -> None:
    game = shown("talon-runs-out")
    other = Seat.SOUTH if open is Open.NORTH else Seat.NORTH
    for place in range(len(game.walk)):
        both = game.walk.position(place)
        hidden = set(both.hands[other.index] or ()) - {None}
        tricks = {played_card for trick in both.public.tricks for played_card in (trick.lead, trick.reply)}
        seen = {both.public.turn_up, *tricks, *(turned_card for cut in game.walk.cuts for turned_card in cut)}
        drawn = draw(words, game, ReplayAsk(GAME, place, open))
        reading = read(drawn)
        alts = [item["description"] for part in reading.kind(12) for item in part["items"]]
        everything = "\n".join([reading.text, *alts])
        for hidden_card in hidden - seen:
            assert hidden_card is not None
            assert not re.search(rf"(?<!\w){re.escape(card(words, hidden_card))}", everything)
            assert card_name(words, hidden_card) not in everything
            assert repr(hidden_card) not in repr([picture.scene for picture in drawn.pictures])
        if both.public.number:
            count = words.count("replay.hand.closed", both.public.held[other.index], who=game.names[other.index])
            assert count in reading.text


def test_both_hands_are_written_and_said_where_both_lie_open(words: Words) -> None:
    game = shown("plain")
    both = game.walk.position(1)
    reading = read(draw(words, game, ReplayAsk(GAME, 1)))
    (alt,) = [item["description"] for part in reading.kind(12) for item in part["items"]]
    for hand in both.hands:
        for held_card in hand or ():
            assert held_card is not None
            assert card(words, held_card) in reading.text
            assert card_name(words, held_card) in alt


@pytest.mark.parametrize(("place", "step"), [(0, 1), (10**5, None)])
def test_a_place_beyond_the_game_is_its_first_or_its_last(words: Words, place: int, step: int | None) -> None:
    game = shown("plain")
    reading = read(draw(words, game, ReplayAsk(GAME, place)))
    assert words("replay.step", place=step or len(game.walk), of=len(game.walk)) in reading.text


def test_buttons_lead_by_steps_and_by_deals_and_say_where_they_lead(words: Words) -> None:
    game = shown("plain")
    start = game.walk.deals[1]
    buttons = read(draw(words, game, ReplayAsk(GAME, start + 1, Open.SOUTH, owner=5))).buttons
    leads = {label: custom_id.split(":")[-1] for label, custom_id in buttons.items()}
    assert leads == {
        words("replay.first"): "first.7.1.0.s.5",
        words("replay.back"): f"back.7.1.{start}.s.5",
        words("replay.on"): f"on.7.1.{start + 2}.s.5",
        words("replay.last"): f"last.7.1.{len(game.walk) - 1}.s.5",
        words("replay.both"): f"both.7.1.{start + 1}.b.5",
        words("replay.only", name="Alice"): f"north.7.1.{start + 1}.n.5",
        words("replay.deal.before"): f"deal.7.1.{start}.s.5",
        words("replay.deal.after"): f"deals.7.1.{game.walk.deals[2]}.s.5",
        words("replay.record"): "7.1",
        words("again.from_here"): f"open.7.1.{start + 1}.s..",
    }
    for argument in list(leads.values())[:-1]:
        if argument.count(".") > 1:
            assert ReplayAsk.read(argument).argument(argument.split(".")[0]) == argument


@pytest.mark.parametrize(
    "argument",
    ["", "on", "on.7.1.2.b", "on.7.1.2.x.0", "on.7.0.2.b.0", "on.x.1.2.b.0", "on.7.1.-2.b.0", "on.7.1.99999999.b.0"],
)
def test_an_argument_of_another_version_is_refused(argument: str) -> None:
    with pytest.raises(Refused):
        ReplayAsk.read(argument)


def test_names_from_elsewhere_are_no_markdown_and_fit_into_the_message(words: Words) -> None:
    game = shown("talon-runs-out", "*" * 32, "<@1>@everyone" + "|" * 19)
    for place in range(len(game.walk)):
        text = read(draw(words, game, ReplayAsk(GAME, place))).text
        assert "<@1>" not in text
        assert "@everyone" not in text.replace(r"\@", "")


class _Told:
    """A file at Discord of which only the size is known. Reading it is an error."""

    async def read(self) -> bytes:
        raise AssertionError("it was read")


async def test_a_file_that_is_too_large_is_not_even_read(words: Words) -> None:
    with pytest.raises(BadRecord) as caught:
        await fetch(_Told(), MOST_BYTES + 1)
    assert caught.value.sentence(words) == words("replay.bad.large", limit=64)


def test_a_bad_line_is_quoted_and_cannot_break_out(words: Words) -> None:
    text = GOLDEN[0].read_text("utf-8").replace("end ", "``` @everyone <@1> **x** " + "z" * 900 + "\nend ")
    with pytest.raises(BadRecord) as caught:
        games_of(text.encode())
    sentence = caught.value.sentence(words)
    assert len(sentence) < 800
    assert sentence.count("`") == 4
    assert (
        str(text.split("\n").index(next(line for line in text.split("\n") if line.startswith("```"))) + 1) in sentence
    )
