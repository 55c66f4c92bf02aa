"""Plays matches of the house in Python and in C: how strong it is, and how much others gain against it."""
