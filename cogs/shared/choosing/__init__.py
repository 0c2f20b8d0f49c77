"""Choosing a match, and choosing a move in it."""
