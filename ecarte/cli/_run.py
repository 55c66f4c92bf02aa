"""Runs one command of a command line: prints its lines and turns refusals into an exit status."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence


class Refusal(Exception):
    """The command cannot be carried out. The message is one line for standard error."""


class Failed(Exception):
    """The command has printed all of its lines, and the answer is no, so the exit status is 1."""


def run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Parses a command line, prints the lines that the command yields, and returns the exit status.

    Args:
        parser: the parser of the command line. Its result has an attribute `lines`: a function that takes the parsed
            arguments and yields the lines to print.
        arguments: the words of the command line. None means the arguments of the process.

    Returns:
        0 for success; 1 if the answer is no, or if the program that reads the output closed it; 2 for a refusal.
    """
    options = parser.parse_args(arguments)
    if sys.stdout is None:
        return _refuse("there is no standard output")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal may not support all characters of a record.
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
        # Keeps the interpreter from flushing to the broken pipe or the full disk again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1 if isinstance(problem, BrokenPipeError) else _refuse(f"standard output: {problem.strerror}")
    return 0


def _refuse(problem: str) -> int:
    print(f"ecarte: {problem}", file=sys.stderr)
    return 2


def positive(text: str) -> int:
    """Reads a number of 1 or more from an argument.

    Raises:
        ValueError: the text is no number.
        argparse.ArgumentTypeError: the number is below 1.
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"the number must be 1 or more, not {number}")
    return number
