"""Words that somebody else has written, among ours: names of leagues and of people, and what was typed.

Discord reads Markdown in what the bot says, so a name could be a link, a mention or a heading there.
"""

import re
import unicodedata
from dataclasses import dataclass

_MARKDOWN = re.compile(r"[\\*_~`|<>\[\]#:@/]|^[-+](?=\s|$)|(?<=^\d)\.|(?<=^\d\d)\.")
"""What can mean something in a message: anywhere, or at its beginning."""

_HIDDEN = {"Cc", "Cf", "Zl", "Zp"}
"""Characters that end a line or change the direction of their neighbours."""


def in_markdown(words: str) -> str:
    """The words in one line as part of a message, where they stay as they were written."""
    visible = "".join(" " if unicodedata.category(sign) in _HIDDEN else sign for sign in words)
    return _MARKDOWN.sub(r"\\\g<0>", " ".join(visible.split()))


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What somebody has called themselves or something, or has typed.

    It isn't a `str`, so that nobody forgets to ask where it's shown: in sentences it comes out so that Discord reads no
    Markdown in it, and `plain` is for everything that isn't a message, such as labels, suggestions and threads' names.
    """

    plain: str

    def __str__(self) -> str:
        return in_markdown(self.plain)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __bool__(self) -> bool:
        return bool(self.plain)
