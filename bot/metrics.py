"""What the bot counts and times for its operator, in Prometheus' terms. Nothing here names a person or a server.

Counting costs about a microsecond and happens whether or not METRICS_PORT is set; `bot.monitoring` serves the figures.
"""

from prometheus_client import REGISTRY, Counter, Gauge, Histogram

__all__ = [
    "BOARDS_WAITING",
    "BOARD_DELAY",
    "DATABASE",
    "ERRORS",
    "FIRST_RESPONSE",
    "GATEWAY",
    "MATCHES",
    "OLDEST_BOARD",
    "PICTURES",
    "REGISTRY",
    "THINKING_WAITING",
    "TRANSACTIONS",
]

FIRST_RESPONSE = Histogram(
    "crux_first_response_seconds",
    "Time until Discord had the first response to an interaction. Discord waits for three seconds.",
    ["kind"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 3),
)
BOARD_DELAY = Histogram(
    "crux_board_delay_seconds",
    "Time from the commit of a move until its board was posted.",
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600),
)
BOARDS_WAITING = Gauge("crux_boards_waiting", "Boards that wait to be posted, those to be retried later included.")
OLDEST_BOARD = Gauge("crux_oldest_board_overdue_seconds", "For how long the oldest board that is due has been due.")
TRANSACTIONS = Histogram(
    "crux_transaction_seconds",
    "Duration of database transactions, including the wait for other writers.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10),
)
ERRORS = Counter("crux_errors", "Errors that the log has under a reference, by the kind of exception.", ["kind"])
PICTURES = Histogram(
    "crux_picture_seconds",
    "Time for drawing and encoding a picture, without the wait for its turn.",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
THINKING_WAITING = Gauge("crux_thinking_waiting", "Computers' turns, hints and reviews that wait for a worker process.")
DATABASE = Gauge("crux_database_reachable", "1 if the database could be read for these figures, else 0.")
GATEWAY = Gauge("crux_gateway_connected", "1 while the bot is connected to Discord and ready, else 0.")
MATCHES = Gauge("crux_matches", "Matches by game and status.", ["game", "status"])
