"""The feature "tournament"."""
