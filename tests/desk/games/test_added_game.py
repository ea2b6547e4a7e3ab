"""The whole game that docs/adding-a-game.md shows: taken from the page, played through the interface and by letter."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pypdfium2
import pytest

from postern import render
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.settings.rulesets import ruleset
from postern.desk.timing.clock import ManualClock
from postern.game.chance import Chance
from postern.game.chart import Chart
from postern.game.events import seen
from postern.game.report import Map, OrderForm, Report
from postern.game.ruleset import Outcome, Ruleset, Signup
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, begin, finished, newest, reports

PAGE = Path(__file__).parents[3] / "docs" / "adding-a-game.md"
NAME = "noughts:RULESET"
LONGEST = 100
GAME = f"""
name = "OX-1"
ruleset = "{NAME}"
seats = 2
computers = 1
deadline = "Fri 20:00"
timezone = "Europe/Berlin"
documents = ["pdf"]
seed = "fixed"
"""


def _code() -> str:
    return "".join(re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset[Any, Any]]:
    folder = tmp_path_factory.mktemp("added")
    (folder / "noughts.py").write_text(_code(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield ruleset(NAME)
    sys.modules.pop("noughts", None)
    ruleset.cache_clear()


@pytest.fixture
def home(home: Path, rules: Ruleset[Any, Any]) -> Path:
    """The folder of the desk, with a game of the page."""
    (home / "games" / "ox-1.toml").write_text(GAME, encoding="utf-8")
    return home


def _begun(rules: Ruleset[Any, Any]) -> Any:
    return rules.setup({}, [Signup("ANN"), Signup("BOB")], Chance("1"))


def _turn(rules: Ruleset[Any, Any], world: Any, **letters: str) -> Outcome[Any]:
    sheets = {seat: rules.read(text, rules.view(world, seat)) for seat, text in letters.items()}
    return rules.resolve(world, sheets, Chance("1"))


def _told(rules: Ruleset[Any, Any], outcome: Outcome[Any], seat: str) -> Report:
    return rules.report(rules.view(outcome.world, seat), seen(outcome.events, seat))


def _chart(report: Report) -> Chart:
    (found,) = (block.chart for section in report.sections for block in section.blocks if isinstance(block, Map))
    return found


def _after(rules: Ruleset[Any, Any]) -> Any:
    """The world in which ANN has A1 and BOB has B2."""
    return _turn(rules, _begun(rules), ANN="MARK A1", BOB="MARK B2").world


def test_it_is_as_short_as_the_page_says_and_in_our_style(tmp_path: Path) -> None:
    assert 0 < len(_code().splitlines()) <= LONGEST
    (tmp_path / "noughts.py").write_text(_code(), encoding="utf-8")
    for words in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *words, "--config", str(PAGE.parents[1] / "pyproject.toml"), str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_name_is_read_from_a_letter_and_a_taken_one_refused(rules: Ruleset[Any, Any]) -> None:
    assert rules.signup("Good day!\nname = ann", [])[0] == Signup("ANN")
    found, (problem,) = rules.signup("NAME=ANN", ["ANN"])
    assert found is None
    assert problem.code == "NAME TAKEN"
    assert rules.signup(problem.paste, ["ANN"])[0] is not None
    assert rules.signup("Good day!", [])[1][0].paste == "NAME=GREEDY"


@pytest.mark.parametrize("text", ["MARK C3", "mark c3.", "  Mark   C3   # at last"])
def test_an_order_is_read_and_read_back(rules: Ruleset[Any, Any], text: str) -> None:
    view = rules.view(_after(rules), "ANN")
    verdict = rules.check(rules.read(text, view), view)
    assert [(one.code, one.words) for one in verdict.accepted] == [("MARK C3", "you mark C3")]
    assert not verdict.problems
    assert rules.begins_order(text)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("MRK C3", 1, "could not be read"),
        ("MARK B2", 1, "B2 is BOB's."),
        ("MARK D9", 1, "no square D9"),
        ("MARK C2\nMARK A3", 2, "one square a turn"),
    ],
)
def test_a_wrong_order_is_told_why_and_what_to_write(rules: Ruleset[Any, Any], text: str, line: int, why: str) -> None:
    view = rules.view(_after(rules), "ANN")
    verdict = rules.check(rules.read(text, view), view)
    (problem,) = verdict.problems
    assert problem.line == line
    assert why in problem.why
    assert problem.remedy
    if problem.paste:
        assert not rules.check(rules.read(problem.paste, view), view).problems
    else:
        assert problem.remedy == "Leave this line out."
        assert len(verdict.accepted) == 1


def test_looking_and_trying_leave_the_world_as_it_is(rules: Ruleset[Any, Any]) -> None:
    world = _after(rules)
    before = rules.dump(world)
    view = rules.view(world, "ANN")
    sheet = rules.read("MARK B2\nMARK C3", view)
    rules.check(sheet, view)
    text = render.to_text(rules.forecast(sheet, view))
    assert "ANN marked C3." in text
    assert "B2 is BOB's." in text
    assert rules.dump(world) == before
    with pytest.raises(KeyError):
        rules.view(world, "CID")


def test_a_square_that_both_want_goes_to_one_by_lot(rules: Ruleset[Any, Any]) -> None:
    had = set()
    for seed in range(20):
        world = _begun(rules)
        sheets = {seat: rules.read("MARK B2", rules.view(world, seat)) for seat in ("ANN", "BOB")}
        outcome = rules.resolve(world, sheets, Chance(str(seed)))
        (winner,) = outcome.world.marks.values()
        had.add(winner)
        (other,) = {"ANN", "BOB"} - {winner}
        assert f"B2 is {winner}'s by lot" in render.to_text(_told(rules, outcome, other))
    assert had == {"ANN", "BOB"}


def test_the_one_with_three_in_a_row_wins_and_all_documents_say_so(rules: Ruleset[Any, Any]) -> None:
    world = _after(rules)
    outcome = _turn(rules, world, ANN="MARK A2", BOB="MARK C2")
    assert not outcome.finished
    outcome = _turn(rules, outcome.world, ANN="MARK A3", BOB="MARK C3")
    assert (outcome.finished, outcome.winners) == (True, ("ANN",))
    assert [(one.seat, one.score, one.rank) for one in outcome.standings] == [("ANN", 3, 1), ("BOB", 2, 2)]
    report = _told(rules, outcome, "BOB")
    chart = _chart(report)
    assert {area.name: area.owner for area in chart.areas if area.owner} == outcome.world.marks
    assert [owner.key for owner in chart.owners if owner.own] == ["BOB"]
    texts = (render.to_text(report), render.to_html(report, map_src="map.png"), _words(render.to_pdf(report)))
    for text in texts:
        assert "won by ANN" in " ".join(re.sub(r"<[^>]+>", "", text).split())
    assert "X . .\n2 X O O\n3 X . O" in texts[0]
    assert 'src="map.png"' in texts[1]
    for name in ("A1", "ANN", "BOB, you"):
        assert name in render.chart_svg(chart)
    told = seen([one for one in outcome.events if {"ANN", "BOB"} <= one.seen_by], "ANN")
    publics = [rules.public(rules.view(outcome.world, seat), told) for seat in ("ANN", "BOB")]
    assert publics[0] == publics[1]
    assert "won by ANN" in render.to_text(publics[0])
    bare = rules.uncovered(outcome.world)
    assert (bare.winners, bare.standings) == (("ANN",), outcome.standings)


def _words(pdf: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def test_a_computer_player_takes_a_win_and_spoils_one(rules: Ruleset[Any, Any]) -> None:
    world = _turn(rules, _after(rules), ANN="MARK A2", BOB="MARK C2").world
    assert rules.plan(rules.view(world, "ANN"), Chance("1")) == "MARK A3"
    assert rules.plan(rules.view(world, "BOB"), Chance("1")) == "MARK A3"
    eased = {rules.plan(rules.view(world, "BOB"), Chance(str(seed)), level="easy") for seed in range(30)}
    assert len(eased) == len(world.free())


def _played(rules: Ruleset[Any, Any], seed: str) -> tuple[list[bytes], Outcome[Any]]:
    """A game of a person, who takes the first free square of the order form, against a computer player."""
    chance = Chance(seed)
    world = rules.setup({}, [Signup("ANN"), Signup("BOB")], chance)
    kept = [rules.dump(world)]
    for _ in range(9):
        form = [block for one in rules.report(rules.view(world, "ANN"), ()).sections for block in one.blocks][-1]
        assert isinstance(form, OrderForm)
        text = form.lines[1].removeprefix("# ")
        letters = {"ANN": text, "BOB": rules.plan(rules.view(world, "BOB"), chance)}
        sheets = {seat: rules.read(letters[seat], rules.view(world, seat)) for seat in letters}
        outcome = rules.resolve(world, sheets, chance)
        world = rules.load(rules.dump(outcome.world))
        assert world == outcome.world
        jsonschema.validate(json.loads(rules.dump(world)), dict(rules.schema()))
        kept.append(rules.dump(world) + render.to_json(_told(rules, outcome, "ANN")))
        if outcome.finished:
            return kept, outcome
    raise AssertionError("nine turns fill the board")


def test_whole_games_end_and_the_same_seed_gives_the_same_bytes(rules: Ruleset[Any, Any]) -> None:
    ends = set()
    for seed in map(str, range(12)):
        kept, outcome = _played(rules, seed)
        assert (kept, outcome) == _played(rules, seed)
        assert outcome.winners == tuple(one.seat for one in outcome.standings if one.score == 3)
        ends.add(outcome.winners)
    assert ("BOB",) in ends
    assert len(ends) > 1


def test_a_world_that_is_no_board_is_refused(rules: Ruleset[Any, Any]) -> None:
    with pytest.raises(ValueError, match="marks"):
        rules.load(b'{"version": 1, "seats": ["ANN", "BOB"], "marks": 3}')


def test_the_handbook_has_the_order(rules: Ruleset[Any, Any]) -> None:
    topic = rules.handbook().find("orders")
    assert topic is not None
    assert "MARK B2" in topic.body


def test_it_is_played_by_letter(desk: Desk, box: Box, workers: Workers, clock: ManualClock) -> None:
    report = begin(box, workers, "OX-1", ANN=ANN)["ANN"]
    assert "MARK A1" in text_of(finished(box, newest(box, ANN)))
    (wrong,) = box.reply(report, "MARK Z1")
    assert "There is no square Z1" in " ".join(text_of(wrong).split())
    (taken,) = box.reply(report, "MARK B2\nREADY")
    assert "you mark B2" in text_of(taken)
    clock.advance(timedelta(minutes=31))
    reports(box, workers, {})
    letter = finished(box, newest(box, ANN))
    assert "ANN marked B2." in text_of(letter)
    assert "2 . X ." in text_of(letter)
    (pdf,) = (part.get_content() for part in letter.iter_attachments() if part.get_content_type() == "application/pdf")
    assert "ANN marked B2." in _words(pdf)


@pytest.mark.parametrize("left_out", ["slug, title", "worlds", "sequence, last_step", "def setup", "def handbook"])
def test_a_game_that_leaves_something_out_is_not_loaded(left_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.sub(rf"(?ms)^    {left_out}\b.*?\n(?=    \w|\n)", "", _code())
    assert code != _code()
    (tmp_path / "incomplete.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=f"leaves out .*{left_out.removeprefix('def ').partition(',')[0]}"):
        ruleset("incomplete:RULESET")
    sys.modules.pop("incomplete", None)
    ruleset.cache_clear()
