"""Leagues as pure functions: divisions, schedules and standings. No Discord and no database. See docs/leagues.md.

People are numbers, those of their rows. Whatever is decided by lot follows from a season's seed
(`bot.contests.leagues.lots`).
"""
