"""The feature "lesson"."""
