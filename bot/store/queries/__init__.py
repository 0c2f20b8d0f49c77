"""The database's queries, by subject. Each takes a connection from `Store.read` or `.write`."""
