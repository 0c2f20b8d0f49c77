"""Those who use the commands of records."""

from typing import Any

from cogs.shared.records.records import record_commands
from tests.cogs.conftest import Asking

COMMANDS: dict[str, Any] = {command.name: command for command in record_commands()}


async def slash(asking: Asking, name: str, **options: Any) -> str:
    """The answer to a command of `/match`."""
    await COMMANDS[name].callback(asking, **options)
    return asking.heard[-1]
