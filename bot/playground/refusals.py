"""The playground's refusals, with the words and codes of Discord's own error responses.

An error response of Discord is ``{"code": ..., "message": ..., "errors": {...}}``; `errors` is a tree with the
request's keys as branches and lists of ``{"code", "message"}`` under ``_errors`` as leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

# code -> (HTTP status, message). The messages are Discord's, because programs show them in logs.
REFUSALS: Final[dict[int, tuple[int, str]]] = {
    0: (404, "404: Not Found"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10070: (404, "Unknown Guild Scheduled Event"),
    10063: (404, "Unknown application command"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30032: (400, "Maximum number of application commands reached (100)."),
    30038: (400, "Maximum number of guild scheduled events reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40001: (401, "401: Unauthorized"),
    40005: (413, "Request entity too large"),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation. "
        "Include the Entry Point command in your update request or delete it separately.",
    ),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
}

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One leaf of an `errors` tree: a place in the request body, Discord's code for the kind of mistake, and words."""

    path: Path
    code: str
    message: str


class Refused(Exception):
    """A response other than success. `problems` (50035 only) say where the request body is wrong.

    `retry_after` (429 only) is in seconds.
    """

    def __init__(self, code: int, problems: Sequence[Problem] = (), *, retry_after: float | None = None) -> None:
        self.code = code
        self.status, self.message = REFUSALS[code]
        self.problems = tuple(problems)
        self.retry_after = retry_after
        super().__init__(f"{self.status} {code}: {self.message} {list(self.problems) if problems else ''}".strip())

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code if self.code != 40001 else 0}
        if self.problems:
            body["errors"] = error_tree(self.problems)
        if self.retry_after is not None:
            body |= {"retry_after": round(self.retry_after, 3), "global": False}
        return body


def invalid(path: Path, code: str, message: str) -> Refused:
    """Returns 50035 for one wrong place in a request body."""
    return Refused(50035, [Problem(path, code, message)])


def error_tree(problems: Sequence[Problem]) -> dict[str, Any]:
    """The problems as Discord's nested `errors` object."""
    tree: dict[str, Any] = {}
    for problem in problems:
        branch = tree
        for step in problem.path:
            branch = branch.setdefault(str(step), {})
        branch.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree
