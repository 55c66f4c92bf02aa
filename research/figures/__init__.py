"""Computes the figures of docs/mathematics.md and docs/figures.md (the books' claims, deals played out, scores), and
writes both pages.
"""
