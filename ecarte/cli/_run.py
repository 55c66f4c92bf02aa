"""Runs one command of a command line: prints its lines, turns refusals into an exit status."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence


class Refusal(Exception):
    """A command cannot be carried out; the message is one line for standard error."""


class Failed(Exception):
    """Everything was read and printed, and the answer is no."""


def run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Prints what `options.lines(options)` yields.

    Returns:
        0 if all went well, 1 for the answer no or a reader of the output that went away, 2 for a refusal.
    """
    options = parser.parse_args(arguments)
    if sys.stdout is None:
        return _refuse("there is no standard output")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal may know fewer characters than a record.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            for line in options.lines(options):
                print(line)
        finally:
            sys.stdout.flush()
    except Refusal as refusal:
        return _refuse(str(refusal))
    except Failed:
        return 1
    except OSError as problem:
        if problem.filename is not None:
            return _refuse(f"{problem.filename}: {problem.strerror}")
        # Keeps the interpreter from flushing into the broken pipe or the full disk once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1 if isinstance(problem, BrokenPipeError) else _refuse(f"standard output: {problem.strerror}")
    return 0


def _refuse(problem: str) -> int:
    print(f"ecarte: {problem}", file=sys.stderr)
    return 2


def positive(text: str) -> int:
    """An argument that is a number of 1 or more. Raises `argparse.ArgumentTypeError`, `ValueError`."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number of 1 or more is needed")
    return number
