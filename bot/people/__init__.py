"""Members and servers: names, preferences, settings, purses, standings. Knows no table and no tournament."""
