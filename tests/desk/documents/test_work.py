"""Documents of a letter as a worker makes them."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from postern import render
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import pack
from postern.desk.documents.finishing import LetterJob
from postern.desk.documents.work import SetupJob, TurnJob, run_turn, set_up
from postern.game.ruleset import Signup
from postern.post.letter import Address, Outgoing
from tests.desk.box import parse, text_of
from tests.desk.documents.finished import finish_letter

_HEAVY = ("sqlalchemy", "alembic", "reportlab", "postern.store", "postern.post.reading", "typer")


def test_a_report_tells_its_deadline_in_the_readers_zone_and_in_the_games_own_codes() -> None:
    seats = tuple(Signup(name, {}) for name in ("ANN", "BOB", "CLEO", "DORA"))
    done = set_up(SetupJob("great_jewels", {}, seats, "seed"))
    me = Address("ann@a.example")
    draft = Outgoing(me, (me,), "Report", "Here it is.", "<1.postern@a.example>", datetime(2026, 11, 20, tzinfo=UTC))
    due = datetime(2026, 11, 27, 19, 0, tzinfo=UTC).isoformat()
    wish = DocumentRequest("report", ("text",), "great_jewels", due=due, zone="Europe/Berlin")
    text = text_of(parse(finish_letter(LetterJob(pack(draft, (wish,)), (done.reports["ANN"],)))))
    assert "DUE DATE FOR THIS TURN IS: NOV-27-2026 20:00 CET" in text
    without = DocumentRequest("report", ("text",), "great_jewels")
    assert "DUE DATE" not in text_of(parse(finish_letter(LetterJob(pack(draft, (without,)), (done.reports["ANN"],)))))


@pytest.mark.parametrize("module", ["postern.desk.documents.work", "postern.cli.__main__"])
def test_what_a_worker_reads_as_it_starts_knows_no_database_and_no_mail(module: str) -> None:
    """It would take a second of each worker's start, and the memory besides."""
    code = f"import sys, {module}; print([name for name in {_HEAVY} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_a_front_page_goes_on_from_the_one_before() -> None:
    seats = tuple(Signup(name) for name in ("ANN", "BOB", "CLEO", "DAVE"))
    begun = set_up(SetupJob("great_jewels", {}, seats, "seed"))
    texts = dict.fromkeys((seat.name for seat in seats), "")
    after = run_turn(TurnJob("great_jewels", begun.world, "seed", texts, before=begun.reports))
    front = render.front_of(after.reports["ANN"])
    assert front is not None
    assert front.race is not None
    assert front.race.turns == (0, 1)
    score = next(one for one in front.figures if one.label == "Score")
    assert score.change == front.race.own[1] - front.race.own[0]
    alone = render.front_of(run_turn(TurnJob("great_jewels", begun.world, "seed", texts)).reports["ANN"])
    assert alone is not None
    assert alone.race is not None
    assert alone.race.turns == (1,)
