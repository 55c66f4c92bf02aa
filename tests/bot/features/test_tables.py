"""The list of open tables, on the simulated Discord: who sees which tables, and in which order."""

from __future__ import annotations

import discord

from bot.tables import lookup
from tests.bot.features.playing import Hall


async def test_the_tables_are_listed_privately_with_score_turn_and_place(hall: Hall) -> None:
    await hall.begin()
    await hall.ask(hall.world.chloe, "challenge", member=hall.world.david)
    await hall.ask(hall.world.david, "challenge")
    listed = await hall.ask(hall.world.alice, "tables")
    assert listed.private
    assert "**Alice** 0 – 0 **Bruno**" in listed.text
    assert "turn began <t:" in listed.text
    assert "**Chloé** challenges **David**\n-# https://discord.com/channels/" in listed.text
    assert "**David** is looking for a game" in listed.text


async def test_players_see_their_own_tables_first_and_their_turn(hall: Hall) -> None:
    await hall.ask(hall.world.chloe, "challenge")
    table = await hall.begin()
    view = await lookup.table(hall.room.tables, table)
    assert view.game is not None
    assert view.game.turn is not None
    player = next(person for person in hall.world.people if person.id == view.person(view.game.turn).id)
    text = (await hall.ask(player, "tables")).text
    assert text.index("**Alice** 0 – 0 **Bruno**") < text.index("**Chloé**")
    assert "**your turn**" in text


async def test_tables_in_channels_that_a_reader_may_not_see_are_not_listed(hall: Hall) -> None:
    guild, seen = hall.world.guild, discord.PermissionOverwrite(view_channel=True)
    insiders = guild.create_role("insiders")
    assert hall.room.user is not None
    for user_id in (hall.room.user.id, hall.world.bruno.id):
        hall.world.env.backend.add_member_role(guild.id, user_id, insiders.id)
    unseen = discord.PermissionOverwrite(view_channel=False)
    closed = guild.create_text_channel("closed", overwrites={guild.default_role: unseen, insiders: seen})
    await hall.world.alice.slash(closed, "ecarte challenge", member=hall.world.bruno)
    assert "**Alice**" in (await hall.ask(hall.world.alice, "tables")).text
    assert "No games are on right now." in (await hall.ask(hall.world.david, "tables")).text


async def test_a_private_thread_is_listed_for_the_players_alone(hall: Hall) -> None:
    backend, channel = hall.world.env.backend, hall.world.channel
    made = backend.create_thread(channel.id, "among us", hall.world.alice.id, type=12, broadcast=False)
    for person in (hall.world.alice, hall.world.bruno):
        backend.add_thread_member(made.id, person.id)
    backend.add_thread_member(made.id, hall.room.application_id or 0)
    backend.announce_thread_create(made)
    await hall.world.env.settle()
    (thread,) = channel.threads
    await hall.world.alice.slash(thread, "ecarte challenge", member=hall.world.bruno)
    assert "**Alice** challenges **Bruno**" in (await hall.ask(hall.world.bruno, "tables")).text
    assert "No games are on right now." in (await hall.ask(hall.world.david, "tables")).text


async def test_ones_own_tables_are_listed_though_their_channel_is_gone(hall: Hall) -> None:
    games = hall.world.guild.create_text_channel("games")
    await hall.world.alice.slash(games, "ecarte challenge", member=hall.world.bruno)
    hall.world.env.backend.delete_channel(games.id)
    await hall.world.env.settle()
    assert "**Alice** challenges **Bruno**" in (await hall.ask(hall.world.alice, "tables")).text
    assert "No games are on right now." in (await hall.ask(hall.world.david, "tables")).text


async def test_many_tables_have_pages(hall: Hall) -> None:
    people = hall.world.people
    for challenger in people:
        for challenged in people:
            if challenger is not challenged:
                await hall.ask(challenger, "challenge", member=challenged)
    first = await hall.ask(hall.world.alice, "tables")
    assert "12 tables · Page 1 of 2" in first.text
    second = await hall.click(hall.world.alice, first, "Next")
    assert second.message.id == first.message.id
    assert second.text.count("challenges") == 4
