"""The artwork: files that any program for drawings opens, and that look the same on every machine."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

import bot.pictures
from bot.pictures.drawing import furniture
from bot.pictures.drawing.art import artwork, flat_colours, piece, render_image
from bot.pictures.drawing.cards import Pose, card_image
from bot.pictures.drawing.palettes import PALETTES
from bot.pictures.scenes import Deck, Indices

FOLDER = Path(bot.pictures.__file__).parent / "art"
FILES = sorted(path.stem for path in FOLDER.glob("*.svg"))
SIGNS = [name for name in FILES if name.startswith("index-") or name in ("spade", "heart", "diamond", "club")]
SVG = "{http://www.w3.org/2000/svg}"


def solid(image: Image.Image) -> set[tuple[int, ...]]:
    """The colours of the opaque pixels."""
    data = image.tobytes()
    return {tuple(data[at : at + 3]) for at in range(0, len(data), 4) if data[at + 3] == 255}


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_svg_that_shows_something_by_itself(name: str) -> None:
    image = artwork(name, 96)
    assert image.width == 96
    assert max(image.getchannel("A").tobytes()) > 128


@pytest.mark.parametrize("name", FILES)
def test_no_file_asks_for_a_font_a_picture_or_another_file(name: str) -> None:
    """The fonts and files of the machine would change the picture."""
    for element in ElementTree.parse(FOLDER / f"{name}.svg").iter():
        assert element.tag.removeprefix(SVG) not in ("text", "image", "script", "foreignObject")
        references = [value for key, value in element.attrib.items() if key.endswith("href")]
        assert all(reference.startswith("#") for reference in references)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_takes_the_ink_of_its_card(name: str) -> None:
    red = render_image((100, 100), (50, 50), piece(name, 0, 0, 100, 100, fill=(200, 24, 44)))
    assert solid(red) == {(200, 24, 44)}


def test_every_file_is_drawn_by_the_program() -> None:
    code = "".join(path.read_text("utf-8") for path in FOLDER.parent.rglob("*.py"))
    assert [name for name in FILES if not name.startswith("index-") and f'"{name}"' not in code] == []


@pytest.mark.parametrize("rank", ["K", "Q", "J"])
def test_the_courts_of_the_four_suits_wear_different_colours(rank: str) -> None:
    for deck in Deck:
        whole = [card_image(f"{rank}{suit}", Pose(144), deck, Indices.ENGLISH) for suit in "SHDC"]
        courts = [image.crop((40, 60, 120, 150)) for image in whole]
        assert all(differ(one, other) for one, other in combinations(courts, 2))


def test_the_palette_of_each_cloth_holds_every_colour_of_the_artwork() -> None:
    for palette in PALETTES.values():
        held = {tuple(palette[at : at + 3]) for at in range(0, len(palette), 3)}
        assert set(flat_colours()) <= held


def test_the_figures_of_a_score_differ_and_have_one_height() -> None:
    drawn = [furniture.figures(str(number), 72, (252, 248, 236)) for number in range(12)]
    assert len({(figure.size, figure.tobytes()) for figure in drawn}) == 12
    assert {figure.height for figure in drawn} == {72}


@pytest.mark.parametrize("court", [f"{rank}{suit}" for rank in "KQJ" for suit in "SHDC"])
def test_the_house_looks_out_of_its_frame_with_the_head_of_a_court(court: str) -> None:
    """The middle of the disc is a face: most of it has the colour of skin."""
    image = furniture.portrait(court, 110)
    face = image.crop((46, 44, 64, 66)).convert("RGB")
    red, green, blue = (sum(band.tobytes()) / len(band.tobytes()) for band in face.split())
    assert red > green > blue
    assert red > 150
    assert differ(image, furniture.portrait(court, 110, lost=True))


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is not None
