"""Faces of people for pictures: a photograph that is in memory, or else a monogram. The house has a card as a face."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from zlib import crc32

from bot.letters import split_clusters, strip_invisible
from bot.people.person import Person
from bot.pictures import Face
from bot.pictures.faces import GROUNDS

Photos = Mapping[int, bytes]
"""Photographs (the bytes of avatars) by the ids of people. Only those that may be shown where the picture is sent."""

NO_PHOTOS: Final[Photos] = MappingProxyType({})

_NOTHING = "?"


def face_of(person: Person, photos: Photos = NO_PHOTOS) -> Face:
    """Returns the face of a person. Never waits for a photograph."""
    if person.level is not None:
        return Face(monogram(person.name), 0, None, str(person.level.definition.card))
    # A player in a record has only a name.
    ground = crc32(str(person.id or person.name).encode()) % GROUNDS
    return Face(monogram(person.name), ground, photos.get(person.id))


def monogram(name: str) -> str:
    """Returns the first letter of a name as a capital.

    If the name has no letter, returns its first digit or another sign.
    """
    parts = [part for part in split_clusters(strip_invisible(name)) if not part.isspace()]
    for kind in "LN":
        for part in parts:
            if unicodedata.category(part[0])[0] == kind:
                raised = part.upper()
                # A letter that becomes two ("ß") stays as it is.
                return raised if len(split_clusters(raised)) == 1 else part
    return parts[0] if parts else _NOTHING
