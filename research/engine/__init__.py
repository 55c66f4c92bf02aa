"""The engine (`ecarte.ai.native`): made of the house's C, held against Python, and timed beside it."""
