"""What the commands and buttons of leagues and of tournaments do alike: finding, closing, moving and leaving one."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic

import discord
from discord import app_commands

from bot.contests.parts.part import Contest, ContestPart
from bot.contests.values.league import LeaguePlayer, NotInTheLeague, Season
from bot.contests.values.tournament import NotInTheTournament, Tournament, TournamentPlayer
from bot.match import Status
from bot.text import N_, say
from cogs.shared.access.permissions import check_permissions
from cogs.shared.access.visibility import viewer_of
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.client import Client
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.contests.running import check_organiser, server_of
from cogs.shared.interactions.autocomplete import Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, button, number_in, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import LARGEST_ID, Command, slash

_PLAYER = N_("Who no longer takes part; for someone who has left the server, their id")

_GOES_ON = N_("Where a substitute plays, the match goes on.")

_REMOVED = re.compile(r"([0-9]{1,9})\.([0-9]{1,19})", re.ASCII)
"""What a button that removes somebody carries: the number of the contest, and the person."""

Played = tuple[Season, LeaguePlayer] | tuple[Tournament, TournamentPlayer]
Show = Callable[[Interaction, Contest], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ContestWords:
    """The sentences of one kind. Their placeholder is its key, as some languages inflect what stands beside it.

    `removing` and `leaving` ask while no match of that person runs, and while one does; `ends` says what becomes of
    one that a substitute plays, if too few are left at the table.
    """

    which: str
    missing: str
    remove: str
    removing: tuple[str, str]
    close: str
    closing: str
    closed: str
    moved: str
    leave: str
    leaving: tuple[str, str]
    left: str
    ends: str


class ContestCommands(Generic[Contest]):
    """The commands and buttons that one kind has. Its `key` is the name of their option, and begins their actions.

    `playing` says where somebody plays who would have to resign, None if they'd only be taken off the list; `private`
    whether one has private threads.
    """

    def __init__(
        self,
        key: str,
        words: ContestWords,
        part: Callable[[Client], ContestPart[Any, Contest]],
        playing: Callable[[Interaction, Contest, int], Awaitable[Played | None]],
        private: Callable[[Contest], bool],
    ) -> None:
        self._key = key
        self._words = words
        self._part = part
        self._playing = playing
        self._private = private
        self.on_click("leave")(self.ask_to_leave)
        action(f"{key}_leave_now", "update")(self.leave_now)
        action(f"{key}_close", "update")(self.close)
        action(f"{key}_remove", "update")(self.remove_now)

    # Finding one

    def contest_command(self, name: str, description: str, show: Show[Contest], *, also_over: bool = False) -> Command:
        """A command about one, which may be left out as `ContestPart.find` says."""

        @app_commands.rename(contest=self._key)
        @app_commands.describe(contest=self._words.which)
        async def command(interaction: Interaction, contest: str | None = None) -> None:
            await show(interaction, await self._find(interaction, contest, also_over=also_over))

        return slash(name, description, command, contest=self.suggest)

    def on_click(self, name: str) -> Callable[[Show[Contest]], Show[Contest]]:
        """Makes the function answer the button of this name as well, whose payload is the number of one."""

        def register(show: Show[Contest]) -> Show[Contest]:
            @action(f"{self._key}_{name}", "reply")
            async def answer(click: Click) -> None:
                await show(click.interaction, await self.of_click(click))

            return show

        return register

    async def of_click(self, click: Click) -> Contest:
        """The one of this server that a button names. OutdatedButton; ScreenRefusal if it's gone or not to be seen."""
        return await self._of_number(click, str(number_in(click.payload)))

    async def _of_number(self, click: Click, number: str) -> Contest:
        try:
            return await self._find(click.interaction, number)
        except self._part(click.bot).kind.no_such:
            raise ScreenRefusal(self._words.missing) from None

    async def _find(self, interaction: Interaction, typed: str | None, *, also_over: bool = False) -> Contest:
        """The one that somebody means, of those of this server that they may see. As `ContestPart.find` raises."""
        part, server = self._part(interaction.client), server_of(interaction)
        return await part.find(server, typed, viewer=viewer_of(interaction), also_over=also_over)

    async def suggest(self, interaction: Interaction, typed: str) -> list[Choice]:
        suggestions = Suggestions.of(interaction.client)
        return await suggestions.offer(interaction, self._key, self._named_like(interaction, typed))

    async def _named_like(self, interaction: Interaction, typed: str) -> ChoiceLists:
        if interaction.guild_id is not None:
            there = self._part(interaction.client).of_guild(interaction.guild_id, viewer=viewer_of(interaction))
            names = await Suggestions.of(interaction.client).query(there)
            yield [
                Choice(name=name.plain, value=str(number))
                for number, name in names
                if typed.casefold() in name.plain.casefold()
            ]

    # Those who run them

    async def ask_to_close(self, interaction: Interaction, home: Contest) -> None:
        await check_organiser(interaction)
        close = button(say(self._words.close), f"{self._key}_close", str(home.id), style="danger")
        await reply(interaction, self._say(self._words.closing, home), rows=[row(close)])

    async def close(self, click: Click) -> None:
        await check_organiser(click.interaction)
        home = await self.of_click(click)
        await self._part(click.bot).close(home.id)
        await reply(click.interaction, self._say(self._words.closed, home), replace=True)

    async def move(self, interaction: Interaction, home: Contest) -> None:
        """It continues where this is asked."""
        await check_organiser(interaction)
        check_permissions(interaction, thread=True, private=self._private(home))
        await self._part(interaction.client).move(home.id, place_of(interaction).channel_id)
        await reply(interaction, self._say(self._words.moved, home))

    def remove_command(self) -> Command:
        @app_commands.rename(contest=self._key)
        @app_commands.describe(player=_PLAYER, contest=self._words.which)
        async def command(interaction: Interaction, player: discord.User, contest: str | None = None) -> None:
            home = await self._find(interaction, contest)
            await check_organiser(interaction)
            if (playing := await self._playing(interaction, home, player.id)) is None:
                await self._remove(interaction, home, player.id)
                return
            plays, lines = await self._matches_of(interaction, *playing)
            words = say(self._words.removing[plays], person=f"<@{player.id}>", name=home.name)
            remove = button(say(N_("Remove")), f"{self._key}_remove", f"{home.id}.{player.id}", style="danger")
            await reply(interaction, "\n".join([words, *lines]), rows=[row(remove)])

        return slash("remove", self._words.remove, command, contest=self.suggest)

    async def remove_now(self, click: Click) -> None:
        await check_organiser(click.interaction)
        named = _REMOVED.fullmatch(click.payload)
        if named is None or int(named[2]) > LARGEST_ID:
            raise OutdatedButton
        await self._remove(click.interaction, await self._of_number(click, named[1]), int(named[2]), replace=True)

    async def _remove(self, interaction: Interaction, home: Contest, user: int, *, replace: bool = False) -> None:
        """Removes somebody as if they left. ScreenRefusal if they don't take part."""
        names = {"person": f"<@{user}>", "name": home.name}
        try:
            await self._part(interaction.client).leave(home.id, user)
        except (NotInTheLeague, NotInTheTournament):
            raise ScreenRefusal("{person} isn't in **{name}**.", **names) from None
        await reply(interaction, say(N_("{person} no longer takes part in **{name}**."), **names), replace=replace)

    # Everybody

    async def ask_to_leave(self, interaction: Interaction, home: Contest) -> None:
        """Leave before it begins, or ask while it goes on."""
        if (playing := await self._playing(interaction, home, interaction.user.id)) is None:
            await self._leave(interaction, home)
            return
        plays, lines = await self._matches_of(interaction, *playing)
        leave = button(say(self._words.leave), f"{self._key}_leave_now", str(home.id), style="danger")
        words = "\n".join([self._say(self._words.leaving[plays], home), *lines])
        await reply(interaction, words, rows=[row(leave)])

    async def leave_now(self, click: Click) -> None:
        await self._leave(click.interaction, await self.of_click(click), replace=True)

    async def _leave(self, interaction: Interaction, home: Contest, *, replace: bool = False) -> None:
        await self._part(interaction.client).leave(home.id, interaction.user.id)
        await reply(interaction, self._say(self._words.left, home), replace=replace)

    async def _matches_of(
        self, interaction: Interaction, contest: Season | Tournament, player: LeaguePlayer | TournamentPlayer
    ) -> tuple[bool, list[str]]:
        """Whether somebody plays a running match, and lines about those in which a substitute plays for them.

        They say what becomes of these if the person leaves.
        """
        plays, lines = False, list[str]()
        for match in contest.matches:
            if player.number not in match.players or match.match_id is None or match.status is not Status.RUNNING:
                continue
            if (await interaction.client.matches.get(match.match_id)).seat_of(player.user):
                plays = True
            else:
                goes_on = len(set(match.players) - contest.gone - {player.number}) > 1
                lines.append(say(_GOES_ON if goes_on else self._words.ends))
        return plays, list(dict.fromkeys(lines))

    def _say(self, words: str, home: Contest) -> str:
        return say(words, **{self._key: home.name})
