"""The rows of docs/when-things-go-wrong.md, and comparing what a person reads with them."""

import re
from pathlib import Path
from typing import NamedTuple

DOC = Path(__file__).parents[2] / "docs" / "when-things-go-wrong.md"


class Row(NamedTuple):
    """What the page says of one situation. A cell in italics tells what happens; all others are the bot's own words."""

    situation: str
    read: str
    step: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """What the bot says, as an expression with a group for each named place."""
        words = " ".join(cell for cell in (self.read, self.step) if not re.fullmatch(r"\*[^*].*\*", cell))
        seen: set[str] = set()
        parts = []
        for part in re.split(r"(\{\w+\})", words.replace("<br>", "\n")):
            name = part[1:-1]
            if part.startswith("{") and part.endswith("}") and name.isidentifier():
                parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>.+?)")
                seen.add(name)
            else:
                parts.append(re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(part)))
        return re.compile("".join(parts), re.DOTALL)


def rows() -> dict[str, Row]:
    """The page's rows by their ids."""
    found = {}
    for line in DOC.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| `") and len(cells) == 4:
            found[cells[0].strip("`")] = Row(*cells[1:])
    return found


ROWS = rows()


class Says:
    """Compares what was read with one row of the page."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.asked = False

    def __call__(self, text: str) -> dict[str, str]:
        """The values of the named places; fails if the page says something else."""
        self.asked = True
        found = self.row.pattern.fullmatch(text.strip())
        assert found is not None, f"the bot says:\n{text}\nthe page says:\n{self.row.read} {self.row.step}"
        return found.groupdict()


def id_of(function: str) -> str:
    return function.removeprefix("test_").replace("_", "-")
