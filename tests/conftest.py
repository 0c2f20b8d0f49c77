"""What all tests share."""

from bot.places import cores


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: the tests that play through the playground wait more than they compute."""
    return 2 * cores()
