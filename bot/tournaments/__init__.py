"""Tournaments: who is in one, its rounds and their deadlines, and which table plays which pairing.

The rules of a tournament are the core's (`ecarte.tournament.rounds`), its games are played at tables like any others.
Knows no Discord and no rule of the game: it stands on `bot.tables` and `bot.storage`.
"""
