"""Shared by the tests: a referee for Discord's API, a simulated Discord with people, a watch on the logs."""
