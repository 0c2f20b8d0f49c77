"""What is played on the page and is no match: a position, a task and actions, in the form of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.rules import State
from bot.text import N_, say, term
from cogs.shared.interactions.clicks import OutdatedButton
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.web.choices import Choosing, choice_document, follow_choices
from cogs.shared.web.documents import pictures_document
from cogs.shared.web.visitors import Json, Visitor
from images.marks.marks import NO_MARKS, Marks

NEXT = "next"
"""In place of a number: where somebody goes on."""

ADDRESS = r"exercises/{kind:[a-z]{1,16}}/{of:[a-z_0-9]{1,32}}/{number:\d{1,15}|next}"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which somebody chooses moves for themselves alone; `state` is None where there is none.

    `kind`, `of` and `number` name it in its address, and `subject` is what its kind knows about it.
    """

    kind: str
    of: str
    number: int
    cog: Presentation
    state: State[Any] | None
    subject: Any
    marks: Marks = NO_MARKS

    @property
    def address(self) -> str:
        return f"exercises/{self.kind}/{self.of}/{self.number}"

    def choosing(self, plan: str) -> Choosing:
        """The choices so far. Raises OutdatedButton where there is nothing to choose; BoardHasMoved."""
        if self.state is None:
            raise OutdatedButton
        followed = follow_choices(self.cog, self.state, plan, self.number, plans=False)
        return Choosing(self.cog, self.state, followed, self.number, self.marks)


class ExerciseKind(Protocol):
    """A kind of exercises."""

    async def find(self, visitor: Visitor, of: str, number: int | None) -> Exercise:
        """The exercise at an address; None: the one with which this person goes on. Raises Refusal."""

    async def show(self, visitor: Visitor, one: Exercise) -> Json:
        """The exercise as the page shows it."""

    async def attempt(self, visitor: Visitor, one: Exercise, move: str) -> Json:
        """What comes of a move that was chosen, in notation: what is said, and what is shown then."""

    async def act(self, visitor: Visitor, one: Exercise, wish: Json) -> Json:
        """What comes of anything else that can be done here. Raises BadRequest for what can't."""

    async def sheets(self, visitor: Visitor, one: Exercise, *, answer: bool) -> Sequence[Sheet]:
        """The pictures where there is nothing to choose, or those of the `answer`. Raises NoSuchPuzzle."""


async def asking(
    visitor: Visitor, one: Exercise, said: str, actions: list[Json], more: Sequence[tuple[str, str]] = ()
) -> Json:
    """An exercise whose move is to be chosen; `said` is its title and the task below it."""
    chosen = one.choosing("")
    before, _, task = said.rpartition("### ")
    title, _, task = task.partition("\n")
    told = "\n".join(filter(None, (before.strip(), task)))
    confirms = (await visitor.bot.matches.reminders.settings(visitor.user)).confirms
    pictures = pictures_document(one.address, one.number, chosen.sheets(moves=False), "")
    return shown(one, title, told, pictures, actions, more) | {
        "turn": True,
        "choice": choice_document(chosen),
        "choose": one.cog.pick_label(chosen.state),
        "confirms": confirms,
    }


def answered(
    one: Exercise, words: str, sheets: Sequence[Sheet], actions: list[Json], more: Sequence[tuple[str, str]]
) -> Json:
    """An exercise with its answer; the first line of the words is the title."""
    pictures = pictures_document(one.address, one.number, sheets, "")
    for picture in pictures:
        picture["address"] += "&answer=1"
    title, _, told = words.partition("\n")
    return shown(one, title, told, pictures, actions, more)


def shown(
    one: Exercise,
    title: str,
    told: str,
    pictures: list[Json],
    actions: list[Json],
    more: Sequence[tuple[str, str]] = (),
) -> Json:
    """What every exercise has on the page; `more` are the places where one can go on, each with its label."""
    game = one.cog.game
    return {
        "id": 0,
        "address": one.address,
        "version": one.number,
        "game": game.key,
        "game_title": term(game.title),
        "status": "running",
        "turn": False,
        "waits": False,
        "own": [],
        "colour": "#ffd76a",
        "title": title.removeprefix("### "),
        "to_do": told,
        "happened": "",
        "seats": "",
        "foot": "",
        "deadline": None,
        "pictures": pictures,
        "choice": None,
        "confirms": True,
        "choose": "",
        "actions": actions,
        "replay": False,
        "review": False,
        "more": [{"to": to, "label": label} for to, label in more],
    }


def back_action() -> Json:
    return {"do": "back", "label": say(N_("Back")), "question": ""}
