"""The terms of a table: rules, pace and place, as agreed by a challenge."""

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
        pace: the time given.
        language: what the table speaks in public.
        in_thread: whether the table gets a thread of its own.
        last_trick_by_itself: whether the two last cards, which leave no choice, are played without a click.
        stake: what each player puts up for a game, in chips; 0: played for the honour, without bets.
        style: what the people around the table may do besides betting.
        pool: how the pool is formed, where three play for one; the stake is then what each puts into it.
        cut_ms: how long a deal waits for the elder's cut, where that is a step of its own; 0: no deal waits.
        rubber: how many games the rubber has (`ecarte.table.rubber.LENGTHS`); 1: each game for
        itself.
        hints: whether the players have agreed that each may ask for hints about their own hand.
        house: how well the house plays where it may take an empty chair, or a place; None: it stays away.
        chances: whether the table shows each player's chance to win, from what all can see.
        sight: what a backer must bring to see the hand; None: every backer sees it unless the player refuses.
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
        """The rules of each game: it counts as soon as its cards are dealt, for stakes and for the honour alike.

        Else a player could look at each first hand, and give up the poor ones at no cost.
        """
        return replace(self.rules, for_stakes=True)

    @property
    def house_enters(self) -> Level | None:
        """How well the house plays in an empty chair of this table; None: it takes none here.

        It plays for the honour, where only lawful moves are made, and where chairs change.
        """
        guided, french = self.rules.manners is Manners.GUIDED, self.style is Style.FRENCH
        return self.house if guided and french and not self.stake and self.pool is None else None

    @property
    def against_house(self) -> Terms:
        """These terms where the house itself plays: guided, at the live clock, for the honour, without a galerie."""
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
    """The challenger's choices; None: the server's default.

    Attributes:
        hints: whether both may ask for hints. Not for pools and tournaments, where more people play for one prize than
            the two who agree.
        cut: whether the cut before each deal is a step of its own; None: at salon tables.
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
    """The terms of a challenge in a server.

    Args:
        language: of the table, unless the server has set one.
    """
    chosen = options or ChallengeOptions()
    preset = DIALECTS[chosen.dialect or settings.dialect]
    changes = {name: value for name in preset.choices if (value := getattr(chosen, name)) is not None}
    return Terms(
        rules=replace(preset.rules, **changes),
        pace=settings.pace(chosen.kind),
        language=settings.language or language,
        in_thread=settings.threads,
        # Where players may err, even the last card is theirs to play, and the last trick but one to be mended.
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
