"""The builder of the policy for proposals and refusals, and figures from it."""
