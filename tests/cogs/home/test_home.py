"""The home screen: what it says of the games, what it lists for whom, and the welcome on a new server."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.match import ComputerLevel, Match, Place, TableTerms
from bot.match.decisions import lobby
from bot.match.values.errors import NotInThisChannel
from bot.rules import GAMES
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.commands import opening
from cogs.shared.home import home
from cogs.shared.home.help import help_text
from cogs.shared.home.home import facts, home_commands, home_invite, home_people, players, show_home
from cogs.shared.home.welcome import send_welcome
from cogs.shared.interactions.clicks import Click, Handler
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, together
from tests.cogs.discord_answers import FORBIDDEN, refusal
from tests.cogs.games import screen_of
from tests.cogs.home.visiting import COMPONENTS, FOOT, TEXT, Person, home_of
from tests.cogs.reviewing import Coach

pytestmark = pytest.mark.usefixtures("every_game")


async def opened(bot: Bot, user: int, *invited: int, place: Place = HERE, seats: int = 2) -> int:
    terms = TableTerms(game="cirondo", seats=seats)
    table = await bot.matches.tables.open(terms, opener=user, place=place, invited=invited)
    return (await bot.matches.tables.note_posted(table.id, 900 + table.id)).id


class TestGames:
    @pytest.mark.thorough
    async def test_each_stands_there_with_its_sentence_and_facts(self, bot: Bot) -> None:
        words = await home_of(bot, ANNE)
        for key, game in GAMES.items():
            screen = screen_of(key)
            assert f"### {game.title}\n{screen.pitch}\n-# {facts(screen)}" in words

    async def test_are_followed_by_what_is_asked_and_what_waits_right_above_the_buttons(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        words = await home_of(bot, match.to_move_people()[0])
        games = [words.index(f"### {game.title}\n") for game in GAMES.values()]
        rest = [words.index(one) for one in ("## What would", "### Waiting for you", "**Play a computer now**")]
        assert max(games) < min(rest)
        assert rest == sorted(rest)

    @pytest.mark.thorough
    async def test_a_page_fits_into_a_message_however_much_waits(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for _ in range(8):
            await together(bot, ANNE, BERT)
            await opened(bot, CLEO)
        asking = Person(bot, ANNE)
        await asking.defer()
        monkeypatch.setattr(home, "cogs_of", lambda _: [screen_of(key) for key in GAMES] * 2)
        await show_home(asking, 0)
        items = list(asking.views[-1].walk_children())
        assert len(items) <= COMPONENTS
        assert sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay)) <= TEXT
        assert len(set(asking.labels) & {game.title for game in GAMES.values()}) == 4
        assert "More games" in asking.labels

    async def test_no_computer_is_offered_where_the_server_has_none(self, bot: Bot) -> None:
        await bot.matches.servers.change(HERE.guild_id or 0, computers=False)
        asking = Person(bot, ANNE)
        await asking.defer()
        await show_home(asking)
        assert asking.labels == ["Invite", *FOOT]

    async def test_where_no_tables_are_opened_it_says_where_they_are(self, bot: Bot) -> None:
        asking = Person(bot, ANNE)
        await bot.matches.servers.change(HERE.guild_id or 0, channels=(HERE.channel_id + 1,))
        await asking.defer()
        await show_home(asking)
        assert f"This server opens tables only in <#{HERE.channel_id + 1}>." in asking.heard[-1]
        assert asking.labels == FOOT
        with pytest.raises(NotInThisChannel):
            await Person(bot, ANNE).click(home_people, 0, payload="cirondo")
        await bot.matches.servers.change(HERE.guild_id or 0, channels=(HERE.channel_id,))
        assert "only in" not in await home_of(bot, ANNE)

    async def test_direct_messages_teach_games_and_name_the_list_of_matches(self, bot: Bot) -> None:
        match, asking = await together(bot, ANNE, BERT), Person(bot, ANNE)
        asking.guild_id = None
        await asking.defer()
        await show_home(asking)
        assert asking.heard[-1].startswith("## The games\nTo start a match, use `/crux` in a channel of your server.")
        assert "`/match list`" in asking.heard[-1].partition(f"**{match.id}**")[0]
        assert asking.labels == FOOT

    async def test_pages_go_round(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        cogs = [screen_of(key) for key in GAMES]
        monkeypatch.setattr(home, "cogs_of", lambda _: [*cogs, cogs[0]])
        assert (await home_of(bot, ANNE, 1)).count("about") == 2
        assert await home_of(bot, ANNE, 2) == await home_of(bot, ANNE, 0)

    async def test_without_a_second_page_there_is_no_way_to_it(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(home, "cogs_of", lambda _: [screen_of(next(iter(GAMES)))])
        asking = Person(bot, ANNE)
        await asking.defer()
        await show_home(asking)
        assert asking.labels == ["Cirondo", "Invite", *FOOT]

    async def test_each_is_played_with_one_click_and_learned_with_two(self, bot: Bot) -> None:
        titles = [game.title for game in GAMES.values()]
        asking = Person(bot, ANNE)
        await asking.defer()
        await show_home(asking)
        assert asking.labels == [*titles, "Invite", *FOOT]
        for ask, answers in ((home.home_learn, "learn_here"), (home.home_guests, "home_people_here")):
            asking = Person(bot, ANNE)
            await asking.click(ask, 0)
            assert asking.labels == titles
            ids = [item.custom_id for item in asking.views[-1].walk_children() if isinstance(item, discord.ui.Button)]
            assert ids == [f"b:0:0:{answers}:{key}" for key in GAMES]

    @pytest.mark.parametrize(
        ("numbers", "words"),
        [
            ((2,), "2 players"),
            ((2, 3), "2 or 3 players"),
            ((2, 4), "2 or 4 players"),
            ((2, 4, 6), "2, 4 or 6 players"),
            ((1, 2, 3, 4, 5), "1 to 5 players"),
        ],
    )
    def test_for_how_many_it_is_is_said_in_words(self, numbers: tuple[int, ...], words: str) -> None:
        assert players(numbers) == words


class TestWhatWaits:
    async def test_only_matches_of_the_player_to_move_wait(self, bot: Bot) -> None:
        match = await together(bot, ANNE, BERT)
        turn = match.to_move_people()[0]
        other = BERT if turn == ANNE else ANNE
        assert f"### Waiting for you\n- **{match.id}** · " in await home_of(bot, turn)
        assert "### Waiting for you" not in await home_of(bot, other)

    async def test_an_invitation_waits_for_its_guest(self, bot: Bot) -> None:
        table = await opened(bot, ANNE, BERT)
        words = await home_of(bot, BERT)
        assert f"### Waiting for you\n- **{table}** · " in words
        assert "**You're invited**" in words
        assert "### Tables to join here" not in words

    async def test_a_long_list_says_how_many_it_leaves_out(self, bot: Bot) -> None:
        for _ in range(7):
            await opened(bot, ANNE, BERT)
        assert "… and 2 more." in await home_of(bot, BERT)

    async def test_a_table_with_a_free_seat_is_for_everyone_who_does_not_sit_there(self, bot: Bot) -> None:
        table = await opened(bot, ANNE)
        assert f"### Tables to join here\n- **{table}** · " in await home_of(bot, BERT)
        assert "### Tables to join here" not in await home_of(bot, ANNE)
        await bot.matches.act(table, lobby.join(BERT))
        assert "### Tables to join here" not in await home_of(bot, CLEO)

    async def test_a_reserved_seat_is_not_free_for_others(self, bot: Bot) -> None:
        await opened(bot, ANNE, BERT)
        assert "### Tables to join here" not in await home_of(bot, CLEO)
        await opened(bot, ANNE, BERT, seats=4)
        assert "### Tables to join here" in await home_of(bot, CLEO)

    async def test_a_table_elsewhere_or_out_of_sight_is_not_named(self, bot: Bot) -> None:
        await opened(bot, ANNE, place=Place(guild_id=1, channel_id=21))
        assert "### Tables to join here" not in await home_of(bot, BERT)
        await opened(bot, ANNE, place=Place(guild_id=1, channel_id=20, thread_id=555))  # nobody says who sees it
        assert "### Tables to join here" not in await home_of(bot, BERT)


class TestPlaying:
    async def test_the_picker_takes_as_many_as_can_sit_there(self, bot: Bot) -> None:
        for key, most in (("cirondo", 3), ("parcheesi", 3), ("southern_cards", 4)):
            asking = Person(bot, ANNE)
            await asking.click(home_people, 0, payload=key)
            ((picker),) = [item for item in asking.views[-1].walk_children() if isinstance(item, discord.ui.UserSelect)]
            assert picker.max_values == most

    async def test_whom_to_invite_is_asked_in_place_of_the_question_for_the_game_and_not_again(self, bot: Bot) -> None:
        asking = Person(bot, ANNE)
        await asking.click(home.home_guests, 0)
        assert "who plays with you?" in await asking.click(home.home_people_here, 0, payload="cirondo")
        await home.home_table(Click(Person(bot, ANNE), 0, 0, "cirondo", ()))
        assert asking.heard[-1] == "The table is open."
        assert asking.labels == []

    @pytest.mark.parametrize(
        ("chosen", "resolved", "refusal"),
        [
            (BERT, {"users": {str(BERT): {"bot": True}}, "members": {str(BERT): {}}}, "is a bot"),
            (ANNE, {"users": {str(ANNE): {}}, "members": {str(ANNE): {}}}, "You already have a seat"),
            (BERT, {"users": {str(BERT): {}}}, "isn't on this server"),
        ],
    )
    async def test_only_other_people_of_the_server_are_invited(
        self, bot: Bot, chosen: int, resolved: dict[str, Any], refusal: str
    ) -> None:
        asking = Person(bot, ANNE)
        asking.data = {"resolved": resolved}  # type: ignore[assignment]  # all of it that is used here
        with pytest.raises(ScreenRefusal, match=refusal):
            await home_invite(Click(asking, 0, 0, "cirondo", (str(chosen),)))
        assert await bot.matches.lists.of_user(ANNE) == []

    async def test_as_many_seats_as_people_and_the_usual_time(self, bot: Bot) -> None:
        asking = Person(bot, ANNE)
        people = (str(BERT), str(CLEO))
        asking.data = {  # type: ignore[assignment]  # as above
            "resolved": {"users": {one: {} for one in people}, "members": {one: {} for one in people}}
        }
        await home_invite(Click(asking, 0, 0, "cirondo", people))
        (table,) = await bot.matches.lists.of_user(ANNE)
        assert (len(table.seats), set(table.invited)) == (4, {BERT, CLEO})
        assert table.terms.move_time is not None

    @pytest.mark.parametrize(("begin", "coached"), [(home.home_computer, None), (home.home_coached, True)])
    async def test_against_a_computer_the_match_has_begun_and_a_newcomer_is_advised_below_its_board(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, begin: Handler, coached: bool | None
    ) -> None:
        async def update_table(_bot: Bot, match: Match) -> Match:
            return match

        monkeypatch.setattr(opening, "update_table", update_table)

        async def follow(view: Any, *, ephemeral: bool, **_: Any) -> Any:
            assert ephemeral
            return await asking.edit_original_response(view)

        bot.computers, asking = Coach(), Person(bot, ANNE)
        asking.followup = SimpleNamespace(send=follow)  # its response is the public table
        await begin(Click(asking, 0, 0, "cirondo", ()))
        assert "🎓 Look for a move that takes 3 cards.\n### Your move" in asking.heard[-1]
        (match,) = await bot.matches.lists.of_user(ANNE)
        assert match.started_at is not None
        assert [seat.computer for seat in match.seats] == [None, ComputerLevel.BEGINNER]
        assert match.terms.coached is coached


def test_help_leads_to_the_documentation_where_the_host_names_one() -> None:
    assert "More help" not in help_text("")
    assert "-# More help: https://example.org" in help_text("https://example.org")


async def test_help_is_the_same_place(bot: Bot) -> None:
    answers = []
    command: Any
    for command in home_commands():
        asking = Person(bot, ANNE)
        await command.callback(asking)
        answers.append(asking.heard[-1])
    assert answers[0] == answers[1]


# The welcome

WRITES = discord.Permissions(view_channel=True, send_messages=True)
READS = discord.Permissions(view_channel=True)


class Channel:
    """A channel where the bot has these permissions; `sent` is what it wrote there."""

    def __init__(self, granted: discord.Permissions, *, hidden: bool = False) -> None:
        self.granted, self.hidden = granted, hidden
        self.sent: list[str] = []

    def permissions_for(self, who: object) -> discord.Permissions:
        if who == "everyone":
            return discord.Permissions.none() if self.hidden else READS
        return self.granted

    async def send(self, words: str, **named: Any) -> None:
        self.sent.append(words)


def server(*channels: Channel, system: Channel | None = None, audit_log: bool = False, added_by: int = ANNE) -> Any:
    """A server with these channels, whose audit log says who added the bot."""

    async def audit_logs(**named: Any) -> Any:
        yield SimpleNamespace(target=SimpleNamespace(id=4), user_id=BERT)
        yield SimpleNamespace(target=SimpleNamespace(id=5), user_id=added_by)

    me = SimpleNamespace(id=5, guild_permissions=discord.Permissions(view_audit_log=audit_log))
    return SimpleNamespace(
        preferred_locale="en-GB",
        text_channels=list(channels),
        system_channel=system,
        me=me,
        default_role="everyone",
        audit_logs=audit_logs,
    )


class TestWelcome:
    async def test_goes_to_the_channel_of_the_server_and_names_the_first_command(self, bot: Bot) -> None:
        first, system = Channel(WRITES), Channel(WRITES)
        await send_welcome(bot, server(first, system, system=system))
        ((words,), nothing) = system.sent, first.sent
        assert nothing == []
        assert "**`/crux`**" in words
        assert "**Create Public Threads**" in words

    async def test_goes_elsewhere_where_crux_may_not_write(self, bot: Bot) -> None:
        mute, hidden, first = Channel(READS), Channel(WRITES, hidden=True), Channel(WRITES)
        await send_welcome(bot, server(mute, hidden, first, system=mute))
        assert [len(one.sent) for one in (mute, hidden, first)] == [0, 0, 1]

    async def test_goes_to_the_person_who_added_crux_where_it_may_write_nowhere(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        person = Channel(WRITES)
        lookups: list[int] = []

        async def fetch_user(user: int) -> Channel:
            lookups.append(user)
            return person

        monkeypatch.setattr(bot, "fetch_user", fetch_user)
        await send_welcome(bot, server(Channel(READS)))
        assert lookups == [], "the audit log is closed to Crux"
        await send_welcome(bot, server(Channel(READS), audit_log=True))
        assert (lookups, len(person.sent)) == ([ANNE], 1)

    @pytest.mark.parametrize("error", [refusal(FORBIDDEN), aiohttp.ServerDisconnectedError()])
    async def test_trouble_with_discord_is_no_trouble(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        channel = Channel(WRITES)

        async def refuse(words: str, **named: Any) -> None:
            raise error

        monkeypatch.setattr(channel, "send", refuse)
        await send_welcome(bot, server(channel))
