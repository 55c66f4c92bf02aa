"""Faces on a cloth: the ring around a face, its ground, and the monogram or the photograph in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from bot.letters import split_clusters
from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import BOLD, Canvas
from bot.pictures.drawing.colours import BRASS, FADED, GROUNDS, IVORY, LOST, Rgb
from bot.pictures.drawing.lettering import drawable_text
from bot.pictures.drawing.painting import Box, Painting
from bot.pictures.drawing.photos import disc
from bot.pictures.faces import Face


@dataclass(frozen=True, slots=True)
class FacePlace:
    """The place and the look of a face. All lengths are in pixels.

    Attributes:
        x, y: the middle of the face.
        diameter: the diameter of the face, the ring included.
        ring: the width of the ring.
        colour: the colour of the ring.
        lost: whether the face is grey, because this player has lost.
    """

    x: int
    y: int
    diameter: int
    ring: int = 3
    colour: Rgb = BRASS
    lost: bool = False

    @property
    def inner(self) -> int:
        """The diameter of the face inside its ring, in pixels."""
        return self.diameter - 2 * (self.ring + furniture.FACE_GAP)

    @property
    def box(self) -> Box:
        """The square of the picture in which the face and its ring lie."""
        left, top = self.x - self.diameter // 2, self.y - self.diameter // 2
        return Box(left, top, left + self.diameter, top + self.diameter)


def paint_face(canvas: Canvas, place: FacePlace, ground: int, court: str) -> None:
    """Paints the ring and the ground of a face, without its monogram or photograph. Few such values exist, so this part
    is cached.

    Args:
        ground: the number of the dark colour of the ground.
        court: the court card ("QH") whose head is the face of the house. Empty for a person.
    """
    under = LOST if place.lost else GROUNDS[ground % len(GROUNDS)]
    canvas.lay_middle(furniture.ring(place.diameter, place.ring, place.colour, under), place.x, place.y)
    if court:
        canvas.lay_middle(furniture.portrait(court, place.inner, lost=place.lost), place.x, place.y)


def finish_faces(painting: Painting, faces: list[tuple[Face, FacePlace]]) -> None:
    """Writes the monograms of all faces of a picture, and lays their photographs. Call it once for a picture, after all
    parts are painted.
    """
    photos = list(_photos(faces))
    painting.lay_photos((photo, place.x, place.y) for _, place, photo in photos)
    shown = {place for _, place, _ in photos}
    for face, place in faces:
        if place not in shown and not face.court:
            size = round(place.inner * 0.52)
            colour = FADED if place.lost else IVORY
            # If no font has the script, one Latin letter is enough too.
            letter = split_clusters(drawable_text(face.monogram))[0]
            line = place.y + round(size * 0.36)
            painting.write_line(letter, size, place.x, line, place.inner, colour, align=0.5, weight=BOLD)


def _photos(faces: list[tuple[Face, FacePlace]]) -> Iterator[tuple[Face, FacePlace, Image.Image]]:
    for face, place in faces:
        opened = None if face.photo is None else disc(face.photo, place.inner, lost=place.lost)
        if opened is not None:
            yield face, place, opened
