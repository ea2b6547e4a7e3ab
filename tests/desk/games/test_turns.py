"""Turns run when due, whole or not at all; early when all are ready; reminders once; masters can take turns back."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from postern.desk.context import Desk, open_desk
from postern.desk.documents.work import TurnJob, run_turn
from postern.desk.documents.workers import LocalWorkers, NoWorkers, Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.master import MasterError
from postern.desk.games import turns
from postern.desk.games.due import next_moment, run_due
from postern.desk.settings.config import read_config
from postern.desk.settings.rulesets import rules_version
from postern.desk.timing.clock import ManualClock
from postern.store import games, inbox, outbox, seats
from postern.store import turns as records
from postern.store.tables import Game, GameState
from tests.desk.box import GAME, Box, text_of

ANN, BOB = "ann@a.example", "bob@b.example"
DEADLINE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


@pytest.fixture
async def first(desk: Desk, box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """TOY-1 with ANN and BOB and a computer player, turn 1 awaited."""
    await master.create(desk, "TOY-1")
    for address, name in ((ANN, "ANN"), (BOB, "BOB")):
        (asked,) = box.send(address, f"JOIN TOY-1\nNAME={name}")
        box.reply(asked, "")
    await run_due(desk, workers)
    return {str(letter["To"]).partition("@")[0].upper(): letter for letter in box.news()}


async def turn_of(desk: Desk) -> int:
    return (await master.show(desk, "TOY-1")).turn


async def test_the_turn_runs_at_its_deadline_and_not_before(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(first["ANN"], "guess 3\nbuy 1")
    assert (await master.show(desk, "TOY-1")).deadline == DEADLINE
    clock.advance(DEADLINE - clock.now() - timedelta(seconds=1))
    await run_due(desk, workers)
    assert await turn_of(desk) == 1
    clock.advance(timedelta(seconds=1))
    moment = await run_due(desk, workers)
    assert await turn_of(desk) == 2
    assert moment == DEADLINE + timedelta(days=6)
    assert (await master.show(desk, "TOY-1")).deadline == DEADLINE + timedelta(days=7)
    reports = [letter for letter in box.news() if "report" in str(letter["Subject"])]
    assert {str(letter["To"]) for letter in reports} == {ANN, BOB}


async def test_a_turn_missed_while_nobody_ran_is_run_once(
    first: dict[str, EmailMessage], desk: Desk, clock: ManualClock, workers: Workers
) -> None:
    clock.advance(timedelta(days=30))
    await run_due(desk, workers)
    assert await turn_of(desk) == 2
    await run_due(desk, workers)
    assert await turn_of(desk) == 2
    deadline = (await master.show(desk, "TOY-1")).deadline
    assert deadline is not None
    assert deadline > clock.now()


async def test_a_turn_that_runs_late_says_so_and_that_its_letters_counted(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    clock.advance(timedelta(days=15))
    (answer,) = box.reply(first["ANN"], "buy 5")
    said = " ".join(text_of(answer).split())
    assert (
        "Turn 1 was due Fri 27 Nov 2026, 20:00 CET (19:00 UTC); it runs as soon as all letters that have come are read." in said
    )
    await run_due(desk, workers)
    for report in box.news():
        text = " ".join(text_of(report).split())
        assert "Turn 1 was due Fri 27 Nov 2026, 20:00 CET (19:00 UTC) and has run later" in text
        assert "also those that came after the deadline" in text
    clock.advance(timedelta(days=6, hours=7, minutes=59))
    await run_due(desk, workers)
    assert await turn_of(desk) == 3
    assert not [letter for letter in box.news() if "has run later" in text_of(letter)], "an hour is not worth a word"


async def test_letters_that_came_in_time_count_though_handled_late(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.put(box.letter(ANN, "buy 5", str(first["ANN"]["Reply-To"])))
    clock.advance(timedelta(days=8))
    assert await run_due(desk, workers) == clock.now() + timedelta(seconds=1)
    assert await turn_of(desk) == 1
    box.handle()
    await run_due(desk, workers)
    record = desk.store.write_now(lambda session: records.record(session, 1, 1))
    assert record is not None
    assert '"ANN": "buy 5"' in record.sheets.decode()


async def test_the_turn_runs_early_when_all_are_ready_unless_somebody_waits(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(first["ANN"], "READY")
    (answer,) = box.reply(first["BOB"], "READY")
    assert "All are ready: turn 1 runs Fri 20 Nov 2026, 13:30 CET" in " ".join(text_of(answer).split())
    clock.advance(timedelta(minutes=29))
    (answer,) = box.reply(first["ANN"], "WAIT")
    assert "You are not ready yet; only you are awaited." in " ".join(text_of(answer).split())
    clock.advance(timedelta(minutes=2))
    await run_due(desk, workers)
    assert await turn_of(desk) == 1
    box.reply(first["ANN"], "READY")
    clock.advance(timedelta(minutes=30))
    await run_due(desk, workers)
    assert await turn_of(desk) == 2
    assert (await master.show(desk, "TOY-1")).awaited == 2


async def test_a_later_deadline_calls_off_an_early_run_and_all_are_told_how_to_have_it_again(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    await master.extend(desk, "TOY-1", by=timedelta(days=1))
    assert all("READY again" not in " ".join(text_of(letter).split()) for letter in box.news())
    for name in ("ANN", "BOB"):
        box.reply(first[name], "READY")
    clock.advance(timedelta(minutes=1))
    await master.extend(desk, "TOY-1", by=timedelta(days=1))
    told = box.news()
    assert [letter["To"] for letter in told] == [ANN, BOB]
    assert all("only once somebody writes READY again" in " ".join(text_of(letter).split()) for letter in told)
    clock.advance(timedelta(hours=1))
    await run_due(desk, workers)
    assert await turn_of(desk) == 1
    (answer,) = box.reply(first["ANN"], "READY")
    assert "All are ready: turn 1 runs" in " ".join(text_of(answer).split())


async def test_reminders_go_once_to_those_who_are_awaited(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(first["ANN"], "guess 1\nREADY")
    assert await desk.store.read(next_moment, desk) == DEADLINE - timedelta(days=1)
    clock.advance(DEADLINE - timedelta(hours=23) - clock.now())
    await run_due(desk, workers)
    await run_due(desk, workers)
    (reminder,) = box.news()
    assert str(reminder["To"]) == BOB
    assert "no orders on file" in text_of(reminder)
    clock.advance(timedelta(hours=20, minutes=1))
    await run_due(desk, workers)
    assert len(box.news()) == 1


async def test_a_reminder_that_falls_due_while_another_game_s_turn_runs_goes_right_after_it(
    first: dict[str, EmailMessage], home: Path, desk: Desk, box: Box, clock: ManualClock
) -> None:
    class Slow(LocalWorkers):
        async def run(self, function: Callable[[Any], Any], job: Any) -> Any:
            clock.advance(timedelta(minutes=2))
            return await super().run(function, job)

    workers = Slow(0)
    text = GAME.replace("TOY-1", "TOY-2").replace("Fri 20:00", "Fri 23:01")
    (home / "games" / "toy-2.toml").write_text(text)
    desk.read_files()
    await master.create(desk, "TOY-2")
    for address, name in ((ANN, "ANN"), (BOB, "BOB")):
        (asked,) = box.send(address, f"JOIN TOY-2\nNAME={name}")
        box.reply(asked, "")
    await run_due(desk, workers)
    clock.advance(DEADLINE - clock.now())
    moment = await run_due(desk, workers)
    assert moment == clock.now() + timedelta(seconds=1)
    box.news()
    await run_due(desk, workers)
    assert {str(letter["Subject"]).partition(" ")[0] for letter in box.news()} == {"[TOY-2"}


class Away(LocalWorkers):
    """There are none, and none may take over; ``ready`` says whether that is known already."""

    def __init__(self, known: bool) -> None:
        super().__init__(0)
        self.known, self.asked = known, 0

    @property
    def ready(self) -> bool:
        return not self.known

    async def run(self, function: Callable[[Any], Any], job: Any) -> Any:
        self.asked += 1
        raise NoWorkers("nobody is there")


@pytest.mark.parametrize("known", [True, False])
async def test_a_turn_without_workers_waits_unclaimed_and_as_due_as_before(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers, known: bool
) -> None:
    clock.advance(DEADLINE - clock.now())
    away = Away(known)
    moment = await run_due(desk, away)
    assert moment == clock.now() + timedelta(seconds=1), "the desk is free for other work, and looks again soon"
    assert away.asked == (0 if known else 1)
    game = await desk.store.read(games.by_name, "TOY-1")
    assert game is not None
    assert (game.runner, game.runner_until, game.state, game.turn) == ("", None, GameState.RUNNING, 1)
    assert not box.news(), "nobody is told of a turn that could not be run"
    await run_due(desk, workers)
    assert await turn_of(desk) == 2


async def test_as_many_turns_run_at_once_as_there_are_workers_at_that_moment(home: Path, desk: Desk, box: Box) -> None:
    class Growing(LocalWorkers):
        at_once = most = 0
        widest = 1

        @property
        def width(self) -> int:
            return self.widest

        async def run(self, function: Callable[[Any], Any], job: Any) -> Any:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            await asyncio.sleep(0.05)
            self.at_once -= 1
            self.widest = 2
            return await super().run(function, job)

    workers = Growing(0)
    for number in range(1, 6):
        (home / "games" / f"toy-{number}.toml").write_text(GAME.replace("TOY-1", f"TOY-{number}"))
        desk.read_files()
        await master.create(desk, f"TOY-{number}")
        for address, name in ((ANN, "ANN"), (BOB, "BOB")):
            (asked,) = box.send(address, f"JOIN TOY-{number}\nNAME={name}")
            box.reply(asked, "")
    await run_due(desk, workers)
    assert workers.most == 2
    assert {game.turn for game in await desk.store.read(games.in_states)} == {1}


async def test_who_missed_a_turn_is_counted_and_ready_without_orders_is_no_miss(
    first: dict[str, EmailMessage], desk: Desk, box: Box, workers: Workers
) -> None:
    box.reply(first["ANN"], "READY")
    await master.run_now(desk, workers, "TOY-1")
    missed = {seat.name: seat.missed for seat in (await master.show(desk, "TOY-1")).seats}
    assert missed == {"ANN": 0, "BOB": 1, "ALDER": 0}


async def test_a_turn_that_raises_pauses_the_game_and_loses_nothing(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(first["ANN"], "guess 3\ncrash")
    clock.advance(timedelta(days=8))
    await run_due(desk, workers)
    line = await master.show(desk, "TOY-1")
    assert (line.state, line.turn, line.deadline) == ("paused", 1, None)
    letters = {str(letter["To"]): letter for letter in box.news()}
    assert "RuntimeError: the rules break" in text_of(letters["gm@example.org"])
    assert "a fault here, not in your orders" in " ".join(text_of(letters[BOB]).split())
    (answer,) = box.reply(first["ANN"], "guess 3")
    assert "TOY-1 is paused" in text_of(answer)
    await master.resume(desk, "TOY-1")
    assert await master.run_now(desk, workers, "TOY-1") == 2


async def test_a_commit_after_the_claim_was_lost_writes_nothing(
    first: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    claimed = desk.store.write_now(turns.claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)
    done = await workers.run(run_turn, claimed.job)
    assert desk.store.write_now(turns.claim, desk, 1, True) is not None
    desk.store.write_now(games.release, desk.owner)
    assert not desk.store.write_now(turns.commit, desk, claimed, done)
    assert await turn_of(desk) == 1
    assert desk.store.write_now(lambda session: records.record(session, 1, 1)) is None


async def test_a_commit_on_a_world_that_changed_meanwhile_frees_the_game_for_another_run(
    first: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    claimed = desk.store.write_now(turns.claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)
    done = await workers.run(run_turn, claimed.job)

    def change(session: Session) -> None:
        games.by_id(session, 1).version += 1

    desk.store.write_now(change)
    assert not desk.store.write_now(turns.commit, desk, claimed, done)
    assert await turn_of(desk) == 1
    assert desk.store.write_now(games.runners) == []


async def test_two_desks_never_run_the_same_turn(
    first: dict[str, EmailMessage], home: Path, desk: Desk, clock: ManualClock, workers: Workers
) -> None:
    other = open_desk(read_config(home / "postern.toml"), clock)
    clock.advance(timedelta(days=8))
    ran = await asyncio.gather(turns.advance(desk, workers, 1), turns.advance(other, workers, 1))
    assert sorted(ran) == [False, True]
    assert await turn_of(desk) == 2
    other.close()


async def test_replay_gives_the_same_bytes(first: dict[str, EmailMessage], desk: Desk, box: Box, workers: Workers) -> None:
    box.reply(first["ANN"], "guess 3\nbuy 2\nSAY BOB\nhello\nEND")
    await master.run_now(desk, workers, "TOY-1")
    await master.run_now(desk, workers, "TOY-1")
    for turn in (1, 2):
        assert (await master.replay(desk, workers, "TOY-1", turn)).differences == ()
    desk.store.write_now(games.put_world, 1, 1, games_world(desk).replace(b'"ANN": 2', b'"ANN": 9'))
    changed = await master.replay(desk, workers, "TOY-1", 1)
    assert "the world" in changed.differences
    assert "the report of ANN" in changed.differences
    with pytest.raises(MasterError, match="awaits turn 3"):
        await master.replay(desk, workers, "TOY-1", 3)


@pytest.mark.parametrize(
    ("noted", "told"), [("0123456789ab", "by version 0123456789ab of the rules"), ("", "by an earlier version")]
)
async def test_replay_says_when_the_rules_have_changed_and_knows_a_world_of_an_older_form(
    first: dict[str, EmailMessage], desk: Desk, workers: Workers, noted: str, told: str
) -> None:
    await master.run_now(desk, workers, "TOY-1")
    now = rules_version("tests.desk.toy:RULESET")
    same = await master.replay(desk, workers, "TOY-1", 1)
    assert (same.rules_then, same.rules_now) == (now, now)
    assert "version" not in same.words

    def age(session: Session) -> None:
        """The turn as an older program wrote it: its world in another form, the version of its rules another or not noted."""
        old = json.dumps(json.loads(games.world(session, 1, 2)), indent=3).encode()
        games.put_world(session, 1, 2, old)
        record = records.record(session, 1, 1)
        assert record is not None
        record.rules, record.world_sha256 = noted, hashlib.sha256(old).hexdigest()

    desk.store.write_now(age)
    found = await master.replay(desk, workers, "TOY-1", 1)
    assert found.same
    assert told in found.words
    assert f"those of this program are version {now}" in found.words


def games_world(desk: Desk) -> bytes:
    return desk.store.write_now(games.world, 1, 1)


async def test_a_turn_taken_back_is_awaited_again_with_its_orders(
    first: dict[str, EmailMessage], desk: Desk, box: Box, workers: Workers
) -> None:
    box.reply(first["ANN"], "buy 2")
    await master.run_now(desk, workers, "TOY-1")
    fresh = {str(letter["To"]): letter for letter in box.news()}
    box.reply(fresh[ANN], "guess 9")
    await master.rollback(desk, "TOY-1", 1, "A rule was applied wrongly.")
    told = {str(letter["To"]): text_of(letter) for letter in box.news()}
    assert "taken turn 1 of TOY-1 back" in told[ANN]
    assert "A rule was applied wrongly." in told[BOB]
    line = await master.show(desk, "TOY-1")
    assert (line.turn, line.state) == (1, "paused")
    assert desk.store.write_now(seats.orders, 1, 1) == "buy 2"
    assert desk.store.write_now(seats.orders, 1, 2) is None
    await master.resume(desk, "TOY-1")
    await master.run_now(desk, workers, "TOY-1")
    again = [letter for letter in box.news() if "report" in str(letter["Subject"])]
    assert all("takes the place of the one you had" in text_of(letter) for letter in again)
    assert len({str(letter["Message-ID"]) for letter in again} | {str(letter["Message-ID"]) for letter in fresh.values()}) == 4
    with pytest.raises(MasterError, match="cannot be taken back"):
        await master.rollback(desk, "TOY-1", 7)


async def test_orders_in_reply_to_a_report_that_is_void_are_told_for_which_turn_they_count(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    clock.advance(timedelta(days=8))
    await run_due(desk, workers)
    (void,) = [letter for letter in box.news() if letter["To"] == ANN]
    await master.rollback(desk, "TOY-1", 1)
    (answer,) = [letter for letter in box.reply(void, "buy 5") if letter["In-Reply-To"] and "on file" in str(letter["Subject"])]
    said = " ".join(text_of(answer).split())
    assert "You replied to a letter about turn 2, but turn 1 was taken back and is awaited again." in said
    assert "Your orders are now on file for turn 1; please see that they are meant for it (UNDO if not)." in said


async def test_pausing_extending_and_going_on_are_told(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    await master.pause(desk, "TOY-1", "The master is ill.")
    assert "The master is ill." in text_of(box.news()[0])
    clock.advance(timedelta(days=20))
    await run_due(desk, workers)
    assert await turn_of(desk) == 1
    deadline = await master.resume(desk, "TOY-1")
    assert deadline is not None
    assert "goes on; it runs" in text_of(box.news()[0])
    assert await master.extend(desk, "TOY-1", by=timedelta(days=2)) == deadline + timedelta(days=2)
    with pytest.raises(MasterError, match="passed already"):
        await master.extend(desk, "TOY-1", until=clock.now() - timedelta(days=1))
    with pytest.raises(MasterError, match="there are: TOY-1"):
        await master.pause(desk, "NONE-1")


async def test_the_last_turn_is_the_same_again_though_somebody_was_out_before_it(
    first: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    world = json.loads(games_world(desk))
    world["coins"]["ANN"], world["goal"] = 0, 1
    desk.store.write_now(games.put_world, 1, 1, json.dumps(world, sort_keys=True).encode())
    await master.run_now(desk, workers, "TOY-1")
    assert (await master.show(desk, "TOY-1")).state == "finished"
    assert (await master.replay(desk, workers, "TOY-1", 1)).differences == ()


async def test_a_game_ends_with_its_winners_and_takes_no_more_orders(home: Path, clock: ManualClock, workers: Workers) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + "[options]\ngoal = 20\n")
    desk = open_desk(read_config(home / "postern.toml"), clock)
    box = Box(desk)
    await master.create(desk, "TOY-1")
    for address, name in ((ANN, "ANN"), (BOB, "BOB")):
        (asked,) = box.send(address, f"JOIN TOY-1\nNAME={name}")
        box.reply(asked, "")
    await run_due(desk, workers)
    box.news()
    await master.run_now(desk, workers, "TOY-1")
    final = box.news()
    assert all("the game is over" in str(letter["Subject"]) for letter in final)
    assert "the victory goes to" in text_of(final[0])
    (answer,) = box.reply(final[0], "guess 3")
    assert "takes no more orders" in text_of(answer)
    clock.advance(timedelta(days=50))
    assert await run_due(desk, workers) is None
    desk.close()


async def test_a_game_of_computers_alone_begins_at_once_and_start_fills_seats(
    home: Path, clock: ManualClock, workers: Workers
) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text().replace("computers = 1", "computers = 0"))
    desk = open_desk(read_config(home / "postern.toml"), clock)
    await master.create(desk, "TOY-1")
    assert await master.start(desk, workers, "TOY-1")
    line = await master.show(desk, "TOY-1")
    assert [seat.computer for seat in line.seats] == [True, True, True]
    with pytest.raises(MasterError, match="has begun"):
        await master.start(desk, workers, "TOY-1")
    with pytest.raises(MasterError, match="exists already"):
        await master.create(desk, "TOY-1")
    assert desk.store.write_now(inbox.count_new) == 0
    assert desk.store.write_now(outbox.counts) == {}
    desk.close()


async def test_a_game_whose_rules_are_gone_holds_up_no_other(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers, home: Path
) -> None:
    lost = Game(
        name="LOST-1",
        ruleset="gone.away:RULES",
        title="A game whose rules are gone",
        state=GameState.RUNNING,
        config={"name": "LOST-1", "ruleset": "gone.away:RULES", "seats": 2},
        seed="",
        turn=1,
        deadline=DEADLINE,
        created_at=clock.now(),
    )
    desk.store.write_now(lambda session: session.add(lost))
    clock.advance(timedelta(days=8))
    await run_due(desk, workers)
    assert await turn_of(desk) == 2
    assert len(box.send("eve@e.example", "GAMES")) == 1
