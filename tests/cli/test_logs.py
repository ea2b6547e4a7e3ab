"""What the daemon says: one line an event, as words or as JSON, ours and the libraries' alike."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from postern.cli.logs import set_up_logging
from postern.desk.settings.config import LogSettings


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("postern")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
    structlog.reset_defaults()


def say() -> None:
    structlog.get_logger("postern.x").info("a turn has run", game="QJ-101", turn=7)
    structlog.get_logger("postern.x").debug("too small")
    logging.getLogger("postern.post").info("connected, waiting by %s", "IDLE")
    logging.getLogger("library").info("too small")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        structlog.get_logger("postern.x").exception("a task failed")


def test_json_is_one_object_an_event(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(LogSettings(format="json"))
    say()
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["a turn has run", "connected, waiting by IDLE", "a task failed"]
    assert (lines[0]["game"], lines[0]["turn"], lines[0]["level"]) == ("QJ-101", 7, "info")
    assert lines[1]["level"] == "info"
    assert "ValueError" in lines[2]["exception"]
    assert all(line["timestamp"].endswith("Z") for line in lines)


def test_words_are_one_line_an_event_too(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(LogSettings())
    say()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("timestamp=") for line in lines)
    assert 'event="a turn has run" game=QJ-101 turn=7' in lines[0]


def test_the_level_is_by_settings_and_verbose_hears_all(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(LogSettings(level="error"))
    say()
    assert len(capsys.readouterr().err.splitlines()) == 1
    set_up_logging(LogSettings(level="error"), verbose=True)
    say()
    assert len(capsys.readouterr().err.splitlines()) == 4
