"""Who may see what someone has played: how that is stored."""

from collections.abc import Mapping
from typing import Any

from bot.match.values import Audience, Privacy


def privacy_of(document: Mapping[str, Any] | None) -> Privacy:
    """The settings in a stored document, or the defaults without one. Unreadable settings let nobody see anything."""
    if document is None:
        return Privacy()
    try:
        return Privacy(Audience(document["profile"]), bool(document["everywhere"]))
    except (LookupError, TypeError, ValueError):
        return Privacy(Audience.NOBODY)


def document_of(privacy: Privacy) -> dict[str, Any]:
    return {"profile": privacy.profile, "everywhere": privacy.listed_everywhere}
