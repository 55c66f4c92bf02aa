"""The tour for a first visitor: what happens at the start, and the steps up to the review of the game."""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.texts import Language, Texts
from sandbox.people import Opening, Step

_EXCHANGE = (Verb.WANT_CARDS, Verb.PROPOSE, Verb.GIVE, Verb.CHOOSE_DISCARDS, Verb.DISCARD)
_DEAL = (*_EXCHANGE, Verb.PLAY, Verb.KING)
_BOTH = ("alice", "bruno")
# The buttons that each step is about, and the people who press them.
_STEPS = (
    ("sandbox.tour.challenge.title", "sandbox.tour.challenge", (Verb.ACCEPT,), ("bruno",)),
    ("sandbox.tour.bet.title", "sandbox.tour.bet", (Verb.BET, Verb.BET_AMOUNT), ("chloe",)),
    ("sandbox.tour.match.title", "sandbox.tour.match", (Verb.MATCH_BET,), ("bruno",)),
    ("sandbox.tour.exchange.title", "sandbox.tour.exchange", _EXCHANGE, _BOTH),
    ("sandbox.tour.play.title", "sandbox.tour.play", (*_EXCHANGE[3:], Verb.PLAY), _BOTH),
    ("sandbox.tour.review.title", "sandbox.tour.review", (*_DEAL, Verb.REVIEW), _BOTH),
)


def opening(texts: Texts) -> Opening:
    """The challenge with which the tour begins, and what the page says of it."""
    return Opening(
        person="alice",
        command="ecarte challenge",
        options={"member": "bruno", "stake": 50},
        sentence=_by_language(texts, "sandbox.opening"),
        otherwise=_by_language(texts, "sandbox.again"),
        look_at="bruno",
    )


def tour(texts: Texts) -> list[Step]:
    """The steps of the tour, from the challenge to the review of the game."""
    return [
        Step(
            _by_language(texts, title),
            _by_language(texts, text),
            tuple(f"ecb:{verb.value}:" for verb in verbs),
            people,
        )
        for title, text, verbs, people in _STEPS
    ]


def _by_language(texts: Texts, key: str) -> dict[str, str]:
    return {language.value: texts(language)(key) for language in Language}
