"""Playing a turn: moves, undo, hints."""
