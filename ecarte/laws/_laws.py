"""Lists the fifty-five laws.

Source: Laws 1-55 as Cavendish edited them, third edition, 1886 (1-51 also as printed for the clubs later).
"""

from __future__ import annotations

from typing import Final

from ecarte.laws._law import Chapter, Keeping, Law

LAWS: Final = (
    Law(1, Chapter.CUTTING, "7", Keeping.OFFERED),
    Law(2, Chapter.CUTTING, "7", Keeping.CANNOT_BE_BROKEN),
    Law(3, Chapter.CUTTING, "7", Keeping.ENFORCED),
    Law(4, Chapter.CUTTING, "7", Keeping.CANNOT_BE_BROKEN),
    Law(5, Chapter.CUTTING, "7", Keeping.ENFORCED),
    Law(6, Chapter.CUTTING, "7", Keeping.CANNOT_BE_BROKEN),
    Law(7, Chapter.CUTTING, "7", Keeping.CANNOT_BE_BROKEN),
    Law(8, Chapter.DEALING, "8", Keeping.ENFORCED),
    Law(9, Chapter.DEALING, "8", Keeping.CANNOT_BE_BROKEN),
    Law(10, Chapter.DEALING, "8", Keeping.ENFORCED),
    Law(11, Chapter.DEALING, "8", Keeping.CANNOT_BE_BROKEN),
    Law(12, Chapter.DEALING, "8", Keeping.CANNOT_BE_BROKEN),
    Law(13, Chapter.DEALING, "8", Keeping.CANNOT_BE_BROKEN),
    Law(14, Chapter.DEALING, "9", Keeping.CANNOT_BE_BROKEN),
    Law(15, Chapter.DEALING, "9", Keeping.CANNOT_BE_BROKEN),
    Law(16, Chapter.DEALING, "9", Keeping.CANNOT_BE_BROKEN),
    Law(17, Chapter.DEALING, "9", Keeping.CANNOT_BE_BROKEN),
    Law(18, Chapter.DEALING, "9", Keeping.CANNOT_BE_BROKEN),
    Law(19, Chapter.DEALING, "10", Keeping.CANNOT_BE_BROKEN),
    Law(20, Chapter.DEALING, "10", Keeping.CANNOT_BE_BROKEN),
    Law(21, Chapter.DEALING, "10", Keeping.CANNOT_BE_BROKEN),
    Law(22, Chapter.KING, "10", Keeping.ENFORCED),
    Law(23, Chapter.KING, "10", Keeping.OFFERED, salon=Keeping.OFFERED),
    Law(24, Chapter.KING, "10", Keeping.OFFERED),
    Law(25, Chapter.KING, "10-11", Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(26, Chapter.PROPOSING, "11", Keeping.ENFORCED),
    Law(27, Chapter.PROPOSING, "11", Keeping.ENFORCED),
    Law(28, Chapter.DISCARDING, "11", Keeping.ENFORCED),
    Law(29, Chapter.DISCARDING, "11", Keeping.CANNOT_BE_BROKEN),
    Law(30, Chapter.DISCARDING, "11", Keeping.CANNOT_BE_BROKEN),
    Law(31, Chapter.DISCARDING, "11", Keeping.CANNOT_BE_BROKEN),
    Law(32, Chapter.DISCARDING, "12", Keeping.CANNOT_BE_BROKEN),
    Law(33, Chapter.DISCARDING, "12", Keeping.CANNOT_BE_BROKEN),
    Law(34, Chapter.DISCARDING, "12", Keeping.CANNOT_BE_BROKEN),
    Law(35, Chapter.DISCARDING, "12", Keeping.CANNOT_BE_BROKEN),
    Law(36, Chapter.DISCARDING, "12", Keeping.CANNOT_BE_BROKEN),
    Law(37, Chapter.DISCARDING, "12", Keeping.CANNOT_BE_BROKEN),
    Law(38, Chapter.DISCARDING, "12-13", Keeping.ENFORCED),
    Law(39, Chapter.PLAYING, "13", Keeping.ENFORCED, salon=Keeping.OFFERED),
    Law(40, Chapter.PLAYING, "13", Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(41, Chapter.PLAYING, "13", Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(42, Chapter.PLAYING, "13", Keeping.OFFERED, salon=Keeping.OFFERED),
    Law(43, Chapter.PLAYING, "13-14", Keeping.ENFORCED, salon=Keeping.OFFERED),
    Law(44, Chapter.CARDS, "14", Keeping.OFFERED),
    Law(45, Chapter.CARDS, "14", Keeping.CANNOT_BE_BROKEN),
    Law(46, Chapter.SCORING, "14", Keeping.ENFORCED),
    Law(47, Chapter.SCORING, "14", Keeping.ENFORCED),
    Law(48, Chapter.SCORING, "14", Keeping.ENFORCED),
    Law(49, Chapter.SCORING, "14-15", Keeping.ENFORCED),
    Law(50, Chapter.SCORING, "15", Keeping.CANNOT_BE_BROKEN),
    Law(51, Chapter.SCORING, "15", Keeping.CANNOT_BE_BROKEN, salon=Keeping.OFFERED),
    Law(52, Chapter.BYSTANDERS, "15", Keeping.ENFORCED),
    Law(53, Chapter.BYSTANDERS, "15", Keeping.CANNOT_BE_BROKEN, salon=Keeping.CANNOT_BE_BROKEN),
    Law(54, Chapter.BYSTANDERS, "15", Keeping.OFFERED, salon=Keeping.OFFERED),
    Law(55, Chapter.BYSTANDERS, "15", Keeping.ENFORCED),
)
"""All fifty-five laws, by number."""
