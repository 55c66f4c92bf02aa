"""The sentences of refusals."""

from __future__ import annotations

from bot.adapter.formatting import unseen
from bot.tables.problems import Problem, Refused
from bot.texts import Words

__all__ = ["sentence_of"]


def sentence_of(words: Words, refused: Refused) -> str:
    """The sentence for a refusal; an unlawful move has one of its own for each rule, where there is one."""
    key = f"problem.{refused.problem.value}"
    if refused.problem is Problem.NOT_LAWFUL:
        rule = refused.data.get("rule")
        special = f"rule.{getattr(rule, 'value', rule)}"
        key = special if words.has(special) else key
    elif refused.problem is Problem.GALERIE:
        rule = refused.data.get("rule")
        key = f"galerie.no.{getattr(rule, 'value', rule)}"
    elif refused.problem is Problem.UNSEEN:
        return unseen(words, refused.data["sight"], refused.data["terms"])
    limit = refused.data.get("limit")
    if isinstance(limit, int):
        return words.count(key, limit, **refused.data)
    return words(key, **{name: words.number(it) if type(it) is int else it for name, it in refused.data.items()})
