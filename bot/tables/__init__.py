"""Tables, at which games are played: use cases, state, events and views.

A table is a log of events. `commit` is the only way to change a table, `lookup` reads tables, and `actions` has the use
cases of people. This package knows no Discord and no rule of the game.
"""
