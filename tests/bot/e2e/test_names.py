"""Names that play tricks: no message shows a control character, a blank in place of a name, or a line turned around."""

from __future__ import annotations

import re

import simcord

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import CardWorld
from tests.support.pseudo import shown_by

# Nothing visible; a mark that turns the rest of the line; a tower of marks; a name from right to left.
UNSEEN, TURNED, TOWER, HEBREW = "\u3164\u200b", "\u202eeman\u2066", "Z" + "\u0337\u0327\u031b" * 9, "שלום"
CONTROLS = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u3164\ufeff]")
ISOLATES = {"\u2068": 1, "\u2069": -1}


def called(cards: CardWorld, account: str, shown: str) -> simcord.MemberActor:
    """Returns a new member with this account name, who shows another name."""
    come = cards.world.guild.add_member(cards.world.env.create_user(account, global_name=shown))
    cards.guests.append(come)
    return come


async def test_no_message_of_an_evening_shows_what_a_name_hides(cards: CardWorld) -> None:
    one, other = called(cards, "una", UNSEEN), called(cards, "duo", TURNED)
    third, fourth = called(cards, "tria", TOWER), called(cards, "quatuor", HEBREW)
    table = await cards.sit_down(one, other, stake=50)
    for person in (third, fourth):
        await cards.fill(person, await cards.table(table), Verb.BET, "20", 0)
    await cards.sit_down(fourth, third)
    pieces = list(shown_by(cards.world.env))
    assert any("una" in piece for piece in pieces), "the account stands for a name that cannot be seen"
    assert any("eman" in piece for piece in pieces)
    assert any("\u2068שלום\u2069" in piece for piece in pieces)
    for piece in pieces:
        assert not CONTROLS.search(piece), ascii(piece)
        assert sum(ISOLATES.get(letter, 0) for letter in piece) == 0
    assert not any("\u031b\u0337" in piece for piece in pieces), "a letter has three marks at most"
