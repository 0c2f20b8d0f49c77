"""Matches as files: `/match export`, `import` and `verify`; and `/match replay` beside them."""

import io
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.match import DuplicateMatch, Match, Refusal, Report, Status, StillSealed, verify
from bot.match.records.files import Checked, check_file, fingerprint, look
from bot.match.records.replay import SECONDS
from bot.rules import GAMES
from bot.rules.record import SEAL
from bot.text import N_, say, say_plural
from cogs.shared.access.links import message_link, table_link
from cogs.shared.access.visibility import can_see, viewable_match
from cogs.shared.choosing.match_lookup import STARTED, find_any_match, match_command, suggest_matches
from cogs.shared.interactions.gatekeeper import Allowance, Gatekeeper
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, slash
from cogs.shared.records.replays import RECORD, gains_of, open_viewer, read_attachment, reader_of, show_step
from cogs.shared.records.reviews import show_review
from cogs.shared.wording.labels import colours_of, command_name_of, resigned_seats


def record_commands() -> list[Command]:
    """The parts of `/match` for looking at matches."""

    which = N_("Which match (default: the newest one here)")
    any_match = partial(match_command, which=which, statuses=STARTED)
    which_over, over = N_("Which match (default: the newest finished one here)"), (Status.OVER,)
    finished: dict[str, Any] = {"which": which_over, "find": partial(find_any_match, over=True), "statuses": over}
    reviewing = N_("Review a finished match: what decided it, and what was better")
    suggested = suggest_matches(statuses=over)

    @app_commands.describe(file=N_("A file from /match export"))
    async def import_(interaction: Interaction, file: discord.Attachment) -> None:
        Gatekeeper.of(interaction.client).require(Allowance.FILE, interaction.user.id)
        async with reader_of(interaction.client).reading(interaction.user.id) as read:
            data = await read_attachment(file)
            _count_file(interaction)
            replay = await read(partial(look, step=0, gains=gains_of(interaction.client)), data)
        await show_step(interaction, replay, record=discord.File(io.BytesIO(data), filename=RECORD))

    @app_commands.describe(match=which_over, file=N_("A file from /match export, instead of a match"))
    async def verify_(
        interaction: Interaction, match: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        Gatekeeper.of(interaction.client).require(Allowance.FILE, interaction.user.id)
        if file is not None:
            await _verify_file(interaction, file)
        else:
            await _verify_match(interaction, await find_any_match(interaction, match, over=True))

    return [
        any_match("replay", N_("Replay a match turn by turn, only to you, or as a GIF"), open_viewer, find=_replayable),
        any_match("review", reviewing, show_review, **finished),
        any_match("export", N_("Export a match as a file that any program can read"), _export, find=_match_to_export),
        slash("import", N_("Replay an exported match turn by turn"), import_),
        slash("verify", N_("Check the luck of a finished match against its seal"), verify_, match=suggested),
    ]


def _count_file(interaction: Interaction) -> None:
    """Counts a file or a match that is about to be read, whatever that leads to. Raises LimitReached."""
    Gatekeeper.of(interaction.client).take(Allowance.FILE, interaction.user.id)


async def _replayable(interaction: Interaction, wanted: str | None) -> Match:
    """The match to replay: the one that was named, or the newest that can be."""
    return await find_any_match(interaction, wanted, fits=interaction.client.matches.records.can_replay)


async def _match_to_export(interaction: Interaction, wanted: str | None) -> Match:
    """The match to export: the one that was named, or the newest that can be."""
    fits = partial(interaction.client.matches.records.can_replay, hidden=True)
    return await find_any_match(interaction, wanted, fits=fits)


def _json_text(record: Mapping[str, Any]) -> bytes:
    """A record as a readable file: a line for each key."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in record.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


async def _export(interaction: Interaction, match: Match) -> None:
    match = await viewable_match(interaction, match)
    record = await interaction.client.matches.records.export(match.id)
    words = [
        say(N_("### Match {id} as a file"), id=match.id),
        say(N_("Replay it with `/match import`, check it with `/match verify`, or read it with any program.")),
    ]
    lucky = GAMES[match.game].uses_chance(match.options)
    if record["result"] is None:
        still = (
            N_("-# The match is still running, so its luck is left out.")
            if lucky
            else N_("-# The match is still running.")
        )
        words.append(say(still))
    elif match.ending is not None and match.ending.kind == "played" and match.ending.seats:
        words.append(
            say_plural(
                "-# Its places are those of the rules. It doesn't say that {colours} resigned.",
                "-# Its places are those of the rules. It doesn't say that {colours} resigned.",
                len(resigned_seats(match)),
                colours=colours_of(match, resigned_seats(match)),
            )
        )
    if lucky and record["result"] is not None and record[SEAL]["seed"] is None:
        words.append(say(N_("-# The seed is published once the whole series is over.")))
    name = f"{command_name_of(match.game)}-match-{match.id}.json"
    await reply(interaction, "\n".join(words), files=[discord.File(io.BytesIO(_json_text(record)), filename=name)])


async def _verify_match(interaction: Interaction, match: Match) -> None:
    match = await viewable_match(interaction, match)
    record = await interaction.client.matches.records.export(match.id)
    sealed = record["result"] is None or record[SEAL]["seed"] is None
    if sealed and GAMES[match.game].uses_chance(match.options):
        raise StillSealed
    async with reader_of(interaction.client).reading(interaction.user.id) as read:
        _count_file(interaction)
        report = await read(partial(verify, seconds=SECONDS), record)
    await reply(interaction, _report_text(report, unchecked=seal_location(match)))


async def _verify_file(interaction: Interaction, file: discord.Attachment) -> None:
    async with reader_of(interaction.client).reading(interaction.user.id) as read:
        data = await read_attachment(file)
        _count_file(interaction)
        checked = await read(check_file, data)
    same, other = await _matches_with_seal(interaction, checked)
    right, wrong = [], []
    if same:
        right.append(say(N_("It's the same as match {id} on this bot, move by move."), id=same[0]))
    elif other:
        wrong.append(
            say(N_("It has the seal of match {id}, but that match was played differently on this bot."), id=other[0])
        )
    await reply(interaction, _report_text(checked.report, wrong=wrong, right=right))


def seal_location(match: Match) -> list[str]:
    """Where the seal was announced, if there is luck to seal."""
    if match.table_message_id is None or match.terms.private or not GAMES[match.game].uses_chance(match.options):
        return []
    if isinstance(match, DuplicateMatch):
        words = N_("All tables of the round have this luck. It was sealed by [the round's message]({link}).")
        return [say(words, link=message_link(match.place.guild_id, match.place.channel_id, match.sealed_by))]
    return [say(N_("Here's [the table's message]({link})."), link=table_link(match))]


async def _matches_with_seal(interaction: Interaction, checked: Checked) -> tuple[list[int], list[int]]:
    """The bot's matches with a record's seal: those that are identical, and those that aren't.

    Leaves out those that the person may not see.
    """
    seal = checked.seal
    if seal is None or seal["seed"] is None:
        return [], []
    matches = interaction.client.matches
    same: list[int] = []
    other: list[int] = []
    for number in await matches.records.of_seal(seal["commitment"], seal["salt"]):
        if not await can_see(interaction, await matches.get(number)):
            continue
        try:
            record = await matches.records.export(number)
        except Refusal:  # it still runs, or it can't be replayed
            continue
        (same if fingerprint(record) == checked.fingerprint else other).append(number)
    return same, other


def _report_text(
    report: Report, *, wrong: Sequence[str] = (), right: Sequence[str] = (), unchecked: Sequence[str] = ()
) -> str:
    """What was checked and what wasn't, in plain words, with whatever else is known."""
    wrong = [*(say(one.sentence, **one.values) for one in report.wrong), *wrong]
    right = [*(say(one.sentence, **one.values) for one in report.right), *right]
    unchecked = [*(say(one.sentence, **one.values) for one in report.unchecked), *unchecked]
    title = (
        N_("### {game} · {moves}: something is wrong") if wrong else N_("### {game} · {moves}: everything checks out")
    )
    lines = [
        say(title, game=GAMES[report.game].title, moves=say_plural("{number} move", "{number} moves", report.moves))
    ]
    lines += [f"❌ {line}" for line in wrong]
    lines += [f"✅ {line}" for line in right]
    if unchecked:
        lines += [say(N_("**Not checked**")), *(f"➖ {line}" for line in unchecked)]
    return "\n".join(lines)
