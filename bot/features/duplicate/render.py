"""The messages of a duplicate match: the invitation, the page of each member, and the results.

While a deal is on, its page is drawn from the member's own view alone. The results have points, and no cards. A button
names a place of the hand, never a card. Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import buttons, fields, known_name, number, page_frame, text, timestamp
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.naming import Players
from bot.features.deal import solo
from bot.people.duplicates import DuplicateMatch, DuplicatePlace
from bot.people.preferences import Preferences
from bot.rows.member_rows import Daily
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import PlayerView, Seat
from ecarte.teaching.duplicate import DEALS
from ecarte.teaching.solo import Result

_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


@dataclass(frozen=True, slots=True)
class DuplicatePress:
    """What a button of a match does.

    Attributes:
        what: the word for the action, such as "accept", "open" or "play".
        match: the id of the match.
        deal: the number of the deal if the button makes a move. Otherwise 0.
        after: how many moves of that deal were made before the button was drawn.
        detail: the places (0 to 4) of the cards of a move. Empty if it has none.
    """

    what: str
    match: int
    deal: int = 0
    after: int = 0
    detail: str = ""

    @classmethod
    def read(cls, argument: str) -> DuplicatePress:
        """Reads the argument of a button.

        Raises:
            Refused: the button was drawn by another version of the bot.
        """
        what, match, deal, after, detail = fields(argument, 5)
        return cls(what, number(match), number(deal, 0, DEALS), number(after, 0, 999), detail)

    def button(self, label: str | None, **more: Any) -> PressButton:
        """Returns the button for this press. `more` are further arguments of `bot.adapter.items.button`."""
        argument = f"{self.what}.{self.match}.{self.deal}.{self.after}.{self.detail}"
        return button(Verb.DUPLICATE, label, argument=argument, **more)


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match, and the names of its members by their ids. Members whom the bot has never met have no name here."""

    match: DuplicateMatch
    names: Mapping[int, str]

    def name(self, words: Words, user_id: int) -> str:
        """Returns the name of a member. A member whom the bot has never met is mentioned."""
        if user_id not in self.names:
            return naming.mention_member(words, user_id)
        return known_name(words, self.names, user_id)

    def both(self, words: Words) -> dict[str, str]:
        """Returns the names of the inviter (`one`) and of the partner (`two`), by their keys in the texts."""
        one, two = self.match.row.pair
        return {"one": self.name(words, one), "two": self.name(words, two)}

    def all(self, words: Words) -> dict[str, str]:
        """Returns the names of all members, by their keys in the texts.

        The keys are `one` for the inviter, `two` for the partner, `three` for the inviter's opponent and `four` for the
        partner's. In a match against the house, the last two are missing.
        """
        opponents = [user_id for user_id in self.match.row.opponents if user_id is not None]
        names = (self.name(words, user_id) for user_id in opponents)
        return {**self.both(words), **dict(zip(("three", "four"), names, strict=False))}


@dataclass(frozen=True, slots=True)
class DuplicateReader:
    """The member who reads a page: where they sit, their name and preferences for cards."""

    place: DuplicatePlace
    name: str
    preferences: Preferences


def draw_offer(words: Words, shown: ShownMatch) -> Message:
    """Returns the private page that shows the inviter what the bot has promised, before they ask the partner."""
    house = _button(shown, words("duplicate.ask"), "ask", style=_PRIMARY, emoji="📣")
    pairs = _button(shown, words("duplicate.ask.pairs"), "pairs", emoji="👥")
    lines = [_title(words, shown), *_about(words, shown, words("duplicate.pairs.offer"))]
    return _page(text("\n".join(lines)), buttons(house, pairs, _word_button(words, shown)))


def draw_running(words: Words, shown: ShownMatch, reader: int) -> Message:
    """Returns the private page of a match in its present state, from the offer to the results.

    Args:
        reader: the id of the person who reads the page.
    """
    row = shown.match.row
    if shown.match.is_over:
        return draw_results(words, shown, shown.match.place_of(reader))
    if row.started_at is not None:
        return draw_match(words, shown)
    if row.asked_at is None:
        return draw_offer(words, shown)
    if reader == row.inviter_id:
        return draw_asked(words, shown, again=True)
    return draw_seats(words, shown) if row.is_agreed else draw_invitation(words, shown, rings=False)


def draw_asked(words: Words, shown: ShownMatch, *, again: bool = False) -> Message:
    """Returns the inviter's private page while the match waits for the partner or, after that, for the other pair.

    Args:
        again: whether the inviter may post the invitation again, for example because it was deleted.
    """
    row = shown.match.row
    if row.is_agreed:
        said = words("duplicate.pairs.wanted", **shown.both(words))
    else:
        key = "duplicate.pairs.asked" if row.is_of_two_pairs else "duplicate.asked"
        said = words(key, name=shown.name(words, row.partner_id), moment=_moment(shown))
    cancel = _button(shown, words("duplicate.cancel"), "decline")
    what = "pairs" if row.is_of_two_pairs else "ask"
    post = _button(shown, words("duplicate.again"), what, emoji="📣") if again else None
    return _page(text(f"{_title(words, shown)}\n{said}"), buttons(post, _word_button(words, shown), cancel))


def draw_invitation(words: Words, shown: ShownMatch, *, rings: bool) -> Message:
    """Returns the public invitation.

    Args:
        rings: whether it notifies the partner, who is mentioned in any case.
    """
    row = shown.match.row
    mention = naming.mention_member(words, row.partner_id)
    key = "duplicate.pairs.invitation" if row.is_of_two_pairs else "duplicate.invitation"
    head = words(key, one=shown.name(words, row.inviter_id), two=mention)
    accept = _button(shown, words("challenge.accept"), "accept", style=_SUCCESS)
    decline = _button(shown, words("challenge.decline"), "decline")
    return _page(
        text("\n".join([head, *_about(words, shown, f"-# {words('same.until', moment=_moment(shown))}")])),
        buttons(accept, decline, _word_button(words, shown)),
        mentions=(row.partner_id,) if rings else (),
    )


def draw_seats(words: Words, shown: ShownMatch) -> Message:
    """Returns the public message of a match that waits for the other pair. It replaces the invitation."""
    row, seats, lines = shown.match.row, [], []
    for place, (member, opponent) in enumerate(zip(row.pair, row.opponents, strict=True)):
        name = shown.name(words, member)
        if opponent is None:
            lines.append(words("duplicate.seat.free", name=name))
            label = words("duplicate.sit", name=known_name(words, shown.names, member, plain=True))
            seats.append(_button(shown, label, f"sit{place}", style=_SUCCESS))
        else:
            lines.append(words("duplicate.seat.taken", name=name, other=shown.name(words, opponent)))
    lines.append(f"-# {words('same.until', moment=_moment(shown))}")
    head = f"### {words('duplicate.pairs.wanted', **shown.both(words))}"
    leave = _button(shown, words("duplicate.leave"), "decline")
    said = text("\n".join([head, *_about(words, shown, *lines)]))
    return _page(said, buttons(*seats, leave, _word_button(words, shown)))


def draw_no_match(words: Words) -> Message:
    """Returns the message that replaces a page whose match is gone, for example because a member was erased."""
    return _page(text(words("duplicate.gone")))


def draw_gone(words: Words, shown: ShownMatch, by: int) -> Message:
    """Returns the message that replaces an invitation that the inviter or the partner has ended.

    Args:
        by: the id of the person who has ended the invitation.
    """
    row = shown.match.row
    if row.is_agreed:
        return _page(text(f"-# {words('duplicate.pairs.off', name=shown.name(words, by))}"))
    key = "duplicate.cancelled" if by == row.inviter_id else "duplicate.declined"
    return _page(text(f"-# {words(key, **shown.both(words))}"))


def draw_match(words: Words, shown: ShownMatch) -> Message:
    """Returns the public message of a match that has begun. It replaces the invitation."""
    until = words("duplicate.until", moment=_moment(shown))
    lines = [*_tables(words, shown), f"-# {until}", f"-# {_silence(words, shown)}"]
    said = text("\n".join([_title(words, shown), *_about(words, shown, *lines)]))
    return _page(said, buttons(_play_button(words, shown), _results_button(words, shown)))


def draw_begun(words: Words, shown: ShownMatch, last: int, *, rings: bool) -> Message:
    """Returns the public line that tells the other members that the match has begun.

    Args:
        last: the id of the member who has accepted or taken the last seat.
        rings: whether it notifies the others, who are mentioned in any case.
    """
    row = shown.match.row
    others = tuple(user_id for user_id in row.members if user_id != last)
    names = words.join([naming.mention_member(words, user_id) for user_id in others])
    key = "duplicate.pairs.begun" if row.is_of_two_pairs else "duplicate.begun"
    said = words(key, one=names, two=shown.name(words, last))
    return _page(
        text(f"{said}\n-# {words('duplicate.until', moment=_moment(shown))}"),
        buttons(_play_button(words, shown), _results_button(words, shown)),
        mentions=others if rings else (),
    )


def draw_call(words: Words, shown: ShownMatch, waiting: int, caller: int) -> Message:
    """Returns the public message that calls a member to make a move. It says nothing about the deal.

    Args:
        waiting: the id of the member who has to move.
        caller: the id of the member who waits for that move.
    """
    said = words("duplicate.call", name=naming.mention_member(words, waiting), other=shown.name(words, caller))
    return _page(text(said), buttons(_play_button(words, shown)), mentions=(waiting,))


def draw_try(
    words: Words,
    shown: ShownMatch,
    deal: int,
    row: Daily,
    view: PlayerView,
    reader: DuplicateReader,
    draft: frozenset[int],
) -> Message:
    """Returns the page on which the member has to make a move.

    Args:
        deal: the number of the deal.
        row: the moves of the deal as they are stored.
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
    """
    return solo.draw_decision(
        words,
        _deal_title(words, deal),
        view,
        _players(words, shown, reader),
        reader.preferences,
        partial(_move_button, shown.match.row.id, deal, len(row.moves)),
        draft,
    )


def is_waiting(view: PlayerView) -> bool:
    """Returns whether the reader of a view waits for the opponent's move."""
    return view.public.turn is view.seat.other


def draw_waiting(
    words: Words, shown: ShownMatch, deal: int, row: Daily, view: PlayerView, reader: DuplicateReader
) -> Message:
    """Returns the page on which the member waits for the move of an opponent who is a member, too.

    Args:
        deal: the number of the deal.
        row: the moves of the deal as they are stored.
    """
    opponent = shown.match.opponent_of(reader.place)
    assert opponent is not None, "the house moves at once"
    name = known_name(words, shown.names, opponent, plain=True)
    return solo.draw_waiting(
        words,
        _deal_title(words, deal),
        view,
        _players(words, shown, reader),
        reader.preferences,
        partial(_move_button, shown.match.row.id, deal, len(row.moves)),
        below=(f"-# {words('duplicate.follows')}",),
        last=buttons(
            _button(shown, words("duplicate.look"), "open", emoji="🔄"),
            _button(shown, words("duplicate.call.button", name=name), "call", emoji="🔔"),
        ),
    )


def draw_after(
    words: Words, shown: ShownMatch, deal: int, view: PlayerView, ended: Result, reader: DuplicateReader
) -> Message:
    """Returns the page after a deal: the member's own result, and the results of deals that both tables have ended.

    Args:
        deal: the number of the deal.
        view: the member's view of the deal, which is over.
        ended: the member's result.
    """
    made, points = words.count("table.tricks", ended.made), formatting.with_sign(ended.points)
    mine, theirs = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
    opponent = shown.match.opponent_of(reader.place)
    if opponent is None:
        own = words("daily.result", mine=mine, theirs=theirs, points=points, tricks=made)
    else:
        name = shown.name(words, opponent)
        own = words("duplicate.pairs.result", mine=mine, theirs=theirs, points=points, tricks=made, name=name)
    lines, onward = [own, *_result_lines(words, shown, reader.place)], _onward(words, shown, reader.place)
    who = _players(words, shown, reader)
    return solo.draw_page(words, _deal_title(words, deal), view, who, reader.preferences, lines, onward)


def draw_results(
    words: Words, shown: ShownMatch, place: DuplicatePlace | None = None, *, posted: bool = False
) -> Message:
    """Returns the results of the deals that both tables have ended.

    Args:
        place: the seat of the member who alone reads the page. None if others read it, too, or if the reader is no
            member.
        posted: whether the member has just posted the results for all.
    """
    onward = buttons(_record_button(words, shown)) if place is None or posted else _onward(words, shown, place)
    lines = [_title(words, shown), *_tables(words, shown), *_result_lines(words, shown, place)]
    if posted:
        lines.append(words("souvenir.posted"))
    return _page(text("\n".join(lines)), onward)


def draw_end(words: Words, shown: ShownMatch, others: Sequence[int], *, rings: bool) -> Message:
    """Returns the public results of a match whose last deal has just ended.

    Args:
        others: the ids of the members who did not make the last move.
        rings: whether it notifies these members, who are mentioned in any case.
    """
    names = words.join([naming.mention_member(words, user_id) for user_id in others])
    head = words("duplicate.ended", name=names)
    lines = [_title(words, shown), head, *_tables(words, shown), *_result_lines(words, shown, None)]
    mentions = tuple(others) if rings else ()
    return _page(text("\n".join(lines)), buttons(_record_button(words, shown)), mentions=mentions)


def draw_record(words: Words, shown: ShownMatch, written: str, proved: int) -> Message:
    """Returns the record of both tables as a file, with all cards and secrets. Only for a match that is over.

    Args:
        written: the records of the two tables, one after the other.
        proved: how many deals were dealt at both tables as the bot had promised.
    """
    match = shown.match
    file = Picture(f"ecarte-duplicate-{match.row.id}.txt", (match.row.id, len(written)), written.encode)
    item: ui.File[Any] = ui.File(f"attachment://{file.name}")
    deals = len(match.results)
    verdict = words.count("fair.yes", proved) if proved == deals else words("fair.no", n=proved, m=deals)
    proof = f"{words('duplicate.proof')} {verdict}"
    lines = [_title(words, shown), proof, f"-# {_locked(words, shown)}", f"-# {words('duplicate.yourself')}"]
    return _page(text("\n".join(lines)), item, pictures=(file,))


def _about(words: Words, shown: ShownMatch, *more: str) -> list[str]:
    """Returns the lines that say what a match is, then those of `more`, then the commitment to the packs."""
    if shown.match.row.is_of_two_pairs:
        about = words("duplicate.pairs.about", deals=DEALS, **shown.both(words))
    else:
        house = naming.name(words, Level.MAITRE)
        about = words("duplicate.about", house=house, deals=DEALS, **shown.both(words))
    lines = [about, *more, f"-# {_locked(words, shown)}"]
    return lines if shown.match.row.started_at is not None else [*lines, f"-# {words('fair.named.none')}"]


def _tables(words: Words, shown: ShownMatch) -> list[str]:
    """Returns who plays whom in a match of two pairs. Empty against the house."""
    return [words("duplicate.pairs.tables", **shown.all(words))] if shown.match.row.is_of_two_pairs else []


def _result_lines(words: Words, shown: ShownMatch, place: DuplicatePlace | None) -> list[str]:
    """Returns a line for each deal that both tables have ended, and the result so far or for good."""
    match, both, two_pairs = shown.match, shown.both(words), shown.match.row.is_of_two_pairs
    lines = [
        words(
            "duplicate.deal.result",
            deal=deal,
            first=formatting.with_sign(first),
            second=formatting.with_sign(second),
            points=formatting.with_sign(first + second),
            **both,
        )
        for deal, (first, second) in enumerate(match.results, 1)
    ]
    if match.is_over:
        missing = DEALS - len(lines)
        if missing:
            lines.append(f"-# {words.count('duplicate.unplayed', missing)}")
            lines += _stopped(words, shown)
        return [*lines, *_verdict(words, shown), f"-# {_locked(words, shown)}"]
    if lines:
        key = "duplicate.pairs.sum" if two_pairs else "duplicate.sum"
        lines.append(words(key, points=formatting.with_sign(match.total), **both))
    key = "duplicate.pairs.played" if two_pairs else "duplicate.played"
    lines.append(f"-# {words(key, n=match.played(0), m=match.played(1), deals=DEALS, **shown.all(words))}")
    if place is not None and match.current(place.table) is None:
        other = match.row.pair[1 - place.table]
        waits = "duplicate.pairs.waits" if two_pairs else "duplicate.waits"
        lines.append(words(waits, name=shown.name(words, other)))
    elif place is not None:
        lines.append(f"-# {_silence(words, shown)}")
    return lines


def _stopped(words: Words, shown: ShownMatch) -> list[str]:
    """Returns for which members of two pairs a deal waited when the time ended. Empty against the house."""
    if not shown.match.row.is_of_two_pairs:
        return []
    waited = [(table, user_id) for table in (0, 1) if (user_id := shown.match.waits_for(table)) is not None]
    return [
        f"-# {words('duplicate.pairs.stopped', deal=shown.match.current(table), name=shown.name(words, user_id))}"
        for table, user_id in waited
    ]


def _silence(words: Words, shown: ShownMatch) -> str:
    return words("duplicate.pairs.silence" if shown.match.row.is_of_two_pairs else "duplicate.silence")


def _verdict(words: Words, shown: ShownMatch) -> list[str]:
    """Returns who won the match. Only the points if a deal was not played at both tables. Empty if none was."""
    match, played = shown.match, len(shown.match.results)
    if not played:
        return []
    two_pairs, points = match.row.is_of_two_pairs, match.total
    if played < DEALS:
        key = "duplicate.pairs.unfinished" if two_pairs else "duplicate.unfinished"
    elif points > 0:
        key = "duplicate.pairs.won" if two_pairs else "duplicate.won"
    elif points < 0:
        # The side that won is named first, with its own points.
        key, points = "duplicate.pairs.lost" if two_pairs else "duplicate.lost", -points
    else:
        key = "duplicate.pairs.drawn" if two_pairs else "duplicate.drawn"
    said = words(key, points=formatting.with_sign(points), n=played, deals=DEALS, **shown.all(words))
    return [f"**{said}**"]


def _onward(words: Words, shown: ShownMatch, place: DuplicatePlace) -> ui.ActionRow[Any] | None:
    """Returns what a member can do next."""
    match = shown.match
    if match.is_over:
        post = _button(shown, words("souvenir.post"), "post", style=_PRIMARY) if match.results else None
        return buttons(post, _record_button(words, shown))
    if (deal := match.current(place.table)) is None:
        return buttons(_results_button(words, shown))
    label = words("duplicate.next" if deal > 1 and deal not in match.tries[place.table] else "duplicate.play")
    return buttons(_button(shown, label, "open", style=_SUCCESS, emoji="🃏"))


def _players(words: Words, shown: ShownMatch, reader: DuplicateReader) -> Players:
    """Returns the reader and who sits opposite: the house or a member."""
    opponent, seat = shown.match.opponent_of(reader.place), reader.place.seat
    if opponent is None:
        return solo.players(words, seat, reader.name)
    name = known_name(words, shown.names, opponent, plain=True)
    return Players((reader.name, name) if seat is Seat.NORTH else (name, reader.name), ())


def _play_button(words: Words, shown: ShownMatch) -> PressButton:
    return _button(shown, words("duplicate.play"), "open", style=_PRIMARY, emoji="🃏")


def _results_button(words: Words, shown: ShownMatch) -> PressButton:
    return _button(shown, words("same.list"), "results", emoji="🏅")


def _record_button(words: Words, shown: ShownMatch) -> PressButton | None:
    is_shown = shown.match.is_over and shown.match.results
    return _button(shown, words("table.record"), "record", emoji="📜") if is_shown else None


def _word_button(words: Words, shown: ShownMatch) -> PressButton:
    return button(Verb.DUPLICATE_WORD, words("fair.name"), argument=str(shown.match.row.id), emoji="🌱")


def _button(shown: ShownMatch, label: str, what: str, **more: Any) -> PressButton:
    return DuplicatePress(what, shown.match.row.id).button(label, **more)


def _move_button(
    match: int, deal: int, after: int, label: str | None, what: str, detail: str, **more: Any
) -> PressButton:
    return DuplicatePress(what, match, deal, after, detail).button(label, **more)


def _page(*items: ui.Item[Any] | None, pictures: tuple[Picture, ...] = (), mentions: tuple[int, ...] = ()) -> Message:
    return Message(layout(page_frame(*items)), pictures, mentions)


def _title(words: Words, shown: ShownMatch) -> str:
    return f"## {words('duplicate.title', **shown.both(words))}"


def _deal_title(words: Words, deal: int) -> str:
    return f"## {words('duplicate.deal', deal=deal, deals=DEALS)}"


def _locked(words: Words, shown: ShownMatch) -> str:
    return words("duplicate.locked", commitment=shown.match.promise.commitment)


def _moment(shown: ShownMatch) -> str:
    """Returns when the invitation lapses or the match ends."""
    return timestamp(shown.match.row.until, "f")
