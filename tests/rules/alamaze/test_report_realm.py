"""The report on the realm: its form, court, influence, regions, council, prisoners, relations (AC-01, AC-05, AC-08, AC-11)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from postern.game.report import OrderForm
from postern.rulesets.alamaze.report.turn_report import dated
from postern.rulesets.alamaze.world.records import Figure, Issue
from tests.rules.alamaze.build import new_world, quiet_world
from tests.rules.alamaze.reports import event, report_of, resolved, section, whole

HEADINGS = [
    *("Needs your attention", "Political events", "Royal court", "Influence", "Regions", "High Council", "Prisoners"),
    *("Relations", "Battles", "Manoeuvres", "The map", "Groups", "Navy", "Encounters", "Production", "Covert and esoteric"),
    *("The lost", "Victory", "Orders"),
]


@pytest.mark.rule("AC-01-05", "AC-01-06", "AC-28-05")
def test_every_kingdom_gets_the_sections_in_their_order_each_turn_with_or_without_a_letter() -> None:
    world, events = resolved(new_world(), {"WA": "600 KP D 1"})
    for code in ("WA", "SO"):
        told = report_of(world, events, code)
        assert [one.title for one in told.sections][: len(HEADINGS)] == HEADINGS
        assert told.masthead.title == "Turn 1 report"
    assert "600 KP D 1 | " in section(report_of(world, events, "WA"), "orders-done")
    assert "No orders were given." in section(report_of(world, events, "SO"), "orders-done")


@pytest.mark.rule("AC-28-06")
def test_the_deadline_of_the_next_orders_stands_in_the_report() -> None:
    told = dated(report_of(new_world()), datetime(2026, 12, 4, 18, tzinfo=UTC))
    (form,) = [block for one in told.sections for block in one.blocks if isinstance(block, OrderForm)]
    assert form.lines[2] == "; Orders for this turn are due on Friday, 04 December 2026, 18:00 UTC."


@pytest.mark.rule("AC-12-08")
def test_the_level_of_an_agent_stands_beside_his_title() -> None:
    world = quiet_world()
    world.kingdoms["WA"].figures["IL"].level = 7
    rows = section(report_of(world, [event("month", influence=[1300, 1300])]), "royal-court").split("\n")
    assert "Agent 7 | Ilwyn | IL | Wenenmere KP | idle" in rows
    assert "King | Orran | OR | Wenenmere KP | idle" in rows
    assert rows.index("King | Orran | OR | Wenenmere KP | idle") == 1


def test_what_figures_did_and_who_holds_them_stands_at_their_names() -> None:
    world = quiet_world()
    world.kingdoms["WA"].figures["JO"].deed = "won the town"
    world.kingdoms["WA"].figures["MI"].held_by = "SO"
    text = section(report_of(world, [event("month", influence=[1300, 1300])]), "royal-court")
    assert "Count | Jonor | JO | Dunenmoor JM | won the town" in text
    assert "prisoner of Sorcerer" in text


@pytest.mark.rule("AC-09-03")
def test_influence_is_told_step_by_step_with_the_orders_that_it_allows() -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence = 16.35
    events = [event("month", influence=[1605, 1635]), event("influence", why="title", hundredths=-30)]
    events += [event("influence", why="order 480", hundredths=60)]
    text = section(report_of(world, events), "influence")
    assert text.startswith("16.05 at the start, -0.30 (title), +0.60 (order 480) = 16.35.")
    assert "Up to 18 orders next turn." in text


@pytest.mark.rule("AC-05-13")
def test_regions_are_told_by_word_and_reaction_and_never_by_a_share() -> None:
    world, _ = resolved(new_world(), {})
    events = [event("reaction", region=3, before="Suspicious", after="Tolerant", why="order 470")]
    world.kingdoms["WA"].reactions[3] = "Tolerant"
    text = section(report_of(world, events), "regions")
    assert "5 Amberland | significant | Friendly | nobody" in text
    assert "3 Talking Mountains | unestablished | Suspicious > Tolerant | nobody known" in text
    assert "%" not in text


def test_who_controls_a_region_is_known_where_one_has_a_center() -> None:
    world = new_world()
    world.kingdoms["EL"].controlled = [5]
    world.kingdoms["RA"].controlled = [1]
    world, _ = resolved(world, {})
    world.kingdoms["EL"].controlled, world.kingdoms["RA"].controlled = [5], [1]
    world.kingdoms["WA"].memory.controllers = {5: "EL"}
    text = section(report_of(world, [event("month", influence=[1300, 1300])]), "regions")
    assert "5 Amberland | significant | Friendly | Elven" in text
    assert "1 Oakendell | unestablished | Tolerant | nobody known" in text


def _issue(**more: Any) -> dict[str, Any]:
    return {"type": 1, "kingdom": "EL", "up": True, "open": True, "region": 0, "centers": "", **more}


@pytest.mark.rule("AC-11-15", "AC-11-16", "AC-11-17", "AC-11-18")
@pytest.mark.parametrize(
    ("votes", "said"),
    [
        ({"EL": "Y", "WA": "A", "SO": "N"}, "Elven yea, Warlock abstained, Sorcerer nay"),
        ({}, ""),
    ],
)
def test_the_council_shows_open_votes_by_name_and_of_a_secret_ballot_the_result(votes: dict[str, str], said: str) -> None:
    world = quiet_world()
    world.council.members = ["EL", "SO"]
    events = [
        event("issue-decided", **_issue(open=bool(votes)), passed=True, votes=votes),
        event("issue-named", **_issue(type=5)),
        event("chairs-vacant", chairs=3, offered=1),
    ]
    text = section(report_of(world, events), "high-council")
    assert "Members: Elven and Sorcerer; 3 chairs vacant." in text
    assert "whether to commend Elven: passed" in text
    assert (said in text) if said else ("yea" not in text and "nay" not in text)
    assert "expel Elven" in text
    assert "3 chairs of the High Council" in text
    assert "Vote on the issue" not in text, "who is no member hears of it and has no vote"


def test_who_may_vote_is_told_how() -> None:
    world = quiet_world()
    world.council.members = ["WA"]
    world.council.issue = Issue(5, ["EL"], True)
    assert "400 Y" in section(report_of(world, [event("month", influence=[1300, 1300])]), "high-council")


@pytest.mark.parametrize(
    ("rank", "level", "points"),
    [("Agent", 3, "30 / 120"), ("Envoy", 0, "15 / 60"), ("Duke", 0, "105 / 420"), ("King", 0, "250 / 1000")],
)
def test_prisoners_are_listed_with_what_they_are_worth(rank: str, level: int, points: str) -> None:
    world = quiet_world()
    world.kingdoms["SO"].figures["ZZ"] = Figure("ZZ", "Zzran", rank, "KP", level, held_by="WA")
    title = f"Agent {level}" if level else rank
    text = section(report_of(world, [event("month", influence=[1300, 1300])]), "prisoners")
    assert f"Zzran | {title} | Sorcerer | {points}" in text


def test_relations_tell_both_sides_and_the_natural_enemy() -> None:
    world = quiet_world()
    world.kingdoms["WA"].declared = {"EL": "A"}
    world.kingdoms["RA"].declared = {"WA": "E", "EL": "A"}
    text = section(report_of(world, [event("month", influence=[1300, 1300])]), "relations")
    assert "Elven | EL | ally | neutral | " in text
    assert "Ranger | RA | neutral | enemy | " in text
    assert "Sorcerer | SO | enemy | enemy | natural enemy" in text
    assert "Troll" not in text


@pytest.mark.rule("AC-04-35", "AC-30-49")
@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("rich-center", {"area": "HN", "name": "Ambergate", "owner": ""}, "The gold of Ambergate (HN)"),
        ("check-failed", {"kingdom": "TR", "check": "Standard"}, "Troll asked for a victory check (Standard) and failed."),
    ],
)
def test_what_all_kings_are_told_stands_under_political_events(kind: str, data: dict[str, Any], said: str) -> None:
    world = quiet_world()
    for code in ("WA", "GI"):
        assert said in section(report_of(world, [event(kind, code, **data)], code), "political-events")


def test_orders_are_told_with_result_price_and_reason_and_standing_orders_with_their_slots() -> None:
    world = new_world()
    world, events = resolved(world, {"WA": "480 OR\n720 1WA AA\n60 560 2WA"})
    told = report_of(world, events, unread=["hello there"])
    text = section(told, "orders-done")
    assert "720 1WA AA | not done: AA is not adjacent to KP." in text
    assert "560 2WA | one brigade of Recruits for 2WA | 7,000 | 3,000" in text
    assert "3 of 15 allowed" in text
    assert "Standing orders (1 of 4): 1. 560 2WA." in text
    assert "- hello there" in text
    assert "720 1WA AA: AA is not adjacent to KP." in section(told, "attention")


def test_the_plain_letter_keeps_to_72_columns() -> None:
    world, events = resolved(new_world(), {"WA": "720 1WA KQ"})
    for code in ("WA", "BL", "GI", "UN"):
        for one in whole(report_of(world, events, code)).split("\n"):
            assert len(one) <= 72, one
