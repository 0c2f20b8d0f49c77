"""Managing a match: undo, replacements, moving to another channel, ending it."""
