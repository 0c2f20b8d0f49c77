"""Words that the page itself makes, in a real browser."""

import base64
from pathlib import Path

import pytest

import cogs.shared.web
from tests.chromium import needs_chromium, open_page, started

WORDS = Path(cogs.shared.web.__file__).with_name("page") / "words.js"


@pytest.mark.thorough
@needs_chromium
async def test_a_time_is_said_in_the_unit_to_which_it_rounds() -> None:
    source = base64.b64encode(WORDS.read_bytes()).decode()
    script = f"""async (moments) => {{
        const {{ relative }} = await import("data:text/javascript;base64,{source}");
        return moments.map((left) => relative(Date.now() / 1000 + left, "en"));
    }}"""
    async with started() as browser:
        said = await (await open_page(browser)).evaluate(script, [20 * 60, 3600 - 10, 86400 - 10, 3 * 86400 - 60])
    assert said == ["in 20 minutes", "in 1 hour", "tomorrow", "in 3 days"]
