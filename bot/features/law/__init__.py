"""The feature "law"."""
