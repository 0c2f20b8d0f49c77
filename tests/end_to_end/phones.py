"""People who play on the page: on phones by touch, or with a keyboard alone."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from playwright.async_api import Browser, ElementHandle, Page, Request, expect
from playwright.async_api import Error as PlaywrightError

from tests.chromium import open_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 900}}

CONFIRMS = ".bar button.success, .bar button.danger"
PLACES = ".place:not(.chosen)"
ASKED = ".bar .asked button"
OTHERS = ".bar > button:not(.back), .side .card .buttons button"
MOST_TABS = 80  # until the keyboard has come around the page


class Surfer:
    """Somebody with the page of a match, who chooses by chance. `keys` are those of all acts that were sent."""

    def __init__(self, page: Page, picks: Random, *, by_keyboard: bool) -> None:
        self.page, self.picks, self.by_keyboard = page, picks, by_keyboard
        self.keys: set[str] = set()
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._note)

    @classmethod
    async def open(cls, browser: Browser, url: str, picks: Random, *, by_keyboard: bool = False) -> "Surfer":
        """The page behind a private link."""
        size: Mapping[str, Any] = DESK if by_keyboard else PHONE
        surfer = cls(await open_page(browser, **size), picks, by_keyboard=by_keyboard)
        await surfer.page.goto(url)
        await expect(surfer.page.locator(".picture img[src]").first).to_be_visible()
        return surfer

    def _note(self, request: Request) -> None:
        wish: Any = request.post_data_json if request.method == "POST" and request.url.endswith("/acts") else {}
        if wish.get("do") == "play":
            self.keys.add(wish["key"])

    async def is_to_move(self) -> bool:
        return (await self.page.title()).startswith("●")

    async def settled(self) -> None:
        """Until the server has answered, however long it's away."""
        await expect(self.page.locator("#main[aria-busy=true], #main [aria-busy=true]")).to_have_count(0)

    async def chosen(self) -> ElementHandle | None:
        """What leads on: mostly Confirm if there is one, else a place or a choice by chance."""
        for what in (CONFIRMS, ASKED, PLACES, OTHERS, ".bar button"):
            if found := await self.page.query_selector_all(what):
                return found[0 if what == CONFIRMS else self.picks.randrange(len(found))]
        return None

    async def go_on(self) -> bool:
        """Takes one step of the own turn. Whether it was one that plays."""
        await self.settled()
        sent = len(self.keys)
        await self._use(await self.chosen())
        await self.settled()
        await self._use(await self.page.query_selector("dialog[open] button"))
        await self.settled()
        return len(self.keys) > sent

    async def _use(self, one: ElementHandle | None) -> None:
        """Touches a button or goes there with the keyboard. It may be gone: what others do draws it anew."""
        try:
            if one is not None:
                await (self._press(one) if self.by_keyboard else one.tap(force=True))
        except PlaywrightError as error:
            if "not attached" not in error.message:
                raise

    async def _press(self, one: ElementHandle) -> None:
        """Goes there by Tab and the arrow keys, and presses Enter."""
        is_place = "place" in (await one.get_attribute("class") or "").split()
        for _ in range(MOST_TABS):
            if await one.evaluate("one => one === document.activeElement || !one.isConnected"):
                break
            if is_place and await self.page.evaluate("document.activeElement.matches('.place')"):
                for _ in range(self.picks.randrange(4)):
                    await self.page.keyboard.press(
                        self.picks.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
                    )
                break
            await self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"the keyboard doesn't reach {await one.evaluate('one => one.outerHTML')}")
        await self.page.keyboard.press("Enter")

    async def resign(self) -> None:
        await self.settled()
        await self.page.get_by_role("button", name="Resign").first.click()
        await self.page.locator("dialog[open] button.danger").click()
        await self.settled()


def link_in(components: Any) -> str:
    """The private link in a message's components."""
    found = re.search(r"http://127\.0\.0\.1:\d+/enter#[\w-]+", str(components))
    assert found is not None, components
    return found[0]
