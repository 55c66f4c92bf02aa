"""More scenes: the clock, a rematch, a bystander whose bet is returned, the house (the computer player), a salon table,
tournaments.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.adapter.custom_ids import Verb
from bot.gallery.game import Game
from bot.gallery.troupe import Troupe
from ecarte.game import Seat
from sandbox.values import leaf

_WARNING_S, _UP_S = 165.0, 30.0
# On a busy machine the first picture of the house's table comes late.
_TRIES = 20


async def play(troupe: Troupe) -> None:
    """Plays these scenes, and keeps their messages for pictures."""
    await _clock_and_rematch(troupe)
    await _three(troupe)
    await _house(troupe)
    await _salon(troupe)
    await _tournaments(troupe)


async def open_game(troupe: Troupe, one: str, two: str, **terms: str | Sequence[str]) -> Game:
    """Has one person challenge another, who accepts. Returns the game once the cards are dealt.

    Args:
        terms: values in the form Terms, by the ids of its fields.
    """
    confirmation = await troupe.slash(one, "ecarte challenge", member=two)
    if terms:
        await troupe.press(one, confirmation, Verb.TERMS)
        await troupe.tick(one, **terms)
    game = Game(troupe, troupe.public())
    await troupe.press(two, troupe.public(), Verb.ACCEPT)
    await game.deal()
    await game.cut()
    return game


async def _clock_and_rematch(troupe: Troupe) -> None:
    troupe.group = "clock"
    game = await open_game(troupe, "mika", "sara")
    who, other = await game.roles()
    await troupe.pass_time(_WARNING_S)
    troupe.keep("time-warning", who, troupe.direct(who))
    troupe.keep("table-time-warning", "chloe", troupe.table())
    await troupe.pass_time(_UP_S)
    troupe.keep("time-up", who, troupe.direct(who))
    troupe.keep("time-up-opponent", other, troupe.direct(other))
    troupe.keep("table-time-up", "chloe", troupe.table())
    await game.say(other, Verb.GIVE_TIME)
    troupe.keep("time-given", who, troupe.hand(who))
    await game.play(who)
    troupe.group = "errors"
    troupe.keep("second-table", who, await troupe.slash(who, "ecarte challenge", member="wolf"))
    troupe.keep("challenge-oneself", "alice", await troupe.slash("alice", "ecarte challenge", member="alice"))
    troupe.keep("bet-without-table", "alice", await troupe.slash("alice", "ecarte bet", player="alice", amount=5))
    troupe.group = "end"
    menu = await troupe.press(who, troupe.hand(who), Verb.MORE)
    sure = await troupe.press(who, menu, Verb.RESIGN)
    troupe.keep("resign-sure", who, sure)
    await troupe.press(who, sure, Verb.RESIGN)
    troupe.keep("table-resigned", "chloe", troupe.table())
    await troupe.press(who, troupe.table(), Verb.REMATCH)
    troupe.keep("table-rematch-asked", "chloe", troupe.table())
    await troupe.press(other, troupe.table(), Verb.CLOSE)
    troupe.keep("table-closed", "chloe", troupe.again(troupe.table()))
    troupe.group = "pages"
    troupe.keep("verify", who, await troupe.slash(who, "ecarte game", show="fair"))


async def _three(troupe: Troupe) -> None:
    """Plays a game of two with a bystander: a bet that is returned, and a guest without chips."""
    troupe.group = "galerie"
    await troupe.slash("sara", "ecarte challenge", member="mika", stake=300)
    game = Game(troupe, troupe.public())
    await troupe.press("mika", troupe.public(), Verb.ACCEPT)
    presets = await troupe.press("david", troupe.table(), Verb.BET, 0)
    troupe.keep("bet-presets-least", "david", presets)
    troupe.keep("bet-waits", "david", await troupe.press("david", presets, Verb.BET_AMOUNT, 1))
    troupe.keep("table-bet-to-take", "david", troupe.table())
    await game.deal()
    offer = troupe.direct("david")
    troupe.keep("bet-returned", "david", offer)
    troupe.keep("guest-asked", "david", await troupe.press("david", offer, Verb.SIT_BEHIND))
    troupe.keep("table-guest-asks", "david", troupe.table())
    view = await game.view()
    player = troupe.world.simulation.people[view.person(Seat.NORTH).id].key
    troupe.keep("guest-question", player, troupe.direct(player))
    troupe.keep("hand-guest-asks", player, troupe.hand(player))
    await troupe.press(player, troupe.hand(player), Verb.ADMIT_WATCHER)
    troupe.keep("guest-hand", "david", troupe.direct("david"))
    page = await troupe.press(player, troupe.hand(player), Verb.MORE)
    troupe.keep("guest-page", player, await troupe.press(player, page, Verb.WATCHERS))
    sure = await troupe.press(player, page, Verb.RESIGN)
    await troupe.press(player, sure, Verb.RESIGN)


async def _house(troupe: Troupe) -> None:
    troupe.group = "house"
    answer = await troupe.slash("wolf", "ecarte house")
    troupe.keep("house-asks", "wolf", answer)
    answer = await troupe.press("wolf", answer, Verb.HOUSE)
    for _ in range(_TRIES):
        await troupe.pass_time(2)
        if troupe.hand("wolf") is not None:
            break
    troupe.keep("house-answer", "wolf", troupe.hand("wolf"))
    troupe.keep("house-hint", "wolf", await troupe.slash("wolf", "ecarte learn", topic="hint"))
    game = Game(troupe, troupe.hand("wolf"))
    for _ in range(3):
        await game.act()
        await troupe.pass_time(10)
    troupe.keep("house-play", "wolf", troupe.hand("wolf"))


async def _salon(troupe: Troupe) -> None:
    troupe.group = "salon"
    game = await open_game(troupe, "mika", "fyodor", agreed=["salon"])
    who, _ = await game.roles()
    troupe.keep("salon-table", "chloe", troupe.table())
    troupe.keep("salon-hand", who, troupe.hand(who))
    await game.to_end_of_deal()
    troupe.keep("salon-errors", "chloe", troupe.table())
    troupe.keep("salon-call", who, troupe.hand(who))
    await game.let_stand()
    await game.resign("mika")
    troupe.keep("salon-game-over", "chloe", troupe.table())
    troupe.keep("salon-hand-game-over", "mika", troupe.direct("mika"))


async def _tournaments(troupe: Troupe) -> None:
    troupe.group = "tournament"
    for form, key in (("knock-out", "bracket"), ("round-robin", "cross")):
        await troupe.slash("alice", "ecarte tournament", name="Coupe d’automne", **_form(troupe, form))
        message = troupe.public()
        troupe.keep(f"tournament-{key}-open", "bruno", message)
        for player in troupe.world.simulation.setting.people:
            if player.key != "alice":
                await troupe.press(player.key, troupe.again(message), Verb.TOURNAMENT_JOIN)
        troupe.keep(f"tournament-{key}-full", "bruno", message)
        page = await troupe.press("alice", troupe.again(message), Verb.TOURNAMENT_START)
        troupe.keep(f"tournament-{key}-organise", "alice", page)
        await troupe.press("alice", page, Verb.TOURNAMENT_START)
        state = troupe.public()
        troupe.keep(f"tournament-{key}", "bruno", state)
        ready = await troupe.press("chloe", troupe.again(state), Verb.TOURNAMENT_READY)
        troupe.keep(f"tournament-{key}-ready", "chloe", ready)
        for part in ("mine", "whole"):
            shown = await troupe.press("chloe", troupe.again(state), Verb.TOURNAMENT_SHOW, argument=part)
            troupe.keep(f"tournament-{key}-{part}", "chloe", shown)
        page = await troupe.press("alice", troupe.again(state), Verb.TOURNAMENT_START)
        sure = await troupe.press("alice", page, Verb.TOURNAMENT_STOP)
        troupe.keep(f"tournament-{key}-stop", "alice", sure)
        await troupe.press("alice", sure, Verb.TOURNAMENT_STOP)


def _form(troupe: Troupe, words: str) -> dict[str, str]:
    """Returns the option that names the form of a tournament, as the command offers it."""
    simulation = troupe.world.simulation
    who, channel = int(troupe.id("alice")), int(troupe.channel("text")["id"])
    for option in leaf(simulation, who, channel, "ecarte tournament"):
        choices = [str(choice["value"]) for choice in option.get("choices") or []]
        fitting = [value for value in choices if value.replace("_", "-") == words]
        if fitting:
            return {option["name"]: fitting[0]}
    return {}
