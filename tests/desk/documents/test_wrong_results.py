"""A worker of another machine may give anything: what is no result of its job is never committed."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from postern.desk.documents.dask_link import Link
from postern.desk.documents.dask_workers import WRONG, DaskWorkers
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drawing import DrawJob, draw
from postern.desk.documents.jobs import Elsewhere, WrongResult, packed, perform, result_of
from postern.desk.documents.work import SetupJob, TurnDone, TurnJob, run_turn, set_up
from postern.desk.documents.workers import LocalWorkers
from postern.desk.settings.config import WorkSettings
from postern.desk.settings.rulesets import RULESETS
from postern.game.ruleset import Signup
from postern.post.troubles import Troubles

SEATS = tuple(Signup(name, {}) for name in ("ANN", "BOB", "CLEO", "DAVE"))
Case = tuple[TurnJob, TurnDone]


@pytest.fixture(scope="module", params=sorted(RULESETS))
def case(request: pytest.FixtureRequest) -> Case:
    """A turn of each game and what comes of it."""
    begun = set_up(SetupJob(str(request.param), {"game": "GAME-1"}, SEATS, "a seed"))
    job = TurnJob(
        str(request.param), begun.world, "a seed", {"ANN": ""}, frozenset(("BOB", "CLEO", "DAVE")), before=begun.reports
    )
    job = replace(job, texts=dict.fromkeys(("ANN", "BOB", "CLEO", "DAVE")) | dict(job.texts))
    return job, run_turn(job)


def sent(done: object) -> bytes:
    """A result as a worker sends it."""
    table: Any = asdict(done) if isinstance(done, TurnDone) else done
    return zlib.compress(msgpack.packb({"done": table}))


def test_what_a_worker_does_comes_back_the_same(case: Case) -> None:
    job, done = case
    assert result_of(run_turn, job, perform(packed(run_turn, job))) == done
    setup = SetupJob(job.ruleset, {"game": "GAME-1"}, SEATS, "a seed")
    assert result_of(set_up, setup, perform(packed(set_up, setup))) == set_up(setup)
    request = DocumentRequest("report", ("text", "html"), job.ruleset, name="GAME-1", seat_id=1)
    drawing = DrawJob((request,), (done.reports["ANN"],), page=True, alone=True, mark="mark")
    assert result_of(draw, drawing, perform(packed(draw, drawing))) == draw(drawing)


WRONG_TURNS: dict[str, Callable[[TurnJob, TurnDone], TurnDone]] = {
    "turn 99": lambda _, done: replace(done, turn=99),
    "the world of before": lambda job, done: replace(done, world=job.world, turn=done.turn - 1),
    "no world": lambda _, done: replace(done, world=b"{}"),
    "a foreign seat": lambda _, done: replace(done, reports={**done.reports, "MALLORY": done.reports["ANN"]}),
    "a foreign winner": lambda _, done: replace(done, winners=("MALLORY",)),
    "orders of somebody else": lambda _, done: replace(done, texts={**done.texts, "ANN": "resign all"}),
    "a report missing": lambda _, done: replace(done, reports={"ANN": done.reports["ANN"]}),
    "a report that is none": lambda _, done: replace(done, reports={**done.reports, "ANN": b"<html>"}),
    "other rules": lambda _, done: replace(done, rules="0000"),
}


@pytest.mark.parametrize("wrong", WRONG_TURNS)
def test_a_turn_that_does_not_fit_its_job_is_no_result(case: Case, wrong: str) -> None:
    job, done = case
    with pytest.raises(WrongResult, match="does not fit its job"):
        result_of(run_turn, job, sent(WRONG_TURNS[wrong](job, done)))


class Evil:
    """Runs code where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("a result was unpickled",)


BOMB = zlib.compress(b"\0" * 300_000_000, 1)
NO_RESULTS: dict[str, object] = {
    "a pickle": zlib.compress(pickle.dumps(Evil())),
    "a pickle of the old form": zlib.compress(pickle.dumps((1, None, ""))),
    "another type": 7,
    "300 MB": b"\0" * 300_000_000,
    "300 MB unpacked": BOMB,
    "a number": sent(7),
    "a list": zlib.compress(msgpack.packb([1, 2])),
    "no table of ours": zlib.compress(msgpack.packb({"x": 1})),
    "cut off": BOMB[:100],
    "no zlib": b"nonsense",
    "nested": zlib.compress(b"\x91" * 100_000),
    "other fields": sent({"world": b"", "turn": 1}),
}


@pytest.mark.parametrize("what", NO_RESULTS)
def test_what_is_no_data_of_ours_is_no_result(case: Case, what: str) -> None:
    with pytest.raises(WrongResult):
        result_of(run_turn, case[0], NO_RESULTS[what])


@pytest.mark.parametrize(
    ("name", "value"), [("turn", "2"), ("world", "text"), ("finished", 1), ("winners", "ANN"), ("texts", [])]
)
def test_each_field_has_its_type(case: Case, name: str, value: object) -> None:
    with pytest.raises(WrongResult):
        result_of(run_turn, case[0], sent({**asdict(case[1]), name: value}))


def test_documents_are_as_many_as_were_asked_for() -> None:
    with pytest.raises(WrongResult, match="0 documents of 1"):
        result_of(draw, DrawJob((DocumentRequest("rules", ("pdf",), "great_jewels"),), (None,), False, True, "m"), sent([]))


def test_an_error_comes_back_as_words() -> None:
    job = TurnJob("great_jewels", b"no world", "seed", {})
    with pytest.raises(Exception) as raised:
        result_of(run_turn, job, perform(packed(run_turn, job)))
    assert isinstance(raised.value.__cause__, Elsewhere)
    assert "run_turn" in str(raised.value.__cause__)
    strange = zlib.compress(msgpack.packb({"raised": "SystemExit", "words": "bye", "trace": ""}))
    with pytest.raises(RuntimeError, match="SystemExit: bye"):
        result_of(run_turn, job, strange)


async def test_a_wrong_result_is_thrown_away_and_the_job_done_here(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    job, done = case
    troubles = Troubles()
    workers = DaskWorkers(WorkSettings(workers="dask://127.0.0.1:1", fallback=False), Path(), troubles)

    async def staffed() -> Link:
        return Link(None)

    async def attempt(_link: Link, _data: bytes) -> bytes:
        return sent(replace(done, turn=99))

    monkeypatch.setattr(workers, "_staffed", staffed)
    monkeypatch.setattr(workers, "_attempt", attempt)
    monkeypatch.setattr(workers, "_local", LocalWorkers(0))
    assert await workers.run(run_turn, job) == done
    assert not troubles.failed(WRONG, "again"), "it was told already"
    workers.close()
