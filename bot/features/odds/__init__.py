"""The feature "odds"."""
