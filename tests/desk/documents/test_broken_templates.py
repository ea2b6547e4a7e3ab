"""An edited template that fails in use: no letter that came is lost, no turn runs in a circle, no other game waits."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.templates import Templates
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.digest import send_digest
from postern.desk.games.due import Faults, run_due
from postern.desk.letters import handling
from postern.desk.outbox.alarm import Alarm
from postern.desk.runtime.signals import Signals
from postern.desk.settings.resources import letters_folder
from postern.desk.timing.clock import ManualClock
from postern.post.troubles import Troubles
from postern.store.tables import LetterState
from tests.desk.box import GAME, Box, text_of
from tests.desk.games.test_turns import ANN, BOB, first, turn_of
from tests.desk.letters.test_letters import running, states
from tests.desk.playing import finished, newest, on_file
from tests.desk.wayout import WayOut

__all__ = ["first", "running"]

Spoil = Callable[..., None]


@pytest.fixture
def spoil(desk: Desk, tmp_path: Path) -> Spoil:
    """From now on the desk's templates of these names (``late/text.j2``) speak of what their letters are not given."""

    def edit(*names: str) -> None:
        folder = shutil.copytree(letters_folder(), tmp_path / "edited")
        for name in names:
            (folder / name).write_text("Dear {{ palyer.name }}", "utf-8")
        desk.templates = Templates(folder)

    return edit


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def told(box: Box) -> dict[str, EmailMessage]:
    return {str(letter["To"]): letter for letter in box.news()}


@pytest.mark.parametrize(
    "names",
    [
        ("orders/text.j2",),
        ("orders/text.j2", "sorry/text.j2", "master_letter_failed/text.j2"),
        ("orders/subject.j2", "sorry/subject.j2", "master_letter_failed/subject.j2"),
    ],
    ids=" ".join,
)
def test_a_letter_whose_answer_fails_is_kept_and_told(
    names: tuple[str, ...], running: dict[str, EmailMessage], box: Box, desk: Desk, spoil: Spoil
) -> None:
    spoil(*names)
    ann = running["ANN"]
    box.put(box.letter(str(ann["To"]), "guess 3", str(ann["Reply-To"]), "My orders"))
    box.news()
    assert box.handle() is not None
    letters = told(box)
    assert letters.keys() == {"gm@example.org", str(ann["To"])}
    assert "a person's eye" in str(letters[str(ann["To"])]["Subject"])
    assert "the game master has been told and will look at it" in flat(letters[str(ann["To"])])
    assert "'palyer' is undefined" in flat(letters["gm@example.org"]), "its end is the reason"
    if "sorry/text.j2" in names:
        assert str(letters["gm@example.org"]["Subject"]) == "[Postern] master letter failed"
        assert 'The template of this letter, "master_letter_failed", fails.' in flat(letters["gm@example.org"])
        assert f"writer: {ann['To']} subject: My orders trace: Traceback" in flat(letters["gm@example.org"])
        assert all(len(line) <= 72 for line in text_of(letters["gm@example.org"]).splitlines())
    assert states(desk)[-1] == LetterState.FAILED
    assert on_file(desk, "ANN") is None
    assert box.handle() is None, "it is not tried again and again"
    desk.templates = Templates(letters_folder())
    asyncio.run(master.retry_letter(desk, len(states(desk))))
    assert desk.store.write_now(handling.handle_some, desk)
    assert on_file(desk, "ANN") == "guess 3"


@pytest.mark.parametrize("name", ["orders/html.j2", "base.html.j2"])
def test_a_letter_whose_html_fails_goes_out_as_text_and_the_masters_hear_of_it_once(
    name: str, running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, spoil: Spoil
) -> None:
    spoil(name)
    ann = running["ANN"]
    letters = {str(letter["To"]): letter for letter in box.reply(ann, "guess 3")}
    answer, notice = letters[str(ann["To"])], letters["gm@example.org"]
    assert on_file(desk, "ANN") == "guess 3"
    assert states(desk)[-1] == LetterState.HANDLED
    assert "guess 3" in text_of(answer).lower()
    assert answer.get_body(("html",)) is None
    assert str(notice["Subject"]) == "[Postern] A letter's template fails"
    assert f"{name}: UndefinedError: 'palyer' is undefined" in flat(notice)
    assert "go out as plain text" in flat(notice)
    for days in (0, 1):
        clock.advance(timedelta(days=days))
        assert [str(letter["To"]) for letter in box.reply(ann, "guess 4")] == [str(ann["To"])], "they hear of it once"


async def test_a_report_whose_letter_has_no_html_is_told_whole_as_text(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers, spoil: Spoil
) -> None:
    spoil("report/html.j2")
    clock.advance(timedelta(days=8))
    await run_due(desk, workers)
    assert await turn_of(desk) == 2
    report = finished(box, newest(box, ANN))
    assert report.get_body(("html",)) is None
    assert "Orders for turn 2 are due" in flat(report), "the letter's own words stand above the report"


async def test_a_turn_whose_reports_cannot_be_written_halts_its_game_once(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers, spoil: Spoil
) -> None:
    spoil("report/text.j2", "halted/text.j2", "master_halted/text.j2")
    clock.advance(timedelta(days=8))
    await run_due(desk, workers)
    line = await master.show(desk, "TOY-1")
    assert (line.state, line.turn) == ("paused", 1)
    letters = told(box)
    assert letters.keys() == {"gm@example.org"}
    assert "game: TOY-1 trace: Traceback" in flat(letters["gm@example.org"])
    await run_due(desk, workers)
    assert told(box) == {}


async def test_a_reminder_that_cannot_be_written_holds_up_no_other_game(
    first: dict[str, EmailMessage],
    desk: Desk,
    box: Box,
    home: Path,
    clock: ManualClock,
    workers: Workers,
    spoil: Spoil,
) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2").replace("Fri 20:00", "Thu 20:00"))
    desk.read_files()
    await master.create(desk, "TOY-2")
    for address, name in ((ANN, "ANN"), (BOB, "BOB")):
        (asked,) = box.send(address, f"JOIN TOY-2\nNAME={name}")
        box.reply(asked, "")
    await run_due(desk, workers)
    spoil("reminder/text.j2")
    clock.advance(timedelta(days=6, hours=12))
    box.news()
    faults: list[Faults] = []
    again = await run_due(desk, workers, failed=faults.append)
    assert [(game, str(error)) for (fault,) in [faults] for game, error in fault.items()] == [
        ("TOY-1", "'palyer' is undefined")
    ]
    assert again == clock.now() + timedelta(minutes=1)
    assert (await master.show(desk, "TOY-2")).turn == 2
    assert await turn_of(desk) == 1
    assert {str(letter["To"]) for letter in box.news()} == {ANN, BOB}, "the reports of TOY-2"
    clock.advance(timedelta(days=1))
    await run_due(desk, workers)
    assert await turn_of(desk) == 2, "a turn needs no reminder"


async def test_digest_and_alarms_tell_the_facts_when_their_templates_fail(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, spoil: Spoil
) -> None:
    spoil("digest/text.j2", "master_trouble/text.j2")
    await master.pause(desk, "TOY-1", "holidays")
    clock.advance(timedelta(hours=20))
    box.news()
    await desk.store.write(send_digest, desk)
    assert "TOY-1" in flat(told(box)["gm@example.org"])
    troubles = Troubles()
    troubles.failed('the task "due"', "no such name", person=True)
    desk.config = desk.config.model_copy(update={"desk": desk.config.desk.model_copy(update={"tell_after": timedelta()})})
    await Alarm(desk, troubles, WayOut(), Signals()).look()
    assert 'name: the task "due" detail: no such name' in flat(told(box)["gm@example.org"])
