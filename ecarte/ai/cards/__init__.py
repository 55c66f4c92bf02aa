"""How the house chooses cards: by a table for hands without an exchange, else by search with open hands, corrected for
the errors of that search.
"""
