"""Order kinds from the rows of a data file: forms, shared words, sayings with their makers and answers, mistakes in it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

import pytest

from postern.game.kit.orders.file import OrderFile, declared, for_kind, with_words
from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import ArgumentType, Refusal, Types

TYPES: Types = {
    "nn": ArgumentType("[0-9]+", int, str, ("13",)),
    "p1": ArgumentType("[A-S][0-9]+", str, lambda place: place, ("B4",)),
    "goods": ArgumentType("RAMS?|TOWERS?", lambda text: text[0], {"R": "BR", "T": "BS"}.get, ("RAM",)),
}

FILE = r"""
[words]
GO = "(?:MARCH|{RUN})"
RUN = "RUSH(?:ES)?"

[march]
group = "move"
step = "7"
words = "L{leader} goes"
forms = [
  { text = "L<leader:nn>M<to:p1>", help = "march", fixed = { fast = false } },
  { text = "L<leader:nn>F<to:p1>", help = "rush", name = "rush", words = "L{leader} runs", fixed = { fast = true } },
  { text = "L<leader:nn>H", help = "go home", name = "home", fixed = { fast = false }, without = ["to"] },
]
near = [{ pattern = "L<leader:nn>", answer = { why = "Where to?", remedy = "Add it:", paste = "L{leader}MB4" } }]
said = [
  "L<leader:nn> {GO} TO <to:p1>",
  { pattern = "L<leader:nn> {RUN} AWAY FROM <place:p1>", fixed = { fast = true }, by = "away" },
  { pattern = "BUILD <goods:goods> WITH L<leader:nn>", answer = { code = "NOT NOW", why = "L{leader} needs {goods}." } },
]
"""


@dataclass(frozen=True, slots=True)
class March:
    leader: int
    to: str | None
    fast: bool = False


def _away(leader: int, place: str, fast: bool) -> March:
    return March(leader, f"not {place}", fast)


ORDERS = OrderFile(tomllib.loads(FILE))
MARCH = ORDERS.kind("march", March, {"away": _away}, check=None)
GRAMMAR = Grammar([MARCH], TYPES)


def test_sections_without_a_kind_are_left() -> None:
    file = OrderFile(tomllib.loads(FILE))
    assert [*file.left] == ["march"]
    file.kind("march", March, {"away": _away})
    assert not file.left


def test_the_sections_are_the_kinds_and_the_words_are_none() -> None:
    assert list(ORDERS) == ["march"]
    assert (MARCH.name, MARCH.group, MARCH.step, MARCH.words) == ("march", "move", "7", "L{leader} goes")


@pytest.mark.parametrize(
    ("code", "order", "name"),
    [
        ("L13MB4", March(13, "B4"), "march"),
        ("L13FB4", March(13, "B4", fast=True), "rush"),
        ("L13H", March(13, None), "home"),
    ],
)
def test_forms_are_read_and_written_with_what_they_fix_and_leave_out(code: str, order: March, name: str) -> None:
    found = GRAMMAR.find(code)
    assert found is not None
    assert found.order == order
    assert (GRAMMAR.code_of(order), GRAMMAR.name_of(order)) == (code, name)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("L13 MARCH TO B4", March(13, "B4")),
        ("L13 RUSHES TO B4", March(13, "B4")),
        ("L13 RUSH AWAY FROM B4", March(13, "not B4", fast=True)),
        ("BUILD TOWERS WITH L13", Refusal("NOT NOW", "L13 needs BS.")),
    ],
)
def test_sayings_have_the_shared_words_and_are_made_by_the_kind_by_name_or_answered(text: str, order: Any) -> None:
    found = GRAMMAR.said(text)
    assert found is not None
    assert found.order == order


def test_a_near_code_is_answered_with_its_arguments_in_their_places() -> None:
    found = GRAMMAR.find("L007")
    assert found is not None
    assert found.order == Refusal("NOT UNDERSTOOD", "Where to?", "Add it:", "L7MB4")


def test_what_stands_in_code_goes_before_the_row_and_none_leaves_it_to_the_row() -> None:
    kind = ORDERS.kind("march", March, {"away": _away}, words="told elsewhere", step=None)
    assert (kind.words, kind.step) == ("told elsewhere", "7")


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(KeyError, match="flight"):
        ORDERS.kind("flight", March)
    with pytest.raises(KeyError, match="away"):
        ORDERS.kind("march", March)
    with pytest.raises(KeyError, match="WALK"):
        with_words("{WALK} TO", {})
    with pytest.raises(TypeError, match="hlep"):
        OrderFile({"words": {}, "march": {"forms": [{"text": "M", "hlep": ""}]}}).kind("march", March)


@dataclass(frozen=True)
class Row:
    """What the sections of these tests declare."""

    name: str
    forms: list[dict[str, str]]
    price: int
    free: bool = False


SECTION = {"forms": [{"text": "M", "help": "march"}], "block": True, "price": 3}


def test_a_section_declares_the_columns_of_its_game_and_those_of_its_kind() -> None:
    assert declared({"land": {"march": SECTION}, "sea": {}}, Row) == {
        "march": Row("march", [{"text": "M", "help": "march"}], 3)
    }
    assert for_kind(SECTION) == {"forms": SECTION["forms"], "block": True}


def test_every_fault_of_a_section_is_told_with_its_file() -> None:
    faulty = {"forms": SECTION["forms"], "price": "dear", "fere": True, "make": "March"}
    with pytest.raises(ValueError, match="land") as told:
        declared({"land": {"march": SECTION, "run": faulty}, "sea": {"march": SECTION, "sail": {"price": 3}}}, Row)
    assert str(told.value).splitlines() == [
        "land.toml [run], fere: there is no such column",
        "land.toml [run], make: there is no such column",
        "land.toml [run], price: Input should be a valid integer, unable to parse string as an integer",
        "sea.toml [march] stands in an earlier file, too",
        "sea.toml [sail], forms: Field required",
    ]
