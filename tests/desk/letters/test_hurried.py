"""Letters as hurried people write them on a telephone: what they mean is done, or they are told what to write."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest

from postern.desk.answers.filing import Filed, Filing
from postern.desk.commands.registry import forms
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.language.parse import CommandLine, guess, split
from postern.game.orders import Order, OrderSheet, Problem, Reading, Verdict
from tests.desk.box import GAME, Box, text_of
from tests.desk.letters.test_letters import running
from tests.desk.playing import join, on_file, reports

__all__ = ["running"]


def said(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ready pls", "READY"),
        ("ready, thanks!", "READY"),
        ("done :)", "READY"),
        ("pls status", "STATUS"),
        ("ok ready", "READY"),
        ("Fertig.", "READY"),
        ("Hilfe!", "HELP"),
        ("join pls", "JOIN"),
        ("cancel everything please", "CANCEL"),
    ],
)
def test_courtesies_around_a_command_do_not_count(line: str, name: str) -> None:
    (piece,) = split([line], forms(), frozenset())
    assert isinstance(piece, CommandLine)
    assert piece.name == name


@pytest.mark.parametrize(
    "line", ["ok thx", "please help us", "pls wait for me", "nicht fertig", "ready or not, thanks", "please join us"]
)
def test_a_sentence_to_a_person_stays_one(line: str) -> None:
    (piece,) = split([line], forms(), frozenset())
    assert not isinstance(piece, CommandLine)


def test_three_letters_are_guessed_only_where_they_are_the_word_itself() -> None:
    assert guess("und 5 Truppen an L2", forms()) == ""
    assert guess("map of the whole north, please", forms()) == "MAP"


def test_to_cancel_one_order_is_not_told_to_cancel_all(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANN"], "guess 5\nbuy 2")
    (answer,) = box.reply(running["ANN"], "cancel buy 2")
    assert "It takes all orders off file. To take one off, send those that you keep" in said(answer)
    assert on_file(desk, "ANN") == "guess 5\nbuy 2"


def test_who_wrote_nothing_that_is_known_is_told_of_help(running: dict[str, EmailMessage], box: Box) -> None:
    box.reply(running["ANN"], "guess 5")
    (answer,) = box.reply(running["ANN"], "lorem ipsum")
    assert "HELP lists all that you can write" not in said(answer)  # the game itself has an answer to it
    (letter,) = box.reply(running["ANN"], "# go!")
    assert "HELP lists all that you can write" in said(letter)


def test_an_empty_letter_is_told_to_be_one(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "")
    assert "Your letter was empty, so nothing was changed." in said(answer)
    (answer,) = box.reply(running["ANN"], "guess 5")
    assert "was empty" not in said(answer)


def test_a_letter_that_only_forwards_is_told_why_nothing_came_of_it(running: dict[str, EmailMessage], box: Box) -> None:
    forwarded = "---------- Forwarded message ---------\nFrom: Zed <zed@z.example>\nSubject: plan\n\nguess 5\nREADY\n"
    (answer,) = box.reply(running["ANN"], forwarded)
    assert "I do not read forwarded letters" in said(answer)
    assert "was empty" not in said(answer)


def test_orders_that_name_another_game_of_the_writer_bring_a_warning(box: Box, desk: Desk, workers: Workers) -> None:
    folder = desk.config.home / "games"
    people = {"ANN": "ann@a.example", "BOB": "bob@b.example"}
    (folder / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    first = {}
    for game in ("TOY-1", "TOY-2"):
        asyncio.run(master.create(desk, game))
        for name, address in people.items():
            join(box, address, name, game)
        first[game] = reports(box, workers, people)["ANN"]
    (answer,) = box.reply(first["TOY-1"], "for game TOY-2\nguess 5")
    assert "Your letter names TOY-2, but it answers a letter of TOY-1" in said(answer)
    (answer,) = box.reply(first["TOY-1"], "GAME TOY-2\nguess 5")
    assert "Your letter names" not in said(answer)
    for own in ("guess 5", "for game TOY-1\nguess 5"):
        (answer,) = box.reply(first["TOY-1"], own)
        assert "Your letter names" not in said(answer)


def guesses_and_remarks(text: str) -> OrderSheet:
    """Reads ``guess`` as an order, ``ok`` as a remark that is left aside."""
    lines = list(enumerate(text.splitlines(), 1))
    orders = [Order(at, line, line, line) for at, line in lines if line.startswith("guess")]
    notes = [
        Problem("remark", at, "Left aside.", "Say more.", text=line, note=True) for at, line in lines if line.startswith("ok")
    ]
    return OrderSheet(text, tuple(orders), tuple(notes))


def filed(before: str, lines: list[str]) -> Filed:
    def check(text: str) -> Verdict:
        read = guesses_and_remarks(text)
        return Verdict(tuple(Reading(order.line, order.code, order.words) for order in read.orders), read.problems)

    filing = Filing(guesses_and_remarks, check, before)
    if lines:
        filing.take(lines, 1)
    return filing.close(lambda line: "", lambda line: "")


def test_a_remark_among_the_orders_is_told_once_and_not_with_every_later_answer() -> None:
    assert [note.text for note in filed("", ["guess 5", "ok so far"]).notes] == ["ok so far"]
    assert filed("guess 5\nok so far", []).notes == ()


def test_neighbouring_remarks_are_told_once_and_a_question_among_them_for_itself() -> None:
    def check(text: str) -> Verdict:
        lines = enumerate(text.splitlines(), 1)
        return Verdict((), tuple(Problem("remark", at, "Left aside.", text=line, note=True) for at, line in lines if line))

    filing = Filing(guesses_and_remarks, check, "")
    filing.take(["Hello!", "", "Nice game.", "How do I win?", "Bye", "", "", "Ann"], 1)
    notes = filing.close(lambda line: "", lambda line: "Like this." if line.endswith("?") else "").notes
    assert [(note.line, note.text, note.why, note.remedy) for note in notes] == [
        (1, "Hello!", "Left aside (and one more line).", ""),
        (4, "How do I win?", "", "Like this."),
        (5, "Bye", "Left aside.", ""),
        (8, "Ann", "Left aside.", ""),
    ]


def test_orders_of_which_none_can_be_carried_out_leave_those_on_file() -> None:
    def read(text: str) -> OrderSheet:
        lines = enumerate(text.splitlines(), 1)
        return OrderSheet(text, tuple(Order(at, line, line, line) for at, line in lines if line), ())

    def check(text: str) -> Verdict:
        orders = read(text).orders
        good = tuple(Reading(one.line, one.code, one.words) for one in orders if "999" not in one.code)
        return Verdict(good, tuple(Problem("far", one.line, "Too far.", text=one.text) for one in orders if "999" in one.code))

    def after(before: str, *lines: str, adding: bool = False) -> Filed:
        filing = Filing(read, check, before, adding=adding)
        filing.take(list(lines), 1)
        return filing.close(lambda line: "", lambda line: "")

    kept = after("guess 5", "guess 999")
    assert (kept.text, kept.useless, kept.changed, kept.replaced) == ("guess 5", True, False, 0)
    assert [one.code for one in kept.accepted] == ["guess 5"]
    assert [one.text for one in kept.mend] == ["guess 999"]
    for new in (after("guess 5", "guess 999", "guess 6"), after("guess 999", "guess 1999"), after("", "guess 999")):
        assert not new.useless
        assert new.changed
    assert after("guess 5", "guess 999", "guess 6").replaced == 1
    assert after("guess 5", "guess 999", adding=True).text == "guess 5\n\nguess 999"


def test_a_game_may_let_stand_what_a_later_letter_does_not_speak_of() -> None:
    def read(text: str) -> OrderSheet:
        lines = enumerate(text.split("\n"), 1)
        return OrderSheet(text, tuple(Order(at, line, line, line) for at, line in lines if line), ())

    def check(text: str) -> Verdict:
        bad = tuple(Problem("far", one.line, "Too far.", text=one.text) for one in read(text).orders if "999" in one.code)
        return Verdict(tuple(Reading(one.line, one.code, one.words) for one in read(text).orders), bad)

    def by_unit(filed: str, new: str) -> str:
        """A line begins with its unit; a letter replaces those of the units that it names."""
        kept = [
            line for line in filed.split("\n") if line and line.split()[0] not in {one.split()[0] for one in new.split("\n")}
        ]
        return "\n".join([*kept, new])

    filing = Filing(read, check, "A 1\nB 2", by_unit)
    filing.take(["B 3", "C 999"], 7)
    done = filing.close(lambda line: "", lambda line: "")
    assert done.text == "A 1\nB 3\nC 999"
    assert [(one.line, one.text) for one in done.mend] == [(8, "C 999")]


def test_thanks_alone_are_no_orders_on_file() -> None:
    assert filed("", ["ok, thanks"]).text is None
    assert filed("", ["ok, thanks", "guess 5"]).text == "ok, thanks\nguess 5"


def test_what_to_write_instead_is_told_with_the_note_on_an_order() -> None:
    def check(text: str) -> Verdict:
        notes = (Problem("cut", 1, "It is cut.", note=True), Problem("text", 1, "The rest is text.", "Write END.", note=True))
        return Verdict((Reading(1, "guess 5", "guess 5"),), notes)

    filing = Filing(guesses_and_remarks, check, "")
    filing.take(["guess 5"], 1)
    (one,) = filing.close(lambda line: "", lambda line: "").accepted
    assert one.note == "It is cut. The rest is text. Write END."


def test_a_note_stands_under_the_order_of_its_line_that_it_speaks_of() -> None:
    def check(text: str) -> Verdict:
        notes = (
            Problem("far", 1, "It is far.", note=True, order="guess 7"),
            Problem("late", 1, "It is late.", note=True, order="guess 7"),
            Problem("none", 1, "Bob needs none.", note=True),
        )
        return Verdict(tuple(Reading(1, code, code) for code in ("guess 5", "guess 7", "guess 7")), notes)

    filing = Filing(guesses_and_remarks, check, "")
    filing.take(["guess 5, guess 7, guess 7, bob none"], 1)
    notes = [one.note for one in filing.close(lambda line: "", lambda line: "").accepted]
    assert notes == ["Bob needs none.", "It is far. It is late.", ""]


def test_press_on_the_line_of_its_names_is_told_where_it_goes(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "message to bob: lets attack together")
    assert "What you write goes on the lines below, not behind the colon; nothing was sent." in said(answer)
    assert "Nobody here is called" not in said(answer)
    (answer,) = box.reply(running["ANN"], "press to bib: hi")
    assert "nothing was sent" in said(answer)
