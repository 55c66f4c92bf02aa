"""The feature "daily"."""
