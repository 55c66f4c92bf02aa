"""Builders of the solved tables, benches, duels and reports: `python -m research`. Not part of the wheel."""
