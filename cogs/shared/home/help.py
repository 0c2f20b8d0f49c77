"""How Crux works, on one private page."""

from bot.text import N_, say

HELP = N_(
    "### How a match goes\n"
    "- `/crux` shows the games. Below **Play a computer now** you begin right away. **Invite** asks whom to play "
    "with, or opens a table where others press **Join** and one of you presses **Start**.\n"
    "- Crux posts the board and pings the player to move. Press the first button below it and choose, or type "
    "your move with the game's command `move`.\n"
    "- Nobody has to be online at the same time: a turn may take three days unless the table says otherwise.\n"
    "### Commands\n"
    "- `/match next` shows the match that has waited longest for you, `/match list` all of yours.\n"
    "- `/match draw`, `/match resign` and `/match undo` are for the match you're playing.\n"
    "- `/match find` looks for an opponent on any server.\n"
    "- `/puzzle` asks for the best move in a position, `/daily play` has the deal of the day.\n"
    "- `/leaderboard` and `/profile` show ratings.\n"
    "- `/tournament` and `/league` let you join those of this server, and show how they stand.\n"
    "- `/match remind` sets your reminders, `/match vacation` pauses your clocks.\n"
    "- Each game has its own commands: `start` with all its options, `learn`, `move`, `board`, `hint` and `rules`.\n"
    "- `/privacy` shows or deletes everything Crux knows about you."
)


def help_text(source_url: str) -> str:
    """The help page; `source_url` is where the documentation is, empty if the host has set none."""
    more = say(N_("-# More help: {address}"), address=source_url) if source_url else ""
    return "\n".join(filter(None, (say(HELP), more)))
