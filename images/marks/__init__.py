"""Marks on positions, in words too, and the ends of matches."""
