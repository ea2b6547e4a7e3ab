"""The history of a short game of the Great Jewels: what it tells, what it keeps, and that it stays small."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from functools import cache
from typing import Any

import pypdfium2

from postern.desk.documents.chronicle import full_log, report_of
from postern.desk.documents.past import remembered
from postern.desk.documents.work import sheets_json
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.ruleset import Signup
from postern.render import to_json, to_pdf, to_text
from postern.rulesets.great_jewels.game import RULESET

NAMES = ("GREEDY", "LORD", "KILLER", "GRABIT", "MEANIE", "YECCH")
SECRET = "Let us fall upon KILLER together"


@cache
def archive() -> bytes:
    """Two turns of computer players, GREEDY writing to LORD in both ways, ended by the rules."""
    chance, found = Chance("short"), io.BytesIO()
    world = RULESET.setup({}, [Signup(name) for name in NAMES], chance)
    about: dict[str, Any] = {
        "name": "QJ-7",
        "ruleset": "great_jewels",
        "reason": "",
        "seats": [{"name": name, "computer": name != "GREEDY", "state": "playing"} for name in NAMES],
        "runs": [],
        "press": [],
        "masters": [],
    }
    with zipfile.ZipFile(found, "w") as files:
        for turn in (1, 2):
            world = RULESET.end_after(world, 2)
            files.writestr(f"world/{turn}", zlib.compress(RULESET.dump(world)))
            views = {name: RULESET.view(world, name) for name in NAMES}
            texts: dict[str, str | None] = {name: RULESET.plan(view, chance) for name, view in views.items()}
            texts["GREEDY"] = f"{texts['GREEDY']}\nD=LORD\n{SECRET}\nEND\nD=LORD(ANON) {SECRET}\nmy address is a@b.example"
            sheets = {name: RULESET.read(text or "", views[name]) for name, text in texts.items()}
            outcome = RULESET.resolve(world, sheets, chance)
            world = outcome.world
            files.writestr(f"orders/{turn}", sheets_json(texts))
            run = {"turn": turn, "ran_at": "Fri 20 Nov 2026, 20:00 UTC", "seed": "short"}
            about["runs"].append(run | {"world_sha256": hashlib.sha256(RULESET.dump(world)).hexdigest()})
            for name in NAMES:
                report = RULESET.report(RULESET.view(world, name), seen(outcome.events, name))
                files.writestr(f"report/{turn}/{name}", zlib.compress(to_json(report)))
                assert name != "LORD" or SECRET in to_text(report), "the message has reached its reader"
        files.writestr("world/3", zlib.compress(RULESET.dump(world)))
        files.writestr("about", json.dumps(about))
    return found.getvalue()


def logs() -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(full_log(archive()))) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def test_the_text_tells_the_end_the_peoples_and_the_scores() -> None:
    text = to_text(report_of(archive()))
    assert max(map(len, text.splitlines())) <= 72
    assert "won after turn 2." in text
    standings = text.partition("FINAL STANDINGS")[2].partition("TURNING POINTS")[0]
    for name in NAMES:
        (line,) = [line for line in standings.splitlines() if f" {name} " in line]
        assert any(people in line for people in ("Azoni", "Quntag", "Rilris", "Slenth"))
    assert "winner" in standings
    for title in ("TURNING POINTS", "SCORES, TURN BY TURN", "EVERYBODY'S ROAD", "RECORDS", "THE MAP THROUGH THE GAME"):
        assert f"\n{title}\n" in text
    assert [line.split() for line in text.splitlines() if line.startswith("After turn")] == [["After", "turn", "0", "1", "2"]]


def test_the_pdf_draws_every_seat_and_the_whole_map() -> None:
    document = pypdfium2.PdfDocument(to_pdf(report_of(archive())))
    pages = [page.get_textpage().get_text_range() for page in document]
    words = " ".join(pages)
    for wanted in ("Zorplia at the start", "Zorplia after turn 1", "Zorplia after turn 2", "after turn"):
        assert wanted in words
    for province in ("A3", "S17", "J10"):
        assert province in pages[-1]
    assert "never seen" not in words


def test_the_log_has_everybodys_orders_and_tales_but_no_message() -> None:
    found = logs()
    assert list(found) == ["QJ-7-turn-01.txt", "QJ-7-turn-02.txt"]
    for text in found.values():
        orders, _, tales = text.partition("WHAT HAPPENED")
        for name in NAMES:
            assert f"\n{name}\n  " in orders
            assert f"\n{name}\n{'-' * len(name)}\n" in tales
        assert "Income, leaders, points" in tales
        for secret in (SECRET, "fall upon", "D=LORD", "a@b.example", "my address"):
            assert secret not in text


def test_the_orders_told_are_those_of_the_turn() -> None:
    with zipfile.ZipFile(io.BytesIO(archive())) as files:
        world = RULESET.load(zlib.decompress(files.read("world/2")))
        text = json.loads(files.read("orders/2"))["LORD"]
    told = RULESET.logged(RULESET.read(text, RULESET.view(world, "LORD")))
    assert told
    assert "\n".join(["\nLORD", *(f"  {code}" for code in told)]) in logs()["QJ-7-turn-02.txt"]


def test_the_same_archive_gives_the_same_files() -> None:
    assert full_log(archive()) == full_log(archive())
    assert to_pdf(report_of(archive())) == to_pdf(report_of(archive()))


def changed(part: str, data: bytes) -> bytes:
    """The archive with one of its files changed."""
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive())) as old, zipfile.ZipFile(found, "w") as new:
        for name in old.namelist():
            new.writestr(name, data if name == part else old.read(name))
    return found.getvalue()


def known(data: bytes) -> list[bool]:
    """Of which turns the deeds are known."""
    return [stage.deeds is not None for stage in remembered(data).past.stages]


def test_every_turn_is_run_again_for_its_deeds() -> None:
    assert known(archive()) == [True, True, True]
    feats = [(turn, deed) for turn, deed in remembered(archive()).past.deeds("battle", "siege", "feat", "fall")]
    assert all(turn in (1, 2) for turn, _ in feats)


def test_a_turn_that_comes_out_otherwise_now_is_told_without_its_battles() -> None:
    other = changed("orders/1", sheets_json({"GREEDY": None}))
    assert known(other) == [True, False, True]
    text = " ".join(to_text(report_of(other)).split())
    assert "Of these turns the battles are not known any more, and not counted: 1." in text
    assert "FINAL STANDINGS" in text


def test_a_turn_whose_orders_no_longer_read_is_told_without_its_battles() -> None:
    assert known(changed("orders/2", b"{}]")) == [True, True, False]


def test_the_turn_before_a_changed_world_keeps_its_deeds() -> None:
    """What turn 1 brought is on record by its fingerprint. Turn 2 did not start from this world, so it comes out otherwise."""
    with zipfile.ZipFile(io.BytesIO(archive())) as files:
        world = RULESET.load(zlib.decompress(files.read("world/2")))
    world.provinces["A3"].zorans += 7
    assert known(changed("world/2", zlib.compress(RULESET.dump(world)))) == [True, True, False]
