"""The remains of a drawing after it was sent: nothing that waits for a full garbage collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from discord import ui

from bot.adapter.message import Message, Picture, layout


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Ensures that no garbage is left from before, and that none is collected in the block."""
    gc.collect()
    # Objects that live on need not be searched at each collection of a test.
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


async def sent(picture: Picture) -> bytes:
    """Returns what would be sent for a message with a picture, a text and a button. Drops the message."""
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Button(label="Play", custom_id="play"))
    message = Message(layout(ui.Container(ui.TextDisplay("Your turn"), picture.gallery("a hand"), row)), (picture,))
    (first, *_) = message.view.to_components()
    assert (first["id"], len(first["components"])) == (message.mark, 3)
    (file,) = await message.files()
    file.reset()
    data = file.fp.read()
    file.close()
    return data


@pytest.mark.usefixtures("uncollected")
async def test_a_drawing_that_was_sent_leaves_no_garbage() -> None:
    painted = Picture("hand.png", "a hand", lambda: b"png")
    await sent(painted)
    gc.collect()
    assert [await sent(painted) for _ in range(3)] == [b"png"] * 3
    assert gc.collect() == 0


@pytest.mark.usefixtures("uncollected")
async def test_a_picture_that_was_not_sent_leaves_no_garbage() -> None:
    painted = Picture("hand.png", "a hand", lambda: b"png")
    await painted.file()
    gc.collect()
    await painted.file()
    assert gc.collect() == 0
