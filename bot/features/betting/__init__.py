"""The feature "betting"."""
