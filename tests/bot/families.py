"""The families of keys that the code puts together: a template, and the values that fill it."""

from __future__ import annotations

from enum import Enum

from bot import features
from bot.adapter.custom_ids import Verb
from bot.adapter.display import Group
from bot.adapter.permissions import NEEDED
from bot.adapter.registry import Registry
from bot.clock import ClockKind
from bot.features.admin.page import BANS
from bot.features.challenge import terms_form
from bot.features.game import Show
from bot.features.leaderboard import Deals, Span, Strength, Wealth
from bot.features.learn import Topic
from bot.features.rules import Chapter
from bot.features.settings.controls import SettingControl
from bot.people.arranged import Reason as PairReason
from bot.people.preferences import FeltChoice, GuestChoice, HandOrder
from bot.ranking.board_lines import GalerieSort, Sort
from bot.ranking.periods import Period, SeasonKind
from bot.ranking.rating_model import TITLES
from bot.rows.chips import MovementKind
from bot.rows.sanctions import AdminAction
from bot.tables.effects import PLAYED_OUT
from bot.tables.events.table_events import Ending as ChallengeEnding
from bot.tables.problems import Problem
from bot.tables.state.sight import Sight
from bot.tournaments.tournament import ARENA
from ecarte.ai import Feat, Level
from ecarte.fair import Bound
from ecarte.game import (
    Dialect,
    Distribution,
    Duty,
    Ending,
    Fault,
    Goal,
    KingFrom,
    NextDeal,
    Rank,
    Reason,
    Remedy,
    Rule,
    Scope,
    Suit,
)
from ecarte.laws import LAWS, Keeping, Law
from ecarte.laws import Chapter as LawChapter
from ecarte.odds import Jeu
from ecarte.table import Pack, PoolForm
from ecarte.table.rubber import LENGTHS
from ecarte.table.stakes import GalerieRule, Style
from ecarte.teaching import COURSE, FIRST_DEAL, HANDS, BookRule, Cause, DecisionKind
from ecarte.teaching.puzzles import Theme
from ecarte.tournament import Form


def _values(*enums: type[Enum]) -> list[str]:
    return [str(member.value) for enum in enums for member in enum]


def _values_of(*members: Enum) -> list[str]:
    return [str(member.value) for member in members]


def _numbers(*laws: Law) -> list[str]:
    return [str(one.number) for one in laws]


COMMANDS = Registry(features.load()).commands.values()
STEPS = [(f"{lesson.name}.{number}", step) for lesson in COURSE for number, step in enumerate(lesson.steps, 1)]
"""The steps of all lessons, by the part of their keys."""

_FIRST_STEPS = [str(number) for number, _ in enumerate(FIRST_DEAL.steps, 1)]
WHOSE = ("mine", "theirs")
FAMILIES: dict[str, list[str]] = {
    "command.{}": [command.name for command in COMMANDS],
    "command.{}.{}": [
        f"{command.name}.{option}"
        for command in COMMANDS
        for option in (parameter.name for parameter in command.parameters[1:])
        if option not in command.texts
    ],
    "tip.{}": ["propose", "answer", "discard", "lead", "reply", "king"],
    "command.challenge.clock.{}": _values(ClockKind),
    "challenge.terms.{}": list(terms_form.FIELDS),
    "challenge.terms.{}.{}": [
        f"{field}.{value}"
        for field, values in {
            "others": terms_form.OTHERS,
            "rubber": map(str, LENGTHS),
            "deal": terms_form.DEALS,
        }.items()
        for value in values
    ],
    "challenge.terms.{}.{}.about": [f"others.{value}" for value in terms_form.OTHERS],
    "challenge.terms.agreed.{}": list(terms_form.AGREEMENTS),
    "challenge.terms.agreed.{}.about": list(terms_form.AGREEMENTS),
    "command.house.level.{}": _values(Level),
    "command.tournament.form.{}": [*_values(Form), "arena-60", "arena-90"],
    "admin.ban.{}": list(BANS),
    "admin.did.{}": [*_values(AdminAction), "ban_for_good"],
    "admin.done.{}": _values(AdminAction),
    "admin.form.{}": _values(AdminAction),
    "admin.reason.{}": _values(PairReason),
    "book.{}": _values(BookRule),
    "challenge.style.{}": _values(Style),
    "challenge.{}": _values(ChallengeEnding),
    "tournament.about.{}": [*_values(Form), ARENA],
    "tournament.form.{}": [*_values(Form), ARENA],
    "tournament.tie_breaks.{}": [Form.ROUND_ROBIN.value, Form.SWISS.value, ARENA],
    "game.show.{}": _values(Show),
    "first.{}.says": _FIRST_STEPS,
    "first.{}.wrong": _FIRST_STEPS,
    "learn.{}": _values(Topic),
    "odds.{}": ["mine", "theirs"],
    "odds.deal.{}": ["any", "me", "other"],
    "pages.preferences.felt.{}": _values(FeltChoice),
    "pages.preferences.{}.{}": [
        *(f"order.{value}" for value in _values(HandOrder)),
        *(f"felt.{value}" for value in _values(FeltChoice)),
        *(f"guests.{value}" for value in _values(GuestChoice)),
        *(f"deal.{value}" for value in _values(Distribution)),
        *(
            f"{name}.{state}"
            for name in (
                "colours",
                "reminders",
                "tips",
                "pictures",
                "challenges",
                "faces",
                "rating",
                "everywhere",
                "puzzles",
                "boxes",
            )
            for state in ("on", "off")
        ),
    ],
    "galerie.counts.{}": ["2", "3"],
    "galerie.form.{}": _values_of(Verb.BET, Verb.WITHDRAW_BET, Verb.TAKE_BETS),
    "galerie.no.{}": _values(GalerieRule),
    "sight.why.{}": [sight.value for sight in Sight if sight is not Sight.SEES],
    "hand.claim.{}": _values(Scope),
    "hand.result.{}": list(WHOSE),
    "hand.result.{}.tricks": list(WHOSE),
    "hand.result.{}.vole": list(WHOSE),
    "hand.turn.reply.{}": _values(Duty),
    "hand.why.claimed.{}": _values(Goal),
    "hand.why.{}": ["point", "vole"],
    "hand.why.{}.abandoned": list(WHOSE),
    "hand.why.{}.time": list(WHOSE),
    "hand.why.{}.{}": [f"{whose}.{reason}" for whose in WHOSE for reason in ("unproposed", "refused")],
    "hand.won.{}.{}": [f"{how}.{whose}" for how in ("five", "resigned", "time") for whose in WHOSE],
    "hand.won.king.{}.{}": [f"{how.value}.{whose}" for how in KingFrom for whose in WHOSE],
    "hand.{}.{}": [f"{clock}.{whose}" for clock in ("until", "reserve") for whose in WHOSE],
    "menu.grey.{}": [duty.value for duty in Duty if duty is not Duty.ANY],
    "house.{}": _values(Level),
    "house.short.{}": _values(Level),
    "illustrative.{}.hint": [str(hand.number) for hand in HANDS],
    "illustrative.{}.open": [str(hand.number) for hand in HANDS],
    "illustrative.{}.reason": [str(hand.number) for hand in HANDS],
    "illustrative.{}.says": [str(hand.number) for hand in HANDS],
    "index.{}": _values(Rank),
    "quiz.kind.{}": _values(Jeu),
    "law.chapter.{}": _values(LawChapter),
    "law.kept.{}": _values(Keeping),
    "law.{}.differs.{}": [f"{one.number}.differs.{dialect.value}" for one in LAWS for dialect in one.differs],
    "law.{}.differs.both": _numbers(*LAWS),
    "law.{}.gist": _numbers(*LAWS),
    "law.{}.heading": _numbers(*LAWS),
    "law.{}.how": _numbers(*LAWS),
    "law.{}.salon": _numbers(*(one for one in LAWS if one.salon is not None)),
    "lesson.{}.title": [lesson.name for lesson in COURSE],
    "lesson.{}.{}.answer.{}": [
        f"{place}.answer.{answer + 1}" for place, step in STEPS for answer in range(len(step.answers))
    ],
    "lesson.{}.{}.hint": [place for place, step in STEPS if step.answers],
    "lesson.{}.{}.says": [place for place, _ in STEPS],
    "lesson.verdict.{}": ["play", "propose", "refuse", "accept", "even"],
    "match.deal.{}": _values(NextDeal),
    "match.pack.{}": _values(Pack),
    "more.{}": _values(Group),
    "menu.sure.{}": [Verb.ABANDON.value, Verb.RESIGN.value],
    "menu.{}": _values(Goal),
    "pages.clock.{}": _values(ClockKind),
    "command.challenge.rules.{}": _values(Dialect),
    "pages.dialect.{}": _values(Dialect),
    "pages.dialect.{}.about": _values(Dialect),
    "pages.how.{}.by": [Ending.RESIGNED.value, Ending.TIME.value],
    "pages.how.{}.you": [Ending.RESIGNED.value, Ending.TIME.value],
    "pages.how.{}": [*_values(Ending), PLAYED_OUT],
    "pages.period.{}": _values(Period, Span),
    "pages.permission.{}": [*NEEDED, "create_events"],
    "pages.purse.kind.{}": _values(MovementKind),
    "pages.rules.{}.alt": _values(Chapter),
    "pages.rules.{}.text": _values(Chapter),
    "pages.rules.{}.title": _values(Chapter),
    "fair.bound.{}": _values(Bound),
    "fair.packets.{}": _values(Distribution),
    "fair.share.{}": ["named", "kept", "none"],
    "pages.settings.fair.sight.{}": ["asks", "all"],
    "pages.settings.chips.{}": ["played", "off"],
    "pages.settings.chances.{}": ["shown", "hidden"],
    "pages.settings.faces.{}": ["shown", "hidden"],
    "pages.settings.boards.{}": ["shown", "hidden"],
    "pages.settings.events.{}": ["shown", "hidden"],
    "pages.settings.season.{}": ["none", *_values(SeasonKind)],
    "rating.title.{}": [str(title) for title in range(1, len(TITLES) + 1)],
    "pages.settings.{}": _values(SettingControl),
    "pages.settings.{}.about": _values(SettingControl),
    "pages.sort.{}": _values(Sort, Strength, Wealth, Deals, GalerieSort),
    "pages.profile.kind.{}": _values(DecisionKind),
    "pages.board.order_{}": _values(GalerieSort),
    "pages.board.empty_{}": _values(GalerieSort),
    "souvenir.feat.{}": _values(Feat),
    "puzzle.theme.{}": _values(Theme),
    "puzzle.settled.{}": ["withdraw", "keep"],
    "puzzle.king.{}": list(WHOSE),
    "puzzle.{}.{}": [f"{said}.{whose}" for said in ("unproposed", "refused") for whose in WHOSE],
    "puzzle.refused.later.{}": list(WHOSE),
    "story.decided.{}": _values(Cause),
    "story.decided.{}.own": _values(Cause),
    "story.picture.decided.{}": _values(Cause),
    "salon.call.{}": _values(Fault),
    "salon.called.{}": _values(Fault),
    "salon.chosen.{}": _values(Remedy),
    "salon.remedy.{}": _values(Remedy),
    "pool.form.{}": _values(PoolForm),
    "problem.{}": _values(Problem),
    "rank.{}": _values(Rank),
    "replay.rule.{}": _values(Rule),
    "rule.{}": _values(Rule),
    "rules.{}": _values(Dialect),
    "suit.{}": _values(Suit),
    "table.claimed.{}": _values(Goal),
    "table.scored.{}": _values(Reason),
    "table.why.{}": _values(Reason),
    "table.why.claimed.{}": _values(Goal),
    "table.won.{}": _values(Ending),
    "table.won.king.{}": _values(KingFrom),
}
# The code checks that there is such a sentence, or a replacement, before it uses the key.
OPTIONAL = frozenset({"law.{}.differs.both", "law.{}.differs.{}", "replay.rule.{}", "rule.{}"})
# Refusals that name a limit are counted by it (bot.adapter.formatting).
BY_LIMIT = frozenset(
    {
        "problem.seated",
        "problem.other_seated",
        "problem.too_many_challenges",
        "problem.too_many_opened",
        "problem.server_full",
        "problem.server_full_of_correspondence",
    }
)
# Sentences that are the same in both languages on purpose.
ALIKE = frozenset(
    {
        "galerie.chouette.declare",
        "galerie.enter",
        "again.house",
        "house.short.novice",
        "house.short.amateur",
        "house.short.maitre",
        "hand.why.point",
        "table.why.point",
        "tournament.match",
        "tournament.arena.points",
        "learn.quiz",
        "law.ignored",
        "law.source",
        "pages.dialect.cavendish",
        "pages.minutes",
        "pages.settings.faces",
        "pages.points",
        "souvenir.open",
        "souvenir.voles",
        "week.voles",
        "pages.sort.points",
        "pages.tables.count",
        "pages.tables.title",
        "pages.voles",
    }
)
