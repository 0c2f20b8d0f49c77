"""docs/when-things-go-wrong.md, row by row: each situation is provoked, and what a person reads then is compared.

The test of a row is named after it: `test_full_table` holds the row `full-table`. The files here are the sections of
the page. `make test` holds the refusals without Discord, in tests/cogs and tests/match.
"""

from importlib import import_module
from pathlib import Path

import pytest

from tests.end_to_end.situations import ROWS, id_of

pytestmark = pytest.mark.thorough


def test_every_row_of_the_page_has_its_test_and_every_test_its_row() -> None:
    here = Path(__file__)
    others = [import_module(f"{__package__}.{file.stem}") for file in here.parent.glob("test_*.py") if file != here]
    tested = {id_of(name) for other in others for name in vars(other) if name.startswith("test_")}
    assert tested == set(ROWS)


def test_no_cell_of_the_page_is_empty() -> None:
    assert all(all(row) for row in ROWS.values())
