"""Measures the library and the house, and builds the house's tables: `python -m research`. Not part of the wheel."""
