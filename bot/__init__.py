"""The shell: Discord, people, messages and a database. It knows no rule of the game."""

from typing import Final

VERSION: Final = "0.4.0.dev0"
"""The version in pyproject.toml, which the image does not have. Between two releases it is the next
one with `.dev0`.
"""
