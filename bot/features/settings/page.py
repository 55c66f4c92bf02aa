"""The settings of a server, for those with Manage Server: each current value with a button that changes it.

Each choice is kept as soon as it is made, key by key, so two people who change different things do not undo each
other. Knows what can be chosen, not where it acts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, assert_never

import discord
from discord import app_commands, ui

from bot.adapter import naming
from bot.adapter.components import buttons, fields, join_facts, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.adapter.permissions import manages
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.adapter.roles import role_objection
from bot.clock import ClockKind
from bot.features.settings.controls import (
    Choice,
    SettingControl,
    apply_choice,
    controls,
    counted_games,
    duration,
    retention,
    share,
)
from bot.people.server import ServerSettings
from bot.tables.problems import Problem, Refused
from bot.texts import Words

ROUTES = Routes()


def draw(words: Words, choices: ServerSettings, present: Collection[int], longest: int = 0) -> Message:
    """Returns the panel with the current values.

    Args:
        present: those of the chosen channels that are still there.
        longest: for how many days the bot's owner keeps records; 0: for ever.
    """
    return Message(
        layout(
            page_frame(
                text(f"## {words('pages.settings.title')}\n-# {words('pages.settings.about')}"),
                *(
                    _section(words, setting, _holds(words, setting, choices, present, longest))
                    for setting in SettingControl
                ),
                buttons(button(Verb.ADMIN, words("admin.open"), argument="show", emoji="🛡️")),
            )
        )
    )


def edit(
    words: Words,
    setting: SettingControl,
    choices: ServerSettings,
    present: Collection[int],
    longest: int = 0,
    problem: str | None = None,
) -> Message:
    """Returns the choices for one setting, with the current value chosen.

    Args:
        problem: why what was chosen cannot be; None: nothing is in the way.
    """
    return Message(
        layout(
            page_frame(
                text(f"## {words(f'pages.settings.{setting.value}')}"),
                text(words(f"pages.settings.{setting.value}.about")),
                None if problem is None else text(f"⚠️ {problem}"),
                *controls(words, setting, choices, present, longest),
                buttons(button(Verb.SETTING, words("pages.settings.back"), argument="show.panel", emoji="◀️")),
            )
        )
    )


def _section(words: Words, setting: SettingControl, holds: str) -> ui.Section[Any]:
    change = button(Verb.SETTING, words("pages.settings.change"), argument=f"edit.{setting.value}")
    return ui.Section(text(f"**{words(f'pages.settings.{setting.value}')}**\n{holds}"), accessory=change)


def _holds(
    words: Words, setting: SettingControl, choices: ServerSettings, present: Collection[int], longest: int
) -> str:
    match setting:
        case SettingControl.CHANNELS:
            if not choices.channels:
                return words("pages.settings.everywhere")
            here = " ".join(f"<#{channel}>" for channel in choices.channels if channel in present)
            return here or words("pages.settings.nowhere")
        case SettingControl.THREADS:
            return words("pages.settings.in_thread" if choices.threads else "pages.settings.in_channel")
        case SettingControl.CLOCK:
            return _clock(words, choices)
        case SettingControl.LANGUAGE:
            return choices.language.named_in(words.language) if choices.language else words("pages.language.server")
        case SettingControl.DIALECT:
            return words(f"pages.dialect.{choices.dialect.value}")
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
        case SettingControl.READY:
            return words("pages.settings.ready.none") if choices.ready_role is None else f"<@&{choices.ready_role}>"
        case SettingControl.KEEP:
            return retention(words, choices.keep_days, longest)
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
    """Both clocks, the one that holds where a challenge names none first."""
    decision, reserve = duration(words, choices.decision_s), duration(words, choices.reserve_s)
    live = words("pages.settings.live", decision=decision, reserve=reserve)
    post = words("pages.settings.correspondence", decision=duration(words, choices.hours * 3600))
    first, second = (live, post) if choices.clock is ClockKind.LIVE else (post, live)
    return f"{first}\n-# {join_facts(words('pages.settings.if_asked'), second)}"


def existing_channels(interaction: discord.Interaction[Any], choices: ServerSettings) -> frozenset[int]:
    """Returns the chosen channels that still exist."""
    guild = interaction.guild
    return frozenset(
        channel
        for channel in choices.channels
        if guild is not None and guild.get_channel_or_thread(channel) is not None
    )


@ROUTES.press(Verb.SETTING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """A setting was opened, chosen, or left: the panel changes in place.

    Raises:
        MissingPermissions: the person does not manage the server (any more).
        Refused: the item was drawn by another version.
    """
    if not manages(request.interaction):
        raise app_commands.MissingPermissions(["manage_guild"])
    choices, longest = await request.server(), request.app.settings.keep_logs_days
    action, what = fields(press.argument, 2)
    try:
        match action:
            case "open":
                await request.reply(
                    draw(request.words, choices, existing_channels(request.interaction, choices), longest)
                )
                return
            case "show":
                drawing = draw(request.words, choices, existing_channels(request.interaction, choices), longest)
            case "edit":
                present = existing_channels(request.interaction, choices)
                setting = SettingControl(what)
                problem = _role_problem(request, choices) if setting is SettingControl.READY else None
                drawing = edit(request.words, setting, choices, present, longest, problem)
            case "set":
                choice = Choice(what)
                after = apply_choice(choice, request.values, choices)
                if choice is Choice.READY_ROLE and (problem := _role_problem(request, after, is_chosen=True)):
                    await request.replace(edit(request.words, choice.setting, choices, (), longest, problem))
                    return
                choices = await request.app.people.servers.change(request.guild_id, choices, after)
                present = existing_channels(request.interaction, choices)
                # What has several parts keeps its page until all are chosen.
                setting = choice.setting
                drawing = (
                    edit(request.words, setting, choices, present, longest)
                    if setting in (SettingControl.CLOCK, SettingControl.CHIPS, SettingControl.FAIR)
                    else draw(request.words, choices, present, longest)
                )
            case _:
                raise Refused(Problem.STALE)
    except ValueError:
        raise Refused(Problem.STALE) from None
    await request.replace(drawing)


def _role_problem(request: Request, choices: ServerSettings, *, is_chosen: bool = False) -> str | None:
    """Why the role for open challenges cannot be given; None: it can, or there is none."""
    role_id = choices.ready_role
    return None if role_id is None else role_objection(request.words, request.interaction, role_id, is_chosen=is_chosen)


@ROUTES.command("settings")
async def command(request: Request) -> None:
    """`/ecarte settings`: shows the settings of the server to its managers."""
    if not manages(request.interaction):
        await request.reply(request.words("problem.manage_server"))
        return
    choices, longest = await request.server(), request.app.settings.keep_logs_days
    await request.reply(draw(request.words, choices, existing_channels(request.interaction, choices), longest))
