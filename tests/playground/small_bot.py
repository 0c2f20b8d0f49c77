"""The smallest bot that does everything the real one needs from Discord, for the playground's tests."""

from __future__ import annotations

import asyncio
import io
from typing import Any, Self

import discord
from discord import app_commands
from PIL import Image

from tests.waiting import until


def picture(colour: tuple[int, int, int] = (120, 140, 245), size: tuple[int, int] = (64, 32)) -> io.BytesIO:
    """A PNG of one colour."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return data


class Step(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"step:(?P<what>\w+)"):
    """A button that outlives the process: everything it needs is in its custom id."""

    def __init__(self, what: str, *, disabled: bool = False) -> None:
        self.what = what
        super().__init__(discord.ui.Button(label=what.title(), custom_id=f"step:{what}", disabled=disabled))

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: Any) -> Self:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        match self.what:
            case "join":
                await interaction.response.defer()
                await interaction.edit_original_response(view=board(f"{interaction.user.display_name} joined", "move"))
            case "update":
                await interaction.response.edit_message(view=board("Updated", "join"))
            case "form":
                await interaction.response.send_modal(Form())
            case "quiet":
                await interaction.response.defer()
            case "compose":
                await interaction.response.send_message(view=composer("nothing"), ephemeral=True)
            case "never":
                pass
            case _:
                await interaction.response.send_message(f"You pressed {self.what}.", ephemeral=True)


class Piece(discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]], template=r"piece:(?P<many>\d)"):
    def __init__(self, many: int) -> None:
        self.many = many
        options = [discord.SelectOption(label=f"B{n}", value=str(n), description=f"on ring {n}") for n in (1, 2, 3)]
        select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
            custom_id=f"piece:{many}", placeholder=f"Choose {many}", options=options, max_values=many
        )
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: Any) -> Self:
        return cls(int(match["many"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        await interaction.response.edit_message(view=composer("+".join(data["values"])))


class Form(discord.ui.Modal, title="Who are you?"):
    name: discord.ui.Label[Form] = discord.ui.Label(
        text="Name",
        description="As others call you",
        component=discord.ui.TextInput(custom_id="name", min_length=2, max_length=20),
    )
    colour: discord.ui.Label[Form] = discord.ui.Label(
        text="Colour",
        component=discord.ui.Select(
            custom_id="colour", options=[discord.SelectOption(label="Gold"), discord.SelectOption(label="Blue")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name: Any = self.name.component
        colour: Any = self.colour.component
        await interaction.response.send_message(f"{name.value} plays {colour.values[0]}.", ephemeral=True)


def board(words: str, *buttons: str, file: str = "board.png") -> discord.ui.LayoutView:
    """A V2 message with a picture, which must be sent along as `file`, and buttons."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=0xF4D58D)
    container.add_item(discord.ui.TextDisplay(f"## {words}"))
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{file}", description="A board of one colour")
    container.add_item(gallery)
    if buttons:
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        for name in buttons:
            row.add_item(Step(name.removeprefix("no-"), disabled=name.startswith("no-")))
        container.add_item(row)
    view.add_item(container)
    return view


def composer(chosen: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(f"Chosen: {chosen}"))
    for many in (1, 2):
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        row.add_item(Piece(many))
        view.add_item(row)
    return view


class SmallBot(discord.Client):
    def __init__(self, *, intents: discord.Intents | None = None, sync: bool = True, menus: bool = False) -> None:
        # By default the client waits two seconds for more guilds before it calls itself ready.
        super().__init__(intents=intents or discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.sync = sync
        self.told: list[discord.Message] = []
        self.was_ready = asyncio.Event()
        self.resumed = asyncio.Event()
        self.sessions = 0  # identified so far
        _add_commands(self.tree)
        if menus:
            _add_menus(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Step, Piece)
        if self.sync:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds discord.py waits before a second session: the playground does not count them."""

    async def on_message(self, message: discord.Message) -> None:
        self.told.append(message)

    async def on_ready(self) -> None:
        self.sessions += 1
        self.was_ready.set()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def login_finished(self, task: asyncio.Task[None]) -> None:
        """Until the bot is ready; whatever stops it before is raised."""
        ready = asyncio.create_task(self.was_ready.wait())
        await asyncio.wait({ready, task}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            await task
        await ready
        # On a slow machine the client calls itself ready before it has seen its guild.
        await until(lambda: not any(guild.unavailable for guild in self.guilds), "that the bot sees its guild")

    def channel(self, name: str) -> discord.TextChannel:
        found = discord.utils.get(self.guilds[0].text_channels, name=name)
        assert found is not None
        return found


def _add_commands(tree: app_commands.CommandTree[SmallBot]) -> None:
    game = app_commands.Group(name="game", description="The game")

    @game.command(description="Open a table")
    @app_commands.describe(seats="How many play", opponent="Whom to invite")
    @app_commands.choices(seats=[app_commands.Choice(name="two", value=2), app_commands.Choice(name="four", value=4)])
    async def start(
        interaction: discord.Interaction, seats: int, opponent: discord.Member | None = None, quick: bool = False
    ) -> None:
        await interaction.response.defer()
        whom = opponent.mention if opponent else "anybody"
        await interaction.edit_original_response(
            view=board(f"{seats} seats for {whom}{' quickly' if quick else ''}", "join", "move", "form", "no-cancel"),
            attachments=[discord.File(picture(), "board.png")],
        )

    @game.command(description="Make a move")
    async def move(interaction: discord.Interaction, move: str, note: str = "") -> None:
        await interaction.response.send_message(f"Moved {move}{note}.", ephemeral=True)

    @move.autocomplete("move")
    async def moves(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        note = interaction.namespace.note or ""
        return [
            app_commands.Choice(name=f"{name}{note}", value=name)
            for name in ("B5-C5", "B5-C6", "B8-C8")
            if name.startswith(typed.upper())
        ]

    @game.command(description="Buttons of all kinds")
    async def buttons(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            view=board("Buttons", "join", "update", "quiet", "compose", "never"),
            file=discord.File(picture(), "board.png"),
        )

    @game.command(description="Never answers")
    async def silent(_interaction: discord.Interaction) -> None:
        return

    @game.command(description="Where am I?")
    async def where(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"{interaction.locale} {interaction.context.dm_channel} {type(interaction.channel).__name__} "
            f"{interaction.app_permissions.attach_files} {interaction.filesize_limit}"
        )

    @game.command(description="Read a file")
    async def read(interaction: discord.Interaction, file: discord.Attachment) -> None:
        words = (await file.read()).decode()
        await interaction.response.send_message(f"{file.filename}: {words}", ephemeral=True)

    tree.add_command(game)


def _add_menus(tree: app_commands.CommandTree[SmallBot]) -> None:
    async def greet(interaction: discord.Interaction, person: discord.User) -> None:
        await interaction.response.send_message(f"Hello, {person.display_name}.", ephemeral=True)

    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"{message.author.display_name}: {message.id}", ephemeral=True)

    tree.add_command(app_commands.ContextMenu(name="Say hello to", callback=greet))
    tree.add_command(app_commands.ContextMenu(name="Quote this", callback=quote))
