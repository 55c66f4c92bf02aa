"""Builds the policy for the exchange, and computes figures from it."""
