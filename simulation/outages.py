"""What goes wrong with the model of a PostgreSQL server, drawn from the seed."""

import random
from collections.abc import Callable, Mapping

from simulation.postgresql import CONFLICTS, LATE, PostgresServer, Strike, crowded, refused, starting

SOON = 60
"""Within so many statements something happens to one."""

Until = Callable[[float, Callable[[], None]], None]
"""Calls something later, when it's over."""


def lost(server: PostgresServer, chance: random.Random, _: Until) -> None:
    """A connection is lost between two statements or within one, or some while nobody uses them."""
    if chance.random() < 0.3:
        server.end_connections(chance, chance.choice([0.3, 1.0]))
    else:
        server.strike = Strike("statement", chance.randint(1, SOON), chance.choice(["closed", "lost"]))


def unsure(server: PostgresServer, chance: random.Random, _: Until) -> None:
    """A connection is lost in a commit, which is carried out or not, sooner or later."""
    what, written, late = chance.choice(["closed", "lost", "lost"]), chance.random() < 0.5, chance.choice(LATE)
    server.strike = Strike("commit", chance.choice([1, 1, 2, 3, 5]), what, written and what == "lost", late)


def conflict(server: PostgresServer, chance: random.Random, _: Until) -> None:
    """Others are in the way of a statement."""
    server.strike = Strike("statement", chance.randint(1, SOON), chance.choice(sorted(CONFLICTS)))


def restart(server: PostgresServer, chance: random.Random, until: Until) -> None:
    """The server ends all connections and refuses new ones for a while, or has no room for them."""
    server.end_connections(chance, 1.0)
    server.refusal = chance.choice([refused, starting, crowded])

    def let_in() -> None:
        server.refusal = None

    until(chance.choice([0.2, 2.0, 8.0, 30.0]), let_in)


OF_SERVER: Mapping[str, Callable[[PostgresServer, random.Random, Until], None]] = {
    "lost": lost, "unsure": unsure, "conflict": conflict, "restart": restart,
}  # fmt: skip
