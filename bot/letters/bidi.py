"""The order in which the parts of a line are drawn, by Unicode's bidirectional algorithm (UAX 9).

The bot orders the parts itself, because a line may have several fonts, and raqm orders the letters of one font only.
The order needs the embedding level of each letter, and no library returns these levels: the compiled part of
python-bidi (LGPL) returns only reordered text, and its Python part leaves out the rule for pairs of brackets. Explicit
controls of direction are not handled, because `strip_invisible` removes them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_STRONG = {"L": "L", "R": "R", "AL": "R"}
_FROM_RIGHT = {"R", "AL"}
_NUMBERS = ("EN", "AN")
_BRACKETS = "()[]{}⁅⁆⁽⁾₍₎❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟦⟧⟨⟩⟪⟫〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))


def levels(clusters: Sequence[str]) -> list[int]:
    """Returns the embedding level of each letter of a line, in the order of the text.

    Letters of an even level run to the right, those of an odd level to the left.

    Args:
        clusters: the letters of the line, as `split_clusters` returns them.
    """
    classes = [_class_of(cluster) for cluster in clusters]
    # A sentence of the bot runs to the right, even if a name that runs to the left begins it.
    base = "R" if "L" not in classes and not _FROM_RIGHT.isdisjoint(classes) else "L"
    kinds = _neutrals(_brackets(clusters, _numbers(classes, base), base), base)
    if base == "L":
        return [{"L": 0, "R": 1}.get(kind, 2) for kind in kinds]
    return [1 if kind == "R" else 2 for kind in kinds]


def visual_order(levels: Sequence[int]) -> list[int]:
    """Returns the indices of the parts of a line in the order in which they are drawn, from left to right (rule L2).

    Args:
        levels: the embedding level of each part, in the order of the text.
    """
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = end + 1
    return order


def _class_of(cluster: str) -> str:
    return unicodedata.bidirectional(cluster[0]) or "L"


def _numbers(classes: Sequence[str], base: str) -> list[str]:
    """Resolves letters and numbers (rules W2 to W7) to L, R, EN or AN, and everything else to ON."""
    kinds = list(classes)
    strong = base
    for at, kind in enumerate(kinds):
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
    for at in range(1, len(kinds) - 1):
        before, kind, after = kinds[at - 1 : at + 2]
        if before == after and ((kind == "CS" and before in _NUMBERS) or (kind == "ES" and before == "EN")):
            kinds[at] = before
    for step in (range(len(kinds)), reversed(range(len(kinds)))):
        last = ""
        for at in step:
            if kinds[at] == "ET" and last == "EN":
                kinds[at] = "EN"
            last = kinds[at]
    strong = base
    for at, kind in enumerate(kinds):
        if kind in _STRONG:
            strong = kinds[at] = _STRONG[kind]
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"
        elif kind not in _NUMBERS:
            kinds[at] = "ON"
    return kinds


def _brackets(clusters: Sequence[str], kinds: list[str], base: str) -> list[str]:
    """Gives both brackets of a pair one direction (rule N0).

    If letters within the pair run in the direction of the line, the brackets do so too. If only other letters are
    within, the brackets take the direction of the letters before them. Pairs without letters are left to N1 and N2.
    """
    for opening, closing in _pairs(clusters, kinds):
        within = {_side(kind) for kind in kinds[opening + 1 : closing] if kind != "ON"}
        before = next((_side(kind) for kind in reversed(kinds[:opening]) if kind != "ON"), base)
        if within:
            kinds[opening] = kinds[closing] = base if base in within else before
    return kinds


def _pairs(clusters: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the positions of the brackets that belong together (BD16), by the opening one."""
    unclosed: list[tuple[str, int]] = []
    pairs = []
    for at, (cluster, kind) in enumerate(zip(clusters, kinds, strict=True)):
        if kind == "ON" and cluster[0] in _CLOSING:
            unclosed.append((_CLOSING[cluster[0]], at))
        elif kind == "ON" and any(closing == cluster[0] for closing, _ in unclosed):
            while unclosed[-1][0] != cluster[0]:
                unclosed.pop()
            pairs.append((unclosed.pop()[1], at))
    return sorted(pairs)


def _neutrals(kinds: list[str], base: str) -> list[str]:
    """Gives everything else the direction of both its neighbours, or that of the line (rules N1 and N2)."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] == "ON":
            end += 1
        if end > at:
            before = _side(kinds[at - 1]) if at else base
            after = _side(kinds[end]) if end < len(kinds) else base
            kinds[at:end] = [before if before == after else base] * (end - at)
        at = end + 1
    return kinds


def _side(kind: str) -> str:
    return "R" if kind in _NUMBERS else kind
