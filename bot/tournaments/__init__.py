"""Tournaments: their participants, their rounds and deadlines, and the table of each pairing.

The rules of a tournament are in `ecarte.tournament.rounds`. Its games are played at tables like any other games. This
package knows no Discord and no rule of the game. It uses `bot.tables` and `bot.storage`.
"""
