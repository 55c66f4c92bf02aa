"""Builders of the solved tables, benches, duels and reports: `python -m ecarte.research`. Not part of the wheel."""
