"""Tables: use cases, state, events and views. Knows no Discord and no rule of the game.

A table is a log of events. `commit` is the one way to change one, `lookup` reads one, and `actions` is what people do.
"""
