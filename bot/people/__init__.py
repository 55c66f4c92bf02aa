"""Members and servers: names, preferences, settings, purses (chips), standings. Knows no table and no tournament."""
