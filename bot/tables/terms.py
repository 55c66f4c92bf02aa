"""The terms of a table: rules, pace and place. A challenge names them, and players agree by accepting it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.clock import ClockKind, Pace
from bot.people.server import ServerSettings
from bot.tables.problems import Contradiction, Problem
from bot.tables.state.sight import SightRules
from bot.texts import Language
from ecarte.ai import Level
from ecarte.game import DIALECTS, Dialect, Manners, NextDeal, Rules, Stakes
from ecarte.notation import ADDED
from ecarte.table import PoolForm
from ecarte.table.stakes import Style


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table.

    Attributes:
        rules: the dialect and the agreements of the game.
        pace: the clock.
        language: the language of the messages that all can read.
        in_thread: whether the table gets a thread of its own.
        last_trick_by_itself: whether the last two cards are played without a click, because there is no choice.
        stake: the chips that each player puts up for a game; 0 for a game for the honour, without bets.
        style: what the galerie (the people around the table) may do besides betting.
        pool: the form of the pool, if three people play for one; None if they do not. The form says who puts the
            stake into the pool.
        cut_ms: how long a deal waits for the elder's cut, in milliseconds; 0 if the cut is no separate step.
        rubber: the number of games in the rubber (`ecarte.table.rubber.LENGTHS`); 1 if there is no rubber.
        hints: whether the players have agreed that each may ask for hints about their own hand.
        house: the level of the house, if it may take an empty chair or a place in a tournament; None if it may not.
        chances: whether the table shows each player's chance to win, computed from what all may know.
        sight: the conditions for a backer to see the hand; None if every backer sees it unless the player refuses.
    """

    rules: Rules = field(default_factory=Rules)
    pace: Pace = field(default_factory=Pace.live)
    language: Language = Language.ENGLISH
    in_thread: bool = True
    last_trick_by_itself: bool = True
    stake: int = 0
    style: Style = Style.FRENCH
    pool: PoolForm | None = None
    cut_ms: int = 0
    rubber: int = 1
    hints: bool = False
    house: Level | None = None
    sight: SightRules | None = field(default=None, metadata=ADDED)
    chances: bool = field(default=True, metadata=ADDED)

    @property
    def of_game(self) -> Rules:
        """The rules of each game at this table. A game counts as soon as its cards are dealt, with or without chips.

        Otherwise a player could look at the first hand of each game, and give up the poor ones at no cost.
        """
        return replace(self.rules, for_stakes=True)

    @property
    def house_enters(self) -> Level | None:
        """The level of the house, if it may take an empty chair of this table; None if it may not.

        The house plays only without chips, and only at guided tables where another person may take the loser's chair.
        """
        guided, french = self.rules.manners is Manners.GUIDED, self.style is Style.FRENCH
        return self.house if guided and french and not self.stake and self.pool is None else None

    @property
    def against_house(self) -> Terms:
        """These terms, changed for a game against the house: guided rules, no chips, no galerie."""
        return replace(
            self,
            rules=replace(self.rules, manners=Manners.GUIDED, stakes=Stakes.SINGLE_ONLY),
            last_trick_by_itself=True,
            stake=0,
            style=Style.ENGLISH,
            pool=None,
        )


@dataclass(frozen=True, slots=True)
class ChallengeOptions:
    """What the challenger has chosen. None stands for the server's default.

    Attributes:
        hints: whether both players may ask for hints. Pools and tournaments have no hints, because more people than
            these two play for the prize.
        cut: whether the cut before each deal is a separate step. None: it is one at salon tables only.
    """

    kind: ClockKind | None = None
    dialect: Dialect | None = None
    stake: int | None = None
    style: Style = Style.FRENCH
    stakes: Stakes = Stakes.SINGLE_ONLY
    pool: PoolForm | None = None
    manners: Manners = Manners.GUIDED
    rubber: int = 1
    next_deal: NextDeal | None = None
    hints: bool = False
    cut: bool | None = None

    @property
    def waits_for_cut(self) -> bool:
        """Whether each deal waits until the elder has cut the pack."""
        return self.manners is Manners.SALON if self.cut is None else self.cut


def terms_for(settings: ServerSettings, language: Language, options: ChallengeOptions | None = None) -> Terms:
    """Returns the terms of a challenge in a server, from the server's settings and the challenger's choices.

    Args:
        language: the language of the table, if the server has set none.
    """
    chosen = options or ChallengeOptions()
    usual = Terms(
        rules=DIALECTS[settings.dialect].rules,
        pace=settings.pace(chosen.kind),
        language=settings.language or language,
        in_thread=settings.threads,
        stake=_usual_stake(settings) if chosen.stake is None else chosen.stake,
        house=settings.house,
        sight=_sight(settings),
        chances=settings.chances,
    )
    return with_options(usual, chosen)


def with_options(terms: Terms, options: ChallengeOptions, cut_ms: int = 0) -> Terms:
    """Returns terms with these choices in place of the challenger's earlier ones. Stake, clock and place stay.

    Args:
        cut_ms: how long a deal waits for the elder's cut, if these options ask for the cut.
    """
    preset = DIALECTS[options.dialect or terms.rules.dialect]
    changes = {name: value for name in preset.choices if (value := getattr(options, name)) is not None}
    return replace(
        terms,
        rules=replace(preset.rules, **changes),
        # At a salon table the players play even the last card, because until then they may correct the trick before it.
        last_trick_by_itself=options.manners is Manners.GUIDED,
        style=options.style,
        pool=options.pool,
        cut_ms=cut_ms if options.waits_for_cut else 0,
        rubber=options.rubber,
        hints=options.hints,
    )


def expect_consistent(options: ChallengeOptions, stake: int, *, to_all: bool) -> None:
    """Makes sure that a challenge may have these options together.

    Args:
        stake: the stake of the challenge, in chips.
        to_all: whether any member may accept the challenge.

    Raises:
        Contradiction: the options contradict each other, or the challenge.
    """
    if options.pool is not None:
        # A pool is open to all, for a stake, on terms of its own.
        plain = ChallengeOptions(dialect=options.dialect, pool=options.pool)
        if replace(options, cut=options.cut or None) != plain or not to_all:
            raise Contradiction(Problem.POOL_ALONE)
        if not stake:
            raise Contradiction(Problem.POOL_NEEDS_STAKE)
    if options.next_deal is NextDeal.CUT_FOR_RUBBER and options.rubber == 1:
        raise Contradiction(Problem.CUT_NEEDS_RUBBER)
    if options.hints and options.manners is Manners.SALON:
        raise Contradiction(Problem.NO_SALON_HINTS)


def _usual_stake(settings: ServerSettings) -> int:
    return settings.stake if settings.chips else 0


def _sight(settings: ServerSettings) -> SightRules | None:
    if not settings.sight:
        return None
    return SightRules(share=settings.sight_share, games=settings.sight_games, role=settings.sight_role)
