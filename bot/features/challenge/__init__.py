"""The feature "challenge"."""
