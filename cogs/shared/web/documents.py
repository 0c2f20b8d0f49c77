"""Matches as documents for one visitor: what boards and lists on Discord say, without anybody's id."""

from collections.abc import Sequence

from bot.match import DailyMatch, Match, Status
from bot.text import N_, language, say
from cogs.shared.boards.board import board_content
from cogs.shared.boards.daily_result import describe_daily_end
from cogs.shared.boards.solo import describe_private_end
from cogs.shared.choosing.match_lookup import OPEN_OR_ALIVE
from cogs.shared.choosing.plans import encode_plan
from cogs.shared.client.languages import Languages
from cogs.shared.people.overview import NO_DEADLINE, OwnMatch, sort_matches
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web.actions import actions_of, is_turn_of
from cogs.shared.web.choices import Choosing, board_sheets, choice_document, choosing
from cogs.shared.web.visitors import Json, Visitor
from cogs.shared.wording.labels import NAMES, colours_of, game_title, people, whose_turn
from cogs.shared.wording.plain_words import without_ids
from images.canvas.palette import chosen_theme

LISTED = 100
NOBODY = "none"  # in place of a seat's colour


async def match_document(visitor: Visitor, match: Match) -> Json:
    """A match as this visitor sees it, with the choice of a move if it's their turn.

    `waits` says that somebody else's turn is waited for, who isn't a computer; `coached` that there may be a tip to ask
    for.
    """
    bot, user, guild = visitor.bot, visitor.user, match.place.guild_id
    cog = cog_for(bot, match.game)
    words = board_content(cog, match)
    chosen = choosing(cog, match, user, "") if is_turn_of(match, user) else None
    sheets = board_sheets(cog, match, user, moves=False) if chosen is None else chosen.sheets(moves=False)
    own = match.seat_of(user)
    is_replayable = match.status is Status.OVER and await bot.matches.records.can_replay(match.id)
    title, happened = words.title, words.happened
    if match.status is Status.OVER and match.terms.private and match.seat_of(user):
        title, _, happened = (await _private_end(cog, match, user)).partition("\n")
    return {
        "id": match.id,
        "address": f"matches/{match.id}",
        "version": match.version,
        "game": match.game,
        "game_title": game_title(match),
        "status": str(match.status),
        "turn": chosen is not None,
        "waits": chosen is None and match.status is Status.RUNNING and match.mover is None,
        "own": [match.seats[seat].colour for seat in own],
        "colour": f"#{words.colour:06x}",
        "title": await without_ids(bot, guild, title.removeprefix("### ")),
        "to_do": await without_ids(bot, guild, words.to_do),
        "happened": await without_ids(bot, guild, happened),
        "seats": await without_ids(bot, guild, words.seats),
        "foot": words.match,
        "deadline": words.deadline,
        "pictures": pictures_document(f"matches/{match.id}", match.version, sheets, ""),
        "choice": None if chosen is None else choice_document(chosen),
        "confirms": (await bot.matches.reminders.settings(user)).confirms,
        "choose": cog.pick_label(match.state) if chosen is not None else "",
        "coached": chosen is not None and match.terms.coached is not False,
        "actions": await actions_of(visitor, match),
        "replay": is_replayable,
        "review": is_replayable,
    }


async def _private_end(cog: Presentation, match: Match, user: int) -> str:
    """What Discord's private messages say of a match that is over; its first line is the title."""
    if isinstance(match, DailyMatch):
        result = await cog.bot.matches.dailies.result(match.id)
        return "\n".join(await describe_daily_end(cog, user, match, result))
    return (await describe_private_end(cog, user, match)).words


def pictures_document(of: str, version: int, sheets: Sequence[Sheet], plan: str) -> list[Json]:
    """Where the pictures are, and what they show in words. The address says all that they depend on.

    `of` is the address of the match or exercise.
    """
    look = f"language={language()}&theme={chosen_theme().name}"
    address, shown = f"api/{of}/pictures", f"version={version}&plan={plan}&{look}"
    return [{"address": f"{address}/{number}?{shown}", "alt": sheet.alt} for number, sheet in enumerate(sheets)]


def chosen_document(chosen: Choosing, of: str) -> Json:
    """What was chosen so far, with the pictures that show it; `of` as for `pictures_document`."""
    plan = encode_plan(chosen.plan.all_numbers)
    document = choice_document(chosen)
    return document | {
        "version": chosen.version,
        "pictures": pictures_document(of, chosen.version, chosen.sheets(moves=False), plan),
    }


async def list_document(visitor: Visitor) -> Json:
    """The visitor's matches, first those that wait for them; in an Activity, those of the place where it runs."""
    matches = await visitor.bot.matches.lists.of_user(visitor.user, statuses=OPEN_OR_ALIVE, with_positions=False)
    own_matches = [
        mine
        for mine in sort_matches(matches, visitor.user)
        if mine.match.status is not Status.OPEN and _is_at(mine.match, visitor.browser.place)
    ]
    return {"matches": [await _entry(visitor, mine) for mine in own_matches[:LISTED]]}


def _is_at(match: Match, place: int | None) -> bool:
    """Whether a match is played where an Activity runs: on the server, or in the channel of direct messages."""
    return place is None or place == (match.place.guild_id or match.place.channel_id)


async def _entry(visitor: Visitor, mine: OwnMatch) -> Json:
    match, user = mine.match, visitor.user
    own = mine.own or match
    theme = await Languages.of(visitor.bot).theme_for(user, match.place.guild_id)
    mover = NOBODY if own.to_move is None else own.seats[own.to_move].colour
    others = [people(seat) for seat in match.seats if user not in seat.people and (seat.people or seat.computer)]
    return {
        "id": own.id,
        "picture": f"api/signs/{match.game}/{mover}?theme={theme.name}",
        "game_title": game_title(match),
        "others": await without_ids(visitor.bot, match.place.guild_id, ", ".join(others)) or say(N_("alone")),
        "turn": mine.turn,
        "standing": whose_turn(match, user),
        "colours": colours_of(match, match.seat_of(user)),
        "deadline": None if mine.deadline == NO_DEADLINE else int(mine.deadline.timestamp()),
        "since": int(mine.since.timestamp()),
    }


async def name_of(visitor: Visitor) -> str:
    """What the visitor is called."""
    return (await NAMES.lookup(visitor.bot, None, [visitor.user]))[visitor.user].plain


def words_of(cog: Presentation, match: Match, user: int) -> str:
    """The whole position in words, as this visitor's seat may see it; empty without one."""
    own = match.seat_of(user)
    return "" if match.state is None else cog.words.text(match.state.sight(own[0] if own else None))
