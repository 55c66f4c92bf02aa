"""The shell: Discord, people, messages and a database. It knows no rule of the game."""
