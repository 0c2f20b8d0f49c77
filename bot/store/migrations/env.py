"""Run by Alembic for each upgrade, on the connection and in the transaction of `bot.store.migrate`."""

from alembic import context

from bot.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
