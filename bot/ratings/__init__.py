"""Ratings: how results change players' strength, computed by openskill. No database, no Discord, no rules.

docs/ratings.md explains how it works.
"""
