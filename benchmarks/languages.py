"""What another language costs: first answers in each language that has a catalogue, against English.

The bot runs on the playground as in `first_answers`. Ada asks for the same things in one language after the other, in
an order that is shuffled for each round, so that a busy moment hits all of them alike. What counts is the time from her
command until the page shows the bot's first answer. The figure to look at is the median against English, which should
stay under 1.05; English is asked twice, which shows what is chance.

Before that, in this process: how long reading all catalogues takes, which happens once, when the bot starts, and what
saying a sentence costs then.
"""

import asyncio
import random
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from babel.messages.pofile import read_po

from benchmarks.first_answers import Clicker, share
from bot import text
from bot.text import DOMAIN, ENGLISH, LANGUAGES, load_catalogues, say, speaking
from tests.end_to_end.conftest import ColdHouse as House

ROUNDS = 60
AGAIN = "en-GB"  # English once more: what it differs by is chance
ASKED = ("crux", "help", "match list", "cirondo rules", "cirondo board")
TARGET = 1.05
TIMES = 20  # how often each sentence is said


def reading() -> None:
    """Prints what reading the catalogues costs, and that it happens once."""
    began = process_time()
    load_catalogues()
    took = process_time() - began
    load_catalogues()
    told = text._catalogue.cache_info()
    each = told.misses / told.currsize
    print(f"  reading {len(LANGUAGES) - 1} catalogues: {took * 1000:.0f} ms of a core, each {each:.0f} time")


def saying() -> None:
    """Prints what saying a sentence costs in each language, once it has been said."""
    locale = next(one for one in LANGUAGES if one != ENGLISH)
    with (text.CATALOGUES / locale / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        sentences = [one.id for one in read_po(file) if isinstance(one.id, str) and one.id and "{" not in one.id]
    for language in LANGUAGES:
        with speaking(language):
            for sentence in sentences:
                say(sentence)
            began = process_time()
            for _ in range(TIMES):
                for sentence in sentences:
                    say(sentence)
            each = (process_time() - began) / TIMES / len(sentences)
        print(f"  saying a sentence in {language}: {each * 1e6:.2f} µs")


async def answering() -> None:
    """Prints how long first answers take in each language."""
    waited: dict[str, list[float]] = defaultdict(list)
    luck, asking = random.Random(1), [*LANGUAGES, AGAIN]
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            await house.start_playground()
            await house.start_bot()
            async with Clicker(house.url, "Ada", channel=0) as ada:
                ada.channel = next(iter((await ada.channels()).values()))
                await ada.slash("cirondo start", computers="easy")
                for number in range(-3, ROUNDS):  # the first rounds only warm up
                    for command in ASKED:
                        for language in luck.sample(asking, len(asking)):
                            ada.locale = "en-US" if language == ENGLISH else language
                            ada.waited.clear()
                            began = perf_counter()
                            await ada.types(command, command)
                            if number >= 0 and ada.waited[command]:
                                waited[language] += ada.waited[command]
                            await asyncio.sleep(max(0.0, 0.05 - (perf_counter() - began)))
        finally:
            await house.stop()
    usual = median(waited[ENGLISH])
    for language in asking:
        every = sorted(waited[language])
        print(
            f"  {len(every)} first answers in {language}: p50 {share(every, 0.5):.1f} ms, "
            f"p95 {share(every, 0.95):.1f}, median {median(every) / usual:.3f} of English (at most {TARGET})"
        )


def main() -> None:
    reading()
    saying()
    asyncio.run(answering())


if __name__ == "__main__":
    main()
