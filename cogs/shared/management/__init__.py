"""Changing how a match goes on: undo, replacements, moving to another channel, ending it."""
