"""The feature "leaderboard"."""
