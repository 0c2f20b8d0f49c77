"""Standing orders in words, for their person alone."""

from collections.abc import Mapping, Sequence

from bot.match.values.orders import LINE, OrderNews, What
from bot.text import N_, say
from bot.text.terms import commas
from cogs.shared.presentation.presentation import Presentation

ENDS: Mapping[What, str] = {
    What.HAND: N_("Your plan is cancelled because you've moved yourself."),
    What.PARTNER: N_("Your plan is cancelled because someone on your seat has moved."),
    What.OTHERWISE: N_("Your plan is over because something else was played."),
    What.UNDONE: N_("Your plan is cancelled because a move was undone."),
    What.RULES: N_("Your plan is cancelled because the game's rules were updated."),
    What.EXPIRED: N_("Your plan is cancelled because your time ran out."),
    What.SEAT: N_("Your plan is cancelled because you no longer play this seat."),
    What.AWAY: N_("Your plan is cancelled because you were away."),
    What.STALE: N_("Your plan is cancelled because the position isn't the one you planned on."),
}
"""Why nothing more is played of a plan."""


def order_name(cog: Presentation, order: str) -> str:
    return say(cog.order_names[order]) if order in cog.order_names else order


def news_line(cog: Presentation, news: OrderNews) -> str:
    """What became of an order, in one line."""
    if news.what is not What.PLAYED:
        return say(ENDS[news.what])
    moves = moves_in_words(news.moves)
    if news.order != LINE:
        return say(N_("✅ “{order}”: {moves} was played for you."), order=order_name(cog, news.order), moves=moves)
    if not news.after:
        return say(N_("✅ {moves} was played as you planned."), moves=moves)
    words = N_("✅ After {after}, {moves} was played as you planned.")
    return say(words, after=moves_in_words(news.after), moves=moves)


def moves_in_words(moves: Sequence[str]) -> str:
    """Moves in notation, one after the other."""
    return commas(f"`{one}`" for one in moves)
