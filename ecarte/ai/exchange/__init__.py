"""The house's proposals and refusals: the solved policy, and what a deal is worth at a score."""
