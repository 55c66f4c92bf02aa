"""The feature "review"."""
