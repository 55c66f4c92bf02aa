"""The feature "packs"."""
