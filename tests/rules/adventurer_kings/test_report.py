"""The turn report: its sections in order, what stands in each, the front page, battles."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from postern.game.battle import BattlePage
from postern.game.events import Event
from postern.game.report import Map, OrderForm, Table
from postern.render import to_html, to_text
from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.report.battles import battle_page, battles, drawing, pages
from postern.rulesets.adventurer_kings.report.front import front_page
from postern.rulesets.adventurer_kings.report.state import state
from postern.rulesets.adventurer_kings.report.turn_report import ACCOUNT, dated
from postern.rulesets.adventurer_kings.rules.battle.course import battle as fight
from postern.rulesets.adventurer_kings.rules.realm.economy import collect, pay
from postern.rulesets.adventurer_kings.rules.realm.offices import award
from postern.rulesets.adventurer_kings.sequence import FAMILIES
from postern.rulesets.adventurer_kings.world import Agreement, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, relate, step, turn_of
from tests.rules.adventurer_kings.reports import as_text, cave, event, reading, report_of, section, view

assert FAMILIES


def after_a_year() -> tuple[World, list[Event]]:
    """AA in year 2: taxes, pay and offices of year 1, a failed order, deeds of King and Hero (4), public news."""
    world = empty_world()
    add_character(world, "AA", 82, {"ME": 3, "EX": 2}, name="Tove", items=[11])
    add_army(world, "AA", "LE", 82, 1)
    turn = turn_of(world, {"AA": "CHAR 1\n1 MO 83\n2 MO 82\nCHAR 4\n1 PR ME"})
    for label, run in (("1b", act), ("2b", act), ("4", collect), ("6", pay), ("9", award)):
        step(turn, label, run)
    world.turn, world.armies[1].used = 2, 0
    told = [
        event("order-failed", line=3, code="GOLD", text="1 RE LE 2", why="You have no gold.", remedy="Collect more.", paste=""),
        event("relations", to="ABC", one="LandAA", other="LandBB", was="Neutral", now="Allied"),
        event("relations", to="ABC", one="LandBB", other="LandCC", was="Neutral", now="Enemy"),
        event("conquered", to="ABC", place=90, where="P90 (90)", owner="CC", before="BB"),
        event("gold given", to="AB", giver="LandBB", gold=6, receiver="LandAA"),
        event("merit", who=4, name="Tove", place=82, office="DE", points="14", why="Ogre slain"),
        event("message", sender="LandBB", receiver="LandAA", text="Hold the pass."),
    ]
    relate(world, "AA", "BB", "Allied")
    return world, [*told, *turn.events]


@pytest.mark.rule("AK-D1.4-01", "AK-P1.4-01", "AK-P1.4-02")
def test_sections_in_their_order() -> None:
    told = report_of(*after_a_year())
    assert [one.key for one in told.sections] == [
        *("errors", "messages", "action", "letters", "battles", "diplomacy", "adventure", "offices", "state", "map", "orders"),
    ]
    assert [one.title for one in told.sections][2:9] == [
        *(
            "Action Report",
            "Letter Report",
            "Battle reports",
            "Diplomatic Report",
            "Adventure Report",
            "Imperial Office Report",
        ),
        "State of the Kingdom",
    ]
    assert set(ACCOUNT) - {"encounters"} <= {one.key for one in told.sections}, "nobody met anybody"
    assert ("Kingdom", "LandAA (AA, number 1)") in told.masthead.facts
    assert ("Year", "1 of 15") in told.masthead.facts
    assert told.masthead.turn == 1


@pytest.mark.rule("AK-D1.4-01", "AK-D3.0-06", "AK-D3.0-07")
def test_errors_in_orders_come_with_their_reason() -> None:
    world, events = after_a_year()
    told = report_of(world, events, unread=["hello there"])
    assert section(told, "errors") == "\n".join(
        [
            "Orders that were not carried out:",
            "1 RE LE 2 (line 3): You have no gold. Collect more.",
            "No order came of these lines of your letters:",
            "hello there",
        ]
    )
    assert section(report_of(world, events[1:]), "errors") == "None: every order was carried out."


@pytest.mark.rule("AK-D1.4-01")
def test_the_deadline_stands_in_the_form() -> None:
    world, events = after_a_year()
    due = dated(report_of(world, events), datetime(2026, 5, 3, 20, 0, tzinfo=UTC))
    (form,) = (block for one in due.sections for block in one.blocks if isinstance(block, OrderForm))
    assert "; Orders for this year are due on Sunday, 03 May 2026, 20:00 UTC." in form.lines


@pytest.mark.rule("AK-P1.4-02", "AK-D1.4-03", "AK-P2.1-11")
def test_diplomatic_report() -> None:
    world, events = after_a_year()
    world.kingdoms["CC"].alignment = "Undead"
    world.provinces[83].owner = "CC"
    assert section(report_of(world, events), "diplomacy") == "\n".join(
        [
            "Kingdom | Last year | This year | What happened",
            "LandBB (BB) | Neutral | Allied | now Allied; LandBB gave 6 gold to LandAA",
            "LandCC (CC) | Neutral | Neutral | its King is Undead",
            "Public news:",
            "LandCC took P90 (90) from LandBB.",
        ]
    )


@pytest.mark.rule("AK-P1.4-01", "AK-D1.4-04", "AK-D5.4-03")
def test_adventure_report() -> None:
    world, events = after_a_year()
    scouted = cave(world, 82, "AA")
    scouted.scouted["AA"] = 1
    assert scouted.guardian is not None
    scouted.guardian.agreements["AA"], scouted.guardian.peace = Agreement("tribute", 8), ["AA"]
    cave(world, 82, "AA")
    cave(world, 82, "BB")
    inn = cave(world, 82, "AA")
    inn.kind, inn.guardian = "Inn", None
    add_character(world, "", 82, {"TA": 4}, name="Mirabel", race="Elf")
    add_character(world, "BB", 82, name="Borric", status="dead", died=1)
    assert section(report_of(world, events), "adventure") == "\n".join(
        [
            "Feature | Province | Guardian | Treasure believed there",
            "82.1 Cave | P82 | Ogre, 14 hit points, at peace with you | 9 gold, 1 item (year 1); wants a tribute of 8 gold",
            "82.2 Cave | P82 | not seen | unknown",
            "82.4 Inn | P82 | none | Heroes to be hired, perhaps",
            "To be hired | At | Nature | Pay from | Seen",
            "Mirabel (5) | P82 (82) | Elf, Neutral, Brave | 1 | now",
            "Bodies: Borric in P82 (82), since year 1.",
        ]
    )


@pytest.mark.rule("AK-D2.0-20")
def test_a_great_sage_knows_every_treasure() -> None:
    world, events = after_a_year()
    cave(world, 82, "AA")
    assert "82.1 Cave | P82 | not seen | unknown" in section(report_of(world, events), "adventure")
    world.characters[4].skills["SG"] = 5
    assert "82.1 Cave | P82 | not seen | 9 gold, Sword +1" in section(report_of(world, events), "adventure")


@pytest.mark.rule("AK-P1.4-02", "AK-P1.4-03", "AK-10.1-34", "AK-D1.4-03")
def test_imperial_office_report() -> None:
    text = section(report_of(*after_a_year()), "offices")
    assert "Emperor | King KingAA | 0 | 8 | 100% | 3 | King KingBB (LandBB)" in text
    assert "Chancellor | Tove | 0 | 2 | 100% | 1 | Tove (LandAA)" in text
    assert "Tove: 14 for the office of Lord High Defender of the Imperium, Ogre slain." in text
    row = {"office": "MA", "title": "Imperial Grand Marshal", "who": 1, "name": "King KingAA"}
    second = {**row, "points": "6", "gained": "2", "share": 60, "rank": 2}
    events = [
        event("office standings", rows=[second]),
        event("leaders", offices=[["Imperial Grand Marshal", "Grusk", "LandBB"]]),
    ]
    assert section(report_of(after_a_year()[0], events), "offices").split("\n")[1] == (
        "Marshal | King KingAA | +2 | 6 | 60% | 2 | Grusk (LandBB)"
    )


@pytest.mark.rule("AK-D1.4-07", "AK-P1.4-01", "AK-D1.4-09")
def test_state_of_the_kingdom() -> None:
    world, events = after_a_year()
    text = section(report_of(world, events), "state")
    assert "No. | Province | Terrain | Race | Types | Tax | Explored | Armies" in text
    assert "82 | P82 (home) | Plain | Human | LE, HC | 8 | 100% | 1" in text
    assert "1 | King KingAA | Human, Neutral, Brave | TA 2/4 MA 1/4 DR 1/4 | - | 82 | -" in text
    assert "4 | Tove | Human, Neutral, Brave | ME 3/4 EX 2/4 | 11 Sword +1 | 82 | 1" in text
    assert "1 | Human | Legion (LE) | Average | 82 | King KingAA | 2" in text
    lines = text[text.index("old treasury") :].split("\n")
    assert lines[:2] == ["old treasury | 10", "taxes: 1 province | +8"]
    assert "new treasury | 15" in lines
    assert "Taxes: 82 P82 8." in text


def test_inventions_stand_with_what_they_do() -> None:
    world, _ = after_a_year()
    world.kingdoms["AA"].inventions = [1]
    assert "1 | Crop Rotation | each Plain province: tax +1" in as_text(state(view(world))[0].blocks)


def test_letters_of_others_come_as_they_were_written() -> None:
    assert section(report_of(*after_a_year()), "messages") == "LandBB: Hold the pass."


@pytest.mark.rule("AK-P1.4-01")
def test_king_and_heroes_have_reports_of_their_own() -> None:
    told = report_of(*after_a_year())
    assert "82" in section(told, "action") or "P82" in section(told, "action")
    assert "Tove" in section(told, "letters")


def test_every_report_renders() -> None:
    world, events = after_a_year()
    told = report_of(world, events)
    assert "STATE OF THE KINGDOM" in to_text(told)
    assert "Imperial Office Report" in to_html(told)
    (one,) = (block for part in told.sections for block in part.blocks if isinstance(block, Map))
    assert one.chart.title == "The Broken Empire"


# --- the letter before the first year, the end ----------------------------------------------------------------------------


def test_the_first_letter_says_how_to_begin() -> None:
    world = empty_world()
    add_army(world, "AA", "LE", 82, 1)
    told = report_of(world)
    assert told.kind == "setup"
    assert [one.key for one in told.sections] == ["begin", "diplomacy", "adventure", "state", "map", "orders"]
    text = section(told, "begin")
    assert "King KingAA leads 1 army at P82 (82)." in text
    assert "a Legion costs 2 (RE LE 2)" in text


def test_the_last_report_has_the_final_table() -> None:
    world, events = after_a_year()
    world.finished, world.winners, world.emperor, world.scores = True, ["A"], "AA", {"AA": 346, "BB": 100, "CC": 0}
    told = report_of(world, events)
    assert told.kind == "final"
    assert "orders" not in {one.key for one in told.sections}
    assert (
        section(told, "final").split("\n")[0]
        == "The game is over. It was won by A (you). World Emperor is King KingAA of LandAA."
    )
    assert "1 | A | 34 | 34.6 points" in section(told, "final")


# --- the front page -------------------------------------------------------------------------------------------------------


def test_the_front_page_has_figures_offices_and_treasury() -> None:
    front = front_page(reading(*after_a_year()))
    assert front.name == "The Kingdom of LandAA"
    assert front.line == "King KingAA · Human, Neutral, Brave · home P82 (82)"
    assert [(one.label, one.value) for one in front.figures[:4]] == [
        *(("Provinces", 1), ("Tax base", 8), ("Treasury", 15), ("Armies", 1)),
    ]
    assert (front.figures[4].value, front.figures[4].note) == (1, "of 8")
    assert [(one.name, one.had, one.now) for one in front.stores] == [("Treasury", 10, 15)]
    assert (front.scales[0].name, front.scales[0].step, front.scales[0].held) == ("Emperor", 5, "8, no. 3")
    assert front.emblem is not None
    assert front.headline


def test_dangers_and_chances_come_from_own_sight() -> None:
    world, events = after_a_year()
    relate(world, "AA", "CC", "Enemy")
    add_character(world, "AA", 83, name="Scout")
    add_army(world, "CC", "HC", 83)
    cave(world, 82, "AA").scouted["AA"] = 1
    world.kingdoms["AA"].gold = 0
    for _ in range(6):
        add_army(world, "AA", "HC", 82)
    front = front_page(reading(world, events))
    dangers = [one.text for one in front.dangers]
    assert dangers[0] == "LandCC stands with **1 army** at P83 (83), beside P82 (82), where you have 7."
    assert dangers[1] == "If nothing changes you earn 8 and owe 22: **14 gold will be missing** at the end of the year."
    assert dangers[2] == "Guardians on your land may raid its taxes: 82.1. The likeliest is 82.1, with 8 %."
    assert any(one.paste.endswith("1 SE 82.1 : ME") or "SE 82.1" in one.paste for one in front.chances)


@pytest.mark.parametrize(
    ("kind", "facts", "headline"),
    [
        ("conquered", {"place": 82, "where": "P82 (82)", "owner": "CC", "before": "AA"}, "P82"),
        (
            "king died",
            {"who": 1, "name": "King KingAA", "kingdom": "AA", "place": 82, "where": "P82 (82)", "how": "duel", "by": ""},
            "",
        ),
        ("relations", {"one": "LandAA", "other": "LandBB", "was": "Allied", "now": "Enemy"}, "LandBB"),
        ("power", {"who": 4, "name": "Tove", "ability": "Melee", "words": "two blows"}, "Tove"),
        ("election called", {"name": "King KingBB", "kingdom": "LandBB", "share": "60"}, ""),
    ],
)
def test_the_headline_is_the_weightiest_news(kind: str, facts: dict[str, Any], headline: str) -> None:
    world, events = after_a_year()
    world.provinces[82].owner = "CC" if kind == "conquered" else "AA"
    quiet = front_page(reading(world, [one for one in events if one.kind in ("ledger", "office standings")])).headline
    front = front_page(reading(world, [event(kind, **facts)]))
    assert front.headline != quiet
    assert headline in front.headline


# --- battles --------------------------------------------------------------------------------------------------------------


def fought(code: str = "AA", spectator: bool = False) -> tuple[World, list[Event]]:
    """BB attacks 83, where AA has two Legions under its King and a Garrison; where ``spectator``, AA only watches CC defend."""
    world = empty_world()
    world.turn = 2
    world.provinces[83].owner = owner = "CC" if spectator else "AA"
    leader = world.characters[3 if spectator else 1]
    leader.province = 83
    world.characters[1].province = 83
    for kind in ("LE", "LE"):
        add_army(world, owner, kind, 83, leader.id)
    add_army(world, owner, "GA", 83)
    hero = add_character(world, "BB", 83, {"TA": 1}, name="Grusk", plan="FL")
    for _ in range(4):
        add_army(world, "BB", "HC", 83, hero.id, quality=3)
    relate(world, owner, "BB", "Enemy")
    turn = turn_of(world)
    turn.step, turn.phase = "2d", 2
    attackers = [one for one in world.armies.values() if one.owner == "BB"]
    defenders = [one for one in world.armies.values() if one.owner == owner]
    fight(turn, 83, 1, attackers, ["BB"], defenders, [owner])
    world.turn = 3
    return world, turn.events


@pytest.mark.rule("AK-P1.4-04", "AK-P1.4-05")
def test_a_battle_report_names_commanders_draws_the_lines_and_tells_what_became_of_each_army() -> None:
    world, events = fought()
    told = reading(world, events)
    (one,) = battles(told)
    text = section(report_of(world, events), "battles")
    assert "1: Grusk against King KingAA" in text
    assert "P83 (83), Plain, early summer" in text
    page = battle_page(told, one)
    assert "The province is held by LandBB." in page.followed
    for number in (4, 5, 6, 7):
        assert f"{number}th Human Heavy Cavalry" in text
    gone = [unit for unit in one.units("defenders") if unit["fate"] == "destroyed"]
    (destroyed,) = (line for line in page.losses if line.startswith("Destroyed: "))
    assert all(unit["label"] in destroyed for unit in gone)
    lines = [row for table in drawing(one) for row in table.rows]
    front = next(place for place, row in enumerate(lines) if row[0] == "front line")
    assert lines[front - 1][0] == "LandBB"
    assert lines[front + 1][0] == "LandAA"
    assert any("Heavy Cavalry" in cell for cell in lines[front - 1])
    assert any("Legion" in cell for cell in lines[front + 1])


@pytest.mark.rule("AK-P1.4-04", "AK-D1.4-02")
def test_whoever_took_part_has_a_page_with_what_each_strength_is_made_of() -> None:
    world, events = fought()
    page, made = (block for one in pages(reading(world, events)) for block in one.blocks)
    assert isinstance(page, BattlePage)
    assert (page.title, page.verdict, page.tone, page.place) == ("The battle of P83", "Defeat", "bad", "83")
    assert [(host.name, host.own) for host in page.hosts] == [("LandBB", False), ("LandAA", True)]
    assert "4th Human Heavy Cavalry | type 4, " in as_text([made])
    assert [one.name for one in page.measures] == ["Armies", "Strength"]
    assert (page.measures[0].ours, page.measures[0].theirs) == (3, 4)
    assert page.blows[0].title.startswith("Column 1: LandBB")


@pytest.mark.rule("AK-D1.4-05", "AK-D1.4-02")
def test_whoever_only_watched_sees_no_quality() -> None:
    world, events = fought(spectator=True)
    told = reading(world, events)
    assert [one.fate for one in battles(told)] == ["seen"]
    assert pages(told) == []
    text = section(report_of(world, events), "battles")
    assert "Grusk against King KingCC" in text
    assert "Veteran" not in text
    assert "Average" not in text
    assert "quality" not in text


@pytest.mark.rule("AK-P1.4-04")
def test_who_outflanked_and_who_was_fanatical_stands_beside_the_army() -> None:
    world, events = fought()
    (one,) = (each for each in events if each.kind == "battle")
    units = one.data["attackers"]["units"]
    units[0]["fanatical"] = True
    flanks = [unit for unit in units if unit["stand"] == "outflank"]
    assert f"{units[0]['label']} *" in section(report_of(world, events), "battles")
    (one_fought,) = battles(reading(world, events))
    marked = {unit.name: unit.text for host in battle_page(reading(world, events), one_fought).hosts for unit in host.units}
    assert marked["4th HC"].endswith("(fanatical)")
    assert flanks
    assert all("(outflanking" in marked[f"{unit['army']}th HC"] for unit in flanks)


def test_front_page_and_map_number_the_battles_alike() -> None:
    world, events = fought()
    told = report_of(world, events)
    assert told.front is not None
    assert [(one.number, one.verdict.split(",")[0]) for one in told.front.fights] == [(1, "Lost")]
    assert [(force.troops, force.own) for force in told.front.fights[0].forces] == [(4, False), (3, True)]
    (chart,) = (block.chart for one in told.sections for block in one.blocks if isinstance(block, Map))
    assert [one.area for one in chart.clashes] == ["83"]
    assert any(isinstance(block, Table) for one in told.sections if one.key == "battles" for block in one.blocks)
