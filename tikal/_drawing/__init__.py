"""How the pictures are made: markup, shapes, ornaments, marks and the panel. Private to `svg`."""
