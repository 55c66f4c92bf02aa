"""Builds the house's tables for the play of the cards, and verifies values that are claimed as proved."""
