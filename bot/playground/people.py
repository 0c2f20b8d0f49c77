"""The people of the guild, and the bot."""

from __future__ import annotations

from bot.playground.clock import iso
from bot.playground.refusals import Refused
from bot.playground.storage import Json, Storage


def keep_person(storage: Storage, user_id: int, name: str, *, is_bot: bool) -> Json:
    """Adds a new person to the guild."""
    person: Json = {
        "id": str(user_id),
        "username": name if is_bot else name.lower(),
        "global_name": None if is_bot else name,
        "discriminator": "0001" if is_bot else "0",
        "bot": is_bot,
        "member": True,
        "joined_at": iso(),
        "dm_open": True,
    }
    storage.keep_thing("user", person)
    return person


class Users:
    """`users`: everyone's stored document by id."""

    def __init__(self, storage: Storage, guild: Json) -> None:
        self._storage = storage
        self._bot_id = int(guild["bot_id"])
        self._role_id = guild["role_id"]
        self.users: dict[int, Json] = {int(user["id"]): user for user in storage.things("user")}

    def user(self, user_id: int) -> Json:
        """The public user object. Raises 10013 for an unknown id."""
        user = self.users.get(user_id)
        if user is None:
            raise Refused(10013)
        return {
            "id": user["id"],
            "username": user["username"],
            "global_name": user["global_name"],
            "discriminator": user["discriminator"],
            "avatar": None,
            "banner": None,
            "accent_color": None,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
            "public_flags": 0,
            "bot": user["bot"],
        }

    def name_of(self, user_id: int) -> str:
        user = self.users[user_id]
        return str(user["global_name"] or user["username"])

    def id_of(self, name: str) -> int:
        """The id of the person called `name` (or of the bot). Raises KeyError if there is none."""
        for user_id in self.users:
            if name.casefold() == self.name_of(user_id).casefold() or name == str(user_id):
                return user_id
        raise KeyError(name)

    def is_member(self, user_id: int) -> bool:
        return user_id in self.users and bool(self.users[user_id]["member"])

    def member(self, user_id: int, *, with_user: bool = True) -> Json:
        """The member object. Raises 10007 for people who aren't (or no longer) in the guild."""
        if not self.is_member(user_id):
            raise Refused(10007)
        user = self.users[user_id]
        member: Json = {
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [self._role_id] if user_id == self._bot_id else list(user.get("roles", ())),
            "joined_at": user["joined_at"],
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }
        return member | ({"user": self.user(user_id)} if with_user else {})

    def set_role(self, user_id: int, role_id: str, *, has_role: bool) -> None:
        """Notes that someone has a role, or doesn't any more."""
        user = self.users[user_id]
        user["roles"] = sorted({*user.get("roles", ()), role_id} if has_role else {*user.get("roles", ())} - {role_id})
        self._storage.keep_thing("user", user)

    def set_present(self, user_id: int, *, present: bool) -> bool:
        """Lets someone leave the guild or come back; returns whether that changed anything."""
        user = self.users[user_id]
        if user["member"] == present:
            return False
        user["member"] = present
        user["joined_at"] = iso() if present else user["joined_at"]
        self._storage.keep_thing("user", user)
        return True

    def add(self, name: str) -> int:
        """Adds a person to the guild; returns the id. Raises ValueError for a name that is taken."""
        if any(name.casefold() == self.name_of(user_id).casefold() for user_id in self.users):
            raise ValueError(f"{name} is here already")
        user_id = self._storage.snowflake()
        self.users[user_id] = keep_person(self._storage, user_id, name, is_bot=False)
        return user_id

    def set_dm_open(self, user_id: int, *, is_open: bool) -> None:
        self.users[user_id]["dm_open"] = is_open
        self._storage.keep_thing("user", self.users[user_id])
