"""Lays out the documentation for a site, in build/docs: `make docs`.

The site has the pages of this folder and those at the top of the project. A link is relative to its file in the
project. If it leads to a page or a picture of the site, it does so there. If it leads to another file of the project,
it leads to the repository where that is known (REPOSITORY_URL), and is plain text elsewhere. What leads to no file is
refused here.
"""

import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "docs"

PAGES = {
    "README.md": "start.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
}
"""Pages at the top of the project, and what they are called on the site."""

SHOWN = (".md", ".webp", ".css")
"""What the site has of this folder."""

FENCED = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^()\s]+)\)")
HTML = re.compile(r'(?P<before><(?:img\s+src|a\s+href)=")(?P<target>[^"]+)')
EXAMPLE = re.compile(r"\[([^\[\]]+)\]\(\{\w+\}\)")  # what the bot says, with a link that only it knows


def on_site(path: str) -> str | None:
    """Where the site has a file of the project; None if it doesn't."""
    inside = path.startswith("docs/") and path.endswith(SHOWN)
    return PAGES.get(path, path.removeprefix("docs/") if inside else None)


class Page:
    """A page of the project as it is on the site. `lost` are the links that lead nowhere."""

    def __init__(self, source: str, repository: str) -> None:
        self.source, self._repository = source, repository
        self._place = Path(on_site(source) or source).parent
        self.lost: list[str] = []

    def text(self) -> str:
        """The page with its links."""
        parts = FENCED.split((ROOT / self.source).read_text(encoding="utf-8"))
        for number in range(0, len(parts), 2):
            text = EXAMPLE.sub(r"*\1*", parts[number])
            parts[number] = HTML.sub(self._html, LINK.sub(self._link, text))
        return "".join(parts)

    def _link(self, found: re.Match[str]) -> str:
        target = self._target(found["target"])
        return found["text"] if target is None else f"{found['picture']}[{found['text']}]({target})"

    def _html(self, found: re.Match[str]) -> str:
        return found["before"] + (self._target(found["target"]) or "")

    def _target(self, target: str) -> str | None:
        """Where a link leads on the site; None if it can't lead there."""
        path, hash_sign, anchor = target.partition("#")
        if not path or ":" in path:
            return target
        there = Path(os.path.normpath((ROOT / self.source).parent / path))
        if not there.exists() or not there.is_relative_to(ROOT):
            self.lost.append(target)
            return target
        name = there.relative_to(ROOT).as_posix()
        shown = on_site(name)
        if shown is not None:
            return f"{os.path.relpath(shown, self._place)}{hash_sign}{anchor}"
        kind = "tree" if there.is_dir() else "blob"
        return f"{self._repository}/{kind}/main/{name}" if self._repository else None


def lay_out(site: Path, repository: str) -> list[str]:
    """Writes the pages and pictures of the site into a folder of its own; returns what links lead nowhere."""
    shutil.rmtree(site, ignore_errors=True)
    lost = list[str]()
    for path in [*(ROOT / name for name in PAGES), *sorted(DOCS.rglob("*"))]:
        source = path.relative_to(ROOT).as_posix()
        name = on_site(source)
        if name is None:
            continue
        copy = site / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            page = Page(source, repository)
            copy.write_text(page.text(), encoding="utf-8")
            lost += [f"{source}: {target} leads nowhere" for target in page.lost]
        else:
            shutil.copy(path, copy)
    return lost


if __name__ == "__main__":
    sys.exit("\n".join(lay_out(SITE, os.environ.get("REPOSITORY_URL", "").rstrip("/"))) or None)
