"""How the database came to be what it is, step by step. See `bot.store.migrate` for how the steps are taken.

A new step is a file in `versions` that says in its first line why it is needed. The tests hold the steps against
`bot.store.tables`, so both are changed together.
"""
