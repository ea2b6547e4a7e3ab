"""Orders are declared by their rows: needs, prices and effects are joined by name, and faults are told with their row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from postern.game.kit.orders.declaring import Declaration, Declarations, groups_of, prices_of

ORDERS = Declarations["Doing"]()
FIGURES = {"feast.gold": 30}


@dataclass
class Doing:
    """An order of a toy game: what it names, and what was told."""

    king: str = "Arn"
    place: str = "Isle"
    told: list[str] = field(default_factory=list)


@ORDERS.need
def king(doing: Doing) -> str | None:
    doing.told.append("asked for the king")
    return doing.king or None


@ORDERS.need
def place(doing: Doing) -> str | None:
    doing.told.append("asked for the place")
    return doing.place or None


@ORDERS.need
def at_home(doing: Doing, king: str, place: str) -> bool:
    return (king, place) == ("Arn", "Isle")


@ORDERS.price
def by_name(doing: Doing, king: str) -> int:
    return len(king)


@ORDERS.effect("feast", "banquet")
def hold_feast(doing: Doing, place: str, king: str) -> str:
    return f"{king} feasts on {place}"


ROW = Declaration(
    "10",
    "orders.csv row 1",
    "feast",
    groups_of("king + place, at_home"),
    prices_of("gold feast.gold, food by_name"),
    acts="king",
)


def figure(name: str) -> Callable[[Doing], int] | None:
    return (lambda doing: FIGURES[name]) if name in FIGURES else None


def test_what_the_needs_find_reaches_price_and_effect_by_its_name() -> None:
    order = ORDERS.joined([ROW], figure)["10"]
    doing = Doing()
    found = order.found(doing)
    assert found == {"king": "Arn", "place": "Isle", "at_home": True}
    assert order.price(doing, found) == {"gold": 30, "food": 3}
    assert order.effect(doing, found) == "Arn feasts on Isle"


@pytest.mark.parametrize("doing", [Doing(king=""), Doing(place=""), Doing(place="Mull")])
def test_of_a_group_of_needs_all_are_asked_and_one_that_fails_ends_it(doing: Doing) -> None:
    order = ORDERS.joined([ROW], figure)["10"]
    assert order.found(doing) is None
    assert doing.told == ["asked for the king", "asked for the place"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (replace(ROW, effect="fest"), "orders.csv row 1: there is no effect 'fest'"),
        (replace(ROW, needs=groups_of("kng, at_home")), "orders.csv row 1: there is no need 'kng'"),
        (replace(ROW, needs=groups_of("king, at_home")), "the need 'at_home' wants 'place', which no need before it finds"),
        (replace(ROW, needs=groups_of("king + place + at_home")), "the need 'at_home' wants 'king', which no need before it"),
        (replace(ROW, needs=groups_of("king")), "the effect 'feast' wants 'place', which no need before it finds"),
        (replace(ROW, needs=(), acts=""), "the price 'by_name' wants 'king', which no need before it finds"),
        (replace(ROW, pays={"gold": "fest.gold"}), "there is no price 'fest.gold' for gold"),
        (replace(ROW, acts="queen"), "the action is that of 'queen', which no need finds"),
    ],
)
def test_what_points_nowhere_is_refused_with_its_row(row: Declaration, fault: str) -> None:
    with pytest.raises(ValueError, match="row 1") as refused:
        ORDERS.joined([row], figure)
    assert fault in str(refused.value)


def test_a_key_or_a_name_stands_once_and_what_no_row_names_is_told() -> None:
    with pytest.raises(ValueError, match="10 is declared twice"):
        ORDERS.joined([ROW, ROW], figure)
    with pytest.raises(ValueError, match="two functions for the effect 'banquet'"):
        ORDERS.effect("banquet")(hold_feast)
    with pytest.raises(ValueError, match="handed over by their names"):
        ORDERS.effect("flood")(lambda doing, *things: None)
    assert ORDERS.unused([ROW]) == ["banquet"]
    assert groups_of("") == ()
    assert prices_of("") == {}
    with pytest.raises(ValueError, match=r"'feast.gold' is no resource with its price: write them as `gold feast.gold`"):
        prices_of("feast.gold")
