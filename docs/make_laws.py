"""Writes docs/laws.md from the English catalogue: `python -m docs.make_laws`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from bot.features.law import chapter_title, differences, gist, how_kept, kept_at_salon, source, title_of
from bot.texts import Language, Texts, Words
from ecarte.laws import LAWS, Law

PAGE = Path(__file__).with_name("laws.md")
_HEAD = """# The fifty-five laws

For people who want to know a law: the laws of the Turf Club of 1877 in our words, how a table here keeps each, and
where other sources differ. In Discord `/ecarte learn` shows the same, in English and French.
`python -m docs.make_laws` writes this page from `bot/texts/en`.
"""


def page() -> str:
    """The page as Markdown."""
    words = Texts.load()(Language.ENGLISH)
    parts = [_HEAD]
    for chapter, laws in groupby(LAWS, key=lambda law: law.chapter):
        parts.append(f"## {chapter_title(words, chapter)}\n")
        parts += [_law(words, law) for law in laws]
    return "\n".join(parts)


def _law(words: Words, law: Law) -> str:
    lines = [f"### {law.number}. {title_of(words, law)}", f"{gist(words, law)} *({source(words, law)})*"]
    lines.append(f"*{words(f'law.kept.{law.keeping.value}')}* {how_kept(words, law)}")
    if (salon := kept_at_salon(words, law)) is not None:
        lines.append(f"*{words('law.salon')}* {salon}")
    if (differs := differences(words, law)) is not None:
        lines.append(f"*{words('law.differs')}* {differs}")
    return "\n\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
