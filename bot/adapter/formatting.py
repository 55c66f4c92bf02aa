"""Small pieces of text that several messages need: cards, suits, moments, names, terms, refusals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from bot.clock import ClockKind
from bot.letters import isolate, strip_invisible
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.pictures.scenes import Deck, Felt, Indices, Style
from bot.tables.problems import Problem, Refused
from bot.tables.state.sight import Sight, SightRules, least_stake
from bot.tables.terms import Terms
from bot.texts import Words
from ecarte.game import Card, Manners, Rank, Rules, Seat, Stakes, Suit
from ecarte.table.stakes import Odds

_LISTED = 8
LONGEST_ALT = 1024
"""The most characters that Discord accepts as the description of a picture."""
_EMOJI = {Suit.SPADES: "♠️", Suit.HEARTS: "♥️", Suit.DIAMONDS: "♦️", Suit.CLUBS: "♣️"}
# A dash or plus at the beginning makes a list. A point makes a numbered list, or an address without its scheme.
_SPECIAL = re.compile(r"[\\*_~`|<>\[\]:@#]|^[-+]|(?<=\d)\.|(?<=\w)\.(?=\w)")
_MARKS = {"crown": "👑", "chip": "🪙", "back": "🎴"}
_SIGN = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Seated(Protocol):
    """A table or a replayed game, as texts need it: who sits where, and which cards were cut for the first deal."""

    @property
    def cuts(self) -> tuple[tuple[Card, Card], ...]:
        """North's card and South's card of each cut that decides who deals first.

        If the two cards have the same rank, there is another cut.
        """

    def person(self, seat: Seat) -> Person:
        """Returns the person in a seat."""


def on_button(words: Words, which: Card, points: int = 0) -> tuple[str | None, str | None]:
    """Returns the label and the emoji of a card on a button. If Discord has no picture of the card, the label is `K♠`.

    Args:
        points: the number of backers who point at the card as their advice.
    """
    picture = words.signs.get(str(which))
    plain = "" if picture else plain_card(words, which)
    # The label has no space, so that five buttons with three tens fit a phone.
    return plain + count_label(words, "", points) or None, picture


def count_label(words: Words, label: str, points: int) -> str:
    """Returns the label of a button, with the number of backers who advise that choice if there are any.

    Args:
        points: the number of those backers.
    """
    return words("hand.points", label=label, n=points).strip() if points else label


def suit_emoji(words: Words, which: Suit) -> str:
    """Returns the emoji of a suit on a button."""
    return words.signs.get(str(which), _EMOJI[which])


def mark(words: Words, name: str) -> str:
    """Returns the emoji of a mark ("crown", "chip", "back"), or the character that stands for the mark.

    Not for labels, which do not show the application's emojis.
    """
    return words.signs.get(name, _MARKS[name])


def risk(rules: Rules) -> dict[str, int]:
    """Returns the points for winning a deal, by their keys in the texts.

    `n`: the points for winning against a player who did not propose, or who refused. `point`: the usual points.
    """
    return {"n": rules.scoring.vulnerable, "point": rules.scoring.point}


def scores(words: Words, rules: Rules) -> dict[str, object]:
    """Returns the points of a deal, by their keys in the texts.

    `point`: the points for winning a deal, in words. `vole`: the points for winning all tricks, as a number.
    """
    return {"point": words.count("pages.points", rules.scoring.point), "vole": rules.scoring.vole}


def card(words: Words, which: Card) -> str:
    """Returns a card in running text: its picture, or `K♠` if Discord has no picture of it.

    Not for labels, which do not show the application's emojis.
    """
    return words.signs.get(str(which)) or plain_card(words, which)


def cards(words: Words, which: Sequence[Card]) -> str:
    """Returns cards in running text, in the given order."""
    return " ".join(card(words, one) for one in which)


def plain_card(words: Words, which: Card) -> str:
    """Returns a card in letters, `K♠`, for labels, placeholders, descriptions, and readers who want no pictures."""
    return f"{words(f'index.{which.rank.value}')}{_SIGN[which.suit]}"


def plain_cards(words: Words, which: Sequence[Card]) -> str:
    """Returns cards in letters, in the given order."""
    return " ".join(plain_card(words, one) for one in which)


@lru_cache(maxsize=512)
def card_name(words: Words, which: Card) -> str:
    """Returns a card in words, for screen readers: `king of spades`. Cached, since a picture names up to ten cards."""
    return words("card.name", rank=words(f"rank.{which.rank.value}"), suit=words(f"suit.{which.suit.value}"))


def suit_name(words: Words, which: Suit) -> str:
    """Returns a suit in words."""
    return words(f"suit.{which.value}")


def sign(which: Suit) -> str:
    """Returns a suit as its sign: `♠`."""
    return _SIGN[which]


def suit(words: Words, which: Suit) -> str:
    """Returns a suit as its sign and its word."""
    return f"{words.signs.get(str(which), _SIGN[which])} {suit_name(words, which)}"


def relative(at: int) -> str:
    """Returns a moment that Discord shows as a distance in time: "in 2 minutes"."""
    return f"<t:{at // 1000}:R>"


def until(words: Words, terms: Terms, at: int) -> str:
    """Returns "until" with a moment: a time to the second at a live table, a day and a time at a table by
    correspondence.
    """
    return until_time(words, at) if terms.pace.kind is ClockKind.LIVE else until_day(words, at)


def until_time(words: Words, at: int) -> str:
    """Returns "until" with a time of today on each reader's own clock: "until 7:00:45 PM"."""
    return words("moment.until.time", moment=f"<t:{at // 1000}:T>")


def until_day(words: Words, at: int) -> str:
    """Returns "until" with a moment of another day: "until 3 December 2026 19:00"."""
    return words("moment.until.day", moment=f"<t:{at // 1000}:f>")


def link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """Returns a link to a channel or to a message in it, which also works from direct messages."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def safe(name: str) -> str:
    """Returns a name on one line, written so that Discord shows it as plain text: not as markdown, a list, a mention,
    an address or an emoji.
    """
    return isolate(_SPECIAL.sub(r"\\\g<0>", strip_invisible(name)))


def who(table: Seated, seat: Seat) -> str:
    """Returns the name of a player, safe inside markdown."""
    return safe(table.person(seat).name)


def both(table: Seated) -> dict[str, str]:
    """Returns the names of `north` and `south`, safe inside markdown."""
    return {"north": who(table, Seat.NORTH), "south": who(table, Seat.SOUTH)}


@lru_cache(maxsize=16)
def indices(words: Words) -> Indices:
    """Returns the letters for king, queen, jack and ace on pictures of cards in this language.

    Returns the English letters if the bot has no pictures with those of the language.
    """
    letters = tuple(words(f"index.{rank.value}") for rank in (Rank.KING, Rank.QUEEN, Rank.JACK))
    return next((drawn for drawn in Indices if drawn.letters == letters), Indices.ENGLISH)


def terms(words: Words, agreed: Terms) -> str:
    """Returns the terms of a table: stake, points and time in one line, then each unusual term in a line of its own."""
    pace, facts = agreed.pace, []
    if agreed.stake:
        facts.append(chips(words, agreed.stake) if agreed.pool is None else _pool_stake(words, agreed.stake))
    points = words.number(agreed.rules.points)
    if pace.kind is ClockKind.LIVE:
        clock = words("clock.live", seconds=pace.decision_ms // 1000)
    else:
        clock = words.count("clock.correspondence", pace.decision_ms // 3_600_000)
    facts += [words("challenge.points", points=points), clock]
    if agreed.rules.dialect is not Rules().dialect:
        facts.append(words(f"rules.{agreed.rules.dialect.value}"))
    if agreed.stake and agreed.rules.stakes is Stakes.SINGLE_DOUBLE_TREBLE:
        facts.append(words("challenge.trebles"))
    line = " · ".join(facts)
    lines = [line[:1].upper() + line[1:]]
    if agreed.rules.manners is Manners.SALON:
        lines.append(words("challenge.salon"))
    if agreed.hints:
        lines.append(words("hint.agreed"))
    return "\n".join(lines)


def _pool_stake(words: Words, stake: int) -> str:
    return words("pool.stake", amount=chips(words, stake))


def chips(words: Words, amount: int) -> str:
    """Returns an amount of chips in words."""
    return words.count("galerie.chips", amount, amount=words.number(amount))


def gain(words: Words, amount: int) -> str:
    """Returns a gain or a loss with its sign."""
    sign = "+" if amount > 0 else "−" if amount < 0 else "±"
    return f"{sign}{words.number(abs(amount))}"


def odds_of(words: Words, odds: Odds) -> str:
    """Returns the odds of a bet as text: "3 to 2"."""
    return words("galerie.odds.even") if odds.is_even else words("galerie.odds", a=odds.stake, b=odds.win)


def style_of(words: Words, preferences: Preferences) -> Style:
    """Returns the style that a reader prefers: colours and cloth, and the letters of the language."""
    deck = Deck.FOUR_COLOURS if preferences.four_colours else Deck.TWO_COLOURS
    return Style(deck, indices(words), felt=Felt(preferences.felt.value))


def list_people(words: Words, people: list[str], most: int = _LISTED) -> str:
    """Joins the names of people to one line. A long line is cut, and ends with the number of people left out."""
    if len(people) <= most:
        return " · ".join(people)
    return " · ".join([*people[:most], words.count("galerie.more", len(people) - most)])


def sentence_of(words: Words, refused: Refused) -> str:
    """Returns the sentence that tells a person why their press was refused.

    If a law forbids the move, and the texts have a sentence about that law, returns this sentence.
    """
    key = f"problem.{refused.problem.value}"
    if refused.problem is Problem.NOT_LAWFUL:
        rule = refused.data.get("rule")
        special = f"rule.{getattr(rule, 'value', rule)}"
        key = special if words.has(special) else key
    elif refused.problem is Problem.GALERIE:
        rule = refused.data.get("rule")
        key = f"galerie.no.{getattr(rule, 'value', rule)}"
    elif refused.problem is Problem.BANNED_UNTIL:
        return words(key, until=until_day(words, refused.data["until"]))
    elif refused.problem is Problem.UNSEEN:
        return unseen_reason(words, refused.data["sight"], refused.data["terms"])
    limit = refused.data.get("limit")
    if isinstance(limit, int):
        return words.count(key, limit, **refused.data)
    return words(
        key, **{name: words.number(value) if type(value) is int else value for name, value in refused.data.items()}
    )


def unseen_reason(words: Words, sight: Sight, table: Terms) -> str:
    """Returns why a backer or a guest sees no hand at a table with these terms, and what they can do about it."""
    rules = table.sight or SightRules()
    least, role = words.number(least_stake(rules, table.stake)), f"<@&{rules.role}>"
    return words(f"sight.why.{sight.value}", least=least, games=words.number(rules.games), role=role)


def with_sign(points: int) -> str:
    """Returns a number of points with its sign, plus or a typographical minus."""
    return f"{sign_of(points)}{abs(points)}"


def sign_of(points: float) -> str:
    """Returns the sign of a number, plus or a typographical minus. Empty for 0."""
    return "" if not points else "+" if points > 0 else "−"
