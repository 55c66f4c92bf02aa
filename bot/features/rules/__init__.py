"""The feature "rules"."""
