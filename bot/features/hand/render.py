"""The message with a player's own hand: what to do, the trick, the cards, a few facts, and the buttons.

The message is drawn from the `PlayerView` alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import FELT, timestamp
from bot.adapter.faces import NO_PHOTOS, Photos
from bot.adapter.message import Message, Picture, layout
from bot.clock import ClockKind, WarningSent
from bot.features.backing import watchers
from bot.features.betting import text as betting_text
from bot.features.deal import opponents_turn, to_do
from bot.features.deal import text as deal_text
from bot.features.fair import text as fair_text
from bot.features.hand import controls, picture, result
from bot.features.hand.picture import BackersSigns
from bot.features.pool import pool_end_lines
from bot.features.rematch import ending_lines, ending_rows, games_line, rubber_result
from bot.features.review import review_buttons
from bot.features.salon import error_lines, waiting_lines
from bot.features.story import story_buttons
from bot.people.preferences import Preferences
from bot.tables.archive import GameKey
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import HandView, TableView
from bot.texts import Words
from ecarte.game import Phase, PlayerView, PublicView, Seat


def draw(
    words: Words,
    hand: HandView,
    preferences: Preferences,
    draft: frozenset[int],
    *,
    tip: str | None = None,
    remark: str | None = None,
    rated: str | None = None,
    above: tuple[Picture, str] | None = None,
    photos: Photos = NO_PHOTOS,
) -> Message:
    """Returns the message with a player's own hand.

    Args:
        draft: the places (0 to 4) of the cards that the player has picked for discarding and not confirmed.
        tip: the sentence that explains the decision. None for no tip.
        remark: the sentence about the decision of a finished game from which the player learns most. None if there is
            none.
        rated: the sentence about how a finished game changed the player's rating. None if it did not.
        above: the picture of the table and its description, if no other message shows the table. None if another
            message does.
        photos: the photographs of the players that are in memory.
    """
    hand = replace(hand, table=naming.with_names(words, hand.table))
    table_view, view = hand.table, hand.view
    if table_view.status is not Status.PLAYING or view.public.outcome is not None:
        return _draw_game_over(words, hand, preferences, remark, rated, photos)
    head = [
        *_head(words, table_view, view),
        *_opponents_events(words, table_view, view),
        *_king_tip(words, view, preferences),
    ]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(head))]
    pictures = [] if above is None or preferences.text_only else [above[0]]
    if above is not None and pictures:
        parts.append(pictures[0].gallery(above[1]))
    if view.public.number:
        parts += _cards_and_trick(words, hand, preferences, draft, pictures, photos)
    small = [
        *_facts(words, table_view, view),
        *_clock(words, table_view, view),
        *_galerie_lines(words, hand, table_view),
    ]
    lines = [f"-# {line}" for line in small]
    if tip is not None:
        lines.append(tip)
    if lines:
        parts.append(ui.TextDisplay("\n".join(lines)))
    parts += controls.rows(words, hand, preferences, draft)
    ring = _ring_reason(table_view, view.seat) if preferences.reminders else ""
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), tuple(pictures), ring=ring)


def warns(table_view: TableView) -> bool:
    """Returns whether the player whose turn it is now gets a warning that their time runs out. A player against the
    house gets one only if other people wait for the end of the game.
    """
    members = all(table_view.person(seat).level is None for seat in Seat)
    return table_view.sent_warning is WarningSent.WARNED and (members or table_view.is_waited_for)


def _ring_reason(table_view: TableView, seat: Seat) -> str:
    """Returns why a player has to look at the hand now: their own time runs out, or the opponent's time is up."""
    turn = None if table_view.game is None else table_view.game.turn
    if turn is seat and warns(table_view):
        return f"warned.{table_view.decision}"
    if turn is seat.other and table_view.sent_warning is WarningSent.UP:
        return f"late.{table_view.decision}"
    return ""


def handed_over(words: Words, table_view: TableView, seat: Seat, reader: int, rated: str | None = None) -> Message:
    """Returns the message to a player who has given up a hand that a backer plays out. It says who plays on, and after
    the game how the game ended.

    Args:
        reader: the id of that player.
        rated: the sentence about how the finished game changed the player's rating. None if it did not.
    """
    table_view = naming.with_names(words, table_view)
    game, who = table_view.game, formatting.who(table_view, seat)
    if game is None or game.outcome is None:
        table = formatting.link(table_view.guild_id, table_view.place)
        item: ui.TextDisplay[Any] = ui.TextDisplay(words("hand.handed", who=who, table=table))
        return Message(layout(item), passing=True)
    ended = result.by_stand_in(words, table_view, game, seat)
    small = [f"-# {line}" for line in (*ending_lines(words, table_view, reader), *_link(words, table_view))]
    brought = [*betting_text.own_payment(words, table_view, reader), *([] if rated is None else [rated])]
    lines = [ended, *brought, *rubber_result(words, table_view, table_view.game_no, game, seat), *small]
    rows = ending_rows(words, table_view, reader)
    return Message(layout(ui.Container(ui.TextDisplay("\n".join(lines)), *rows, accent_colour=FELT)))


def put_away(
    words: Words,
    table_view: TableView,
    seat: Seat,
    number: int,
    deal: PublicView | None,
    game_no: int | None = None,
) -> Message:
    """Returns the line that replaces the hand of an earlier deal: how the deal ended, and a link to the table.

    Args:
        number: the number of the deal.
        deal: the public view of the deal at its end. None if it is no longer in memory.
        game_no: the number of the deal's game, if another game has begun since. Then the line says how that earlier
            game ended, and the buttons of its review and story stay. None if the game is still the table's last one.
    """
    table_view = naming.with_names(words, table_view)
    ended = None if deal is None else result.line(words, table_view, deal, seat)
    line = words("hand.deal", deal=number, table=formatting.link(table_view.guild_id, table_view.place))
    parts: list[ui.Item[Any]] = []
    if game_no is not None and deal is not None and deal.outcome is not None:
        ended = result.game_title(words, table_view, deal, seat).removeprefix("## ")
        key = GameKey(table_view.id, game_no)
        if looks := [*review_buttons(words, key, deal), *story_buttons(words, key, deal)]:
            parts.append(ui.ActionRow(*looks))
    item: ui.TextDisplay[Any] = ui.TextDisplay(f"-# {line}" if ended is None else f"-# {line} · {ended}")
    return Message(layout(item, *parts), passing=True)


def _cards_and_trick(
    words: Words,
    hand: HandView,
    preferences: Preferences,
    draft: frozenset[int],
    pictures: list[Picture],
    photos: Photos,
) -> list[ui.Item[Any]]:
    """Returns the cards and the trick, as a picture or as text. Adds a picture to `pictures`."""
    table_view, view = hand.table, hand.view
    watched = BackersSigns(hand.pointed) if _is_watched(table_view, view.seat) else None
    if preferences.text_only:
        said = picture.text(words, table_view, view, preferences, draft, watched=watched)
        return [ui.TextDisplay(said)] if said else []
    alone, pack = not pictures, table_view.at_deal(table_view.game_no, view.public.number)[1]
    drawn = picture.picture(
        words, table_view, view, preferences, draft, alone=alone, watched=watched, pack=pack, photos=photos
    )
    pictures.append(drawn)
    return [drawn.gallery(picture.alt(words, table_view, view, preferences, draft, watched=watched))]


def _is_watched(table_view: TableView, seat: Seat) -> bool:
    """Returns whether a backer or guest sees the hand of a seat. Then its places have numbers, by which they point."""
    return any(person != table_view.person(seat).id for person in table_view.galerie.watchers_of(seat, Sight.SEES))


def _head(words: Words, table_view: TableView, view: PlayerView) -> list[str]:
    """Returns the player's options, or the end of the deal, in one sentence. Adds how urgent it is."""
    game, mine = view.public, view.public.turn is view.seat
    names = {"other": formatting.who(table_view, view.seat.other)}
    if table_view.galerie.offered_seat is not None:
        late, who = table_view.galerie.offered_late, formatting.who(table_view, table_view.galerie.offered_seat)
        if table_view.galerie.offered_seat is view.seat:
            return [f"### {words('hand.offered.late.mine' if late else 'hand.offered.mine')}"]
        return [f"### {words('hand.offered.late' if late else 'hand.offered', who=who)}"]
    if (ended := result.title(words, table_view, game, view.seat)) is not None:
        return [
            f"### {ended}",
            " · ".join([result.score(words, table_view, game, view.seat), *_link(words, table_view)]),
        ]
    if table_view.waits_for_deal:
        return [f"### {words('hand.deal.ready')}"]
    if table_view.galerie.pause is not None or not game.number:
        return [f"### {words('hand.before')}"]
    if game.turn is None or game.phase is Phase.STANDING:
        return [f"### {words('hand.standing')}"]
    house = table_view.person(view.seat.other).level is not None
    if table_view.sent_warning is not WarningSent.UP:
        return [f"### {to_do(words, view, names) if mine else opponents_turn(words, view, names)}"]
    if not mine:
        ends = [words("hand.time.theirs.ends", moment=moment) for moment in _when_lost(table_view)]
        return [f"### {words('hand.time.theirs', **names)}", " ".join([words("hand.time.theirs.about"), *ends])]
    if house and not table_view.is_waited_for:
        # The house makes no claims.
        return [f"### {to_do(words, view, names)}"]
    up = f"### {words('hand.time.up', what=to_do(words, view, names))}"
    if house:
        return [up, words("house.claims.yours")]
    ends = [words("hand.time.up.ends", moment=moment) for moment in _when_lost(table_view)]
    return [up, " ".join([words("hand.time.up.about", **names), *ends])]


def _when_lost(table_view: TableView) -> list[str]:
    """Returns when the player whose time is up loses without a claim. Empty if they do not."""
    at, is_live = table_view.lost_at, table_view.terms.pace.kind is ClockKind.LIVE
    return [] if at is None else [timestamp(at, "t" if is_live else "f")]


def _opponents_events(words: Words, table_view: TableView, view: PlayerView) -> list[str]:
    """Returns the opponent's last announcements, for a player who looks at this message alone."""
    return deal_text.events(words, table_view, view.public, by=view.seat.other)


def _king_tip(words: Words, view: PlayerView, preferences: Preferences) -> list[str]:
    """Returns a line on the worth of the king of trumps, until it was explained once. Empty at a salon table."""
    new = preferences.tips is not False and "king" not in preferences.tipped
    if not (view.may_announce and view.public.salon is None and new):
        return []
    return [words("hand.king", crown=formatting.mark(words, "crown"))]


def _facts(words: Words, table_view: TableView, view: PlayerView) -> list[str]:
    """Returns the score, the trumps and the talon. At a new deal it says how the deal before ended."""
    game, seat = view.public, view.seat
    other, risk = formatting.who(table_view, seat.other), game.vulnerable
    parts = []
    if game.scored is None:
        mine, theirs = game.score[seat.index], game.score[seat.other.index]
        parts.append(words("hand.fact.score", mine=mine, theirs=theirs, other=other))
    if game.scored is None and game.trump is not None:
        suit = formatting.sign(game.trump)
        if game.phase in (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD):
            parts.append(words("hand.fact.turned", suit=suit, talon=game.talon))
        else:
            parts.append(words("hand.fact.trump", suit=suit))
            if any(game.taken):
                taken = (game.taken[seat.index], game.taken[seat.other.index])
                parts.append(words("hand.fact.tricks", mine=taken[0], theirs=taken[1]))
        if risk is not None and game.phase is Phase.PLAY and not _opponents_events(words, table_view, view):
            points = words.count("pages.points", game.rules.scoring.vulnerable)
            parts.append(words("hand.fact.risk.mine" if risk is seat else "hand.fact.risk.theirs", points=points))
    lines = [" · ".join([*parts, *_link(words, table_view)])] if parts else []
    return [*lines, *_last_deal_lines(words, table_view, view)]


def _link(words: Words, table_view: TableView) -> list[str]:
    """Returns a link to the table. Empty for a private one, which has no other place."""
    if table_view.is_private:
        return []
    return [words("hand.fact.table", table=formatting.link(table_view.guild_id, table_view.place))]


def _last_deal_lines(words: Words, table_view: TableView, view: PlayerView) -> list[str]:
    """Returns how the deal before this one ended, until the first card of this one is played or exchanged."""
    game = view.public
    if game.phase is not Phase.PROPOSE or game.proposals:
        return []
    for finished in table_view.finished:
        if (finished.game_no, finished.deal.number) == (table_view.game_no, game.number - 1):
            ended = result.line(words, table_view, finished.deal, view.seat)
            return [] if ended is None else [words("hand.last", result=ended)]
    return []


def _clock(words: Words, table_view: TableView, view: PlayerView) -> list[str]:
    """Returns until when the table waits for the cut, for the cards or for a decision."""
    waiting, other = table_view.waiting, formatting.who(table_view, view.seat.other)
    if waiting is None:
        return []
    mine = table_view.person(view.seat).id in waiting.who
    until = formatting.until(words, table_view.terms, waiting.until)
    match waiting.kind:
        case WaitKind.CUT if table_view.waits_for_deal:
            return fair_text.cut_lines(words, table_view)
        case WaitKind.CUT:
            key = "hand.cut.mine" if mine else "hand.cut.theirs"
            return [*fair_text.packets(words, table_view), words(key, other=other, until=until)]
        case WaitKind.BETS:
            return [words("hand.pause" if mine else "hand.pause.ready", other=other, until=until)]
        case WaitKind.DECISION:
            if table_view.clock_ends is None:
                return []
            key = f"hand.{'reserve' if table_view.in_reserve else 'until'}.{'mine' if mine else 'theirs'}"
            return [words(key, other=other, when=formatting.relative(table_view.clock_ends))]
        case (
            WaitKind.CHALLENGE
            | WaitKind.HEIR
            | WaitKind.ERRORS
            | WaitKind.PATIENCE
            | WaitKind.CHAIR
            | WaitKind.POOL
            | WaitKind.NEXT_GAME
        ):
            # Other lines have the time.
            return []
        case _:
            assert_never(waiting.kind)


def _galerie_lines(words: Words, hand: HandView, table_view: TableView) -> list[str]:
    """Returns the opponent's offer, who sees the hand, the backers' signs, and at a salon table the
    remarks on errors.
    """
    view, game = hand.view, hand.view.public
    lines = [*error_lines(words, table_view, game), *waiting_lines(words, table_view, game)]
    if game.offer is not None:
        key = "hand.stop.mine" if game.offer is view.seat else "hand.stop.offered"
        lines.append(words(key, other=formatting.who(table_view, view.seat.other)))
    lines += watchers.lines(words, table_view, view.seat)
    return [*lines, words("hand.pointed")] if any(hand.pointed) else lines


def _draw_game_over(
    words: Words,
    hand: HandView,
    preferences: Preferences,
    remark: str | None,
    rated: str | None,
    photos: Photos,
) -> Message:
    """Returns the message of a finished game: the winner, the payments, the end of the last deal, and the way to
    another.
    """
    table_view, view = hand.table, hand.view
    game, seat, reader = view.public, view.seat, table_view.person(view.seat).id
    lines = [result.game_title(words, table_view, game, seat)]
    lines += betting_text.own_payment(words, table_view, reader)
    lines += pool_end_lines(words, table_view, reader)
    lines += [] if rated is None else [rated]
    lines += result.last_deal(words, table_view, game, seat)
    lines += result.by_king(words, table_view, game, seat)
    lines += rubber_result(words, table_view, table_view.game_no, game, seat)
    lines += games_line(words, table_view, table_view.game_no, game, seat)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    pictures: list[Picture] = []
    if game.tricks:
        parts += _cards_and_trick(words, hand, preferences, frozenset(), pictures, photos)
    small = [f"-# {line}" for line in (*([] if remark is None else [remark]), *_link(words, table_view))]
    if closing := [*ending_lines(words, table_view, reader), *small]:
        parts.append(ui.TextDisplay("\n".join(closing)))
    parts += ending_rows(words, table_view, reader)
    return Message(layout(ui.Container(*parts, accent_colour=FELT)), tuple(pictures))
