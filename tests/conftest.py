"""How tests are shared out among processes that run side by side."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

# Each of these files goes to one process as a whole, and before all others: what its first test makes does for the
# rest of them. Those are the layers and pieces that pictures are put together from, and a browser.
TOGETHER = ("tests/images/", "tests/playground/test_page.py", "tests/end_to_end/test_browser.py")


class ByTest(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """One test after the other goes to whichever process is free."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file.startswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByTest | None:
    return ByTest(config, log) if config.getvalue("dist") == "loadgroup" else None
