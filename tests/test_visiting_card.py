"""What strangers see first: the changelog, workflows and forms, the site, and the subjects of commits."""

import os
import re
import runpy
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from discord import Client, Intents
from discord.app_commands import CommandTree

from bot.rules import GAMES
from cogs.commands import shared_commands
from cogs.matches import match_group
from cogs.shared.commands.groups import build_group
from cogs.shared.management.moderation import end_command
from tests import subjects
from tests.cogs.games import screen_of

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PAGES = ("README.md", "CHANGELOG.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))))
GAME_TO_ADD = "docs/adding-a-game.md"
"""Its commands are those of a game that isn't there yet."""
PAGES_AT_THE_TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
PATHS = {"healthz", "metrics"}
"""What a page names that is no command: the operator's pages."""

FORMS = [form for form in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) if form.name != "config.yml"]


def read(path: str) -> Any:
    """A YAML file of the project. `on` is a truth value for YAML, so a workflow's triggers are below True."""
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


class TestChangelog:
    def test_the_version_of_the_package_is_released_on_a_day(self) -> None:
        assert re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)[:2] == ["Unreleased", "0.1.0 (2026-11-28)"]
        assert PROJECT["version"] == "0.1.0"

    def test_the_first_version_tells_of_nothing_that_was_otherwise_before(self) -> None:
        first = CHANGELOG.partition("## 0.1.0")[2]
        assert not re.search(r"\bBefore, |\bbefore called\b|not released|### Fixed", first)


def test_the_description_of_the_package_shows_and_links_nothing_that_only_the_repository_has() -> None:
    description = runpy.run_path(str(ROOT / "setup.py"))["description"]()
    addresses = re.findall(r"\]\(([^)]*)\)|(?:src|href)=\"([^\"]*)\"", description)
    assert addresses
    assert all("".join(address).startswith(("https://", "#")) for address in addresses)
    assert "There are five games so far." in description


def names(command: Any) -> Iterator[str]:
    """A command as people type it, and those below it."""
    yield command["name"]
    for below in command.get("options", []):
        if below["type"] in (1, 2):
            yield from (f"{command['name']} {name}" for name in names(below))


@pytest.fixture(scope="module")
def commands() -> set[str]:
    """All that people can type after a slash, options left out."""
    tree: CommandTree[Client] = CommandTree(Client(intents=Intents.none()))
    all_of_them = [match_group(), *(build_group(screen_of(key)) for key in GAMES), *shared_commands(), end_command()]
    return {name for command in all_of_them for name in names(command.to_dict(tree))}


@pytest.mark.parametrize("page", sorted({*PAGES} - {GAME_TO_ADD}))
def test_every_command_that_a_page_names_exists(page: str, commands: set[str]) -> None:
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    groups = {name.split()[0] for name in commands if " " in name}
    unknown = set()
    for command, below in re.findall(r"`/([a-z]+(?:-[a-z]+)*)(?: ([a-z]+(?:-[a-z]+)*)(?![:\w-]))?[^`/]*`", text):
        named = f"{command} {below}" if below and command in groups else command
        if named not in commands and named not in groups and command not in PATHS:
            unknown.add(f"/{named}")
    assert unknown == set()


class TestWorkflows:
    @pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.name)
    def test_each_can_be_read_and_says_what_it_may_do(self, path: Path) -> None:
        workflow = read(f".github/workflows/{path.name}")
        assert workflow["name"]
        assert workflow[True]
        assert workflow["permissions"] == {"contents": "read"}
        for job in workflow["jobs"].values():
            assert all(("uses" in step) != ("run" in step) for step in job["steps"])
            assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]) for step in job["steps"] if "uses" in step)

    def test_every_python_of_the_package_runs_all_that_a_change_must_pass(self) -> None:
        job = read(".github/workflows/ci.yml")["jobs"]["run"]
        versions = job["strategy"]["matrix"]["python"]
        python = "Programming Language :: Python :: "
        assert [one.removeprefix(python) for one in PROJECT["classifiers"] if one.startswith(python)] == versions
        assert PROJECT["requires-python"] == f">={versions[0]}"
        assert "bash .ci/run" in [step.get("run") for step in job["steps"]]
        assert "make docs" in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()

    def test_what_they_use_is_kept_up_to_date(self) -> None:
        updates = read(".github/dependabot.yml")["updates"]
        assert [one["package-ecosystem"] for one in updates] == ["github-actions", "pip", "docker"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_asks_for_something(form: Path) -> None:
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert asked["name"]
    assert asked["description"]
    fields = [field for field in asked["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields) >= 2
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_forms_name_all_games() -> None:
    titles = {game.title for game in GAMES.values()}
    for form in FORMS:
        chosen = [
            one["attributes"]["options"]
            for one in read(f".github/ISSUE_TEMPLATE/{form.name}")["body"]
            if one["type"] == "dropdown"
        ]
        assert all(titles <= set(options) for options in chosen)


def test_what_looks_at_a_commit_is_installed_with_the_project() -> None:
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    wanted = {hook["entry"].split()[0].removeprefix(".venv/bin/") for hook in repository["hooks"]} - {"python"}
    assert wanted <= {re.split(r"[><=\[]", one)[0] for one in PROJECT["optional-dependencies"]["dev"]}


def test_every_package_that_is_named_has_its_exact_version() -> None:
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    named = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]
    wanted = {re.split(r"[><=\[; ]", one)[0] for one in named} - {PROJECT["name"]}
    assert {one.lower().replace("_", "-") for one in wanted} <= {one.lower().replace("_", "-") for one in pinned}


class TestSite:
    def test_no_link_of_a_page_leads_nowhere(self, tmp_path: Path) -> None:
        """Anchors and what the site makes of it are looked at by `make docs`."""
        assert runpy.run_path(str(ROOT / "docs/site.py"))["lay_out"](tmp_path / "site", "") == []

    def test_a_link_to_the_code_leads_to_the_repository_where_that_is_known(self) -> None:
        page = runpy.run_path(str(ROOT / "docs/site.py"))["Page"]
        assert (
            "](https://example.org/crux/blob/main/bot/memory.py)"
            in page("docs/scale.md", "https://example.org/crux").text()
        )
        assert "bot/memory.py)" not in page("docs/scale.md", "").text()

    def test_every_page_has_its_place(self) -> None:
        """The navigation's list, read as text: it names a function that only the site's program knows."""
        listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
        on_site = runpy.run_path(str(ROOT / "docs/site.py"))["on_site"]
        pages = [*PAGES_AT_THE_TOP, *(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md"))]
        assert {on_site(page) for page in pages} == listed

    def test_it_is_not_among_what_a_host_installs(self) -> None:
        assert not any("zensical" in one for one in PROJECT["dependencies"])


class TestSubjects:
    def test_no_subject_is_too_long(self) -> None:
        assert subjects.main([]) is None

    def test_a_long_one_is_refused(self, tmp_path: Path) -> None:
        message = tmp_path / "message"
        message.write_text("x" * 72 + "\n\n" + "y" * 100)
        assert subjects.main(["--message", str(message)]) is None
        message.write_text("x" * 73)
        assert subjects.main(["--message", str(message)]) == "73 characters instead of 72: " + "x" * 73

    def test_where_the_history_is_not_there_nothing_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert subjects.subjects_since(subjects.SINCE, tmp_path) == []
        assert subjects.subjects_since("0" * 40) == []
        monkeypatch.setenv("PATH", os.fspath(tmp_path))
        assert subjects.subjects_since(subjects.SINCE) == []

    def test_later_subjects_are_found(self, tmp_path: Path) -> None:
        def git(*words: str) -> str:
            who = ("-c", "user.name=Anne", "-c", "user.email=anne@example.org")
            run = subprocess.run(["git", "-C", tmp_path, *who, *words], check=True, capture_output=True, text=True)
            return run.stdout.strip()

        git("init", "--quiet")
        git("commit", "--allow-empty", "-m", "First")
        first = git("rev-parse", "HEAD")
        git("commit", "--allow-empty", "-m", "x" * 80, "-m", "why")
        assert subjects.too_long(subjects.subjects_since(first, tmp_path)) == ["x" * 80]
