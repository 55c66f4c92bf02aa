"""The feature "games"."""
