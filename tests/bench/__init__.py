"""The figures of the bot, measured on the real bot in the simulated Discord: `python -m tests.bench`."""
