"""The commands of `python -m ecarte`."""

from ecarte.cli._main import main

__all__ = ["main"]
