"""What the reports of all games have in common, on reports of a small game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.events import Event
from postern.game.front import Front
from postern.game.kit.report import frames
from postern.game.kit.report.frames import Occasion
from postern.game.kit.report.telling import Tellings
from postern.game.report import Bullets, Section, Table, Text
from postern.game.ruleset import Standing

GOES_ON = Occasion("A Game", "#123456", turn=4, begins=False, finished=False, winners=())
BEGINS = replace(GOES_ON, turn=1, begins=True)
OVER = replace(GOES_ON, finished=True, winners=("ANN", "BOB"))
LANDS = Section("lands", "Lands", (Text("All are yours."),))


@pytest.mark.parametrize(
    ("occasion", "kind", "title", "turn"),
    [
        (BEGINS, "setup", "The game begins", 1),
        (GOES_ON, "turn", "Turn 3 report", 3),
        (OVER, "final", "Final report, turn 3", 3),
    ],
)
def test_a_turn_report_is_of_the_turn_just_run(occasion: Occasion, kind: str, title: str, turn: int) -> None:
    front = Front("ANN", "News", "Much happened.")
    report = frames.turn_report(occasion, "ANN", "A good turn.", (("Score", "9"),), [None, LANDS, None], front)
    head = report.masthead
    assert (report.kind, head.title, head.turn, head.seat, head.game) == (kind, title, turn, "ANN", "A Game")
    assert (head.line, head.facts) == ("A good turn.", (("Score", "9"),))
    assert (report.sections, report.accent, report.front) == ((LANDS,), "#123456", front)


@pytest.mark.parametrize(
    ("occasion", "kind", "title", "turn", "line"),
    [
        (BEGINS, "setup", "The game begins", 0, "Four begin."),
        (GOES_ON, "turn", "Public report, turn 3", 3, "It goes on."),
        (OVER, "final", "How the game ended, turn 3", 3, "The game is over, won by ANN and BOB."),
        (replace(OVER, winners=()), "final", "How the game ended, turn 3", 3, "The game is over, won by nobody."),
    ],
)
def test_the_public_report_is_for_everybody(occasion: Occasion, kind: str, title: str, turn: int, line: str) -> None:
    report = frames.public_report(occasion, "Four begin.", "It goes on.", [None, LANDS])
    head = report.masthead
    assert (report.kind, head.title, head.turn, head.line) == (kind, title, turn, line)
    assert (head.seat, head.game, report.accent, report.sections) == ("everybody", "A Game", "#123456", (LANDS,))


def test_a_forecast_says_what_it_cannot_know_before_all_else() -> None:
    report = frames.forecast_report(GOES_ON, "ANN", 2, "a quiet turn", ("Score now", "9"), "Nobody else acts.", [LANDS])
    head = report.masthead
    assert (report.kind, head.title, head.turn, head.seat) == ("forecast", "A Game: forecast", 4, "ANN")
    assert head.line == "What your 2 orders would bring if nobody else did anything."
    assert head.facts == (("Score now", "9"),)
    quiet = frames.forecast_report(GOES_ON, "ANN", 0, "a quiet turn", ("Score now", "9"), "Nobody else acts.", [])
    assert quiet.masthead.line == "What a quiet turn would bring if nobody else did anything."
    assert report.sections == (Section("caution", "A forecast", (Text("Nobody else acts.", "note"),)), LANDS)


def test_the_final_table_is_secret_until_the_game_is_over() -> None:
    table = (Standing("ANN", 9, 1, "elves"), Standing("BOB", 9, 1, ""), Standing("CAT", 2, 3))
    assert frames.final_section(GOES_ON, "BOB", table, "Points", "People") is None
    section = frames.final_section(OVER, "BOB", table, "Points", "People", "It was late.")
    assert section is not None
    text, rows = section.blocks
    assert text == Text("**The game is over. It was won by ANN and BOB (you).** It was late.")
    assert isinstance(rows, Table)
    assert [column.title for column in rows.columns] == ["Rank", "Player", "Points", "People"]
    assert rows.rows == (("1", "ANN", "9", "elves"), ("1", "BOB", "9", ""), ("3", "CAT", "2", ""))


def test_notes_of_the_final_table_stand_also_below_no_heading() -> None:
    for note, cells in (("winner", ("1", "ANN", "9", "winner")), ("", ("1", "ANN", "9"))):
        section = frames.final_section(OVER, "BOB", [Standing("ANN", 9, 1, note)], "Points", "")
        assert section is not None
        rows = section.blocks[1]
        assert isinstance(rows, Table)
        assert rows.rows == (cells,)
        assert len(rows.columns) == len(cells)


def test_winners_are_told_with_the_reader_as_you() -> None:
    assert frames.won_by(("ANN", "BOB"), "ANN") == "you and BOB"
    assert frames.won_by(("ANN",)) == "ANN"
    assert frames.won_by(()) == "nobody"


def test_only_what_the_rules_announce_is_news_for_everybody() -> None:
    words = Tellings({"fell": "{who} [fall].", "moved": "{who} [move]."})
    fell, moved = (Event(kind, "1", frozenset(), {"who": "ANN"}) for kind in ("fell", "moved"))
    section = frames.news_section(words, [moved, fell], ("fell",))
    assert section == Section("news", "What everybody was told", (Bullets(("ANN fell.",)),))
    assert frames.news_section(words, [moved], ("fell",)) is None


def test_lines_without_an_order_are_quoted_as_code_and_long_ones_are_cut() -> None:
    said, lines = frames.unread_blocks(["go  `north`", "x" * 160, "y" * 161])
    assert said == Text("No order came of these lines of your letters:", "bad")
    assert lines == Bullets(("`go 'north'`", f"`{'x' * 160}`", f"`{'y' * 159}…`"))
    assert frames.unread_blocks([]) == []


def test_a_map_is_of_the_start_or_of_the_turn_that_was_run() -> None:
    assert (frames.when(1), frames.when(4)) == ("at the start", "after turn 3")
