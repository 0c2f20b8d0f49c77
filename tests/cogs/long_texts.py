"""The longest texts that somebody can send, and how fast this machine is just now."""

from time import thread_time

LONGEST_TEXT = 6000  # characters of an option that Discord takes

PIECES = (
    " ", "a", "1", "9", "#", "+", "-", "(", ":", "A1 ", "A1-", "x", "JK@a3+", "JK@1,1+", "a3", "t56+", "base", "d4xd6",
    "yellow ", "spin ", "c-90-", "straight:", "\t", "pass ", ">", "home ", "€", "\u202e", "\ud800", "\0", "İ", "🃏",
)  # fmt: skip

TEXTS = tuple((piece * LONGEST_TEXT)[:LONGEST_TEXT] for piece in PIECES)


def fifty_milliseconds() -> float:
    """The time that this machine takes just now for what takes 50 ms of a core on one that was measured idle."""
    times = []
    for _ in range(5):
        start = thread_time()
        sum(number * number % 7 for number in range(750_000))
        times.append(thread_time() - start)
    return max(times)
