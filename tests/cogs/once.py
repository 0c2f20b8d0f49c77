"""Screens without what has been said before, for readers: nothing is lost but repetition."""

import re
from difflib import SequenceMatcher

LONG = 30  # a line this long or shorter is written again
PREFIX = 20  # signs of a line that was there before, at least: as many as tell it from the others
PICTURE = re.compile(r"\((picture|thumbnail): (\S+) (.*)\)")
END = re.compile(r"(?<=[.:;]) ")


class Said:
    """What has been said so far: the lines, and the sentences of the newest picture."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}
        self._picture: list[str] = []

    def once(self, line: str) -> str:
        """The line, or its beginning if it was there before; of a picture the sentences that the one before lacks."""
        if line in self._lines and len(line) > LONG:
            return self._beginning(line)
        self._lines[line] = None
        picture = PICTURE.fullmatch(line)
        if picture is None:
            return line
        kind, name, alt = picture.groups()
        sentences, before = END.split(alt), self._picture
        self._picture = sentences
        written = list[str]()
        for what, first, last, start, end in SequenceMatcher(None, before, sentences, autojunk=False).get_opcodes():
            if what == "equal":
                written.append(f"({last - first} as before)")
                continue
            written += [f"({last - first} gone)"] if what == "delete" else []
            written += sentences[start:end]
        return f"({kind}: {name} {' '.join(written)})"

    def _beginning(self, line: str) -> str:
        for length in range(PREFIX, len(line)):
            if sum(one.startswith(line[:length]) for one in self._lines) == 1:
                return f"{line[:length]}…"
        return line


def once(screens: str) -> str:
    """These screens, each one once: the others say which one they are like."""
    said, headings, written = Said(), dict[str, str](), list[str]()
    for screen in screens.rstrip("\n").split("\n\n# "):
        heading, _, body = screen.partition("\n")
        if len(body) > LONG and body in headings:
            written.append(f"{heading}\n= {headings[body]}")
            continue
        headings[body] = heading.removeprefix("# ")
        written.append("\n".join([heading, *map(said.once, body.split("\n"))]))
    return "\n\n# ".join(written) + "\n"
