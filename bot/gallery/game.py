"""One game at a table of the gallery: reads whose turn it is and their cards, and plays by pressing buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.adapter.custom_ids import BUTTON, Verb, decode
from bot.client import Client
from bot.gallery.troupe import Entity, Troupe, parts, presses
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.tables.views import HandView, TableView
from ecarte.game import PACK, Card, Phase, parse_cards

_MOST_MOVES = 400


def pack(elder: str, dealer: str, turn_up: str, talon: str = "") -> tuple[Card, ...]:
    """Returns an order of the pack in which the players get these hands, if the dealer deals by three and two.

    Hands, turn-up and talon are texts such as `KS TD`.
    """
    first, second = parse_cards(elder), parse_cards(dealer)
    chosen = (*first[:3], *second[:3], *first[3:], *second[3:], *parse_cards(turn_up), *parse_cards(talon))
    return (*chosen, *(card for card in PACK if card not in chosen))


class Game:
    """A table with a game that is played by presses. People are named by their keys, such as `alice`.

    Args:
        message: any message with a button of the table.
    """

    def __init__(self, troupe: Troupe, message: Entity | None) -> None:
        self.troupe = troupe
        ids = [decode(match) for custom_id in presses(message) if (match := BUTTON.fullmatch(custom_id))]
        tables = [press.table for press in ids if press is not None and press.table]
        if not tables:
            raise ValueError("the message belongs to no table")
        self.id = tables[0]

    @property
    def _client(self) -> Client:
        client = self.troupe.world.simulation.env.bot
        assert isinstance(client, Client)
        return client

    async def view(self) -> TableView:
        """Returns the public view of the table."""
        return await lookup.table(self._client.app.tables, self.id)

    async def hand_of(self, who: str) -> HandView:
        """Returns a player's own view of the game, with their hand."""
        return await lookup.hand(self._client.app.tables, self.id, int(self.troupe.id(who)))

    async def is_playing(self) -> bool:
        """Returns whether the game is not over."""
        return (await self.view()).status is Status.PLAYING

    async def roles(self) -> tuple[str, str]:
        """Returns the keys of the player to act and of the other player. The key of the house is empty."""
        view = await self.view()
        assert view.game is not None
        assert view.game.turn is not None
        people = self.troupe.world.simulation.people
        seats = (view.game.turn, view.game.turn.other)
        first, second = (people[view.person(seat).id].key if view.person(seat).id in people else "" for seat in seats)
        return first, second

    async def deal(self) -> None:
        """Has both players press the button that ends the time for bets, if the table waits for bets."""
        for _ in range(2):
            view = await self.view()
            if view.galerie.pause is None:
                return
            for person in view.seats or ():
                player = self.troupe.world.simulation.people.get(person.id)
                if player is not None:
                    await self.troupe.press(player.key, self.troupe.table(), Verb.WANT_CARDS)

    async def cut(self) -> None:
        """Has the elder cut the pack, if the deal waits for that."""
        view = await self.view()
        if view.to_cut is None:
            return
        elder = self.troupe.world.simulation.people.get(view.person(view.to_cut.elder).id)
        if elder is not None:
            asked = await self.troupe.press(elder.key, self.troupe.table(), Verb.SHOW_HAND)
            await self.troupe.press(elder.key, asked, Verb.CUT)

    async def say(self, who: str, *verbs: Verb) -> Entity | None:
        """Has a player press a button of their hand: one with the first of these verbs that the hand offers.

        Returns the answer to the press. None if the hand offers none of these verbs.
        """
        hand = self.troupe.hand(who)
        verb = next((verb for verb in verbs if presses(hand, verb)), None)
        return None if verb is None else await self.troupe.press(who, hand, verb)

    async def play(self, who: str, card: str = "") -> bool:
        """Has a player play a card: this one, or the first lawful one. Returns whether that was possible."""
        hand = self.troupe.hand(who)
        places = (await self.hand_of(who)).view.places
        if card:
            (wanted,) = parse_cards(card)
            offered = [place for place, holding in enumerate(places) if holding == wanted]
        else:
            offered = [place for place, holding in enumerate(places) if holding is not None]
        for place in offered:
            if presses(hand, Verb.PLAY, argument=str(place)):
                await self.troupe.press(who, hand, Verb.PLAY, argument=str(place))
                return True
        return False

    async def pick(self, who: str, cards: Sequence[str] = ()) -> None:
        """Has a player pick cards to discard, without confirming the exchange.

        If no cards are named, picks the first two of the hand, or fewer if the laws allow fewer.
        """
        hand, held = self.troupe.hand(who), (await self.hand_of(who)).view
        assert held.discard_bounds is not None
        wanted = [parse_cards(card)[0] for card in cards] or held.places[: min(2, held.discard_bounds[1])]
        places = [place for place, holding in enumerate(held.places) if holding in wanted]
        if any("options" in part for part in parts(hand)):
            await self.troupe.choose(who, hand, Verb.CHOOSE_DISCARDS, places)
            return
        for place in places:
            await self.troupe.press(who, self.troupe.hand(who), Verb.CHOOSE_DISCARDS, argument=str(place))

    async def exchange(self, who: str, cards: Sequence[str] = ()) -> None:
        """Has a player pick cards to discard (as in `pick`), and confirm the exchange."""
        await self.pick(who, cards)
        await self.say(who, Verb.DISCARD)

    async def let_stand(self) -> None:
        """Has both players of a salon table say that they call no error in the deal that was played."""
        for person in (await self.view()).seats or ():
            player = self.troupe.world.simulation.people.get(person.id)
            if player is not None:
                await self.say(player.key, Verb.LET_STAND)

    async def resign(self, who: str) -> None:
        """Has a player resign the game and confirm that."""
        menu = await self.troupe.press(who, self.troupe.hand(who), Verb.MORE)
        sure = await self.troupe.press(who, menu, Verb.RESIGN)
        await self.troupe.press(who, sure, Verb.RESIGN)

    async def players(self) -> tuple[str, str]:
        """Returns the keys of the two players, North's and South's."""
        people = self.troupe.world.simulation.people
        north, south = (people[person.id].key for person in (await self.view()).seats or ())
        return north, south

    async def act(self) -> None:
        """Makes the next move of the game in the simplest way: plays the first lawful card, refuses a proposal, or
        exchanges up to two cards.

        If the table waits for bets, ends the wait. If the house has to move, lets five seconds pass.
        """
        view = await self.view()
        if view.galerie.pause is not None:
            await self.deal()
            return
        who, _ = await self.roles()
        if not who:
            await self.troupe.pass_time(5)
            return
        if (await self.hand_of(who)).view.discard_bounds is not None:
            await self.exchange(who)
            return
        if not await self.play(who):
            await self.say(who, Verb.REFUSE, Verb.GIVE)

    async def to_end_of_deal(self) -> None:
        """Plays until the next deal, or the end of the game."""
        before = await self.view()
        number = 0 if before.game is None else before.game.number
        for _ in range(_MOST_MOVES):
            view = await self.view()
            if view.status is not Status.PLAYING or view.game is None or view.game.number != number:
                return
            if view.game.phase is Phase.DEAL or view.game.turn is None or view.galerie.pause is not None:
                return
            await self.act()

    async def to_end(self) -> None:
        """Plays until the game is over."""
        for _ in range(_MOST_MOVES):
            if not await self.is_playing():
                return
            await self.act()
