"""What the messages of tournaments say from the sign-up to the end, as it was: files in `told`; see tests/kept.py."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.tournament import TournamentTerms
from bot.match import Matches
from bot.match.decisions import proposals
from bot.match.values import Status
from cogs.shared.contests.screen import Screen
from cogs.shared.tournaments.screens import brackets_of, news_of, screens_of
from tests.cogs.conftest import Bot
from tests.cogs.telling import TOLD
from tests.cogs.tournaments.life import Life
from tests.kept import Keep

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME = "southern_cards"
MANY = 8  # more people than this are told of no longer than the pictures differ from those of few
SWISS, KNOCKOUT = TournamentTerms(Format.SWISS, GAME), TournamentTerms(Format.KNOCKOUT, GAME)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "terms", "people"),
    [
        ("swiss", replace(SWISS, rounds=3, rated=True, check_in=timedelta(hours=1)), 5),
        ("swiss-crowd", replace(SWISS, rounds=2), 17),
        ("groups", TournamentTerms(Format.GROUPS, GAME, seats=3, rounds=2), 7),
        ("knockout", replace(KNOCKOUT, duplicate=True), 6),
        ("knockout-crowd", KNOCKOUT, 17),
        ("round-robin", TournamentTerms(Format.ROUND_ROBIN, GAME, options={"layout": "zodiac"}), 4),
    ],
)
async def test_a_tournament_is_told_in_the_same_words(
    name: str, terms: TournamentTerms, people: int, bot: Bot, monkeypatch: pytest.MonkeyPatch, keep: Keep
) -> None:
    bot.clock = lambda: NOW
    bot.matches = Matches(bot.store, clock=lambda: bot.clock(), secret=bytes)
    bot.contests = Contests(bot.matches)
    life = Life(bot, monkeypatch)
    users = range(1001, 1001 + people)
    told = Told(life)
    await life.create(terms, people=users)
    await told.note("The sign-up")
    life.now += terms.sign_up - timedelta(minutes=30)
    if terms.check_in:
        for user in users:
            await life.bot.contests.tournaments.check_in(life.number, user)
        await told.note("The check-in")
    life.now += timedelta(minutes=30)
    await life.keeper.look()
    await told.note("The first round")
    if terms.kind in (Format.SWISS, Format.ROUND_ROBIN):
        await life.bot.contests.tournaments.leave(life.number, users[-1])
        await told.note("Somebody has left")
    while (await life.tournament()).running:
        await first_in_the_list_win(life)
        await told.note("All have been played")
        await life.keeper.look()
        await told.note("Afterwards")
        if people > MANY:
            await life.bot.contests.tournaments.close(life.number)
            await told.note("It is closed")
    keep("\n".join([*told.lines, ""]), TOLD / f"tournament-{name}.txt")


async def first_in_the_list_win(life: Life) -> None:
    """The others at each table resign."""
    tournament = await life.tournament()
    users = {player.number: player.user for player in tournament.players}
    for one in tournament.matches:
        if one.match_id is not None and one.status is Status.RUNNING:
            for number in one.players[1:]:
                if (await life.bot.matches.get(one.match_id)).status is Status.RUNNING:
                    await life.bot.matches.act(one.match_id, proposals.resign(users[number]))


class Told:
    """All that the messages show, as it changes."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.lines: list[str] = []
        self._screens: dict[int, str] = {}

    async def note(self, when: str) -> None:
        self.lines.append(f"# {when}")
        tournament = await self.life.tournament()
        news = news_of(self.life.bot, tournament)
        screens = screens_of(self.life.bot, tournament)
        for number, screen in (screens | {one.part: one.screen for one in news}).items():
            if screen.digest != self._screens.get(number):
                self._screens[number] = screen.digest
                self.lines += ["", *described(screen)]
        if tournament.terms.kind is Format.KNOCKOUT and tournament.rounds:
            for bracket in brackets_of(tournament):
                self.lines += ["", f"{bracket.name}:"]
                for column in bracket.rounds:
                    pairs = [
                        " - ".join("?" if side is None else str(side.drawn) for side in pair.sides)
                        + ("" if pair.winner is None else f" won by {pair.winner}")
                        for pair in column
                    ]
                    self.lines.append("; ".join(pairs))
        self.lines.append("")


def described(screen: Screen) -> list[str]:
    buttons = [f"[{label}] {action} {payload}" for label, action, payload in screen.buttons]
    return [screen.words, *buttons, *([f"picture: {screen.alt}"] if screen.alt else [])]
