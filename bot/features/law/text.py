"""The sentences of the laws in one language, and the index over them."""

from __future__ import annotations

from functools import lru_cache

from bot.texts import Words
from ecarte.laws import LAWS, Chapter, Entry, Index, Law


def heading(words: Words, law: Law) -> str:
    """The heading of a law."""
    return words(f"law.{law.number}.heading")


def chapter(words: Words, part: Chapter) -> str:
    """The title of a chapter."""
    return words(f"law.chapter.{part.value}")


def gist(words: Words, law: Law) -> str:
    """What a law says."""
    return words(f"law.{law.number}.gist")


def source(words: Words, law: Law) -> str:
    """Where a law stands in the book."""
    return words("law.source", pages=law.pages.replace("-", "–"))


def how(words: Words, law: Law) -> str:
    """How a guided table keeps a law or, where it cannot be broken, why not."""
    return words(f"law.{law.number}.how")


def salon(words: Words, law: Law) -> str | None:
    """How a salon table keeps a law; None where it does so like a guided one."""
    return None if law.salon is None else words(f"law.{law.number}.salon")


def differs(words: Words, law: Law) -> str | None:
    """What the sources of other dialects say; None where they agree."""
    both = f"law.{law.number}.differs.both"
    if words.has(both):
        return words(both)
    sentences = [words(f"law.{law.number}.differs.{dialect.value}") for dialect in reversed(law.differs)]
    return " ".join(sentences) or None


@lru_cache(maxsize=16)
def index(words: Words) -> Index:
    """The words of all laws in one language, made once."""
    return Index({law.number: _entry(words, law) for law in LAWS}, words("law.ignored").split())


def _entry(words: Words, law: Law) -> Entry:
    rest = (differs(words, law) or "", salon(words, law) or "", how(words, law))
    return Entry(heading(words, law), chapter(words, law.chapter), gist(words, law), " ".join(rest))
