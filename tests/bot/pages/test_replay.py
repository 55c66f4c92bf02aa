"""Games that are leafed through on the simulated Discord: by whom, how far, what lies open; and records from elsewhere.

Not proved here: that Discord hands a message's file back to a bot that presses came to; simcord does as it is said to.
"""

from __future__ import annotations

from pathlib import Path

from ecarte import notation
from ecarte.walking import Walk
from tests.bot.pages.playing import Answer, Hall

RECORDS = Path(__file__).parents[2] / "ecarte" / "records"
CLAIMS = (RECORDS / "modern-with-claims.txt").read_text("utf-8")
SHORT = (RECORDS / "short-lost-on-time.txt").read_text("utf-8")


async def bring(hall: Hall, data: str | bytes, name: str = "game.txt", **options: object) -> Answer:
    """Alice brings a record."""
    data = data.encode() if isinstance(data, str) else data
    return await hall.ask(hall.world.alice, "replay", record=(name, data), **options)


def step(answer: Answer) -> tuple[int, int]:
    """The step that is shown, and how many there are."""
    (line,) = [line for line in answer.text.split("\n") if line.startswith(("-# Step ", "-# Étape "))]
    _, _, place, _, of = line.split(" ")
    return int(place), int(of)


async def test_ones_last_game_is_leafed_through_from_the_first_step_to_the_last(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    first = await hall.ask(hall.world.alice, "replay")
    assert first.private
    assert step(first)[0] == 1
    assert "Cut for the deal" in first.text
    assert first.reading.dead >= {"First", "Back", "Both hands", "Previous deal"}
    dealt = await hall.click(hall.world.alice, first, "Forward")
    assert dealt.message.id == first.message.id
    assert "and turns up" in dealt.text
    last = await hall.click(hall.world.alice, dealt, "Last")
    assert step(last)[0] == step(last)[1]
    assert "Bruno resigns: Alice wins the game" in last.text
    assert last.reading.dead >= {"Last", "Forward"}
    assert step(await hall.click(hall.world.alice, last, "Back"))[0] == step(last)[1] - 1
    assert step(await hall.click(hall.world.alice, last, "First"))[0] == 1


async def test_in_french_it_speaks_french(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    hall.world.speaks(hall.world.alice, "fr")
    first = await hall.ask(hall.world.alice, "replay")
    assert "On coupe pour la donne" in first.text
    assert "et retourne" in (await hall.click(hall.world.alice, first, "Avancer")).text


async def test_a_record_from_elsewhere_is_watched(hall: Hall) -> None:
    answer = await bring(hall, CLAIMS)
    assert answer.private
    assert answer.reading.files == ["record.txt"]
    assert "Chloé" in answer.text
    on = await hall.click(hall.world.alice, answer, "Forward")
    assert on.message.id == answer.message.id
    assert step(on) == (2, len(Walk(notation.read(CLAIMS).events)))
