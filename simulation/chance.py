"""All that chance decides, from one number: in the simulation itself and in everything that it runs."""

import os
import random
import secrets
import uuid
from typing import Any


class ChanceStreams:
    """Streams of chance, one for each subject, so that one subject less leaves the others as they were."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, subject: str) -> random.Random:
        """The chance of one subject, from its beginning."""
        return random.Random(f"{self.seed} {subject}")

    def take_over(self) -> None:
        """Gives Python's own sources of chance, also those that ask the system, to the seed, for good."""
        _sources.append(self.stream("system"))
        if len(_sources) == 1:
            _install()
        del _sources[:-1]
        random.seed(f"{self.seed} random")


_sources: list[random.Random] = []
"""What stands for the system's chance, in a list of one once something does."""


def _bytes(number: int) -> bytes:
    return _sources[-1].randbytes(number)


def _install() -> None:
    seed_anew = random.Random.seed

    def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
        seed_anew(self, _sources[-1].getrandbits(128) if a is None else a, version)

    module: Any = random
    module.Random.seed = seed
    module._urandom = _bytes  # that of random.SystemRandom, and so of `secrets`
    setattr(os, "urandom", _bytes)  # noqa: B010 - mypy allows no assignment
    names: Any = uuid
    names.uuid1 = names.uuid4 = lambda *_: uuid.UUID(bytes=_bytes(16), version=4)
    setattr(secrets, "token_bytes", lambda nbytes=None: _bytes(nbytes or 32))  # noqa: B010
