"""The feature "fair"."""
