"""What somebody supposes on their scratch board of what they don't see. What is really there isn't known here."""

from typing import Any

import discord

from bot.match import Match
from bot.match.values.scratch import ScratchPlace
from bot.match.values.scratch_errors import NoSuchLine
from bot.text import N_, say
from bot.text.terms import capitalise
from cogs.shared.interactions.clicks import Click, Target, action, button, equal_parts, row
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.scratch.board import KIND, board_of, show_place

LISTED = 25  # entries of a list
NEXT = 5  # of what comes next, that many can be chosen


@action("scratch_hidden", "update")
async def show_hidden(click: Click) -> None:
    """A list for each of the others, and one of what comes next."""
    cog, match = await board_of(click)
    place = await click.bot.matches.scratch.place(match, click.user, click.version)
    target = Target(match.id, click.version, match.game, KIND)
    rows: list[Any] = []
    for owner, entries in by_owner(place).items():
        options = [
            discord.SelectOption(label=label_of(cog, owner, number, item), value=where)
            for number, (where, item) in enumerate(entries, 1)
        ]
        for number, part in enumerate(equal_parts(options, LISTED)):
            payload = f"{'next' if owner is None else owner}.{number}"
            rows.append(row(target.select(heading_of(match, owner), part, "hidden_at", payload)))
    words = N_(
        "### What's hidden\nThis is what your board supposes. It's dealt by chance, and you can change it.\n-# Nothing "
        "here tells what the others really hold, or what really comes next."
    )
    rows.append(row(_back(match, click.version)))
    await reply(click.interaction, say(words), rows=rows, replace=True)


def by_owner(place: ScratchPlace) -> dict[int | None, list[tuple[str, str]]]:
    """The hidden places with what is supposed there, by whose they are; those of nobody last."""
    owners: dict[int | None, list[tuple[str, str]]] = {}
    for where, (owner, item) in sorted(place.hidden.places.items(), key=lambda one: one[1][0] is None):
        owners.setdefault(owner, []).append((where, item))
    if None in owners:
        owners[None] = owners[None][:NEXT]
    return owners


def label_of(cog: Presentation, owner: int | None, number: int, item: str) -> str:
    """What is supposed in a hidden place, numbered where it's what comes next."""
    words = capitalise(cog.supposed.item(item))
    return words if owner is not None else say(N_("{number} · {item}"), number=number, item=words)


def heading_of(match: Match, owner: int | None) -> str:
    """Whose the hidden places are."""
    if owner is None:
        return say(N_("What comes next"))
    return say(N_("What {colour} holds"), colour=match.seats[owner].colour)


@action("scratch_hidden_at", "update")
async def choose_place(click: Click) -> None:
    """What can be supposed in a hidden place."""
    cog, match = await board_of(click)
    place = await click.bot.matches.scratch.place(match, click.user, click.version)
    where = click.value
    if where not in place.hidden.places:
        raise NoSuchLine
    owner, now = place.hidden.places[where]
    target = Target(match.id, click.version, match.game, KIND)
    options = [
        discord.SelectOption(label=capitalise(cog.supposed.item(item)), value=item)
        for item in place.hidden.items
        if item != now
    ]
    rows: list[Any] = []
    for number, part in enumerate(equal_parts(options, LISTED) if options else ()):
        words = say(N_("{first} to {last}"), first=part[0].label, last=part[-1].label)
        rows.append(row(target.select(words, part, "suppose", f"{where}/{number}")))
    rows.append(
        row(
            button(say(N_("What's hidden")), "scratch_hidden", about=(match.id, click.version)),
            _back(match, click.version),
        )
    )
    words = N_("### {heading}\nInstead of {item}:")
    heading = heading_of(match, owner)
    await reply(click.interaction, say(words, heading=heading, item=cog.supposed.item(now)), rows=rows, replace=True)


@action("scratch_suppose", "update")
async def suppose(click: Click) -> None:
    cog, match = await board_of(click)
    where = click.payload.partition(":")[2].partition("/")[0]
    position = await click.bot.matches.scratch.suppose(match, click.user, click.version, where, click.value)
    await show_place(cog, click.interaction, match, position)


def _back(match: Match, position: int) -> Any:
    return button(say(N_("Back")), "scratch_at", "hidden", about=(match.id, position))
