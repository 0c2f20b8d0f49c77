"""The ready dashboard for Grafana asks only for figures that the bot has, and shows all of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import metrics

DASHBOARD = json.loads((Path(__file__).parents[1] / "deploy/grafana-dashboard.json").read_text(encoding="utf-8"))
FUNCTIONS = {"histogram_quantile", "increase", "label_values", "max", "min", "rate", "sum", "vector"}
OPERATORS = {"by", "or"}
OF_THE_PROCESS = {"process_resident_memory_bytes", "process_cpu_seconds_total"}


def expressions() -> Iterator[str]:
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def names_in(expression: str) -> set[str]:
    """The names of metrics in an expression, without labels, times, groupings, functions and operators."""
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\b(?:by) \([^)]*\)", " ", expression)
    return set(re.findall(r"[a-z_]+[a-z]", bare)) - FUNCTIONS - OPERATORS


def of_the_bot() -> dict[str, set[str]]:
    """The names under which Prometheus knows each figure of the bot, with its labels."""
    found: dict[str, set[str]] = {}
    for one in (getattr(metrics, name) for name in metrics.__all__ if name != "REGISTRY"):
        kind, labels = one._type, set(one._labelnames)
        endings = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",)}.get(kind, ("",))
        found |= {one._name + ending: labels | ({"le"} if ending == "_bucket" else set()) for ending in endings}
    return found


def test_every_figure_that_is_asked_for_exists() -> None:
    asked = {name for expression in expressions() for name in names_in(expression)}
    assert asked <= of_the_bot().keys() | OF_THE_PROCESS


@pytest.mark.parametrize("expression", [*expressions()])
def test_every_label_belongs_to_its_figure(expression: str) -> None:
    for name, labels in re.findall(r"([a-z_]+)\{([^}]*)\}", expression):
        known = of_the_bot().get(name, set()) | {"instance"}
        assert set(re.findall(r'(\w+)=~?"', labels)) <= known
    allowed = {"instance"}.union(*(of_the_bot().get(name, set()) for name in names_in(expression)))
    for grouping in re.findall(r"by \(([^)]*)\)", expression):
        assert set(grouping.split(", ")) <= allowed


def test_every_figure_of_the_bot_is_shown() -> None:
    asked = {name for expression in expressions() for name in names_in(expression)}
    for one in (getattr(metrics, name) for name in metrics.__all__ if name != "REGISTRY"):
        assert any(name.startswith(one._name) for name in asked), one._name


@pytest.mark.parametrize("expression", [*expressions()])
def test_brackets_are_closed(expression: str) -> None:
    opened: list[str] = []
    for sign in expression:
        if sign in "([{":
            opened.append({"(": ")", "[": "]", "{": "}"}[sign])
        elif sign in ")]}":
            assert opened.pop() == sign
    assert not opened


def test_panels_do_not_overlap_and_have_numbers_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at: dict[str, Any] = panel["gridPos"]
        cells = {(at["x"] + right, at["y"] + down) for right in range(at["w"]) for down in range(at["h"])}
        assert not cells & taken
        assert max(x for x, _ in cells) < 24
        taken |= cells
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(numbers)) == len(numbers)
