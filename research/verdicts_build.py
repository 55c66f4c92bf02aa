"""Plays out the book's answers in the quiz and the lessons, and writes to `verdicts.json` what the house's deals say
about each.

The hands of the quiz are drawn at random: the book plays one half of them, and proposes with the other half. Hands that
the book leaves open are excluded. So are hands that are no jeu de règle and do not look like one.
`ecarte.teaching.verdicts` has the form of the file. Needs a C compiler. The same seed and numbers give the same bytes,
whatever the number of processes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TextIO

from ecarte.game import PACK, Card, Phase, Rank
from ecarte.odds import Role
from ecarte.teaching import COURSE, ME, Ask, Do, Stand, Step, ruling, stand
from ecarte.teaching.verdicts import FILE, standing
from research.figures.book_claims import ClaimCase, case_name
from research.figures.played import entry_of
from research.figures.real_play import case_pairs, seat_maitres
from research.matches.house_native import house_library
from research.parallel import spread

TABLE: Final = Path(str(files("ecarte.teaching") / FILE))
_COURTS: Final = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})
_FIRST: Final = {"propose", "accept", "refuse"}
_DIGITS: Final = 5
_LOVE: Final = 5
_EVERY: Final = 10

Entry = tuple[float, float]
"""What playing (refusing) gains over exchanging in a case, as a chance to win the game, and the standard error."""


def build(hands: int, deals: int, seed: int, cores: int, compiler: str, progress: TextIO) -> str:
    """Plays out drawn hands of the quiz and the steps of the lessons. Returns the content of `verdicts.json`.

    Args:
        hands: the number of hands.
        deals: the number of deals for each case.
        seed: the seed of hands and deals.
        cores: the number of processes.
        compiler: the C compiler.
        progress: receives lines with the number of cases done.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    asked = sorted(draw_hands(hands, Random(f"verdicts {seed}")))
    cases: list[tuple[ClaimCase, Role]] = [(hand_case(text), Role.ELDER) for text in asked]
    steps = step_cases()
    cases += steps.values()
    with TemporaryDirectory() as folder:
        library = house_library(Path(folder), compiler.split())
        work = partial(entry, tuple(cases), deals, seed, library)
        entries: dict[int, Entry] = {}
        with spread(work, len(cases), min(cores, len(cases))) as results:
            for number, result in results:
                entries[number] = result
                if len(entries) % _EVERY == 0:
                    print(f"{len(entries)} of {len(cases)}", file=progress, flush=True)
    parts = {
        "hands": {text: entries[number] for number, text in enumerate(asked)},
        "steps": {name: entries[number] for number, name in enumerate(steps, len(asked))},
    }
    return _written(deals, parts)


def entry(
    cases: Collection[tuple[ClaimCase, Role]], deals: int, seed: int, library: Path, number: int
) -> tuple[int, Entry]:
    """Plays `deals` deals of case `number`. Returns that number, and what playing (refusing) gains in them."""
    case, role = list(cases)[number]
    pairs = case_pairs(seat_maitres(library), case, role, deals, f"{seed} {case_name(case, role)}")
    _, stay, change, error, _ = entry_of(pairs, case)
    gain = stay - change if role is Role.ELDER else change - stay
    return number, (round(gain, _DIGITS), round(error, _DIGITS))


def draw_hands(number: int, chance: Random) -> set[str]:
    """Draws `number` hands for the quiz. Returns them as texts: the turn-up, then the five cards.

    The book plays one half of them, and proposes with the other half.
    """
    hands: dict[bool, set[str]] = {True: set(), False: set()}
    while min(map(len, hands.values())) < number // 2:
        turn_up, *cards = chance.sample(PACK, 6)
        book = ruling(cards, turn_up)
        half = hands[book.plays]
        if len(half) < number // 2 and not book.doubtful and (book.jeu is not None or _tempting(cards, turn_up)):
            half.add(standing(cards, turn_up))
    return hands[True] | hands[False]


def hand_case(text: str) -> ClaimCase:
    """Returns a hand of the quiz as a case that can be played out: an elder's hand at love-all.

    Args:
        text: the turn-up, then the five cards.
    """
    turn_up, *cards = text.split()
    return ClaimCase(" ".join(cards), turn_up, _LOVE, _LOVE - (Card.parse(turn_up).rank is Rank.KING))


def step_cases() -> dict[str, tuple[ClaimCase, Role]]:
    """Returns, by name, the steps of lessons that ask for a first decision (play or propose, refuse or accept), as
    cases that can be played out.
    """
    return {
        f"{lesson.name}.{place}": _step_case(step)
        for lesson in COURSE
        for place, step in enumerate(lesson.steps, 1)
        if _is_asked(step)
    }


def _is_asked(step: Step) -> bool:
    state = stand(step.deal)
    if step.ask not in (Ask.JEU, Ask.ADVICE) or state.phase not in (Phase.PROPOSE, Phase.ANSWER):
        return False
    options = [answer.option for answer in step.answers]
    decides = all(isinstance(option, Stand) or (isinstance(option, Do) and option.text in _FIRST) for option in options)
    return decides and not state.exchanges.rounds


def _step_case(step: Step) -> tuple[ClaimCase, Role]:
    state = stand(step.deal)
    role = Role.DEALER if state.dealer is ME else Role.ELDER
    needs = [_LOVE - points for points in state.score]
    elder = ME if role is Role.ELDER else ME.other
    case = ClaimCase(step.deal.mine, step.deal.turn_up, needs[elder.index], needs[elder.other.index])
    return case, role


def _tempting(cards: Collection[Card], turn_up: Card) -> bool:
    """Returns whether a hand that is no jeu de règle may look like one: two trumps, or three trumps and court cards
    together.
    """
    trumps = sum(card.suit is turn_up.suit for card in cards)
    courts = sum(card.suit is not turn_up.suit and card.rank in _COURTS for card in cards)
    return trumps >= 2 or trumps + courts >= 3


def _written(deals: int, parts: dict[str, dict[str, Entry]]) -> str:
    def rows(entries: dict[str, Entry]) -> Iterator[str]:
        return (f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in sorted(entries.items()))

    texts = (f' "{part}": {{\n' + ",\n".join(rows(entries)) + "\n }" for part, entries in sorted(parts.items()))
    return f'{{\n "deals": {deals},\n' + ",\n".join(texts) + "\n}\n"
