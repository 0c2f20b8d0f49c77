"""The database's history in steps since the first release. `bot.store.migrate` runs them on databases that exist.

A new step is a file in `versions` whose first line says why it is needed. The tests compare a database that went
through all steps with `bot.store.tables`, so change both together.
"""
