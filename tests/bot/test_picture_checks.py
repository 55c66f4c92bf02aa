"""What three seconds at a picture must give, as far as a machine can tell: one focal point, signs for any sight, faces.

`test_contrast` checks contrast, `test_small_screens` sizes on a phone.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.pictures import Face, Png, Side, TableScene, hand_picture, souvenir_picture, table_picture
from tests.bot.test_contrast import VISIONS, times
from tests.bot.test_posted_pictures import SOUVENIR
from tests.support.scenes import CHOOSING, CLOTHS, ENDED, FOLLOWING, LED, TABLES, TAKEN

MOST = 60_000
Box = tuple[int, int, int, int]
TRICK: Box = (205, 165, 515, 425)
"""The place of the turn-up before the first card, and then of the trick."""


def seen(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


# ---------------------------------------------------------------- one focal point


def brightest_shape(image: Image.Image) -> Box:
    """Returns the largest bright shape of a blurred picture, as a tired eye sees it."""
    grey = image.convert("L").filter(ImageFilter.GaussianBlur(7)).resize((image.width // 4, image.height // 4))
    width, height = grey.size
    bright = [value > 165 for value in grey.tobytes()]
    best: list[int] = []
    for start, is_bright in enumerate(bright):
        if not is_bright:
            continue
        shape, edge = [], [start]
        bright[start] = False
        while edge:
            at = edge.pop()
            shape.append(at)
            for near in (at - 1, at + 1, at - width, at + width):
                if 0 <= near < width * height and bright[near]:
                    bright[near] = False
                    edge.append(near)
        best = max(best, shape, key=len)
    xs, ys = [at % width for at in best], [at // width for at in best]
    return 4 * min(xs), 4 * min(ys), 4 * max(xs), 4 * max(ys)


@pytest.mark.parametrize("style", CLOTHS, ids=lambda style: style.felt.value)
@pytest.mark.parametrize("state", [state for state in TABLES if state not in ("bets", "ended by the king")])
def test_the_turn_up_or_the_trick_is_the_largest_bright_shape_of_a_table(state: str, style: object) -> None:
    scene = replace(TABLES[state], style=style)  # type: ignore[arg-type]  # a style
    left, top, right, bottom = brightest_shape(seen(table_picture(scene)))
    middle = (left + right) // 2, (top + bottom) // 2
    assert TRICK[0] <= middle[0] <= TRICK[2], middle
    assert TRICK[1] <= middle[1] <= TRICK[3], middle


def test_the_cards_that_may_be_played_are_the_largest_bright_shape_of_a_hand() -> None:
    left, top, right, bottom = brightest_shape(seen(hand_picture(FOLLOWING)))
    assert left >= 16
    assert right <= 292, "the two cards that may be played"
    assert top >= 165
    assert bottom <= 380


# ---------------------------------------------------------------- grey and colour blindness


def grey(image: Image.Image) -> Image.Image:
    return image.convert("L").convert("RGB")


@lru_cache(maxsize=4)
def _table(vision: str) -> list[Image.Image]:
    """Returns, for each colour of a coarse grid, how a person with this vision sees it. One table for each band."""
    levels = range(0, 256, 17)
    bands: list[list[int]] = [[], [], []]
    for red in levels:
        for green in levels:
            for blue in levels:
                parts = [part / 255 for part in (red, green, blue)]
                light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
                shifted = [min(1.0, max(0.0, part)) for part in times(VISIONS[vision], light)]
                shown = [12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in shifted]
                for band, part in zip(bands, shown, strict=True):
                    band.append(round(part * 255))
    return [Image.frombytes("L", (len(band), 1), bytes(band)) for band in bands]


def as_seen(vision: str) -> Callable[[Image.Image], Image.Image]:
    tables = [list(band.tobytes()) for band in _table(vision)]

    def seen_by(image: Image.Image) -> Image.Image:
        data = image.tobytes()
        out = bytearray(len(data))
        for at in range(0, len(data), 3):
            cell = (round(data[at] / 17) * 16 + round(data[at + 1] / 17)) * 16 + round(data[at + 2] / 17)
            out[at], out[at + 1], out[at + 2] = tables[0][cell], tables[1][cell], tables[2][cell]
        return Image.frombytes("RGB", image.size, bytes(out))

    return seen_by


SIGHTS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "grey": grey,
    "no green (deuteranopia)": as_seen("no green (deuteranopia)"),
    "no blue (tritanopia)": as_seen("no blue (tritanopia)"),
}
SIGNS: dict[str, tuple[TableScene, TableScene, Box]] = {
    "who is to play": (
        LED,
        replace(LED, left=replace(LED.left, to_play=False), right=replace(LED.right, to_play=True)),
        (40, 30, 196, 196),
    ),
    "the king": (LED, replace(LED, left=replace(LED.left, king=False)), (40, 14, 120, 90)),
    "the dealer": (LED, replace(LED, left=replace(LED.left, dealer=False)), (146, 40, 202, 96)),
    "the score": (LED, replace(LED, left=replace(LED.left, score=3)), (216, 66, 268, 148)),
    "a counter": (LED, replace(LED, left=replace(LED.left, score=3)), (46, 246, 190, 272)),
    "who took the trick": (
        TAKEN,
        replace(TAKEN, winner=Side.RIGHT),
        TRICK,
    ),
    "the last trick": (LED, replace(LED, winner=Side.LEFT), (24, 412, 96, 496)),
    "who has won": (
        ENDED,
        replace(ENDED, left=replace(ENDED.left, won=False), right=replace(ENDED.right, won=True)),
        (18, 6, 218, 206),
    ),
}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("sign", SIGNS)
def test_no_sign_of_a_table_is_lost_to_people_who_see_other_colours(sign: str, sight: str) -> None:
    one, other, box = SIGNS[sign]
    views = [SIGHTS[sight](seen(table_picture(scene)).crop(box)) for scene in (one, other)]
    apart = ImageChops.difference(*views).convert("L").point([0] * 24 + [255] * 232)
    share = ImageStat.Stat(apart).mean[0] / 255
    assert share > 0.004, f"{share:.4f} of the place differs"


# ---------------------------------------------------------------- photographs


def photo(seed: int, *, size: int = 128, kind: str = "PNG") -> bytes:
    """A photograph as noisy as any."""
    chance = Random(seed)
    coarse = Image.frombytes("RGB", (16, 16), chance.randbytes(768)).resize((size, size), Image.Resampling.BICUBIC)
    noise = Image.frombytes("RGB", (size, size), chance.randbytes(3 * size * size))
    saved = BytesIO()
    Image.blend(coarse, noise, 0.15).save(saved, kind)
    return saved.getvalue()


def with_photos(scene: TableScene, first: int = 0) -> TableScene:
    backers = tuple(Face("E", 1, photo(first + 2 + number)) for number in range(4))
    return replace(
        scene,
        left=replace(scene.left, face=Face("A", 3, photo(first)), backers=backers[:2]),
        right=replace(scene.right, face=Face("B", 0, photo(first + 1)), backers=backers[2:]),
    )


@pytest.mark.parametrize("style", CLOTHS, ids=lambda style: style.felt.value)
@pytest.mark.parametrize("state", TABLES)
def test_a_table_with_six_photographs_weighs_no_more_than_sixty_kilobytes(state: str, style: object) -> None:
    scene = replace(with_photos(TABLES[state]), style=style)  # type: ignore[arg-type]  # a style
    assert len(table_picture(scene).data) <= MOST


def test_hands_and_souvenirs_with_photographs_weigh_no_more_than_sixty_kilobytes() -> None:
    assert FOLLOWING.opponent is not None
    assert FOLLOWING.holder is not None
    hand = replace(
        FOLLOWING,
        opponent=replace(FOLLOWING.opponent, face=Face("B", 0, photo(1))),
        holder=replace(FOLLOWING.holder, face=Face("A", 0, photo(2))),
    )
    assert len(hand_picture(hand).data) <= MOST
    posted = replace(SOUVENIR, winner=Face("A", 0, photo(1)), loser=Face("B", 0, photo(2)))
    assert len(souvenir_picture(posted).data) <= MOST


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG"])
def test_a_photograph_takes_the_place_of_the_monogram_and_of_nothing_else(kind: str) -> None:
    plain, shown = LED, replace(LED, left=replace(LED.left, face=Face("A", 3, photo(5, kind=kind))))
    box = ImageChops.difference(seen(table_picture(plain)), seen(table_picture(shown))).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert left >= 118 - 66
    assert top >= 106 - 66
    assert right <= 118 + 66
    assert bottom <= 106 + 66


@pytest.mark.parametrize(
    "broken",
    [b"", b"no picture", photo(1)[:400], b"\x89PNG\r\n\x1a\n" + bytes(64), photo(1, size=1025)],
    ids=["empty", "text", "cut off", "a head alone", "too large"],
)
def test_bytes_that_are_no_photograph_leave_the_monogram(broken: bytes) -> None:
    shown = replace(LED, left=replace(LED.left, face=Face("A", 3, broken)))
    assert table_picture(shown).data == table_picture(LED).data


def test_the_loser_s_photograph_is_grey() -> None:
    scene = replace(ENDED, right=replace(ENDED.right, face=Face("B", 0, photo(4))))
    face = seen(table_picture(scene)).crop((580, 84, 624, 130))
    channels = [ImageStat.Stat(band).mean[0] for band in face.split()]
    assert max(channels) - min(channels) < 8


def test_no_photograph_stays_in_memory_once_its_pictures_are_painted() -> None:
    """An erasure then has to empty only one place: the memory of photographs."""
    mine = photo(77)
    assert FOLLOWING.opponent is not None
    for _ in range(2):
        table_picture(replace(LED, left=replace(LED.left, face=Face("A", 3, mine))))
        hand_picture(replace(FOLLOWING, opponent=replace(FOLLOWING.opponent, face=Face("A", 3, mine))))
        souvenir_picture(replace(SOUVENIR, winner=Face("A", 0, mine)))
    gc.collect()
    holders = [each for each in gc.get_objects() if isinstance(each, Face) and each.photo == mine]
    assert not holders


def test_a_hand_without_photographs_is_kept_for_all_who_see_it() -> None:
    assert hand_picture(CHOOSING) is hand_picture(replace(CHOOSING))
