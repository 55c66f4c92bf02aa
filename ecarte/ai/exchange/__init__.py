"""How the house proposes, refuses and discards: the solved policy, and the value of a deal at a score."""
