"""Short messages that ring: the warning to a player who takes no direct messages, and the notice that a table can no
longer be shown.
"""

from __future__ import annotations

from bot.adapter import formatting, naming
from bot.adapter.components import notice
from bot.adapter.message import Message
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat


def public_warning(words: Words, view: TableView, seat: Seat) -> Message:
    """Returns the public warning that time runs out for a player. It is for a player who takes no direct messages."""
    person = view.person(seat)
    text = words(
        "notice.warning.public",
        who=naming.mention_member(words, person.id),
        until=formatting.until(words, view.terms, view.deadline or 0),
    )
    return notice(text, *naming.members(person))


def no_place(words: Words, view: TableView) -> Message:
    """Returns the private notice to both players that the bot can no longer show the table, because its channel is gone
    or closed to the bot.
    """
    view = naming.with_names(words, view)
    return notice(
        words("notice.no.place", north=formatting.who(view, Seat.NORTH), south=formatting.who(view, Seat.SOUTH))
    )
