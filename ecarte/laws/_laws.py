"""The table of the fifty-five laws.

Source: Laws 1-55 as Cavendish edited them in 1886 (1-51 also as printed for the clubs later).
"""

from __future__ import annotations

from typing import Final

from ecarte.laws._law import Chapter, Keeping, Law

__all__ = ["LAWS"]

LAWS: Final = (
    Law(1, Chapter.CUTTING, Keeping.OFFERED),
    Law(2, Chapter.CUTTING, Keeping.CANNOT_BE_BROKEN),
    Law(3, Chapter.CUTTING, Keeping.ENFORCED),
    Law(4, Chapter.CUTTING, Keeping.CANNOT_BE_BROKEN),
    Law(5, Chapter.CUTTING, Keeping.ENFORCED),
    Law(6, Chapter.CUTTING, Keeping.CANNOT_BE_BROKEN),
    Law(7, Chapter.CUTTING, Keeping.CANNOT_BE_BROKEN),
    Law(8, Chapter.DEALING, Keeping.ENFORCED),
    Law(9, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(10, Chapter.DEALING, Keeping.ENFORCED),
    Law(11, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(12, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(13, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(14, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(15, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(16, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(17, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(18, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(19, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(20, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(21, Chapter.DEALING, Keeping.CANNOT_BE_BROKEN),
    Law(22, Chapter.KING, Keeping.ENFORCED),
    Law(23, Chapter.KING, Keeping.OFFERED, salon=Keeping.OFFERED),
    Law(24, Chapter.KING, Keeping.OFFERED),
    Law(25, Chapter.KING, Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(26, Chapter.PROPOSING, Keeping.ENFORCED),
    Law(27, Chapter.PROPOSING, Keeping.ENFORCED),
    Law(28, Chapter.DISCARDING, Keeping.ENFORCED),
    Law(29, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(30, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(31, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(32, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(33, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(34, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(35, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(36, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(37, Chapter.DISCARDING, Keeping.CANNOT_BE_BROKEN),
    Law(38, Chapter.DISCARDING, Keeping.ENFORCED),
    Law(39, Chapter.PLAYING, Keeping.ENFORCED, salon=Keeping.OFFERED),
    Law(40, Chapter.PLAYING, Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(41, Chapter.PLAYING, Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(42, Chapter.PLAYING, Keeping.OFFERED, salon=Keeping.OFFERED),
    Law(43, Chapter.PLAYING, Keeping.ENFORCED, salon=Keeping.OFFERED),
    Law(44, Chapter.CARDS, Keeping.OFFERED),
    Law(45, Chapter.CARDS, Keeping.CANNOT_BE_BROKEN),
    Law(46, Chapter.SCORING, Keeping.ENFORCED),
    Law(47, Chapter.SCORING, Keeping.ENFORCED),
    Law(48, Chapter.SCORING, Keeping.ENFORCED),
    Law(49, Chapter.SCORING, Keeping.ENFORCED),
    Law(50, Chapter.SCORING, Keeping.CANNOT_BE_BROKEN),
    Law(51, Chapter.SCORING, Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(52, Chapter.BYSTANDERS, Keeping.ENFORCED),
    Law(53, Chapter.BYSTANDERS, Keeping.CANNOT_BE_BROKEN, salon=Keeping.CANNOT_BE_BROKEN),
    Law(54, Chapter.BYSTANDERS, Keeping.OFFERED, salon=Keeping.OFFERED),
    Law(55, Chapter.BYSTANDERS, Keeping.ENFORCED),
)
"""All laws, by number."""
