"""`/privacy`: what Crux knows about a person, as a message and as a file, and how to delete it."""

import asyncio
import gzip
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands, ui

from bot.match.parts.browsers import Browser
from bot.text import N_, say
from cogs.shared.client.languages import Languages
from cogs.shared.interactions.clicks import Click, action, button, number_in, options, row, select
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, everywhere, group_of, slash
from cogs.shared.people.blocking import blocking_commands
from cogs.shared.wording.labels import NAMES

ALL = "all"
FILE_LIMIT = 8 * 1024 * 1024  # bytes; Discord allows 10 MB

SUBJECTS = {
    "person": N_("Who you are, and what you've set"),
    "vacations": N_("Your vacations"),
    "lessons": N_("How far you are in the lessons"),
    "reminders": N_("Reminders that were or will be sent to you"),
    "ratings": N_("Your rating in each game"),
    "leaderboards": N_("The leaderboards that list you"),
    "daily_tries": N_("Your tries at the daily"),
    "daily_shares": N_("The results of dailies that you shared"),
    "league_players": N_("The seasons of leagues that you joined"),
    "tournament_players": N_("The tournaments that you joined"),
    "champion_roles": N_("The roles for champions that you chose on servers"),
    "puzzle_tries": N_("Your first tries at puzzles"),
    "puzzle_standings": N_("Your rating at the puzzles of each game"),
    "puzzle_runs": N_("Your runs of puzzles"),
    "exercises": N_("Your book: what you missed in matches"),
    "progress": N_("How good your choices were in reviewed matches"),
    "plans": N_("Whether the home screen offers you what to do next"),
    "orders": N_("What you've ordered in matches with **Plan ahead**"),
    "scratch_positions": N_("What you tried out on scratch boards"),
    "web_sessions": N_("Links to the board in the browser, and browsers in which you've opened it"),
    "matches": N_("The tables and matches you were invited to, joined or left"),
    "events": N_("What you did in matches"),
    "blocks": N_("Whether the operator has blocked you"),
    "digests": N_("When your next digest comes"),
    "searches": N_("Games in which you look for an opponent"),
    "personal_blocks": N_("People you've blocked"),
    "results": N_("How rated matches changed your ratings"),
    "boards": N_("Posted boards with buttons whose text mentions you"),
}
"""What is stored, by the keys of `People.kept`."""

FIELDS: Mapping[str, str] = {
    "absent": N_("whether you've left the server, as far as the match knows"),
    "added_at": N_("since when it's in your book, or you've blocked them, in milliseconds since 1970"),
    "announced": N_("the end of your turn as the reminder says it, in milliseconds since 1970"),
    "attempts": N_("how often sending was tried"),
    "away": N_("whether you weren't on the server when somebody last looked at its leaderboard"),
    "automatic": N_("what is played for you in this match whenever it can be"),
    "bank": N_("the seconds left in your time bank"),
    "began_at": N_("when it began"),
    "better": N_("the move that would have been better"),
    "blocked_at": N_("since when you're blocked, in milliseconds since 1970"),
    "channel_id": N_("Discord's ID of the channel"),
    "checked_in": N_("whether you checked in"),
    "choices": N_("how many choices you had"),
    "created_at": N_("when Crux first heard of you"),
    "data": N_("details of what you did, such as whose offer it was about"),
    "decided": N_("what is about to be played for you"),
    "day": N_("the day of the daily, or whose puzzle of the day it was"),
    "discord_id": N_("your Discord ID"),
    "division": N_("your division, 1 is the top"),
    "done_at": N_("when the reminder was sent or given up, in milliseconds since 1970"),
    "drawn": N_("your place in the draw"),
    "due_at": N_("when it's sent, played or comes back, in milliseconds since 1970"),
    "ended_at": N_("when the match or the run ended, in milliseconds since 1970"),
    "ending": N_("what ended the run"),
    "ends_at": N_("when it ends"),
    "game": N_("the game"),
    "gone": N_("whether you left the league or tournament while it went on"),
    "good": N_("how many of your choices were as good as a strong computer's"),
    "guild_id": N_("Discord's ID of the server; 0 stands for the leaderboard of all servers"),
    "habits": N_("how you want to be reminded, and what is played for you in all matches"),
    "half": N_("whether it's the reminder at half of your time"),
    "held": N_("a key of the position in which nothing is played for you, because a move was undone"),
    "id": N_("the number that stands for you in Crux"),
    "interaction_id": N_("Discord's ID of your click or command"),
    "invited": N_("whether you were invited"),
    "joined_at": N_("when you joined"),
    "is_right": N_("whether your first try was right"),
    "kept_seat": N_("the seat that was reserved for you"),
    "kind": N_("what you did, or which kind of run it was"),
    "late": N_("whether your try wasn't over yet when the day's seed was published"),
    "left_at": N_("when you left your seat"),
    "longest_streak": N_("your longest winning streak"),
    "lines": N_("your conditional lines"),
    "locale": N_("the language of your Discord when you last used Crux"),
    "match_id": N_("the match's number"),
    "luck": N_("the luck you chose for it"),
    "made_at": N_("when you asked for the link, in milliseconds since 1970"),
    "matches": N_("how many matches changed your rating"),
    "message_id": N_("Discord's ID of the message"),
    "missed": N_("what the moves that you missed would have done"),
    "move": N_("the move you played"),
    "mu": N_("your estimated strength"),
    "mu_before": N_("the same before the match"),
    "news": N_("what became of your orders"),
    "name": N_("the name you gave it"),
    "number": N_("which event of the match it was"),
    "options": N_("the match's options"),
    "opened_at": N_("when you opened it, in milliseconds since 1970"),
    "opened_by_me": N_("whether you opened the table"),
    "parent": N_("the number of the position it follows"),
    "person_id": N_("Discord's ID of the person"),
    "place": N_("your place at the end of the season or tournament"),
    "place_id": N_("the server, or the channel of direct messages, where you opened the board within Discord"),
    "played": N_("the move you played there"),
    "played_at": N_("when your newest match there that counts ended, in milliseconds since 1970"),
    "points": N_("your points there"),
    "position": N_("the position, with what you supposed of what you couldn't see; of orders, a key of it"),
    "posted_at": N_("when the board was posted"),
    "privacy": N_("who may see your profile"),
    "problem": N_("why sending failed"),
    "puzzle": N_("the puzzle's number"),
    "reasons": N_("what speaks for the better move"),
    "result_id": N_("which rated result it was"),
    "role_id": N_("Discord's ID of the role"),
    "rules_version": N_("the version of the game's rules"),
    "run": N_("which turn the reminder was about"),
    "season_id": N_("which season it is"),
    "seat": N_("your seat, counted from 0"),
    "seats": N_("how many seats the match had"),
    "seated_by": N_("the event by which you sat down"),
    "shared_at": N_("when you shared it, in milliseconds since 1970"),
    "shared": N_("whether you shared it"),
    "sigma": N_("how uncertain that is"),
    "sigma_before": N_("the same before the match"),
    "since": N_("from when the time counts, in milliseconds since 1970"),
    "slot": N_("the time of your choice that it's for, in milliseconds since 1970"),
    "solved": N_("how many puzzles you solved"),
    "stage": N_("how often you solved it since your last mistake"),
    "status": N_("how the match stands"),
    "step": N_("the step you've reached"),
    "streak": N_("your current winning streak"),
    "tell_at": N_("when you're told what became of your orders, in milliseconds since 1970"),
    "thread_id": N_("Discord's ID of the thread"),
    "answers": N_("each puzzle of the run: its number, whether you solved it, and what it was rated"),
    "at": N_("when it was"),
    "supposed": N_("whether you supposed something there that you couldn't see"),
    "tournament_id": N_("which tournament it is"),
    "tried": N_("the move you tried, or what you supposed"),
    "tried_at": N_("when sending it was first tried, in milliseconds since 1970"),
    "until": N_("until when it works, in milliseconds since 1970"),
    "used": N_("the time you had used until then, in milliseconds"),
    "used_at": N_("when it was last used, to the day, in milliseconds since 1970"),
    "vacation_until": N_("until when you're on vacation"),
    "view": N_("the position as your seat saw it"),
    "wanted": N_("whether you want to be offered what to do next"),
    "wins": N_("how many matches you won"),
}
"""The meaning of each field in the file."""


def privacy_group() -> app_commands.Group:
    commands = (
        slash("show", N_("List what Crux knows about you, only to you"), _show),
        slash("export", N_("Get everything Crux knows about you as a file"), _export),
        delete_command("delete"),
        *blocking_commands(),
    )
    return everywhere(group_of("privacy", N_("What Crux knows about you, and whom you've blocked"), commands))


async def _show(interaction: Interaction) -> None:
    records = await interaction.client.matches.people.stored_data(interaction.user.id)
    if not records:
        await reply(interaction, say(N_("Crux knows nothing about you.")))
        return
    lines = [say(N_("### What Crux knows about you"))]
    lines += [
        say(N_("- {what}: **{number}**"), what=say(words), number=len(records[name]))
        for name, words in SUBJECTS.items()
        if records[name]
    ]
    browsers = await interaction.client.matches.browsers.of_person(interaction.user.id)
    lines += _browser_lines(browsers)
    lines.append(say(N_("-# `/privacy export` sends you all of it as a file, `/privacy delete` deletes it.")))
    await reply(interaction, "\n".join(lines), rows=_browser_rows(browsers))


def _browser_lines(browsers: Sequence[Browser]) -> list[str]:
    """The browsers and Activities in which somebody has opened the board."""
    if not browsers:
        return []
    words = N_("- **{name}** · opened {opened}, last used {used}, expires {end}")
    lines = [
        say(
            words,
            name=_browser_name(one, number),
            opened=discord.utils.format_dt(one.opened_at, "f"),
            used=discord.utils.format_dt(one.used_at, "d"),
            end=discord.utils.format_dt(one.until, "d"),
        )
        for number, one in enumerate(browsers, 1)
    ]
    return [say(N_("### Browsers with your boards")), *lines]


def _browser_name(browser: Browser, number: int) -> str:
    return say(N_("Browser {number}") if browser.place is None else N_("Activity {number}"), number=number)


def _browser_rows(browsers: Sequence[Browser]) -> list[ui.ActionRow[Any]]:
    """The list to log out in one browser or in all of them."""
    if not browsers:
        return []
    labels = {ALL: say(N_("All browsers"))}
    labels |= {str(one.id): _browser_name(one, number) for number, one in enumerate(browsers, 1)}
    return [row(select(say(N_("Log out in a browser")), options(labels), "end_browser"))]


@action("end_browser", "update")
async def end_browser(click: Click) -> None:
    """Ends sessions of this person. Those of others aren't found."""
    await click.bot.matches.browsers.end(click.user, None if click.value == ALL else number_in(click.value))
    browsers = await click.bot.matches.browsers.of_person(click.user)
    lines = [say(N_("Logged out.")), *_browser_lines(browsers)]
    await reply(click.interaction, "\n".join(lines), rows=_browser_rows(browsers), replace=True)


async def _export(interaction: Interaction) -> None:
    records = await interaction.client.matches.people.stored_data(interaction.user.id)
    file = await asyncio.to_thread(as_file, export_document(records))
    words = N_("Everything Crux knows about you. The file explains each field.")
    await reply(interaction, say(words), files=[file])


def export_document(records: Mapping[str, list[Mapping[str, Any]]]) -> dict[str, Any]:
    """The file's document: what the parts and fields mean, and then what is stored."""
    fields = {name for rows in records.values() for one in rows for name in one}
    return {
        "parts": {name: say(SUBJECTS[name]) for name in records},
        "fields": {name: say(FIELDS[name]) for name in sorted(fields)},
        **records,
    }


def as_file(document: Mapping[str, Any]) -> discord.File:
    text = json.dumps(document, indent=1, ensure_ascii=False, default=str).encode()
    if len(text) > FILE_LIMIT:
        return discord.File(io.BytesIO(gzip.compress(text)), filename="crux.json.gz")
    return discord.File(io.BytesIO(text), filename="crux.json")


QUESTION = N_(
    "### Delete everything Crux knows about you?\nYour Discord ID is deleted everywhere, and you lose your seats in "
    "running matches. This can't be undone. Finished matches stay, without your name."
)


def delete_command(name: str) -> Command:
    """The command that deletes everything, after a confirmation."""
    return slash(name, N_("Delete everything Crux knows about you"), _ask_to_delete)


async def _ask_to_delete(interaction: Interaction) -> None:
    lines = [say(QUESTION), say(N_("Rules still hold: you don't get a second try at today's daily, for example."))]
    if await interaction.client.matches.people.is_blocked(interaction.user.id):
        lines.append(say(N_("Only the fact that the operator has blocked you stays stored.")))
    forget = button(say(N_("Forget me")), "forget_me", style="danger")
    await reply(interaction, "\n".join(lines), rows=[row(forget)])


@action("forget_me", "update")
async def forget_me(click: Click) -> None:
    await click.bot.matches.people.forget(click.user)
    NAMES.forget(click.user)
    Languages.of(click.bot).forget_person(click.user)
    await reply(click.interaction, say(N_("Crux has forgotten you.")), replace=True)
