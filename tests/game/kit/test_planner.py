"""Computer players: numbers by name, a budget, ideas by a table, and a last look at what was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from postern.game.kit.planner import Budget, Numbers, Planner, Proposal, proofread
from postern.game.orders import OrderSheet, Problem, Verdict


def test_numbers_are_asked_for_by_name_and_sort() -> None:
    numbers = Numbers({"reserve": 5, "court": {"woo": {"gold": 300}, "odds": 0.5, "plays": True}})
    assert numbers.names() == {"reserve", "court.woo.gold", "court.odds", "court.plays"}
    assert (numbers.whole("court.woo.gold"), numbers.part("court.odds"), numbers.part("reserve")) == (300, 0.5, 5.0)
    assert numbers.yes("court.plays")


@pytest.mark.parametrize(
    ("ask", "name", "error"),
    [
        ("whole", "court", KeyError),
        ("whole", "odds", TypeError),
        ("whole", "plays", TypeError),
        ("part", "plays", TypeError),
        ("yes", "reserve", TypeError),
    ],
)
def test_a_number_of_another_name_or_sort_is_refused(ask: str, name: str, error: type[Exception]) -> None:
    numbers = Numbers({"reserve": 5, "odds": 0.5, "plays": True})
    with pytest.raises(error, match=name):
        getattr(numbers, ask)(name)


def test_a_budget_takes_orders_all_or_none_as_long_as_they_are_paid_and_fit() -> None:
    budget = Budget({"gold": 10, "food": 3}, most=3)
    assert budget.order("feast", 1, gold=4)
    assert not budget.order("feast", 2, gold=7)
    assert not budget.order("feast", 3, food=4)
    assert not budget.orders(["a", "b", "c"], {})
    assert budget.orders(["a", "b"], {"gold": 6, "food": 3})
    assert not budget.order("one too many")
    assert (budget.left, budget.lines) == ({"gold": 0, "food": 0}, ["feast 1", "a", "b"])
    with pytest.raises(KeyError):
        budget.pays(mana=1)
    budget.left["gold"] = -5
    assert budget.pays(gold=0)
    assert not budget.pays(gold=1)


def _read(text: str, view: Any) -> OrderSheet:
    lines = text.splitlines()
    wrong = [at for at, line in enumerate(lines, 1) if line == "wrong"]
    return OrderSheet(text, problems=tuple(Problem("WRONG", at, "why") for at in wrong))


def test_a_letter_is_read_through_until_nothing_is_wrong() -> None:
    def check(sheet: OrderSheet, view: Any) -> Verdict:
        looks.append(len(budget.lines))
        ending = [Problem("LAST", len(budget.lines), "nobody goes last")] if len(budget.lines) > 1 else []
        return Verdict(problems=(*ending, Problem("NOTE", 1, "all the same", note=True)))

    looks: list[int] = []
    budget = Budget(lines=["one", "wrong", "two", "three", "four", "five"])
    assert proofread(budget, None, _read, times=1) == "one\ntwo\nthree\nfour\nfive\n"
    assert proofread(budget, None, _read, check, times=2) == "one\ntwo\nthree\n"
    assert proofread(budget, None, _read, check) == "one\n"
    assert looks == [5, 4, 3, 2, 1]


@dataclass
class Survey:
    """What a toy player sees."""

    level: str = "normal"
    standing_in: bool = False
    budget: Budget = field(default_factory=lambda: Budget({"gold": 10}))
    taken: set[str] = field(default_factory=set)


def _march(survey: Survey) -> Iterator[Proposal]:
    yield Proposal(("march 1",), 3, frozenset({"army 1"}), {"gold": 4})
    yield Proposal(("march 1 far",), 9, frozenset({"army 1"}), {"gold": 9})
    yield Proposal(("march 2",), 9, frozenset({"army 2"}), {"gold": 4}, odds=0.1)
    yield Proposal(("march 3",), 9, frozenset({"army 3"}), {"gold": 4})


def _guard(survey: Survey) -> Iterator[Proposal]:
    yield from (Proposal((f"guard {one}",), takes=frozenset({f"army {one}"})) for one in (1, 2, 3))


@pytest.mark.parametrize(
    ("march", "survey", "letter"),
    [
        ({}, Survey(), ["march 1", "march 2", "guard 3"]),  # in the order of the idea, as long as the gold lasts
        ({"pick": "best"}, Survey(), ["march 3", "march 1", "guard 2"]),  # 9 for 4; 9 for 9 is too dear then; 3 for 4
        ({"pick": "best", "most": 1}, Survey(), ["march 3", "guard 1", "guard 2"]),
        ({"most": 1}, Survey(), ["march 1", "guard 2", "guard 3"]),
        ({"levels": ["hard"]}, Survey(), ["guard 1", "guard 2", "guard 3"]),
        ({"levels": ["hard"]}, Survey(level="hard"), ["march 1", "march 2", "guard 3"]),
        ({}, Survey(standing_in=True), ["guard 1", "guard 2", "guard 3"]),
    ],
)
def test_ideas_are_asked_by_the_table(march: dict[str, Any], survey: Survey, letter: list[str]) -> None:
    table = [{"name": "march", **march}, {"name": "guard", "standing_in": True}]
    Planner({"march": _march, "guard": _guard}, table).fill(survey)
    assert survey.budget.lines == letter


def test_a_row_without_an_idea_and_an_idea_without_a_row_are_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no idea 'mrach'\n.*the idea 'march' has no row"):
        Planner({"march": _march}, [{"name": "mrach"}])
    with pytest.raises(TypeError, match="pik"):
        Planner({"march": _march}, [{"name": "march", "pik": "best"}])
