"""The list that an answer reads back is sent as orders, with its numbers and words: the same orders are on file again."""

from __future__ import annotations

import re
from email.message import EmailMessage
from functools import cache

import pytest

from postern.desk.context import Desk
from postern.desk.readback import without_words
from postern.game.chance import Chance
from postern.game.orders import OrderSheet, Verdict
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.view import View
from tests.desk.box import Box, text_of
from tests.desk.playing import on_file
from tests.desk.test_letters import running

__all__ = ["running"]

SEATS = ("ANNE", "BORIS", "CARL", "DORA")


@cache
def view() -> View:
    world = RULESET.setup({}, [Signup(name, {"type": "AZONI"} if name == "ANNE" else {}) for name in SEATS], Chance("back"))
    return RULESET.view(world, "ANNE")


def read(text: str) -> OrderSheet:
    return RULESET.read(text, view())


def check(text: str) -> Verdict:
    return RULESET.check(read(text), view())


def orders() -> list[tuple[str, str, str]]:
    """A turn's orders as an answer has them: number, code, words."""
    home = next(iter(view().provinces))
    number = min(view().leaders)
    more = f"G{home}T5TL{number}\nL{number}T#TG\nA=BORIS\nG{home}R4{next(iter(RULESET.plan(view(), Chance('x')).split()))}"
    found = check(f"{RULESET.plan(view(), Chance('back'))}\n{more}").accepted
    return [(str(number), one.code, one.words) for number, one in enumerate(found, 1)]


def wrapped(words: str) -> str:
    """The words as an answer has them, in a column of its own: what does not fit goes on below."""
    lines = re.findall(r".{1,30}(?:\s+|$)", words)
    return "\n            ".join(line.strip() for line in lines)


FORMS = {
    "as it stands": lambda number, code, words: f"  {number}  {code}  {wrapped(words)}",
    "cells in a row": lambda number, code, words: f"{number}\t{code}\t{words}",
    "cells on lines of their own": lambda number, code, words: f"{number}\n{code}\n{words}",
    "without numbers": lambda number, code, words: f"{code}  {words}",
    "codes alone": lambda number, code, words: f"  {number}  {code}",
    "numbers and codes on lines of their own": lambda number, code, words: f"{number}.\n{code}",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_list_of_an_answer_is_the_orders_in_it(form: str) -> None:
    listed = orders()
    assert len(listed) > 8
    text = "\n".join(FORMS[form](*one) for one in listed)
    lines = without_words(text.split("\n"), read, check)
    assert len(lines) == len(text.split("\n"))
    again = read("\n".join(lines))
    assert [order.code for order in again.orders] == [code for _, code, _ in listed]
    assert not [problem for problem in again.problems if not problem.note]


def test_where_words_and_code_differ_the_line_stays_as_it_was_written() -> None:
    number, code, words = next(one for one in orders() if " marches to " in one[2] or " raids " in one[2])
    other = re.sub(r"\d+", "99", words)
    for line in (f"{number}  {code}  {other}", f"{number}  {code}", f"{code} {words} at dawn"):
        assert without_words([line], read, check) == (line,)


def test_a_message_keeps_its_lines() -> None:
    number, code, words = orders()[0]
    message = ["D=BORIS", f"{number}  {code}  {words}", "I thought that you would like it."]
    assert without_words(message, read, check) == tuple(message)


def test_the_list_is_read_by_mail(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nbuy 2")
    listed = re.search(r"(?ms)^ON FILE[^\n]*\n(.*?)\n\n", text_of(answer))
    assert listed
    box.reply(answer, "CANCEL")
    (again,) = box.reply(answer, listed[1])
    assert on_file(desk, "ANN") == "GUESS 3\nBUY 2"
    assert "to mend" not in str(again["Subject"])
