"""All refusals of the match layer. A refusal changes nothing."""

from collections.abc import Callable
from typing import Any, ClassVar

from bot.rules.api import Explained, Words, fill
from bot.store import Announced
from bot.text import N_

PROBLEM = 600  # the length of an error message about a document
VALUE, LISTED = 60, 8  # of a message that is longer: letters of a value, and values of a list


class Refusal(Exception):
    """One sentence for the player: `sentence` and `values` are for the catalogues, `str()` is the whole in English.

    `sentence` is English with named placeholders, and `values` fills them in.
    """

    SENTENCE: ClassVar[str] = N_("You can't do that now.")

    def __init__(self, **values: object) -> None:
        self.sentence = self.SENTENCE
        self.values = values
        super().__init__(fill(self.sentence, values))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
        """Pickles and copies without calling the class, whose arguments differ and whose text may contain braces."""
        return _rebuild, (type(self), self.args), self.__dict__


def _rebuild(kind: type[Refusal], args: tuple[Any, ...]) -> Refusal:
    return kind.__new__(kind, *args)


class NoSuchMatch(Refusal):
    SENTENCE = N_("There's no match {match}.")


class UnknownGame(Refusal):
    SENTENCE = N_("This bot doesn't have the game {game}.")


def explain(error: ValueError) -> Explained | Words | str:
    """What is wrong with a document, for `NotARecord` and `BadOption`: short enough for a reply, and translatable."""
    if len(problem := str(error)) <= PROBLEM:
        return error if isinstance(error, Explained) else problem
    if isinstance(error, Explained) and len(str(words := _shorter(error))) <= PROBLEM:
        return words
    return problem[: PROBLEM - 1] + "…"


def _shorter(words: Explained | Words) -> Words:
    """A sentence with its values cut short, since what is long in it comes from a document."""
    return Words(words.sentence, {name: _cut(value) for name, value in words.values.items()})


def _cut(value: object) -> object:
    if isinstance(value, Explained | Words):
        return _shorter(value)
    if isinstance(value, tuple):
        return (*map(_cut, value[:LISTED]), *(["…"] if len(value) > LISTED else []))
    if isinstance(value, str) and len(value) > VALUE:
        return value[: VALUE - 1] + "…"
    return value


class BadOption(Refusal):
    """The game refuses its options or the number of seats; `problem` is its own sentence."""

    SENTENCE = N_("These options don't work together: {problem}.")


class NotInThisChannel(Refusal):
    SENTENCE = N_("This server opens tables only in {channels}.")


class NoSearchesHere(Refusal):
    SENTENCE = N_("This server doesn't let its members look for opponents on other servers.")


class NoComputersHere(Refusal):
    SENTENCE = N_("Computers are off on this server. Invite people instead.")


class TooManyTables(Refusal):
    SENTENCE = N_("You've reached the limit of open tables ({limit}). Start or cancel one of them first.")


class TooManyMatches(Refusal):
    SENTENCE = N_("You've reached the limit of matches ({limit}). Finish or resign one of them first.")


class PlaysTooMany(Refusal):
    SENTENCE = N_("Someone on {colour} has reached the limit of matches ({limit}).")


class TooManyInvited(Refusal):
    SENTENCE = N_("You invited {invited}, but there's room for only {free} besides you.")


class NotOpen(Refusal):
    SENTENCE = N_("This table is no longer open.")


class NotRunning(Refusal):
    """Only possible while a match runs."""

    SENTENCE = N_("This match hasn't started yet.")


class MatchOver(NotRunning):
    """The match has ended, or its table was cancelled."""

    SENTENCE = N_("This match is over.")


class NotOver(Refusal):
    SENTENCE = N_("This match isn't over yet. Try again when it has ended.")


class NoRematch(Refusal):
    SENTENCE = N_("This match can't have a rematch: it was private, or its series isn't over.")


class NotReplayable(Refusal):
    SENTENCE = N_("Parts of this match were played under older rules that this version of Crux can't replay.")


class Frozen(NotRunning):
    """The match waits for a release of the bot that can continue it; `reference` finds the cause in the bot's log."""

    SENTENCE = N_(
        "This match is frozen because this version of Crux can't continue it. Nothing is lost, and a later version "
        "can pick it up again. If you ask about it, mention the reference **{reference}**."
    )


class TableFull(Refusal):
    SENTENCE = N_("Every seat at this table is taken.")


class SeatTaken(Refusal):
    SENTENCE = N_("Someone else already has {colour}.")


class SeatCrowded(Refusal):
    SENTENCE = N_("{people} people already share {colour}, and that's the most a seat can have.")


class NoSuchSeat(Refusal):
    SENTENCE = N_("This table doesn't have that seat.")


class AlreadySeated(Refusal):
    SENTENCE = N_("You already have a seat at this table.")


class NotInvited(Refusal):
    """The remaining seats are reserved for others, or one of the others has blocked this person."""

    SENTENCE = N_("There's no free seat for you here.")


class SeatsReserved(NotInvited):
    """A computer would take the seat of somebody who is invited."""

    SENTENCE = N_("The remaining seats are reserved for invited players.")


class CantBeInvited(Refusal):
    """These people play too many matches, the operator has blocked them, or one of them and of the others has blocked
    the other."""

    SENTENCE = N_("{people} can't be invited right now.")


class HasBlocked(Refusal):
    """The person themselves has blocked these people."""

    SENTENCE = N_("You've blocked {people}, so you can't play together.")


class BlockedTooMany(Refusal):
    SENTENCE = N_("You can block {limit} people at most.")


class NotInThisMatch(Refusal):
    SENTENCE = N_("You aren't playing in this match.")


class YouHaveResigned(NotInThisMatch):
    SENTENCE = N_("You've resigned this match.")


class NotTheOpener(Refusal):
    SENTENCE = N_("Only the person who opened this table can do that.")


class SeatsEmpty(Refusal):
    SENTENCE = N_("Seats that are still empty: {empty}. The match can start once they're all taken.")


class NotPosted(Refusal):
    """The table's message, and with it the salt of the match's luck, isn't known yet."""

    SENTENCE = N_("The table is still being posted. Try again in a moment.")


class BoardHasMoved(Refusal):
    """The person saw version `seen` of the match; the position is that of version `now`."""

    SENTENCE = N_("This board is out of date.")

    def __init__(self, *, seen: int, now: int) -> None:
        super().__init__(seen=seen, now=now)
        self.seen = seen
        self.now = now


class NotYourTurn(Refusal):
    SENTENCE = N_("It's {colour}'s turn.")


class NotExpired(Refusal):
    """The turn's time hasn't run out, or the others can't claim it."""

    SENTENCE = N_("There's nothing to claim: no opponent is out of time.")


class TooLongAVacation(Refusal):
    """More days of vacation than a `year` has left; `days` can be taken from now on."""

    SENTENCE = N_("That's too long: you get 21 days of vacation in {year}. Starting now, you can take {days} at most.")


class UnknownZone(Refusal):
    SENTENCE = N_("“{zone}” isn't a time zone I know. Write it like Europe/Rome or America/New_York.")


class NoComputer(Refusal):
    """No computer sits on the seat, or on any."""

    SENTENCE = N_("There's no computer on that seat.")


class NoComputerToMove(Refusal):
    SENTENCE = N_("It isn't a computer's turn.")


class NotAbsent(Refusal):
    SENTENCE = N_(
        "A computer can take over {colour} only if everyone on that seat has left the server or missed two turns in a "
        "row."
    )


class NotReplaceable(Refusal):
    SENTENCE = N_("You can replace {colour} only if everyone on that seat has left the server or missed the last turn.")


class HasPlayed(Refusal):
    """The person had another seat there before they were forgotten."""

    SENTENCE = N_("You've played another seat of this match before Crux forgot you.")


class NotAbandoned(Refusal):
    SENTENCE = N_(
        "You can give {colour} to someone else only if everyone on that seat has left the server or missed two turns "
        "in a row."
    )


class FillsAlone(Refusal):
    SENTENCE = N_(
        "Your side can't decide alone who plays {colour}, and nobody else is left to agree. After two missed turns a "
        "computer can take over."
    )


class OrganisersDecide(Refusal):
    SENTENCE = N_("In leagues and tournaments those who run them decide who takes over a seat.")


class PlaysThereToo(Refusal):
    SENTENCE = N_("You play in this match yourself. Ask someone else who runs leagues and tournaments here.")


class PlaysInContest(Refusal):
    SENTENCE = N_("{person} plays in the same league or tournament.")


class PlaysAlready(Refusal):
    SENTENCE = N_("That player is or was in this match.")


class HasResigned(Refusal):
    SENTENCE = N_("{colour} has resigned, and a computer is already playing that seat.")


class NothingProposed(Refusal):
    SENTENCE = N_("There's nothing for you to agree to or decline.")


class NothingToTakeBack(Refusal):
    """No decision of this turn can be undone: there is none, luck was drawn, or it ended something."""

    SENTENCE = N_(
        "There's nothing to undo. Within a turn you can undo your own decisions until dice are rolled or cards are "
        "drawn."
    )


class NothingToUndo(Refusal):
    SENTENCE = N_("You have no move to undo.")


class HidesTooMuch(Refusal):
    """A move showed something hidden, which can't be unseen."""

    SENTENCE = N_("You can't undo in this game: a move reveals what was hidden.")


class HidesTooMuchAlone(HidesTooMuch):
    """Like `HidesTooMuch`, for a person who plays alone."""

    SENTENCE = N_("You can't undo your last move: it revealed something hidden.")


class LuckHasSpoken(Refusal):
    SENTENCE = N_("You can't undo your last move: dice have been rolled or cards drawn since.")


class OtherRulesSince(Refusal):
    SENTENCE = N_("You can't undo your last move: Crux was updated to new rules since then.")


class RatedNoUndo(Refusal):
    SENTENCE = N_("This match is rated, so finished moves can't be undone.")


class ProfileHidden(Refusal):
    """The person doesn't let the viewer see their profile, or has none."""

    SENTENCE = N_("{person} has no profile that you can see.")


class StaysApart(Refusal):
    SENTENCE = N_("Other tables play with the same luck, so this match stays in its thread until the round is over.")


class AlreadyProposed(Refusal):
    SENTENCE = N_("There's already an open request. It has to be answered first.")


class OwnRequestOpen(AlreadyProposed):
    SENTENCE = N_("Your own request is still open.")


class AskedBefore(Refusal):
    SENTENCE = N_("You've already asked for that. You can ask again after the next move.")


class AskedSomebodyElse(Refusal):
    SENTENCE = N_("Only {person} was asked to take this seat.")


class PlaysApart(Refusal):
    """The table of parallel matches has no position of its own."""

    SENTENCE = N_("Each of you plays your own game here in private.")


class NotFinished(Refusal):
    SENTENCE = N_("You can see the others' scores once you've finished your own game.")


class Busy(Refusal, Announced):
    """Too many others wrote at the same moment."""

    SENTENCE = N_("Crux is very busy right now, so nothing was changed. Please try again.")


class TableHasChanged(Refusal):
    """Someone sat down or left while the match was being started."""

    SENTENCE = N_("Someone just joined or left.")


class NotWritable(Busy):
    """The disk is full or the database read-only. Only those who can't wait see this; everything else is retried."""

    SENTENCE = N_("I can't write to my database right now.")


class Unsure(NotWritable):
    """The database was lost while it wrote, and isn't back: all was written, or nothing."""


# Replays and records


class StillHidden(NotOver):
    """A match of a game with hidden information can't be shown in part."""

    SENTENCE = N_("Part of this match is still hidden. You can replay it once it's over.")


class OthersStillPlay(NotOver):
    """Matches with the same luck are still running."""

    SENTENCE = N_(
        "Others are still playing the same cards. You can replay, export and verify your game once everyone has "
        "finished."
    )


class StillSealed(NotOver):
    SENTENCE = N_(
        "The luck of this match is still sealed. Its seed is published once the match, or its series, is over."
    )


class NothingPlayed(Refusal):
    SENTENCE = N_("Nothing was played at this table.")


class PlayedApart(Refusal):
    """The moves of parallel matches are in their private matches, not at their table."""

    SENTENCE = N_("Everyone played their own game here in private. Each player can replay only their own.")


class NotARecord(Refusal):
    """The file isn't a valid record of a match; `problem` begins with the place of the error."""

    SENTENCE = N_("This file can't be used: {problem}")


class TookTooLong(NotARecord):
    """Replaying a record took too long."""

    def __init__(self) -> None:
        super().__init__(problem=Words("replaying it takes too long"))


class KeptBack(Refusal):
    SENTENCE = N_("This file was exported during the match, so its luck is missing.")


# The daily


class NoSuchDaily(Refusal):
    """There is no deal for this day: it hasn't begun, or was before the first daily."""

    SENTENCE = N_("There's no daily for {day}.")


class DailyIsOver(Refusal):
    SENTENCE = N_("This daily is over.")


class DailyTried(Refusal):
    """The person had begun it before they were forgotten."""

    SENTENCE = N_("You had your try at this daily before Crux forgot you. Tomorrow there's a new one.")


class DailyNotFinished(Refusal):
    SENTENCE = N_("Finish your own try first. Then you can practise with the same cards.")


# The board in the browser


class LinkIsOver(Refusal):
    SENTENCE = N_("This link has expired or was used before.")
