"""Screens without what has been said before, for readers: nothing is lost but repetition."""

LONG = 30  # a line this long or shorter is written again
PREFIX = 20  # signs of a line that was there before, at least: as many as tell it from the others


class Said:
    """The lines that were there so far."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}

    def once(self, line: str) -> str:
        """The line, or its beginning if it was there before."""
        if line in self._lines and len(line) > LONG:
            return self._beginning(line)
        self._lines[line] = None
        return line

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
