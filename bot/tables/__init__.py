"""The use cases of a table: load, decide, commit, wake whoever draws.

A table is a log of events. This room knows people by their ids, moments as epoch milliseconds, and the core only
through its public API; it knows no Discord and no rule of the game.
"""
