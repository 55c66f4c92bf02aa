"""The picture of a tournament: the tree of a knock-out, the cross table of a round robin, or a list of the players in a
Swiss tournament or a large round robin.

This module makes no requests. The core (`ecarte`) says what is known of a match, and the caller says which matches are
being played.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.adapter.components import join_facts, known_name, shorten
from bot.adapter.formatting import LONGEST_ALT
from bot.adapter.message import Picture
from bot.letters import strip_invisible
from bot.pictures import (
    BracketScene,
    BranchScene,
    Cell,
    CrossRow,
    CrossScene,
    MatchEntrant,
    Meeting,
    bracket_picture,
    branch_picture,
    cross_picture,
)
from bot.texts import Words
from bot.tournaments.tournament import Tournament
from ecarte.tournament import Form, Outcome, Pairing, champions, standings

_SMALL, _MOST, _LINES = 2, 4, 10
"""How many rounds of a tree, how many matches, and how many lines can be read on a phone."""
_WIDEST = 16
"""The most players that fit into the table of a round robin."""
_WALKOVERS = frozenset({Outcome.WALKOVER_FIRST, Outcome.WALKOVER_SECOND})


def title(words: Words, tournament: Tournament) -> str:
    """Returns the name of a tournament, as plain text."""
    return strip_invisible(tournament.name) or words(f"tournament.form.{tournament.plan.kind}")


def picture(words: Words, tournament: Tournament, on: Collection[int]) -> Picture:
    """Returns a picture of a tournament that has begun, small enough for a phone.

    For a knock-out, the picture shows the tree if it is small, otherwise a few open matches of this round, and at the
    end the winner's matches. For any other form, the picture shows the top of the table.

    Args:
        on: the numbers of the pairings of this round that are being played.
    """
    if tournament.plan.form is not Form.KNOCK_OUT:
        cross = _cross(words, tournament)
        first = sorted(cross.rows, key=lambda row: (row.place, row.number))[:_LINES]
        rows = tuple(replace(row, cells=()) for row in first)
        short = replace(cross, rows=rows)
        return Picture("table.png", short, lambda: cross_picture(short).data)
    if best := champions(tournament.begun_rounds):
        return branch(words, tournament, best[0], on)
    tree = _tree(words, tournament, on)
    if len(tree.rounds) <= _SMALL:
        return Picture("bracket.png", tree, lambda: bracket_picture(tree).data)
    column = tree.rounds[tournament.begun_rounds.round_no - 1]
    numbered = [
        (_label(words, words("tournament.match", n=number), match), match) for number, match in enumerate(column, 1)
    ]
    open_matches = [
        entry
        for entry, pairing in zip(numbered, tournament.begun_rounds.rounds[-1], strict=True)
        if pairing.outcome is None
    ]
    chosen = sorted(open_matches or numbered, key=lambda entry: not entry[1].on)[:_MOST]
    scene = BranchScene(tree.title, tuple(chosen))
    return Picture("matches.png", scene, lambda: branch_picture(scene).data)


def branch(words: Words, tournament: Tournament, number: int, on: Collection[int]) -> Picture:
    """Returns a picture of the matches of one entrant in a knock-out, from the first round to the present match, to the
    match that they lost, or to the final. Below an open match, the picture names the possible next opponents.

    Args:
        number: the number of the entrant.
        on: the numbers of the pairings of this round that are being played.
    """
    tree, rounds = _tree(words, tournament, on), tournament.begun_rounds
    steps = []
    place = next(place for place, pairing in enumerate(rounds.rounds[0]) if number in (pairing.first, pairing.second))
    for round_no, column in enumerate(tree.rounds, 1):
        match = column[place]
        label = words("tournament.round", n=round_no, m=len(tree.rounds))
        steps.append((_label(words, label, match), match))
        own = next((entry for entry in (match.first, match.second) if entry is not None and entry.seed == number), None)
        if own is None or own.won is False:
            break
        if own.won is None and round_no < len(tree.rounds):
            # The possible opponents in the next round: the two entrants of the neighbouring match.
            neighbour = tree.rounds[round_no - 1][place ^ 1]
            names = [
                entry.name
                for entry in (neighbour.first, neighbour.second)
                if entry is not None and entry.won is not False
            ]
            note = words("tournament.or", a=names[0], b=names[1]) if len(names) == 2 else "".join(names)
            ahead = words("tournament.round", n=round_no + 1, m=len(tree.rounds))
            steps.append((ahead, Meeting(replace(own, won=None), None, note or "?")))
            break
        place //= 2
    scene = BranchScene(
        plain_name(words, tournament, number), tuple(steps), tree.champion if number in champions(rounds) else None
    )
    return Picture("branch.png", scene, lambda: branch_picture(scene).data)


def _label(words: Words, label: str, match: Meeting) -> str:
    return join_facts(label, words("tournament.on")) if match.on else label


def whole(words: Words, tournament: Tournament, on: Collection[int]) -> Picture:
    """Returns a picture of the whole tournament, in a file for a large screen.

    Args:
        on: the numbers of the pairings of this round that are being played.
    """
    if tournament.plan.form is Form.KNOCK_OUT:
        tree = _tree(words, tournament, on)
        return Picture("bracket.png", tree, lambda: bracket_picture(tree).data)
    cross = _cross(words, tournament)
    return Picture("table.png", cross, lambda: cross_picture(cross).data)


def alt(words: Words, image: Picture) -> str:
    """Returns a picture of a tournament in words, cut to the length that Discord allows for a description."""
    return shorten("; ".join(in_words(words, image)), LONGEST_ALT)


def in_words(words: Words, image: Picture) -> list[str]:
    """Returns the lines of a picture of a tournament in words: every match with its winner and whether it is being
    played, or every row of the table.
    """
    match image.scene:
        case CrossScene(rows=rows):
            return [_row(words, row) for row in rows]
        case BranchScene(meetings=meetings):
            return [_match(words, label, meeting) for label, meeting in meetings]
        case BracketScene(rounds=rounds):
            labels = [words("tournament.round", n=number, m=len(rounds)) for number in range(1, len(rounds) + 1)]
            return [
                _match(words, _label(words, label, meeting), meeting)
                for label, column in zip(labels, rounds, strict=True)
                for meeting in column
            ]
        case other:
            raise TypeError(f"no picture of a tournament: {other!r}")


def _row(words: Words, row: CrossRow) -> str:
    games = words.count("tournament.games_won", row.won), words.count("tournament.games_lost", row.lost)
    return join_facts(str(row.place), row.name, *games)


def _match(words: Words, label: str, match: Meeting) -> str:
    entries = [entry for entry in (match.first, match.second) if entry is not None]
    names = [entry.name if entry is not None else match.note or "?" for entry in (match.first, match.second)]
    line = f"{label}: {words('tournament.pair', a=names[0], b=names[1])}"
    winner = next((entry.name for entry in entries if entry.won), None)
    if winner is not None:
        return join_facts(line, words("tournament.won_by", who=winner))
    return join_facts(line, words("tournament.no_winner")) if any(entry.won is False for entry in entries) else line


def plain_name(words: Words, tournament: Tournament, number: int) -> str:
    """Returns the name of an entrant, as plain text."""
    person = tournament.person(number)
    return known_name(words, {person.id: person.name}, person.id, plain=True)


def _tree(words: Words, tournament: Tournament, on: Collection[int]) -> BracketScene:
    rounds = tournament.begun_rounds

    def entry(number: int | None, pairing: Pairing | None = None) -> MatchEntrant | None:
        if number is None:
            return None
        decided = pairing is not None and pairing.outcome is not None
        return MatchEntrant(
            number, plain_name(words, tournament, number), pairing.winner == number if pairing and decided else None
        )

    columns = []
    for round_no, played in enumerate(rounds.rounds, 1):
        last = round_no == rounds.round_no
        columns.append(
            tuple(
                Meeting(
                    entry(match.first, match),
                    entry(match.second, match),
                    _note(words, match),
                    last and match.outcome is None and number in on,
                )
                for number, match in enumerate(played, 1)
            )
        )
    # A winner is shown in the next round already. An undecided place stays open.
    ahead: list[int | None] = [match.winner for match in rounds.rounds[-1]]
    while len(columns) < rounds.rounds_in_all:
        columns.append(tuple(Meeting(entry(one), entry(two)) for one, two in zip(ahead[::2], ahead[1::2], strict=True)))
        ahead = [None] * len(columns[-1])
    best = champions(rounds)
    return BracketScene(
        title(words, tournament), tuple(columns), plain_name(words, tournament, best[0]) if best else None
    )


def _note(words: Words, pairing: Pairing) -> str:
    if pairing.outcome is Outcome.BYE:
        return words("tournament.bye")
    return words("tournament.no_winner") if pairing.outcome is Outcome.NOBODY and not pairing.people else ""


def _cross(words: Words, tournament: Tournament) -> CrossScene:
    rounds, lines = (
        tournament.begun_rounds,
        {standing.entrant: standing for standing in standings(tournament.begun_rounds)},
    )
    met = {frozenset(match.people): match for played in rounds.rounds for match in played if len(match.people) == 2}
    small = tournament.plan.form is Form.ROUND_ROBIN and len(rounds.entrants) <= _WIDEST
    order = rounds.entrants if small else tuple(lines)

    def cell(one: int, other: int) -> Cell | None:
        if one == other:
            return None
        pairing = met.get(frozenset((one, other)))
        if pairing is None or pairing.outcome is None:
            return Cell("")
        if pairing.winner is None:
            return Cell("-", False)
        won = pairing.winner == one
        return Cell(("+" if won else "-") if pairing.outcome in _WALKOVERS else str(int(won)), won)

    rows = tuple(
        CrossRow(
            number=one,
            name=plain_name(words, tournament, one),
            cells=tuple(cell(one, other) for other in order) if small else (),
            won=lines[one].won,
            lost=lines[one].lost,
            place=lines[one].place,
            leads=lines[one].place == 1 and lines[one].won > 0 and not lines[one].left,
        )
        for one in order
    )
    return CrossScene(
        title(words, tournament), (words("tournament.won"), words("tournament.lost"), words("tournament.place")), rows
    )
