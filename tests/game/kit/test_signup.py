"""Joining by mail in a game of kingdoms: a name of 3 to 5 letters and a kingdom of one's liking."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postern.game.kit.signup import Names, Phrase, Wishes, nearest, read_signup
from postern.game.orders import Problem
from postern.game.ruleset import Signup

KINGDOMS = ("ELVEN", "DWARVEN", "GNOME")
NAMES = Names(3, 5, frozenset({"ELVEN", "GNOME"}))


def wish(spaced: str) -> tuple[str, str] | None:
    key, equals, value = spaced.partition("=")
    return ({"NAME": "name", "KINGDOM": "kingdom"}[key], value) if equals and key in ("NAME", "KINGDOM") else None


def problem(key: str, value: str, phrase: Phrase) -> Problem | None:
    if value in KINGDOMS:
        return None
    return Problem(key, phrase.line, f"no {value}", paste=f"KINGDOM={nearest(value, KINGDOMS)}", text=phrase.text, note=True)


def stray(phrase: Phrase) -> list[Problem]:
    return [Problem("?", phrase.line, "what?", text=phrase.text, note=True)] if "=" in phrase.spaced else []


def unnamed(wishes: Mapping[str, str]) -> str:
    return "" if wishes else " A kingdom may be chosen."


WISHES = Wishes(("NAME", "KINGDOM"), wish, problem, stray, "kingdom", unnamed)


def joined(text: str, *taken: str) -> tuple[Signup | None, list[Problem]]:
    return read_signup(enumerate(text.splitlines(), 1), lambda one: "".join(one.upper().split()), WISHES, NAMES, taken)


@pytest.mark.parametrize(
    "text",
    [
        "name=otis\nkingdom=gnome",
        "hello\nkingdom = gnome, name = otis",
        "name=otis kingdom=gnome, elven",  # the first of several on one line: elven is no wish by itself
        "kingdom=elven\nname=xavi\nkingdom=gnome; kingdom=dwarven\nname=otis",  # the last line that says it
    ],
)
def test_name_and_wish_are_taken_from_any_lines(text: str) -> None:
    assert joined(text) == (Signup("OTIS", {"kingdom": "GNOME"}), [])


@pytest.mark.parametrize(
    ("name", "code", "paste"),
    [
        ("AL", "NAME", "NAME=ALA"),
        ("BARTHOLOMEW", "NAME", "NAME=BARTH"),
        ("J0RG", "NAME", "NAME=JRG"),
        ("GNOME", "NAME RESERVED", "NAME=GNOMA"),
        ("OTIS", "NAME TAKEN", "NAME=OTISA"),
        ("X", "NAME", "NAME=XER"),
        ("12", "NAME", ""),
    ],
)
def test_a_name_that_cannot_be_used_is_told_with_one_that_can(name: str, code: str, paste: str) -> None:
    signup, problems = joined(f"\nNAME={name}", "otis")
    assert signup is None
    assert [(one.code, one.line, one.paste) for one in problems] == [(code, 2, paste)]


def test_a_letter_without_a_name_says_so_first_and_what_else_there_is() -> None:
    signup, problems = joined("COLOUR=red")
    assert signup is None
    assert [one.code for one in problems] == ["NAME MISSING", "?"]
    assert "3 to 5 letters, A to Z. A kingdom may be chosen." in problems[0].why
    assert "chosen" not in joined("KINGDOM=ELVEN")[1][0].why


def test_a_wish_that_cannot_be_met_is_left_out_and_told_with_the_nearest() -> None:
    signup, problems = joined("NAME=OTIS\nKINGDOM=dwarf")
    assert signup == Signup("OTIS")
    assert [(one.text, one.paste) for one in problems] == [("KINGDOM=dwarf", "KINGDOM=DWARVEN")]
    assert nearest("SEA", KINGDOMS) == ""
