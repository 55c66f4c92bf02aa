"""How the house decides before the play: a solved table says when to propose, accept, and what to discard, and what
each score is worth.
"""
