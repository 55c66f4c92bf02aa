"""The feature "jeux"."""
