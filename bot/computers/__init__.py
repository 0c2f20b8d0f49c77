"""Computer players at the tables: worker processes in which they think, the driver that plays their turns, and hints.

`computers` puts everything together; `driver` plays the turns and `advice` gives hints; both use `pool`, which runs
`thinking` in worker processes. This module imports nothing: a worker needs only `thinking` and shouldn't load the
database.
"""
