"""Writes docs/lessons.md: what each lesson teaches, as its steps say: `python -m docs.lessons`."""

import re
from pathlib import Path

from bot.lessons import LESSONS, Lesson
from bot.rules import GAMES

PAGE = Path(__file__).with_suffix(".md")
HEAD = """# Lessons

`/GAME learn`, or **Learn** on the home screen, teaches a game in a few steps. Each is a position of the real rules with
one thing to do. A wrong try is answered with the reason, and nothing else happens. Your place is saved.

This page lists the steps, and which of them teach each page of the rules on Discord. `python -m docs.lessons` writes
it from the lessons in [bot/lessons](../bot/lessons/).
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_section(GAMES[key].title, lesson) for key, lesson in LESSONS.items())])


def _section(title: str, lesson: Lesson) -> str:
    steps = [f"{number}. {_to_do(step.task)}" for number, step in enumerate(lesson.steps, 1)]
    headings = dict.fromkeys(heading for step in lesson.steps for heading in step.teaches)
    rows = [
        f"| {heading} | {', '.join(str(n) for n, step in enumerate(lesson.steps, 1) if heading in step.teaches)} |"
        for heading in headings
    ]
    return "\n".join([f"## {title}", "", *steps, "", "| page of the rules | steps |", "|---|---|", *rows, ""])


def _to_do(task: str) -> str:
    """What a step asks for: the last words in bold type."""
    words = re.findall(r"\*\*(.+?)\*\*", task)[-1]
    return f"{words[0].upper()}{words[1:].rstrip('.?')}."


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
