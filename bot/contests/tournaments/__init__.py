"""Tournaments as pure functions: who meets whom in a round, and how it stands. See docs/tournaments.md.

No Discord and no database. People are numbers, those of their rows. Whatever is decided by lot follows from the
tournament's seed: the draw by the recipe of all sealed luck (`bot.rules.chance.Sealed`), ties by
`bot.contests.leagues.lots`.
"""
