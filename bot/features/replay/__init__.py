"""The feature "replay"."""
