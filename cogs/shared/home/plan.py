"""The one thing that the home screen offers next, from what a person has done so far.

Whoever is new is offered all of it there anyway, and whoever wants nothing switches it off.
"""

from typing import Any

from discord import ui

from bot.lessons import LESSONS
from bot.match.parts.plans import Done
from bot.rules import GAMES
from bot.text import N_, say, say_plural, term
from cogs.shared.interactions.clicks import Button, Click, action, button, row
from cogs.shared.interactions.replies import Interaction, reply


async def next_for(interaction: Interaction, *, can_begin: bool) -> list[ui.Item[Any]]:
    """The next thing in words with its button, and one to switch that off; nothing if there is none.

    `can_begin` says whether a match with a computer can be begun here.
    """
    done = await interaction.client.matches.plans.done(interaction.user.id)
    offer = None if done is None else offer_of(done, can_begin=can_begin)
    if offer is None:
        return []
    words, chosen = offer
    text = say(N_("**Next for you**: {what}"), what=words)
    return [ui.TextDisplay(text), row(chosen, button(say(N_("Suggest nothing")), "home_plan", "off"))]


def offer_of(done: Done, *, can_begin: bool) -> tuple[str, Button] | None:
    """What comes next: what's due, what was begun, what was learned but never played, what was just played."""
    if done.due:
        words = say_plural("{number} exercise of your book", "{number} exercises of your book", done.due)
        return words, button(say(N_("Practise")), "puzzle_mine")
    begun = [(game, step) for game, step in done.lessons.items() if game in LESSONS and game in GAMES]
    for game, step in begun:
        steps = len(LESSONS[game].steps)
        if 0 < step < steps and not done.matches.get(game):
            words = say(
                N_("the lesson of {game}, step {number} of {steps}"),
                game=term(GAMES[game].title),
                number=step + 1,
                steps=steps,
            )
            return words, button(say(N_("Continue")), "learn", game)
    for game, step in begun if can_begin else ():
        if step >= len(LESSONS[game].steps) and not done.matches.get(game):
            words = say(N_("your first match of {game}, against the beginner computer"), game=term(GAMES[game].title))
            return words, button(say(N_("Play")), "home_coached", game)
    if done.to_review is not None and done.to_review[1] in GAMES:
        match, game = done.to_review
        words = say(N_("what you could have done better in match {id}, {game}"), id=match, game=term(GAMES[game].title))
        return words, button(say(N_("Review")), "review_of", about=(match, 0))
    if done.matches and not done.puzzles:
        return say(N_("your first puzzle")), button(say(N_("Puzzle")), "puzzles")
    return None


@action("home_plan", "reply")
async def switch(click: Click) -> None:
    """Switches suggestions on or off."""
    on = click.payload == "on"
    await click.bot.matches.plans.switch(click.user, on=on)
    words = N_("The home screen suggests what to do next.") if on else N_("The home screen suggests nothing any more.")
    back = button(say(N_("Suggest again")), "home_plan", "on")
    await reply(click.interaction, say(words), rows=[] if on else [row(back)])


async def suggest_again(interaction: Interaction) -> list[ui.Item[Any]]:
    """A button for whoever has switched suggestions off."""
    if await interaction.client.matches.plans.is_wanted(interaction.user.id):
        return []
    return [row(button(say(N_("Suggest what to do next")), "home_plan", "on"))]
