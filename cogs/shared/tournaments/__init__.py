"""Tournaments: their commands, and the messages that show them."""
