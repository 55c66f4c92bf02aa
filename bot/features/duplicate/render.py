"""The messages of a duplicate match: the invitation, the page of each member, and the results.

While a deal is on, its page is drawn from the member's own view alone. The results have points, and no cards. A button
names a place of the hand, never a card. Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from bot.features.deal import solo
from bot.people.duplicates import DuplicateMatch
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
        match: the id of the match.
        deal: the number of the deal, for a move; else 0.
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
        """Returns the button. `more` has further arguments of `bot.adapter.items.button`."""
        argument = f"{self.what}.{self.match}.{self.deal}.{self.after}.{self.detail}"
        return button(Verb.DUPLICATE, label, argument=argument, **more)


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match with the known names of its members, by id."""

    match: DuplicateMatch
    names: Mapping[int, str]

    def name(self, words: Words, seat: Seat) -> str:
        """Returns the name of the member in a seat. A member whom the bot has never met is mentioned."""
        user_id = self.match.row.members[seat.index]
        if user_id not in self.names:
            return naming.mention_member(words, user_id)
        return known_name(words, self.names, user_id)

    def both(self, words: Words) -> dict[str, str]:
        """Returns the names of the inviter and of the partner, as arguments of a sentence."""
        return {"one": self.name(words, Seat.NORTH), "two": self.name(words, Seat.SOUTH)}


@dataclass(frozen=True, slots=True)
class DuplicateReader:
    """The member who reads a page: their name and preferences for cards."""

    name: str
    preferences: Preferences


def draw_offer(words: Words, shown: ShownMatch) -> Message:
    """Returns the private page that shows the inviter what the bot has promised, before they ask the partner."""
    ask = _button(shown, words("duplicate.ask"), "ask", style=_PRIMARY, emoji="📣")
    return _page(text("\n".join(_outline(words, shown))), buttons(ask, _word_button(words, shown)))


def draw_running(words: Words, shown: ShownMatch, reader: int) -> Message:
    """Returns the private page of a match that goes on, of an open invitation or of a match not asked for yet.

    Args:
        reader: the member who reads it.
    """
    row = shown.match.row
    if shown.match.is_over:
        return draw_results(words, shown, shown.match.seat_of(reader))
    if row.started_at is not None:
        return draw_match(words, shown)
    if row.asked_at is None:
        return draw_offer(words, shown)
    return (
        draw_asked(words, shown, again=True) if reader == row.inviter_id else draw_invitation(words, shown, rings=False)
    )


def draw_asked(words: Words, shown: ShownMatch, *, again: bool = False) -> Message:
    """Returns the private page of an inviter who has asked the partner.

    Args:
        again: whether the inviter may post the invitation again, for example because it was deleted.
    """
    said = words("duplicate.asked", name=shown.name(words, Seat.SOUTH), moment=_moment(shown))
    cancel = _button(shown, words("duplicate.cancel"), "decline")
    post = _button(shown, words("duplicate.again"), "ask", emoji="📣") if again else None
    return _page(text(f"{_title(words, shown)}\n{said}"), buttons(post, _word_button(words, shown), cancel))


def draw_invitation(words: Words, shown: ShownMatch, *, rings: bool) -> Message:
    """Returns the public invitation.

    Args:
        rings: whether it notifies the partner, who is mentioned in any case.
    """
    partner = shown.match.row.partner_id
    mention = naming.mention_member(words, partner)
    head = words("duplicate.invitation", one=shown.name(words, Seat.NORTH), two=mention)
    accept = _button(shown, words("challenge.accept"), "accept", style=_SUCCESS)
    decline = _button(shown, words("challenge.decline"), "decline")
    return _page(
        text("\n".join([head, *_outline(words, shown)[1:], f"-# {words('same.until', moment=_moment(shown))}"])),
        buttons(accept, decline, _word_button(words, shown)),
        mentions=(partner,) if rings else (),
    )


def draw_gone(words: Words, shown: ShownMatch, *, by_inviter: bool) -> Message:
    """Returns what takes the place of an invitation that the partner declined or the inviter took back."""
    key = "duplicate.cancelled" if by_inviter else "duplicate.declined"
    return _page(text(f"-# {words(key, **shown.both(words))}"))


def draw_match(words: Words, shown: ShownMatch) -> Message:
    """Returns the public message of a match that goes on. It takes the place of the invitation."""
    until = words("duplicate.until", moment=_moment(shown))
    lines = [*_outline(words, shown), f"-# {until}", f"-# {words('duplicate.silence')}"]
    return _page(text("\n".join(lines)), buttons(_play_button(words, shown), _results_button(words, shown)))


def draw_begun(words: Words, shown: ShownMatch, *, rings: bool) -> Message:
    """Returns the public line that tells the inviter that the partner has accepted.

    Args:
        rings: whether it notifies the inviter, who is mentioned in any case.
    """
    inviter = shown.match.row.inviter_id
    one = naming.mention_member(words, inviter)
    said = words("duplicate.begun", one=one, two=shown.name(words, Seat.SOUTH))
    return _page(
        text(f"{said}\n-# {words('duplicate.until', moment=_moment(shown))}"),
        buttons(_play_button(words, shown), _results_button(words, shown)),
        mentions=(inviter,) if rings else (),
    )


def draw_try(
    words: Words,
    shown: ShownMatch,
    deal: int,
    row: Daily,
    view: PlayerView,
    reader: DuplicateReader,
    draft: frozenset[int],
) -> Message:
    """Returns the page while the member has to act.

    Args:
        deal: the number of the deal.
        draft: the places (0 to 4) picked for discarding and not confirmed.
    """
    make = partial(_move_button, shown.match.row.id, deal, len(row.moves))
    who = solo.players(words, view.seat, reader.name)
    return solo.draw_decision(words, _deal_title(words, deal), view, who, reader.preferences, make, draft)


def draw_after(
    words: Words, shown: ShownMatch, deal: int, view: PlayerView, ended: Result, reader: DuplicateReader
) -> Message:
    """Returns the page after a deal: the member's own result, and those of the deals that both have ended.

    Args:
        deal: the number of the deal.
        view: the member's view of the deal, which is over.
    """
    who = solo.players(words, view.seat, reader.name)
    made, points = words.count("table.tricks", ended.made), formatting.with_sign(ended.points)
    mine, theirs = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
    own = words("daily.result", mine=mine, theirs=theirs, points=points, tricks=made)
    lines = [own, *_result_lines(words, shown, view.seat)]
    onward = _onward(words, shown, view.seat)
    return solo.draw_ended(words, _deal_title(words, deal), view, who, reader.preferences, lines, onward)


def draw_results(words: Words, shown: ShownMatch, seat: Seat | None = None, *, posted: bool = False) -> Message:
    """Returns the results of the deals that both have ended.

    Args:
        seat: the seat of the member who alone reads the page. None if others read it, too.
        posted: whether the member has just shown it to all.
    """
    onward = buttons(_record_button(words, shown)) if seat is None or posted else _onward(words, shown, seat)
    lines = [_title(words, shown), *_result_lines(words, shown, seat)]
    if posted:
        lines.append(words("souvenir.posted"))
    return _page(text("\n".join(lines)), onward)


def draw_end(words: Words, shown: ShownMatch, waiting: Seat, *, rings: bool) -> Message:
    """Returns the public results of a match whose last deal has just ended.

    Args:
        waiting: the seat of the member who did not play that deal, and has waited for it.
        rings: whether it notifies this member, who is mentioned in any case.
    """
    member = shown.match.row.members[waiting.index]
    head = words("duplicate.ended", name=naming.mention_member(words, member))
    lines = [_title(words, shown), head, *_result_lines(words, shown, None)]
    mentions = (member,) if rings else ()
    return _page(text("\n".join(lines)), buttons(_record_button(words, shown)), mentions=mentions)


def draw_record(words: Words, shown: ShownMatch, written: str, proved: int) -> Message:
    """Returns the record of both tables as a file, with all cards and secrets. Only for a match that is over.

    Args:
        written: the records, one after the other.
        proved: how many deals are as they were promised.
    """
    match = shown.match
    file = Picture(f"ecarte-duplicate-{match.row.id}.txt", (match.row.id, len(written)), written.encode)
    item: ui.File[Any] = ui.File(f"attachment://{file.name}")
    deals = len(match.results)
    verdict = words.count("fair.yes", proved) if proved == deals else words("fair.no", n=proved, m=deals)
    proof = f"{words('duplicate.proof')} {verdict}"
    lines = [_title(words, shown), proof, f"-# {_locked(words, shown)}", f"-# {words('duplicate.yourself')}"]
    return _page(text("\n".join(lines)), item, pictures=(file,))


def _outline(words: Words, shown: ShownMatch) -> list[str]:
    """Returns what a match is, and the commitment to its packs."""
    house = naming.name(words, Level.MAITRE)
    about = words("duplicate.about", house=house, deals=DEALS, **shown.both(words))
    lines = [_title(words, shown), about, f"-# {_locked(words, shown)}"]
    return lines if shown.match.row.started_at is not None else [*lines, f"-# {words('fair.named.none')}"]


def _result_lines(words: Words, shown: ShownMatch, seat: Seat | None) -> list[str]:
    """Returns a line for each deal that both have ended, and the result so far or for good."""
    match, both = shown.match, shown.both(words)
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
        return [*lines, *_verdict(words, shown), f"-# {_locked(words, shown)}"]
    if lines:
        lines.append(words("duplicate.sum", points=formatting.with_sign(match.total)))
    north, south = map(match.played, Seat)
    lines.append(f"-# {words('duplicate.played', n=north, m=south, deals=DEALS, **both)}")
    if seat is not None and match.current(seat) is None:
        lines.append(words("duplicate.waits", name=shown.name(words, seat.other)))
    elif seat is not None:
        lines.append(f"-# {words('duplicate.silence')}")
    return lines


def _verdict(words: Words, shown: ShownMatch) -> list[str]:
    """Returns who won the match. Only the points if a deal was not played by both. Empty if none was."""
    match, played = shown.match, len(shown.match.results)
    if not played:
        return []
    points = formatting.with_sign(match.total)
    if played < DEALS:
        return [f"**{words('duplicate.unfinished', points=points, n=played, deals=DEALS)}**"]
    key = "duplicate.drawn" if not match.total else "duplicate.won" if match.total > 0 else "duplicate.lost"
    return [f"**{words(key, points=points, **shown.both(words))}**"]


def _onward(words: Words, shown: ShownMatch, seat: Seat) -> ui.ActionRow[Any] | None:
    """Returns what the member in a seat can do next."""
    match = shown.match
    if match.is_over:
        post = _button(shown, words("souvenir.post"), "post", style=_PRIMARY) if match.results else None
        return buttons(post, _record_button(words, shown))
    if (deal := match.current(seat)) is None:
        return buttons(_results_button(words, shown))
    label = words("duplicate.next" if deal not in match.tries[seat.index] else "duplicate.play")
    return buttons(_button(shown, label, "open", style=_SUCCESS, emoji="🃏"))


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
