"""Somebody looks on at a game through real servers: asks, confirms, reads, and lets their mail program end it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.e2e.house import House
from tests.e2e.player import Player, flat, text_of
from tests.e2e.sitting import first_report, join, place_of, report_of


def test_an_observer_comes_reads_and_leaves_by_list_unsubscribe(house: House, newcomer: Callable[[], Player]) -> None:
    house.write_game("QJ-70", press="named")
    house.master("create", "QJ-70")
    ann, olga = newcomer(), newcomer()
    asked = olga.answer(olga.send("OBSERVE QJ-70", subject="May I watch?"))
    assert str(asked["Subject"]) == "Please confirm: you would observe QJ-70"
    assert house.master("observers", "QJ-70").strip() == "Nobody observes QJ-70."
    told = olga.answer(olga.reply(asked, ""))
    assert "It has not begun." in flat(told)
    assert house.master("observers", "QJ-70").strip() == olga.address

    join(ann, "QJ-70", "ANNE")
    first = first_report(ann, "QJ-70")
    begins = olga.titled("QJ-70 turn 1", "The game begins")
    pictures = [part for part in begins.walk() if part.get_content_type() == "image/png"]
    assert str(pictures[0].get_filename()).endswith("-map.png"), "the map that all were sent"
    ann.answer(ann.reply(first, "READY"))
    report = report_of(ann, "QJ-70", 1)
    public = olga.titled("QJ-70 turn 2", "Public report of turn 1")
    assert "ANNE" in text_of(public)
    assert place_of(report).home not in text_of(public)
    assert ann.address not in public.as_string()
    assert str(public["Auto-Submitted"]) == "auto-generated"
    assert str(public["List-Id"]).startswith("<qj-70.")
    assert all(len(line) <= 72 for line in text_of(public).splitlines())

    # What a mail program does with its button: a letter to that address, with that subject, and nothing in it.
    button = re.fullmatch(r"<mailto:([^?>]+)\?subject=(unsubscribe)>", str(public["List-Unsubscribe"]))
    assert button
    gone = olga.answer(olga.send("", to=button[1], subject=button[2]))
    assert str(gone["Subject"]) == "You no longer observe QJ-70"
    assert house.master("observers", "QJ-70").strip() == "Nobody observes QJ-70."
    ann.answer(ann.reply(report, "READY"))
    report_of(ann, "QJ-70", 2)
    ann.answer(ann.reply(report, "STATUS"))
    olga.look()
    assert not [letter for letter in olga.seen if "report of turn 2" in str(letter["Subject"])]
