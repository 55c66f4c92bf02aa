"""The tools with which the pictures are painted: the canvas, cards, other objects, fonts and the palette."""
