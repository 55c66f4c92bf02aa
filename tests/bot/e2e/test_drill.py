"""The drill of an owner: play, back up, play on, crash, restore, play. The real bot on a real file."""

from __future__ import annotations

from pathlib import Path

from bot.adapter.custom_ids import Verb
from bot.storage import Lost, restore
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of


def image_of(path: Path) -> dict[Path, bytes]:
    """Returns what a crash would leave on the disk at this moment: the file and its write-ahead log."""
    return {file: file.read_bytes() for file in (path, path.with_name(path.name + "-wal"))}


def crash(path: Path, image: dict[Path, bytes]) -> None:
    """Puts the disk back into the state after a crash."""
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    for file, content in image.items():
        file.write_bytes(content)


async def test_the_drill_play_back_up_play_on_crash_restore_play(cards: CardWorld, tmp_path: Path) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.deal(table)
    person, _ = await cards.mover(table)
    message = cards.hand(person)
    assert message is not None
    await cards.act(person, message)
    before = await cards.view(table)
    copy = tmp_path / "copy.sqlite3"
    await cards.room.database.backup(copy)

    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN
    await world.pass_time(1)
    newer = await cards.sit_down(world.chloe, world.david)
    orphan = cards.snapshot(cards.held("david"))
    image = image_of(cards.database)
    assert image[cards.database.with_name(cards.database.name + "-wal")]
    with world.env.time_context():
        await world.env.bot.close()
    crash(cards.database, image)

    restored = await restore(str(cards.database), copy, cards.room.now)
    assert restored.lost is not None
    assert (restored.lost.tables, restored.lost.opened, restored.lost.games) == (2, 1, 1)
    assert restored.lost != Lost(0, 0, 0, 0)

    await world.restart(crash=True)
    again = await cards.view(table)
    assert (again.game, again.status) == (before.game, Status.PLAYING)
    assert again.game_promise is not None
    assert before.game_promise is not None
    assert again.game_promise.commitment != before.game_promise.commitment, "players have seen secrets of the old one"
    mover, _ = await cards.mover(table)
    hand = cards.hand(mover)
    assert hand is not None
    assert verbs_of(hand), "the hands show the state of the restored database"
    late = await cards.press_late(world.david, orphan, next(iter(verbs_of(orphan))))
    assert private_answer(late) == EN("problem.no_table")
    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN
    assert Verb.REMATCH in verbs_of(await cards.table(table))
    fresh = await cards.sit_down(world.chloe, world.david)
    assert fresh > newer, "the buttons of the lost table reach no other"

    async def second_deal() -> bool:
        return (await cards.game(fresh)).number > 1

    await cards.play(fresh, until=second_deal)
    await cards.expect_balanced()
    assert texts_of(await cards.table(fresh))
