"""Metrics and health over HTTP, and what counts the requests to Discord."""

from bot.monitoring.server import Gateway, Monitor, Stored
from bot.monitoring.tracing import request_trace

__all__ = ["Gateway", "Monitor", "Stored", "request_trace"]
