"""The questions asked of the database, by subject. Each takes a connection of `Store.read` or `.write`."""
