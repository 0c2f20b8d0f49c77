"""Refusals of the screens themselves, and the next step for each refusal of a match or contest."""

from collections.abc import Mapping, Sequence

from bot.contests.values import league, tournament
from bot.match import Refusal
from bot.match.values import errors, puzzle_errors
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
    errors.NoSuchMatch: N_("See your matches with `/match list`."),
    errors.NoSearchesHere: N_("Use the command in direct messages with me, or ask somebody who manages this server."),
    errors.TooManyTables: N_("List them with `/match list`, or cancel one with `/match cancel`."),
    errors.TooManyMatches: N_("List them with `/match list`, or give one up with `/match resign`."),
    errors.PlaysTooMany: N_("They can finish or resign one, or press **Leave**."),
    errors.TooManyInvited: N_("Invite fewer people, or choose more `seats`."),
    errors.NotOpen: N_("Open a new one with `/{game} start`."),
    errors.NotRunning: N_("It begins when a player at the table presses **Start**."),
    errors.MatchOver: N_("Open a new table with `/{game} start`."),
    errors.Frozen: None,  # its sentence is enough
    errors.TableFull: N_("You can watch, or open your own table with `/{game} start`."),
    errors.SeatCrowded: N_("Please choose another seat."),
    errors.SeatTaken: N_("Please choose another seat."),
    errors.AlreadySeated: N_("Use **Choose a seat** to move, or **Leave** to give it up."),
    errors.NotInvited: N_("You can watch, or open your own table with `/{game} start`."),
    errors.SeatsReserved: N_("They can press **Decline**. You can also **Cancel** the table and open another."),
    errors.CantBeInvited: N_("Please choose someone else."),
    errors.HasBlocked: N_("To unblock someone, use `/privacy unblock`."),
    errors.BlockedTooMany: N_("To unblock someone, use `/privacy unblock`."),
    errors.NotInThisMatch: N_("You can open your own table with `/{game} start`."),
    errors.NotTheOpener: None,
    errors.NotYourTurn: N_("I'll ping you when it's yours."),
    errors.NoComputer: N_("To add one, use **Add a computer**."),
    errors.NotAbsent: N_("Post the current board with `/{game} board`."),
    errors.HidesTooMuch: N_("To end the match, offer a draw with `/match draw`."),
    errors.HidesTooMuchAlone: N_("Play on, or resign with `/match resign`."),
    errors.LuckHasSpoken: None,
    errors.NothingToUndo: None,
    errors.NotReplaceable: N_("Post the current board with `/{game} board`."),
    errors.PlaysAlready: N_("Please choose someone else."),
    errors.PlaysInContest: N_("Please choose someone else."),
    errors.NoRematch: N_("Open a new table with `/{game} start`."),
    errors.AlreadyProposed: N_("Press **Agree** or **Decline** under the current board."),
    errors.OwnRequestOpen: N_("To withdraw it, press **Decline** under the current board."),
    errors.AskedSomebodyElse: N_("Players of this match ask people with `/match replace`."),
    errors.BoardHasMoved: N_("Post the current one with `/{game} board`."),
    errors.NotExpired: N_("See how much time is left with `/match list`."),
    errors.TooLongAVacation: N_("See how many days you have left with `/match vacation`."),
    errors.UnknownZone: N_("`/match remind` suggests time zones as you type."),
    errors.OrganisersDecide: N_("Ask one of them to use `/match replace`."),
    errors.PlaysApart: N_("**Play** under the match's board opens yours."),
    errors.TableHasChanged: N_("Check who's playing, then press **Start** again."),
    errors.KeptBack: N_("Export it again with `/match export` once the match is over."),
    errors.DailyIsOver: N_("Play today's with `/daily play`."),
    puzzle_errors.NoMorePuzzles: N_("Choose another game with `/puzzle`."),
    puzzle_errors.AskedInRun: N_("**Runs** under `/puzzle` leads you back to it."),
    puzzle_errors.RunGoesOn: N_("**Runs** under `/puzzle` leads you back to it."),
    puzzle_errors.NoSuchRun: N_("Begin another one with **Runs** under `/puzzle`."),
    puzzle_errors.NoSuchExercise: N_("See your book with **My book** under `/puzzle`."),
    puzzle_errors.BookIsFull: N_("Take some out with **My book** under `/puzzle`."),
    puzzle_errors.NoMoreOfTheme: N_("Choose another `theme` with `/puzzle`."),
    puzzle_errors.NoSuchPuzzle: N_("Get another one with `/puzzle`."),
    league.NoLeagueNow: N_("Those who run leagues can open one with `/league create`."),
    league.WhichLeague: N_("Choose one with the option `league`, which lists them."),
    league.TooManyLeagues: N_("Close one with `/league close`."),
    tournament.NoTournamentNow: N_("Those who run tournaments can open one with `/tournament create`."),
    tournament.WhichTournament: N_("Choose one with the option `tournament`, which lists them."),
    tournament.TournamentIsClosed: None,
    tournament.TournamentIsOver: N_("See how it ended with `/tournament table`."),
    tournament.TooManyTournaments: N_("Close one with `/tournament close`."),
    tournament.RoundsForTournament: N_("Leave out `rounds`."),
    tournament.RoundTooShort: N_("Choose a longer `round`, or a shorter `time`."),
    tournament.NotYetInTheTournament: N_("Join it with `/tournament join`."),
}


def next_step(refusal: Refusal) -> str | None:
    """The sentence that says what to do instead; None if the refusal says it itself."""
    return next((NEXT_STEPS[kind] for kind in type(refusal).__mro__ if kind in NEXT_STEPS), None)
