"""The feature "deal"."""
