"""Whole conversations between people and a bot on the real discord.py."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.playground import Playground, pages
from tests.messages import CannotDo, Choice, Message, Upload
from tests.person import Person
from tests.playground.conftest import Meet, Start, let_the_time_run_out
from tests.playground.small_bot import SmallBot, board, composer, picture
from tests.waiting import until


class TestCommands:
    async def test_a_deferred_answer_is_edited(self, bot: SmallBot, ada: Person) -> None:
        answer = await ada.slash("game start", seats=2, opponent="Ben", quick=True)
        assert answer.message is not None
        assert answer.text == f"## 2 seats for <@{(await ada.state())['people'][1]['id']}> quickly"
        assert answer.message.mentions == ("Ben",)
        assert not answer.ephemeral
        assert not answer.message.thinking
        assert answer.message.colour == 0xF4D58D
        assert answer.message.raw["interaction"]["name"] == "game start"

    async def test_a_choice_is_taken_by_its_name(self, bot: SmallBot, ada: Person) -> None:
        assert "4 seats" in (await ada.slash("game start", seats="four")).text

    async def test_suggestions_know_the_other_options(self, bot: SmallBot, ada: Person) -> None:
        assert await ada.autocomplete("game move", "move", "b5", note="!") == [
            Choice("B5-C5!", "B5-C5"),
            Choice("B5-C6!", "B5-C6"),
        ]

    async def test_any_text_may_be_sent_despite_the_suggestions(self, bot: SmallBot, ada: Person) -> None:
        assert (await ada.slash("game move", move="sideways")).text == "Moved sideways."

    async def test_a_private_answer_is_seen_by_one(self, bot: SmallBot, ada: Person, ben: Person) -> None:
        answer = await ada.slash("game move", move="B5-C5")
        assert answer.message is not None
        assert answer.ephemeral
        assert await ben.messages() == []
        with pytest.raises(CannotDo):
            await ben.fresh(answer.message)
        await ada.dismiss(answer.message)
        assert await ada.messages() == []

    async def test_what_comes_while_messages_are_fetched_is_newer_than_they(
        self, bot: SmallBot, ada: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answer = await ada.slash("game move", move="B5-C5")
        assert answer.message is not None
        older = await ada.messages()
        edited = await ada.fresh(answer.message)

        async def slow(*_: object) -> list[Message]:
            ada.seen[edited.id] = edited  # as the event of its edit does
            return older

        monkeypatch.setattr(ada, "messages", slow)
        assert await ada.wait_for(lambda message: message is edited) is edited

    async def test_no_answer_within_the_time_fails(self, bot: SmallBot, ada: Person, playground: Playground) -> None:
        asked = asyncio.create_task(ada.slash("game silent"))
        await let_the_time_run_out(playground)
        assert (await asked).failed

    @pytest.mark.parametrize(
        ("command", "options", "words"),
        [
            ("game nothing", {}, "no command"),
            ("game start", {}, "required"),
            ("game start", {"seats": 3}, "not one of the choices"),
            ("game start", {"seats": 2, "opponent": "Zoe"}, "person"),
            ("game start", {"seats": 2, "quick": "perhaps"}, "True or False"),
            ("game start", {"seats": 2, "colour": "red"}, "no option"),
        ],
    )
    async def test_what_the_page_would_not_let_a_person_send(
        self, bot: SmallBot, ada: Person, command: str, options: dict[str, object], words: str
    ) -> None:
        with pytest.raises(CannotDo, match=words):
            await ada.slash(command, **options)

    async def test_the_bot_learns_where_it_is(self, bot: SmallBot, ada: Person, ben: Person) -> None:
        assert (await ada.slash("game where")).text == "en-US False TextChannel True 10485760"
        ben.locale = "de"
        ben.channel = await ben.open_direct_messages()
        assert (await ben.slash("game where")).text == "de True DMChannel True 10485760"

    async def test_a_file_can_be_given(self, bot: SmallBot, ada: Person) -> None:
        answer = await ada.slash("game read", file=Upload("match.json", b'{"game": 1}'))
        assert answer.text == 'match.json: {"game": 1}'


@pytest_asyncio.fixture(loop_scope="session")
async def bot_with_menus(start_bot: Start) -> SmallBot:
    return await start_bot(menus=True)


class TestMenus:
    async def test_a_command_is_used_on_a_person(self, bot_with_menus: SmallBot, ada: Person, ben: Person) -> None:
        answer = await ada.on_person("Say hello to", ben.name)
        assert (answer.text, answer.ephemeral) == ("Hello, Ben.", True)
        assert answer.message is not None
        assert answer.message.raw["type"] == 23
        assert answer.message.raw["interaction_metadata"]["target_user"]["id"] == str(ben.id)

    async def test_a_command_is_used_on_a_message(self, bot_with_menus: SmallBot, ada: Person) -> None:
        message = (await ada.slash("game buttons")).message
        assert message is not None
        answer = await ada.on_message("Quote this", message)
        assert answer.text.endswith(f": {message.id}")
        assert answer.message is not None
        assert answer.message.raw["interaction_metadata"]["target_message_id"] == str(message.id)

    async def test_private_messages_have_no_menu(self, bot_with_menus: SmallBot, ada: Person, ben: Person) -> None:
        private = (await ada.slash("game move", move="B5-C5")).message
        assert private is not None
        with pytest.raises(CannotDo, match="no menu"):
            await ada.on_message("Quote this", private)
        with pytest.raises(CannotDo):
            await ben.on_message("Quote this", private)

    async def test_what_the_menus_do_not_have(self, bot_with_menus: SmallBot, ada: Person) -> None:
        for command in ("Quote this", "game start", "Nothing"):
            with pytest.raises(CannotDo, match="in the menu"):
                await ada.on_person(command, "Ben")
        with pytest.raises(CannotDo, match="no such person"):
            await ada.on_person("Say hello to", "Nobody")
        assert "Quote this" not in await ada.commands()


class TestButtonsAndSelects:
    async def test_a_deferred_update_is_edited(self, bot: SmallBot, ada: Person, ben: Person) -> None:
        table = (await ada.slash("game start", seats=2)).message
        answer = await ben.click(table, "Join")
        assert answer.edited
        assert answer.text == "## Ben joined"
        assert answer.message is not None
        assert table is not None
        assert answer.message.id == table.id
        assert answer.message.files[0].name == "board.png", "an edit keeps the picture"

    async def test_a_message_is_updated_immediately(self, bot: SmallBot, ada: Person) -> None:
        answer = await ada.click((await ada.slash("game buttons")).message, "Update")
        assert answer.edited
        assert answer.text == "## Updated"

    async def test_a_silent_click_is_only_acknowledged(self, bot: SmallBot, ada: Person) -> None:
        message = (await ada.slash("game buttons")).message
        ada.settle = 0.1
        assert (await ada.click(message, "Quiet")).acknowledged_only

    async def test_a_silent_click_is_over_when_the_bot_says_that_it_has_finished(
        self, bot: SmallBot, ada: Person, playground: Playground
    ) -> None:
        message = (await ada.slash("game buttons")).message
        before = set(playground.interactions._by_id)
        clicked = asyncio.create_task(ada.click(message, "Quiet"))
        (number,) = await until(lambda: playground.interactions._by_id.keys() - before)
        interaction = playground.interactions.get(number)
        await interaction.answered.wait()
        assert not clicked.done()
        await ada.control(finished=str(interaction.id))
        assert (await clicked).acknowledged_only

    async def test_an_unanswered_click_fails(self, bot: SmallBot, ada: Person, playground: Playground) -> None:
        message = (await ada.slash("game buttons")).message
        clicked = asyncio.create_task(ada.click(message, "Never"))
        await let_the_time_run_out(playground)
        assert (await clicked).failed

    async def test_disabled_and_missing_buttons_cannot_be_clicked(self, bot: SmallBot, ada: Person) -> None:
        message = (await ada.slash("game start", seats=2)).message
        with pytest.raises(CannotDo, match="disabled"):
            await ada.click(message, "Cancel")
        with pytest.raises(CannotDo, match="No button 'Fly'"):
            await ada.click(message, "Fly")

    async def test_selects_take_one_or_several(self, bot: SmallBot, ada: Person) -> None:
        private = (await ada.click((await ada.slash("game buttons")).message, "Compose")).message
        assert private is not None
        assert private.ephemeral
        assert private.select("Choose 1").labels == ("B1", "B2", "B3")
        assert private.select("Choose 1").options[1].description == "on ring 2"
        assert (await ada.choose(private, "Choose 1", "B2")).text == "Chosen: 2"
        assert (await ada.choose(private, "Choose 2", "B1", "3")).text == "Chosen: 1+3"
        with pytest.raises(CannotDo, match="Choose 1"):
            await ada.choose(private, "Choose 1", "B1", "B2")

    async def test_buttons_work_after_the_bot_restarted(
        self, start_bot: Start, ada: Person, playground: Playground
    ) -> None:
        first = await start_bot()
        table = (await ada.slash("game start", seats=2)).message
        await first.close()
        await start_bot(sync=False)
        assert (await ada.click(table, "Join")).text == "## Ada joined"


class TestForms:
    async def test_a_form_is_filled_in(self, bot: SmallBot, ada: Person) -> None:
        form = (await ada.click((await ada.slash("game start", seats=2)).message, "Form")).modal
        assert form is not None
        assert form.title == "Who are you?"
        assert [(field.label, field.kind) for field in form.fields] == [("Name", "text"), ("Colour", "select")]
        answer = await ada.submit(form, {"Name": "Ada L.", "Colour": "Blue"})
        assert answer.text == "Ada L. plays Blue."
        with pytest.raises(CannotDo, match="no longer open"):
            await ada.submit(form, {"Name": "Ada L.", "Colour": "Blue"})

    @pytest.mark.parametrize("values", [{"Colour": "Blue"}, {"Name": "A", "Colour": "Blue"}, {"Name": "Ada"}])
    async def test_missing_and_short_entries_are_refused(
        self, bot: SmallBot, ada: Person, values: dict[str, str]
    ) -> None:
        form = (await ada.click((await ada.slash("game start", seats=2)).message, "Form")).modal
        with pytest.raises(CannotDo):
            await ada.submit(form, values)


class TestMessages:
    async def test_a_board_is_posted_with_its_picture(self, bot: SmallBot, ada: Person) -> None:
        data = picture().getvalue()
        sent = await bot.channel("games").send(view=board("Turn 1", "move"), file=discord.File(picture(), "board.png"))
        assert sent.attachments[0].width == 64
        assert await sent.attachments[0].read() == data
        seen = await ada.wait_for(lambda message: message.has_button("Move"))
        assert seen.v2
        (file,) = seen.files
        assert (file.name, file.alt, file.width, file.height) == ("board.png", "A board of one colour", 64, 32)
        assert await file.read() == data

    async def test_an_edit_keeps_or_replaces_the_picture(self, bot: SmallBot, ada: Person) -> None:
        sent = await bot.channel("games").send(view=board("Turn 1", "move"), file=discord.File(picture(), "board.png"))
        stripped = await sent.edit(view=board("Turn 1"))
        assert [attachment.id for attachment in stripped.attachments] == [sent.attachments[0].id]
        red = picture((200, 30, 30))
        replaced = await sent.edit(view=board("Turn 2"), attachments=[discord.File(red, "board.png")])
        assert await replaced.attachments[0].read() == red.getvalue()
        seen = await ada.fresh(await ada.wait_for(lambda message: "Turn 2" in message.text))
        assert seen.edited
        assert not seen.buttons
        with pytest.raises(discord.NotFound):
            await sent.attachments[0].read()

    async def test_the_same_nonce_is_the_same_message(self, bot: SmallBot, ada: Person) -> None:
        channel = bot.channel("games")
        first = await channel.send("once", nonce="7.1")
        again = await channel.send("twice", nonce="7.1")
        other = await channel.send("other", nonce="7.2")
        assert first.id == again.id != other.id
        assert [message.text for message in await ada.messages()] == ["once", "other"]

    async def test_only_allowed_mentions_call(self, bot: SmallBot, ada: Person, ben: Person) -> None:
        channel = bot.channel("games")
        words = f"<@{ada.id}> beat <@{ben.id}>"
        await channel.send(words)
        await channel.send(words, allowed_mentions=discord.AllowedMentions.none())
        await channel.send(words, allowed_mentions=discord.AllowedMentions(users=[discord.Object(ben.id)]))
        assert [message.mentions for message in await ada.messages()] == [("Ada", "Ben"), (), ("Ben",)]

    async def test_history_is_read_backwards(self, bot: SmallBot) -> None:
        channel = bot.channel("games")
        for number in range(3):
            await channel.send(str(number))
        assert [message.content async for message in channel.history(limit=2)] == ["2", "1"]

    async def test_deleted_messages_are_gone(self, bot: SmallBot, ada: Person) -> None:
        message = await bot.channel("games").send("oops")
        await message.delete()
        assert await ada.messages() == []
        with pytest.raises(discord.NotFound):
            await message.edit(content="back")

    async def test_links_to_files_expire(self, bot: SmallBot, ada: Person) -> None:
        await bot.channel("games").send(view=board("Turn 1"), file=discord.File(picture(), "board.png"))
        (old,) = (await ada.messages())[0].files
        await ada.control(expire_links=True)
        with pytest.raises(CannotDo, match="no longer available"):
            await old.read()
        (fresh,) = (await ada.messages())[0].files
        assert await fresh.read() == picture().getvalue()

    async def test_direct_messages(self, bot: SmallBot, ada: Person) -> None:
        user = await bot.fetch_user(ada.id)
        await user.send("psst")
        (message,) = await ada.messages(await ada.open_direct_messages())
        assert message.text == "psst"


class TestThreads:
    async def test_a_thread_from_a_message(self, bot: SmallBot, ada: Person) -> None:
        message = await bot.channel("games").send("A match")
        thread = await message.create_thread(name="Ada – Ben")
        assert thread.id == message.id
        await thread.send(view=composer("in the thread"))
        seen = await ada.wait_for(lambda found: "in the thread" in found.text, channel="Ada – Ben")
        assert seen.channel_id == thread.id
        assert (await ada.messages("games"))[0].thread_id == thread.id
        assert (await ada.choose(seen, "Choose 1", "B1")).text == "Chosen: 1"

    async def test_a_private_thread_is_for_those_in_it(self, bot: SmallBot, ada: Person, ben: Person) -> None:
        thread = await bot.channel("games").create_thread(name="secret")
        await thread.add_user(discord.Object(ada.id))
        assert "secret" in await ada.channels()
        assert "secret" not in await ben.channels()

    async def test_a_closed_thread_is_reopened_by_the_bot(self, bot: SmallBot, ada: Person) -> None:
        thread = await (await bot.channel("games").send("A match")).create_thread(name="m1")
        await ada.control(archive={"thread": "m1"})
        with pytest.raises(discord.HTTPException) as refusal:
            await thread.send("too late")
        assert refusal.value.code == 50083
        await thread.edit(archived=False)
        await thread.send("again")
        assert (await ada.messages("m1"))[-1].text == "again"

    async def test_a_locked_thread_needs_the_permission(self, bot: SmallBot, ada: Person) -> None:
        thread = await (await bot.channel("games").send("A match")).create_thread(name="m1")
        await ada.control(archive={"thread": "m1", "locked": True})
        with pytest.raises(discord.Forbidden) as refusal:
            await thread.edit(archived=False)
        assert refusal.value.code == 50013
        await ada.control(permissions={"channel": "games", "allow": ["manage_threads"]})
        await thread.edit(archived=False)

    async def test_a_person_writing_opens_a_closed_thread(self, bot: SmallBot, ada: Person) -> None:
        await (await bot.channel("games").send("A match")).create_thread(name="m1")
        await ada.control(archive={"thread": "m1"})
        ada.channel = "m1"
        await ada.say("hello?")
        state = await ada.state()
        (thread,) = (channel for channel in state["channels"] if channel.get("name") == "m1")
        assert thread["thread_metadata"]["archived"] is False


class TestPeople:
    async def test_more_people_and_channels(self, bot: SmallBot, ada: Person, meet: Meet) -> None:
        await ada.control(add_person="Zoe", add_channel="attic")
        zoe = await meet("Zoe")
        zoe.channel = "attic"
        assert (await zoe.slash("game move", move="x")).text == "Moved x."
        assert (await bot.guilds[0].fetch_member(zoe.id)).display_name == "Zoe"
        assert bot.channel("attic").position == 2
        with pytest.raises(CannotDo, match="already"):
            await ada.control(add_person="zoe")

    async def test_everyone_has_some_picture(self, bot: SmallBot, ada: Person) -> None:
        user = await bot.fetch_user(ada.id)
        assert (await user.display_avatar.read()).startswith(b"\x89PNG")

    async def test_who_left_is_not_found(self, bot: SmallBot, ada: Person, ben: Person) -> None:
        guild = bot.guilds[0]
        assert (await guild.fetch_member(ben.id)).display_name == "Ben"
        await ada.control(leave="Ben")
        with pytest.raises(discord.NotFound) as refusal:
            await guild.fetch_member(ben.id)
        assert refusal.value.code == 10007
        with pytest.raises(CannotDo):
            await ben.slash("game where")
        await ada.control(join="Ben")
        assert (await guild.fetch_member(ben.id)).id == ben.id

    async def test_several_people_at_the_same_time(self, bot: SmallBot, meet: Meet) -> None:
        everybody = [await meet(name) for name in ("Ada", "Ben", "Caro", "Dan")]
        answers = await asyncio.gather(*(person.slash("game move", move=person.name) for person in everybody))
        assert [answer.text for answer in answers] == ["Moved Ada.", "Moved Ben.", "Moved Caro.", "Moved Dan."]

    async def test_what_many_pages_show_is_encoded_once(
        self, bot: SmallBot, meet: Meet, playground: Playground, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        everybody = [await meet(name) for name in ("Ada", "Ben", "Caro", "Dan")]
        encoded: list[object] = []

        def dumps(event: Any) -> str:
            encoded.append(event["type"])
            return json.dumps(event)

        monkeypatch.setattr(pages, "json", SimpleNamespace(dumps=dumps))
        await bot.channel("games").send("For everybody")
        for person in everybody:
            assert (await person.wait_for(lambda message: message.text == "For everybody")).author == "Crux"
        assert encoded == ["message"]
