"""The feature "hand"."""
