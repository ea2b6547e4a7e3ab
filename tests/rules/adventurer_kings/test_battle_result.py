"""Events, the result of a battle, the duel before it, and its account (AK-6.3-39, AK-D7.2-10 to 12, AK-P1.4-04)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.battle.account import strong
from postern.rulesets.adventurer_kings.rules.battle.course import fight
from postern.rulesets.adventurer_kings.tables import CONTENT
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, factors, load, strength, units, with_duel
from tests.rules.adventurer_kings.build import add_character, only, step

# --- events ----------------------------------------------------------------------------------------------------------------


def befallen(scene: Scene, whole: int, columns: dict[int, int], **faces: Any) -> dict[str, Any]:
    """A battle with these throws for events: of the battle, and by column."""
    return scene.fight(event={PLACE: whole, **columns}, **faces)


@pytest.mark.rule("AK-6.3-40", "AK-D7.2-10")
@pytest.mark.parametrize(
    ("whole", "column", "events"), [(60, 31, [0]), (60, 30, [0, 1]), (61, 1, []), (61, 31, []), (1, 1, [0, 1])]
)
def test_columns_have_events_only_after_one_of_the_whole_battle(whole: int, column: int, events: list[int]) -> None:
    told = befallen(Scene("LE LE", "LE LE"), whole, {1: column, 2: 100}, what=1)
    assert (told["chance"]["chance"], told["chance"]["throw"]) == ("60", whole)
    assert [one["column"] for one in told["events"]] == events


MULTIPLIERS = [
    (1, "x1.1"),
    (4, "x1.1"),
    (5, "x1.2"),
    (7, "x1.2"),
    (8, "x1.3"),
    (9, "x1.3"),
    (10, "x1.5"),
    (11, "x1.5"),
    (12, "x2"),
]


@pytest.mark.rule("AK-6.3-39", "AK-6.3-68", "AK-D7.2-10")
@pytest.mark.parametrize(("face", "factor"), MULTIPLIERS)
def test_an_event_multiplies_the_strength_of_a_side(face: int, factor: str) -> None:
    scene = Scene("LE", "LE")
    told = scene.fight(event={PLACE: 60, 1: 100}, draw=face, what=1)
    assert told["events"] == [{"column": 0, "side": "attackers", "good": True, "text": 1, "factor": factor}]
    assert factors(told, scene.mine[0])["event"] == factor
    assert "event" not in factors(told, scene.theirs[0])
    assert Fraction(factor[1:]) <= 2


class What:
    """A stream of an event: the side, the die of ten, the text."""

    def __init__(self, side: int, luck: int, text: int = 1) -> None:
        self.side, self.faces = side, [luck, text]

    def choice(self, items: Any) -> Any:
        return items[self.side]

    def between(self, low: int, high: int) -> int:
        return self.faces.pop(0)


def struck(scene: Scene, side: int, luck: int, column: int = 0) -> dict[str, Any]:
    """A battle in which events befall this side, with the luck of this die of ten; multiplier 1.5."""
    load(scene.turn, event={PLACE: 1, 1: 1 if column else 100}, draw=10)
    usual = scene.turn.dice

    def dice(*name: object) -> Any:
        return What(side, luck) if name[0] == "what" else usual(*name)

    scene.turn.dice = dice  # type: ignore[method-assign]
    scene.turn.came_from.update(scene.came)
    return dict(only(step(scene.turn, "1d", fight), "battle").data)


@pytest.mark.rule("AK-D7.2-10")
@pytest.mark.parametrize(("luck", "good", "factor"), [(7, True, "x1.5"), (8, False, "x2/3"), (10, False, "x2/3")])
@pytest.mark.parametrize("side", [0, 1])
def test_a_misfortune_divides_instead(side: int, luck: int, good: bool, factor: str) -> None:
    scene = Scene("LE", "LE")
    told = struck(scene, side, luck)
    assert (told["events"][0]["good"], told["events"][0]["factor"]) == (good, factor)
    assert factors(told, (scene.mine, scene.theirs)[side][0])["event"] == factor


@pytest.mark.rule("AK-D2.0-06")
@pytest.mark.parametrize(("tactical", "good"), [(8, [True, False]), (7, [False, False])])
def test_the_battle_is_always_lucky_for_the_greatest_tactician(tactical: int, good: list[bool]) -> None:
    told = struck(Scene("LE", "LE", leader={"TA": tactical}), 0, 10, 1)
    assert [one["good"] for one in told["events"]] == good  # the event of the column may still be ill


@pytest.mark.rule("AK-D7.2-10", "AK-6.3-40")
def test_an_event_of_a_column_changes_that_column_alone() -> None:
    scene = Scene("LE LE", "LE LE")
    told = befallen(scene, 60, {1: 30, 2: 100}, what=1, draw=1)
    assert [one["attackers"]["sum"] for one in told["columns"]] == ["9.7", "8.8"]  # 8 x 1.1 x 1.1, 8 x 1.1
    assert factors(told, scene.mine[0])["column event"] == "x1.1"


@pytest.mark.rule("AK-D7.2-10")
def test_there_are_twelve_texts_for_good_and_twelve_for_ill() -> None:
    texts = CONTENT.toml("battle_events")
    assert [len(set(texts[name])) for name in ("good", "ill")] == [12, 12]
    assert all("{side}" in text for name in ("good", "ill") for text in texts[name])


@pytest.mark.rule("AK-D7.2-10")
def test_events_come_in_sixty_of_a_hundred_battles_for_either_side_with_any_text() -> None:
    sides: Counter[str] = Counter()
    texts = set()
    for number in range(300):
        told = Scene("LE", "LE").fight_out(str(number))
        whole = [one for one in told["events"] if not one["column"]]
        sides[whole[0]["side"] if whole else ""] += 1
        texts |= {one["text"] for one in whole}
    assert 95 <= sides[""] <= 145
    assert abs(sides["attackers"] - sides["defenders"]) < 50
    assert texts == set(range(1, 13))


# --- the result ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D7.2-12")
@pytest.mark.parametrize(
    ("explored", "marshal", "result", "ratio"),
    [
        (100, True, "win", "1.1"),  # 8 x 1.25 x 1.05 = 10.5 against 10: exactly 1.05
        (99, True, "contested", "1.0"),
        (100, False, "contested", "1.0"),
        (76, False, "contested", "1.0"),
        (75, False, "lose", "1.0"),  # 9.5 against 10: exactly 0.95
        (0, False, "lose", "0.8"),
    ],
)
def test_the_ratio_decides(explored: int, marshal: bool, result: str, ratio: str) -> None:
    scene = Scene("LE", "LE")
    scene.world.kingdoms["AA"].exploration[PLACE] = explored
    if marshal:
        scene.world.offices["MA"] = scene.leader.id
    told = scene.fight()
    assert (told["result"], told["ratio"]) == (result, ratio)


@pytest.mark.rule("AK-D7.2-12", "AK-6.3-50")
@pytest.mark.parametrize(("mine", "theirs", "result"), [("LE", "WH", "win"), ("WH", "LE", "lose"), ("WH", "WH", "contested")])
def test_a_side_without_strength_loses(mine: str, theirs: str, result: str) -> None:
    assert Scene(mine, theirs).fight()["result"] == result


@pytest.mark.rule("AK-D7.2-12", "AK-D7.2-11")
def test_the_battle_of_the_example_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four armies of a King with Tactical 3 who has explored 75%, against two whose leader fell in the duel."""
    scene = Scene("LE LE LE HC", "PH LC", owner="", leader={"TA": 3})
    first, second, third, horse = scene.mine
    phalanx, light = scene.theirs
    scene.world.kingdoms["AA"].exploration[PLACE] = 75
    scene.world.kingdoms["AA"].alignment = "Good"
    borric = add_character(scene.world, "", PLACE, status="defending", name="Borric")
    phalanx.leader = light.leader = borric.id
    with_duel(monkeypatch, borric.id, died=True)
    told = scene.fight(fanatic={first.id: 1}, line=1, outflank=1, event=83)
    assert [strength(told, one) for one in scene.mine] == ["22.8", "15.2", "15.2", "19.0"]
    assert [strength(told, one) for one in scene.theirs] == ["7.5", "5.6"]
    column, other = told["columns"]
    assert (column["attackers"]["front"], column["attackers"]["outflank"]) == ([first.id], [second.id, third.id])
    assert (column["attackers"]["sum"], column["defenders"]["sum"]) == ("53.2", "5.0")
    assert (other["attackers"]["front"], other["attackers"]["sum"], other["defenders"]["sum"]) == ([horse.id], "19.0", "5.6")
    assert (told["sums"], told["ratio"], told["result"]) == ({"attackers": "72.2", "defenders": "10.6"}, "6.8", "win")
    assert (told["chance"]["throw"], told["holder"], told["defenders"]["fell"]["name"]) == (83, "AA", "Borric")
    assert {one["fate"] for one in units(told, "defenders").values()} == {"destroyed"}
    assert {one["escape"]["chance"] for one in units(told, "defenders").values()} == {"10"}
    assert scene.leader.merit["MA"] == 4  # two enemy units, kept in halves


# --- the duel --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-P7.1-04", "AK-D7.1-02", "AK-D7.1-03")
def test_who_fled_the_duel_leads_his_own_armies_with_all_factors_at_three_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE LE", "LE", leader={"TA": 2})
    other = add_character(scene.world, "AA", PLACE)
    scene.mine[1].leader, scene.came[other.id] = other.id, HOME
    captain = add_character(scene.world, "BB", PLACE)
    scene.theirs[0].leader = captain.id
    with_duel(monkeypatch, scene.leader.id)
    told = scene.fight(unite=1)
    assert strength(told, scene.mine[0]) == "8.4"  # 8 x 1.4 x 0.75
    assert strength(told, scene.mine[1]) == "8.0"
    assert factors(told, scene.mine[0])["duel"] == "x0.75"
    assert (told["duel"]["loser"], told["duel"]["fled"]) == (scene.leader.id, True)


@pytest.mark.rule("AK-D7.1-03", "AK-D5.9-34")
def test_a_commander_who_fell_gives_his_armies_nothing_but_the_shock(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("BO", "LE", leader={"TA": 3, "DR": 0}, captain={})
    scene.mine[0].race = "Elf"
    scene.leader.items, scene.leader.spells = [27], {"OR": 1, "PH": 2}
    with_duel(monkeypatch, scene.leader.id, died=True)
    told = scene.fight()
    found = factors(told, scene.mine[0])
    assert {"Tactical", "Helm of Command", "Oratory", "Phantasmal Armies", "Druid"} & set(found) == set()
    assert strength(told, scene.mine[0]) == "4.5"  # 3 x 2 x 0.75
    assert told["attackers"]["commander"]["name"] == "garrison commander"


@pytest.mark.rule("AK-D7.1-04", "AK-D7.1-01")
def test_a_believed_excuse_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE", "LE", captain={})
    with_duel(monkeypatch, 0, excused=True)
    told = scene.fight()
    assert "duel" not in factors(told, scene.mine[0])
    assert told["duel"]["excused"] is True


@pytest.mark.rule("AK-D7.1-01", "AK-P7.1-03")
def test_a_garrison_commander_fights_no_duel() -> None:
    scene = Scene("LE", "LE", leader={"ME": 3})
    scene.leader.plan = "ME"
    told = scene.fight()
    assert told["duel"] == {}
    assert told["defenders"]["commander"] == {"id": 0, "name": "garrison commander", "kingdom": "", "king": False}


@pytest.mark.rule("AK-P7.1-04", "AK-P5.10-04")
def test_a_real_duel_is_fought_before_the_battle() -> None:
    scene = Scene("LE", "LE", leader={"ME": 9, "TA": 1}, captain={"ME": 0})
    assert scene.captain is not None
    scene.leader.plan = scene.captain.plan = "ME"
    told = scene.fight_out("duel")
    assert told["duel"]["loser"] == scene.captain.id
    assert factors(told, scene.theirs[0])["duel"] == "x0.75"
    assert scene.captain.alive is not told["duel"]["died"]


# --- the account -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-P1.4-04", "AK-P1.4-05")
def test_the_account_has_all_that_a_report_shows() -> None:
    scene = Scene("LE LE", "AX", leader={"TA": 2})
    told = scene.fight(fanatic=1)
    assert (told["place"], told["terrain"], told["phase"], told["sea"]) == (PLACE, "Plain", 1, False)
    assert told["attackers"]["commander"]["name"] == scene.leader.title
    assert [one["label"] for one in told["attackers"]["units"]] == ["1st Human Legion", "2nd Human Legion"]
    assert told["columns"][0]["winner"] == "attackers"
    assert told["attackers"]["quality"]["1"] == {"before": 2, "after": 2, "rose": False}
    assert (told["holder"], told["odds"]) == ("AA", "4.5")  # 8 x 1.4 x 2 against 5
    stages = {one["stage"] for one in told["attackers"]["factors"]["1"]}
    assert stages == {"type", "quality", "special"}


@pytest.mark.rule("AK-D1.4-02", "AK-D1.4-05")
def test_owner_witnesses_and_those_who_fought_are_told_with_quality_apart() -> None:
    scene = Scene("LE", "LE")
    scene.battles()
    assert only(scene.turn, "battle").seen_by == {"A", "B"}
    scene = Scene("LE", "LE")
    add_character(scene.world, "CC", PLACE)
    told = scene.fight()
    assert only(scene.turn, "battle").seen_by == {"A", "B", "C"}
    assert not {"quality", "factors"} & set().union(*(one for one in told["attackers"]["units"]))


@pytest.mark.rule("AK-D0-04")
def test_strengths_are_compared_exactly_and_shown_with_one_decimal() -> None:
    assert [strong(Fraction(one)) for one in ("2/3", "1/20", "15625/1000", "14")] == ["0.7", "0.1", "15.6", "14.0"]
