"""What pictures are drawn with: the canvas, its fonts, colours and materials, and what games stamp on it."""
