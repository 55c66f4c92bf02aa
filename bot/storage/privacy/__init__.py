"""Erases people, exports their data, and deletes old rows. Each of these writes in many small transactions."""
