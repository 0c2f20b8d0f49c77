"""What people agree on while a match runs: undoing a finished move, and who plays an abandoned seat."""

import re
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.match import Host, Match, NoSuchSeat, Seat, Status, replaceable
from bot.match.decisions import proposals
from bot.match.values.errors import OrganisersDecide
from bot.rules import GAMES
from bot.text import N_, say, term
from bot.text.terms import commas
from cogs.shared.access.organisers import is_organiser
from cogs.shared.boards.confirmations import confirm
from cogs.shared.boards.posting import Posting
from cogs.shared.boards.solo import show_private
from cogs.shared.choosing.match_lookup import WHICH, find_match
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.autocomplete import MAX_CHOICES, Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.clicks import on_match_click
from cogs.shared.interactions.replies import Interaction
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import NAMES, game_title

ASKED = 10
"""For how many seats suggestions ask Discord whether their players have left. It takes a request for each person."""

_SEAT_OF_MATCH = re.compile(r"(\d{1,15})\.(\d{1,2})")  # the value of a suggestion


async def may_undo(interaction: Interaction, match: Match) -> bool:
    """Whether an undo could be possible for this person, as far as an outline of the match says.

    Someone whose turn it is may take back what they've done of it. Otherwise the last move must be one that the others
    can give back.
    """
    if match.status is not Status.RUNNING or isinstance(match, Host):
        return False
    by_agreement = not match.terms.rated and not GAMES[match.game].hidden
    return by_agreement or match.to_move in match.seat_of(interaction.user.id)


async def find_undoable(interaction: Interaction, wanted: str | None) -> Match:
    """The match to undo a move in, which needn't be one where it's the person's turn."""
    return await find_match(interaction, None, wanted)


@on_match_click("ask_undo")
async def undo_move(interaction: Interaction, match: Match) -> None:
    """Undoes the person's last move, or asks the others to agree."""
    bot = interaction.client
    after = await bot.matches.act(match.id, proposals.undo(interaction.user.id), interaction=interaction.id)
    is_question = after.proposal is not None and after.proposal.kind == "undo"
    outcome = say(N_("I've asked the others. They can answer on the board.") if is_question else N_("Undone."))
    if after.terms.private:
        await show_private(cog_for(bot, after.game), interaction, after, outcome)
        return
    await confirm(interaction, after, outcome)


@app_commands.describe(
    seat=N_("The seat to take over; the possible ones are listed"), by=N_("Who should play it from now on"), match=WHICH
)
async def replace_player(interaction: Interaction, seat: str, by: discord.Member, match: str | None = None) -> None:
    """Asks someone to play a seat, and the others to agree. `seat` is its colour or a suggestion."""
    chosen = _SEAT_OF_MATCH.fullmatch(seat.strip())
    running = await find_match(interaction, None, chosen.group(1) if chosen else match)
    if by.bot:
        raise ScreenRefusal(
            "{name} is a bot and can't take a seat. To let a computer play, press **Computer plays** under the board.",
            name=by.mention,
        )
    if chosen:
        number = int(chosen.group(2))
    else:
        named = [one.number for one in running.seats if one.colour == seat.strip().lower()]
        if not named:
            raise NoSuchSeat
        number = named[0]
    bot = interaction.client
    contest = await bot.contests.of_match(running.id)
    decide = proposals.replace_player if contest is None else proposals.appoint
    if contest is not None and not await is_organiser(interaction):
        raise OrganisersDecide
    if 0 <= number < len(running.seats):
        await Posting.of(bot).membership.note_absences_on(running, number)
    after = await bot.matches.act(running.id, decide(interaction.user.id, number, by.id), interaction=interaction.id)
    NAMES.learn(interaction.guild_id, by)
    outcome = say(
        N_("I've asked {people} to play {colour}. They can answer on the board."),
        people=by.mention,
        colour=after.seats[number].colour,
    )
    await confirm(interaction, after, outcome)


async def seat_choices(interaction: Interaction, typed: str) -> list[Choice]:
    """The seats of the person's matches that someone else could be asked to play."""
    return await Suggestions.of(interaction.client).offer(interaction, "seat", _matching_seats(interaction, typed))


async def _matching_seats(interaction: Interaction, typed: str) -> ChoiceLists:
    bot, user, wanted = interaction.client, interaction.user.id, typed.strip().lower()
    named = str(interaction.namespace.match or "").strip().lstrip("#")
    running = bot.matches.lists.glance(user, guild_id=interaction.guild_id, statuses=(Status.RUNNING,))
    numbers = [one.id for one in await Suggestions.of(bot).query(running) if named in ("", str(one.id))]
    choices: list[Choice] = []
    others: list[tuple[Match, Seat]] = []

    async def add(candidates: Sequence[tuple[Match, Seat]]) -> None:
        names = await NAMES.lookup(
            bot, interaction.guild_id, {person for _, seat in candidates for person in seat.people}
        )
        for match, seat in candidates:
            people = commas(names[person].plain for person in seat.people) or say(N_("someone"))
            name = f"{term(seat.colour.capitalize())} · {people} · {game_title(match)} #{match.id}"
            if wanted in name.lower():
                choices.append(app_commands.Choice(name=clip(name, OPTION), value=f"{match.id}.{seat.number}"))

    for start in range(0, len(numbers), MAX_CHOICES):
        outlines = await Suggestions.of(bot).query(bot.matches.lists.outlines(numbers[start : start + MAX_CHOICES]))
        seats = [(match, seat) for match in outlines for seat in match.seats if user not in seat.people]
        await add([(match, seat) for match, seat in seats if replaceable(seat)])
        others += [(match, seat) for match, seat in seats if may_have_left(seat)]
        yield choices
        if len(choices) >= MAX_CHOICES:
            return
    # Nobody tells the bot who is removed from a server, so it has to ask. The command asks again.
    for match, seat in others[:ASKED]:
        if await Posting.of(bot).membership.have_left(match, seat.number):
            await add([(match, seat)])
            yield choices


def may_have_left(seat: Seat) -> bool:
    """Whether a seat's players would have to be replaced if they had left the server, which isn't known of them."""
    return bool(seat.people) and not seat.resigned and not replaceable(seat)
