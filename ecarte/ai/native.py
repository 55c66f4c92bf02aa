"""The engine: the house's C code as WebAssembly (`house.wasm`), run by `wasmtime`. Without it Python computes the same.

    choose_engine("python")      from now on; "wasm" raises if it is not available, "auto" takes the faster one

Four Python functions first ask here for an engine: `open_values` of `ecarte.ai.cards.search`, `card_outcomes` of
`ecarte.ai.card_playouts`, `exchange_outcomes` and `open_outcomes` of `ecarte.ai.playouts`. The Python code is the
reference, and the engine returns the very same bytes. The C code (`research/c/house_engine.c`) has no table and no
random numbers of its own. Python reads the files for it. Python also passes the state of its random generator to the
engine, which draws the same numbers in the same order, and takes the new state back. `python -m research engine`
compares, times and builds.

`ECARTE_ENGINE=python` in the environment chooses before the first call. No other module of the core reads the
environment. The engine changes how long an answer takes, never the answer.
"""

from __future__ import annotations

import atexit
import os
from array import array
from collections.abc import Sequence
from enum import Enum, unique
from functools import cache
from importlib import import_module
from importlib.resources import files
from struct import Struct, pack, unpack
from threading import Lock
from typing import Any, Final, TypeAlias

from ecarte.ai.cards.dealt import columns
from ecarte.ai.cards.hidden import keys
from ecarte.ai.cards.leads import mends
from ecarte.ai.exchange.policy import policy
from ecarte.ai.knowledge import Knowledge, Stance, knowledge_of
from ecarte.fair import Chance
from ecarte.game import Card, KingFrom, Phase, PlayerView, Rank, Seat, cards_of, mask_of, replies

ENGINES: Final = ("auto", "python", "wasm")
_MOST_DEALS: Final = 1000
"""The most deals in one part of a call (`SAMPLED` in C)."""
_MOST_ROWS: Final = 32
"""The most cards or alternatives in a call: a hand of five has 31 discards."""
_MOST_NEEDED: Final = 5
_EXCHANGES: Final = 3
_TRICKS: Final = 5
_PLAYED: Final = 2 * _TRICKS
_STANCES: Final = tuple(Stance)
_PHASES: Final = (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY)
_KNOWS: Final = Struct(f"<3I20iI{_PLAYED + 2}i")
_VIEW: Final = Struct(f"<5i{3 * _TRICKS}i23i2I")
_STATE: Final = Struct("<625I")


@unique
class Say(Enum):
    """What a seat decides before the play, other than which cards to discard."""

    STAND = "stand"
    """The seat plays the hand as it is: it leads without proposing, or refuses."""
    CHANGE = "change"
    """The seat wants new cards: it proposes, or accepts."""


Alternative: TypeAlias = Say | int
"""What a seat may decide before the play: a decision of `Say`, or the cards to discard (a mask)."""


def choose_engine(name: str) -> str:
    """Chooses whether Python or the compiled C code computes from now on. Returns the choice: "python" or "wasm".

    Args:
        name: "python", "wasm", or "auto" for the faster one that is available.

    Raises:
        ValueError: `name` is none of the three.
        ImportError: "wasm" needs the package `wasmtime`, which is not installed.
    """
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")
    engine = None if name == "python" else _packaged()
    if name == "wasm" and engine is None:
        raise ImportError("the engine wasm needs the package wasmtime: pip install 'ecarte[fast]'")
    return use_engine(engine)


def use_engine(engine: Engine | None) -> str:
    """Makes this engine compute from now on. Returns its name.

    Args:
        engine: the compiled code, or None to compute in Python.
    """
    _chosen[:] = [engine]
    return engine_name()


def engine_name() -> str:
    """Returns the name of the engine in use: "python" or "wasm"."""
    return "python" if engine_in_use() is None else "wasm"


def engine_in_use() -> Engine | None:
    """Returns the compiled code if it is the engine in use, or None if Python computes."""
    if not _chosen:
        choose_engine(os.environ.get("ECARTE_ENGINE") or "auto")
    return _chosen[0]


def engine_for(chance: Chance) -> Engine | None:
    """Returns the compiled code if it is the engine in use and can draw from this source of random numbers. None if
    Python has to compute.
    """
    kind = type(chance)
    # C knows the state of `random.Random` itself. A subclass might have more state, such as a count of its draws.
    return engine_in_use() if (kind.__module__, kind.__qualname__) == ("random", "Random") else None


def needs_before_the_king(view: PlayerView) -> tuple[int, int]:
    """Returns the points that the seat of a view and its opponent need. The point of a king announced in this deal is
    not counted.
    """
    public = view.public
    needs = [public.rules.points - score for score in public.score]
    if public.king is not None and public.king.how is KingFrom.ANNOUNCED:
        needs[public.king.seat.index] += public.rules.scoring.king
    own, opponent = (min(needs[seat.index], _MOST_NEEDED) for seat in (view.seat, view.seat.other))
    return own, opponent


_chosen: list[Engine | None] = []


@cache
def _packaged() -> Engine | None:
    """Returns the compiled code that comes with the library, or None if `wasmtime` is missing or does not run on
    this machine.
    """
    try:
        engine = Engine(files("ecarte.ai").joinpath("house.wasm").read_bytes())
    except Exception:
        # Any exception: those of `wasmtime` cannot be named without importing it, and Python computes the same.
        return None
    # Close before the interpreter ends: `wasmtime` may be unloaded before the engine is collected.
    atexit.register(engine.close)
    return engine


class Engine:
    """The compiled C code, loaded with the house's tables. Several threads may call it; they wait for each other.

    Args:
        code: the content of a WebAssembly file.

    Raises:
        ImportError: the package `wasmtime` is missing.
    """

    def __init__(self, code: bytes) -> None:
        wasmtime: Any = import_module("wasmtime")
        self._turn = Lock()
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module(engine, code)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = self._exports["memory"]
        self._call("_initialize")
        self._load()
        self._view = self._room(max(_KNOWS.size, _VIEW.size))
        self._chance = self._room(_STATE.size)
        self._given = self._room(8 * _MOST_ROWS)
        self._results = self._room(8 * _MOST_DEALS * _MOST_ROWS)
        self._plans: str | None = None
        self._planes = self._room(len(policy().table.planes("e5d5k").content))

    def open_values(self, knowledge: Knowledge, worth: Sequence[Sequence[float]]) -> dict[Card, float]:
        """Computes `ecarte.ai.cards.search.open_values` in C, with the same result."""
        with self._turn:
            self._write(self._view, _knows(knowledge))
            self._write(self._given, pack("<12d", *worth[0], *worth[1]))
            self._call("values_of", self._view, self._given, self._results)
            values = self._numbers(32)
        if knowledge.led is None:
            return {card: values[card.index] for card in cards_of(knowledge.hand)}
        return {play.card: values[play.card.index] for play in replies(knowledge.hand, knowledge.led, knowledge.trump)}

    def card_outcomes(
        self, view: PlayerView, cards: Sequence[Card], number: int, chance: Any
    ) -> dict[Card, list[float]]:
        """Computes `ecarte.ai.card_playouts.card_outcomes` in C, with the same result."""
        with self._turn:
            self._write(self._view, _seen(view, knowledge_of(view)))
            self._write(self._given, pack(f"<{len(cards)}i", *[card.index for card in cards]))
            drawn = self._drawn(chance, "card_outcomes", len(cards), number, self._view)
        return dict(zip(cards, drawn, strict=True))

    def exchange_outcomes(
        self, view: PlayerView, knowledge: Knowledge, alternatives: Sequence[Alternative], number: int, chance: Any
    ) -> list[list[float]]:
        """Computes `ecarte.ai.playouts.exchange_outcomes` in C, with the same result."""
        codes = [_code(alternative, knowledge.hand) for alternative in alternatives]
        with self._turn:
            self._show(view, knowledge)
            self._write(self._given, pack(f"<{len(codes)}i", *codes))
            return self._drawn(chance, "exchange_outcomes", len(codes), number, self._view, self._planes)

    def open_outcomes(
        self, view: PlayerView, dealer: int, talon: int, out: tuple[int, int], number: int, chance: Any
    ) -> list[float]:
        """Computes `ecarte.ai.playouts.open_outcomes` in C, with the same result."""
        with self._turn:
            self._show(view, knowledge_of(view))
            self._write(self._given, pack("<4I", dealer, talon, *out))
            return self._drawn(chance, "open_outcomes", 1, number, self._view, self._planes)[0]

    def close(self) -> None:
        """Frees the memory of the compiled code. The object cannot be used afterwards."""
        with self._turn:
            self._exports = self._memory = self._store = None

    def next_number(self, chance: Any) -> float:
        """Draws the number that `chance.random()` would return, and moves `chance` on as that call would."""
        with self._turn:
            number: float = self._with(chance, "next_number")
        return number

    def _load(self) -> None:
        decisions, table = columns().decisions, policy().table
        chances = [policy().chance(elder, dealer) for elder in range(1, 6) for dealer in range(1, 6)]
        parts = (
            array("d", chances),
            keys(),
            array("I", decisions.starts),
            decisions.paths,
            decisions.plays,
            mends(),
            array("H", table.plays()),
            array("h", table.shifts()),
        )
        places = []
        for part in parts:
            places.append(self._room(len(part) * part.itemsize))
            self._write(places[-1], part.tobytes())
        self._call("load", *places)

    def _show(self, view: PlayerView, knowledge: Knowledge) -> None:
        """Writes a view, and the plans for its score, to the engine's memory."""
        own, opponent = needs_before_the_king(view)
        elder, dealer = (own, opponent) if knowledge.is_elder else (opponent, own)
        game = f"e{elder}d{dealer}{'' if knowledge.turn_up.rank is Rank.KING else 'k'}"
        if self._plans != game:
            self._write(self._planes, policy().table.planes(game).content)
            self._plans = game
        self._write(self._view, _seen(view, knowledge))

    def _drawn(self, chance: Any, name: str, rows: int, each: int, *places: int) -> list[list[float]]:
        """Calls a function of the engine that draws random numbers. Returns the rows of numbers that it writes."""
        self._with(chance, name, *places, self._given, rows, each, results=(self._results,))
        numbers = self._numbers(rows * each)
        return [numbers[row * each : (row + 1) * each] for row in range(rows)]

    def _with(self, chance: Any, name: str, *arguments: int, results: tuple[int, ...] = ()) -> Any:
        """Calls a function of the engine with the state of `chance`. Takes the new state back into `chance`."""
        version, state, gauss = chance.getstate()
        self._write(self._chance, _STATE.pack(*state))
        result = self._call(name, *arguments, self._chance, *results)
        after = self._memory.read(self._store, self._chance, self._chance + _STATE.size)
        chance.setstate((version, _STATE.unpack(after), gauss))
        return result

    def _numbers(self, number: int) -> list[float]:
        return list(unpack(f"<{number}d", self._memory.read(self._store, self._results, self._results + 8 * number)))

    def _room(self, size: int) -> int:
        place: int = self._call("malloc", size)
        return place

    def _write(self, place: int, content: bytes) -> None:
        self._memory.write(self._store, content, place)

    def _call(self, name: str, *arguments: int) -> Any:
        return self._exports[name](self._store, *arguments)


def _code(alternative: Alternative, hand: int) -> int:
    """Returns a decision before the play as the number that C reads: -1 or -2 for `Say`, else the places of the
    discards as bits.
    """
    if isinstance(alternative, Say):
        return -1 if alternative is Say.STAND else -2
    return sum(1 << place for place, card in enumerate(cards_of(hand)) if alternative & card.bit)


def _index(card: Card | None) -> int:
    return -1 if card is None else card.index


def _knows(knowledge: Knowledge) -> bytes:
    """Returns what a seat knows as the C structure `knows_t` (`house.h`)."""
    played = [card.index for card in knowledge.played]
    return _KNOWS.pack(
        knowledge.hand,
        knowledge.unseen,
        knowledge.sure,
        knowledge.trump.index,
        knowledge.turn_up.index,
        knowledge.is_elder,
        knowledge.count,
        _index(knowledge.led),
        knowledge.own_tricks,
        knowledge.opponent_tricks,
        knowledge.points - knowledge.own_score,
        knowledge.points - knowledge.opponent_score,
        knowledge.own_pays,
        knowledge.opponent_pays,
        knowledge.marked,
        knowledge.silent_king,
        knowledge.may_mark,
        _STANCES.index(knowledge.stance),
        knowledge.changed or 0,
        _index(knowledge.opponent_first_lead),
        0,
        0,
        knowledge.rounds,
        knowledge.five,
        *played,
        *[0] * (_PLAYED - len(played)),
        len(played),
        0,
    )


def _seen(view: PlayerView, knowledge: Knowledge) -> bytes:
    """Returns a view as the C structure `view_t` (`house_engine.c`)."""
    public, me = view.public, view.seat
    sides = (me, me.other)
    tricks = [*public.tricks]
    left = [0] * (_TRICKS - len(tricks))

    def side(seat: Seat | None) -> int:
        return -1 if seat is None else sides.index(seat)

    def took(back: int) -> tuple[int, int]:
        if len(public.rounds) < back:
            return 0, 0
        pair = public.rounds[-back]
        return pair if knowledge.is_elder else (pair[1], pair[0])

    elder = me if knowledge.is_elder else me.other
    announced = public.king if public.king is not None and public.king.how is KingFrom.ANNOUNCED else None
    limit = public.rules.exchanges
    return _VIEW.pack(
        knowledge.trump.index,
        knowledge.turn_up.index,
        side(elder),
        _PHASES.index(public.phase),
        len(tricks),
        *[side(trick.leader) for trick in tricks],
        *left,
        *[trick.lead.index for trick in tricks],
        *left,
        *[_index(trick.reply) for trick in tricks],
        *left,
        knowledge.count,
        knowledge.own_tricks,
        knowledge.opponent_tricks,
        knowledge.points - knowledge.own_score,
        knowledge.points - knowledge.opponent_score,
        *needs_before_the_king(view),
        side(public.vulnerable),
        side(None if public.king is None else public.king.seat),
        side(None if announced is None else announced.seat),
        public.phase is Phase.PROPOSE and not public.proposals,
        public.proposals,
        len(public.rounds),
        *took(1),
        *took(2),
        public.talon,
        public.asked or 0,
        view.may_announce,
        sum(pair[0 if elder is not me else 1] for pair in public.rounds),
        _EXCHANGES if limit is None else limit,
        public.rules.dealer_must_exchange,
        mask_of(view.hand),
        mask_of(view.discarded),
    )
