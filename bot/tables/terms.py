"""The terms of a table: rules, pace and place. The players agree on them by a challenge."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.clock import ClockKind, Pace
from bot.people.server import ServerSettings
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
        language: the language of the public messages.
        in_thread: whether the table gets its own thread.
        last_trick_by_itself: whether the two last cards, which leave no choice, are played without a click.
        stake: the chips that each player puts up for a game; 0 for a game for the honour, without bets.
        style: what the galerie may do besides betting.
        pool: the form of the pool, if three play for one. Each of them then puts the stake into it.
        cut_ms: how long a deal waits for the elder's cut, if that is a separate step; 0 if no deal waits.
        rubber: the number of games in the rubber (`ecarte.table.rubber.LENGTHS`); 1 if there is no rubber.
        hints: whether the players have agreed that each may ask for hints about their own hand.
        house: the level of the house if it may take an empty chair or a place; None if it may not.
        chances: whether the table shows each player's chance to win, computed from public information.
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
        """The rules of each game. A game counts as soon as its cards are dealt, for stakes and for the honour alike.

        Otherwise a player could look at each first hand, and give up the poor ones at no cost.
        """
        return replace(self.rules, for_stakes=True)

    @property
    def house_enters(self) -> Level | None:
        """The level of the house if it may take an empty chair of this table, or None.

        The house plays only for the honour, at guided tables where chairs change.
        """
        guided, french = self.rules.manners is Manners.GUIDED, self.style is Style.FRENCH
        return self.house if guided and french and not self.stake and self.pool is None else None

    @property
    def against_house(self) -> Terms:
        """These terms for a game against the house: guided, for the honour, without a galerie."""
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
    """The challenger's choices. A choice of None stands for the server's default.

    Attributes:
        hints: whether both may ask for hints. Pools and tournaments have none, because there more people than these two
            play for one prize.
        cut: whether the cut before each deal is a separate step; None for a separate step only at salon tables.
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
        """Whether each deal waits for the elder's cut."""
        return self.manners is Manners.SALON if self.cut is None else self.cut


def terms_for(settings: ServerSettings, language: Language, options: ChallengeOptions | None = None) -> Terms:
    """Returns the terms of a challenge in a server.

    Args:
        language: the language of the table, if the server has set none.
    """
    chosen = options or ChallengeOptions()
    preset = DIALECTS[chosen.dialect or settings.dialect]
    changes = {name: value for name in preset.choices if (value := getattr(chosen, name)) is not None}
    return Terms(
        rules=replace(preset.rules, **changes),
        pace=settings.pace(chosen.kind),
        language=settings.language or language,
        in_thread=settings.threads,
        # At a salon table the players play even the last card, because until then they may correct the trick before it.
        last_trick_by_itself=chosen.manners is Manners.GUIDED,
        stake=_usual_stake(settings) if chosen.stake is None else chosen.stake,
        style=chosen.style,
        pool=chosen.pool,
        rubber=chosen.rubber,
        hints=chosen.hints,
        house=settings.house,
        sight=_sight(settings),
        chances=settings.chances,
    )


def _usual_stake(settings: ServerSettings) -> int:
    return settings.stake if settings.chips else 0


def _sight(settings: ServerSettings) -> SightRules | None:
    if not settings.sight:
        return None
    return SightRules(share=settings.sight_share, games=settings.sight_games, role=settings.sight_role)
