"""Every way in which the match layer says no. A refusal changes nothing."""

from collections.abc import Callable
from typing import Any, ClassVar

from bot.text import N_


class Refusal(Exception):
    """One sentence for the player; `sentence` and `values` for the catalogues, `str()` for the English whole.

    `sentence` is English with named places and `values` what stands in them.
    """

    SENTENCE: ClassVar[str] = N_("That can't be done now.")

    def __init__(self, **values: object) -> None:
        self.sentence = self.SENTENCE
        self.values = values
        super().__init__(self.sentence.format(**values))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
        """For pickle and copy: as it is, whatever its class is made from; a whole text may hold braces of its own."""
        return _made_again, (type(self), self.args), self.__dict__


def _made_again(kind: type[Refusal], args: tuple[Any, ...]) -> Refusal:
    return kind.__new__(kind, *args)


class NoSuchMatch(Refusal):
    """No match has this number."""

    SENTENCE = N_("There is no match {match}.")


class UnknownGame(Refusal):
    """The game isn't installed."""

    SENTENCE = N_("This bot doesn't know the game {game}.")


class BadOption(Refusal):
    """The game refuses its options or the number of seats; `problem` is its own sentence."""

    SENTENCE = N_("The table can't be set up like that: {problem}.")


class TooManyTables(Refusal):
    """One person has opened too many tables that haven't begun."""

    SENTENCE = N_("You have {limit} open tables already. Start or cancel one of them first.")


class TooManyMatches(Refusal):
    """The person plays as many matches as one person may at the same time."""

    SENTENCE = N_("You already play {limit} matches, the most at the same time. Finish or resign one of them first.")


class PlaysTooMany(Refusal):
    """Somebody at the table plays as many matches as one person may at the same time."""

    SENTENCE = N_("Somebody on {colour} already plays {limit} matches and can't start another.")


class TooManyInvited(Refusal):
    """More people are invited than seats are left."""

    SENTENCE = N_("{invited} people are invited, but besides you only {free} can sit down.")


class NotOpen(Refusal):
    """Something that is only possible before the start."""

    SENTENCE = N_("This table isn't open any more.")


class NotRunning(Refusal):
    """Something that is only possible while a match runs."""

    SENTENCE = N_("This match hasn't started yet.")


class MatchOver(NotRunning):
    """The match has ended, or its table was cancelled."""

    SENTENCE = N_("This match is over.")


class NotOver(Refusal):
    """Something that is only possible after the end."""

    SENTENCE = N_("This match isn't over yet.")


class NoRematch(Refusal):
    """A match that was played in private, or whose series isn't over."""

    SENTENCE = N_("This match can't be played again like this: it was private, or its series goes on.")


class NotReplayable(Refusal):
    """The installed rules don't take every move of the match."""

    SENTENCE = N_("Parts of this match were played by older rules, which this version of the bot can't replay.")


class Frozen(NotRunning):
    """The match waits for a release of the bot that can go on with it; `reference` finds the cause in the bot's log."""

    SENTENCE = N_(
        "This match is frozen: this version of the bot can't go on with it. Nothing is lost; it goes on as soon as "
        "a version can. If you ask about it, give the reference {reference}."
    )


class TableFull(Refusal):
    """Every seat is taken."""

    SENTENCE = N_("Every seat at this table is taken.")


class SeatTaken(Refusal):
    """Somebody else sits there."""

    SENTENCE = N_("Somebody else sits on {colour} already.")


class SeatCrowded(Refusal):
    """As many people as may share a seat sit there."""

    SENTENCE = N_("{people} people share {colour} already, and one seat has room for no more.")


class NoSuchSeat(Refusal):
    """The table has no seat of this number."""

    SENTENCE = N_("This table has no such seat.")


class AlreadySeated(Refusal):
    """The person sits at this table."""

    SENTENCE = N_("You sit at this table already.")


class NotInvited(Refusal):
    """The seats that are left are kept for people who were invited."""

    SENTENCE = N_("The seats that are left are kept for the people who were invited.")


class NotInThisMatch(Refusal):
    """The person has no seat in the match."""

    SENTENCE = N_("You don't play in this match.")


class NotTheOpener(Refusal):
    """Only the person who opened the table may do this."""

    SENTENCE = N_("Only the person who opened this table can do that.")


class SeatsEmpty(Refusal):
    """The match can't start yet."""

    SENTENCE = N_("Seats still empty: {empty}. The match can start when somebody sits on each.")


class NotPosted(Refusal):
    """The table's message isn't known yet, and with it the salt of the match's luck."""

    SENTENCE = N_("The table's message isn't there yet. Try again in a moment.")


class BoardHasMoved(Refusal):
    """The person saw version `seen` of the match; the position is that of version `now`."""

    SENTENCE = N_("This board has moved on since you saw it.")

    def __init__(self, *, seen: int, now: int) -> None:
        super().__init__(seen=seen, now=now)
        self.seen = seen
        self.now = now


class NotYourTurn(Refusal):
    """Another seat is to move."""

    SENTENCE = N_("It is {colour}'s turn now.")


class NotExpired(Refusal):
    """There is no turn of others whose time is over, or nothing to be claimed for it."""

    SENTENCE = N_("There is nothing for you to claim: no other side's time is over.")


class TooLongAVacation(Refusal):
    """Somebody wants more days of vacation than a `year` has; they could take `days` from now on."""

    SENTENCE = N_("That is too long: you have 21 days of vacation in {year}. From now on you can take {days} at most.")


class UnknownZone(Refusal):
    """No time zone is called like that."""

    SENTENCE = N_("“{zone}” is no time zone I know. Write it like Europe/Rome or America/New_York.")


class NoComputer(Refusal):
    """No computer sits on the seat, or on none at all."""

    SENTENCE = N_("No computer sits there.")


class NoComputerToMove(Refusal):
    """It is no computer's turn."""

    SENTENCE = N_("It is no computer's turn now.")


class NotAbsent(Refusal):
    """A computer may take over only where nobody is left who could play."""

    SENTENCE = N_(
        "A computer can take over {colour} only when everybody who plays it has left the server, or has let two "
        "turns in a row pass."
    )


class NotReplaceable(Refusal):
    """Somebody new may play only where nobody is left who could."""

    SENTENCE = N_(
        "Somebody else can play {colour} only when everybody who plays it has left the server, or has let the last "
        "turn pass."
    )


class PlaysAlready(Refusal):
    """Nobody plays two seats of a match."""

    SENTENCE = N_("Whoever takes the seat must be somebody who doesn't play in this match yet.")


class HasResigned(Refusal):
    """A computer plays this seat to the end already, as it has resigned."""

    SENTENCE = N_("{colour} has resigned, and a computer plays on for it already.")


class NothingProposed(Refusal):
    """There is no proposal that this person could answer."""

    SENTENCE = N_("There is nothing here for you to agree to or to decline.")


class NothingToTakeBack(Refusal):
    """No decision of this turn can be taken back: there is none, luck was drawn, or it ended something."""

    SENTENCE = N_("There is nothing to take back: only your own decisions of this turn can be, until luck has spoken.")


class NothingToUndo(Refusal):
    """The seat has decided nothing that stands and that the others could be asked about."""

    SENTENCE = N_("There is no move of yours that could be taken back.")


class HidesTooMuch(Refusal):
    """A move of a game that hides something has shown what can't be unseen."""

    SENTENCE = N_("In this game what the players hold is hidden, and what a move has shown can't be unseen: it stands.")


class HidesTooMuchAlone(HidesTooMuch):
    """As `HidesTooMuch`, where somebody plays alone."""

    SENTENCE = N_("Your last move has shown you what was hidden, so it stands.")


class LuckHasSpoken(Refusal):
    """Luck was drawn by one's newest decision or after it."""

    SENTENCE = N_("Luck was drawn with your last move or since, and what it showed can't be unseen: the move stands.")


class OtherRulesSince(Refusal):
    """The match was taken over to other rules after one's newest decision."""

    SENTENCE = N_("The bot was renewed with other rules since your last move, and what was played before that stands.")


class AlreadyProposed(Refusal):
    """A proposal waits for its answers; a second one would be taken for it."""

    SENTENCE = N_("There is a proposal already. It has to be answered first.")


class PlaysApart(Refusal):
    """The table of parallel matches has no position of its own."""

    SENTENCE = N_(
        "Each of you plays a game of your own here, in private; **Play** under the match's board opens yours."
    )


class NotFinished(Refusal):
    """What the others have made is kept from whoever still plays."""

    SENTENCE = N_("You see what the others have made once you have finished your own game.")


class Busy(Refusal):
    """Too many others wrote at the same moment."""

    SENTENCE = N_("The bot is very busy just now. Nothing was changed; please try again.")


class TableHasChanged(Refusal):
    """Somebody sat down or got up while it was being started."""

    SENTENCE = N_("Somebody sat down or got up just now. Look who plays, then press **Start** again.")


class NotWritable(Busy):
    """The disk is full, or the database read-only; what can't wait is told so, all else is tried again."""

    SENTENCE = N_("My database can't be written right now.")


# Replays and records


class StillHidden(NotOver):
    """A match of a game that hides things is only shown whole."""

    SENTENCE = N_("What the players hold is hidden as long as this match runs: it can be replayed once it is over.")


class OthersStillPlay(NotOver):
    """The luck of a match is that of others which are still running."""

    SENTENCE = N_(
        "Others still play with the same luck. Your game can be replayed, exported and verified once all are through."
    )


class StillSealed(NotOver):
    """The seed of the match isn't published yet."""

    SENTENCE = N_(
        "The luck of this match is still sealed. Its seed is published when the match, or the series it belongs to, "
        "is over."
    )


class NothingPlayed(Refusal):
    """A table that was closed before anything was played."""

    SENTENCE = N_("Nothing was played at this table.")


class PlayedApart(Refusal):
    """The table of parallel matches, whose moves are those of private matches."""

    SENTENCE = N_("Everybody played a game of their own here, in private. Each of them can look at their own.")


class NotARecord(Refusal):
    """A file can't be taken for the record of a match; `problem` begins with the place that is wrong."""

    SENTENCE = N_("This file can't be used: {problem}.")


class TookTooLong(NotARecord):
    """Playing a record again was given up."""

    def __init__(self) -> None:
        super().__init__(problem=N_("playing it again takes too long"))


class KeptBack(Refusal):
    """A record was exported while the match was running, without the luck that is needed to play it again."""

    SENTENCE = N_(
        "This record was exported while its match was running, and its luck is left out. Once the match is over, "
        "`/match export` gives the whole of it."
    )
