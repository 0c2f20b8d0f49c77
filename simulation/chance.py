"""All that chance decides, from one number: in the simulation itself and in everything that it runs."""

import os
import random
import secrets
import uuid
from typing import Any


class Chance:
    """Streams of chance, one for each subject, so that one subject less leaves the others as they were."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, subject: str) -> random.Random:
        """The chance of one subject, from its beginning."""
        return random.Random(f"{self.seed} {subject}")

    def take_over(self) -> None:
        """Gives Python's own sources of chance, also those that ask the system, to the seed, for good."""
        random.seed(f"{self.seed} random")
        system = self.stream("system")
        seed_anew = random.Random.seed

        def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
            seed_anew(self, system.getrandbits(128) if a is None else a, version)

        module: Any = random
        module.Random.seed = seed
        module._urandom = system.randbytes  # that of random.SystemRandom, and so of `secrets`
        setattr(os, "urandom", system.randbytes)  # noqa: B010 - mypy allows no assignment
        names: Any = uuid
        names.uuid1 = names.uuid4 = lambda *_: uuid.UUID(bytes=system.randbytes(16), version=4)
        setattr(secrets, "token_bytes", lambda nbytes=None: system.randbytes(nbytes or 32))  # noqa: B010
