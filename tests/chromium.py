"""The installed browser that the tests of pages drive, how it is started, and how one is installed."""

import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.waiting import TEST_TIMEOUT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OF_PLAYWRIGHT = [Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright"]
IS_INSTALLED = CHROMIUM is not None or any(True for folder in OF_PLAYWRIGHT for _ in folder.glob("chromium-*"))
INSTALL = "apt-get install chromium"
if not shutil.which("apt-get"):
    INSTALL = f"{Path(sys.executable).with_name('playwright')} install chromium"
MILLISECONDS = TEST_TIMEOUT * 1000
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

needs_chromium = pytest.mark.skipif(not IS_INSTALLED, reason=f"no Chromium is installed: {INSTALL}")


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[Browser]:
    """A browser that waits as patiently as all tests do: the system's, or else Playwright's own."""
    expect.set_options(timeout=MILLISECONDS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments], timeout=MILLISECONDS
        )
        yield browser
        await browser.close()


async def open_page(browser: Browser, **options: Any) -> Page:
    """A page in a window that knows nothing of the others; `options` are those of `Browser.new_context`."""
    context = await browser.new_context(**options)
    context.set_default_timeout(MILLISECONDS)
    return await context.new_page()
