"""`/privacy block`, `unblock` and `blocked`: whom a person doesn't want to meet. Nobody else is told."""

import re
from typing import Any

import discord
from discord import app_commands, ui

from bot.text import N_, say
from bot.text.own_words import OwnWords
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.autocomplete import MAX_CHOICES, Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, options, row, select
from cogs.shared.interactions.menus import Menu, Person, on_person
from cogs.shared.interactions.replies import TEXT_LIMIT, Interaction, reply
from cogs.shared.interactions.slash import LARGEST_ID, Command, everywhere, slash
from cogs.shared.people.overview import bullet_list
from cogs.shared.wording.labels import NAMES

_PERSON = re.compile(r"(?:<@!?)?([0-9]{5,19})>?", re.ASCII)
"""A person's id, alone or as a mention."""

NOBODY_BLOCKED = N_("You haven't blocked anyone.")


def blocking_commands() -> tuple[Command, ...]:
    """The commands of `/privacy` about the people whom somebody has blocked."""
    described = app_commands.describe(person=N_("Whom you don't want to meet; they aren't told"))
    return (
        slash("block", N_("Block someone: they can't invite you or join your tables"), described(_block)),
        slash("unblock", N_("Take someone off your block list"), _unblock, person=suggest_blocked),
        slash("blocked", N_("List the people you've blocked, only to you"), _list),
    )


def block_menu() -> Menu:
    return everywhere(on_person(N_("Block"), block_person))


async def _block(interaction: Interaction, person: discord.User) -> None:
    await block_person(interaction, person)


async def block_person(interaction: Interaction, person: Person) -> None:
    """Puts somebody on the person's own block list."""
    if person.bot:
        raise ScreenRefusal("{name} is a bot, and bots don't join tables.", name=person.mention)
    if person.id == interaction.user.id:
        raise ScreenRefusal("You can't block yourself.")
    await interaction.client.matches.personal_blocks.add(interaction.user.id, person.id)
    lines = [
        say(
            N_(
                "You've blocked {person}. They can't invite you, join your tables, take over a seat where you play or "
                "see your profile. They aren't told."
            ),
            person=person.mention,
        ),
        say(N_("Matches that you share go on, and in leagues and tournaments you may still meet.")),
        say(N_("-# `/privacy unblock` takes it back.")),
    ]
    await reply(interaction, "\n".join(lines))


@app_commands.describe(person=N_("Whom to unblock; those you've blocked are listed"))
async def _unblock(interaction: Interaction, person: str) -> None:
    matched = _PERSON.fullmatch(person.strip())
    if matched is None or int(matched[1]) > LARGEST_ID:
        raise ScreenRefusal(
            "“{typed}” isn't someone you've blocked. Choose from the list.", typed=OwnWords(person[:40])
        )
    user, blocked = interaction.user.id, int(matched[1])
    words = N_("You've unblocked {person}.")
    if not await interaction.client.matches.personal_blocks.remove(user, blocked):
        words = N_("You haven't blocked {person}.")
    await reply(interaction, say(words, person=f"<@{blocked}>"))


async def suggest_blocked(interaction: Interaction, typed: str) -> list[Choice]:
    return await Suggestions.of(interaction.client).offer(interaction, "person", _matching_people(interaction, typed))


async def _matching_people(interaction: Interaction, typed: str) -> ChoiceLists:
    bot, wanted = interaction.client, typed.strip().lower()
    blocked = await Suggestions.of(bot).query(bot.matches.personal_blocks.of_person(interaction.user.id))
    choices: list[Choice] = []
    for start in range(0, len(blocked), MAX_CHOICES):
        some = blocked[start : start + MAX_CHOICES]
        names = await NAMES.lookup(bot, interaction.guild_id, some)
        for person in some:
            label = clip(f"{names[person].plain} · {person}", OPTION)
            if wanted in label.lower():
                choices.append(app_commands.Choice(name=label, value=str(person)))
        yield choices
        if len(choices) >= MAX_CHOICES:
            return


async def _list(interaction: Interaction) -> None:
    await _show(interaction, "")


async def _show(interaction: Interaction, said: str, *, replace: bool = False) -> None:
    """The people whom somebody has blocked, and a list to unblock one of the newest, below what is `said`."""
    blocked = await interaction.client.matches.personal_blocks.of_person(interaction.user.id)
    heading = say(N_("### People you've blocked: {number}"), number=len(blocked))
    people = [f"<@{person}>" for person in blocked]
    text = bullet_list(heading, people, len(people), TEXT_LIMIT - 200) or say(NOBODY_BLOCKED)
    rows = await _rows(interaction, blocked[:MAX_CHOICES])
    await reply(interaction, "\n".join(filter(None, (said, text))), rows=rows, replace=replace)


async def _rows(interaction: Interaction, blocked: list[int]) -> list[ui.ActionRow[Any]]:
    if not blocked:
        return []
    names = await NAMES.lookup(interaction.client, interaction.guild_id, blocked)
    labels = {person: clip(f"{names[person].plain} · {person}", OPTION) for person in blocked}
    return [row(select(say(N_("Unblock someone")), options(labels), "unblock"))]


@action("unblock", "update")
async def unblock(click: Click) -> None:
    """Takes somebody off the own list. Those of others aren't touched."""
    if not _PERSON.fullmatch(click.value) or int(click.value) > LARGEST_ID:
        raise OutdatedButton
    person = int(click.value)
    await click.bot.matches.personal_blocks.remove(click.user, person)
    await _show(click.interaction, say(N_("You've unblocked {person}."), person=f"<@{person}>"), replace=True)
