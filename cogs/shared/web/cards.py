"""What a match's picture says to everybody: who plays, without those who don't want to be named, and how it went."""

import re

from bot.match import Audience, Match
from bot.text import N_, say, term
from bot.text.terms import capitalise, commas
from bot.words import UNKNOWN, Course
from cogs.shared.boards.board import board_content
from cogs.shared.client.client import Client
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.endings import verdict_of
from cogs.shared.wording.labels import game_title, ordinal, people
from cogs.shared.wording.plain_words import PERSON, without_ids
from images.people.match_card import CardSeat, MatchCard


async def named(bot: Client, match: Match, words: str) -> str:
    """The words with people by name, without those who show their profile to nobody they haven't played with."""
    for person in {int(number) for number in PERSON.findall(words)}:
        if (await bot.matches.ratings.privacy(person)).profile is not Audience.SERVERS:
            words = words.replace(f"<@{person}>", say(N_("someone"))).replace(f"<@!{person}>", say(N_("someone")))
    return await without_ids(bot, match.place.guild_id, words)


def unmarked(words: str) -> str:
    """The words without Markdown, for those who show none."""
    return re.sub(r"\\(.)|\*\*|<t:\d+(?::\w)?>", lambda found: found[1] or "", words)


async def card_of(bot: Client, match: Match, course: Course = UNKNOWN) -> MatchCard:
    """What a picture of a match for other places says; `course` is how one that has ended went."""
    cog = cog_for(bot, match.game)
    standing = _story(cog, match, course) or unmarked(await named(bot, match, board_content(cog, match).title))
    places = match.ending.places if match.ending is not None else None
    winners = [index for index, place in enumerate(places or ()) if place == 1]
    order = sorted(match.seats, key=lambda seat: places[seat.number] if places else seat.number)
    day = match.ended_at or match.started_at or match.opened_at
    return MatchCard(
        game_title(match),
        cog.sign,
        standing,
        [
            CardSeat(
                seat.colour,
                unmarked(await named(bot, match, people(seat))) or term(seat.colour.capitalize()),
                ordinal(places[seat.number]) if places else "",
                won=seat.number in winners and len(winners) < len(match.seats),
            )
            for seat in order
        ],
        say("{day}", day=day.date()),
    )


def _story(cog: Presentation, match: Match, course: Course) -> str:
    """Why and how those won whom the card gives a crown; empty where it gives none."""
    sight = match.state and match.state.sight(None)
    end = (verdict_of(match) or cog.words.ending(sight)) if sight is not None else None
    if end is None or not 0 < len(end.winners) < len(match.seats):
        return ""
    return capitalise(commas(filter(None, [end.reason, *cog.words.story(sight, end.winners, course)])))
