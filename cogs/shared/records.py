"""Matches as files: `/match export`, `import` and `verify`; and `/match replay` beside them."""

import io
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.match import Match, Refusal, Report, StillSealed, verify
from bot.match.files import Checked, check_file, fingerprint, look
from bot.match.replay import SECONDS
from bot.rules import GAMES
from bot.rules.record import SEAL
from bot.text import N_, say
from cogs.shared.answers import Asked, jump, tell, think
from cogs.shared.finding import BEGUN, find_past_or_present, match_choices
from cogs.shared.parameters import Command
from cogs.shared.replays import RECORD, fetched, open_viewer, show, told_of, workshop_of
from cogs.shared.seeing import may_see
from cogs.shared.words import colours_of, command_of, resigned_seats


def past_commands() -> list[Command]:
    """What `/match` offers for looking at matches."""

    @app_commands.describe(match="Which match; without it the newest one here")
    async def replay(interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        found = await find_past_or_present(interaction, match)
        await open_viewer(interaction, found)

    @app_commands.describe(match="Which match; without it the newest one here")
    async def export(interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        await _export(interaction, await find_past_or_present(interaction, match))

    @app_commands.describe(file="The record of a match, as /match export gives it")
    async def import_(interaction: Asked, file: discord.Attachment) -> None:
        await think(interaction)
        async with workshop_of(interaction).reading(interaction.user.id) as read:
            data = await fetched(file)
            replay = await read(partial(look, step=0), data)
        await show(interaction, replay, kept=discord.File(io.BytesIO(data), filename=RECORD))

    @app_commands.describe(
        match="Which match; without it the newest one here", file="A record from /match export, in place of a match"
    )
    async def verify_(interaction: Asked, match: str | None = None, file: discord.Attachment | None = None) -> None:
        await think(interaction)
        if file is not None:
            await _verify_file(interaction, file)
        else:
            await _verify_match(interaction, await find_past_or_present(interaction, match))

    async def suggest(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed, statuses=BEGUN)

    commands: list[Command] = [
        app_commands.Command(
            name="replay", description="Look at a match turn by turn, for you alone, or as a GIF", callback=replay
        ),
        app_commands.Command(name="export", description="A match as a file that any program can read", callback=export),
        app_commands.Command(
            name="import", description="Look at a match that was exported, turn by turn", callback=import_
        ),
        app_commands.Command(
            name="verify", description="Draw the luck of a finished match again, and compare", callback=verify_
        ),
    ]
    for command in commands:
        if command.name != "import":
            command.autocomplete("match")(suggest)
    return commands


def _written(record: Mapping[str, Any]) -> bytes:
    """A record as a file that people can read, too: a line for each key."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in record.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _file(record: Mapping[str, Any], name: str) -> discord.File:
    return discord.File(io.BytesIO(_written(record)), filename=name)


async def _export(interaction: Asked, match: Match) -> None:
    match = await told_of(interaction, match)
    record = await interaction.client.matches.export(match.id)
    words = [
        say(N_("### Match {id} as a file"), id=match.id),
        say(N_("`/match import` shows it turn by turn, `/match verify` checks it, and any program can read it.")),
    ]
    lucky = GAMES[match.game].uses_chance(match.options)
    if record["result"] is None:
        still = N_("-# The match is still running: its luck is left out.") if lucky else N_("-# It is still running.")
        words.append(say(still))
    elif match.ending is not None and match.ending.kind == "played" and match.ending.seats:
        words.append(
            say(
                N_("-# Its places are those that the rules give. That {colours} resigned, the file does not say."),
                colours=colours_of(match, resigned_seats(match)),
            )
        )
    if lucky and record["result"] is not None and record[SEAL]["seed"] is None:
        words.append(say(N_("-# The seed of its luck follows once the whole series is over.")))
    name = f"{command_of(match.game)}-match-{match.id}.json"
    await tell(interaction, "\n".join(words), files=[_file(record, name)])


async def _verify_match(interaction: Asked, match: Match) -> None:
    match = await told_of(interaction, match)
    record = await interaction.client.matches.export(match.id)
    sealed = record["result"] is None or record[SEAL]["seed"] is None
    if sealed and GAMES[match.game].uses_chance(match.options):
        raise StillSealed
    async with workshop_of(interaction).reading(interaction.user.id) as read:
        report = await read(partial(verify, seconds=SECONDS), record)
    await tell(interaction, _reported(report, unchecked=_table_of(match)))


async def _verify_file(interaction: Asked, file: discord.Attachment) -> None:
    async with workshop_of(interaction).reading(interaction.user.id) as read:
        checked = await read(check_file, await fetched(file))
    same, other = await _of_this_bot(interaction, checked)
    right, wrong = [], []
    if same:
        right.append(say(N_("It is match {id} as this bot has it, move by move."), id=same[0]))
    elif other:
        wrong.append(say(N_("It has the seal of match {id}, which was played otherwise on this bot."), id=other[0]))
    await tell(interaction, _reported(checked.report, wrong=wrong, right=right))


def _table_of(match: Match) -> list[str]:
    """Where the seal was announced, if there is luck to be sealed."""
    if match.table_message_id is None or match.private or not GAMES[match.game].uses_chance(match.options):
        return []
    link = jump(match.place.guild_id, match.table_in, match.table_message_id)
    return [say(N_("Here is [the table's message]({link})."), link=link)]


async def _of_this_bot(interaction: Asked, checked: Checked) -> tuple[list[int], list[int]]:
    """The matches of this bot with the seal of a record: those that are just the same, and those that are not.

    Left out are those of which the person may not be told.
    """
    seal = checked.seal
    if seal is None or seal["seed"] is None:
        return [], []
    matches = interaction.client.matches
    same: list[int] = []
    other: list[int] = []
    for number in await matches.of_seal(seal["commitment"], seal["salt"]):
        if not await may_see(interaction, await matches.get(number)):
            continue
        try:
            kept = await matches.export(number)
        except Refusal:  # it still runs, or it can't be replayed
            continue
        (same if fingerprint(kept) == checked.fingerprint else other).append(number)
    return same, other


def _reported(
    report: Report, *, wrong: Sequence[str] = (), right: Sequence[str] = (), unchecked: Sequence[str] = ()
) -> str:
    """What was checked and what not, in plain words, with what is known besides."""
    wrong = [*(say(one.sentence, **one.values) for one in report.wrong), *wrong]
    right = [*(say(one.sentence, **one.values) for one in report.right), *right]
    unchecked = [*(say(one.sentence, **one.values) for one in report.unchecked), *unchecked]
    title = (
        N_("### {game} · {moves} moves: something is wrong")
        if wrong
        else N_("### {game} · {moves} moves: nothing wrong was found")
    )
    lines = [say(title, game=GAMES[report.game].title, moves=f"{report.moves:,}")]
    lines += [f"❌ {line}" for line in wrong]
    lines += [f"✅ {line}" for line in right]
    if unchecked:
        lines += [say(N_("**Not checked**")), *(f"➖ {line}" for line in unchecked)]
    return "\n".join(lines)
