"""The feature "settings"."""
