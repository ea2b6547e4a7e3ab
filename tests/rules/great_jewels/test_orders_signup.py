"""Joining by mail: names, types and ending turns, as forms and in plain words (ruling 26)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.desk.games.signing_up import with_name
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.orders.choices import read_signup


@pytest.mark.rule("QJ-02-03", "QJ-02-18", "QJ-04-01")
def test_the_form_of_a_join_letter() -> None:
    signup, problems = RULESET.signup("JOIN GREATJEWELS\nname=Greedy\nTYPE = rilris\nE=25\n", ["LORD"])
    assert signup == Signup("GREEDY", {"type": "RILRIS", "end": "25"})
    assert not problems


def test_who_gives_no_name_hears_that_a_people_may_be_chosen_too() -> None:
    _, (problem,) = read_signup("Hello", [])
    assert "TYPE= with AZONI, QUNTAG, RILRIS or SLENTH chooses a people" in problem.why
    _, (problem,) = read_signup("I want to be a Rilris", [])
    assert "TYPE=" not in problem.why


@pytest.mark.parametrize("people", ["AZONI", "QUNTAG", "RILRIS", "SLENTH"])
@pytest.mark.rule("QJ-02-03")
def test_every_type_may_be_chosen_whoever_else_has_it(people: str) -> None:
    for taken in ([], ["LORD", "KING"]):
        signup, problems = read_signup(f"NAME=GREEDY\nTYPE={people}", taken)
        assert signup is not None
        assert signup.wishes == {"type": people}
        assert not problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello,\nname: Greedy\nI want to be a Rilris, please!\n-- \nName: Bob", Signup("GREEDY", {"type": "RILRIS"})),
        ("Hello, my name is Greedy.", Signup("GREEDY", {})),
        ("Name is greedy; type: slenth", Signup("GREEDY", {"type": "SLENTH"})),
        ("call me Greedy.\nAzoni", Signup("GREEDY", {"type": "AZONI"})),
        ("NAME=[GREEDY]\nending turn: 22", Signup("GREEDY", {"end": "22"})),
        ("NAME=Greedy TYPE=rilris E=25", Signup("GREEDY", {"type": "RILRIS", "end": "25"})),
        ("My name=Greedy, character type=azoni", Signup("GREEDY", {"type": "AZONI"})),
        ("as Greedy", Signup("GREEDY", {})),
        ("play as Greedy\nas Azoni", Signup("GREEDY", {"type": "AZONI"})),
        ("> NAME=OTHER\nNAME=GREEDY\nI do not know more", Signup("GREEDY", {})),
    ],
)
def test_friendlier_words_do_as_well(text: str, expected: Signup) -> None:
    signup, problems = read_signup(text, [])
    assert signup == expected
    assert not problems


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("TYPE=AZONI", "NAME MISSING", "2 to 6 letters"),
        ("NAME=GREEDIEST", "NAME", "2 to 6 letters"),
        ("NAME=G", "NAME", "2 to 6 letters"),
        ("NAME=R2D2", "NAME", "A to Z"),
        ("NAME=JÖRG", "NAME", "A to Z"),
        ("NAME=SLENTH", "NAME RESERVED", "already means"),
        ("NAME=LOTU", "NAME RESERVED", "already means"),
        ("NAME=sword", "NAME RESERVED", "already means"),
        ("NAME=END", "NAME RESERVED", "already means"),
        ("NAME=Lord", "NAME TAKEN", "Another player"),
    ],
)
def test_names_that_cannot_be_used_are_told_with_one_that_can(text: str, code: str, part: str) -> None:
    signup, problems = read_signup(text, ["LORD", "LORDA"])
    assert signup is None
    assert [problem.code for problem in problems] == [code]
    assert part in problems[0].why
    offered, more = read_signup(problems[0].paste, ["LORD", "LORDA"])
    assert offered is not None
    assert not more


@pytest.mark.parametrize(
    ("line", "paste"), [("TYPE=ELF", "TYPE="), ("TYPE=RILRS", "TYPE=RILRIS"), ("E=31", "E=30"), ("E=5", "E=20")]
)
def test_a_wish_that_cannot_be_met_does_not_keep_anybody_out(line: str, paste: str) -> None:
    signup, problems = read_signup(f"NAME=GREEDY\n{line}", [])
    assert signup == Signup("GREEDY", {})
    assert [problem.note for problem in problems] == [True]
    assert problems[0].line == 2
    assert problems[0].paste.startswith(paste)


@given(st.text(), st.lists(st.text("ABCDEF", min_size=2, max_size=6)))
def test_any_letter_is_answered(text: str, taken: list[str]) -> None:
    signup, problems = read_signup(text, taken)
    assert signup is not None or problems


def test_of_a_ranked_list_of_peoples_the_first_counts_and_a_later_line_mends_it() -> None:
    signup, problems = read_signup("NAME=GREEDY\nTYPE=AZONI, RILRIS, DWARF\n", [])
    assert signup is not None
    assert (signup.wishes, problems) == ({"type": "AZONI"}, [])
    signup, _ = read_signup("NAME=GREEDY\nTYPE=AZONI, RILRIS\nTYPE=RILRIS", [])
    assert signup is not None
    assert signup.wishes == {"type": "RILRIS"}


def test_a_key_that_there_is_not_is_named_with_those_there_are() -> None:
    signup, (note,) = read_signup("NAME=OTIS\nKINGDOM=foo", [])
    assert signup == Signup("OTIS")
    assert note.note
    assert note.text == "KINGDOM=foo"
    assert "There is no KINGDOM= here" in note.why
    assert all(f"{key}= with" in note.why for key in ("NAME", "TYPE", "E"))


@pytest.mark.parametrize("wish", ["I want to be the Azoni", "I'd like to play Azoni", "as the Azoni please", "Azoni!"])
def test_a_wish_for_a_people_in_words_is_taken(wish: str) -> None:
    signup, problems = read_signup(f"NAME=OTIS\n{wish}", [])
    assert signup == Signup("OTIS", {"type": "AZONI"})
    assert not problems


@pytest.mark.parametrize(
    "wish",
    ["I do not want to be Azoni", "Azoni or Rilris would be fine", "I want to be the elves", "I would love to play a wizard"],
)
def test_a_wish_that_cannot_be_taken_is_told(wish: str) -> None:
    signup, (note,) = read_signup(f"NAME=OTIS\n{wish}", [])
    assert signup == Signup("OTIS")
    assert note.note
    assert note.text == wish
    assert "Which people you wish for, if any, I cannot tell from this line." in note.why


@pytest.mark.parametrize("line", ["Thanks a lot and see you there", "Best wishes", "I want to join QJ-1", "I like this game"])
def test_mere_talk_is_no_wish_for_a_people(line: str) -> None:
    assert read_signup(f"NAME=OTIS\n{line}", []) == (Signup("OTIS"), [])


@pytest.mark.parametrize(
    ("said", "read"),
    [("KING", "NAME=KING"), ("king!", "NAME=king"), ("Azoni", "Azoni"), ("as OTIS", "as OTIS"), ("please", "please")],
)
def test_a_bare_word_behind_the_game_is_the_name(said: str, read: str) -> None:
    assert with_name(RULESET, said) == read
