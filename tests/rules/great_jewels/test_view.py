"""What a seat sees and does not see (chapters 2, 5, 22, 28, 31; ruling 28)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.orders import Order, OrderSheet
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.rules.economy import levy_rate
from postern.rulesets.great_jewels.turn.orders import (
    Attack,
    BuildCsps,
    BuildEngines,
    DeclareAlly,
    GiveTalisman,
    Move,
    Muster,
    QJOrder,
    SetPeace,
    Transfer,
    UseTalisman,
)
from postern.rulesets.great_jewels.world.records import LOTU, People, Terrain, World, leader_force
from tests.rules.great_jewels.build import allies, change, land, leader, own, run_typed, talisman

_VIEW = TypeAdapter(View)


def in_bytes(world: World, seat: str) -> bytes:
    """A seat's view as JSON bytes."""
    return _VIEW.dump_json(view_of(world, seat))


# --- own things in full -----------------------------------------------------------------------------------------------


def test_a_seat_knows_its_own_forces_provinces_and_talismans() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=4, zorans=5)
    leader(world, 1, "AAA", "S12", troops=3, force_marched=4)
    leader(world, 2, "BBB", "J10", troops=3)
    talisman(world, 60, "J10")
    talisman(world, 45, 1)
    talisman(world, 46, 2)
    view = view_of(world, "AAA")
    assert set(view.provinces) == {"B4", "J10"}
    assert set(view.leaders) == {1}
    assert view.leaders[1].force_marched == 4
    assert set(view.talismans) == {45, 60}
    assert [one.number for one in view.held(1)] == [45]
    assert [one.number for one in view.held("J10")] == [60]
    with pytest.raises(KeyError):
        view_of(world, "NOBODY")


def test_a_view_is_a_copy() -> None:
    world = land()
    leader(world, 1, "AAA", "J10")
    view = view_of(world, "AAA")
    world.leaders[1].troops = 99
    world.provinces["B4"].zorans = 99
    world.players["AAA"].met.append("BBB")
    assert (view.leaders[1].troops, view.provinces["B4"].zorans, view.player.met) == (0, 0, [])


# --- which provinces are listed ---------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-02-11", "QJ-31-23", "QJ-31-10")
def test_provinces_owned_and_visited_are_listed_and_no_others() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    leader(world, 1, "AAA", "E7", bonus=2)
    turn = run_typed(world, AAA=[Move(1, ("E6", "E5", "D4"))])
    view = view_of(turn.world, "AAA")
    assert set(view.current) == {"B4", "J10", "E7", "E6", "E5", "D4"}
    later = view_of(run_typed(turn.world).world, "AAA")
    assert set(later.current) == {"B4", "J10", "D4"}
    assert later.entries["E6"] == view.entries["E6"]
    assert later.entries["E6"].turn == later.turn - 1


def test_who_lost_a_province_this_turn_still_sees_it() -> None:
    world = land()
    own(world, "J10", "AAA")
    leader(world, 2, "BBB", "J10", troops=5)
    entry = run_typed(world).world.players["AAA"].seen["J10"]
    assert (entry.tag, entry.turn) == ("BBB", world.turn + 1)
    assert "J10" not in view_of(run_typed(run_typed(world).world).world, "AAA").current


@pytest.mark.rule("QJ-31-17")
def test_of_leaders_who_left_only_the_way_they_went_is_told() -> None:
    world = land()
    own(world, "B2", "AAA", garrison=1)
    leader(world, 10, "BBB", "B2", troops=8, at_peace=True)
    turn = run_typed(world, BBB=[Move(10, ("C2",))])
    entry = turn.world.players["AAA"].seen["B2"]
    assert entry.departures == ("L10->C2",)
    assert entry.leaders == ()
    assert "C2" not in turn.world.players["AAA"].seen


def test_a_stronghold_is_discovered_when_anybody_sees_it() -> None:
    world = land()
    change(world, "J10", mercenary=True, garrison=40)
    assert not run_typed(world).world.provinces["J10"].discovered
    leader(world, 1, "AAA", "J10")
    assert run_typed(world).world.provinces["J10"].discovered


# --- meeting ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-31-08")
def test_met_is_whose_name_stood_in_an_entry_and_it_is_one_sided() -> None:
    world = land(AAA="QUNTAG", BBB="RILRIS", CCC="SLENTH")
    own(world, "J10", "BBB", garrison=3)
    leader(world, 1, "AAA", "J10", at_peace=True)
    leader(world, 2, "CCC", "K10")
    leader(world, 9, LOTU, "K10", troops=3)
    after = run_typed(world).world
    assert view_of(after, "AAA").met == {"BBB": People.RILRIS}
    assert view_of(after, "BBB").met == {"AAA": People.QUNTAG}
    assert view_of(after, "CCC").met == {}
    away = land(AAA="QUNTAG", BBB="RILRIS")
    own(away, "E6", "BBB", garrison=0)
    leader(away, 1, "AAA", "E7", bonus=2)
    passed = run_typed(away, AAA=[Move(1, ("E6", "D5"))]).world
    assert passed.players["AAA"].met == ["BBB"]
    assert passed.players["BBB"].met == []


@pytest.mark.rule("QJ-31-09", "QJ-31-31")
def test_scores_of_players_met_are_sorted_and_nameless() -> None:
    world = land(AAA="QUNTAG", BBB="RILRIS", CCC="SLENTH", DDD="AZONI")
    world.players["AAA"].met = ["BBB", "CCC"]
    for name, points in (("BBB", 900), ("CCC", 100), ("DDD", 5000)):
        world.players[name].score = points
    view = view_of(world, "AAA")
    assert view.scores == (100, 900)
    assert view.oracle == {}


@pytest.mark.rule("QJ-28.1-066", "QJ-28.1-067")
def test_the_oracle_tells_every_score_to_its_owner_only() -> None:
    world = land(AAA="QUNTAG", BBB="RILRIS", CCC="SLENTH")
    for points, name in enumerate(world.players, start=7):
        world.players[name].score = points
    talisman(world, 57, "B4")
    assert view_of(world, "AAA").oracle == {"AAA": 7, "BBB": 8, "CCC": 9}
    assert view_of(world, "BBB").oracle == {}
    world.talismans[57].dead_until = world.turn
    assert view_of(world, "AAA").oracle == {}


# --- what is hidden from others ---------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-006")
def test_invisible_talismans_are_left_out_of_other_printouts() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9)
    for number in (60, 101, 149, 151):
        talisman(world, number, "J10")
    leader(world, 2, "BBB", "J10", at_peace=True)
    seen = {name: player.seen["J10"] for name, player in run_typed(world).world.players.items()}
    assert [one.number for one in seen["AAA"].talismans] == [60, 101, 149, 151]
    assert [one.number for one in seen["BBB"].talismans] == [60]


@pytest.mark.rule("QJ-28.1-037")
def test_a_cloaked_army_shows_only_where_it_attacked() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=50)
    own(world, "J11", "BBB", garrison=50)
    leader(world, 1, "AAA", "J10", troops=20, bonus=2)
    talisman(world, 48, 1, counter=150)
    hidden = run_typed(world, AAA=[Move(1, ("J11",))]).world.players["BBB"]
    assert hidden.seen["J10"].departures == ()
    assert hidden.seen["J10"].leaders == hidden.seen["J11"].leaders == ()
    assert hidden.met == []
    strike = Attack(leader_force(1), "attack", None)
    shown = run_typed(world, AAA=[strike]).world.players["BBB"]
    assert [one.number for one in shown.seen["J10"].leaders] == [1]
    talisman(world, 55, 1)  # with the Double Whammy he goes on after the attack
    gone = run_typed(world, AAA=[strike, Move(1, ("J11",))])
    assert gone.world.leaders[1].province == "J11"
    assert gone.world.players["BBB"].seen["J11"].leaders == ()


@pytest.mark.rule("QJ-28.1-037")
def test_a_cloaked_army_shows_where_it_waylaid() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=20, bonus=2)
    talisman(world, 48, 1, counter=150)
    leader(world, 2, "BBB", "J9", troops=30)
    turn = run_typed(world, BBB=[Move(2, ("J10", "J11"))])
    assert "-W" in turn.flags[leader_force(1)]
    assert [one.number for one in turn.world.players["BBB"].seen["J10"].leaders] == [1]


@pytest.mark.rule("QJ-28.1-067")
def test_an_oracle_that_mischief_put_to_sleep_tells_no_score_until_it_wakes() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=2)
    talisman(world, 57, 1, dead_until=world.turn)
    asleep = run_typed(world)
    assert view_of(asleep.world, "AAA").oracle == {}
    assert "T57" not in asleep.world.players["AAA"].told
    awake = run_typed(asleep.world).world
    assert set(view_of(awake, "AAA").oracle) == {"AAA", "BBB"}
    assert "T57" in awake.players["AAA"].told


@pytest.mark.rule("QJ-05-07", "QJ-22-06")
def test_no_entry_has_a_place_for_what_is_never_shown() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=9, trait=2)
    allies(world, "BBB", "AAA", mutual=False)
    leader(world, 1, "AAA", "J10", at_peace=True)
    text = in_bytes(run_typed(world).world, "AAA").decode()
    assert "leader_chance" not in text
    assert "potential" not in text
    assert '"allies":["AAA"]' not in text


def test_the_hot_potatos_counter_is_hidden_from_its_owner() -> None:
    world = land()
    talisman(world, 80, "B4", counter=7)
    talisman(world, 48, "B4", counter=150)
    view = view_of(world, "AAA")
    assert view.talismans[80].counter == 0
    assert view.talismans[48].counter == 150


@pytest.mark.rule("QJ-02-20")
def test_what_a_seat_knows_of_terrain_and_roads() -> None:
    world = land()
    world.road_map = ["K10"]
    change(world, "K10", road=True)
    change(world, "J10", terrain="F", road=True)
    assert (view_of(world, "AAA").terrain("J10"), view_of(world, "AAA").road("J10")) == (Terrain.CLEAR, False)
    assert view_of(world, "AAA").road("K10")
    leader(world, 1, "AAA", "J10", at_peace=True)
    view = view_of(run_typed(world).world, "AAA")
    assert (view.terrain("J10"), view.road("J10")) == (Terrain.FOREST, True)


def test_fog_and_locks_take_nothing_from_the_map_that_all_were_sent() -> None:
    world = land()
    world.road_map = ["J10", "M7"]
    own(world, "J10", "BBB", garrison=9, road=True)
    change(world, "M7", city="GOLD", garrison=9, road=True)
    talisman(world, 82, "J10")
    leader(world, 1, "AAA", "J10", at_peace=True)
    talisman(world, 45, 1)
    view = view_of(run_typed(world, AAA=[UseTalisman(45, province="M7")]).world, "AAA")
    assert (view.entries["J10"].fogged, view.entries["M7"].locked) == (True, True)
    assert (view.road("J10"), view.road("M7"), view.terrain("M7")) == (True, True, Terrain.CLEAR)


# --- noninterference --------------------------------------------------------------------------------------------------


def theatre() -> World:
    """AAA sees J10 of BBB and passes E6; CCC is far away; all kinds of secrets lie about."""
    world = land(AAA="QUNTAG", BBB="RILRIS", CCC="SLENTH")
    own(world, "J10", "BBB", garrison=9, zorans=40)
    own(world, "S12", "CCC", garrison=9, zorans=40)
    change(world, "M7", city="SILVER", garrison=40)
    change(world, "Q12", dragon=10, zorans=300)
    leader(world, 1, "AAA", "J10", troops=6, bonus=2)
    leader(world, 2, "BBB", "J10", troops=3, at_peace=True)
    leader(world, 3, "CCC", "S12", troops=30)
    leader(world, 9, LOTU, "M7", troops=20, bonus=4)
    for number, place in ((1, "M7"), (45, "S12"), (60, "Q12"), (151, "J10"), (4, "O12")):
        talisman(world, number, place)
    return run_typed(world, AAA=[Attack(leader_force(1), "conditional", 2)]).world


def _end(world: World, pick: int) -> None:
    world.end_turn = 20 + pick % 11


def _votes(world: World, pick: int) -> None:
    world.players["BBB"].end_vote = 20 + pick % 11


def _plans(world: World, pick: int) -> None:
    world.players["BBB"].allies = [["AAA"], ["CCC"], []][pick % 3]
    world.players["CCC"].waylay = bool(pick % 2)
    world.players["BBB"].banned = bool(pick % 2)
    world.players["CCC"].missed = pick


def _strangers_score(world: World, pick: int) -> None:
    world.players["CCC"].score += pick


def _garrison(world: World, pick: int) -> None:
    world.provinces[["S12", "M7", "Q12", "O12"][pick % 4]].garrison += pick + 1


def _wealth(world: World, pick: int) -> None:
    world.provinces[["J10", "S12", "Q12"][pick % 3]].zorans += pick + 1  # J10 too: seen as it stood, not as it is


def _trait(world: World, pick: int) -> None:
    world.provinces[["J10", "S12", "K10"][pick % 3]].trait = pick % 5 - 2


def _leader(world: World, pick: int) -> None:
    world.leaders[3].bonus += pick
    world.leaders[9].troops += pick


def _journey(world: World, pick: int) -> None:
    world.leaders[3].province = ["S13", "N13", "K12"][pick % 3]


def _hidden_talisman(world: World, pick: int) -> None:
    world.talismans[[1, 45, 60, 4][pick % 4]].province = ["M7", "S12", "Q12", "O12"][pick // 4 % 4]
    world.talismans[151].counter = pick


def _city(world: World, pick: int) -> None:
    world.provinces["M7"].city = ["GOLD", "RUBY"][pick % 2]
    world.cities_taken.append("STAFF")


def _what_others_saw(world: World, pick: int) -> None:
    world.players["BBB"].seen.clear()
    world.players["CCC"].told["palantir"] = [str(pick)]


def _unknown(world: World, pick: int) -> None:
    world.unknown = pick % 8 + 1
    world.fat_lady_sung = bool(pick % 2)
    world.next_leader += pick


SECRETS: tuple[Callable[[World, int], None], ...] = (
    _end,
    _votes,
    _plans,
    _strangers_score,
    _garrison,
    _wealth,
    _trait,
    _leader,
    _journey,
    _hidden_talisman,
    _city,
    _what_others_saw,
    _unknown,
)


@pytest.mark.rule("QJ-31-31", "QJ-02-20", "QJ-05-07")
@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SECRETS), st.integers(0, 99)), min_size=1, max_size=6))
def test_nothing_that_a_seat_may_not_know_changes_a_byte_of_its_view(changes: list[tuple[Callable[..., None], int]]) -> None:
    world = theatre()
    before = in_bytes(world, "AAA")
    for change_it, pick in changes:
        change_it(world, pick)
    assert in_bytes(world, "AAA") == before


def test_what_a_seat_knows_does_change_its_view() -> None:
    world = theatre()
    before = in_bytes(world, "AAA")
    known = ((world.leaders[1], "troops"), (world.provinces["B4"], "zorans"), (world.players["BBB"], "score"))
    for what, field in known:
        setattr(what, field, 77)
        after = in_bytes(world, "AAA")
        assert after != before
        before = after
    assert levy_rate(world, world.provinces["B4"]) == 10


# --- the same of a whole turn -------------------------------------------------------------------------------------------

PROBING: tuple[QJOrder, ...] = (
    SetPeace(3),
    Transfer(leader_force(1), "troops", 1, 3),
    Transfer(leader_force(3), "troops", 1, 1),
    GiveTalisman(46, 3),
    GiveTalisman(60, 1),
    Attack(leader_force(1), "attack", 3),
    BuildCsps("S12", 2),
    BuildEngines("B4", "rams", 1, 3),
    DeclareAlly("CCC"),
    UseTalisman(92, leader=3),
    Muster("S12"),
)
"""Orders about what AAA cannot know: CCC's leader L3, CCC's province S12, talismans in far places."""


def told(world: World, orders: Sequence[QJOrder]) -> list[Event]:
    """What AAA is told of a turn in which it gives these orders."""
    lines = tuple(Order(line, repr(order), repr(order), "", order) for line, order in enumerate(orders, start=1))
    outcome = RULESET.resolve(world, {"AAA": OrderSheet("", lines)}, Chance("x"))
    return seen(outcome.events, "AAA")


@pytest.mark.rule("QJ-31-31")
@pytest.mark.parametrize("order", PROBING, ids=repr)
def test_the_answer_to_an_order_tells_nothing_that_its_giver_may_not_know(order: QJOrder) -> None:
    def curious() -> World:
        world = theatre()
        for number in (46, 92):
            talisman(world, number, 1)
        return world

    before = told(curious(), [order])
    assert before
    for secret in (
        lambda world: setattr(world.leaders[3], "province", "N13"),
        lambda world: setattr(world.leaders[3], "owner", "BBB"),
        lambda world: world.leaders.pop(3),
        lambda world: setattr(world.provinces["S12"], "owner", "BBB"),
        lambda world: setattr(world.provinces["S12"], "besieged", True),
        lambda world: setattr(world.talismans[60], "province", "O12"),
    ):
        world = curious()
        secret(world)
        assert told(world, [order]) == before
