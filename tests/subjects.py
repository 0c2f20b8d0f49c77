"""Refuses commits whose subject is too long to be read in a list: `python -m tests.subjects`.

Looks at all commits since `SINCE`, or at the message in a file (`--message FILE`), as .pre-commit-config.yaml has it.
Says nothing where there is no git, no history, or only the newest part of it.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

LONGEST = 72
"""Characters of a subject. The reason stands in the body."""

SINCE = "1b408b1fb27a6430f4a9427ab81725e0d5f518d3"
"""The last commit before the rule: an older history stays as it is."""

KNOWN = frozenset({"Send final answers again, and say what is true while the database is away"})
"""What was written at the same time as the rule."""


def too_long(subjects: list[str]) -> list[str]:
    """The subjects that are too long. Those that git writes itself don't count."""
    written = (one for one in subjects if not one.startswith(("Merge ", "Revert ", "fixup! ")))
    return [one for one in written if len(one) > LONGEST and one not in KNOWN]


def subjects_since(commit: str, folder: Path = ROOT) -> list[str]:
    """The subjects of what came after a commit; none if this isn't known here."""
    git = ("git", "-C", str(folder), "log", "--format=%s", f"{commit}..HEAD")
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return []


def main(arguments: list[str]) -> str | None:
    """What is wrong, or nothing."""
    match arguments:
        case ["--message", file]:
            subjects = Path(file).read_text(encoding="utf-8").splitlines()[:1]
        case _:
            subjects = subjects_since(SINCE)
    return "\n".join(f"{len(one)} characters instead of {LONGEST}: {one}" for one in too_long(subjects)) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
