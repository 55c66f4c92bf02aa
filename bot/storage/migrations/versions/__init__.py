"""One file for each step of the schema, in order. Each stands by itself: it must still do the same in ten years."""
