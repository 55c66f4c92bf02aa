"""The settings of a server, for members with the permission Manage Server: the current values, and a menu of settings
to change.

Each choice is stored at once and by itself, so two people who change different settings do not undo each other. This
module knows which settings there are, not what they do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import buttons, fields, join_facts, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, select
from bot.adapter.message import Message, layout
from bot.adapter.permissions import manages, missing_to_post
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.adapter.roles import role_objection
from bot.clock import ClockKind
from bot.features.settings.controls import (
    Choice,
    SettingControl,
    Surroundings,
    apply_choice,
    controls,
    counted_games,
    duration,
    events,
    posting,
    retention,
    season,
    share,
)
from bot.people.server import PostingKind, ServerSettings
from bot.tables.problems import Problem, Refused
from bot.texts import Words

ROUTES = Routes()
_OF_SEVERAL_PARTS: Final = frozenset(
    (
        SettingControl.CLOCK,
        SettingControl.CHIPS,
        SettingControl.FAIR,
        SettingControl.DAILY,
        SettingControl.WEEK,
        SettingControl.SEASON,
        SettingControl.EVENTS,
    )
)


_GROUPS: Final = (
    (
        SettingControl.CHANNELS,
        SettingControl.THREADS,
        SettingControl.LANGUAGE,
        SettingControl.CLOCK,
        SettingControl.DIALECT,
        SettingControl.CHANCES,
        SettingControl.FACES,
        SettingControl.HOUSE,
    ),
    (SettingControl.CHIPS, SettingControl.FAIR, SettingControl.SEASON, SettingControl.BOARDS),
    (SettingControl.READY, SettingControl.DAILY, SettingControl.WEEK, SettingControl.EVENTS, SettingControl.KEEP),
)
"""The order of the panel: how a table is, what is played for, the server around it."""

_ROLES: Final = (Choice.READY_ROLE, Choice.CHAMPION_ROLE)


def draw(words: Words, choices: ServerSettings, surroundings: Surroundings) -> Message:
    """Returns the page of settings with the current values."""
    change = words("pages.settings.change")
    options = [
        discord.SelectOption(label=words(f"pages.settings.{setting.value}"), value=setting.value)
        for group in _GROUPS
        for setting in group
    ]
    return Message(
        layout(
            page_frame(
                text(f"## {words('pages.settings.title')}\n-# {words('pages.settings.about')}"),
                *(
                    text("\n".join(_line(words, setting, choices, surroundings) for setting in group))
                    for group in _GROUPS
                ),
                ui.ActionRow(select(Verb.SETTING, options, placeholder=change, argument="edit.any")),
                buttons(button(Verb.ADMIN, words("admin.open"), argument="show", emoji="🛡️")),
            )
        )
    )


def edit(
    words: Words,
    setting: SettingControl,
    choices: ServerSettings,
    surroundings: Surroundings,
    problem: str | None = None,
) -> Message:
    """Returns the page with the controls of one setting.

    Args:
        problem: why the role of this setting cannot be given, or why the role that was just chosen is refused. None if
            there is no problem, or if the setting has no role.
    """
    return Message(
        layout(
            page_frame(
                text(f"## {words(f'pages.settings.{setting.value}')}"),
                text(words(f"pages.settings.{setting.value}.about")),
                None if problem is None else text(f"⚠️ {problem}"),
                *controls(words, setting, choices, surroundings),
                buttons(button(Verb.SETTING, words("pages.settings.back"), argument="show.panel", emoji="◀️")),
            )
        )
    )


def _line(words: Words, setting: SettingControl, choices: ServerSettings, surroundings: Surroundings) -> str:
    return f"**{words(f'pages.settings.{setting.value}')}**\n{_current_value(words, setting, choices, surroundings)}"


def _current_value(words: Words, setting: SettingControl, choices: ServerSettings, surroundings: Surroundings) -> str:
    match setting:
        case SettingControl.CHANNELS:
            if not choices.channels:
                return words("pages.settings.everywhere")
            here = " ".join(f"<#{channel}>" for channel in choices.channels if channel in surroundings.present)
            return here or words("pages.settings.nowhere")
        case SettingControl.THREADS:
            return words("pages.settings.in_thread" if choices.threads else "pages.settings.in_channel")
        case SettingControl.CLOCK:
            return _clock(words, choices)
        case SettingControl.LANGUAGE:
            return choices.language.named_in(words.language) if choices.language else words("pages.language.server")
        case SettingControl.DIALECT:
            return words(f"pages.dialect.{choices.dialect.value}")
        case SettingControl.CHIPS if not choices.chips:
            return words("pages.settings.chips.off")
        case SettingControl.CHIPS:
            stake = words.number(choices.stake) if choices.stake else words("pages.settings.chips.honour")
            values = {"opening": words.number(choices.opening), "allowance": words.number(choices.allowance)}
            return words("pages.settings.chips.holds", stake=stake, **values)
        case SettingControl.HOUSE:
            if choices.house is None:
                return words("pages.settings.house.away")
            return words("pages.settings.house.comes", house=naming.name(words, choices.house))
        case SettingControl.FAIR:
            return _fair(words, choices)
        case SettingControl.CHANCES:
            return words(f"pages.settings.chances.{'shown' if choices.chances else 'hidden'}")
        case SettingControl.FACES:
            return words(f"pages.settings.faces.{'shown' if choices.faces else 'hidden'}")
        case SettingControl.BOARDS:
            return words(f"pages.settings.boards.{'shown' if choices.left_on_boards else 'hidden'}")
        case SettingControl.READY:
            return words("pages.settings.ready.none") if choices.ready_role is None else f"<@&{choices.ready_role}>"
        case SettingControl.KEEP:
            return retention(words, choices.keep_days, surroundings.longest)
        case SettingControl.DAILY:
            return posting(words, PostingKind.DAILY, choices, surroundings)
        case SettingControl.SEASON:
            return season(words, choices, surroundings)
        case SettingControl.WEEK:
            return posting(words, PostingKind.WEEK, choices, surroundings)
        case SettingControl.EVENTS:
            return events(words, choices, surroundings)
        case _:
            assert_never(setting)


def _fair(words: Words, choices: ServerSettings) -> str:
    """Returns the conditions for a backer to see a hand, and how many staked games of a pair count."""
    sight = [words(f"pages.settings.fair.sight.{'asks' if choices.sight else 'all'}")]
    if choices.sight:
        sight.append(share(words, choices.sight_share))
        sight.append(words.count("pages.games", choices.sight_games) if choices.sight_games else "")
        sight.append("" if choices.sight_role is None else f"<@&{choices.sight_role}>")
    counted = words("pages.settings.fair.counted.holds", games=counted_games(words, choices.counted_games))
    return f"{join_facts(*sight)}\n-# {counted}"


def _clock(words: Words, choices: ServerSettings) -> str:
    """Returns both clocks. The default one comes first."""
    decision, reserve = duration(words, choices.decision_s), duration(words, choices.reserve_s)
    live = words("pages.settings.live", decision=decision, reserve=reserve)
    post = words("pages.settings.correspondence", decision=duration(words, choices.hours * 3600))
    first, second = (live, post) if choices.clock is ClockKind.LIVE else (post, live)
    return f"{first}\n-# {join_facts(words('pages.settings.if_asked'), second)}"


def surroundings_of(request: Request, choices: ServerSettings) -> Surroundings:
    """Returns the facts that the settings show besides the choices, as they are now."""
    guild, now = request.interaction.guild, request.app.now()
    posted_in = {channel for kind in PostingKind if (channel := choices.channel_of(kind)) is not None}
    chosen = {*choices.channels, *posted_in}
    present = frozenset(
        channel for channel in chosen if guild is not None and guild.get_channel_or_thread(channel) is not None
    )
    lacks = {} if guild is None else {channel: missing_to_post(guild, channel) or () for channel in posted_in}
    at = {kind: kind.next_at(choices.daily_hour, now) for kind in PostingKind}
    problem = _role_problem(request, choices, SettingControl.SEASON) or ""
    lacks_events = guild is not None and not guild.me.guild_permissions.create_events
    return Surroundings(present, request.app.settings.keep_logs_days, at, lacks, problem, lacks_events)


@ROUTES.press(Verb.SETTING, needs=Needs.MANAGER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the controls of a setting, stores a choice, or goes back to all settings. The page changes in place.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    choices = await request.server()
    action, what = fields(press.argument, 2)
    try:
        match action:
            case "open":
                await request.reply(draw(request.words, choices, surroundings_of(request, choices)))
                return
            case "show":
                drawing = draw(request.words, choices, surroundings_of(request, choices))
            case "edit":
                # Panels drawn by earlier versions have one button for each setting.
                setting = SettingControl(request.values[0] if request.values else what)
                problem = _role_problem(request, choices, setting)
                drawing = edit(request.words, setting, choices, surroundings_of(request, choices), problem)
            case "set":
                choice = Choice(what)
                setting, after = choice.setting, apply_choice(choice, request.values, choices)
                if choice in _ROLES and (problem := _role_problem(request, after, setting, is_chosen=True)):
                    surroundings = surroundings_of(request, choices)
                    await request.replace(edit(request.words, setting, choices, surroundings, problem))
                    return
                if setting is SettingControl.DAILY:
                    after = replace(after, daily_since=request.app.now())
                elif setting is SettingControl.WEEK:
                    after = replace(after, week_since=request.app.now())
                choices = await request.app.people.servers.change(request.guild_id, choices, after)
                if choice is Choice.CHAMPION_ROLE:
                    await request.app.people.champions.look_again(request.guild_id)
                surroundings = surroundings_of(request, choices)
                # A setting of several parts keeps its page until all are chosen.
                drawing = (
                    edit(request.words, setting, choices, surroundings)
                    if setting in _OF_SEVERAL_PARTS
                    else draw(request.words, choices, surroundings)
                )
            case _:
                raise Refused(Problem.STALE)
    except ValueError:
        raise Refused(Problem.STALE) from None
    await request.replace(drawing)


def _role_problem(
    request: Request, choices: ServerSettings, setting: SettingControl, *, is_chosen: bool = False
) -> str | None:
    """Returns why a role cannot be given: the role for open challenges, or for the first place. None if it can."""
    is_called = setting is SettingControl.READY
    role_id = choices.ready_role if is_called else choices.champion_role
    if role_id is None or (setting is not SettingControl.SEASON and not is_called):
        return None
    chooser = request.interaction if is_chosen else None
    return role_objection(request.words, request.interaction.guild, role_id, chooser=chooser, is_called=is_called)


@ROUTES.command("settings")
async def command(request: Request) -> None:
    """Answers `/ecarte settings` with the settings of the server, for its managers."""
    if not manages(request.interaction):
        await request.reply(request.words("problem.manage_server"))
        return
    choices = await request.server()
    await request.reply(draw(request.words, choices, surroundings_of(request, choices)))
