"""The feature "backing"."""
