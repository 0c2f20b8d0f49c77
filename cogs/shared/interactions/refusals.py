"""Refusals of the screens themselves, and the next step for each refusal of a match."""

from collections.abc import Mapping, Sequence

from bot.match import (
    AlreadyProposed,
    AlreadySeated,
    BoardHasMoved,
    Frozen,
    HidesTooMuch,
    HidesTooMuchAlone,
    LuckHasSpoken,
    MatchOver,
    NoComputer,
    NoRematch,
    NoSuchMatch,
    NotAbsent,
    NotExpired,
    NothingToUndo,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotReplaceable,
    NotRunning,
    NotTheOpener,
    NotYourTurn,
    PlaysAlready,
    PlaysTooMany,
    Refusal,
    SeatCrowded,
    SeatTaken,
    TableFull,
    TooLongAVacation,
    TooManyInvited,
    TooManyMatches,
    TooManyTables,
    UnknownZone,
)
from bot.text import N_


class ScreenRefusal(Refusal):
    """A refusal whose sentence is written where it is raised."""

    def __init__(self, sentence: str, /, **values: object) -> None:
        Exception.__init__(self, sentence.format(**values))
        self.sentence = sentence
        self.values = values


class WhichMatch(ScreenRefusal):
    """Several matches fit, with the ids `matches`, or none."""

    def __init__(self, sentence: str, /, matches: Sequence[int] = (), **values: object) -> None:
        super().__init__(sentence, **values)
        self.matches = matches


class MissingPermissions(ScreenRefusal):
    """The bot lacks permissions to post here."""


# What people can do instead. The most specific class decides.
NEXT_STEPS: Mapping[type[Refusal], str | None] = {
    NoSuchMatch: N_("See your matches with `/match list`."),
    TooManyTables: N_("List them with `/match list`, or close one with `/match cancel`."),
    TooManyMatches: N_("List them with `/match list`, or give one up with `/match resign`."),
    PlaysTooMany: N_("They can finish or resign one, or press **Leave**."),
    TooManyInvited: N_("Invite fewer people, or choose more `seats`."),
    NotOpen: N_("Open a new one with `/{game} start`."),
    NotRunning: N_("It begins when a player at the table presses **Start**."),
    MatchOver: N_("Open a new table with `/{game} start`."),
    Frozen: None,  # its sentence is enough
    TableFull: N_("You can watch, or open your own table with `/{game} start`."),
    SeatCrowded: N_("Please choose another seat."),
    SeatTaken: N_("Please choose another seat."),
    AlreadySeated: N_("Press **Leave** first if you'd like another seat."),
    NotInvited: N_("You can watch, or open your own table with `/{game} start`."),
    NotInThisMatch: N_("You can watch it here, or open your own table with `/{game} start`."),
    NotTheOpener: N_("Press **Leave** to give up your own seat."),
    NotYourTurn: N_("I'll ping you when it's yours."),
    NoComputer: N_("To add one, use **Add a computer**."),
    NotAbsent: N_("Post the current board with `/{game} board`."),
    HidesTooMuch: N_("To end the match, offer a draw with `/match draw`."),
    HidesTooMuchAlone: N_("Play on, or resign with `/match resign`."),
    LuckHasSpoken: None,
    NothingToUndo: None,
    NotReplaceable: N_("Post the current board with `/{game} board`."),
    PlaysAlready: N_("Please choose someone else."),
    NoRematch: N_("Open a new table with `/{game} start`."),
    AlreadyProposed: N_("Press **Agree** or **Decline** under the current board."),
    BoardHasMoved: N_("Post the current one with `/{game} board`."),
    NotExpired: N_("See how much time is left with `/match list`."),
    TooLongAVacation: N_("See how many days you have left with `/match vacation`."),
    UnknownZone: N_("`/match remind` suggests time zones as you type."),
}


def next_step(refusal: Refusal) -> str | None:
    """The sentence that says what to do instead; None if the refusal says it itself."""
    return next((NEXT_STEPS[kind] for kind in type(refusal).__mro__ if kind in NEXT_STEPS), None)
