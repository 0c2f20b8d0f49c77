"""Leagues and tournaments: matches that nobody opens by hand. Both are *contests*."""
