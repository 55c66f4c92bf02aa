"""The face of a person in a picture, as a plain value: a photograph or, without one, a monogram."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

GROUNDS = 12
"""How many dark colours a monogram may stand on."""


@dataclass(frozen=True, slots=True, repr=False)
class Face:
    """The face of a player or a backer.

    Attributes:
        monogram: one letter of the name, in its own script. It is shown if there is no photograph.
        ground: the number of the dark colour under the monogram, from 0 to GROUNDS - 1.
        photo: the encoded photograph (PNG, WebP, JPEG). None if there is none.
        court: the court card ("QH") whose head is the face of the house. Empty for a person.
    """

    monogram: str
    ground: int = 0
    photo: bytes | None = None
    court: str = ""

    def __repr__(self) -> str:
        """Names a photograph by its digest, so that a scene's `repr` shows whether its picture changed."""
        photo = "" if self.photo is None else blake2b(self.photo, digest_size=8).hexdigest()
        return f"Face({self.monogram!r}, {self.ground}, {photo!r}, {self.court!r})"
