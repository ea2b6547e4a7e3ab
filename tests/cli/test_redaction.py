"""The log says what happened and not to whom, unless it is asked for everything."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from postern.cli.logs import set_up_logging
from postern.desk.context import open_desk
from postern.desk.delivery import sending
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.workers import LocalWorkers
from postern.desk.letters import handling
from postern.desk.runtime.signals import Signals
from postern.desk.settings.config import LogSettings, read_config
from postern.desk.settings.redaction import hidden
from postern.post.smtp import Delivery, SendResult
from tests.desk.box import GAME, POSTERN, Box
from tests.desk.knowing import ANN, BOB, filed, start
from tests.desk.wayout import Handed, WayOut

SECRETS = [ANN, BOB, "gm@example.org", "guess 7", "no order of mine", "burst"]


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("postern")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    for module in (handling, sending):  # loggers of this test alone: those of the modules keep what they were set up with
        monkeypatch.setattr(module, "_log", structlog.get_logger(module.__name__))
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
    structlog.reset_defaults()


def refusing() -> WayOut:
    """A server that refuses each second letter, naming its recipient."""
    numbers = itertools.count()

    def verdict(letter: Handed) -> SendResult:
        if next(numbers) % 2:
            return SendResult(Delivery.REFUSED, 550, f"<{letter.recipient}>: no such mailbox", of_recipient=True)
        return SendResult(Delivery.SENT, 250, "taken")

    return WayOut(verdict)


def drive(home: Path) -> list[str]:
    """A game, letters of all kinds, answers sent and refused. Returns the tokens that were given out."""
    (home / "games").mkdir()
    (home / "postern.toml").write_text(POSTERN)
    (home / "games" / "toy-1.toml").write_text(GAME)
    desk = open_desk(read_config(home / "postern.toml"))
    try:
        box = Box(desk)
        reports = start(box, LocalWorkers(0), "TOY-1")
        reply_to = str(reports["TOY-1 ANN"]["Reply-To"])
        box.reply(reports["TOY-1 ANN"], "guess 7\nno order of mine")
        assert (filed(box) or "").startswith("guess 7")
        box.send(BOB, "guess 7", subject="guess 7")
        box.reply(reports["TOY-1 BOB"], "burst")
        dispatch = Dispatch(desk, refusing(), LocalWorkers(0), Signals())
        asyncio.run(dispatch.send_waiting())
        log = structlog.get_logger("postern.test")
        try:
            try:
                raise RuntimeError(f"cannot read 'guess 7' of {ANN}")
            except RuntimeError as error:
                raise OSError(f"{reply_to} is full") from error
        except OSError:
            log.exception("a task failed", to=reply_to, text="guess 7")
            logging.getLogger("postern.post").exception("Mailbox: %s", ANN)
        logging.getLogger("aiosmtplib").warning("refused: %s", reply_to)
        return [reply_to.partition("+")[2].partition("@")[0]]
    finally:
        desk.close()


@pytest.mark.parametrize("form", ["plain", "json"])
def test_no_address_token_or_order_is_in_the_usual_log(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    set_up_logging(LogSettings.model_validate({"format": form} if form == "json" else {}))
    tokens = drive(tmp_path)
    said = capsys.readouterr().err
    assert "a letter is given up" in said
    assert "a task failed" in said
    assert "<(hidden)> is full" in said
    assert "RuntimeError" in said
    for secret in [*SECRETS, *tokens]:
        assert secret not in said


def test_everything_is_there_when_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(LogSettings(), verbose=True)
    (token,) = drive(tmp_path)
    said = capsys.readouterr().err
    for secret in (ANN, BOB, "guess 7", "a letter was read", "a letter was sent", token):
        assert secret in said


@given(st.emails(), st.text(max_size=20))
def test_any_address_is_hidden(address: str, around: str) -> None:
    domain = address.rpartition("@")[2]
    assert f"@{domain}" not in hidden(f"{around} <{address}> {around}")
