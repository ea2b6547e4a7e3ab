"""Emissaries at work: status quo, rebellion, usurpation, demons, sleep and wards, what they learn (AC-08)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.court.emissaries import REBEL, USURP, power, prison_percent, resistance, success_percent
from postern.rulesets.alamaze.orders.magic.enchantments import asleep, warded
from postern.rulesets.alamaze.rules.figures import imprison
from postern.rulesets.alamaze.turn import ORDERS, Turn
from postern.rulesets.alamaze.world.records import PEOPLE, Wizard, World
from tests.rules.alamaze.build import (
    answer,
    begin,
    booked,
    center,
    failures,
    figure,
    play,
    problem,
    put_group,
    quiet_world,
    spell_world,
    told,
)
from tests.rules.alamaze.dice import load

CITY, TOWN, VILLAGE = "HN", "NQ", "LN"
"""Neutral centers of region 5."""
SEEDS = [str(number) for number in range(12)]


# --- power, resistance, prison: the worked examples ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "share", "gold"),
    [
        pytest.param("Envoy", 1.6, 500, marks=pytest.mark.rule("AC-08-11")),
        pytest.param("Ambassador", 3.2, 1_000, marks=pytest.mark.rule("AC-08-12")),
        pytest.param("Provincial Governor", 4.8, 2_000, marks=pytest.mark.rule("AC-08-13")),
        pytest.param("Baron", 8.0, 3_000, marks=pytest.mark.rule("AC-08-14")),
        pytest.param("Count", 9.6, 4_000, marks=pytest.mark.rule("AC-08-15")),
        pytest.param("Duke", 11.2, 5_000, marks=pytest.mark.rule("AC-08-16")),
        pytest.param("Prince", 12.8, 6_000, marks=pytest.mark.rule("AC-08-17")),
    ],
)
@pytest.mark.rule("AC-08-06", "AC-08-08", "AC-08-09", "AC-08-10", "AC-08-19")
def test_the_power_of_a_rank_and_its_price(rank: str, share: float, gold: int) -> None:
    """Status quo never fails, and adds the whole power to the center: influence 16 times the share of the rank."""
    world = quiet_world()
    world.kingdoms["WA"].influence = 16
    figure(world, "WA", "JO", rank=rank)
    world.kingdoms["WA"].figures["MI"].deed = "what he did last turn"
    turn = play(world, {"WA": "310 JO"}, until="310")
    assert world.status_quo == {"JM": share}
    assert booked(turn, "WA", ORDERS) == (0, -gold)
    assert world.kingdoms["WA"].figures["JO"].deed == "keeps the order in Dunenmoor"
    assert world.kingdoms["WA"].figures["MI"].deed == ""


def outcome(world: World, area: str, rank: str, reaction: str, number: int = USURP) -> tuple[float, float, float]:
    """Power and resistance of Salis in a center, and the chance of prison, at a middling month; influence 15."""
    kingdom = world.kingdoms["WA"]
    kingdom.influence, kingdom.reactions[5] = 15, reaction
    one = figure(world, "WA", "SA", area, rank)
    turn = begin(world)
    there = world.centers[area]
    might, needed = power(turn, kingdom, one), resistance(turn, kingdom, there, number)
    return might, needed, prison_percent(turn, there, needed - might)


def results(monkeypatch: pytest.MonkeyPatch, area: str, rank: str, reaction: str) -> tuple[set[bool], list[float]]:
    """How attempts end in months with luck and without, prison being certain where it is possible; the chances of prison."""
    asked = load(monkeypatch, True, "prison")
    found = set()
    for seed in SEEDS:
        world = quiet_world()
        outcome(world, area, rank, reaction)
        turn = play(world, {"WA": "330 SA"}, seed, until="330")
        (one,) = told(turn, "usurpation", "WA")
        assert (world.centers[area].owner == "WA") is one["success"]
        assert (world.kingdoms["WA"].figures["SA"].held_by == PEOPLE) is one["jailed"]
        assert booked(turn, "WA", ORDERS)[1] < 0
        found.add(one["success"])
    return found, asked


@pytest.mark.rule("AC-08-22", "AC-08-21", "AC-08-20")
def test_a_governor_in_a_hostile_neutral_city_ends_in_prison(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all luck, power 6.0, he lacks 19, which is 75 percent; with none, 3.0, he lacks 22, 90 percent."""
    assert outcome(quiet_world(), CITY, "Provincial Governor", "Hostile") == (4.5, 25.0, 82.5)
    found, asked = results(monkeypatch, CITY, "Provincial Governor", "Hostile")
    assert (found, len(asked)) == ({False}, len(SEEDS))
    assert 75 <= min(asked) <= max(asked) <= 90


@pytest.mark.rule("AC-08-23", "AC-08-21")
def test_in_a_hostile_town_he_may_stay_free_but_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """He lacks 4 to 7, which is no chance of prison to 15 percent."""
    assert outcome(quiet_world(), TOWN, "Provincial Governor", "Hostile") == (4.5, 10.0, 7.5)
    found, asked = results(monkeypatch, TOWN, "Provincial Governor", "Hostile")
    assert found == {False}
    assert max(asked) <= 15


@pytest.mark.rule("AC-08-24", "AC-08-04", "AC-08-18")
def test_friendly_people_or_a_higher_rank_let_it_succeed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(quiet_world(), TOWN, "Provincial Governor", "Friendly")[:2] == (4.5, 2.5)
    assert results(monkeypatch, TOWN, "Provincial Governor", "Friendly") == ({True}, [])
    assert outcome(quiet_world(), TOWN, "Count", "Tolerant")[:2] == (9.0, 5.0)
    assert results(monkeypatch, TOWN, "Count", "Tolerant") == ({True}, [])


def test_luck_is_ten_points_of_the_share_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Governor against a Tolerant town: 15 times 20 to 40 percent reaches 5 only with a luck of 4 or more: 7 of 21."""
    world = quiet_world()
    outcome(world, TOWN, "Provincial Governor", "Tolerant")
    for known in (world, view_of(world, "WA").world):
        kingdom = known.kingdoms["WA"]
        chance = success_percent(begin(known), kingdom, kingdom.figures["SA"], known.centers[TOWN], USURP)
        assert chance == pytest.approx(100 / 3)
    foreign = figure(world, "WA", "SA", "XL")
    assert success_percent(begin(world), world.kingdoms["WA"], foreign, world.centers["UJ"], USURP) == 0
    known = view_of(world, "WA").world
    assert success_percent(begin(known), known.kingdoms["WA"], foreign, known.centers["XL"], REBEL) == 0
    assert results(monkeypatch, TOWN, "Provincial Governor", "Tolerant")[0] == {True, False}


@pytest.mark.parametrize(
    ("reaction", "sizes"),
    [
        ("Friendly", (1.25, 2.5, 6.25)),
        ("Tolerant", (2.5, 5.0, 12.5)),
        ("Suspicious", (3.75, 7.5, 18.75)),
        ("Hostile", (5.0, 10.0, 25.0)),
    ],
)
@pytest.mark.rule("AC-08-20", "AC-05-03", "AC-05-04", "AC-05-06", "AC-05-07", "AC-05-08", "AC-05-09", "AC-05-10")
def test_the_worse_the_reaction_and_the_larger_the_center_the_more_it_resists(reaction: str, sizes: tuple[float, ...]) -> None:
    """All centers of a region react alike: two towns of it resist alike."""
    world = quiet_world()
    world.kingdoms["WA"].reactions[5] = reaction
    center(world, VILLAGE, owner="")
    turn = begin(world)
    found = [resistance(turn, world.kingdoms["WA"], world.centers[area], USURP) for area in (VILLAGE, TOWN, CITY)]
    assert tuple(found) == sizes
    assert resistance(turn, world.kingdoms["WA"], world.centers["HL"], USURP) == sizes[1]


def against_sorcerer(**more: object) -> tuple[Turn, float, float]:
    """What the Sorcerer's town Dunengate resists the Warlock, to whom region 8 is hostile: rebellion and usurpation."""
    world = quiet_world()
    world.kingdoms["SO"].reactions[8] = str(more.get("reaction", "Tolerant"))
    if more.get("minor"):
        for one in world.centers_of("SO"):
            if one.area != "XL":
                one.owner = ""
    if more.get("controls"):
        world.kingdoms["SO"].controlled = [8]
    turn = begin(world)
    kingdom, town = world.kingdoms["WA"], world.centers["XL"]
    return turn, resistance(turn, kingdom, town, REBEL), resistance(turn, kingdom, town, USURP)


def test_a_controlled_center_resists_by_how_firmly_it_is_held() -> None:
    """Ruling 33: 10 for a town in a hostile region, twice that to usurp it, 15 percent up or down for each sign of a hold."""
    assert against_sorcerer()[1:] == (10.0, 20.0)
    assert against_sorcerer(reaction="Friendly")[1:] == pytest.approx((11.5, 23.0))
    assert against_sorcerer(reaction="Hostile")[1:] == pytest.approx((8.5, 17.0))
    assert against_sorcerer(reaction="Hostile", minor=True)[1:] == pytest.approx((7.0, 14.0))
    # who controls the region makes it Hostile-2 to his natural enemy: 12.5 times 1.15
    assert against_sorcerer(controls=True)[1:] == pytest.approx((14.375, 28.75))


@pytest.mark.rule("AC-08-06", "AC-08-19")
def test_several_that_keep_the_order_add_up_and_make_it_harder() -> None:
    world = quiet_world()
    world.kingdoms["SO"].influence = 15
    figure(world, "SO", "CA", "XL")
    kingdom, town = world.kingdoms["WA"], world.centers["XL"]
    turn = play(world, {"SO": "310 FA\n310 CA"}, until="310")
    assert world.status_quo == {"XL": 9.0 + 7.5}
    bare = resistance(begin(quiet_world()), kingdom, quiet_world().centers["XL"], REBEL)
    assert resistance(turn, kingdom, town, REBEL) == pytest.approx(bare + 16.5)
    assert play(world, until="309").world.status_quo == {}


# --- rebellion, usurpation, prison -------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-08-05", "AC-04-23")
def test_a_rebellion_makes_a_foreign_center_neutral_and_its_owner_learns_of_it() -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence, world.kingdoms["WA"].reactions[8] = 25, "Friendly"
    figure(world, "WA", "JO", "SI", "Prince")
    turn = play(world, {"WA": "320 JO"}, until="330")
    assert world.centers["SI"].owner == ""
    assert told(turn, "rebellion", "SO")[0]["figure"] == "Jonor"
    assert booked(turn, "WA", ORDERS) == (0, -6_000)


@pytest.mark.parametrize("order", ["320 JO", "330 JO"])
@pytest.mark.rule("AC-04-27", "AC-04-28", "AC-04-29")
def test_a_capital_neither_rebels_nor_is_usurped(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = load(monkeypatch, True, "prison")
    world = quiet_world()
    world.kingdoms["WA"].influence, world.kingdoms["WA"].reactions[8] = 25, "Friendly"
    center(world, "UJ", type="Village")
    one = figure(world, "WA", "JO", "UJ", "Prince")
    play(world, {"WA": order}, until="330")
    assert (world.centers["UJ"].owner, one.held_by, asked) == ("SO", "SO", [50])


@pytest.mark.rule("AC-08-25", "AC-08-21")
def test_a_prisoner_of_the_people_obeys_no_order_and_goes_to_the_next_owner() -> None:
    world = quiet_world()
    turn = begin(world)
    imprison(turn, world.kingdoms["WA"], figure(world, "WA", "SA", TOWN), "")
    world.kingdoms["EL"].reactions[5], world.kingdoms["EL"].influence = "Friendly", 25
    figure(world, "EL", "ER", TOWN)
    turn = play(world, {"WA": "330 SA", "EL": "330 ER"}, until="330")
    assert failures(turn) == ["Salis is a prisoner."]
    salis = world.kingdoms["WA"].figures["SA"]
    assert (world.centers[TOWN].owner, salis.held_by, salis.area) == ("EL", "EL", "AH")


@pytest.mark.rule("AC-08-01", "AC-08-02", "AC-08-03", "AC-08-32")
def test_missions_are_for_emissaries_in_their_own_center() -> None:
    world = quiet_world()
    figure(world, "WA", "SA", "KK")
    turn = play(world, {"WA": "330 OR\n310 SA\n320 JO"}, until="330")
    assert failures(turn) == [
        "Salis is in no population center (KK).",
        "Jonor is in JM, which is ours: nothing to rebel against.",
        "Orran is a King; this order needs an emissary.",
    ]
    assert booked(turn, "WA", ORDERS) == (0, 0)


@pytest.mark.rule("AC-08-31")
def test_one_mission_a_turn_and_the_lower_number_is_done() -> None:
    world = quiet_world()
    figure(world, "WA", "JO", TOWN)
    turn = play(world, {"WA": "350 JO JM\n330 JO"}, until="350")
    assert failures(turn) == ["Jonor already has 330; one mission a figure and turn, the lower number is done."]
    assert world.kingdoms["WA"].figures["JO"].area == TOWN
    world = quiet_world()
    for group in world.groups_of("WA"):
        group.area = ""
    for one in world.centers_of("WA"):
        one.gold = 0
    world.kingdoms["WA"].gold = 3_999
    assert "It costs 4,000 gold; there are 3,999 when it runs." in failures(
        play(world, {"WA": "310 JO\n350 JO KP"}, until="350")
    )


# --- the example letter's mistakes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why", "remedy", "paste"),
    [
        ("310 VA", "Vanor is an Agent; this order needs an emissary.", "Ours: JO MI SA FA.", ""),
        ("320 FA", "Famond is in JM, which is ours: nothing to rebel against.", "To strengthen it:", "310 FA"),
        ("330 MI", "Mimir is in KP, our capital.", "Move him first with 350 MI and the area of a center.", ""),
        ("350 FA ZZ", "No center is known at ZZ, and it is 16 areas away; the limit is 10.", "", ""),
        ("390 JO", "Jonor is in JM; a title is given at the capital (KP) only.", "To bring the figure there:", "350 JO KP"),
        ("440 SO A", "Sorcerer is our natural enemy and stays an enemy.", "", ""),
        ("470 OR 11", "There is no region 11: regions run from 1 to 10.", "", ""),
        ("480 JO", "Jonor is a Count; this order needs a ruler.", "Ours: OR.", "480 OR"),
    ],
)
def test_what_is_answered_to_a_wrong_line(line: str, why: str, remedy: str, paste: str) -> None:
    one = problem(quiet_world(), "WA", line)
    assert (one.why, one.remedy, one.paste) == (why, remedy, paste)


@pytest.mark.rule("AC-08-31")
def test_a_second_mission_is_answered_at_once() -> None:
    world = quiet_world()
    figure(world, "WA", "JO", TOWN)
    one = problem(world, "WA", "330 JO\n350 JO KQ")
    assert one.why == "Jonor already has 330; one mission a figure and turn, the lower number is done."


def test_the_answer_does_not_tell_what_only_chance_or_others_know() -> None:
    world = quiet_world()
    figure(world, "WA", "JO", TOWN)
    figure(world, "WA", "SA", "UJ")
    said = answer(world, "WA", "330 JO\n320 SA\n475 OR 8 SO\n360 FA SO\n480 OR")
    assert [one.why for one in said.problems] == [
        "Orran already has 475; one mission a figure and turn, the lower number is done."
    ]
    words = "Jonor tries to win his center for us; usurpation tried in Zanorford; 4,000 gold"
    assert said.accepted[0].words == f"{words}; that Zanorford NQ is won is certain, as far as is known"


# --- demons -----------------------------------------------------------------------------------------------------------------


def test_demons_sway_their_region_for_one_turn() -> None:
    """Region 9 is Tolerant to the demons: a town resists 5.0, after 283 like a friendly one 2.5; half a level against EL,
    Suspicious there, is 8.75."""
    world = quiet_world()
    town = next(
        one for one in world.centers.values() if one.type == "Town" and not one.owner and world.region_of(one.area) == 9
    )
    world.kingdoms["EL"].reactions[9] = "Suspicious"
    turn = play(world, {"DE": "283 HE\n273 HA EL"}, until="283")
    assert resistance(turn, world.kingdoms["DE"], town, USURP) == 2.5
    assert resistance(turn, world.kingdoms["EL"], town, USURP) == 8.75
    assert booked(turn, "DE", ORDERS) == (0, -6_000)
    world.kingdoms["EL"].reactions[9] = "Hostile"
    assert resistance(turn, world.kingdoms["EL"], town, USURP) == 10.0  # not below Hostile
    turn = play(world, {"DE": "283 HE\n283 HA\n283 LU"}, until="283")
    assert resistance(turn, world.kingdoms["DE"], town, USURP) == 2.5
    turn = play(world, {}, until="283")
    assert resistance(turn, world.kingdoms["DE"], town, USURP) == 5.0


def test_demons_need_a_center_in_the_region() -> None:
    world = quiet_world()
    figure(world, "DE", "HE", "KP")
    turn = play(world, {"DE": "283 HE\n273 CR EL", "WA": "283 OR"}, until="283")
    assert sorted(failures(turn)) == [
        "283 is an order of the Demon Princes alone.",
        "Crrik is a Baron; this order needs a Demon Prince.",
        "We have no center in Amberland, where Hemir is.",
    ]


# --- sleep and wards ----------------------------------------------------------------------------------------------------------


def test_who_sleeps_does_nothing_from_then_on() -> None:
    world = spell_world("SO", "KP")
    turn = play(world, {"SO": "305 1SO ZZ WA JO JM", "WA": "310 JO\n310 MI"}, until="310")
    assert asleep(turn, "WA", "JO")
    assert not asleep(turn, "WA", "MI")
    assert failures(turn) == ["Jonor sleeps an unnatural sleep and does nothing this turn."]
    assert told(turn, "asleep", "WA") == [{"figure": "Jonor", "of": "WA"}]


def test_a_sleeping_king_gives_no_orders_of_his_own() -> None:
    world = spell_world("SO", "KP")
    turn = play(world, {"SO": "305 1SO ZZ WA OR KP", "WA": "480 OR\n440 EL A\n495 OR JM"}, until="495")
    assert failures(turn) == ["Orran sleeps an unnatural sleep and does nothing this turn."] * 3


def test_a_ward_or_a_talisman_keeps_sleep_and_curses_away() -> None:
    world = spell_world("SO", "KP")
    put_group(world, "1WA", "KP", wizards=[Wizard("YY", "Yyonan", 2), Wizard("XX", "Xxonan", 2)])
    world.kingdoms["WA"].figures["MI"].artifacts = ["GUARD"]
    put_group(world, "2SO", "KP", wizards=[Wizard("UU", "Uuonan", 8), Wizard("VV", "Vvonan", 8)])
    letter = "305 1SO ZZ WA JO JM\n305 2SO UU WA MI KP\n386 2SO VV WA OR KP"
    turn = play(world, {"WA": "301 1WA YY WA JO\n301 1WA XX WA OR", "SO": letter}, until="386")
    assert failures(turn) == []
    assert warded(turn, "WA", "JO")
    assert warded(turn, "WA", "MI")
    assert not warded(turn, "WA", "SA")
    assert turn.asleep == set()
    assert told(turn, "influence", "WA") == []


def test_the_spell_reaches_ten_areas_and_needs_the_right_base() -> None:
    world = spell_world("SO", "UJ")  # ten rows below KP and six columns west of it
    turn = play(world, {"SO": "305 1SO ZZ WA MI KP"}, until="305")
    assert asleep(turn, "WA", "MI")
    world = spell_world("SO", "VJ")
    assert failures(play(world, {"SO": "305 1SO ZZ WA MI KP"}, until="305")) == [
        "Mimir is 11 areas away from 1SO; the spell reaches 10."
    ]
    world = spell_world("SO", "UJ")
    assert failures(play(world, {"SO": "305 1SO ZZ WA MI JM"}, until="305")) == ["Mimir (MI) is not based in JM."]


@pytest.mark.parametrize("resists", [True, False])
def test_an_amulet_halves_the_chance_of_sleep(resists: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = load(monkeypatch, resists, "resist")
    world = spell_world("SO", "KP")
    world.kingdoms["WA"].figures["JO"].artifacts = ["AMULET"]
    turn = play(world, {"SO": "305 1SO ZZ WA JO JM"}, until="305")
    assert (asleep(turn, "WA", "JO"), asked) == (not resists, [50])


@pytest.mark.parametrize("falls", [True, False])
def test_a_consul_puts_to_sleep_in_seven_of_ten_tries(falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = load(monkeypatch, falls, 306)
    world = quiet_world()
    turn = play(world, {"AN": "306 WE WA JO JM\n306 NI WA JO JM"}, until="306")
    assert (asleep(turn, "WA", "JO"), asked) == (falls, [70])
    assert world.kingdoms["AN"].figures["WE"].deed == ("Jonor sleeps" if falls else "Jonor stayed awake")
    assert failures(turn) == ["Nigor is a Count; this order needs a Consul."]


# --- what is learnt -----------------------------------------------------------------------------------------------------------


def test_emissaries_learn_reactions_and_influence() -> None:
    world = quiet_world()
    figure(world, "WA", "JO", "XL")
    world.kingdoms["SO"].influence = 13.37
    turn = play(world, {"WA": "365 JO\n360 FA SO\n365 MI"}, until="365")
    assert told(turn, "influence-learnt", "WA") == [{"kingdom": "SO", "hundredths": 1_337}]
    assert told(turn, "reaction-learnt", "WA") == [{"kingdom": "SO", "region": 5, "reaction": "Hostile"}]
    assert told(turn, "influence-learnt", "SO") == []
    assert failures(turn) == ["Mimir is in KP, which is ours."]
    assert booked(turn, "WA", ORDERS) == (0, -5_000)


def test_a_wizard_reveals_the_influence_of_a_ruler() -> None:
    world = spell_world("WA", "KP")
    world.kingdoms["EL"].influence = 15.25
    turn = play(world, {"WA": "370 1WA ZZ EL KE"}, until="370")
    assert told(turn, "influence-learnt", "WA") == [{"kingdom": "EL", "hundredths": 1_525}]
    assert failures(play(spell_world("WA", "KP"), {"WA": "370 1WA ZZ EL ER"}, until="370")) == ["Erran does not rule EL."]
