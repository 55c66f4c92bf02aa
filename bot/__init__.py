"""The shell: Discord, people, messages and a database. It knows no rule of the game."""

from typing import Final

VERSION: Final = "0.3.0"
"""The release, as pyproject.toml and the changelog name it: the image has neither."""
