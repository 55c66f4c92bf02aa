"""The feature "house"."""
