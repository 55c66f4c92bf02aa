"""The feature "profile"."""
