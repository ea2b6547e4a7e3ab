"""The front page: expected headlines, verdicts, dangers and chances on small situations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postern.game.events import Event, seen
from postern.game.front import Front, carried
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.report.front.fights import verdict
from postern.rulesets.great_jewels.report.front.news import news
from postern.rulesets.great_jewels.report.front.page import KINDS, front_page, how_it_went
from postern.rulesets.great_jewels.report.map import EMBLEMS
from postern.rulesets.great_jewels.world.records import People, World
from tests.rules.great_jewels.build import change, land, leader, own, run, saw, talisman


def front_of(world: World, seat: str = "AAA", **orders: str) -> Front:
    turn = run(world, **orders)
    return front_page(view_of(turn.world, seat), seen(turn.events, seat))


def starts(front: Front, kind: str) -> bool:
    """Whether the headline is one of this kind's, whatever stands in it."""
    heads = [[part for part in text.split(" ") if "{" not in part] for text in KINDS[kind].headlines]
    return any(all(part in front.headline for part in parts if part[0].islower()) for parts in heads)


def test_a_province_that_was_stormed_makes_the_headline_with_what_it_cost() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=4)
    leader(world, 1, "AAA", "J10", troops=40)
    front = front_of(world, AAA="L1AG")
    assert "J10" in front.headline
    assert "the garrison of BBB" in front.headline
    assert front.tale.startswith("40 troops broke the garrison of BBB of 4 troops at J10 and lost 1 troop.")
    (fight,) = front.fights
    assert (fight.number, fight.place, fight.verdict) == (1, "J10", "Stormed")
    assert fight.text == "The garrison of J10 was wiped out. Your losses: 1 troop, theirs 4."
    assert [(one.name, one.troops, one.lost, one.own, one.number) for one in fight.forces] == [
        ("AAA", 40, 1, True, 1),
        ("BBB", 4, 4, False, 2),
    ]


def test_the_loser_of_a_province_reads_of_his_loss() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=4)
    leader(world, 1, "AAA", "J10", troops=40)
    front = front_of(world, "BBB", AAA="L1AG")
    assert "J10" in front.headline
    assert front.tale == "AAA captured J10 from you."
    assert [fight.verdict for fight in front.fights] == ["Overrun"]


def test_the_loss_of_the_home_comes_before_all_else() -> None:
    world = land()
    change(world, "B8", garrison=1)
    own(world, "J10", "AAA", garrison=1)
    leader(world, 1, "AAA", "B8", troops=40)
    leader(world, 2, "BBB", "J10", troops=60)
    front = front_of(world, "BBB", AAA="L1AG", BBB="L2AG")
    assert "home" in front.headline.lower()
    assert front.tale.startswith("AAA captured B8, your home.")
    assert " But 60 troops broke the garrison of AAA" in front.tale


def test_several_conquests_are_one_headline() -> None:
    world = land()
    for number, place in ((1, "J10"), (2, "M12"), (3, "E9")):
        leader(world, number, "AAA", place, troops=5)
    front = front_of(world)
    assert "three provinces" in front.headline.lower()
    assert front.tale.startswith("You won E9, J10 and M12.")


def test_a_province_won_and_lost_again_stands_in_neither_list() -> None:
    """The owners before and after the turn count, in headline, tale and the line in the head."""
    world = land()
    own(world, "M12", "AAA", garrison=5)
    own(world, "E9", "AAA", garrison=5)
    hands = [("J10", "BBB", "AAA"), ("J10", "AAA", "BBB"), ("M12", "AAA", "BBB"), ("M12", "BBB", "AAA"), ("L9", "CCC", "BBB")]
    events = [
        Event("captured", "10", frozenset({"AAA"}), {"province": place, "from_": old, "by": new}) for place, old, new in hands
    ]
    view = view_of(world, "AAA")
    found = {one.kind: one.words["place"] for one in news(view, events)}
    assert found == {"passed": "J10", "regained": "M12"}
    line = how_it_went(events, view)
    assert "Won and lost again: 1 province." in line
    assert "Gained" not in line
    assert "Lost: " not in line
    strayed = [*events, Event("went-neutral", "10", frozenset({"AAA"}), {"province": "Q9"})]
    assert {one.kind for one in news(view, strayed)} == {"passed", "regained", "strayed"}


@pytest.mark.rule("QJ-18-22")
def test_a_garrison_that_fell_by_attacking_is_told_by_the_blows_of_its_attack() -> None:
    """Two troops of a garrison attack thirty, who answer: those thirty wiped them out, not "no troops"."""
    world = land()
    own(world, "J10", "BBB", garrison=2)
    leader(world, 13, "AAA", "J10", troops=30)
    leader(world, 14, "AAA", "J10", troops=9)
    turn = run(world, BBB="GJ10AL13")
    events = seen(turn.events, "AAA")
    (fell,) = (one for one in news(view_of(turn.world, "AAA"), events) if one.kind in ("stormed", "breached"))
    assert (fell.words["own"], fell.words["fallen"]) == ("30 troops", "2 troops")


def test_a_turn_without_events_is_told_by_its_points_or_as_quiet() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG")
    change(world, "B4", csps=4)
    front = front_of(world)
    assert "points" in front.headline
    assert f"Your score is {front.figures[0].written} points." in front.tale
    assert starts(front_of(land(AAA="SLENTH", BBB="QUNTAG")), "quiet")


def test_the_set_up_letter_begins_with_the_people_and_the_home() -> None:
    world = land(turn=1)
    front = front_page(view_of(world, "AAA"), ())
    assert "Quntag" in front.headline
    assert "B4" in front.headline
    assert front.emblem == EMBLEMS["QUNTAG"]
    assert front.race is not None
    assert front.race.turns == (0,)


def test_every_people_has_an_emblem() -> None:
    assert set(EMBLEMS) == {people.value for people in People}


def force(name: str, owner: str, troops: int, lost: int, *targets: str) -> dict[str, Any]:
    fell = troops == lost
    return {
        "force": name,
        "owner": owner,
        "troops": troops,
        "lost": lost,
        "targets": list(targets),
        "destroyed": fell,
        "killed": fell,
    }


G, L1, L9, GB = "GJ10", "L1", "L9", "GJ10"


@pytest.mark.parametrize(
    ("word", "captured", "rows"),
    [
        ("Stormed", True, [force("L1", "AAA", 40, 2, G), force(G, "BBB", 9, 9)]),
        ("Walls cleared", False, [force("L1", "AAA", 40, 2, G), force(G, "BBB", 9, 9)]),
        ("Beaten off", False, [force(G, "AAA", 24, 1, "L9"), force("L9", "BBB", 5, 5, G)]),
        ("Struck down", False, [force("L1", "AAA", 11, 4, "L9"), force("L9", "BBB", 1, 1), force("L8", "BBB", 18, 0, "L1")]),
        ("Overrun", False, [force(G, "AAA", 5, 5), force("L9", "BBB", 50, 1, G)]),
        ("Destroyed", False, [force("L1", "AAA", 5, 5, "L9"), force("L9", "BBB", 50, 1, "L1")]),
        ("Both fell", False, [force("L1", "AAA", 5, 5, "L9"), force("L9", "BBB", 5, 5, "L1")]),
        ("Dearly won", False, [force("L1", "AAA", 9, 9), force("L2", "AAA", 30, 2, "L9"), force("L9", "BBB", 20, 20, "L1")]),
        ("A heavy loss", False, [force("L1", "AAA", 9, 9), force("L2", "AAA", 30, 2, "L9"), force("L9", "BBB", 50, 6, "L1")]),
        ("Held", False, [force(G, "AAA", 20, 3), force("L9", "BBB", 20, 2, G)]),
        ("Hurt them", False, [force("L1", "AAA", 20, 3, G), force(G, "BBB", 30, 9)]),
        ("Hurt them", False, [force("L2", "AAA", 1, 1), force("L1", "AAA", 36, 0, G), force(G, "BBB", 32, 29)]),
        ("Thrown back", False, [force("L1", "AAA", 20, 9, G), force(G, "BBB", 30, 3)]),
        ("Even blows", False, [force("L1", "AAA", 20, 3, G), force(G, "BBB", 30, 3)]),
        ("No harm done", False, [force("L1", "AAA", 20, 0), force(G, "BBB", 30, 0)]),
        ("Held", False, [force("L1", "AAA", 20, 1), force("L5", "CCC", 30, 0, G), force(G, "BBB", 9, 9)]),
    ],
)
def test_the_word_for_a_battle_goes_by_who_fell_by_whose_hand(word: str, captured: bool, rows: list[dict[str, Any]]) -> None:
    assert verdict(rows, "AAA", (), captured) == word


def test_a_battle_with_an_unseen_foe_is_unclear() -> None:
    unseen = {"force": "L9", "owner": "BBB", "targets": ["L1"], "destroyed": False, "killed": False}
    assert verdict([force("L1", "AAA", 9, 2), unseen], "AAA") == "Unclear"


def test_sieges_come_first_and_say_how_strong_who_stands_there() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=3, besieged=True)
    own(world, "E9", "AAA", garrison=30)
    leader(world, 9, "BBB", "J10", troops=17)
    leader(world, 8, "BBB", "E9", troops=6)
    saw(world, "AAA", "J10", "E9", "B4")
    front = front_page(view_of(world, "AAA"), ())
    assert [one.text for one in front.dangers] == [
        "J10 is besieged by BBB: 17 troops against 3. It yields nothing until freed.",
        "L8 of BBB (6 troops) stands in E9, your garrison 30.",
    ]


def test_scouts_that_died_take_one_line() -> None:
    world = land()
    events = [
        Event(
            "was raided",
            "10",
            frozenset({"AAA"}),
            {"province": place, "troops": 1, "outcome": "lost", "by": "", "owner": "AAA"},
        )
        for place in ("J10", "E9", "M12")
    ]
    front = front_page(view_of(world, "AAA"), events)
    assert [one.text for one in front.dangers] == ["Scouts came to E9, J10 and M12 and died."]


def accepted(world: World, seat: str, front: Front) -> None:
    """Each line to paste is taken by the checker, alone, without a word against it."""
    view = RULESET.view(world, seat)
    for hint in front.chances:
        assert hint.paste, hint.text
        verdict_ = RULESET.check(RULESET.read(hint.paste, view), view)
        assert len(verdict_.accepted) == 1, hint
        assert not verdict_.problems, (hint, verdict_.problems)


def test_chances_are_lines_that_the_checker_takes() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9, zorans=80)
    leader(world, 1, "AAA", "K10", troops=42)
    leader(world, 2, "AAA", "C8", troops=12)
    change(world, "K10", garrison=9, csps=2)
    talisman(world, 14, 2)
    saw(world, "AAA", "K10", "C8", "C9", "J10", "B4")
    seen_there = world.players["AAA"].seen
    seen_there["K10"] = replace(seen_there["K10"], garrison=9, csps=2)
    front = front_page(view_of(world, "AAA"), ())
    assert [one.paste for one in front.chances] == ["L1AG", "L2MC9", "GJ10BC4"]
    texts = {one.paste: one.text for one in front.chances}
    assert texts["L1AG"] == "K10 holds 9 troops in a citadel of 2; your 42 stand in it."
    accepted(world, "AAA", front)


def test_no_two_headlines_of_the_table_begin_alike() -> None:
    openings = [" ".join(text.split()[:4]) for kind in KINDS.values() for text in kind.headlines]
    assert len(openings) == len(set(openings))
    assert all(len(kind.headlines) >= 2 for kind in KINDS.values())


def test_changes_and_the_race_go_on_from_the_page_before() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=5)
    before = front_page(view_of(world, "AAA"), ())
    after = carried(front_of(world), before)
    assert {one.label: one.change for one in after.figures}["Provinces"] == 1
    assert after.race is not None
    assert after.race.turns == (4, 5)
    assert carried(before, before) == before, "a page does not follow itself"
    assert carried(before, None) == before
