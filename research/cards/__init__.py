"""Builds the tables for the play of the cards, and verifies certified values."""
