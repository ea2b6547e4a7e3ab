"""Battles told: a page for each weighty one, two lines for the others, every attack for who wants it (CF-15-03, CF-15-06)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from postern.game.battle import BattlePage
from postern.game.events import Event, seen
from postern.game.kit.report.fights import weighty
from postern.game.report import Battle, Table
from postern.rulesets.cosmos.report.fights import WEIGHTY, WORDS, attacks_of, battles, did, pages, state
from tests.rules.cosmos.reports import lively, report_of, section, view, words


def page(seat: str = "AM") -> BattlePage:
    """The page of the battle of the lively turn, for one of both sides."""
    world, events = lively()
    (found,) = pages(view(world, seat), seen(events, seat))
    (block,) = found.blocks
    assert isinstance(block, BattlePage)
    return block


def test_the_page_has_both_hosts_and_the_facts_of_the_event() -> None:
    _, events = lively()
    event = next(one for one in events if one.kind == "battle" and "AM" in one.seen_by)
    told = page()
    assert (told.verdict, told.tone, told.number) == ("Defeat", "bad", 1)
    assert told.head == "Turn 1 · phase 10 · Hex 207, plains"
    assert [host.name for host in told.hosts] == ["You", "Gharrak Clans"]
    assert [host.number for host in told.hosts] == [1, 4]
    for row, unit in zip(event.data["units"], [one for host in told.hosts for one in host.units], strict=True):
        assert unit.before == row["before"]["individuals"]
        assert unit.after == row.get("fled_with", row["after"])["individuals"]
        assert f"killed {row['killed']}" in unit.text
        assert unit.gone == (row["fate"] == "destroyed")
    assert len(told.stages) == len(event.data["course"]) - 1
    assert told.stages[0].strengths == (event.data["course"][1]["Am"], event.data["course"][1]["Gh"])
    assert page("GH").verdict == "Victory"


def test_blows_stand_in_order_and_are_attacks_of_the_battle() -> None:
    _, events = lively()
    event = next(one for one in events if one.kind == "battle" and "AM" in one.seen_by)
    told = page()
    names = {unit.name for host in told.hosts for unit in host.units}
    stages = [blow.stage for blow in told.blows]
    assert stages == sorted(stages)
    assert all(blow.target in names and set(blow.sources) <= names for blow in told.blows)
    heaviest = max(one["wounds"] for _, one in attacks_of(event))
    assert any(f"{heaviest} wounds" in blow.text for blow in told.blows)


def test_what_turned_it_is_the_first_that_broke_on_the_beaten_side() -> None:
    assert page().turned.startswith("In segment ")
    assert "the morale of 3117(Am) Light Cavalry broke" in page().turned


@pytest.mark.rule("CF-15-03")
def test_who_wants_the_summary_alone_gets_no_attacks() -> None:
    world, events = lively()
    detailed = report_of(world, "AM", events)
    attacks = section(detailed, "attacks")
    (table,) = attacks.blocks
    assert isinstance(table, Table)
    event = next(one for one in events if one.kind == "battle" and "AM" in one.seen_by)
    every = list(attacks_of(event))
    assert len(table.rows) == len(every)
    for row, (segment, one) in zip(table.rows, every, strict=True):
        assert row[0] == str(segment)
        assert row[4] == did(one)
    summary = deepcopy(world)
    summary.nations["Am"].detailed_battles = False
    found = report_of(summary, "AM", events)
    assert [one.key for one in found.sections if one.key == "attacks"] == []
    (brief,) = pages(view(summary), seen(events, "AM"))[0].blocks
    assert isinstance(brief, BattlePage)
    assert (brief.blows, brief.stages) == ((), ())
    assert brief.hosts == page().hosts


@pytest.mark.rule("CF-15-06")
def test_damage_too_small_for_a_wound_is_marginal() -> None:
    one = {"individuals": 8, "wounds": 0, "killed": 0, "critical": 0, "marginal": True}
    assert did(one) == "8 attack, marginal damage."
    assert did({**one, "marginal": False}) == "8 attack, no wounds."
    hard = {**one, "wounds": 3, "killed": 1, "critical": 2, "marginal": False}
    assert did(hard) == "8 attack, 3 wounds, 1 fall, 2 critical hits."


@pytest.mark.rule("CF-15.3-05", "CF-15.3-07")
def test_strengths_are_told_as_the_rules_say() -> None:
    one = {"individuals": 75, "points": 6, "wounds": 90, "efficiency": 80}
    assert state(True, one) == "75/90%/80%"
    assert state(False, one) == "6 w.p./80%"
    units = {unit.name: unit for host in page().hosts for unit in host.units}
    assert units["3117 Light Cavalry"].text.startswith("charge, 50/100%/100% to ")
    assert units["3106 Captain"].text.startswith("flee, 8 w.p./100%")


def test_each_battle_is_told_once() -> None:
    world, events = lively()
    found = report_of(world, "AM", events)
    assert [one.key for one in found.sections if one.key.startswith("battle-")] == ["battle-1"]
    told = words(section(found, "account"))
    assert told.count("Battle 1 at 207 is told on a page of its own.") == 1
    assert "Captain fled" not in told  # its page says so
    assert "Battle" not in words(section(found, "attention"))


def test_own_losses_need_attention_and_those_of_others_do_not() -> None:
    world, events = lively()
    line = "3117(Am) Light Cavalry fled at 207 and dissolved"
    assert line in words(section(report_of(world, "AM", events), "attention"))
    found = report_of(world, "GH", events)
    assert line in words(section(found, "account"))
    assert line not in words(section(found, "attention"))


def test_a_small_battle_is_told_in_two_lines() -> None:
    world, events = lively()
    small = [_smaller(one) if one.kind == "battle" else one for one in events]
    assert battles(seen(small, "AM"))[0].weight < WEIGHTY
    assert weighty(battles(seen(small, "AM")), WEIGHTY) == []
    found = report_of(world, "AM", small)
    (box,) = [one for one in section(found, "account").blocks if isinstance(one, Battle)]
    assert box.small
    assert box.title.startswith("1 Hex 207: ")
    assert len(box.losses) == 2
    assert box.losses[1] == "You 1, 0 fell, 1 fled; Gharrak Clans 1, 0 fell."


def _smaller(event: Event) -> Event:
    """The same battle with one unit of each side alone."""
    by_owner = {unit["owner"]: unit for unit in reversed(event.data["units"])}
    units = [by_owner[code] for code in sorted(by_owner)]
    ids = {unit["id"] for unit in units}

    def part(segment: dict[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {"number": segment["number"]}
        for sort in set(segment) - {"number"}:
            kept[sort] = [
                one for one in segment[sort] if ids.issuperset(one[key] for key in ("by", "on", "unit") if key in one)
            ]
        return kept

    segments = [part(one) for one in event.data["segments"]]
    return Event(event.kind, event.step, event.seen_by, {**event.data, "units": units, "segments": segments})


def test_there_are_words_for_every_verdict() -> None:
    for name in ("won", "lost", "held"):
        assert len(set(WORDS[name]["tales"])) >= 3
