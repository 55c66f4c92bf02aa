"""The messages of an arena that has begun: its board, its end, one person's games, and everything in a file.

They are drawn from a tournament and the links to its tables. This module makes no requests.
"""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.adapter import formatting
from bot.adapter.components import join_facts, page_frame, text, timestamp
from bot.adapter.message import Message, Picture, layout
from bot.features.tournament.scene import plain_name, title
from bot.features.tournament.tournament_items import (
    FADED,
    MOST_RUNG,
    ShownTournament,
    look_buttons,
    mention,
    name_of,
    rung,
    running_row,
    winner_line,
    within,
)
from bot.texts import Words
from bot.tournaments.arena_progress import MISSES, PLAYED_OUT_MS
from bot.tournaments.tournament import Stage, Tournament
from ecarte.tournament import ArenaStanding, arena_standings

_BEST, _MOST_ON = 10, 8


def board(words: Words, shown: ShownTournament) -> Message:
    """Returns the message of an arena that is on: who leads, and the games that are being played.

    Before the first game it rings for those who take part. Once the arena is over, it says where the end is.
    """
    tournament, arena = shown.tournament, shown.tournament.begun_arena
    head = text(f"## {formatting.safe(title(words, tournament))}")
    if tournament.stage is not Stage.RUNNING:
        off = "tournament.called_off" if tournament.stage is Stage.CANCELLED else "tournament.arena.ended"
        return Message(layout(page_frame(head, text(words(off)), colour=FADED)), passing=True)
    called = arena.entrants[:MOST_RUNG] if not arena.meetings else ()
    lines = [_line(words, tournament, line) for line in arena_standings(arena)[:_BEST]]
    games = [
        join_facts(
            words("tournament.pair", a=name_of(words, tournament, first), b=name_of(words, tournament, second)),
            words("tournament.playing", place=f"<#{shown.places[number]}>") if number in shown.places else "",
        )
        for number, (first, second) in ((number, meeting.people) for number, meeting in arena.on.items())
    ]
    more = len(games) - _MOST_ON
    if more > 0:
        games = [*games[:_MOST_ON], f"-# {words.count('tournament.arena.more', more)}"]
    return Message(
        layout(
            page_frame(
                head,
                text("\n".join(lines)),
                text(" ".join(mention(words, tournament, one) for one in called)) if called else None,
                text("\n".join(games)) if games else None,
                text(_deadline(words, shown)),
                running_row(words, tournament, ready="tournament.arena.here", leave="tournament.leave"),
            )
        ),
        mentions=rung(tournament, *called),
    )


def end_message(words: Words, shown: ShownTournament) -> Message:
    """Returns the message at the end of an arena: the winner, the standings, and who made the fewest errors."""
    tournament = shown.tournament
    standings = arena_standings(tournament.begun_arena)
    # Only in a short arena of many are more people equal than the message has lines.
    best = [line.entrant for line in standings if line.place == 1 and line.won][:_BEST]
    won = winner_line(words, tournament, best, played=False)
    lines = [_line(words, tournament, line) for line in standings[:_BEST]] if best else []
    fewest = shown.fewest_errors
    return Message(
        layout(
            page_frame(
                text(f"## {formatting.safe(title(words, tournament))}\n{won}"),
                text("\n".join(lines)) if lines else None,
                None if fewest is None else _fewest(words, tournament, fewest.number, fewest.rate),
                text(f"-# {words('tournament.tie_breaks.arena')}"),
                ui.ActionRow(*look_buttons(words, tournament)),
            )
        ),
        mentions=rung(tournament, *best, *(() if fewest is None else (fewest.number,))),
    )


def mine(words: Words, shown: ShownTournament, user_id: int) -> Message:
    """Returns the private message with one person's place and games in an arena."""
    tournament, arena = shown.tournament, shown.tournament.begun_arena
    number = tournament.number_of(user_id)
    lines = [words("problem.not_in_arena")]
    own = next((line for line in arena_standings(arena) if line.entrant == number), None)
    if number is not None and own is not None:
        games = [
            _game(words, name_of(words, tournament, other), meeting.winner, number, is_on=meeting.is_on)
            for meeting in arena.meetings
            if number in meeting.people
            for other in meeting.people
            if other != number
        ]
        lines = [
            _line(words, tournament, own),
            within(games[::-1], "\n", lambda n: words.count("tournament.arena.more", n)),
        ]
    head = f"## {formatting.safe(title(words, tournament))}"
    return Message(layout(page_frame(text(head), text("\n".join(line for line in lines if line)))))


def files(words: Words, shown: ShownTournament) -> Message:
    """Returns the message with all places and games of an arena in words, in a file."""
    tournament, arena = shown.tournament, shown.tournament.begun_arena
    lines = [_line(words, tournament, line, plain=True) for line in arena_standings(arena)]
    names = {number: plain_name(words, tournament, number) for number in arena.entrants}
    games = [
        join_facts(
            words("tournament.pair", a=names[meeting.first], b=names[meeting.second]),
            _result(words, None if meeting.winner is None else names[meeting.winner], is_on=meeting.is_on),
        )
        for meeting in arena.meetings
    ]
    written = "\n".join([title(words, tournament), "", *lines, "", *games, ""])
    file = Picture("tournament.txt", written, written.encode)
    item: ui.File[Any] = ui.File(f"attachment://{file.name}")
    return Message(layout(page_frame(text(words("tournament.arena.whole")), item)), (file,))


def _line(words: Words, tournament: Tournament, line: ArenaStanding, *, plain: bool = False) -> str:
    # No full stop after the place: Discord would make a numbered list, and shared places would be counted on.
    name = plain_name if plain else name_of
    return join_facts(
        str(line.place),
        name(words, tournament, line.entrant),
        words.count("tournament.arena.points", line.points),
        words.count("tournament.games_won", line.won),
        words.count("tournament.games_lost", line.lost),
        words("tournament.arena.streak", n=line.streak) if line.streak > 1 else "",
    )


def _game(words: Words, other: str, winner: int | None, reader: int, *, is_on: bool) -> str:
    if winner is None:
        return join_facts(other, _result(words, None, is_on=is_on))
    return join_facts(other, words("tournament.arena.won" if winner == reader else "tournament.arena.lost"))


def _result(words: Words, winner: str | None, *, is_on: bool) -> str:
    if winner is not None:
        return words("tournament.won_by", who=winner)
    return words("tournament.on" if is_on else "tournament.no_winner")


def _fewest(words: Words, tournament: Tournament, number: int, rate: float) -> ui.TextDisplay[Any]:
    who = mention(words, tournament, number)
    return text(words("tournament.arena.fewest", who=who, rate=words.number(round(rate, 1))))


def _deadline(words: Words, shown: ShownTournament) -> str:
    deadline = shown.tournament.deadline
    assert deadline is not None, "an arena that is on has a deadline"
    minutes = PLAYED_OUT_MS // 60_000
    if shown.now >= deadline:
        return f"-# {words('tournament.arena.last', minutes=minutes)}"
    when, rest = timestamp(deadline, "t"), formatting.relative(deadline)
    until = words("tournament.arena.until", when=when, rest=rest, minutes=minutes)
    return f"{until}\n-# {words('tournament.arena.how', n=MISSES)}"
