"""What people, computers and the bot itself can do with a match.

Each function makes a `Decision` for `Matches.act`. Its docstring lists the refusals that it may raise.
"""
