"""What a game says about luck that people choose and hidden things that they suppose, on scratch boards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SupposedWords:
    """How luck and hidden things are said.

    `luck` has for rolls that are no dice, by their sides, what is asked and the lowest number. `item` says what can be
    hidden (`State.concealed`), briefly and without Markdown.
    """

    luck: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    item: Callable[[str], str] = str
