"""What is refused in leagues and tournaments."""

import pytest

from tests.end_to_end.leagues import organised as organised_league
from tests.end_to_end.leagues import sign_up_of as sign_up_of_league
from tests.end_to_end.room import Player, Room
from tests.end_to_end.situations import Says
from tests.end_to_end.tournaments import begins, of_round, organised, sign_up_of

pytestmark = pytest.mark.slow

SWISS = {"kind": "swiss", "game": "parcheesi"}


async def test_running_contests_by_somebody_else(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel)})
    for kind, terms in (("league", {"game": "cirondo"}), ("tournament", SWISS)):
        says(await ada.told(await ada.slash(f"{kind} create", name="Nobody's", **terms)))


async def test_no_such_league(room: Room, ada: Player, says: Says) -> None:
    said = says(await ada.told(await ada.slash("league join", league="Nobody's")))
    assert said == {"name": "Nobody's"}


async def test_no_such_tournament(room: Room, ada: Player, says: Says) -> None:
    said = says(await ada.told(await ada.slash("tournament join", tournament="Nobody's")))
    assert said == {"name": "Nobody's"}


async def test_league_name_taken(room: Room, ada: Player, says: Says) -> None:
    name = await organised_league(room, ada)
    assert says(await ada.told(await ada.slash("league create", name=name, game="parcheesi"))) == {"name": name}


async def test_tournament_name_taken(room: Room, ada: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    assert says(await ada.told(await ada.slash("tournament create", name=name, **SWISS))) == {"name": name}


async def test_option_that_the_game_lacks(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    said = says(await ada.told(await ada.slash("tournament create", name="Fast", options="speed=3", **SWISS)))
    assert (said["game"], said["option"]) == ("Parcheesi", "speed")


async def test_option_without_a_value(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    said = says(await ada.told(await ada.slash("tournament create", name="Open", options="finish", **SWISS)))
    assert said["option"] == "finish"


async def test_same_luck_without_luck(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    terms = {"kind": "swiss", "game": "cirondo", "duplicate": True}
    says(await ada.told(await ada.slash("tournament create", name="Same", **terms)))


async def test_seats_that_do_not_fit(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    says(await ada.told(await ada.slash("tournament create", name="Trio", seats=3, **SWISS)))


async def test_seats_for_another_game(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    said = says(await ada.told(await ada.slash("league create", name="Pairs", game="southern_cross")))
    assert (said["game"], said["allowed"], said["seats"]) == ("Southern Cross", "4", "2")


async def test_two_at_a_table_are_too_few(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    said = says(await ada.told(await ada.slash("tournament create", name="Pairs", kind="swiss", game="southern_cross")))
    assert (said["game"], said["allowed"]) == ("Southern Cross", "4")


async def test_rounds_that_are_not_chosen(room: Room, ada: Player, says: Says) -> None:
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    says(await ada.told(await ada.slash("tournament create", name="Four", kind="knockout", game="cirondo", rounds=4)))


async def test_too_few_for_a_tournament(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    await ben.told(await ben.click(await sign_up_of(ben, name), "Join"))
    said = says(await ada.told(await ada.slash("tournament start", tournament=name)))
    assert said["number"] == "1"


async def test_joining_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    shown = await sign_up_of(ben, name)
    await ben.told(await ben.click(shown, "Join"))
    says(await ben.told(await ben.click(shown, "Join")))


async def test_leaving_without_having_joined(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    says(await ben.told(await ben.click(await sign_up_of(ben, name), "Leave")))


async def test_removing_who_does_not_take_part(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised_league(room, ada)
    said = says(await ada.told(await ada.slash("league remove", player=ben.name, league=name)))
    assert said == {"person": f"<@{ben.id}>", "name": name}


async def test_checking_in_where_nobody_has_to(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    await ben.told(await ben.click(await sign_up_of(ben, name), "Join"))
    says(await ben.told(await ben.slash("tournament check-in", tournament=name)))


async def test_checking_in_too_early(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised(room, ada, **{"check-in": 3600}, **SWISS)
    await ben.told(await ben.click(await sign_up_of(ben, name), "Join"))
    says(await ben.told(await ben.slash("tournament check-in", tournament=name)))


async def test_joining_too_late(room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says) -> None:
    name = await organised(room, ada, kind="round_robin", game="parcheesi")
    await begins(room, name, (ada, ben, caro))
    await of_round(room, name, 1, 1)
    says(await dan.told(await dan.slash("tournament join", tournament=name)))


async def test_matches_of_a_stranger(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, says: Says
) -> None:
    name = await organised(room, ada, kind="round_robin", game="parcheesi")
    await begins(room, name, (ada, ben, caro))
    await of_round(room, name, 1, 1)
    assert says(await dan.told(await dan.slash("tournament matches", tournament=name))) == {"tournament": name}


async def test_no_matches_yet(room: Room, ada: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    assert says(await ada.told(await ada.slash("tournament matches", tournament=name))) == {"tournament": name}


async def test_old_button_of_a_league(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised_league(room, ada)
    shown = await sign_up_of_league(ben, name)
    asked = await ada.slash("league close", league=name)
    await ada.click(asked.message, "Close the league")
    says(await ben.told(await ben.click(shown, "Join")))


async def test_old_button_of_a_tournament(room: Room, ada: Player, ben: Player, says: Says) -> None:
    name = await organised(room, ada, **SWISS)
    shown = await sign_up_of(ben, name)
    asked = await ada.slash("tournament close", tournament=name)
    await ada.click(asked.message, "Close the tournament")
    says(await ben.told(await ben.click(shown, "Join")))
