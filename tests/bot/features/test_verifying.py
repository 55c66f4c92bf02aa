"""The answer of `/ecarte verify`: every way in which a deal may fail is named with its place, in both languages."""

from __future__ import annotations

from dataclasses import replace

from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import card
from bot.features.fair import verify as fair_verify
from bot.texts import Words
from ecarte import ai
from ecarte.ai import Recomputed
from ecarte.fair import ChainDeal, Checked, FairDeal, Share, Verdict, commitment, no_share, promise_of
from ecarte.game import Card, Propose, Seat
from tests.bot.features.making import NAMES, game
from tests.bot.features.playing import Hall
from tests.bot.features.reading import read

SECRET = bytes(range(32))
FAIR = FairDeal(commitment(SECRET), SECRET, ("sparrow", "corbeau"), 31)
DEALS = (
    Checked(1, Verdict.FAIR, FAIR),
    Checked(2, Verdict.HOUSE_WORD),
    Checked(3, Verdict.OTHER_SECRET, FAIR),
    Checked(4, Verdict.UNLAWFUL_CUT, FAIR),
    Checked(5, Verdict.OTHER_PACK, FAIR, 7, Card.parse("TD")),
    Checked(6, Verdict.UNLAWFUL_SHARE, FAIR),
    Checked(7, Verdict.OTHER_CUT, FAIR),
    Checked(8, Verdict.REUSED, FAIR),
    Checked(9, Verdict.OTHER_DEALER, FAIR),
)


def test_each_deal_has_a_line_of_its_own(words: Words) -> None:
    reading = read(fair_verify.draw(words, game(), NAMES, DEALS))
    lines = reading.text.split("\n")
    assert words("fair.no", n=1, m=9) in lines
    for expected in (
        words("fair.deal.fair", sign="✅", deal=1, commitment=FAIR.commitment),
        words("fair.deal.house", sign="➖", deal=2),
        words("fair.deal.secret", sign="❌", deal=3, commitment=FAIR.commitment),
        words("fair.deal.cut", sign="❌", deal=4, place=31),
        words("fair.deal.pack", sign="❌", deal=5, n=7, card=card(words, Card.parse("TD"))),
        words("fair.deal.share", sign="❌", deal=6),
        words("fair.deal.other_cut", sign="❌", deal=7, place=31),
        words("fair.deal.reused", sign="❌", deal=8, commitment=FAIR.commitment),
        words("fair.deal.other_dealer", sign="❌", deal=9),
    ):
        assert expected in lines


def test_one_line_says_whose_choice_the_first_dealer_was(words: Words) -> None:
    chained = ChainDeal(promise_of(SECRET, "17", 1), SECRET, (no_share, no_share), 9, by_elder=True)
    alone, named = (replace(chained, drawn=(share, no_share)) for share in (no_share, Share("sparrow", named=True)))
    for fair, verdict, line in (
        (named, Verdict.FAIR, words("fair.dealer", bound=words("fair.bound.seed"))),
        (alone, Verdict.FAIR, words("fair.dealer", bound=words("fair.bound.alone"))),
        (chained, Verdict.FAIR, words("fair.dealer.word")),
        (None, Verdict.HOUSE_WORD, words("fair.dealer.word")),
        (named, Verdict.OTHER_DEALER, words("fair.deal.other_dealer", sign="❌", deal=1)),
    ):
        deals = (Checked(1, verdict, fair, was_cut_for=True), Checked(2, Verdict.FAIR, chained))
        shown = read(fair_verify.draw(words, game(), NAMES, deals)).text.split("\n")
        assert line in shown
        assert sum(words("fair.dealer", bound="") in text or text == words("fair.dealer.word") for text in shown) == (
            verdict is not Verdict.OTHER_DEALER
        )
    without = read(fair_verify.draw(words, game(), NAMES, (Checked(1, Verdict.FAIR, chained),))).text
    assert words("fair.dealer.word") not in without


def test_deals_in_a_row_that_are_as_promised_by_the_same_means_are_one_line(words: Words) -> None:
    pressed = (Share(press=1200), no_share)
    fair = ChainDeal(promise_of(SECRET, "17", 1), SECRET, pressed, 9, by_elder=True)
    bad = Checked(4, Verdict.OTHER_SECRET, fair)
    deals = [*(Checked(number, Verdict.FAIR, fair) for number in (1, 2, 3)), bad, Checked(5, Verdict.FAIR, fair)]
    shown = read(fair_verify.draw(words, game(), NAMES, deals)).text.split("\n")
    bound = words("fair.bound.press")
    assert words("fair.deals.chain", sign="✅", deal=1, last=3, bound=bound) in shown
    assert words("fair.deal.chain", sign="✅", deal=5, bound=bound) in shown
    assert sum(bound in line for line in shown) == 2


def move(verdict: ai.MoveVerdict, deal: int = 1) -> Recomputed:
    return Recomputed(deal, 1, Seat.SOUTH, "maitre 1", Propose(), verdict)


def test_the_house_gets_one_line_that_says_what_can_be_checked(words: Words) -> None:
    agrees, differs, other, word = map(move, ai.MoveVerdict)
    for moves, line in (
        ([agrees, agrees], words("fair.house.yes", m=2)),
        ([agrees, other, word], words("fair.house.partly", n=1, m=3)),
        ([agrees, move(ai.MoveVerdict.DIFFERS, 4), differs], words("fair.house.differs", n=2, m=3, deal=4)),
        ([other, word], words("fair.house.word")),
        ([], words("fair.house.word")),
    ):
        assert line in read(fair_verify.draw(words, game(), NAMES, DEALS, moves)).text.split("\n")
    without = read(fair_verify.draw(words, game(), NAMES, DEALS)).text
    assert words("fair.house.word") not in without


def test_a_game_of_fair_deals_is_a_yes_and_one_without_a_deal_is_none(english: Words) -> None:
    fair = read(fair_verify.draw(english, game(), NAMES, DEALS[:1]))
    assert english.count("fair.yes", 1) in fair.text
    assert english("fair.no", n=0, m=0) in read(fair_verify.draw(english, game(), NAMES, ())).text


def test_more_deals_than_any_game_has_still_fit_into_a_message(words: Words) -> None:
    deals = [Checked(number, Verdict.OTHER_SECRET, FAIR) for number in range(1, 200)]
    assert read(fair_verify.draw(words, game(), NAMES, deals)).text


async def test_the_command_offers_ones_last_games_and_its_button_gives_the_record(hall: Hall) -> None:
    played = await hall.play(hall.world.alice, hall.world.bruno)
    offered = await hall.world.alice.autocomplete(hall.world.channel, "ecarte game", "game", "bruno")
    assert [choice["value"] for choice in offered] == [f"{played.table_id}.1"]
    answer = await hall.ask(hall.world.alice, "game", show="fair", game=offered[0]["value"])
    assert answer.private
    (button,) = [part for part in answer.reading.parts if Verb.RECORD.value in part.get("custom_id", "")]
    assert button["custom_id"].endswith(f":{played.table_id}.1")


async def test_games_of_other_servers_and_unknown_games_are_not_shown(hall: Hall) -> None:
    for written in ("the last one", "999.1"):
        answer = await hall.ask(hall.world.alice, "game", show="fair", game=written)
        assert answer.private
        assert "There is no such finished game here." in answer.text


async def test_a_seed_stays_when_other_preferences_change(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "preferences")
    form = await alice.click(page.message, custom_id=page.reading.buttons["Set a word"])
    await alice.submit_modal(form, {"text": "sparrow"})
    for label in ("Four colours: off", "Time warnings: on", "Tips: on", "Pictures: on"):
        page = await hall.click(alice, hall.again(page), label)
    assert (await hall.room.profile(hall.world.alice.id)).preferences.seed == "sparrow"
