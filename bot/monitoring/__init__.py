"""Tells the bot's owner how the bot is doing: metrics and health over HTTP, alerts, and counts of requests to
Discord.
"""

from bot.monitoring.alerts import Alerts
from bot.monitoring.disk import Disks
from bot.monitoring.server import Gateway, Monitor, Stored
from bot.monitoring.tracing import request_trace

__all__ = ["Alerts", "Disks", "Gateway", "Monitor", "Stored", "request_trace"]
