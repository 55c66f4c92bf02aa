"""The parts that pictures are painted of."""
