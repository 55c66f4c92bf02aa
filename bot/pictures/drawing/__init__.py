"""The parts of which pictures are painted."""
