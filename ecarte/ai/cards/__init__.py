"""The house's play of the cards: solved hands, search with open hands, and what mends it."""
