"""The engine (`ecarte.ai.native`): builds it from the house's C code, compares it with Python, and times both."""
