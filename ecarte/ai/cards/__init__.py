"""How the house plays the cards: tables of hands as dealt, search with open hands, and corrections for its errors."""
