"""The shell: Discord, people, messages and a database. It knows no rule of the game."""

from typing import Final

VERSION: Final = "0.4.0.dev0"
"""As pyproject.toml names it: the image has none. Between two releases it is the next one with `.dev0` after it."""
