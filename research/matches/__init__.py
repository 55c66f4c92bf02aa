"""Games of the house in Python and in C: matches, strength, and what others gain against it."""
