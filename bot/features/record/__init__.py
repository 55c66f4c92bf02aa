"""The feature "record"."""
