"""What the command lines of the bot and the sandbox share: errors in one line, and the exit status of a command."""

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
"""The number of a setting of glibc, from its `malloc.h`."""
_COLLECTED = (2_000, 4, 100)
"""The thresholds of the garbage collection. With Python's own, a full pass held the event loop for 50 ms every 14 s."""


class BadArguments(Exception):
    """The arguments of a command are wrong. The text says in one line what is wrong."""


class Parser(argparse.ArgumentParser):
    """A parser of arguments that reports an error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raises `BadArguments`."""
        raise BadArguments(f"{message} (see `{self.prog} --help`)")


def run_command(command: Callable[[], int]) -> int:
    """Runs a command and returns its exit status. Prints or logs an error that ends the command.

    After an error the status is 2 if another try is useless until the arguments, the settings or the database have
    changed, otherwise 1. After an interruption from the keyboard it is 130.
    """
    try:
        return command()
    except (BadSetting, BadArguments) as error:
        _say(error)
        return 2
    except StorageError as error:
        _say(error)
        # The service manager does not start it again if that would not help.
        return 2 if error.is_lasting else 1
    except Stopped as error:
        _say(error)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception:
        # Python's own traceback has the text of an error and of its cause, which may quote a card.
        _LOG.critical("a fault ended the command", exc_info=True)
        return 1


def whole_number(text: str, low: int, high: int) -> int:
    """Reads an argument as a whole number from `low` to `high`.

    Raises:
        ArgumentTypeError: the text is no whole number, or out of bounds.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return int(text)


def settle() -> None:
    """Tunes Python's garbage collection and threads so that they hardly hold up the event loop.

    Called after all imports.
    """
    gc.freeze()
    gc.set_threshold(*_COLLECTED)
    gc.enable()
    # A thread next to the event loop then holds it up for no longer than this at a time.
    sys.setswitchinterval(_SWITCH_S)
    # Imported here, because it loads discord.py.
    from bot.lifecycle import call_glibc

    # Pictures are painted in threads. With heaps of their own, more memory stays free but unused.
    call_glibc("mallopt", _M_ARENA_MAX, 1)


def _say(error: Exception) -> None:
    line = " ".join(f"ecarte: {error}".splitlines())
    print(line.encode("utf-8", "backslashreplace").decode(), file=sys.stderr)
