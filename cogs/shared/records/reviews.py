"""Reviews: how well a finished match was played, the moments that decided it, and what would have been better."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from bot.computers.reviewing import MatchReview, ReviewedMove
from bot.match import Busy, Improvement, Match, NotOver, NotWritable, Refusal, Replay, Status
from bot.match.parts.progress import ReviewedChoice
from bot.text import N_, say, say_error, term
from bot.words import colour_disc
from cogs.shared.access.visibility import viewable_match
from cogs.shared.client.client import Client
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, button, number_in, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.continuing import continue_select, try_out_buttons
from cogs.shared.turns.hints import reasons_of
from cogs.shared.wording.labels import game_title, people
from images.marks.marks import Marks
from images.people import advantage_graph

log = logging.getLogger(__name__)

PROGRESS_EVERY = 2.5  # seconds between progress reports on a review
NOTHING_TO_REVIEW = N_("There was nothing to decide in this match.")


async def show_review(interaction: Interaction, match: Match) -> None:
    """The review of a match, stored or made now.

    Raises NotOver, and whatever `Records.replay` and `Reviewer.review` raise.
    """
    replay, review = await review_of(interaction, match)
    match, cog = replay.match, cog_for(interaction.client, replay.match.game)
    lines = [say(N_("### Review of match {id}, {game}"), id=match.id, game=cog.game.title)]
    lines += review_in_words(match, review)
    moments = review.moments
    buttons = [
        button(
            say(N_("{number}: turn {turn}"), number=number, turn=one.step),
            "review_moment",
            str(number),
            about=(match.id, 0),
        )
        for number, one in enumerate(moments, 1)
    ]
    buttons.append(button(say(N_("Replay")), "replay_of", about=(match.id, 0)))
    numbers = [one.number for one in improvements_of(review)]
    if await interaction.client.matches.book.own(interaction.user.id, match.id, numbers):
        buttons.append(button(say(N_("Into my book")), "review_book", about=(match.id, 0)))
    rows = [row(*buttons)]
    if await interaction.client.matches.scratch.has_lines(interaction.user.id, match.id):
        rows.append(row(button(say(N_("Your lines")), "scratch_lines", "0", about=(match.id, 0))))
    pictures = await cog.attachments([review_graph(cog, match, review)], "review")
    await reply(interaction, "\n".join(lines), pictures=pictures, rows=rows, replace=True)


def review_in_words(match: Match, review: MatchReview) -> list[str]:
    """How well each seat played, and whom luck favoured."""
    lines = [_seat_line(match, review, seat) for seat in range(len(match.seats)) if review.of_seat(seat)]
    if review.luck is not None and len(match.seats) > 1:
        lines.append(_luck_line(match, review.luck))
    if not review.moments:
        lines.append(say(N_("Nobody made a clear mistake.")))
    return lines


async def review_of(interaction: Interaction, match: Match) -> tuple[Replay, MatchReview]:
    """The match and its review, stored or made now, which counts for the progress of those who played.

    Raises what `show_review` raises.
    """
    match = await viewable_match(interaction, match)
    reported_at, loop = 0.0, asyncio.get_running_loop()

    async def report(reviewed: int, decisions: int) -> None:
        nonlocal reported_at
        if loop.time() - reported_at >= PROGRESS_EVERY:
            reported_at = loop.time()
            await reply(interaction, progress_in_words(reviewed, decisions), replace=True)

    return await stored_or_made(interaction.client, match, interaction.user.id, report)


def progress_in_words(reviewed: int, decisions: int) -> str:
    words = N_("Reviewing the match: {done} of {decisions} decisions …")
    return say(words, done=reviewed, decisions=decisions)


async def stored_or_made(
    bot: Client, match: Match, user: int, report: Callable[[int, int], Awaitable[None]]
) -> tuple[Replay, MatchReview]:
    """A match that somebody may look at, and its review. Making one is told to `report`, as to `Reviewer.review`.

    Raises NotOver, and whatever `Records.replay` and `Reviewer.review` raise; ScreenRefusal if nothing was decided.
    """
    replay, review = await stored_review(bot, match)
    if review is None:
        review = await bot.computers.reviewer.review(replay, user, report)
        if not review.moves:
            raise ScreenRefusal(NOTHING_TO_REVIEW)
        try:
            await bot.matches.reviews.keep(match, review.document())
        except (Busy, NotWritable):  # then it's made again next time
            log.warning("Couldn't store the review of match %d", match.id)
    with suppress(Busy, NotWritable):  # then it's counted next time
        await bot.matches.progress.note(replay.match.id, _choices(review))
    return replay, review


async def stored_review(bot: Client, match: Match) -> tuple[Replay, MatchReview | None]:
    """A match that somebody may look at, and its review if there is one.

    Raises NotOver; otherwise as `Records.replay`.
    """
    if match.status is not Status.OVER:
        raise NotOver
    replay = await bot.matches.records.replay(match.id)
    stored = await bot.matches.reviews.get(match)
    if stored is not None:
        with suppress(LookupError, TypeError, ValueError):  # it's damaged, or the match is replayed otherwise by now
            return replay, MatchReview.of(stored, replay)
    return replay, None


def _choices(review: MatchReview) -> list[ReviewedChoice]:
    """All decisions, with what those missed of which it's known what was better."""
    found = []
    for one in review.moves:
        best = next((reason for reason in one.appraisal.best.reasons if not reason.against), None)
        missed = (best.sentence, best.values) if best is not None and one.is_mistake else None
        found.append(ReviewedChoice(one.played.number, not one.is_mistake, missed))
    return found


def improvements_of(review: MatchReview) -> list[Improvement]:
    """What would have been better, of each seat."""
    seats = {one.played.seat for one in review.moves}
    return [
        Improvement(
            one.played.number,
            one.appraisal.best.move,
            [(reason.sentence, reason.values, reason.places) for reason in one.appraisal.best.reasons],
        )
        for seat in sorted(seats)
        for one in review.moments_of(seat)
    ]


def _seat_line(match: Match, review: MatchReview, seat: int) -> str:
    """How close a player came to a strong computer's choices."""
    moves = review.of_seat(seat)
    sitting = match.seats[seat]
    return say(
        N_("{mark} {people}: {good} of {number} choices as good as a strong computer's"),
        mark=colour_disc(sitting.colour),
        people=people(sitting) or term(sitting.colour.capitalize()),
        good=sum(not one.is_mistake for one in moves),
        number=len(moves),
    )


def _luck_line(match: Match, luck: tuple[float, ...]) -> str:
    """Whom the dice favoured."""
    most = max(range(len(luck)), key=luck.__getitem__)
    words = N_("-# Luck favoured {colour} most. It doesn't count above.")
    return say(words, colour=match.seats[most].colour)


def review_graph(cog: Presentation, match: Match, review: MatchReview) -> Sheet:
    colours = [seat.colour for seat in match.seats]
    moments = [(one.step - 1, one.played.seat) for one in review.moments]
    ahead = max(range(len(colours)), key=review.leads[-1].__getitem__)
    words = N_("A graph of who was ahead over {turns} turns. {colour} is ahead at the end.")
    alt = say(words, turns=len(review.leads) - 1, colour=colours[ahead].capitalize())
    title, remark = game_title(match), say(N_("Review"))
    return Sheet(lambda: advantage_graph.draw(title, remark, review.leads, colours, moments, cog.sign), alt)


@action("review_of", "reply")
@action("review", "update")
async def open_review(click: Click) -> None:
    """Opens the review from the board of a finished match, or shows it again from one of its moments."""
    match = await click.match()
    try:
        await show_review(click.interaction, match)
    except (Refusal, ScreenRefusal) as refusal:  # in place of how far it was
        await reply(click.interaction, say_error(refusal), replace=True)


@action("review_moment", "update")
async def show_moment(click: Click) -> None:
    """One of the decisive moments: the board before it, what was played, and what would have been better."""
    replay, review = await review_of(click.interaction, await click.match())
    number = number_in(click.payload)
    if not 1 <= number <= len(review.moments):
        raise OutdatedButton
    moment = review.moments[number - 1]
    cog = cog_for(click.bot, replay.match.game)
    payload = f"{moment.step}.{replay.turn(moment.step).index(moment.played)}"
    rows: list[Any] = [
        row(
            button(say(N_("Back to the review")), "review", about=(replay.match.id, 0)),
            button(say(N_("Replay from here")), "replay", f"{moment.step - 1}.review", about=(replay.match.id, 0)),
            *try_out_buttons(replay.match, moment.played.before, payload, click.user),
        )
    ]
    if going_on := continue_select(cog, replay.match, moment.played.before, payload):
        rows.append(row(*going_on))
    pictures = await cog.attachments([moment_sheet(cog, moment)], "moment")
    await reply(click.interaction, moment_in_words(cog, replay, moment), pictures=pictures, rows=rows, replace=True)


def moment_sheet(cog: Presentation, moment: ReviewedMove) -> Sheet:
    """The board before a decisive move, as its seat saw it."""
    return cog.board_sheet(moment.played.before.sight(moment.played.seat), Marks())


def moment_in_words(cog: Presentation, replay: Replay, moment: ReviewedMove) -> str:
    """What was played, what would have been better and why, and in games that hide hands the hand."""
    before = moment.played.before
    move_played, better = (
        cog.describe_move(before, before.parse(move)) for move in (moment.played.move, moment.appraisal.best.move)
    )
    lines = [
        say(N_("### Turn {turn} of {turns}"), turn=moment.step, turns=replay.last),
        say(N_("Played: {move}"), move=move_played),
        say(N_("Better: {move}"), move=better),
    ]
    reasons = reasons_of(moment.appraisal.best)
    if reasons:
        lines.append(say(N_("-# It {reasons}."), reasons=reasons))
    if cog.game.hidden:
        lines.append(f"-# {cog.hand_in_words(before.sight(moment.played.seat))}")
    return "\n".join(lines)
