"""Metrics and health over HTTP, and what counts the requests to Discord."""

from bot.monitoring.server import Gateway, Monitor
from bot.monitoring.tracing import request_trace

__all__ = ["Gateway", "Monitor", "request_trace"]
