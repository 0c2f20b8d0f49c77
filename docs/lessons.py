"""Writes docs/lessons.md, what each lesson teaches: `python -m docs.lessons`."""

from pathlib import Path

from bot.lessons import LESSONS, Lesson
from bot.rules import GAMES

PAGE = Path(__file__).with_suffix(".md")
HEAD = """# Lessons

`/GAME learn`, or **Learn** on the home screen, teaches a game in a few steps. Each is a position of the real rules with
one thing to do. A wrong try is answered with the reason, and nothing else happens. Your place is saved.

This page lists what each step practises, and which of them teach each page of the rules on Discord. It is written from
the lessons in [bot/lessons](../bot/lessons/).
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_section(GAMES[key].title, lesson) for key, lesson in LESSONS.items())])


def _section(title: str, lesson: Lesson) -> str:
    steps = [f"{number}. {step.summary}" for number, step in enumerate(lesson.steps, 1)]
    if lesson.basic is not None:
        steps.insert(lesson.basic, "\nA second lesson, offered at the end of the first, teaches the game's variants:\n")
    headings = dict.fromkeys(heading for step in lesson.steps for heading in step.teaches)
    rows = [
        f"| {heading} | {', '.join(str(n) for n, step in enumerate(lesson.steps, 1) if heading in step.teaches)} |"
        for heading in headings
    ]
    return "\n".join([f"## {title}", "", *steps, "", "| page of the rules | steps |", "|---|---|", *rows, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
