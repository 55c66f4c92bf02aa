"""More scenes: a pool to its end, a rubber, a game by correspondence, a player who accepts no direct messages."""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.gallery.game import Game
from bot.gallery.rooms import open_game
from bot.gallery.troupe import Troupe


async def play(troupe: Troupe) -> None:
    """Plays these scenes, and keeps their messages for pictures."""
    await _pool(troupe)
    await _rubber(troupe)
    await _correspondence(troupe)
    await _closed_directs(troupe)


async def _pool(troupe: Troupe) -> None:
    troupe.group = "pool"
    confirmation = await troupe.slash("alice", "ecarte challenge", stake=20)
    await troupe.press("alice", confirmation, Verb.TERMS)
    troupe.keep("pool-own", "alice", await troupe.tick("alice", others="pool-all"))
    pool = troupe.public()
    troupe.keep("pool", "chloe", pool)
    await troupe.press("bruno", pool, Verb.ACCEPT)
    troupe.keep("pool-joined", "chloe", pool)
    game = Game(troupe, pool)
    await troupe.press("chloe", pool, Verb.ACCEPT)
    troupe.keep("pool-table", "david", troupe.table())
    loser, winner = await game.roles()
    await game.act()
    troupe.keep("pool-hand", winner, troupe.hand(winner))
    await game.resign(loser)
    troupe.keep("pool-table-game-over", "david", troupe.table())
    troupe.keep("pool-hand-lost", loser, troupe.hand(loser))
    waiting = next(one for one in ("alice", "bruno", "chloe") if one not in (loser, winner))
    troupe.keep("pool-call", waiting, troupe.direct(waiting))
    for person in (winner, waiting):
        await troupe.press(person, troupe.table(), Verb.REMATCH)
    await game.act()
    troupe.keep("pool-table-second", "david", troupe.table())
    await game.resign(waiting)
    troupe.keep("pool-table-won", "david", troupe.table())
    troupe.keep("pool-hand-won", winner, troupe.hand(winner))
    await troupe.press(winner, troupe.table(), Verb.REMATCH)
    troupe.keep("pool-table-fresh", "david", troupe.table())
    await troupe.press(waiting, await troupe.press(waiting, troupe.table(), Verb.MORE), Verb.CLOSE)
    troupe.keep("pool-closed", "david", troupe.again(troupe.table()))


async def _rubber(troupe: Troupe) -> None:
    troupe.group = "rubber"
    game = await open_game(troupe, "alice", "bruno", rubber="3")
    for number in (1, 2):
        await game.act()
        troupe.keep(f"rubber-table-{number}", "chloe", troupe.table())
        await game.resign("bruno")
        troupe.keep(f"rubber-game-over-{number}", "chloe", troupe.table())
        for who in ("alice", "bruno"):
            troupe.keep(f"rubber-hand-over-{number}-{who}", who, troupe.hand(who))
        if number == 1:
            await troupe.press("bruno", troupe.table(), Verb.REMATCH)
            troupe.keep("rubber-asked", "chloe", troupe.table())
            troupe.keep("rubber-asked-own", "bruno", troupe.hand("bruno"))
            await troupe.press("alice", troupe.table(), Verb.REMATCH)
            await game.deal()
    await troupe.press("alice", await troupe.press("alice", troupe.table(), Verb.MORE), Verb.CLOSE)


async def _correspondence(troupe: Troupe) -> None:
    troupe.group = "correspondence"
    await troupe.slash("mika", "ecarte challenge", member="sara", clock="correspondence")
    troupe.keep("slow-challenge", "sara", troupe.public())
    game = Game(troupe, troupe.public())
    await troupe.press("sara", troupe.public(), Verb.ACCEPT)
    await game.deal()
    await game.cut()
    who, other = await game.roles()
    troupe.keep("slow-table", "chloe", troupe.table())
    troupe.keep("slow-hand", who, troupe.hand(who))
    troupe.keep("slow-hand-waiting", other, troupe.hand(other))
    troupe.keep("slow-tables", who, await troupe.slash(who, "ecarte tables"))


async def _closed_directs(troupe: Troupe) -> None:
    troupe.group = "closed"
    await troupe.do("wolf", "close dms", closed=True)
    game = await open_game(troupe, "wolf", "fyodor")
    troupe.keep("closed-table", "chloe", troupe.table())
    hand = await troupe.press("wolf", troupe.table(), Verb.SHOW_HAND)
    troupe.keep("closed-hand", "wolf", hand)
    await game.to_end_of_deal()
    troupe.keep("closed-table-next", "chloe", troupe.table())
    troupe.keep("closed-hand-next", "wolf", troupe.hand("wolf"))
