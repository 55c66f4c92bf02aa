"""The feature "salon"."""
