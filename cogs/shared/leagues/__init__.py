"""Leagues: their commands, and the messages that show them."""
