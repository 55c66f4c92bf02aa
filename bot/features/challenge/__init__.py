"""The feature "challenge": a member challenges another member, or all members, to a game."""

from bot.adapter.registry import Feature
from bot.features.challenge import commands, handlers, render
from bot.features.challenge.commands import invite, link_to, post, why_not
from bot.features.challenge.options import CLOCKS, DIALECTS
from bot.features.challenge.placements import placements_at

__all__ = ["CLOCKS", "DIALECTS", "FEATURE", "invite", "link_to", "post", "render", "why_not"]

FEATURE = Feature("challenge", (commands.ROUTES, handlers.ROUTES), placements=placements_at)
