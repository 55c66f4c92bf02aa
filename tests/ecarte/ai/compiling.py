"""For the tests of what is computed in C: they need a compiler, as nothing else does."""

import shutil

import pytest

__all__ = ["needs_a_compiler"]

needs_a_compiler = pytest.mark.skipif(
    shutil.which("cc") is None, reason="no C compiler is there: nothing is computed anew"
)
