"""What people, computers and the bot itself can do with a match.

Each function makes a `Decision` for `Matches.act`. Its docstring names the refusals with which that fails.
"""
