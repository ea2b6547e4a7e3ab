"""What players are told of battles, what battles leave behind, battles at sea, strikes
(CF-15-03, CF-12.2, rulings 7.12, 7.13)."""

from __future__ import annotations

import json
from fractions import Fraction
from time import perf_counter
from typing import Any

import pytest

from postern.game.kit.report.telling import Mood, Tellings, told_to
from postern.rulesets.cosmos.rules.battle.course import fight, finish
from postern.rulesets.cosmos.rules.battle.fighters import Attack
from postern.rulesets.cosmos.rules.magic import strike_all
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.document import dump
from postern.rulesets.cosmos.world.records import Item, World
from tests.rules.cosmos.battles import Ships, accounts, at_war, attacks, battle, fighter, fort, open_hex, ready, turn_of
from tests.rules.cosmos.build import add_unit, form, told


def clash(world: World | None = None, **more: Any) -> Turn:
    """A battle of heavy infantry and a general of Am against goblins of Gh, fought out."""
    world = world or at_war()
    place = open_hex(world)
    add_unit(world, "Am", "heavy infantry", place, 100, tactics="attack")
    add_unit(world, "Gh", "goblin rabble", place, 100, tactics="attack", **more)
    add_unit(world, "Am", "general", place, tactics="flee")
    return battle(turn_of(world))


@pytest.mark.rule("CF-15-03", "CF-15.3-05", "CF-15-06", "CF-15.3-07")
def test_the_account_has_units_before_and_after_and_every_attack() -> None:
    turn = clash()
    (account,) = accounts(turn)
    heavy, general, goblins = account["units"]
    assert account["place"] == open_hex(turn.world)
    assert account["terrain"] == "plains"
    assert (heavy["name"], goblins["name"]) == ("3101(Am) Heavy Infantry", "4301(Gh) Goblin Rabble")
    assert heavy["before"] == {"individuals": 100, "points": 400, "wounds": 100, "efficiency": 100, "morale": 0}
    own = turn.world.units[3101]
    assert (heavy["after"]["individuals"], heavy["fate"]) == (own.individuals, "")
    assert goblins["fate"] in ("fled", "destroyed")
    assert {name: left for name, left in goblins["after"].items() if name != "morale"} == {
        "individuals": 0,
        "points": 0,
        "wounds": 0,
        "efficiency": 0,
    }
    assert goblins["after"]["morale"] < heavy["after"]["morale"]
    assert general["before"] == general["after"]
    ours = [one for one in attacks(turn) if one["by"] == 3101]
    assert heavy["dealt"] == sum(one["wounds"] for one in ours)
    assert heavy["killed"] == sum(one["killed"] for one in ours)
    assert {one["how"] for one in attacks(turn)} <= {"melee", "back"}
    lost = sum(one["wounds"] for one in attacks(turn, on=3101))
    assert account["course"][0] == {"Am": 408, "Gh": 300}
    assert account["course"][-1]["Am"] == 408 - lost
    assert len(account["course"]) == account["lasted"]
    json.dumps(account)


@pytest.mark.rule("CF-15-03")
def test_each_nation_involved_has_its_own_account_and_others_hear_of_it_alone() -> None:
    world = at_war()
    world.hexes[int(open_hex(world))].owner = "Rc"
    turn = clash(world)
    assert list(accounts(turn, "AM")[0]["arms"]) == ["Am", "Gh"]
    assert [one["own"] for one in accounts(turn, "AM") + accounts(turn, "GH")] == ["Am", "Gh"]
    assert not accounts(turn, "RC")
    assert [(one["nations"], one["place"]) for one in told(turn, "battle seen", "RC")] == [(["Am", "Gh"], open_hex(world))]
    assert not told(turn, "battle seen", "SL")


@pytest.mark.rule("CF-18.2-04")
def test_who_hides_and_does_not_fight_stays_unknown() -> None:
    world = at_war()
    spy = add_unit(world, "Gh", "scout", open_hex(world), tactics="avoid", hidden=True, id=4399)
    turn = clash(world)
    assert spy.id in {unit["id"] for unit in accounts(turn, "GH")[0]["units"]}
    assert "4399" not in json.dumps(accounts(turn, "AM"))
    assert accounts(turn, "AM")[0]["course"][0]["Gh"] == 300
    assert spy.hidden


@pytest.mark.rule("CF-18.2-04")
def test_a_nation_of_which_nothing_is_seen_is_not_named() -> None:
    world = at_war()
    place = str(fort(world).id)
    world.nations["Gh"].policies["Rc"] = "enemy"
    spy = add_unit(world, "Rc", "scout", place, tactics="flee", hidden=True)
    foot, goblins = (
        add_unit(world, owner, kind, place, tactics="attack")
        for owner, kind in (("Am", "heavy infantry"), ("Gh", "goblin rabble"))
    )
    turn = turn_of(world)
    turn.sees = {"Am": {goblins.id}, "Gh": {foot.id, spy.id}, "Rc": {foot.id, goblins.id}}
    battle(turn)
    assert spy.position == ""  # it fled, seen by the goblins alone
    (ours,), (theirs,), (third,) = (accounts(turn, seat) for seat in ("AM", "GH", "RC"))
    assert [one["nations"] for one in (ours, theirs, third)] == [["Am", "Gh"], ["Am", "Rc", "Gh"], ["Am", "Rc", "Gh"]]
    assert set(ours["armies"]) == {"Am", "Gh"}
    assert str(spy.id) not in json.dumps(ours)
    assert str(spy.id) in json.dumps(theirs)


@pytest.mark.rule("CF-18.2-04")
def test_who_attacks_from_hiding_is_seen_in_the_battle_and_hides_again() -> None:
    world = at_war()
    world.nations["Am"].policies.clear()
    turn = clash(world, hidden=True)
    assert 4301 in {unit["id"] for unit in accounts(turn, "AM")[0]["units"]}
    assert attacks(turn, by=3101, on=4301)


def test_what_befalls_unseen_units_is_left_out() -> None:
    world = at_war()
    place = str(fort(world).id)
    spy = add_unit(world, "Gh", "scout", place, tactics="avoid", hidden=True, id=4399)
    add_unit(world, "Gh", "goblin rabble", place, tactics="attack")
    add_unit(world, "Am", "medium infantry", place, tactics="attack")
    made = ready(turn_of(world))
    made.record.segment(1)
    made.record.count(made.fighters)
    made.flees(fighter(made, spy), "morale")
    finish(made)
    assert accounts(made.turn, "GH")[0]["segments"] == [
        {"number": 1, "fled": [{"unit": 4399, "why": "morale", "returned": {}}]},
    ]
    assert accounts(made.turn, "AM")[0]["segments"] == [{"number": 1}]


@pytest.mark.rule("CF-15.3.1-02")
def test_who_fought_is_known_until_the_next_battles() -> None:
    turn = clash()
    assert turn.fought == {3101}  # not the general, whom nobody touched
    battle(turn)
    assert turn.fought == set()


@pytest.mark.rule("CF-8-07")
def test_the_dead_leave_what_they_carried_and_the_force_goes_on() -> None:
    world = at_war()
    castle = fort(world)
    castle.owner, castle.stores = "Gh", {}
    ruler = add_unit(world, "Am", "noble", castle.id, tactics="attack", carries={"gold": 700}, morale=100, wounds=[700])
    guard = add_unit(world, "Am", "goblin rabble", castle.id, 400, tactics="avoid")
    form(ruler, guard)
    world.items = {2001: Item(2001, "ember", "Ember", holder=ruler.id), 2005: Item(2005, "weapon", "Sword", holder=ruler.id)}
    world.nations["Am"].ruler = ruler.id
    add_unit(world, "Gh", "troll king", castle.id, tactics="attack")
    turn = battle(turn_of(world))
    assert ruler.id not in world.units
    assert castle.stores == {"gold": 700}
    assert {(item.holder, item.position) for item in world.items.values()} == {(0, str(castle.id))}
    assert world.nations["Gh"].rulers_slain == ["Am"]
    assert guard.leader == 0
    assert [one["who"] for one in told(turn, "destroyed", "AM")] == [ruler.id]


def test_ladders_help_a_storm_once() -> None:
    world = at_war()
    castle = fort(world, rating=3)
    engineers = add_unit(world, "Am", "engineers", castle.outside, tactics="defend")
    foot = add_unit(world, "Am", "medium infantry", castle.outside, 100, tactics="attack")
    form(engineers, foot)
    add_unit(world, "Gh", "medium infantry", castle.id, tactics="defend")
    world.items = {2200: Item(2200, "make type 1", "Ladders", holder=engineers.id)}
    turn = turn_of(world, stormed=[foot, engineers])
    assert fighter(ready(turn), foot).ladders == 15
    battle(turn)
    assert world.items == {}


@pytest.mark.rule(
    "CF-12.2-01", "CF-12.2-02", "CF-12.2-06", "CF-12.2-07", "CF-12.2-09", "CF-12.2-11", "CF-15.7.2-13", "CF-15.7.2-14"
)
def test_a_battle_at_sea() -> None:
    world = at_war("Am", "Gh")
    sea = open_hex(world, "deep ocean")
    bows = add_unit(world, "Am", "crossbowmen", sea, 100, tactics="defend", embarked=True)
    foe = add_unit(world, "Gh", "medium infantry", sea, 50, tactics="attack", embarked=True)
    dragon = add_unit(world, "Gh", "ash dragon", sea, tactics="avoid")
    shy = add_unit(world, "Am", "crossbowmen", sea, 20, tactics="avoid", embarked=True)

    ships = Ships(17)
    turn = turn_of(world)
    made = ready(turn, ships.melee_at_sea)
    assert fighter(made, bows).attacks == (Attack(True, "cut", Fraction(17)), Attack(False, "pierce", Fraction(22), 1, 2))
    assert fighter(made, bows).defence == 14
    assert (made.ground(fighter(made, bows)).modifier, made.battlefield.star) == (100, False)
    assert fighter(made, dragon).attacks[0].strength == 120
    before = foe.individuals
    battle(turn, ships)
    assert [one["segment"] for one in attacks(turn, by=bows.id, how="missile")] == [1]
    assert {one["segment"] for one in attacks(turn, by=shy.id, how="missile")} <= {1}
    assert attacks(turn, segment=2, how="melee")
    gone = sum(one["killed"] for one in attacks(turn, on=foe.id))
    assert 0 < gone <= before
    assert ships.lost["Gh"] == (4 * gone, Fraction(50))  # those that fled do not count; the ships are counted before the battle
    assert ships.lost.get("Am", (0, Fraction(120)))[1] == 120


def test_marines_use_the_better_of_their_strengths_at_sea() -> None:
    world = at_war("Co", "Gh", slug="two_tides")
    sea = open_hex(world, "deep ocean")
    marines, foot = (add_unit(world, "Co", kind, sea, embarked=True) for kind in ("marines", "medium infantry"))
    add_unit(world, "Gh", "medium infantry", sea, embarked=True, tactics="attack")
    for at_sea, expected in ((12, [20, 12]), (31, [31, 31])):
        made = ready(turn_of(world), Ships(at_sea).melee_at_sea)
        assert [int(fighter(made, unit).attacks[0].strength) for unit in (marines, foot)] == expected


@pytest.mark.rule("CF-R-7.13")
@pytest.mark.rule("CF-19.1-01", "CF-19.1.1-01", "CF-2.3.3-05", "CF-9-13")
def test_a_strike_hits_everybody_at_the_position() -> None:
    """Strength 30 against a defence of 20 is at most 150 hundredths each; on a noble of defence 40, native: 30 / 40 x 0.9."""
    world = at_war()
    place = open_hex(world)
    own = add_unit(world, "Am", "medium infantry", place, 100)
    foe = add_unit(world, "Gh", "medium infantry", place, 100, morale=30)
    careful = add_unit(world, "Gh", "noble", place, flee_when=7, wounds=[99])
    quester = add_unit(world, "Gh", "knight", place, questing=True)
    inside = add_unit(world, "Gh", "medium infantry", fort(world).id)
    turn = turn_of(world)
    struck = {one.unit: one for one in strike_all(turn, place, "fire", Fraction(30), "Am")}
    assert set(struck) == {own.id, foe.id, careful.id}
    assert len(foe.wounds) == 100
    assert max(foe.wounds) <= 150
    assert sum(foe.wounds) / 100 == pytest.approx(75.5, abs=15)
    assert struck[foe.id].wounds == sum(one // 100 for one in foe.wounds)
    assert foe.spirit == 3000 - int(2 * 100 * 100 * sum(foe.wounds) / 40_000)
    assert careful.position == ""  # any wound brings it to its level
    assert (quester.wounds, inside.wounds) == ([], [])


@pytest.mark.rule("CF-19.1-01", "CF-9-01")
def test_a_strike_can_break_the_morale() -> None:
    world = at_war()
    place = open_hex(world)
    weak, steady = (add_unit(world, "Gh", "goblin rabble", place, morale=morale) for morale in (-90, 100))
    strike_all(turn_of(world), place, "fire", Fraction(20), "Am")
    assert weak.id not in world.units
    assert steady.id in world.units


@pytest.mark.rule("CF-19.1-01")
def test_walls_protect_from_strikes_by_half_and_the_immune_take_nothing() -> None:
    world = at_war()
    castle = fort(world, rating=4)
    foot = add_unit(world, "Gh", "medium infantry", castle.id, 200, wounds=[])
    dragon = add_unit(world, "Gh", "ash dragon", castle.id)
    strike_all(turn_of(world), str(castle.id), "fire", Fraction(40), "Am")
    assert 105 < max(foot.wounds) <= 113  # 40 x (1 - 0.4375) / 20 = 112.5
    assert dragon.wounds == []


def test_a_battle_of_two_thousand_a_side_is_quick_and_the_same_again() -> None:
    def field() -> World:
        world = at_war()
        place = open_hex(world)
        for owner in ("Am", "Gh"):
            for _ in range(20):
                add_unit(world, owner, "medium infantry", place, 100, tactics="attack")
        return world

    worlds, told_twice, took = [], [], []
    for _ in range(2):
        world = field()
        turn = turn_of(world)
        begun = perf_counter()
        battle(turn)
        took.append(perf_counter() - begun)
        worlds.append(dump(world))
        told_twice.append(json.dumps([event.data for event in turn.events]))
    assert worlds[0] == worlds[1]
    assert told_twice[0] == told_twice[1]
    assert min(took) < 1.0


def test_every_kind_of_event_has_words() -> None:
    rows = {
        kind: [("", "", said)] if isinstance(said, str) else said for kind, said in CONTENT.toml("tellings/battles").items()
    }
    tellings = Tellings(rows, {"amounts": lambda value: ", ".join(f"{number} {name}" for name, number in value.items())})
    turn = clash()
    for owner, seat in (("Am", "AM"), ("Gh", "GH")):
        assert {event.kind for event in turn.events if seat in event.seen_by} <= set(rows)
        said = [one.text for one in told_to(tellings, turn.events, seat, Mood.HAPPENED)]
        assert any(line.startswith(f"Battle at {open_hex(turn.world)}: Am and Gh fought for ") for line in said), owner


def test_the_step_of_the_turn_fights_battles() -> None:
    assert any(getattr(step, "run", None) is fight for one in SEQUENCE for step in getattr(one, "steps", (one,)))


@pytest.mark.rule("CF-19.1-01", "CF-16-07")
@pytest.mark.parametrize(("rating", "most"), [(0, 150), (1, 149)])
def test_a_place_without_walls_takes_nothing_from_a_strike(rating: int, most: int) -> None:
    """30 against a defence of 20 are 150 hundredths at most; walls take something, and walls of rating 0 nothing."""
    world = at_war()
    place = fort(world, rating=rating)
    foe = add_unit(world, "Gh", "medium infantry", place.id, 200)
    strike_all(turn_of(world), str(place.id), "fire", Fraction(30), "Am")
    assert max(foe.wounds) == most if not rating else max(foe.wounds) < 150
