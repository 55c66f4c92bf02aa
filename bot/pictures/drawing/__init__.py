"""The tools with which the pictures are painted: the canvas, cards, fonts, furniture and the palette."""
