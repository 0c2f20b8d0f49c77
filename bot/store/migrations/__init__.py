"""The database's history in steps. `bot.store.migrate` runs them.

A new step is a file in `versions` whose first line says why it is needed. The tests compare the steps with
`bot.store.tables`, so change both together.
"""
