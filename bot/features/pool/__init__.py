"""The feature "pool"."""
