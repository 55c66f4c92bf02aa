"""A bot for the tests of the sandbox that uses every part of Discord that the page has to show.

Each command or button exercises one thing.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import aiosqlite
import discord
from discord import app_commands

GREEN = discord.Colour(0x2E7D5B)


def png(width: int, height: int, rgb: tuple[int, int, int]) -> bytes:
    """A plain picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(rgb) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture(name: str, rgb: tuple[int, int, int], alt: str) -> discord.File:
    """An upload with an alternative text."""
    return discord.File(io.BytesIO(png(480, 200, rgb)), filename=name, description=alt)


class French(app_commands.Translator):
    """Just enough French for the localised names."""

    words: ClassVar = {
        "demo": "demo",
        "table": "table",
        "Who plays": "Qui joue",
        "Open a table": "Ouvre une table",
        "member": "membre",
        "Show profile": "Voir le profil",
    }

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return self.words.get(string.message) if locale is discord.Locale.french else None


class Table(discord.ui.LayoutView):
    """A Components V2 message that is edited in place."""

    def __init__(self, title: str, presses: int, until: datetime, over: bool = False) -> None:
        super().__init__(timeout=None)
        rgb = "red" if presses % 2 else "green"
        box: discord.ui.Container[Table] = discord.ui.Container(accent_colour=GREEN)
        box.add_item(
            discord.ui.TextDisplay(f"## {title}\n**Presses:** {presses} · ends {discord.utils.format_dt(until, 'R')}")
        )
        box.add_item(
            discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{rgb}.png", description=f"A {rgb} field"))
        )
        box.add_item(discord.ui.Separator(spacing=discord.SeparatorSpacing.large))
        section: discord.ui.Section[Table] = discord.ui.Section(
            discord.ui.TextDisplay("-# Small text beside a button"),
            accessory=discord.ui.Button(label="Rules", custom_id="demo:rules", emoji="📖"),
        )
        box.add_item(section)
        row: discord.ui.ActionRow[Table] = discord.ui.ActionRow()
        row.add_item(
            discord.ui.Button(
                label="Press",
                style=discord.ButtonStyle.success,
                custom_id=f"demo:press:{presses}",
                emoji="♠️",
                disabled=over,
            )
        )
        row.add_item(discord.ui.Button(label="Form", style=discord.ButtonStyle.primary, custom_id="demo:form"))
        row.add_item(discord.ui.Button(label="Fail", style=discord.ButtonStyle.danger, custom_id="demo:fail"))
        row.add_item(discord.ui.Button(label="Off", custom_id="demo:off", disabled=True))
        row.add_item(discord.ui.Button(label="Site", url="https://example.org/"))
        box.add_item(row)
        picks: discord.ui.ActionRow[Table] = discord.ui.ActionRow()
        picks.add_item(
            discord.ui.Select(
                custom_id="demo:discard",
                placeholder="Choose cards to discard",
                min_values=1,
                max_values=3,
                options=[
                    discord.SelectOption(label=f"Card {n}", value=str(n), description=f"Place {n}", emoji="🂠")
                    for n in range(1, 6)
                ],
            )
        )
        box.add_item(picks)
        self.add_item(box)
        one: discord.ui.ActionRow[Table] = discord.ui.ActionRow()
        one.add_item(discord.ui.UserSelect(custom_id="demo:who", placeholder="Choose a person"))
        self.add_item(one)
        self.picture = picture(f"{rgb}.png", (180, 60, 50) if presses % 2 else (40, 120, 80), f"A {rgb} field")


class Form(discord.ui.Modal, title="A form"):
    """A modal with a text, a select, a radio group, a checkbox and a text display."""

    intro: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Tell us **something**.")
    name: discord.ui.Label[Form] = discord.ui.Label(
        text="Name",
        description="As it shall be called",
        component=discord.ui.TextInput(max_length=20, custom_id="name"),
    )
    size: discord.ui.Label[Form] = discord.ui.Label(
        text="Size",
        component=discord.ui.Select(
            custom_id="size",
            options=[discord.SelectOption(label="Small", value="s"), discord.SelectOption(label="Large", value="l")],
        ),
    )
    pace: discord.ui.Label[Form] = discord.ui.Label(
        text="Pace",
        component=discord.ui.RadioGroup(
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label="Live", value="live"),
                discord.RadioGroupOption(label="Slow", value="slow"),
            ],
        ),
    )
    sure: discord.ui.Label[Form] = discord.ui.Label(text="Sure", component=discord.ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        values = []
        for label in (self.name, self.size, self.pace, self.sure):
            part = label.component
            values.append(str(part.values[0] if isinstance(part, discord.ui.Select) else part.value))  # type: ignore[attr-defined]  # each of these has a value
        await interaction.response.send_message("Form: " + ", ".join(values))


class Demo(discord.Client):
    """The client; it owns a database, as the real one does, and closes it."""

    def __init__(self, now: Callable[[], datetime], database: Path | str = ":memory:") -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_reactions = intents.dm_reactions = True
        super().__init__(intents=intents)
        self.now = now
        self.database = database
        self.connection: aiosqlite.Connection | None = None
        self.closed_database = False
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Commands(name="demo", description="Try things"))
        self.tree.add_command(
            app_commands.ContextMenu(name=app_commands.locale_str("Show profile"), callback=show_profile)
        )

    async def setup_hook(self) -> None:
        self.connection = await aiosqlite.connect(self.database)
        await self.connection.execute("CREATE TABLE IF NOT EXISTS presses (message INTEGER PRIMARY KEY, count INTEGER)")
        await self.tree.set_translator(French())
        await self.tree.sync()

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
            self.closed_database = True
        await super().close()

    async def count(self, message_id: int) -> int:
        """Counts a press on a message in the database."""
        assert self.connection is not None
        await self.connection.execute(
            "INSERT INTO presses VALUES (?, 1) ON CONFLICT (message) DO UPDATE SET count = count + 1", (message_id,)
        )
        await self.connection.commit()
        async with self.connection.execute("SELECT count FROM presses WHERE message = ?", (message_id,)) as rows:
            row = await rows.fetchone()
        assert row is not None
        return int(row[0])

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component or interaction.data is None:
            return
        custom_id = str(interaction.data.get("custom_id", ""))
        values: Any = interaction.data.get("values") or []
        match custom_id.split(":")[1]:
            case "press":
                assert interaction.message is not None
                presses = await self.count(interaction.message.id)
                view = Table("Table", presses, self.now() + timedelta(minutes=2))
                await interaction.response.edit_message(view=view, attachments=[view.picture])
            case "rules":
                await interaction.response.send_message("Only *you* can read this.", ephemeral=True)
            case "form":
                await interaction.response.send_modal(Form())
            case "fail":
                raise RuntimeError("this button always fails")
            case "discard":
                await interaction.response.send_message(
                    "Discarded: " + ", ".join(str(v) for v in values), ephemeral=True
                )
            case "who":
                await interaction.response.send_message(f"Chosen: <@{values[0]}>")
            case _:
                await interaction.response.defer()

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        if self.user is not None and event.user_id != self.user.id and str(event.emoji) == "👍":
            channel = self.get_partial_messageable(event.channel_id)
            await channel.send(f"<@{event.user_id}> likes that.")


async def show_profile(interaction: discord.Interaction, user: discord.Member) -> None:
    """The user context menu."""
    await interaction.response.send_message(
        f"Profile of {user.mention}, for a reader of {interaction.locale.value}.", ephemeral=True
    )


class Commands(app_commands.Group):
    """`/demo …`"""

    @app_commands.command(description=app_commands.locale_str("Open a table"))
    @app_commands.rename(member=app_commands.locale_str("member"))
    @app_commands.describe(member=app_commands.locale_str("Who plays"), stake="Chips", pace="How fast")
    @app_commands.choices(
        pace=[app_commands.Choice(name="Live", value="live"), app_commands.Choice(name="By letter", value="letter")]
    )
    async def table(
        self,
        interaction: discord.Interaction,
        member: discord.Member,
        stake: app_commands.Range[int, 0, 100] = 0,
        pace: str = "live",
        loud: bool = False,
    ) -> None:
        client = interaction.client
        assert isinstance(client, Demo)
        view = Table(
            f"{interaction.user.display_name} and {member.display_name}", 0, client.now() + timedelta(minutes=2)
        )
        await interaction.response.send_message(view=view, file=view.picture)
        message = await interaction.original_response()
        await message.add_reaction("1️⃣")
        await message.add_reaction("2️⃣")
        if isinstance(interaction.channel, discord.TextChannel):
            full = await interaction.channel.fetch_message(message.id)
            thread = await full.create_thread(name=f"{interaction.user.display_name} · {member.display_name}")
            await thread.send(
                f"Welcome {member.mention}! Stake {stake}, pace {pace}, loud {loud}. "
                f"Parent: <#{interaction.channel.id}>"
            )

    @app_commands.command(description="Send a private message")
    async def dm(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        row = discord.ui.View(timeout=None)
        king = next(iter(await interaction.client.fetch_application_emojis()), "🂡")
        for n in range(1, 6):
            row.add_item(discord.ui.Button(label=f"{n}", custom_id=f"demo:off{n}", emoji=king, disabled=n == 3))
        try:
            await interaction.user.send(
                f"Your hand {king}", view=row, file=picture("hand.png", (60, 60, 140), "Five cards")
            )
        except discord.Forbidden:
            await interaction.followup.send("Your DMs are closed.")
        else:
            await interaction.followup.send("Sent.")

    @app_commands.command(description="Look a word up")
    async def find(self, interaction: discord.Interaction, word: str) -> None:
        await interaction.response.send_message(f"You looked for `{word}`.")

    @find.autocomplete("word")
    async def words(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        known = ["atout", "carte", "cœur", "écarté", "pique", "roi", "talon"]
        return [
            app_commands.Choice(name=f"{word} ({interaction.locale.value})", value=word)
            for word in known
            if current in word
        ]

    @app_commands.command(description="A file and an embed")
    async def record(self, interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="Record", description="A **game** of five", colour=GREEN)
        embed.add_field(name="Alice", value="5")
        embed.add_field(name="Bruno", value="3")
        embed.set_footer(text="played today")
        text = discord.File(io.BytesIO(b'[Ecarte "1"]\n'), filename="game.txt")
        await interaction.response.send_message("Here it is:", embed=embed, file=text)

    @app_commands.command(description="Never answers")
    async def silent(self, interaction: discord.Interaction) -> None:
        return

    @app_commands.command(description="For those who manage the server")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction, channel: discord.TextChannel) -> None:
        await interaction.response.send_message(
            f"Settings: {channel.mention}, {interaction.guild_locale}", ephemeral=True
        )


async def make_demo(now: Callable[[], datetime]) -> Demo:
    """The factory for the sandbox."""
    return Demo(now)
