"""Measurements of the real bot in the simulated Discord: `python -m tests.bench`."""
