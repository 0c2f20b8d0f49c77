"""Ratings in words."""

from collections.abc import Iterable

from bot.match import Gain, Match, Status
from bot.match.reading.rated import least_moves
from bot.ratings.ledger import FAR
from bot.ratings.rating import POINTS, Rating
from bot.rules import GAMES
from bot.text import N_, group_digits, say, say_plural
from cogs.shared.wording.labels import is_vacant

RATED = N_(
    "Between people the match is rated: its result changes their ratings. There are no hints, and finished moves can't "
    "be undone."
)
RATED_IF_ALONE = N_(
    "If people play on two sides or more, one on each seat, the match is rated: its result changes their ratings. "
    "There are no hints, and finished moves can't be undone."
)

DOES_NOT_COUNT = N_("This match doesn't change ratings: only three a day between the same people do.")

EXPECTED = N_(
    "This match doesn't change ratings: the winner's rating was more than {points} points above everyone else's."
)

UNCERTAIN = N_(
    "-# A question mark means that a rating is still uncertain. It goes after about ten matches of two, or 16 of five."
)

GAINS = N_("-# The numbers are ratings, how strong people play, and in brackets what the match has changed.")


def is_rated(match: Match) -> bool:
    """Whether the result is to change ratings; at a full table with fewer than two people it never does."""
    if match.status is Status.OPEN and not any(map(is_vacant, match.seats)):
        return match.terms.rated and sum(bool(seat.people) for seat in match.seats) > 1
    return match.terms.rated


def what_rated_means(match: Match) -> str:
    """When a table's match is rated, and what that means; in other words where several people can play one side."""
    sides = GAMES[match.game].sides(len(match.seats), match.options)
    return say(RATED_IF_ALONE if match.terms.shared or len(sides) < len(match.seats) else RATED)


def rating_text(rating: Rating) -> str:
    """A rating in words, with a question mark while it's uncertain."""
    return f"{rating.shown}?" if rating.is_provisional else str(rating.shown)


def what_uncertain_means(ratings: Iterable[Rating]) -> str:
    """What the question mark behind a rating means; empty if none of these has one."""
    return say(UNCERTAIN) if any(rating.is_provisional for rating in ratings) else ""


def what_gains_mean(match: Match) -> str:
    """What the changes of ratings say at the end of a match; empty once everybody has played a while."""
    uncertain = what_uncertain_means(gain.after for gain in match.gains.values())
    return f"{say(GAINS)}\n{uncertain}" if uncertain else ""


def gain_text(gain: Gain) -> str:
    """A change of rating: "1104? → **1187?** (+83)"."""
    change = gain.after.shown - gain.before.shown
    signed = f"+{change}" if change >= 0 else f"−{-change}"
    return f"{rating_text(gain.before)} → **{rating_text(gain.after)}** ({signed})"


def seat_gain(match: Match, seat: int) -> str:
    """How the match changed the rating of a seat's player; empty if it didn't."""
    return gain_text(match.gains[seat]) if seat in match.gains else ""


def does_not_count(match: Match) -> str:
    """Says that a rated match changes no rating; empty otherwise."""
    if match.early:
        return say_plural(
            "This match doesn't change ratings: it ended before each side had made {number} move.",
            "This match doesn't change ratings: it ended before each side had made {number} moves.",
            least_moves(GAMES[match.game]),
        )
    if match.expected:
        return say(EXPECTED, points=group_digits(round(POINTS * FAR)))
    return say(DOES_NOT_COUNT) if match.counts is False else ""
