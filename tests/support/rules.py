"""Checks of structure and words that say what to do where they fail."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def expect_kept(rule: str, why: str, broken: Iterable[object]) -> None:
    """Fails where a rule is broken, without a traceback: what matters is the file to edit.

    Args:
        rule: what must hold.
        why: what would go wrong without it.
        broken: one line for each place that breaks the rule: file, line and what to do.
    """
    __tracebackhide__ = True
    lines = [str(line) for line in broken]
    if lines:
        pytest.fail("\n  ".join([f"Rule: {rule}", f"Why: {why}", *lines]), pytrace=False)
