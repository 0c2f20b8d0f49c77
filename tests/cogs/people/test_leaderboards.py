"""Leaderboards and profiles: what they say of whom, and what leads on from there."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Audience, Leaderboard, Place, Privacy, Profile, RatedGame, Record, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.parts import ratings as shown_ratings
from bot.match.parts.ratings import LeaderboardLine
from bot.ratings.ledger import Standing
from bot.ratings.rating import Rating
from cogs.shared.boards.membership import UNKNOWN_MEMBER
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.people import leaderboards, profiles
from cogs.shared.people.leaderboards import EVERYWHERE, HERE, PAGE
from cogs.shared.wording.labels import NAMES
from images.cirondo.icons import SIGN as CIRONDO
from images.parcheesi.icons import SIGN as PARCHEESI
from tests.cogs.clicking import EXPIRED, Clicking
from tests.cogs.conftest import ANNE, BERT, Asking, Bot

SURE, UNSURE = Rating(30, 1), Rating(20, 6.6)


def standing(rating: Rating, matches: int, wins: int = 0) -> Standing:
    return Standing(rating, matches, wins, 0, 0)


LINES = [
    LeaderboardLine(1, ANNE, standing(SURE, 12)),
    LeaderboardLine(1, BERT, standing(SURE, 1)),
    LeaderboardLine(3, 77, standing(Rating(20, 6.5), 2)),
]
UNPLACED = LeaderboardLine(None, 77, standing(UNSURE, 2))


async def _everyone(_guild: int, _person: int) -> None:
    """Everyone is on the server."""


async def board(
    bot: Bot,
    monkeypatch: pytest.MonkeyPatch,
    standings: Leaderboard,
    where: str = HERE,
    page: int = 0,
    guild: int | None = 1,
) -> tuple[list[str], list[str | None], list[Any]]:
    """What is shown of it: the lines, the buttons, and what was asked for."""
    queries: list[Any] = []

    async def leaderboard(game: str, guild_id: int | None, viewer: int, *, limit: int, skip: int) -> Leaderboard:
        queries.extend((game, guild_id, viewer, limit, skip))
        return standings

    monkeypatch.setattr(bot.matches.ratings, "leaderboard", leaderboard)
    asking: Any = Asking(bot, ANNE)
    asking.guild_id = guild
    await asking.defer()
    bot.http = SimpleNamespace(get_member=_everyone)
    await leaderboards.show_board(asking, "cirondo", where, page)
    return asking.heard[-1].splitlines(), asking.labels, queries


async def test_a_leaderboard_lists_people_with_rating_and_matches(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    words, _, queries = await board(bot, monkeypatch, Leaderboard(LINES, 2000, 1200, 1234, lists_viewer=True))
    assert words == [
        "### Cirondo: leaderboard of this server",
        "**1st** someone · **1700** · 12 matches",
        "**1st** someone · **1700** · 1 match",
        "**3rd** someone · **1300** · 2 matches",
        "You're 1200th of 1,234.",
    ]
    assert queries == ["cirondo", 1, ANNE, PAGE, 0]
    words, _, queries = await board(bot, monkeypatch, Leaderboard([], 0, None, 0, lists_viewer=False))
    assert words[1] == "Nobody is listed yet. Play a rated match against someone."
    assert "Only people who opted in" not in "\n".join(words)


async def test_those_without_a_place_stand_below_and_are_told_why(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    standings = Leaderboard([*LINES[1:2], UNPLACED], 2, None, 1, lists_viewer=True)
    places, mark = "-# Places are for people", "-# A question mark means that a rating is still uncertain."
    who = "who have no question mark and have played a rated match within the last 90 days."
    words, _, _ = await board(bot, monkeypatch, standings)
    assert words[1:4] == [
        "**1st** someone · **1700** · 1 match",
        "someone · **1300?** · 2 matches",
        "You have no place at the moment.",
    ]
    assert words[4] == f"{places} of this server {who}"
    assert words[5].startswith(mark)
    words, _, _ = await board(bot, monkeypatch, standings, EVERYWHERE)
    assert words[4] == f"{places} {who}"
    words, _, _ = await board(bot, monkeypatch, Leaderboard(LINES, 3, 1, 3, lists_viewer=True))
    assert not any(line.startswith((places, mark)) for line in words)


async def test_who_has_left_the_server_loses_the_place_and_gets_it_back(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_ratings, "CERTAIN", 99.0)
    table = await bot.matches.tables.open(TableTerms("southern_cards", 2, rated=True), opener=ANNE, place=Place(1, 20))
    await bot.matches.tables.note_posted(table.id, 77)
    await bot.matches.act(table.id, lobby.join(BERT))
    match = await bot.matches.act(table.id, lobby.begin(ANNE))
    for _ in range(2):
        assert match.state is not None
        match = await bot.matches.act(
            match.id, turns.play(match.to_move_people()[0], match.state.notate(match.state.legal()[0]))
        )
    assert (await bot.matches.act(match.id, proposals.resign(BERT))).counts
    gone, asked = {ANNE}, list[int]()

    async def get_member(_guild: int, person: int) -> None:
        asked.append(person)
        if person in gone:
            answer: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(answer, {"code": UNKNOWN_MEMBER, "message": "Unknown Member"})

    bot.http = SimpleNamespace(get_member=get_member)

    async def listed() -> list[tuple[int | None, int]]:
        asking: Any = Asking(bot, BERT)
        page = await leaderboards.read_leaderboard(asking, "southern_cards", 1, 0)
        return [(line.place, line.user) for line in page.lines]

    assert await listed() == [(1, BERT), (None, ANNE)]
    assert await listed() == [(1, BERT), (None, ANNE)]
    assert sorted(asked) == [ANNE, BERT]  # and not again within a minute
    gone.clear()
    bot.posting.membership._while_typing.clear()
    assert await listed() == [(1, ANNE), (2, BERT)]


async def test_a_name_on_a_leaderboard_is_no_link_and_nobody_else(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    named: Any = SimpleNamespace(id=77, display_name="[a](http://b.cc) <@5> _d_")
    NAMES.learn(1, named)
    words, _, _ = await board(bot, monkeypatch, Leaderboard(LINES[2:], 1, None, 0, lists_viewer=False))
    assert words[1].startswith(r"**3rd** \[a\](http\:\/\/b.cc) \<\@5\> \_d\_ · ")
    NAMES.forget(77)


async def test_a_leaderboard_of_all_servers_says_who_is_on_it(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    words, _, queries = await board(
        bot, monkeypatch, Leaderboard(LINES, 3, None, 0, lists_viewer=False), EVERYWHERE, 2, None
    )
    assert words[0] == "### Cirondo: leaderboard of all servers"
    assert "-# Only people who opted in are listed here. To be listed, use `/profile`." in words
    assert queries == ["cirondo", None, ANNE, PAGE, 2 * PAGE]
    words, _, _ = await board(bot, monkeypatch, Leaderboard(LINES, 3, 1, 3, lists_viewer=True), EVERYWHERE)
    assert "Only people who opted in" not in "\n".join(words)
    with pytest.raises(ScreenRefusal, match="on a server"):
        await board(bot, monkeypatch, Leaderboard([], 0, None, 0, lists_viewer=False), HERE, guild=None)


@pytest.mark.parametrize(
    ("total", "page", "buttons"),
    [(PAGE, 0, []), (PAGE + 1, 0, ["Next"]), (PAGE + 1, 1, ["Back"]), (3 * PAGE, 1, ["Back", "Next"])],
)
async def test_a_leaderboard_has_pages(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, total: int, page: int, buttons: list[str]
) -> None:
    assert (await board(bot, monkeypatch, Leaderboard(LINES, total, None, 0, lists_viewer=False), page=page))[
        1
    ] == buttons


async def test_a_button_leads_to_the_page_that_it_names(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    queries: list[Any] = []

    async def leaderboard(*about: Any, limit: int, skip: int) -> Leaderboard:
        queries.append((*about, skip))
        return Leaderboard([], 0, None, 0, lists_viewer=False)

    monkeypatch.setattr(bot.matches.ratings, "leaderboard", leaderboard)
    for rest, wanted in (
        ("cirondo:all:2", ("cirondo", None, ANNE, 2 * PAGE)),
        ("parcheesi:here:0", ("parcheesi", 1, ANNE, 0)),
        ("chess:all:1", None),
        ("cirondo:there:1", None),
        ("cirondo:all:x", None),
    ):
        queries.clear()
        clicking = Clicking(bot, f"b:0:0:leaderboard:{rest}")
        await handle_click(clicking)
        assert queries == ([] if wanted is None else [wanted])
        assert clicking.heard[-1].startswith(EXPIRED) is (wanted is None)


PROFILE = Profile(
    number=3,
    games=[
        RatedGame("cirondo", standing(UNSURE, 1, 1), [UNSURE, SURE]),
        RatedGame("chess", standing(SURE, 5), []),
        RatedGame("parcheesi", standing(SURE, 2000, 1500), [SURE]),
    ],
    matches=2001,
    favourite="parcheesi",
    longest_streak=4,
    solos=[("southern_cards", 1200), ("chess", 3)],
    record=Record(won=2, lost=1),
)


SIGNS = {"cirondo": CIRONDO, "parcheesi": PARCHEESI}


def test_a_card_has_facts_games_and_the_best_results_alone() -> None:
    card = profiles.card_of(PROFILE, SIGNS)
    assert (card.number, list(card.facts)) == (
        3,
        [
            ("Matches", "2,001"),
            ("Favourite game", "Parcheesi"),
            ("Longest winning streak", "4"),
            ("You against them", "2 won, 1 lost"),
        ],
    )
    assert [one.sign for one in card.games] == [CIRONDO, PARCHEESI]
    assert [(one.title, one.rating, one.remark, list(one.history)) for one in card.games] == [
        ("Cirondo", "1300?", "1 match, 1 won", [1300, 1700]),
        ("Parcheesi", "1700", "2,000 matches, 1,500 won", [1700]),
    ]
    assert list(card.feet) == ["Best alone: Southern Cross cards 1200 points"]


def test_a_card_leaves_out_what_there_is_none_of() -> None:
    card = profiles.card_of(Profile(3, [], 0, None, 0, [], None), SIGNS)
    assert [name for name, _ in card.facts] == ["Matches", "Longest winning streak"]
    assert (list(card.games), list(card.feet)) == ([], [])
    assert (
        dict(profiles.card_of(Profile(3, [], 0, "chess", 0, [], Record()), SIGNS).facts)["You against them"]
        == "never played"
    )


@pytest.mark.parametrize(("viewer", "labels"), [(ANNE, ["What I got better at", "Who can see this"]), (BERT, [])])
async def test_only_the_own_profile_leads_to_who_can_see_it(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, viewer: int, labels: list[str]
) -> None:
    async def profile(user: int, seen_by: int, guild_id: int | None) -> Profile:
        assert (user, seen_by, guild_id) == (ANNE, viewer, 1)
        return Profile(3, [], 0, None, 0, [], None)

    monkeypatch.setattr(bot.matches.ratings, "profile", profile)
    asking = Asking(bot, viewer)
    await asking.defer()
    await profiles.show_profile(asking, ANNE)
    assert asking.heard[-1] == f"### Profile of <@{ANNE}>\nNo rated matches yet."
    assert asking.labels == labels


async def test_who_can_see_a_profile_is_chosen_in_two_lists(bot: Bot) -> None:
    async def clicked(name: str, *values: str) -> Clicking:
        clicking = Clicking(bot, f"s:0:0:profile_{name}:", list(values))
        await handle_click(clicking)
        return clicking

    nobody = "Nobody else sees your profile, and no leaderboard lists you."
    for name, value, privacy in (
        ("everywhere", "yes", Privacy(Audience.SERVERS, listed_everywhere=True)),
        ("audience", "opponents", Privacy(Audience.OPPONENTS, listed_everywhere=True)),
        ("everywhere", "no", Privacy(Audience.OPPONENTS)),
        ("audience", "nobody", Privacy(Audience.NOBODY)),
        ("audience", "servers", Privacy(Audience.SERVERS)),
    ):
        answer = (await clicked(name, value)).heard[-1]
        assert await bot.matches.ratings.privacy(ANNE) == privacy
        assert (nobody in answer) is (privacy.profile is Audience.NOBODY)
    assert (await clicked("audience", "friends")).heard[-1].startswith(EXPIRED)
    assert await bot.matches.ratings.privacy(ANNE) == Privacy()


@pytest.mark.parametrize(
    ("privacy", "chosen"),
    [
        (Privacy(), ["servers", "no"]),
        (Privacy(Audience.OPPONENTS, listed_everywhere=True), ["opponents", "yes"]),
        (Privacy(Audience.NOBODY), ["nobody"]),
    ],
)
async def test_the_lists_show_what_is_chosen(bot: Bot, privacy: Privacy, chosen: list[str]) -> None:
    lists: list[Any] = []

    class Looking(Asking):
        async def edit_original_response(self, view: Any, **named: Any) -> Any:
            lists.extend(item for item in view.walk_children() if hasattr(item, "options"))
            return await super().edit_original_response(view)

    asking = Looking(bot, ANNE)
    await asking.defer()
    await profiles.show_privacy(asking, privacy)
    assert [option.value for one in lists for option in one.options if option.default] == chosen
