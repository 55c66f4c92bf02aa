"""Lines and buttons that several messages of tournaments share. This module makes no requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import known_name
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.rows.ids import is_erased
from bot.texts import Words
from bot.tournaments.second_prize import FewestErrors
from bot.tournaments.tournament import Tournament

ASK, SURE = "ask", "sure"
"""The arguments of two buttons: the one that asks whether a person is sure, and the one that confirms."""
FADED = 0x7A7F87
MOST_RUNG = 100
"""The most people whom one message notifies. Discord sets this limit."""
# Discord takes 4,000 characters in all texts of a message.
_MOST_TEXT = 2_800


@dataclass(frozen=True, slots=True)
class ShownTournament:
    """The data from which the messages of a tournament are drawn.

    Attributes:
        places: the id of the thread or channel of each table of this round, by the number of its pairing.
        now: the present time, in epoch milliseconds.
        fewest_errors: the second prize of an arena that is over; None if no one gets it.
    """

    tournament: Tournament
    places: Mapping[int, int]
    now: int
    fewest_errors: FewestErrors | None = None


def winner_line(words: Words, tournament: Tournament, best: Sequence[int], *, played: bool) -> str:
    """Returns the line that names the winner, or all who share the first place.

    Args:
        best: the numbers of the entrants with the first place. If there are none, the line says so.
        played: whether any entrant has won a pairing. It chooses the sentence for a tournament without a winner.
    """
    if not best:
        return words("tournament.no_champion" if played else "tournament.not_played")
    who = words.join([mention(words, tournament, one) for one in best])
    return words("tournament.champion" if len(best) == 1 else "tournament.champions", who=who)


def look_buttons(words: Words, tournament: Tournament) -> tuple[ui.Item[Any], ui.Item[Any]]:
    """Returns the buttons that show the reader's own matches, and all matches as a file."""
    return (
        button(Verb.TOURNAMENT_SHOW, words("tournament.mine"), table=tournament.id, argument="mine"),
        button(Verb.TOURNAMENT_SHOW, words("tournament.whole"), table=tournament.id, argument="whole"),
    )


def organise_button(words: Words, tournament: Tournament) -> PressButton:
    """Returns the button that opens the organiser's page."""
    return button(Verb.TOURNAMENT_START, words("tournament.organise"), table=tournament.id, argument=ASK)


def ready_button(words: Words, tournament: Tournament, key: str = "tournament.ready") -> PressButton:
    """Returns the button with which an entrant says that they are ready to play. `key` is the text key of its label."""
    style = discord.ButtonStyle.success
    return button(Verb.TOURNAMENT_READY, words(key), table=tournament.id, style=style)


def running_row(words: Words, tournament: Tournament, *, ready: str, leave: str) -> ui.ActionRow[Any]:
    """Returns the row of buttons under a round or an arena that is on: ready, matches, leave, organise.

    Args:
        ready: the text key of the label of the button with which an entrant says that they are ready.
        leave: the text key of the label of the button with which an entrant leaves.
    """
    return ui.ActionRow(
        ready_button(words, tournament, ready),
        *look_buttons(words, tournament),
        button(Verb.TOURNAMENT_LEAVE, words(leave), table=tournament.id, argument=ASK),
        organise_button(words, tournament),
    )


def name_of(words: Words, tournament: Tournament, number: int) -> str:
    """Returns the name of an entrant, in bold."""
    person = tournament.person(number)
    return f"**{known_name(words, {person.id: person.name}, person.id)}**"


def mention(words: Words, tournament: Tournament, number: int) -> str:
    """Returns a mention of an entrant, or the name in bold of the house or an erased person."""
    return "".join(f"<@{user}>" for user in rung(tournament, number)) or name_of(words, tournament, number)


def rung(tournament: Tournament, *numbers: int) -> tuple[int, ...]:
    """Returns the ids of the entrants whom a message may notify, at most `MOST_RUNG`: members who are not erased."""
    users = naming.members(*map(tournament.person, numbers))
    return tuple(user for user in users if not is_erased(user))[:MOST_RUNG]


def within(parts: list[str], between: str, more: Callable[[int], str]) -> str:
    """Joins as many parts as a message has room for. If parts are left out, a line at the end says how many.

    Args:
        between: the text between two parts.
        more: returns that line, given the number of parts left out.
    """
    count, length = 0, 0
    for part in parts:
        length += len(part) + len(between)
        if length > _MOST_TEXT:
            break
        count += 1
    joined = between.join(parts[:count])
    return joined if count == len(parts) else f"{joined}\n-# {more(len(parts) - count)}"
