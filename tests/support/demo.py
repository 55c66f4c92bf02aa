"""A small bot that makes every kind of request of a card table, for tests of the referee and of `world`."""

from __future__ import annotations

import io
from collections.abc import Callable

import discord
from discord import app_commands, ui

_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e5"
    "27d4a20000000049454e44ae426082"
)


def _picture(name: str) -> discord.File:
    return discord.File(io.BytesIO(_PIXEL), filename=name, description="A felt without cards")


class _Count(ui.Button[ui.LayoutView]):
    """Redraws its message in place, with a new picture."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(label=f"Count {number}", custom_id="demo:count", emoji="🂠")
        self.number = number

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(
            view=Board(self.number + 1), attachments=[_picture(f"board{self.number + 1}.png")]
        )


class _Choice(ui.Select[ui.LayoutView]):
    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=f"Card {n}", value=str(n), description="One of five") for n in range(1, 6)
        ]
        super().__init__(custom_id="demo:choice", placeholder="Cards to change", max_values=5, options=options)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"{len(self.values)} chosen", ephemeral=True)


class Board(ui.LayoutView):
    """A Components V2 message with everything that the bot's messages may hold."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(timeout=None)
        self.add_item(
            ui.Container(
                ui.TextDisplay(f"## Board {number}"),
                ui.Section("Score", accessory=ui.Thumbnail(f"attachment://board{number}.png", description="Score")),
                ui.MediaGallery(discord.MediaGalleryItem(f"attachment://board{number}.png", description="The table")),
                ui.Separator(spacing=discord.SeparatorSpacing.large),
                ui.ActionRow(_Count(number), ui.Button(label="Rules", url="https://example.org/rules")),
                ui.ActionRow(_Choice()),
                accent_colour=0x0B6623,
            )
        )


class _Form(ui.Modal, title="A stake"):
    chips: ui.TextInput[_Form] = ui.TextInput(label="Chips", custom_id="chips", default="10", max_length=4)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{self.chips.value} chips", ephemeral=True)


class DemoBot(discord.Client):
    """A client with a command for each way to answer.

    Attributes:
        now: its clock.
        heard: how many interactions reached it.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        intents = discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True)
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.now = now
        self.heard = 0
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(_Demo(self))
        self.tree.add_command(app_commands.ContextMenu(name="Look at", callback=_look_at))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, _: discord.Interaction) -> None:
        self.heard += 1


async def _look_at(interaction: discord.Interaction, member: discord.Member) -> None:
    embed = discord.Embed(title=member.display_name, colour=0x800020).add_field(name="Games", value="0")
    await interaction.response.send_message(embed=embed, ephemeral=True)


@app_commands.guild_only()
class _Demo(app_commands.Group):
    def __init__(self, bot: DemoBot) -> None:
        super().__init__(name="demo", description="Shows what a table needs")
        self.bot = bot

    @app_commands.command(description="Opens a board in a thread")
    @app_commands.describe(member="Your opponent", stake="In chips")
    async def board(
        self, interaction: discord.Interaction, member: discord.Member, stake: app_commands.Range[int, 1, 100] = 1
    ) -> None:
        mentions = discord.AllowedMentions(users=[member])
        await interaction.response.send_message(f"{member.mention}, for {stake}", allowed_mentions=mentions)
        challenge = await interaction.original_response()
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        message = await channel.fetch_message(challenge.id)
        thread = await message.create_thread(name="A table", auto_archive_duration=1440)
        board = await thread.send(view=Board(), files=[_picture("board0.png")], nonce=str(self.bot.now()))
        await board.pin()
        await board.add_reaction("1️⃣")
        await member.send(view=Board(), file=_picture("board0.png"))
        await interaction.edit_original_response(content="The table is laid.")

    @app_commands.command(description="Answers late")
    async def late(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("Here.", file=discord.File(io.BytesIO(b"1. KS TS"), filename="record.txt"))

    @app_commands.command(description="Asks for a stake")
    async def stake(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(_Form())

    @app_commands.command(description="Says what it hears")
    async def locale(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.locale.value} {interaction.guild_locale}")

    @app_commands.command(description="Looks a rule up")
    async def rule(self, interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"Rule: {name}")

    @rule.autocomplete("name")
    async def _names(self, _: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=choice, value=choice) for choice in ("king", "vole") if choice.startswith(current)
        ]

    @app_commands.command(description="Clears the channel")
    async def clear(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        async for message in channel.history(limit=5, before=discord.Object(interaction.id)):
            await message.edit(content="Gone soon.")
            await message.delete()
        await interaction.delete_original_response()

    @app_commands.command(description="Fails")
    async def fail(self, interaction: discord.Interaction) -> None:
        raise ZeroDivisionError("on purpose")


def make_demo(now: Callable[[], int]) -> DemoBot:
    """The bot, for `world`."""
    return DemoBot(now)
