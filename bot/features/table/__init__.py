"""The feature "table"."""
