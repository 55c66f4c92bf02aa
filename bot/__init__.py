"""The Discord application: channels, people, messages and a database. It knows no rule of the game."""

from typing import Final

VERSION: Final = "0.4.0.dev0"
"""The version of the bot, the same as in pyproject.toml. The container image does not have that file.

Between two releases this is the next version with `.dev0`.
"""
