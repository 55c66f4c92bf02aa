"""The messages of a tournament: the invitation, one for each round, the end, and the call to a missing player.

They are drawn from a tournament and the links to its tables. This module makes no requests.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import join_facts, known_name, page_frame, text, timestamp
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.permissions import boxes
from bot.clock import ClockKind
from bot.features.tournament.scene import alt, branch, in_words, picture, title, whole
from bot.features.tournament.tournament_items import (
    ASK,
    FADED,
    SURE,
    ShownTournament,
    look_buttons,
    mention,
    name_of,
    organise_button,
    ready_button,
    rung,
    running_row,
    winner_line,
    within,
)
from bot.texts import Words
from bot.tournaments.tournament import READY_MS, Stage, Tournament
from ecarte.tournament import FEWEST, Form, Outcome, Pairing, champions, is_contested, standings

_BEST = 8


def announcement(words: Words, tournament: Tournament) -> Message:
    """Returns the invitation to a tournament, with the conditions of entry and the entrants.

    Once the tournament is not open any more, the same message says only what became of it: it has begun, was called off
    or lapsed.
    """
    head = f"## {formatting.safe(title(words, tournament))}"
    if tournament.stage is not Stage.OPEN:
        about = (
            words(_end_key(tournament))
            if not tournament.has_begun
            else words.count("tournament.has_begun", len(tournament.members))
        )
        if tournament.house is not None:
            house = name_of(words, tournament, len(tournament.people))
            about = f"{about}\n{words('tournament.house.joined', house=house)}"
        return Message(layout(page_frame(text(head), text(about), colour=FADED)), passing=True)
    who = f"<@{tournament.opener_id}>" if tournament.opener_id > 0 else words("pages.former_player")
    key = "tournament.opened" if tournament.starts_at is None else "tournament.opened.timed"
    opener = words(key, who=who, form=words(f"tournament.about.{tournament.plan.kind}"))
    people = [known_name(words, {person.id: person.name}, person.id) for person in tournament.people]
    entrants = (
        words("tournament.no_entries")
        if not people
        else within(people, ", ", lambda n: words.count("tournament.more_people", n))
    )
    hours = _hours(words, tournament)
    if tournament.plan.terms.house is not None:
        house = f"**{naming.name(words, tournament.plan.terms.house)}**"
        hours = f"{hours}\n{words('tournament.house.would', house=house)}"
    count = _count(words, tournament)
    return Message(
        layout(
            page_frame(
                text(f"{head}\n{opener}"),
                _start(words, tournament),
                text(f"{formatting.terms(words, tournament.plan.terms)}\n{hours}"),
                _tie_breaks(words, tournament),
                text(f"**{count}**\n{entrants}"),
                ui.ActionRow(
                    button(
                        Verb.TOURNAMENT_JOIN,
                        words("tournament.join"),
                        table=tournament.id,
                        style=discord.ButtonStyle.success,
                    ),
                    button(Verb.TOURNAMENT_LEAVE, words("tournament.leave"), table=tournament.id),
                    organise_button(words, tournament),
                    button(Verb.RULES, words("challenge.rules"), emoji="❔"),
                ),
            )
        )
    )


def _end_key(tournament: Tournament) -> str:
    """Returns the key of the sentence that says why a tournament was cancelled before its first round."""
    if not tournament.lapsed:
        return "tournament.called_off"
    return "tournament.lapsed" if tournament.starts_at is None else "tournament.lapsed.timed"


def _start(words: Words, tournament: Tournament) -> ui.TextDisplay[Any] | None:
    """Returns when the tournament starts by itself, with its event at Discord. None if a person starts it."""
    if tournament.starts_at is None:
        return None
    lines = [
        words(
            "tournament.starts",
            when=timestamp(tournament.starts_at, "f"),
            rest=formatting.relative(tournament.starts_at),
        )
    ]
    if tournament.event_id is not None:
        link = f"https://discord.com/events/{tournament.guild_id}/{tournament.event_id}"
        lines.append(f"-# {words('tournament.event', link=link)}")
    return text("\n".join(lines))


def round_message(words: Words, shown: ShownTournament, round_no: int) -> Message:
    """Returns the message of a round: its pairings, and how far they are. When it is sent, it rings for those who have
    to play.
    """
    tournament, rounds = shown.tournament, shown.tournament.begun_rounds
    on = tournament.stage is Stage.RUNNING and round_no == rounds.round_no
    which = words("tournament.round", n=round_no, m=rounds.rounds_in_all)
    head = f"## {formatting.safe(title(words, tournament))} · {which}"
    lines = [
        _match_line(words, shown, number, match, on=on) for number, match in enumerate(rounds.rounds[round_no - 1], 1)
    ]
    matches = within([line for line in lines if line], "\n", lambda n: words.count("tournament.more", n)) or words(
        "tournament.no_players_left"
    )
    if not on:
        off = (
            words("tournament.called_off")
            if tournament.stage is Stage.CANCELLED and round_no == rounds.round_no
            else ""
        )
        return Message(
            layout(page_frame(text(head), text(matches), text(off) if off else None, colour=FADED)), passing=True
        )
    waiting = [match for match in rounds.rounds[-1] if match.outcome is None]
    image = picture(words, tournament, shown.places.keys())
    return Message(
        layout(
            page_frame(
                text(head),
                text(matches),
                image.gallery(alt(words, image)),
                text(_deadline(words, shown)),
                running_row(words, tournament, ready="tournament.ready", leave="tournament.withdraw"),
            )
        ),
        (image,),
        mentions=rung(tournament, *(one for match in waiting for one in match.people)),
    )


def end_message(words: Words, shown: ShownTournament) -> Message:
    """Returns the message at the end of a tournament: the winner and the standings. If the house has won, the message
    also names the best members.
    """
    tournament = shown.tournament
    best, image = champions(tournament.begun_rounds), picture(words, tournament, ())
    board = standings(tournament.begun_rounds)
    contested = is_contested(tournament.begun_rounds)
    won = winner_line(words, tournament, best, played=contested)
    first = _first_members(tournament) if best and all(tournament.person(one).level for one in best) else []
    if first:
        people = words.join([mention(words, tournament, one) for one in first])
        won = f"{won}\n{words.count('tournament.house.first', len(first), who=people)}"
    lines = [
        _standing_line(words, tournament, standing.entrant, standing.place, standing.won, standing.lost)
        for standing in (board[:_BEST] if best or contested else ())
    ]
    return Message(
        layout(
            page_frame(
                text(f"## {formatting.safe(title(words, tournament))}\n{won}"),
                text("\n".join(lines)) if lines else None,
                _tie_breaks(words, tournament),
                image.gallery(alt(words, image)),
                ui.ActionRow(*look_buttons(words, tournament)),
            )
        ),
        (image,),
        mentions=rung(tournament, *best, *first),
    )


def _tie_breaks(words: Words, tournament: Tournament) -> ui.TextDisplay[Any] | None:
    """Returns how a tie between players with as many games won is broken. None for a knock-out, which has no ties."""
    plan = tournament.plan
    return None if plan.form is Form.KNOCK_OUT else text(f"-# {words(f'tournament.tie_breaks.{plan.kind}')}")


def mine(words: Words, shown: ShownTournament, user_id: int) -> Message:
    """Returns the private message with one person's matches in words, and a picture. For an entrant of a knock-out, the
    picture shows this person's matches. Otherwise it is the `picture` of the tournament.
    """
    tournament = shown.tournament
    number = next((place for place, person in enumerate(tournament.people, 1) if person.id == user_id), None)
    image = picture(words, tournament, shown.places.keys())
    if number is not None and tournament.plan.form is Form.KNOCK_OUT:
        image = branch(words, tournament, number, shown.places.keys())
    now = tournament.begun_rounds.round_no
    lines = [
        join_facts(words("tournament.round", n=round_no, m=tournament.begun_rounds.rounds_in_all), line)
        for round_no, pairings in enumerate(tournament.begun_rounds.rounds, 1)
        for place, pairing in enumerate(pairings, 1)
        if number in pairing.people
        and (line := _match_line(words, shown, place, pairing, on=round_no == now, reader=number))
    ]
    matches = "\n".join(lines) or words("tournament.not_yours")
    head = f"## {formatting.safe(title(words, tournament))}"
    return Message(layout(page_frame(text(head), image.gallery(alt(words, image)), text(matches))), (image,))


def files(words: Words, shown: ShownTournament) -> Message:
    """Returns the message with all matches of a tournament, as a picture in a file and in words."""
    image = whole(words, shown.tournament, shown.places.keys())
    image = replace(image, about=alt(words, image))
    written = "\n".join([title(words, shown.tournament), "", *in_words(words, image), ""])
    file = Picture("tournament.txt", written, written.encode)
    items: list[ui.File[Any]] = [ui.File(f"attachment://{one.name}") for one in (image, file)]
    return Message(layout(page_frame(text(words("tournament.whole.about")), *items)), (image, file))


def call(words: Words, tournament: Tournament, other: int, link: str) -> Message:
    """Returns the message that calls a player to their match, because the opponent is ready.

    Args:
        other: the number of the opponent among the entrants.
        link: a link to the channel of the tournament.
    """
    sentence = words(
        "tournament.call",
        who=name_of(words, tournament, other),
        title=formatting.safe(title(words, tournament)),
        place=link,
    )
    return Message(
        layout(
            page_frame(
                text(sentence),
                ui.ActionRow(ready_button(words, tournament)),
            )
        ),
        passing=True,
    )


def organiser(words: Words, tournament: Tournament, *, lacks_events: bool = False) -> Message:
    """Returns the page on which the opener of a tournament, or a manager, starts it or calls it off.

    Args:
        lacks_events: whether the server wants an event for the tournament, and the bot lacks the permission to make it.
    """
    is_open, enough = tournament.stage is Stage.OPEN, len(tournament.people) >= FEWEST
    start = button(
        Verb.TOURNAMENT_START,
        words("tournament.start"),
        table=tournament.id,
        argument=SURE,
        style=discord.ButtonStyle.primary,
        disabled=not enough,
    )
    stop = button(Verb.TOURNAMENT_STOP, words("tournament.stop"), table=tournament.id, argument=ASK)
    count = _count(words, tournament)
    about = words("tournament.organise.on")
    if tournament.lapses_at is not None:
        about = f"{count}\n-# {words('tournament.lapses', moment=timestamp(tournament.lapses_at, 'f'))}"
    elif is_open:
        about = count
    if is_open and lacks_events:
        about = f"{about}\n⚠️ {words('pages.settings.events.lacks')}\n{boxes(words, ['create_events'])}"
    return Message(layout(page_frame(text(about), ui.ActionRow(*([start] if is_open else []), stop))))


def sure(words: Words, tournament: Tournament, verb: Verb) -> Message:
    """Returns the question whether the person is sure that they want to leave the tournament, or to call it off.

    Args:
        verb: which of the two they have asked for.
    """
    is_arena = tournament.arena is not None
    leave = "tournament.leave" if is_arena else "tournament.withdraw"
    ask = "tournament.arena.sure" if is_arena else "tournament.sure.leave"
    label = words(leave if verb is Verb.TOURNAMENT_LEAVE else "tournament.stop")
    return Message(
        layout(
            text(words(ask if verb is Verb.TOURNAMENT_LEAVE else "tournament.sure.stop")),
            ui.ActionRow(button(verb, label, table=tournament.id, argument=SURE, style=discord.ButtonStyle.danger)),
        )
    )


def _match_line(
    words: Words, shown: ShownTournament, number: int, match: Pairing, *, on: bool, reader: int | None = None
) -> str:
    """Returns one line of a round, or an empty string for an empty place.

    Args:
        reader: the number of the entrant who reads it alone. None if it is for all.
    """
    tournament = shown.tournament
    if not match.people:
        return ""
    if len(match.people) == 1:
        return words("tournament.has_bye", who=name_of(words, tournament, match.people[0]))
    one, other = match.people
    if match.outcome is None:
        who = words("tournament.pair", a=mention(words, tournament, one), b=mention(words, tournament, other))
        if number in shown.places:
            return join_facts(who, words("tournament.playing", place=f"<#{shown.places[number]}>"))
        there = next((here for here in match.people if on and tournament.is_here(here, shown.now)), None)
        if there is None:
            return who
        is_reader = there == reader
        key = "tournament.is_ready.you" if is_reader else "tournament.is_ready"
        return join_facts(who, words(key, who=name_of(words, tournament, there)))
    who = words("tournament.pair", a=name_of(words, tournament, one), b=name_of(words, tournament, other))
    if match.winner is None:
        return join_facts(who, words("tournament.no_show"))
    key = "tournament.won_by" if match.outcome in (Outcome.FIRST, Outcome.SECOND) else "tournament.walkover"
    return join_facts(who, words(key, who=name_of(words, tournament, match.winner)))


def _deadline(words: Words, shown: ShownTournament) -> str:
    tournament = shown.tournament
    assert tournament.deadline is not None, "a current round has a deadline"
    if shown.now >= tournament.deadline:
        return f"-# {words('tournament.played_out')}"
    until = words(
        "tournament.until", when=f"<t:{tournament.deadline // 1000}:f>", rest=formatting.relative(tournament.deadline)
    )
    how = words("tournament.how.live", minutes=READY_MS // 60_000)
    if tournament.plan.terms.pace.kind is ClockKind.CORRESPONDENCE:
        how = words("tournament.how.correspondence")
    return f"{until}\n-# {how}"


def _count(words: Words, tournament: Tournament) -> str:
    """Returns how many people have entered, and how many can play."""
    joined = words.number(len(tournament.people))
    return words("tournament.count", n=joined, least=FEWEST, most=tournament.plan.most)


def _hours(words: Words, tournament: Tournament) -> str:
    if tournament.plan.form is None:
        return words.count("tournament.minutes", tournament.plan.minutes)
    return words.count("tournament.hours", tournament.plan.hours)


def _standing_line(words: Words, tournament: Tournament, number: int, place: int, won: int, lost: int) -> str:
    # No full stop after the place: Discord would make a numbered list, and shared places would be counted on.
    who = join_facts(str(place), name_of(words, tournament, number))
    if tournament.plan.form is Form.KNOCK_OUT:
        return who
    return join_facts(who, words.count("tournament.games_won", won), words.count("tournament.games_lost", lost))


def _first_members(tournament: Tournament) -> list[int]:
    """Returns the members with the best place among members, if they have won anything."""
    lines = [
        line
        for line in standings(tournament.begun_rounds)
        if line.won and tournament.person(line.entrant).level is None
    ]
    return [line.entrant for line in lines if line.place == lines[0].place]
