"""The feature "rematch"."""
