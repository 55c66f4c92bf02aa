"""Builders of the tables for the play of the cards, and the verifier of certified values."""
