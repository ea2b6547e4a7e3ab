"""The list that an answer reads back is sent as orders, with its numbers and words: the same orders are on file again."""

from __future__ import annotations

import re
from email.message import EmailMessage
from functools import cache

import pytest

from postern.desk.context import Desk
from postern.desk.language.readback import without_words
from postern.game.chance import Chance
from postern.game.orders import Order, OrderSheet, Problem, Verdict
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.tables import neighbours
from tests.desk.box import Box, text_of
from tests.desk.letters.test_letters import running
from tests.desk.playing import on_file

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
    more = (
        f"G{home}T5TL{number}\nL{number}T#TG\nA=BORIS\nN=CARL\nL{number}CL999\nL{number + 1}M{_way(home)}\nG{home}BC+\nR{home}"
    )
    found = check(f"{more}\n{RULESET.plan(view(), Chance('back'))}").accepted
    return [(str(number), one.code, one.words) for number, one in enumerate(found, 1)]


def _way(place: str) -> str:
    """A long way there and back."""
    (other, *_) = (name for name in neighbours(place) if view().terrain(name).value != "I")
    return f"{other}{place}" * 4


def wrapped(words: str) -> str:
    """The words as an answer has them, in a column of its own: what does not fit goes on below."""
    lines = re.findall(r".{1,30}(?:\s+|$)", words)
    return "\n            ".join(line.strip() for line in lines)


FORMS = {
    "as it stands": lambda number, code, words: f"  {number}  {code}  {wrapped(words)}",
    "cells in a row": lambda number, code, words: f"{number}\t{code}\t{words}",
    "cells on lines of their own": lambda number, code, words: f"{number}\n{code}\n{words}",
    "without numbers": lambda number, code, words: f"{code}  {words}",
    "words alone": lambda number, code, words: wrapped(words),
    "words with numbers": lambda number, code, words: f"{number:>4}  {wrapped(words)}",
    "as a forecast has them": lambda number, code, words: f"  - {code}: {wrapped(words)}",
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
    assert [order.data for order in again.orders] == [read(code).orders[0].data for _, code, _ in listed]
    assert not again.problems


def test_where_words_and_code_differ_the_line_stays_as_it_was_written() -> None:
    number, code, words = next(one for one in orders() if " marches to " in one[2] or " raids " in one[2])
    other = re.sub(r"\d+", "99", words)
    for line in (f"{number}  {code}  {other}", f"{number}  {code}", f"{code} {words} at dawn"):
        assert without_words([line], read, check) == (line,)


def test_a_message_keeps_its_lines() -> None:
    number, code, words = orders()[0]
    message = ["D=BORIS", f"{number}  {code}  {words}", "I thought that you would like it."]
    assert without_words(message, read, check) == tuple(message)


def plain_read(text: str) -> OrderSheet:
    """A game whose orders are A1, B2 and the like, also in words, and the number 5."""
    found, problems = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if re.fullmatch(r"[A-Z]\d(?: marches to the town of Hill)?|5", line.strip()):
            code = line.split()[0]
            found.append(Order(number, code, code, f"{code} marches to the town of Hill (cost 1 of 4)"))
        elif line.strip():
            problems.append(Problem("?", number, "no order"))
    return OrderSheet(text, tuple(found), tuple(problems))


def nothing_more(text: str) -> Verdict:
    return Verdict()


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["1 A1", "2 B2"], ["A1", "B2"]),
        (["1 A1", "3 B2"], ["1 A1", "3 B2"]),
        (["2 A1", "3 B2"], ["2 A1", "3 B2"]),
        (["1 A1"], ["1 A1"]),
        (["1", "A1", "2", "B2"], ["", "A1", "", "B2"]),
        (["1 A1", "5", "2 B2"], ["A1", "5", "B2"]),
        (["A1 A1 marches to the town of Hill", "(cost 1", "of 4)", "B2"], ["A1", "", "", "B2"]),
        (["A1 A1 marches to the town of Hill", "(cost 1", "B2"], ["A1", "(cost 1", "B2"]),
        (["A1 A1 marches to the town of Hill", "(so) it is", "B2"], ["A1", "(so) it is", "B2"]),
        (["A1 A1 marches to the town of Hill", "well, it does (mostly)"], ["A1", "well, it does (mostly)"]),
        (["A1  A1 marches to the town of Hill (cost", "1 of 4)", "B2"], ["A1", "", "B2"]),
        (["A1", "", "A1 marches to the town of Hill (cost 2 of 4)"], ["A1", "", ""]),
        (["A1", "B2", "A1 marches to the town of Hill (cost 2 of 4)"], ["A1", "B2", "A1"]),
    ],
)
def test_what_is_left_of_a_list(lines: list[str], left: list[str]) -> None:
    assert without_words(lines, plain_read, nothing_more) == tuple(left)


def test_a_long_letter_to_somebody_costs_no_more_than_a_short_one() -> None:
    asked = 0

    def counted(text: str) -> OrderSheet:
        nonlocal asked
        asked += 1
        return plain_read(text)

    prose = [f"and then {number} of them went home again" for number in range(400)]
    assert without_words(prose[:100], counted, nothing_more) == tuple(prose[:100])
    short, asked = asked, 0
    assert without_words(prose, counted, nothing_more) == tuple(prose)
    assert asked == short > 60


def test_the_list_is_read_by_mail(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nbuy 2")
    listed = re.search(r"(?ms)^ON FILE[^\n]*\n(.*?)\n\n", text_of(answer))
    assert listed
    box.reply(answer, "CANCEL")
    (again,) = box.reply(answer, listed[1])
    assert on_file(desk, "ANN") == "GUESS 3\nBUY 2"
    assert "to mend" not in str(again["Subject"])
