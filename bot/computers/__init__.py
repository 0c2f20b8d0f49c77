"""Computer players at the tables: worker processes in which they think, the driver that plays their turns, and hints.

`computers` puts everything together; `driver` plays the turns and `advice` answers people who ask; both ask `pool`,
which has `thinking` run in worker processes. Nothing is imported here: a worker needs `thinking` alone, and would load
the database otherwise.
"""
