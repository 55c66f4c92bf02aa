"""The face of a person in a picture, as a plain value: a photograph, or a monogram until there is one."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

GROUNDS = 12
"""How many grounds a monogram may have."""


@dataclass(frozen=True, slots=True, repr=False)
class Face:
    """The face of a player or a backer.

    Attributes:
        monogram: what stands in place of a photograph: one letter of the name, in its own script.
        ground: which of the GROUNDS dark colours lies under the monogram.
        photo: the photograph, encoded (PNG, WebP, JPEG); None: there is none, and the monogram is shown.
        court: the card ("QH") whose figure looks out of the frame: the house. Empty: a person.
    """

    monogram: str
    ground: int = 0
    photo: bytes | None = None
    court: str = ""

    def __repr__(self) -> str:
        """Names a photograph by its digest: a scene's `repr` tells whether its picture changed."""
        photo = "" if self.photo is None else blake2b(self.photo, digest_size=8).hexdigest()
        return f"Face({self.monogram!r}, {self.ground}, {photo!r}, {self.court!r})"
