"""Members: names, preferences, servers."""
