"""The feature "purse"."""
