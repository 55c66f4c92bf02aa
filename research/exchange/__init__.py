"""Builds the policy for the exchange, and computes the figures about it."""
