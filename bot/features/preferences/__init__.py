"""The feature "preferences"."""
