"""The controls of the settings of a server, and what a choice in each of them changes. It makes no requests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, assert_never

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import text, timestamp, utc_hours
from bot.adapter.custom_ids import Verb
from bot.adapter.items import MOST_CHANNELS, button, channel_select, one_channel_select, role_select, select
from bot.adapter.permissions import boxes
from bot.clock import ClockKind
from bot.people.hours import HOURS
from bot.people.server import PostingKind, ServerSettings
from bot.ranking.periods import SeasonKind
from bot.texts import Language, Words
from ecarte.ai import Level
from ecarte.game import Dialect

_DECISION_S = (30, 45, 60, 90, 120, 180, 300)
_RESERVE_S = (0, 60, 120, 180, 300, 600)
_HOURS = (6, 12, 24, 48, 72, 168)
_OPENING = (100, 250, 500, 1000, 2500, 5000, 10_000)
_ALLOWANCE = (0, 25, 50, 100, 250, 500, 1000)
_STAKE = (0, 5, 10, 25, 50, 100, 250, 500)
_SHARE = (0, 20, 10, 5, 2, 1)
_GAMES = (0, 5, 10, 25, 50)
_COUNTED = (1, 3, 5, 10, 20, 0)
_KEEP = (0, 30, 90, 180, 365)
_SERVER, _THREAD, _CHANNEL, _AWAY = "server", "thread", "channel", "away"
_ASKS, _ALL = "asks", "all"
_PLAYED, _OFF = "played", "off"
_SHOWN, _HIDDEN = "shown", "hidden"
_NONE = "none"


class SettingControl(Enum):
    """A setting of a server, which is one line of the page of settings. Its value is part of its keys in the texts."""

    CHANNELS = "channels"
    THREADS = "threads"
    CLOCK = "clock"
    LANGUAGE = "language"
    DIALECT = "dialect"
    CHIPS = "chips"
    HOUSE = "house"
    FAIR = "fair"
    CHANCES = "chances"
    FACES = "faces"
    READY = "ready"
    KEEP = "keep"
    DAILY = "daily"
    SEASON = "season"
    BOARDS = "boards"
    WEEK = "week"
    EVENTS = "events"


class Choice(Enum):
    """A button or menu with which a manager changes a setting. A setting may have several."""

    CHANNELS = "channels"
    EVERYWHERE = "everywhere"
    THREADS = "threads"
    CLOCK = "clock"
    DECISION = "decision"
    RESERVE = "reserve"
    HOURS = "hours"
    LANGUAGE = "language"
    DIALECT = "dialect"
    CHIPS = "chips"
    OPENING = "opening"
    ALLOWANCE = "allowance"
    STAKE = "stake"
    HOUSE = "house"
    SIGHT = "sight"
    SHARE = "share"
    GAMES = "games"
    ROLE = "role"
    COUNTED = "counted"
    CHANCES = "chances"
    FACES = "faces"
    READY_ROLE = "readyrole"
    KEEP = "keep"
    DAILY_CHANNEL = "daily_channel"
    DAILY_HOUR = "daily_hour"
    SEASON = "season"
    CHAMPION_ROLE = "championrole"
    LEFT_ON_BOARDS = "leftonboards"
    WEEK_CHANNEL = "week_channel"
    EVENTS = "events"

    @property
    def setting(self) -> SettingControl:
        """The setting that the control changes."""
        match self:
            case Choice.CHANNELS | Choice.EVERYWHERE:
                return SettingControl.CHANNELS
            case Choice.THREADS:
                return SettingControl.THREADS
            case Choice.CLOCK | Choice.DECISION | Choice.RESERVE | Choice.HOURS:
                return SettingControl.CLOCK
            case Choice.LANGUAGE:
                return SettingControl.LANGUAGE
            case Choice.DIALECT:
                return SettingControl.DIALECT
            case Choice.CHIPS | Choice.OPENING | Choice.ALLOWANCE | Choice.STAKE:
                return SettingControl.CHIPS
            case Choice.HOUSE:
                return SettingControl.HOUSE
            case Choice.SIGHT | Choice.SHARE | Choice.GAMES | Choice.ROLE | Choice.COUNTED:
                return SettingControl.FAIR
            case Choice.CHANCES:
                return SettingControl.CHANCES
            case Choice.FACES:
                return SettingControl.FACES
            case Choice.READY_ROLE:
                return SettingControl.READY
            case Choice.KEEP:
                return SettingControl.KEEP
            case Choice.DAILY_CHANNEL | Choice.DAILY_HOUR:
                return SettingControl.DAILY
            case Choice.SEASON | Choice.CHAMPION_ROLE:
                return SettingControl.SEASON
            case Choice.LEFT_ON_BOARDS:
                return SettingControl.BOARDS
            case Choice.WEEK_CHANNEL:
                return SettingControl.WEEK
            case Choice.EVENTS:
                return SettingControl.EVENTS
            case _:
                assert_never(self)

    @property
    def argument(self) -> str:
        """The argument of the control in Discord, by which a press on it is recognised."""
        return f"set.{self.value}"


def apply_choice(choice: Choice, values: Sequence[str], choices: ServerSettings) -> ServerSettings:
    """Returns the settings of a server after a manager has chosen `values` in a control.

    Args:
        choice: the control.
        values: the chosen values.
        choices: the settings before.

    Raises:
        ValueError: the control has no such value, because it was drawn by another version of the bot.
    """
    match choice:
        case Choice.CHANNELS:
            return replace(choices, channels=tuple(map(int, values))[:MOST_CHANNELS])
        case Choice.EVERYWHERE:
            return replace(choices, channels=())
        case Choice.THREADS:
            return replace(choices, threads=_one(values, (_THREAD, _CHANNEL)) == _THREAD)
        case Choice.CLOCK:
            return replace(choices, clock=ClockKind(_one(values, (kind.value for kind in ClockKind))))
        case Choice.DECISION:
            return replace(choices, decision_s=int(_one(values, map(str, _DECISION_S))))
        case Choice.RESERVE:
            return replace(choices, reserve_s=int(_one(values, map(str, _RESERVE_S))))
        case Choice.HOURS:
            return replace(choices, hours=int(_one(values, map(str, _HOURS))))
        case Choice.LANGUAGE:
            code = _one(values, (_SERVER, *(language.value for language in Language)))
            return replace(choices, language=None if code == _SERVER else Language(code))
        case Choice.DIALECT:
            return replace(choices, dialect=Dialect(_one(values, (dialect.value for dialect in Dialect))))
        case Choice.CHIPS:
            return replace(choices, chips=_one(values, (_PLAYED, _OFF)) == _PLAYED)
        case Choice.OPENING:
            return replace(choices, opening=int(_one(values, map(str, _OPENING))))
        case Choice.ALLOWANCE:
            return replace(choices, allowance=int(_one(values, map(str, _ALLOWANCE))))
        case Choice.STAKE:
            return replace(choices, stake=int(_one(values, map(str, _STAKE))))
        case Choice.HOUSE:
            level = _one(values, (_AWAY, *(option.value for option in Level)))
            return replace(choices, house=None if level == _AWAY else Level(level))
        case Choice.SIGHT:
            return replace(choices, sight=_one(values, (_ASKS, _ALL)) == _ASKS)
        case Choice.SHARE:
            return replace(choices, sight_share=int(_one(values, map(str, _SHARE))))
        case Choice.GAMES:
            return replace(choices, sight_games=int(_one(values, map(str, _GAMES))))
        case Choice.ROLE:
            return replace(choices, sight_role=int(values[0]) if values else None)
        case Choice.COUNTED:
            return replace(choices, counted_games=int(_one(values, map(str, _COUNTED))))
        case Choice.CHANCES:
            return replace(choices, chances=_one(values, (_SHOWN, _HIDDEN)) == _SHOWN)
        case Choice.FACES:
            return replace(choices, faces=_one(values, (_SHOWN, _HIDDEN)) == _SHOWN)
        case Choice.LEFT_ON_BOARDS:
            return replace(choices, left_on_boards=_one(values, (_SHOWN, _HIDDEN)) == _SHOWN)
        case Choice.READY_ROLE:
            return replace(choices, ready_role=int(values[0]) if values else None)
        case Choice.KEEP:
            return replace(choices, keep_days=int(_one(values, map(str, _KEEP))))
        case Choice.DAILY_CHANNEL:
            return replace(choices, daily_channel=int(values[0]) if values else None)
        case Choice.DAILY_HOUR:
            return replace(choices, daily_hour=int(_one(values, map(str, HOURS))))
        case Choice.SEASON:
            kind = _one(values, (_NONE, *(kind.value for kind in SeasonKind)))
            return replace(choices, season=None if kind == _NONE else SeasonKind(kind))
        case Choice.CHAMPION_ROLE:
            return replace(choices, champion_role=int(values[0]) if values else None)
        case Choice.WEEK_CHANNEL:
            return replace(choices, week_channel=int(values[0]) if values else None)
        case Choice.EVENTS:
            return replace(choices, events=_one(values, (_SHOWN, _HIDDEN)) == _SHOWN)
        case _:
            assert_never(choice)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Facts about the server and the bot that the settings show besides the choices.

    Attributes:
        present: the ids of the chosen channels that still exist.
        longest: for how many days the bot's owner keeps records. 0 if they are kept for ever.
        next_at: when each kind of posting would come next, in epoch milliseconds.
        lacks: for each channel that was chosen for postings, by its id, the permissions that the bot lacks there.
        role_problem: why the role for the first place cannot be given. Empty if it can be given, or if none is chosen.
        lacks_events: whether the bot lacks the permission to make events of the server.
    """

    present: Collection[int] = ()
    longest: int = 0
    next_at: Mapping[PostingKind, int] = field(default_factory=lambda: dict.fromkeys(PostingKind, 0))
    lacks: Mapping[int, Sequence[str]] = field(default_factory=dict)
    role_problem: str = ""
    lacks_events: bool = False


def controls(
    words: Words, setting: SettingControl, choices: ServerSettings, surroundings: Surroundings
) -> list[ui.Item[Any]]:
    """Returns the buttons and menus that change one setting. They show the current value."""
    present = surroundings.present
    match setting:
        case SettingControl.CHANNELS:
            return _channels(words, [channel for channel in choices.channels if channel in present], choices)
        case SettingControl.THREADS:
            options = [
                discord.SelectOption(label=words("pages.settings.in_thread"), value=_THREAD, default=choices.threads),
                discord.SelectOption(
                    label=words("pages.settings.in_channel"), value=_CHANNEL, default=not choices.threads
                ),
            ]
            return [_row(words, Choice.THREADS, options)]
        case SettingControl.CLOCK:
            return _clock(words, choices)
        case SettingControl.LANGUAGE:
            present_code = choices.language.value if choices.language else _SERVER
            options = [_option(words("pages.language.server"), _SERVER, present_code)]
            options += [
                _option(language.named_in(words.language), language.value, present_code) for language in Language
            ]
            return [_row(words, Choice.LANGUAGE, options)]
        case SettingControl.DIALECT:
            options = [
                discord.SelectOption(
                    label=words(f"pages.dialect.{dialect.value}"),
                    description=words(f"pages.dialect.{dialect.value}.about"),
                    value=dialect.value,
                    default=dialect is choices.dialect,
                )
                for dialect in Dialect
            ]
            return [_row(words, Choice.DIALECT, options)]
        case SettingControl.CHIPS:
            return _chips(words, choices)
        case SettingControl.CHANCES:
            present_choice = _SHOWN if choices.chances else _HIDDEN
            options = [
                _option(words(f"pages.settings.chances.{choice}"), choice, present_choice)
                for choice in (_SHOWN, _HIDDEN)
            ]
            return [_row(words, Choice.CHANCES, options)]
        case SettingControl.FACES:
            present_choice = _SHOWN if choices.faces else _HIDDEN
            options = [
                _option(words(f"pages.settings.faces.{choice}"), choice, present_choice) for choice in (_SHOWN, _HIDDEN)
            ]
            return [_row(words, Choice.FACES, options)]
        case SettingControl.BOARDS:
            present_choice = _SHOWN if choices.left_on_boards else _HIDDEN
            options = [
                _option(words(f"pages.settings.boards.{choice}"), choice, present_choice)
                for choice in (_SHOWN, _HIDDEN)
            ]
            return [_row(words, Choice.LEFT_ON_BOARDS, options)]
        case SettingControl.EVENTS:
            present_choice = _SHOWN if choices.events else _HIDDEN
            options = [
                _option(words(f"pages.settings.events.{choice}"), choice, present_choice)
                for choice in (_SHOWN, _HIDDEN)
            ]
            return [text(events(words, choices, surroundings)), _row(words, Choice.EVENTS, options)]
        case SettingControl.READY:
            none = words("pages.settings.ready.none")
            return [ui.ActionRow(role_select(Verb.SETTING, Choice.READY_ROLE.argument, choices.ready_role, none))]
        case SettingControl.HOUSE:
            holds = choices.house.value if choices.house else _AWAY
            options = [_option(words("pages.settings.house.away"), _AWAY, holds)]
            options += [_option(naming.name(words, level), level.value, holds) for level in Level]
            return [_row(words, Choice.HOUSE, options)]
        case SettingControl.FAIR:
            return _fair(words, choices)
        case SettingControl.KEEP:
            return _keep(words, choices.keep_days, surroundings.longest)
        case SettingControl.DAILY:
            return _daily(words, choices, surroundings)
        case SettingControl.SEASON:
            return _season(words, choices)
        case SettingControl.WEEK:
            return [
                text(posting(words, PostingKind.WEEK, choices, surroundings)),
                _posting_channel(words, PostingKind.WEEK, Choice.WEEK_CHANNEL, choices, surroundings),
            ]
        case _:
            assert_never(setting)


def retention(words: Words, days: int, longest: int) -> str:
    """Returns in words for how long records are kept in a server.

    Args:
        days: the choice of the server, in days.
        longest: the limit of the bot's owner, in days. 0 for no limit.
    """
    if days and not 0 < longest <= days:
        return words.count("pages.days", days)
    if not longest:
        return words("pages.settings.keep.ever")
    return words("pages.settings.keep.most", days=words.count("pages.days", longest))


def duration(words: Words, seconds: int) -> str:
    """Returns a length of time in words, in the largest unit that divides it."""
    if seconds > 86_400 and seconds % 86_400 == 0:
        return words.count("pages.days", seconds // 86_400)
    if seconds and seconds % 3600 == 0:
        return words.count("pages.hours", seconds // 3600)
    if seconds and seconds % 60 == 0:
        return words.count("pages.minutes", seconds // 60)
    return words.count("pages.seconds", seconds)


def _channels(words: Words, present: list[int], choices: ServerSettings) -> list[ui.Item[Any]]:
    everywhere = button(
        Verb.SETTING,
        words("pages.settings.everywhere"),
        argument=Choice.EVERYWHERE.argument,
        disabled=not choices.channels,
    )
    item = channel_select(Verb.SETTING, Choice.CHANNELS.argument, present, words("pages.settings.pick"))
    return [ui.ActionRow(item), ui.ActionRow(everywhere)]


def _clock(words: Words, choices: ServerSettings) -> list[ui.Item[Any]]:
    kinds = [_option(words(f"pages.clock.{kind.value}"), kind.value, choices.clock.value) for kind in ClockKind]
    return [
        text(words("pages.settings.clock.kind")),
        _row(words, Choice.CLOCK, kinds),
        text(words("pages.settings.clock.decision")),
        _row(words, Choice.DECISION, _lengths(words, _DECISION_S, choices.decision_s, 1)),
        text(words("pages.settings.clock.reserve")),
        _row(words, Choice.RESERVE, _lengths(words, _RESERVE_S, choices.reserve_s, 1)),
        text(words("pages.settings.clock.hours")),
        _row(words, Choice.HOURS, _lengths(words, _HOURS, choices.hours, 3600)),
    ]


def _chips(words: Words, choices: ServerSettings) -> list[ui.Item[Any]]:
    present = _PLAYED if choices.chips else _OFF
    switch = [_option(words(f"pages.settings.chips.{choice}"), choice, present) for choice in (_PLAYED, _OFF)]
    if not choices.chips:
        return [_row(words, Choice.CHIPS, switch)]
    return [
        _row(words, Choice.CHIPS, switch),
        text(f"**{words('pages.settings.chips.opening')}**"),
        _row(words, Choice.OPENING, _sums(words, _OPENING, choices.opening)),
        text(f"**{words('pages.settings.chips.allowance')}**"),
        _row(words, Choice.ALLOWANCE, _sums(words, _ALLOWANCE, choices.allowance)),
        text(f"**{words('pages.settings.chips.stake')}**"),
        _row(words, Choice.STAKE, _sums(words, _STAKE, choices.stake)),
    ]


def _fair(words: Words, choices: ServerSettings) -> list[ui.Item[Any]]:
    sight = [
        _option(words(f"pages.settings.fair.sight.{choice}"), choice, _ASKS if choices.sight else _ALL)
        for choice in (_ASKS, _ALL)
    ]
    shares = [_option(share(words, part), str(part), str(choices.sight_share)) for part in _SHARE]
    none = words("pages.settings.fair.games.none")
    games = [
        _option(words.count("pages.games", games) if games else none, str(games), str(choices.sight_games))
        for games in _GAMES
    ]
    counted = [_option(counted_games(words, games), str(games), str(choices.counted_games)) for games in _COUNTED]
    parts: list[ui.Item[Any]] = [text(f"**{words('pages.settings.fair.sight')}**"), _row(words, Choice.SIGHT, sight)]
    if choices.sight:
        role = role_select(
            Verb.SETTING, Choice.ROLE.argument, choices.sight_role, words("pages.settings.fair.role.any")
        )
        parts += [
            text(f"**{words('pages.settings.fair.share')}**"),
            _row(words, Choice.SHARE, shares),
            text(f"**{words('pages.settings.fair.games')}**"),
            _row(words, Choice.GAMES, games),
            text(f"**{words('pages.settings.fair.role')}**"),
            ui.ActionRow(role),
        ]
    return [*parts, text(f"**{words('pages.settings.fair.counted')}**"), _row(words, Choice.COUNTED, counted)]


def _keep(words: Words, days: int, longest: int) -> list[ui.Item[Any]]:
    offered = [span for span in _KEEP if not longest or span < longest]
    holds = str(days if days in offered else 0)
    return [_row(words, Choice.KEEP, [_option(retention(words, span, longest), str(span), holds) for span in offered])]


def _daily(words: Words, choices: ServerSettings, surroundings: Surroundings) -> list[ui.Item[Any]]:
    kind = PostingKind.DAILY
    return [
        text(posting(words, kind, choices, surroundings)),
        _posting_channel(words, kind, Choice.DAILY_CHANNEL, choices, surroundings),
        text(words("pages.settings.daily.hour", time=timestamp(surroundings.next_at[kind], "t"))),
        _row(words, Choice.DAILY_HOUR, utc_hours(words, choices.daily_hour)),
    ]


def _posting_channel(
    words: Words, kind: PostingKind, choice: Choice, choices: ServerSettings, surroundings: Surroundings
) -> ui.ActionRow[Any]:
    chosen = choices.channel_of(kind)
    here = chosen if chosen in surroundings.present else None
    return ui.ActionRow(one_channel_select(Verb.SETTING, choice.argument, here, words("pages.settings.pick")))


def _season(words: Words, choices: ServerSettings) -> list[ui.Item[Any]]:
    present = _NONE if choices.season is None else choices.season.value
    kinds = [
        _option(words(f"pages.settings.season.{kind}"), kind, present)
        for kind in (_NONE, *(kind.value for kind in SeasonKind))
    ]
    none = words("pages.settings.season.role.none")
    return [
        _row(words, Choice.SEASON, kinds),
        text(words("pages.settings.season.role")),
        ui.ActionRow(role_select(Verb.SETTING, Choice.CHAMPION_ROLE.argument, choices.champion_role, none)),
    ]


def season(words: Words, choices: ServerSettings, surroundings: Surroundings) -> str:
    """Returns in words how long seasons last, and which role the first place gets."""
    lines = [words(f"pages.settings.season.{_NONE if choices.season is None else choices.season.value}")]
    if choices.champion_role is not None:
        lines.append(words("pages.settings.season.role.holds", role=f"<@&{choices.champion_role}>"))
    if surroundings.role_problem:
        lines.append(f"⚠️ {surroundings.role_problem}")
    return "\n".join(lines)


def posting(words: Words, kind: PostingKind, choices: ServerSettings, surroundings: Surroundings) -> str:
    """Returns in words where and when something is posted automatically, or why it cannot be."""
    chosen = choices.channel_of(kind)
    if chosen is None:
        return words("pages.settings.daily.nowhere")
    if chosen not in surroundings.present:
        return words("pages.settings.daily.gone")
    channel = f"<#{chosen}>"
    if lacks := surroundings.lacks.get(chosen):
        boxes = words.join([f"**{words(f'pages.permission.{name}')}**" for name in lacks])
        return words("pages.settings.daily.lacks", channel=channel, permissions=boxes)
    is_daily = kind is PostingKind.DAILY
    time = timestamp(surroundings.next_at[kind], "t" if is_daily else "F")
    return words("pages.settings.daily.holds" if is_daily else "pages.settings.week.holds", channel=channel, time=time)


def events(words: Words, choices: ServerSettings, surroundings: Surroundings) -> str:
    """Returns whether tournaments become events of the server, and the permission that the bot lacks for that."""
    if not choices.events:
        return words("pages.settings.events.hidden")
    if not surroundings.lacks_events:
        return words("pages.settings.events.shown")
    return f"⚠️ {words('pages.settings.events.lacks')}\n{boxes(words, ['create_events'])}"


def share(words: Words, part: int) -> str:
    """Returns in words how large a bet must be for its backer to see the hand, as a part of the stake.

    Args:
        part: the divisor: a bet must be at least the stake divided by it. 0 if any bet is enough.
    """
    if part < 2:
        return words("pages.settings.fair.share.all" if part else "pages.settings.fair.share.none")
    return words("pages.settings.fair.share.part", part=part)


def counted_games(words: Words, most: int) -> str:
    """Returns in words how many games of the same two players count in a day at most."""
    return words.count("pages.games", most) if most else words("pages.settings.fair.counted.all")


def _sums(words: Words, offered: Iterable[int], present: int) -> list[discord.SelectOption]:
    return [_option(words.number(chips), str(chips), str(present)) for chips in offered]


def _lengths(words: Words, offered: Iterable[int], present: int, unit: int) -> list[discord.SelectOption]:
    return [_option(duration(words, length * unit), str(length), str(present)) for length in offered]


def _option(label: str, value: str, present: str) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=value, default=value == present)


def _row(words: Words, choice: Choice, options: list[discord.SelectOption]) -> ui.ActionRow[Any]:
    item = select(Verb.SETTING, options, placeholder=words("pages.settings.pick"), argument=choice.argument)
    return ui.ActionRow(item)


def _one(values: Sequence[str], offered: Iterable[str]) -> str:
    if len(values) != 1 or values[0] not in set(offered):
        raise ValueError("nothing of that kind can be chosen")
    return values[0]
