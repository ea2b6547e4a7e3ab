"""Strangers who miss the line that is wanted: the nearest wish is done or asked about, whichever of their letters it is."""

from __future__ import annotations

import asyncio

import pytest

from postern.desk.context import Desk
from postern.desk.gamemaster import master
from postern.desk.settings.gamename import game_name
from tests.desk.box import Box, text_of
from tests.desk.letters.test_joining import ANN, flat, seat_names

ASKED = "Please confirm: a seat in TOY-1 as OTIS"


@pytest.mark.parametrize("second", [False, True], ids=["first letter", "second letter"])
@pytest.mark.parametrize(
    "wish",
    [
        "JION TOY-1 OTIS",
        "JION TOY-1\nNAME=OTIS",
        "JOIN TOY-I\nNAME=OTIS",
        "JOIN TOY\u20131 as OTIS",
        "I want to join TOY-1 as OTIS",
        "I want to join TOY-1 as OTIS.",
        "Hello,\n\nplease sign me up for TOY-1, my name is Otis!",
        "Could I play in toy1, please?\nNAME=OTIS",
        "JOIN TOY-1 call me Otis",
    ],
)
def test_a_wish_to_join_is_asked_about(desk: Desk, box: Box, wish: str, second: bool) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    if second:
        box.send(ANN, "Good day, what is this?")
    (asked,) = box.send(ANN, wish)
    assert ASKED in str(asked["Subject"]), text_of(asked)
    assert seat_names(desk) == []
    box.reply(asked, "")
    assert seat_names(desk) == ["OTIS"]


def test_what_was_taken_as_a_command_is_said(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (answer,) = box.send(ANN, "JION QJ-404")
    assert 'I took "JION QJ-404" as JOIN QJ-404.' in flat(answer)
    assert "There is no game QJ-404 here." in flat(answer)
    assert "JOIN TOY-1" in text_of(answer)


@pytest.mark.parametrize(("typed", "told"), [("HLEP", "PRACTICE"), ("GAMSE", "JOIN TOY-1"), ("RULSE", "Market of Guesses")])
def test_a_slip_in_another_command_is_mended(desk: Desk, box: Box, typed: str, told: str) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    box.send(ANN, "hello")
    (answer,) = box.send(ANN, typed)
    assert told in text_of(answer)


def test_the_wish_may_stand_in_the_subject(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(ANN, "", subject="I want to join TOY-1 as OTIS")
    assert ASKED in str(asked["Subject"])


@pytest.mark.parametrize("words", ["FROGET ME", "I play chess at 8 with 3 friends", "We are in room B-12 today", "RESING"])
def test_nothing_else_is_guessed(desk: Desk, box: Box, words: str) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    box.send(ANN, "hello")
    (answer,) = box.send(ANN, words)
    assert "I took" not in text_of(answer)
    assert "JOIN TOY-1" in text_of(answer)


@pytest.mark.parametrize("said", ["please", "thanks!", "now", "today."])
def test_a_courtesy_behind_the_game_is_no_name(desk: Desk, box: Box, said: str) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (mend,) = box.send(ANN, f"JOIN TOY-1 {said}")
    assert "A seat needs a name" in flat(mend)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("qj-1", "QJ-1"),
        ("QJ1", "QJ-1"),
        ("qj 101", "QJ-101"),
        ("QJ-1O1", "QJ-101"),
        ("QJ-l0I", "QJ-101"),
        ("QJ1O1", "QJ-101"),
        ("TOOL-1", "TOOL-1"),
        ("A2B-3", "A2B-3"),
        ("QJ–101", "QJ-101"),
        ("PRACTICE-12", "PRACTICE-12"),
        ("soon", "SOON"),
    ],
)
def test_names_of_games_as_people_type_them(typed: str, name: str) -> None:
    assert game_name(typed) == name
