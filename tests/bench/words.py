"""Lists the words that ask for a second reading: `python -m tests.bench.words PATH…`.

Reads docstrings and comments of Python files and the prose of Markdown files. Quotations and code are left out. Prints
one line for each hit: file, line, rule, and what to write. Ends with status 1 if there is a hit.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.bench.docstrings import ROOT, docstrings, tracked_files

PLACES = ("bot", "ecarte", "research", "tests/support", "docs", "deploy", "*.md")
"""Where the words are looked for if no path is named."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Words that are not written.

    Attributes:
        name: how the rule is called in a line of the list.
        words: finds them.
        advice: what to write instead.
        begins: whether only the beginning of a docstring is looked at.
    """

    name: str
    words: re.Pattern[str]
    advice: str
    begins: bool = False


def _words(pattern: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """Compiles a pattern in which a space may be the end of a line."""
    return re.compile(pattern.replace(" ", r"\s+"), flags)


_PARTICIPLES = (
    "Begun|Come|Drawn|Found|Given|Gone|Held|Kept|Known|Laid|Led|Left|Lost|Made|Paid|Put|Said|Seen|Sent|Shown|Taken|Told"
    "|Written"
)
_AFTER_NO_NOUN = (
    "a|about|after|again|an|and|as|at|back|before|between|by|for|from|in|into|of|on|once|only|or|out|since|the|to|until"
    "|when|where|while|with|without"
)

RULES = (
    Rule(
        "so long",
        _words(r"\bso (?:long|many|much)\b(?!(?: \w+)? that\b)"),
        'name the measure: "for this long", "at most this many", "`count` games"',
    ),
    Rule("but for", _words(r"\bbut for\b"), 'write "except"'),
    Rule("beside", _words(r"\bbeside\b"), 'write "next to", "while" or "besides"'),
    Rule("None: there", _words(r"\bNone: (?:there|none|nothing)\b"), 'write "None if …", with the subject'),
    Rule(
        "person",
        _words(
            r"\b(?:who(?:m|so)?ever|nobody|somebody|anybody|he|him|his|himself|she|hers?|herself|one who|is told)\b"
        ),
        "name the actor: player, backer, caller, table, reader, process; or they",
    ),
    Rule(
        "as it stands",
        _words(r"\b(?:as (?:it|they) stands?|what (?:holds|is left))\b"),
        'say the noun: "the current value", "the bets", "the messages still to delete"',
    ),
    Rule(
        "participle",
        _words(rf"(?!Called|Run)(?:\w+(?<!e)ed|{_PARTICIPLES}) (?:{_AFTER_NO_NOUN})\b", re.NOFLAG),
        "begin with a verb and its object, or with a noun",
        begins=True,
    ),
)
_STRING_OR_COMMENT = re.compile(
    r"""(?s)\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*"""
)
"""Finds the strings of a Python file, in which a # begins no comment, and its comments.

It is twenty times as fast as the module `tokenize`. An f-string must not have its own quotation mark inside, as in
Python 3.11.
"""
_ADVICE = {rule.name: rule.advice for rule in RULES}


@dataclass(frozen=True, slots=True)
class Passage:
    """Prose that belongs together: a docstring, a comment or a page."""

    line: int
    text: str
    docstring: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the hits in the named files and folders, or in all of the project."""
    lines = list(hits(sys.argv[1:] if arguments is None else arguments))
    print(*lines, f"{len(lines)} hits", sep="\n")
    return 1 if lines else 0


def hits(paths: Sequence[str] = ()) -> Iterator[str]:
    """Yields one line for each place that breaks a rule.

    Args:
        paths: files and folders of the repository. Empty for `PLACES`.
    """
    for name in tracked_files(paths or PLACES):
        text = (ROOT / name).read_text("utf-8") if name.endswith((".py", ".md")) else ""
        passages = python_passages(text) if name.endswith(".py") else [Passage(1, prose(text))]
        for line, rule, words in sorted(hits_of(passages)):
            yield f"{name}:{line}: [{rule}] {words!r}: {_ADVICE[rule]}"


def hits_of(passages: Iterable[Passage]) -> Iterator[tuple[int, str, str]]:
    """Yields the line of each hit in some passages, the name of its rule, and its words."""
    for passage in passages:
        text = unquoted(passage.text)
        for rule in RULES:
            if rule.begins:
                found = [rule.words.match(text)] if passage.docstring else []
            else:
                found = list(rule.words.finditer(text))
            for hit in filter(None, found):
                yield passage.line + text.count("\n", 0, hit.start()), rule.name, " ".join(hit[0].split())


def python_passages(text: str) -> Iterator[Passage]:
    """Yields the docstrings and comments of a Python file. Comments on lines that follow each other are one passage."""
    for docstring in docstrings(ast.parse(text)):
        yield Passage(docstring.line, docstring.text, docstring=True)
    begun, comments = 0, list[str]()
    line, end = 1, 0
    for found in _STRING_OR_COMMENT.finditer(text):
        line, end = line + text.count("\n", end, found.start()), found.start()
        if found[0].startswith("#"):
            if line != begun + len(comments):
                if comments:
                    yield Passage(begun, "\n".join(comments))
                begun, comments = line, []
            comments.append(found[0].lstrip("#: "))
    if comments:
        yield Passage(begun, "\n".join(comments))


def prose(text: str) -> str:
    """Returns a page of Markdown without blocks of code and targets of links; its lines keep their numbers."""
    return _without(text, r"^```.*?^ *```|^ +```.*?^ +```|<!--.*?-->|\]\([^)\s]*\)")


def unquoted(text: str) -> str:
    """Returns a text without quotations and inline code; its lines keep their numbers."""
    pairs = (("`", "`"), ('"', '"'), ("“", "”"), ("«", "»"))
    return _without(text, "|".join(rf"{first}(?:[^{last}\n]|\n(?!\s*\n))*{last}" for first, last in pairs))


def _without(text: str, pattern: str) -> str:
    return re.sub(pattern, lambda found: "…" + "\n" * found[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)


if __name__ == "__main__":
    sys.exit(main())
