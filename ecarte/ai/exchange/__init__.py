"""How the house decides before the play: a solved table says when to propose and to accept, what to discard, and what
each score is worth.
"""
