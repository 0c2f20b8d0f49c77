"""Ratings: what a result is worth to those who played, by openskill. No database, no Discord, no game's rules.

docs/ratings.md says how it all works.
"""
