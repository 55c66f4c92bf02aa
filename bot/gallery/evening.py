"""The main scene of the gallery: a game for chips with backers and bystanders.

It begins with the challenge, and ends when a third person takes the loser's chair.
"""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.gallery.game import Game, pack
from bot.gallery.pages import begin_season
from bot.gallery.stage import Packs
from bot.gallery.troupe import Entity, Troupe


async def play(troupe: Troupe, packs: Packs) -> None:
    """Plays this scene, and keeps its messages for pictures."""
    await begin_season(troupe)
    game = await _challenge(troupe)
    await _bets(troupe, game)
    await _first_deal(troupe, game, packs)
    await _a_king_and_every_duty(troupe, game, packs)
    await _a_king_turned(troupe, game, packs)
    await _end(troupe, game)


async def _behind_more(troupe: Troupe, who: str, verb: Verb) -> Entity | None:
    """Presses a button of the menu that More opens at the table."""
    return await troupe.press(who, await troupe.press(who, troupe.table(), Verb.MORE), verb)


async def _challenge(troupe: Troupe) -> Game:
    troupe.group = "challenge"
    await troupe.slash("fyodor", "ecarte challenge")
    troupe.keep("challenge-open", "alice", troupe.public())
    await troupe.pass_time(16 * 60)
    troupe.keep("challenge-expired", "alice", troupe.public())
    answer = await troupe.slash("alice", "ecarte challenge", member="bruno", stake=50)
    challenge = troupe.public()
    troupe.keep("challenge", "bruno", challenge)
    if answer is not None and answer["for"] is not None:
        troupe.keep("challenge-own", "alice", answer)
    await troupe.press("alice", answer, Verb.TERMS)
    troupe.keep_form("challenge-terms", "alice")
    await troupe.tick("alice", agreed=["salon", "hints"])
    troupe.keep("challenge-terms-refused", "alice", answer)
    game = Game(troupe, challenge)
    troupe.keep("challenge-fair", "bruno", await troupe.press("bruno", challenge, Verb.FAIR))
    troupe.keep("stranger-accepts", "david", await troupe.press("david", challenge, Verb.ACCEPT))
    await troupe.press("bruno", challenge, Verb.ACCEPT)
    troupe.keep("challenge-accepted", "chloe", challenge)
    return game


async def _bets(troupe: Troupe, game: Game) -> None:
    troupe.group = "table"
    troupe.keep("table-before", "chloe", troupe.table())
    troupe.group = "galerie"
    presets = await troupe.press("chloe", troupe.table(), Verb.BET, 0)
    troupe.keep("bet-presets", "chloe", presets)
    troupe.keep("bet-placed", "chloe", await troupe.press("chloe", presets, Verb.BET_AMOUNT, 1))
    presets = await troupe.press("david", troupe.table(), Verb.BET, 1)
    await troupe.press("david", presets, Verb.BET_OTHER)
    troupe.keep_form("bet-form", "david")
    troupe.keep("bet-placed-in-part", "david", await troupe.fill("david", "70"))
    troupe.keep("queue-entered", "fyodor", await _behind_more(troupe, "fyodor", Verb.ENTER))
    troupe.keep("purse", "chloe", await troupe.slash("chloe", "ecarte purse"))
    troupe.group = "table"
    troupe.keep("table-bets", "chloe", troupe.table())
    troupe.keep("table-more-bystander", "mika", await troupe.press("mika", troupe.table(), Verb.MORE))
    troupe.keep("table-more-backer", "chloe", await troupe.press("chloe", troupe.table(), Verb.MORE))
    troupe.keep("table-more-player", "alice", await troupe.press("alice", troupe.table(), Verb.MORE))
    troupe.keep("table-fair", "alice", await _behind_more(troupe, "alice", Verb.FAIR))


async def _first_deal(troupe: Troupe, game: Game, packs: Packs) -> None:
    # The elder wins with three tricks: a random score might let the king turned up later end the game.
    packs.append(pack("8S 8C KS 9C 8D", "9S 7C TD TC 9D", "7H", "QH JH 8H 7D"))
    await game.deal()
    elder, dealer = await game.roles()
    troupe.group = "hand"
    troupe.keep("hand-first", elder, troupe.hand(elder))
    troupe.keep("hand-waiting-lead", dealer, troupe.hand(dealer))
    troupe.keep("hand-more", elder, await troupe.press(elder, troupe.hand(elder), Verb.MORE))
    troupe.group = "galerie"
    backer, waiting = ("chloe", "david") if elder == "alice" else ("david", "chloe")
    troupe.keep("backer-lead", backer, troupe.hand(backer))
    troupe.keep("backer-waiting", waiting, troupe.hand(waiting))
    await troupe.press(backer, troupe.hand(backer), Verb.POINT, 1)
    troupe.keep("backer-pointed", backer, troupe.hand(backer))
    troupe.group = "table"
    troupe.keep("table-dealt", "chloe", troupe.table())
    troupe.keep("hand-shown-to-bystander", "mika", await troupe.press("mika", troupe.table(), Verb.SHOW_HAND))
    await game.say(elder, Verb.PROPOSE)
    troupe.keep("table-proposed", "chloe", troupe.table())
    troupe.group = "hand"
    troupe.keep("hand-answer", dealer, troupe.hand(dealer))
    troupe.keep("hand-waiting-answer", elder, troupe.hand(elder))
    await game.say(dealer, Verb.GIVE)
    troupe.keep("hand-discard", elder, troupe.hand(elder))
    await game.pick(elder)
    troupe.keep("hand-discard-picked", elder, troupe.hand(elder))
    await game.say(elder, Verb.DISCARD)
    troupe.keep("hand-discard-dealer", dealer, troupe.hand(dealer))
    troupe.keep("hand-waiting-discard", elder, troupe.hand(elder))
    await game.exchange(dealer)
    troupe.group = "table"
    troupe.keep("table-exchanged", "chloe", troupe.table())
    await game.play(elder)
    troupe.keep("table-card-led", "chloe", troupe.table())
    troupe.group = "hand"
    troupe.keep("hand-reply", dealer, troupe.hand(dealer))
    troupe.keep("hand-waiting-reply", elder, troupe.hand(elder))
    await game.play(dealer)
    troupe.group = "table"
    troupe.keep("table-trick", "chloe", troupe.table())
    await game.to_end_of_deal()
    await _deal_over(troupe, elder, dealer, "")


async def _deal_over(troupe: Troupe, one: str, two: str, ending: str) -> None:
    troupe.group = "table"
    tables = [message for message in troupe.messages("chloe", "thread") if message["attachments"]]
    troupe.keep(f"table-deal-over{ending}", "chloe", tables[-1])
    troupe.group = "hand"
    troupe.keep(f"hand-deal-over{ending}", one, troupe.hand(one))
    troupe.keep(f"hand-deal-over{ending}-other", two, troupe.hand(two))


async def _a_king_and_every_duty(troupe: Troupe, game: Game, packs: Packs) -> None:
    # After the exchanges the elder holds 9H QD KD AS KH, the dealer 10H JS 9D 10S QC.
    packs.append(pack("7S 8S 9H 8C QD", "7H TH JS 7C 9D", "JD", "KD AS KH TS QC"))
    await game.deal()
    elder, dealer = await game.roles()
    await game.say(elder, Verb.PROPOSE)
    await game.say(dealer, Verb.GIVE)
    await game.exchange(elder, ("7S", "8S", "8C"))
    await game.exchange(dealer, ("7H", "7C"))
    troupe.group = "hand"
    troupe.keep("hand-king", elder, troupe.hand(elder))
    await game.say(elder, Verb.PROPOSE)
    await game.say(dealer, Verb.REFUSE)
    troupe.keep("hand-refused", elder, troupe.hand(elder))
    troupe.group = "table"
    troupe.keep("table-refused", "chloe", troupe.table())
    await game.say(elder, Verb.KING)
    troupe.keep("table-king", "chloe", troupe.table())
    troupe.group = "hand"
    troupe.keep("hand-king-marked", elder, troupe.hand(elder))
    troupe.keep("hand-king-seen", dealer, troupe.hand(dealer))
    await game.play(elder, "AS")
    troupe.keep("hand-must-win", dealer, troupe.hand(dealer))
    await game.play(dealer, "JS")
    await game.play(dealer, "QC")
    troupe.keep("hand-must-trump", elder, troupe.hand(elder))
    await game.play(elder, "QD")
    await game.play(elder, "KH")
    troupe.keep("hand-must-follow", dealer, troupe.hand(dealer))
    await game.play(dealer, "TH")
    troupe.group = "table"
    troupe.keep("table-three-tricks", "chloe", troupe.table())
    await game.play(elder, "9H")
    troupe.group = "hand"
    troupe.keep("hand-free", dealer, troupe.hand(dealer))
    await game.to_end_of_deal()
    await _deal_over(troupe, elder, dealer, "-king")
    troupe.group = "galerie"
    await troupe.press("david", troupe.table(), Verb.OFFER, 1)
    troupe.keep("side-bet-offered", "david", await troupe.fill("david", "10"))
    troupe.keep("side-bets", "chloe", await _behind_more(troupe, "chloe", Verb.SIDE_BETS))


async def _a_king_turned(troupe: Troupe, game: Game, packs: Packs) -> None:
    packs.append(pack("7S 8S 9H 8C 7D", "AH TH JS AC 9D", "KC"))
    await game.deal()
    elder, _ = await game.roles()
    troupe.group = "table"
    troupe.keep("table-king-turned", "chloe", troupe.table())
    await game.play(elder)
    await game.to_end_of_deal()


async def _end(troupe: Troupe, game: Game) -> None:
    await game.to_end()
    troupe.group = "end"
    troupe.keep("table-game-over", "chloe", troupe.table())
    for who in ("alice", "bruno"):
        troupe.keep(f"hand-game-over-{who}", who, troupe.hand(who), needed=False)
        troupe.keep(f"direct-game-over-{who}", who, troupe.direct(who))
    troupe.keep("backer-game-over", "chloe", troupe.direct("chloe"))
    troupe.keep("chair-offered", "fyodor", troupe.direct("fyodor"))
    troupe.keep("review", "alice", await troupe.press("alice", troupe.table(), Verb.REVIEW))
    troupe.keep("record", "chloe", await _behind_more(troupe, "chloe", Verb.RECORD))
    troupe.keep("replay", "chloe", await _behind_more(troupe, "chloe", Verb.REPLAY))
    await troupe.press("fyodor", troupe.direct("fyodor"), Verb.SIT)
    troupe.keep("chair-taken", "fyodor", troupe.direct("fyodor"))
    troupe.keep("table-chair-taken", "chloe", troupe.table())
