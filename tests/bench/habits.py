"""How people choose what to press among the buttons that they see; knows no rule of the game."""

from __future__ import annotations

import random
from dataclasses import dataclass

import discord
import simcord

from bot.adapter.custom_ids import Verb
from tests.support.shown import arguments_of, verbs_of


@dataclass(frozen=True, slots=True)
class Habits:
    """How often a person does what is enabled.

    Attributes:
        proposes: how often the elder proposes; None: like any other enabled button.
        gives: how often the dealer accepts; None: likewise.
        announces: how often a king that can be marked is marked at once.
    """

    name: str
    proposes: float | None = None
    gives: float | None = None
    announces: float = 0.5


AT_RANDOM = Habits("at random")
AS_PEOPLE_DO = Habits("as people do", proposes=0.75, gives=0.75, announces=1.0)
"""Near good play in a model with one exchange: the elder proposes 35-74 % of hands, and 76 % are accepted."""


@dataclass(frozen=True, slots=True)
class Click:
    """One press by one person."""

    person: simcord.MemberActor
    message: discord.Message
    custom_id: str


def next_click(person: simcord.MemberActor, message: discord.Message, habits: Habits, chance: random.Random) -> Click:
    """The next press of a player to act, on their hand.

    Raises:
        LookupError: nothing on it can be pressed.
    """
    offered = verbs_of(message)
    if Verb.KING in offered and chance.random() < habits.announces:
        return Click(person, message, offered[Verb.KING][0])
    if Verb.CHOOSE_DISCARDS in offered:
        return _discard(person, message, offered, chance)
    return Click(person, message, _said_or_played(offered, habits, chance))


def _said_or_played(offered: dict[Verb, list[str]], habits: Habits, chance: random.Random) -> str:
    cards = offered.get(Verb.PLAY, [])
    proposing, giving = offered.get(Verb.PROPOSE, []), offered.get(Verb.GIVE, [])
    if proposing and habits.proposes is not None:
        return chance.choice(proposing if chance.random() < habits.proposes else cards)
    if giving and habits.gives is not None:
        return chance.choice(giving if chance.random() < habits.gives else offered[Verb.REFUSE])
    sayings = (Verb.PROPOSE, Verb.GIVE, Verb.GIVE_IF_ENOUGH, Verb.REFUSE)
    choices = [*cards, *(custom_id for verb in sayings for custom_id in offered.get(verb, []))]
    if not choices:
        raise LookupError("nothing can be pressed")
    return chance.choice(choices)


def _discard(
    person: simcord.MemberActor, message: discord.Message, offered: dict[Verb, list[str]], chance: random.Random
) -> Click:
    """Picks a card more, or confirms those picked."""
    toggles, confirm = arguments_of(message, Verb.CHOOSE_DISCARDS), offered.get(Verb.DISCARD, [])
    free = [custom_id for place, custom_id in toggles.items() if place.isdecimal()]
    picked = len(toggles) - len(free)
    if picked and (not free or chance.random() < 0.4):
        return Click(person, message, confirm[0])
    return Click(person, message, chance.choice(free))
