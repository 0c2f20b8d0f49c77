"""Boards: what their messages say, and how they reach Discord."""
