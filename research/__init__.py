"""Measurements and builders of tables: `python -m research`. Not part of the wheel."""
