"""Scratch boards, on which people try out lines of their matches."""
