"""What the command lines of the bot and of the sandbox share: arguments in one line, and how a command ends."""

from __future__ import annotations

import argparse
import gc
import logging
import sys
from collections.abc import Callable
from typing import NoReturn

from bot.config import BadSetting
from bot.rows.storage_errors import StorageError
from bot.upkeep import Stopped

_LOG = logging.getLogger(__name__)
_SWITCH_S = 0.001
_M_ARENA_MAX = -8
"""The name of a setting of glibc, from its `malloc.h`."""
_COLLECTED = (2_000, 4, 100)
"""The thresholds of the garbage collection: by Python's own, a full pass held the event loop for 50 ms every 14 s."""


class BadArguments(Exception):
    """The arguments are wrong; the text is one line that says how."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raises `BadArguments`."""
        raise BadArguments(f"{message} (see `{self.prog} --help`)")


def run_command(command: Callable[[], int]) -> int:
    """Runs a command; 0 if it did what it should, 1 if it could not, 2 if it was asked wrongly or set up wrongly."""
    try:
        return command()
    except (BadSetting, BadArguments) as error:
        _say(error)
        return 2
    except StorageError as error:
        _say(error)
        # The service is not started again where that helps nothing.
        return 2 if error.is_lasting else 1
    except Stopped as error:
        _say(error)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception:
        # Not by Python's own traceback: the text of an error, or of its cause, may quote a card.
        _LOG.critical("a fault ended the command", exc_info=True)
        return 1


def whole_number(text: str, low: int, high: int) -> int:
    """Reads a whole number of an argument.

    Raises:
        ArgumentTypeError: it is none, or beyond the bounds.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return int(text)


def settle() -> None:
    """Sets the interpreter up for an event loop that is not held, once everything is imported."""
    gc.freeze()
    gc.set_threshold(*_COLLECTED)
    gc.enable()
    # What works in a thread beside the event loop holds it up for no longer than this at a time.
    sys.setswitchinterval(_SWITCH_S)
    # Here and not above: it loads discord.py.
    from bot.lifecycle import call_glibc

    # Pictures are painted in threads. In heaps of their own more lies free between pieces in use.
    call_glibc("mallopt", _M_ARENA_MAX, 1)


def _say(error: Exception) -> None:
    line = " ".join(f"ecarte: {error}".splitlines())
    print(line.encode("utf-8", "backslashreplace").decode(), file=sys.stderr)
