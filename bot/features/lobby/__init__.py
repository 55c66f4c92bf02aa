"""The feature "lobby"."""
