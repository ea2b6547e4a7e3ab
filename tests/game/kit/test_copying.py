"""Copies of worlds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.ruleset import Signup
from tests.kit.game import Game
from tests.kit.games import of_every_game

_NAMES = ("LORD", "KING", "KNIGHT", "GREEDY")


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Mark:
    name: str


@dataclass(slots=True)
class Narrow:
    marks: list[Mark] = field(default_factory=list)


@dataclass
class Wide:
    of: dict[str, tuple[Any, ...]]
    colour: Colour
    narrow: Narrow
    names: set[str]


def wide() -> Wide:
    return Wide({"a": (1, [2, 3])}, Colour.RED, Narrow([Mark("x")]), {"n"})


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    before, after = wide(), copied(wide())
    assert after == before
    copy = copied(before)
    copy.of["a"][1].append(4)
    copy.of["b"] = ()
    copy.narrow.marks.append(Mark("y"))
    copy.names.add("m")
    assert before == wide()
    assert copy.narrow.marks[0] is before.narrow.marks[0]
    assert copy.colour is Colour.RED


def test_what_a_record_worked_out_is_not_copied() -> None:
    before = wide()
    before.__dict__["worked_out"] = object()
    assert "worked_out" not in copied(before).__dict__


@of_every_game()
def test_a_copied_world_is_the_same_and_its_frozen_records_hold_nothing_that_changes(game: Game) -> None:
    world = game.rules.setup({}, [Signup(name) for name in _NAMES], Chance("copies"))
    data = game.rules.dump(world)
    assert game.rules.dump(copied(world)) == data
    sheets = {}
    for seat in game.rules.active(world):
        view = game.rules.view(world, seat)
        sheets[seat] = game.rules.read(game.rules.plan(view, Chance("copies")), view)
    after = game.rules.resolve(world, sheets, Chance("copies")).world
    assert game.rules.dump(copied(after)) == game.rules.dump(after) != data
    frozen = [one for one in _records(after) if type(one).__dataclass_params__.frozen]
    changing = {(type(one).__name__, each.name) for one in frozen for each in fields(one) if _changes(getattr(one, each.name))}
    assert changing == set()


def _records(value: Any) -> Iterator[Any]:
    if is_dataclass(value):
        yield value
        for each in fields(value):
            yield from _records(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _records(one)
    elif isinstance(value, list | tuple | set):
        for one in value:
            yield from _records(one)


def _changes(value: Any) -> bool:
    return isinstance(value, dict | list | set)


@pytest.mark.parametrize("value", [1, "a", None, (1, 2), frozenset({1}), Mark("x"), Colour.RED])
def test_plain_values_stay(value: Any) -> None:
    assert copied(value) == value
