"""The C compiler that some tests need."""

import shutil

import pytest

needs_a_compiler = pytest.mark.skipif(
    shutil.which("cc") is None, reason="no C compiler is there: nothing is computed anew"
)
