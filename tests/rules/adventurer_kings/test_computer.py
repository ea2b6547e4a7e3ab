"""Computer Kings: letters that the game takes, made from the view alone, and what each idea does where it fits."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import LEVELS, Level, Signup
from postern.rulesets.adventurer_kings.computer import IDEAS, plan
from postern.rulesets.adventurer_kings.computer.deeds import beats, tactics
from postern.rulesets.adventurer_kings.computer.survey import COUNTS, NUMBERS, TOML, Survey
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.knowledge import view_of
from postern.rulesets.adventurer_kings.orders.grammar import ROWS
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Agreement, Feature, Guardian, Inside, Remains, World
from tests.rules.adventurer_kings.build import HOMES, add_army, add_character, empty_world, relate

HOME, BESIDE, FAR = HOMES["AA"], 83, 84
_CHANCE = Chance("computers")


def known(**more: Any) -> World:
    """A world in which AA has been everywhere; AA is rich, and its King has four Legions."""
    world = empty_world(**more)
    own = world.kingdoms["AA"]
    own.gold = 60
    own.exploration = dict.fromkeys(world.provinces, 60) | {HOME: 100}
    for _ in range(4):
        add_army(world, "AA", "LE", HOME, 1)
    return world


def letter(world: World, level: Level = "hard", standing_in: bool = False) -> list[str]:
    """The lines of AA; the reader and the checker take them all."""
    view = view_of(world, "A")
    text = plan(view, _CHANCE, standing_in, level)
    sheet = RULESET.read(text, view)
    wrong = [one.text for one in (*sheet.problems, *RULESET.check(sheet, view).problems) if not one.note]
    assert not wrong, wrong
    return text.splitlines()


def year_of(lines: list[str], who: int) -> list[str]:
    """The actions of a character, without their phases."""
    rest = lines[lines.index(f"CHAR {who}") + 1 :]
    return [line.split(" ", 1)[1] for line in rest[:5]]


def defended(world: World, *free: int) -> World:
    """Strong defenders in all provinces but the own and these."""
    for number, place in world.provinces.items():
        if not place.owner and number not in free:
            for _ in range(9):
                add_army(world, "", "PH", number)
    return world


def seen_by_aa(world: World, places: list[int]) -> World:
    """AA remembers what stands in provinces."""
    seen = world.kingdoms["AA"].seen
    view = view_of(world, "A").world.kingdoms["AA"].seen
    seen.update(view)
    for place in places:
        seen[place].visited = 1
        seen[place].armies = {"PH": sum(one.province == place for one in world.armies.values())}
    return world


# --- letters as a whole -------------------------------------------------------------------------------------------------------


@cache
def played() -> tuple[tuple[bytes, dict[str, str]], ...]:
    """A game of six Kings of all levels for six years: each world, and the letters that were sent."""
    wishes = [{"alignment": one.upper()} for one in TABLES.alignments][:6]
    seats = [Signup(f"KING{'ABCDEF'[at]}", wish) for at, wish in enumerate(wishes)]
    world = RULESET.setup({}, seats, _CHANCE)
    found = []
    for _ in range(6):
        letters = {
            seat: RULESET.plan(RULESET.view(world, seat), _CHANCE, level=LEVELS[place % 3])
            for place, seat in enumerate(RULESET.active(world))
        }
        found.append((RULESET.dump(world), letters))
        sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in letters.items()}
        world = RULESET.resolve(world, sheets, _CHANCE).world
    return tuple(found)


def test_every_order_is_taken_and_many_kinds_are_given() -> None:
    used: set[str] = set()
    for data, letters in played():
        world = RULESET.load(data)
        for seat, text in letters.items():
            view = RULESET.view(world, seat)
            sheet = RULESET.read(text, view)
            assert sheet.orders, (world.turn, seat)
            assert not [one for one in sheet.problems if not one.note]
            if world.turn % 3 == 2:  # to try a letter out takes longest
                assert not [one for one in RULESET.check(sheet, view).problems if not one.note]
            assert not RULESET.unmentioned(sheet, view), "nobody is left idle"
            used.update(RULESET.uses(sheet, view))
    assert len(used) >= 12
    assert used >= {"move", "explore", "search", "recruit", "practice", "treat", "plan"}
    assert not used & RULESET.unused.keys()


@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_is_a_function_of_the_view_and_of_chance(level: Level) -> None:
    data, letters = played()[5]
    world, seat = RULESET.load(data), next(iter(letters))
    view = view_of(world, seat)
    before = repr(view.world)
    assert plan(view, Chance("one"), level=level) == plan(view_of(world, seat), Chance("one"), level=level)
    assert repr(view.world) == before


def test_levels_play_differently() -> None:
    data, letters = played()[5]
    view = view_of(RULESET.load(data), next(iter(letters)))
    assert len({plan(view, _CHANCE, level=level) for level in LEVELS}) == 3


def test_standing_in_only_practises() -> None:
    data, letters = played()[3]
    for seat in letters:
        lines = plan(view_of(RULESET.load(data), seat), _CHANCE, standing_in=True).splitlines()
        assert {line.split()[1] for line in lines if not line.startswith("CHAR")} == {"PR"}


@pytest.mark.parametrize("secret", ["gold", "armies", "skills"])
def test_what_nobody_told_changes_nothing(secret: str) -> None:
    world = known()
    add_army(world, "BB", "HC", HOMES["BB"], 2)
    before = letter(world)
    if secret == "gold":
        world.kingdoms["BB"].gold = 999
    elif secret == "armies":
        add_army(world, "BB", "HC", HOMES["BB"], 2)
    else:
        world.characters[2].skills = {"ME": 9}
    assert letter(world) == before


def test_the_tables_name_what_there_is() -> None:
    assert {row["name"] for row in TOML["ideas"]} == set(IDEAS)
    assert set(COUNTS) <= set(TABLES.abilities)
    assert set(COUNTS.values()) <= set(TABLES.offices)
    assert {*TOML["words"]["before_battle"].split(), *TOML["words"]["curses"].split()} <= set(TABLES.spells)
    for name, row in ROWS.items():
        assert not row.computers or (row.computers[0].isupper() and row.computers.endswith(".")), name
    for name in NUMBERS.names():
        if name.endswith("_hard"):
            assert {name.replace("_hard", f"_{level}") for level in LEVELS} <= NUMBERS.names()


# --- the kingdom --------------------------------------------------------------------------------------------------------------


def court(world: World, level: Level = "hard") -> list[str]:
    """The lines of the kingdom."""
    lines = letter(world, level)
    return lines[: next(at for at, line in enumerate(lines) if line.startswith("CHAR"))]


def test_an_heir_gets_the_levels_of_the_dead_king() -> None:
    world = known()
    dead = world.characters[1]
    dead.status = "valhalla"
    heir = add_character(world, "AA", HOME, {}, king=True, heir_of=1, levelled=False, name="Heir of Old")
    world.kingdoms["AA"].king = heir.id
    assert "HEIR Heir of Old TA2 MA1 DR1" in court(world)


@pytest.mark.parametrize("level", LEVELS)
def test_friends_are_those_who_think_alike_and_easy_kings_have_none(level: Level) -> None:
    world = known(alignment="Good")
    world.kingdoms["AA"].learnt = {"BB": "Undead", "CC": "Good"}
    world.kingdoms["BB"].alignment = "Undead"
    lines = court(world, level)
    assert ("TREAT CC" in lines) == (level != "easy")
    if level != "easy":
        assert lines.index("TREAT CC") < lines.index("TREAT BB")


def test_a_king_who_breaks_at_once_has_fewer_friends() -> None:
    lines = court(known(alignment="Evil"))
    assert [line for line in lines if line.startswith("TREAT")] == ["TREAT BB"]


def cornered(alignment: str = "Neutral", year: int = 6) -> World:
    """AA's only neighbours belong to CC, who guards nothing."""
    world = known(alignment=alignment)
    world.turn = year
    for place in world.provinces:
        if place not in HOMES.values():
            world.provinces[place].owner = "CC"
    return world


@pytest.mark.parametrize(("year", "breaks"), [(4, False), (6, True)])
def test_without_free_land_a_neighbour_becomes_an_enemy(year: int, breaks: bool) -> None:
    world = cornered(year=year)
    relate(world, "AA", "BB", "Allied")
    world.kingdoms["AA"].learnt = {"BB": "Neutral", "CC": "Undead"}
    lines = court(world)
    assert ("BREAK CC" in lines) == (breaks and "TREAT CC" not in lines)


def test_an_evil_king_breaks_with_an_ally_and_marches_at_once() -> None:
    world = cornered("Evil")
    relate(world, "AA", "CC", "Allied")
    lines = letter(world)
    assert "BREAK CC" in lines
    assert any(line.startswith("MO ") for line in year_of(lines, 1))


def test_allies_share_science_and_help_in_war() -> None:
    world = known()
    relate(world, "AA", "CC", "Allied")
    relate(world, "BB", "CC", "Enemy")
    world.kingdoms["AA"].inventions = [1]
    lines = court(world)
    assert "SCI CC" in lines
    assert "GIVEGOLD 2 TO CC" in lines
    world.kingdoms["AA"].inventions, world.kingdoms["AA"].gold = [], 0
    assert not {"SCI CC", "GIVEGOLD 2 TO CC"} & {*court(world)}


@pytest.mark.parametrize(("owner", "claims"), [("AA", True), ("CC", True), ("BB", False)])
def test_an_alliance_with_enough_taxes_claims(owner: str, claims: bool) -> None:
    world = known()
    world.turn = 8
    relate(world, "AA", "CC", "Allied")
    for place in range(1, 80):
        world.provinces[place].owner = "AA" if owner != "BB" else "BB"
    for place in range(100, 140):
        world.provinces[place].owner = owner
    for place, seen in seen_by_aa(world, []).kingdoms["AA"].seen.items():
        seen.owner = world.provinces[place].owner
    assert ("CLAIM" in court(world)) == claims


@pytest.mark.parametrize(("ally", "vote"), [(True, "VOTE CC"), (False, "VOTE AA")])
def test_an_ally_who_asks_has_the_vote(ally: bool, vote: str) -> None:
    world = known()
    world.election = "CC"
    relate(world, "AA", "CC", "Allied" if ally else "Neutral")
    assert vote in court(world, "easy")


@pytest.mark.parametrize(
    ("skills", "wanted"),
    [({"ME": 3}, "ME"), ({"AR": 3, "ME": 1}, "FI, ME"), ({"EL": 4}, "CA-FB, CA-LI, ME"), ({"EX": 2}, "ME, FL")],
)
def test_special_plans_fit_what_somebody_can(skills: dict[str, int], wanted: str) -> None:
    world = known()
    who = add_character(world, "AA", HOME, skills)
    found = [line for line in court(world) if line.startswith(f"PLAN {who.id} ")]
    assert [sorted(line.split(f"PLAN {who.id} ")[1].split(", ")) for line in found] == [sorted(wanted.split(", "))]


# --- armies -------------------------------------------------------------------------------------------------------------------


def test_a_leader_recruits_and_takes_what_he_can_beat() -> None:
    world = seen_by_aa(defended(known(), BESIDE), [*range(1, 163)])
    lines = year_of(letter(world), 1)
    assert lines[0] == "RE LE 4"
    assert lines[1] == f"MO {BESIDE}"
    assert all(not line.startswith("MO") for line in lines[2:])


def test_what_is_too_strong_is_left_alone() -> None:
    world = seen_by_aa(defended(known()), [*range(1, 163)])
    assert not [line for line in year_of(letter(world), 1) if line.startswith("MO")]


def test_armies_that_wait_are_picked_up_and_mercenaries_hired() -> None:
    world = seen_by_aa(defended(known()), [*range(1, 163)])
    waiting = add_army(world, "AA", "LE", HOME)
    hired = add_army(world, "", "HC", HOME, mercenary=True)
    lines = year_of(letter(world), 1)
    assert lines[:2] == [f"PI {waiting.id}", f"RE #{hired.id}"]


def test_armies_that_cannot_be_paid_are_disbanded_in_time_by_those_who_play_well() -> None:
    world = seen_by_aa(defended(known()), [*range(1, 163)])
    world.kingdoms["AA"].gold = 0
    extra = add_army(world, "AA", "LC", HOME)
    assert any(line.startswith("DI ") and str(extra.id) in line for line in year_of(letter(world), 1))
    assert not any(line.startswith("DI ") for line in year_of(letter(world, "easy"), 1))


def test_a_border_in_war_is_defended_with_a_garrison() -> None:
    world = seen_by_aa(defended(known()), [*range(1, 163)])
    relate(world, "AA", "CC", "Enemy")
    world.provinces[BESIDE].owner = "CC"
    lines = year_of(letter(world), 1)
    assert "DE" in lines
    assert any(line.startswith("LE ") for line in lines)


def test_battle_spells_and_items_come_before_an_attack() -> None:
    world = seen_by_aa(defended(known(), BESIDE), [*range(1, 163)])
    world.characters[1].skills |= {"IL": 1, "NE": 1}
    world.characters[1].items = [34]
    world.kingdoms["AA"].exploration[HOME] = 100
    world.provinces[HOME].remains = [Remains("Human", "LE", "BB")]
    lines = year_of(letter(world), 1)
    assert lines.index("CA AN") < lines.index(f"MO {BESIDE}")
    assert "CA PH" in lines or "US 34" in lines
    assert not any(line.startswith(("CA", "US")) for line in year_of(letter(world, "easy"), 1))


def test_fleets_sail_from_a_port() -> None:
    world = seen_by_aa(defended(known()), [*range(1, 163)])
    for place in (64, 65, 66):
        world.provinces[place].terrain = "Sea"
        world.armies = {one.id: one for one in world.armies.values() if one.province != place}
        world.kingdoms["AA"].seen[place].armies = {}
    world.provinces[HOME].types.append("FL")
    world.turn = 4
    lines = year_of(letter(world), 1)
    assert any(line.startswith("RE FL") for line in lines)
    assert "MO 64" in lines


# --- heroes -------------------------------------------------------------------------------------------------------------------


def lair(world: World, kind: str = "Goblin Chief", place: int = HOME, scouted: bool = True, **more: Any) -> Guardian:
    """A cave that AA has found, with its guardian."""
    monster = TABLES.monsters[kind]
    guardian = Guardian(kind, monster.hit_points, monster.hit_points, **more)
    feature = Feature("Cave", monster.tier, guardian=guardian, gold=9, found_by=["AA"], scouted={"AA": 1} if scouted else {})
    world.provinces[place].features.append(feature)
    if scouted:
        seen_by_aa(world, [])
        world.kingdoms["AA"].seen[place].inside[1] = Inside(1, guardian, 9, 1)
    return guardian


def quiet() -> World:
    """A world in which everything near is explored, and strong armies stand everywhere."""
    world = seen_by_aa(defended(known()), [*range(1, 163)])
    world.kingdoms["AA"].exploration = dict.fromkeys(world.provinces, 100)
    world.kingdoms["AA"].gold = 12
    return world


def test_an_adventurer_explores_only_what_is_not_known_yet() -> None:
    world = quiet()
    who = add_character(world, "AA", HOME, {"EX": 1})
    assert not [line for line in year_of(letter(world), who.id) if line == "EX"]
    world.kingdoms["AA"].exploration[BESIDE] = 30
    lines = year_of(letter(world), who.id)
    assert lines[0] == f"MO {BESIDE}"
    assert lines[1] == "EX"
    assert lines[-1] != "EX", "one or two are enough"


@pytest.mark.parametrize(
    ("kind", "scouted", "skills", "wanted"),
    [
        ("Goblin Chief", False, {"EX": 1}, "SC"),
        ("Goblin Chief", True, {"ME": 4}, "ME"),
        ("Skeleton Warrior", True, {"WH": 3, "ME": 1}, "CA-HS, ME"),
        ("Dragon", True, {"DR": 3}, "TA, FL"),
        ("Hydra", True, {"TH": 4}, "ST, FL"),
        ("Dragon", True, {"EX": 1}, ""),
    ],
)
def test_a_search_fits_the_guardian(kind: str, scouted: bool, skills: dict[str, int], wanted: str) -> None:
    world = quiet()
    world.provinces[HOME].blessed = True
    lair(world, kind, scouted=scouted)
    who = add_character(world, "AA", HOME, skills)
    found = [line for line in year_of(letter(world), who.id) if line.startswith("SE")]
    assert found == ([f"SE {HOME}.1 : {wanted}"] if wanted else [])


@pytest.mark.parametrize(
    ("agreed", "wanted"),
    [
        (Agreement("tribute", gold=2), "FU, FL"),
        (Agreement("tribute", gold=90), ""),
        (Agreement("riddle"), "SA-ECHO, FL"),
        (Agreement("item"), "FU, FL"),
    ],
)
def test_what_was_agreed_is_done(agreed: Agreement, wanted: str) -> None:
    world = quiet()
    world.kingdoms["AA"].gold = 40
    lair(world, "Dragon", agreements={"AA": agreed}, peace=["AA"], riddle="ECHO")
    who = add_character(world, "AA", HOME, {"DR": 3}, items=[38])
    found = [line for line in year_of(letter(world), who.id) if line.startswith("SE")]
    assert found == ([f"SE {HOME}.1 : {wanted}"] if wanted else [])


def test_treasure_without_a_guardian_is_taken() -> None:
    world = quiet()
    lair(world)
    world.provinces[HOME].features[0].guardian = world.kingdoms["AA"].seen[HOME].inside[1].guardian = None
    who = add_character(world, "AA", HOME, {"EX": 1})
    assert f"SE {HOME}.1" in year_of(letter(world), who.id)


def test_a_hero_is_asked_once_and_not_again_in_a_year() -> None:
    world = quiet()
    first, second = add_character(world, "AA", HOME, {"EX": 1}), add_character(world, "AA", HOME, {"EX": 1})
    free = add_character(world, "", HOME, {"ME": 1})
    world.kingdoms["AA"].gold = 40
    lines = letter(world)
    assert sum(f"HI {free.id}" in year_of(lines, one.id) for one in (first, second)) == 1


def test_a_priest_goes_round_and_blesses() -> None:
    world = quiet()
    who = add_character(world, "AA", HOME, {"WH": 2})
    world.provinces[BESIDE].owner = world.provinces[FAR].owner = "AA"
    lines = year_of(letter(world), who.id)
    assert lines == ["CA BL", f"MO {BESIDE}", "CA BL", f"MO {FAR}", "CA BL"]


def test_the_dead_are_raised_by_spell_or_scroll() -> None:
    world = quiet()
    body = add_character(world, "AA", HOME, {"ME": 3}, status="dead", died=1)
    who = add_character(world, "AA", HOME, {"WH": 2})
    assert f"CA RE {body.id}" in year_of(letter(world), who.id)
    who.skills, who.items = {"EX": 1}, [39]
    world.kingdoms["AA"].exploration[HOME] = 50
    assert f"US 39 {body.id}" in year_of(letter(world), who.id)


def test_a_spy_looks_at_neighbours_and_follows_an_enemy_king() -> None:
    world = quiet()
    world.turn = 3
    who = add_character(world, "AA", HOME, {"SP": 3})
    world.provinces[BESIDE].owner = "CC"
    assert f"SP {BESIDE}" in year_of(letter(world), who.id)
    relate(world, "AA", "CC", "Enemy")
    assert year_of(letter(world), who.id)[:2] == ["PU 3", "TR 3"]


def test_mages_harm_the_land_of_an_enemy() -> None:
    world = quiet()
    who = add_character(world, "AA", HOME, {"EL": 3})
    world.provinces[BESIDE].owner = "CC"
    assert not any(line.startswith("CA EQ") for line in year_of(letter(world), who.id))
    relate(world, "AA", "CC", "Enemy")
    assert f"CA EQ {BESIDE}" in year_of(letter(world), who.id)


@pytest.mark.parametrize(
    ("skills", "relation", "wanted"),
    [
        ({"TH": 3}, "Neutral", "EN {} : ST, FL"),
        ({"ME": 5}, "Enemy", "EN {} : ME"),
        ({"ME": 5}, "Neutral", ""),
        ({"TH": 3}, "Allied", ""),
    ],
)
def test_strangers_are_robbed_and_enemies_attacked(skills: dict[str, int], relation: str, wanted: str) -> None:
    world = quiet()
    who, stranger = add_character(world, "AA", HOME, skills), add_character(world, "CC", HOME, {"EX": 1})
    relate(world, "AA", "CC", relation)
    found = [line for line in year_of(letter(world), who.id) if line.startswith("EN")]
    assert found == ([wanted.format(stranger.id)] if wanted else [])


@pytest.mark.parametrize(("item", "skills", "taker"), [(12, {"ME": 3}, True), (22, {"DR": 2}, True), (40, {"ME": 3}, False)])
def test_items_go_to_whom_they_serve_best(item: int, skills: dict[str, int], taker: bool) -> None:
    world = quiet()
    world.kingdoms["AA"].exploration[HOME] = 50
    best, who = add_character(world, "AA", HOME, skills), add_character(world, "AA", HOME, {"EX": 1}, items=[item])
    lines = year_of(letter(world), who.id)
    assert (f"GI {item} TO {best.id}" in lines) == taker
    assert ("US 40" in lines) == (item == 40)


@pytest.mark.parametrize(("item", "order"), [(31, "US 31"), (33, "US 33")])
def test_items_cast_what_helps(item: int, order: str) -> None:
    world = quiet()
    world.provinces[HOME].remains = [Remains("Human", "LE", "BB")]
    world.kingdoms["AA"].exploration[BESIDE] = 50
    who = add_character(world, "AA", HOME, {"EX": 1}, items=[item])
    assert order in year_of(letter(world), who.id)


def test_hard_players_practise_for_offices() -> None:
    world = quiet()
    view = view_of(world, "A")
    king = view.world.characters[1]
    king.skills, king.aptitudes = {"DR": 1, "ME": 1}, {"DR": 4, "ME": 4}
    practised: dict[str, str] = {}
    for level in LEVELS:
        practised[level] = Survey(view, _CHANCE.turn(1).stream("x"), level, False).best(king)
    assert practised == {"easy": "ME", "normal": "ME", "hard": "DR"}


CASES: tuple[tuple[str, dict[str, int], str, bool], ...] = (
    ("easy", {"ME": 1}, "Ghoul", True),
    ("hard", {"ME": 1}, "Ghoul", False),
    ("hard", {"ME": 4}, "Goblin Chief", True),
    ("hard", {"ME": 4}, "Dragon", False),
)


@pytest.mark.parametrize(("level", "skills", "kind", "wins"), CASES)
def test_careful_players_fight_whom_they_outlive(level: Level, skills: dict[str, int], kind: str, wins: bool) -> None:
    world = quiet()
    who = add_character(world, "AA", HOME, skills)
    survey = Survey(view_of(world, "A"), _CHANCE.turn(1).stream("x"), level, False)
    monster = TABLES.monsters[kind]
    assert beats(survey, who, Guardian(kind, monster.hit_points, monster.hit_points)) == wins
    assert tactics(survey, who, monster) == ["ME"]


def test_leaders_without_a_target_unite() -> None:
    world = quiet()
    best = add_character(world, "AA", HOME, {"TA": 4})
    add_army(world, "AA", "LE", HOME, best.id)
    world.kingdoms["AA"].gold, world.provinces[HOME].recruited = 20, 4
    lines = year_of(letter(world), 1)
    assert lines[0].startswith("LE ")
    assert lines[0].endswith(f" TO {best.id}")


def test_in_the_last_years_a_careful_king_keeps_his_gold() -> None:
    world = quiet()
    world.kingdoms["AA"].gold = 60
    assert any(line.startswith("RE ") for line in year_of(letter(world), 1))
    world.turn = world.turns
    assert not any(line.startswith("RE ") for line in year_of(letter(world), 1))
    assert any(line.startswith("RE ") for line in year_of(letter(world, "easy"), 1))


def test_an_heir_without_levels_defends() -> None:
    world = known()
    world.characters[1].status = "valhalla"
    heir = add_character(world, "AA", HOME, {}, king=True, heir_of=1, levelled=False, name="Heir of Old")
    world.kingdoms["AA"].king = heir.id
    assert year_of(letter(world), heir.id) == ["DE"] * 5


def test_an_orb_shows_what_nobody_has_seen() -> None:
    world = quiet()
    world.kingdoms["AA"].exploration = {HOME: 50}
    who = add_character(world, "AA", HOME, {"EX": 1}, items=[32])
    assert any(line.startswith("US 32 ") for line in year_of(letter(world), who.id))
