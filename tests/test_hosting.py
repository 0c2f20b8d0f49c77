"""What docs/hosting.md, the Dockerfile and compose.yaml make a service manager do after the bot has ended."""

import re
from pathlib import Path

import pytest

from bot.command_line.running import CANNOT_REACH
from bot.command_line.setup import CANNOT_START

ROOT = Path(__file__).parents[1]
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_systemd_restarts_the_bot_unless_a_setting_is_wrong() -> None:
    unit = re.search(r"```ini\n(\[Unit\].*?)```", HOSTING, re.DOTALL)
    assert unit is not None
    assert "Restart=on-failure\n" in unit[1]
    (never,) = re.findall(r"^RestartPreventExitStatus=(.+)$", unit[1], re.MULTILINE)
    assert never.split() == [str(CANNOT_START)]
    assert str(CANNOT_REACH) not in never


@pytest.mark.parametrize("file", ["docs/hosting.md", "Dockerfile", "compose.yaml"])
def test_docker_gives_up_after_some_attempts(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8").partition("\n  postgres:\n")[0]  # the database's own service
    policies = re.findall(r"(?:--restart |^ +restart: )(\S+)", text, re.MULTILINE)
    assert set(policies) == {"on-failure:5"}
