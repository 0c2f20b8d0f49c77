"""The signs of games, as Discord shows them beside their names: told apart by everyone, on dark and on light ground."""

from itertools import combinations

import pytest

from bot.rules import GAMES
from images.canvas.palette import NIGHT, lightness
from images.canvas.signs import Sign, sign_sprite
from tests.cogs.games import screen_of
from tests.images.colour_vision import BLINDNESS, distance, mean_colour

SHOWN = 85  # pixels
DARK, LIGHT = (49, 51, 56), (255, 255, 255)  # Discord's grounds
APART = 20.0  # CIEDE2000
FROM_GROUND = 20.0


def sign_of(key: str) -> Sign:
    return screen_of(key).sign


@pytest.mark.parametrize(("one", "other"), list(combinations(GAMES, 2)))
def test_signs_of_games_have_hues_of_their_own(one: str, other: str) -> None:
    assert distance(sign_of(one).hue, sign_of(other).hue) >= APART


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("ground", [DARK, LIGHT])
def test_a_sign_can_be_seen_on_the_grounds_of_discord(key: str, ground: tuple[int, int, int]) -> None:
    hue = mean_colour(sign_sprite(sign_of(key), SHOWN, NIGHT).crop((0, SHOWN // 2, 3, SHOWN // 2 + 4)))  # its edge
    assert min(distance(hue, ground, vision) for vision in BLINDNESS) >= FROM_GROUND


@pytest.mark.parametrize("key", GAMES)
def test_the_piece_of_a_sign_is_in_its_middle_and_lighter_or_darker_than_the_ground(key: str) -> None:
    sprite = sign_sprite(sign_of(key), SHOWN, NIGHT)
    third = SHOWN // 3
    piece = mean_colour(sprite.crop((third, third, 2 * third, 2 * third)))
    ground = mean_colour(sprite.crop((6, SHOWN // 2 - 4, 10, SHOWN // 2 + 4)))
    assert abs(lightness(piece) - lightness(ground)) >= 10
    assert sprite.getchannel("A").getpixel((0, 0)) == 0
    assert sprite.size == (SHOWN, SHOWN)
