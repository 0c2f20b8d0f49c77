"""The sealed lot, which decides where nothing else does. A season announces its seed's digest and publishes it last."""

import hashlib


def lot(seed: bytes, player: int) -> str:
    """The lot of a person; the smaller one comes first. Anybody can check it once the seed is published."""
    return hashlib.sha256(seed + b":" + str(player).encode()).hexdigest()
