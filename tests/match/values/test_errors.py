"""Refusals: one sentence with values, wherever it is carried."""

import copy
import pickle
import re
from collections.abc import Iterator

import pytest

from bot.contests.values import tournament as contests
from bot.match import BadOption, BoardHasMoved, Frozen, NotOver, NotYourTurn, Refusal
from bot.match.values import errors as matches
from bot.match.values.errors import PROBLEM, explain
from bot.rules.api import BadDocument, Words


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """All refusals below the screens."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("bot."):
            yield one
        yield from refusals(one)


def test_no_refusal_below_the_screens_names_a_command_or_a_button() -> None:
    """What people can do instead is the screens' affair (`NEXT_STEPS`)."""
    assert {one.__module__ for one in refusals()} > {contests.__name__, matches.__name__}
    assert [one.__name__ for one in refusals() if re.search(r"`/|\*\*[A-Z]", one.SENTENCE)] == []


class WithASentenceOfItsOwn(Refusal):
    """Such as screens have: made from a sentence, not from values alone."""

    def __init__(self, sentence: str, /, **values: object) -> None:
        Exception.__init__(self, sentence.format(**values))
        self.sentence = sentence
        self.values = values


@pytest.mark.parametrize(
    "refusal",
    [
        NotOver(),
        NotYourTurn(colour="gold"),
        NotYourTurn(colour="{gold}"),
        BadOption(problem="goal: '{0}' and {goal} are no numbers, nor is }{"),
        BoardHasMoved(seen=3, now=5),
        Frozen(reference="{}"),
        WithASentenceOfItsOwn("{number} of {what}", number=2, what="{these}"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_refusal_arrives_in_another_process_as_it_was(refusal: Refusal, protocol: int) -> None:
    for other in (pickle.loads(pickle.dumps(refusal, protocol)), copy.copy(refusal), copy.deepcopy(refusal)):  # noqa: S301 - its own
        assert type(other) is type(refusal)
        assert str(other) == str(refusal)
        assert vars(other) == vars(refusal)


def test_an_error_about_long_values_keeps_its_sentence_so_that_it_can_be_translated() -> None:
    sentence = "{key}: {names} aren't seats"
    error = BadDocument(sentence, key=Words("{text}", {"text": "a" * PROBLEM}), names=("b" * 99,) * 50)
    problem = explain(error)
    assert isinstance(problem, Words)
    assert problem.sentence == sentence
    assert str(problem).startswith("aaa")
    assert str(problem).endswith("b…, … aren't seats")
    assert len(str(problem)) <= PROBLEM


@pytest.mark.parametrize(("more", "kind"), [(0, Words), (1, str)])
def test_a_sentence_may_be_as_long_as_a_problem_may(more: int, kind: type) -> None:
    short = str(explain(BadDocument("{key}", key="a" * (PROBLEM + 1))))
    sentence = "b" * (PROBLEM - len(short) + more) + "{key}"
    problem = explain(BadDocument(sentence, key="a" * (PROBLEM + 1)))
    assert isinstance(problem, kind)
    assert len(str(problem)) == PROBLEM


def test_an_error_without_a_sentence_is_cut() -> None:
    assert explain(ValueError("a" * (PROBLEM + 1))) == "a" * (PROBLEM - 1) + "…"
