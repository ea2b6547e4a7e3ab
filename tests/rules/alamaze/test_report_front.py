"""The front page, the map, the order form, the forecast and the public report (AC-03, AC-27, rulings 70, 80 and 81)."""

from __future__ import annotations

import re

import pytest

from postern.game.report import Steps
from postern.render import to_html, to_pdf, to_text
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.answers import storm_outlook
from postern.rulesets.alamaze.report.form import order_form
from postern.rulesets.alamaze.report.front import dangers, front_page
from postern.rulesets.alamaze.report.map import chart_of, sketch
from postern.rulesets.alamaze.report.news import KINDS, news
from postern.rulesets.alamaze.report.reading import EMBLEMS, sections_of_events, tellings
from postern.rulesets.alamaze.report.turn_report import SECTIONS
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.world.records import CenterMemory, Fleet, FleetMemory, GroupMemory, World
from tests.rules.alamaze.build import answer, new_world, put_group, quiet_world
from tests.rules.alamaze.reports import event, reading, report_of, resolved, section, view

TABLES = edition("classic")
MONTH = event("month", influence=[1300, 1360], goals={}, given=0, limit=15)


# --- the front page -------------------------------------------------------------------------------------------------------


def test_the_first_front_page_says_who_one_is_and_what_one_has() -> None:
    front = front_page(reading(new_world()))
    assert front.name == "The Warlock kingdom"
    assert front.line == "King Orran · capital Wenenmere in KP · Late Summer 1101"
    assert "3 groups and 4 centers" in front.tale
    assert [one.label for one in front.figures] == ["Status points", "Orders next turn", "Regions held", "Gold", "Food"]
    assert [one.value for one in front.figures] == [0, 15, 0, 60_000, 50_000]
    assert front.figures[2].note == "Amberland: significant"


def test_every_kingdom_has_an_emblem_of_its_own() -> None:
    assert set(EMBLEMS) == set(TABLES.kingdoms)
    assert len({one.fills for one in EMBLEMS.values()}) == len(EMBLEMS)


def test_the_headline_comes_from_the_weightiest_news_and_the_tale_goes_on() -> None:
    world = quiet_world()
    won = event("center-owner", area="HN", before="EL", after="WA", how="attack")
    world.centers["HN"].owner = world.centers["KL"].owner = "WA"
    world.kingdoms["WA"].controlled = [5]
    front = front_page(reading(world, [MONTH, won, event("region", region=5, before="", after="WA")]))
    assert "Amberland" in front.headline
    assert "Ambergate is yours now." in front.tale
    more = event("center-owner", area="KL", before="EL", after="WA", how="attack")
    both = front_page(reading(world, [MONTH, won, more, event("region", region=5, before="", after="WA")]))
    assert f"Ambergate and {TABLES.centers['KL'].name} are yours now." in both.tale
    assert all(len(set(row.headlines)) >= 2 for row in KINDS.values())


def test_a_center_won_and_lost_again_is_neither_won_nor_lost() -> None:
    """The owner before and the owner after the turn count (findings: "Elafell is yours now" above "is lost")."""
    world = quiet_world()
    world.centers["HN"].owner, world.centers["KL"].owner = "DE", "WA"
    world.kingdoms["WA"].controlled = []
    moves = [("HN", "EL", "WA"), ("KL", "WA", "DE"), ("HN", "WA", "DE"), ("KL", "DE", "WA")]
    moves += [("JO", "WA", "DE")]
    world.centers["JO"].owner = "DE"
    events = [event("center-owner", area=area, before=old, after=new, how="attack") for area, old, new in moves]
    regions = [event("region", region=5, before="", after="WA"), event("region", region=5, before="WA", after="")]
    found = {one.kind: one for one in news(reading(world, [MONTH, *events, *regions]))}
    names = {area: TABLES.centers[area].name for area in ("HN", "KL", "JO")}
    assert found["centers passed"].facts["names"] == names["HN"]
    assert found["centers regained"].facts["names"] == names["KL"]
    assert found["centers lost"].facts["names"] == names["JO"]
    assert found["region passed"].facts == {"region": "Amberland"}
    assert not {"centers won", "region won", "region lost"} & set(found)
    lost = [one.text for one in dangers(reading(world, [MONTH, *events])) if " is lost " in one.text]
    assert lost == [f"{names['JO']} JO is lost to the Demon Princes."]


def test_a_figure_taken_and_freed_again_is_not_lost() -> None:
    world = quiet_world()
    name = world.kingdoms["WA"].figures["MI"].name
    taken = event("captured", figure=name, rank="Governor", of="WA", by="SO", area="KO")
    assert "lost" not in {one.kind for one in news(reading(world, [MONTH, taken]))}
    world.kingdoms["WA"].figures["MI"].held_by = "SO"
    assert "lost" in {one.kind for one in news(reading(world, [MONTH, taken]))}


def test_page_one_shows_no_hopeless_chance_and_the_odds_are_those_of_the_order_form() -> None:
    world = quiet_world()
    world.centers["KP"].defense = 90_000
    world.centers["KP"].owner = "SO"
    world.kingdoms["WA"].memory.centers["KP"] = CenterMemory(world.turn, "SO", 90_000)
    put_group(world, "1WA", "KP", 1)
    world.kingdoms["WA"].figures["MI"].area = "JO"
    assert storm_outlook(view(world), world.groups["1WA"]) == "hopeless"
    assert not any("1WA" in one.paste for one in front_page(reading(world, [MONTH])).chances)
    world.kingdoms["WA"].memory.centers["KP"].defense = 1
    assert storm_outlook(view(world), world.groups["1WA"]) == "certain"
    assert any("certain to fall" in one.text for one in front_page(reading(world, [MONTH])).chances)


def test_no_sentence_of_another_game_stands_on_the_page() -> None:
    text = to_text(report_of(quiet_world(), [MONTH]))
    assert "met" not in text.partition("Your points")[2].split("\n")[0]
    assert "You have met" not in text


def test_influence_and_season_stand_on_the_front() -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence = 13.6
    front = front_page(reading(world, [MONTH]))
    assert front.figures[1].note == "influence 13.60, +0.60"
    assert front.line.endswith("Mid Winter 1101, next Late Winter")


def test_dangers_and_chances_come_from_what_is_known() -> None:
    world = quiet_world()
    put_group(world, "1SO", "KO", 12)
    world.kingdoms["WA"].memory.groups["2SO"] = GroupMemory(6, "KO", "Army")
    world.kingdoms["WA"].memory.groups["3SO"] = GroupMemory(6, "AA", "Army")
    world.kingdoms["WA"].memory.sites["FD"] = 3
    world.kingdoms["WA"].figures["JO"].area = "HN"
    world.kingdoms["WA"].figures["MI"].held_by = "SO"
    front = front_page(reading(world, [MONTH]))
    dangers, chances = ([hint.text for hint in hints] for hints in (front.dangers, front.chances))
    assert "2SO (Sorcerer, army) stands in KO, 1 area from Harenbury JO." in dangers
    assert not any("3SO" in one or "1SO" in one for one in dangers)
    assert any(one.startswith("Baron Mimir is a prisoner") for one in dangers)
    assert any("Count Jonor is in Ambergate HN" in one for one in chances)
    assert "Something unusual waits at FD." in chances


def test_every_hint_can_be_sent_as_it_stands() -> None:
    world = quiet_world()
    world.kingdoms["WA"].memory.sites["LO"] = 3
    put_group(world, "1WA", "LO", 3, attrition=30)
    put_group(world, "2WA", "HN", 3)
    world.kingdoms["WA"].figures["MI"].held_by = "SO"
    world.kingdoms["WA"].figures["JO"].area = "HN"
    front = front_page(reading(world, [MONTH]))
    lines = [one.paste for one in (*front.dangers, *front.chances) if one.paste]
    assert len(lines) >= 4
    assert not read("\n".join(lines), view(world)).problems


# --- the map --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-03-09", "AC-03-12", "AC-03-14", "AC-03-15")
def test_the_map_shows_terrain_and_cities_and_else_only_what_was_found() -> None:
    world = new_world()
    chart = chart_of(reading(world))
    assert len(chart.areas) == 676
    assert {one.terrain for one in chart.areas} == {"Plains", "Forest", "Mountain", "Marsh", "Desert", "Sea"}
    own = {one.area for one in world.centers_of("WA")}
    cities = {area for area, one in TABLES.centers.items() if one.type == "City"}
    assert {one.area for one in chart.sites} == own | cities
    (region,) = [one for one in chart.regions if not one.sea]
    assert (region.name, set(region.areas)) == ("Amberland", own)
    assert not any(glyph.kind == "sighting" for area in chart.areas for glyph in area.glyphs)
    assert {one.name for one in chart.regions if one.sea} == {one.sea for one in TABLES.seas.values()}


def test_what_was_seen_stands_on_the_map_with_its_age() -> None:
    world = quiet_world()
    memory = world.kingdoms["WA"].memory
    memory.centers["KL"] = CenterMemory(4, "SO")
    memory.sites["FD"] = 5
    memory.groups = {
        "2SO": GroupMemory(6, "KL", "Army"),
        "3SO": GroupMemory(5, "KM", "Division"),
        "1EL": GroupMemory(2, "AB", "Army"),
    }
    world.kingdoms["WA"].fleets = {"F": Fleet(6, 12)}
    chart = chart_of(reading(world, [MONTH]))
    areas = {one.name: one for one in chart.areas}
    assert (areas["KL"].sight, areas["KL"].last_seen, areas["KL"].owner) == ("remembered", 4, "SO")
    assert areas["KP"].sight == "now"
    assert areas["AB"].sight == "never"
    assert [one.kind for one in areas["FD"].glyphs] == ["sighting"]
    (fleet,) = [(area, glyph.text) for area in chart.areas for glyph in area.glyphs if glyph.kind == "fleet"]
    assert (TABLES.areas[fleet[0].name].sea, fleet[1]) == ("Sea of Foreboding", "6")
    seen = {one.text: (one.area, one.strength) for one in chart.markers if not one.own}
    assert seen == {"2SO Army": ("KL", ""), "3SO Division": ("KM", "t5")}
    assert {one.text for one in chart.markers if one.own} == {"1 Division", "2 Brigade", "3 Brigade"}


def test_foreign_ships_stand_on_the_map_once_counted_or_met_and_patrols_have_rings() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.fleets = {"F": Fleet(4, 12)}
    now = reading(world).turn
    kingdom.memory.fleets = {
        "SO": {"F": FleetMemory(now - 1, 9, 12)},
        "TR": {"T": FleetMemory(now, 1, 10), "F": FleetMemory(now, 0, 0)},
        "EL": {"T": FleetMemory(now - 3, 5, 10)},
    }
    battle = {"one": "WI", "one_fleets": 7, "one_lost": 2, "other": "WA", "other_fleets": 3, "other_lost": 1}
    events = [
        event("sea-patrol", sea="Sea of Foreboding", fleets=4),
        event("naval-battle", sea="Drowning Sea", **battle, groups=["2WA"], winner="WI"),
    ]
    chart = chart_of(reading(world, events))
    ships = {(one.owner, TABLES.areas[one.area].sea, one.text, one.strength) for one in chart.markers if "ship" in one.text}
    assert ships == {
        ("SO", "Sea of Foreboding", "9 ships", f"t{now - 1}"),
        ("TR", "Sea of Terror", "1 ship", ""),
        ("WI", "Drowning Sea", "5 ships", ""),
    }
    (own,) = [one.name for one in chart.areas for glyph in one.glyphs if glyph.kind == "fleet"]
    assert own not in {one.area for one in chart.markers}
    assert [(one.owner, TABLES.areas[one.areas[0]].sea) for one in chart.rings] == [
        ("WA", "Sea of Foreboding"),
        ("WI", "Drowning Sea"),
    ]
    assert own in chart.rings[0].areas
    carried = [event("naval-battle", sea="Drowning Sea", **battle, groups=["2WA", "1WI"], winner="WI")]
    assert chart_of(reading(world, carried)).rings == ()
    assert not chart_of(reading(world, events, "SO")).rings


def test_moves_of_the_turn_are_arrows() -> None:
    world, events = resolved(new_world(), {"WA": "720 1WA KQ KR"})
    (route,) = chart_of(reading(world, events)).routes
    assert (route.kind, route.own) == ("move", True)
    assert route.points == tuple(TABLES.grid.centre(area) for area in ("KP", "KQ", "KR"))


def test_the_sketch_shows_the_whole_map_within_72_columns() -> None:
    world = new_world()
    lines = sketch(reading(world)).split("\n")
    assert max(map(len, lines)) <= 72
    assert lines[0] == "  " + " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows = {line[0]: line[2:].ljust(52) for line in lines[1:27]}
    assert list(rows) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert rows["K"][2 * 15 : 2 * 15 + 2] == ".1"  # the 1st group at KP
    assert rows["K"][2 * 16 : 2 * 16 + 2] == ".V"  # our village at KQ
    assert rows["H"][2 * 13 : 2 * 13 + 2] == ".c"  # Ambergate


# --- the order form -------------------------------------------------------------------------------------------------------


def form(world: World, code: str = "WA") -> tuple[str, ...]:
    return order_form(reading(world, [event("month", code, influence=[1300, 1300])], code))


@pytest.mark.rule("AC-27-08")
@pytest.mark.parametrize("code", sorted(TABLES.kingdoms))
def test_a_form_sent_back_unchanged_orders_nothing(code: str) -> None:
    world = new_world()
    world.kingdoms[code].standing = ["200 F 1000"]
    sheet = read("\n".join(form(world, code)), view(world, code))
    assert (sheet.orders, sheet.problems) == ((), ())


@pytest.mark.parametrize("code", sorted(TABLES.kingdoms))
def test_every_order_of_a_form_can_be_read(code: str) -> None:
    world = quiet_world()
    world.kingdoms[code].memory.sites[world.groups[f"1{code}"].area] = 3
    orders = [found[1] for line in form(world, code) if (found := re.match(r"; +([0-9]{2,3} [^;]+?) ;", line))]
    assert len(orders) > 20
    for one in orders:
        assert not read(one, view(world, code)).problems, one


def test_the_form_names_everybody_who_can_act_standing_orders_first() -> None:
    world = quiet_world()
    world.kingdoms["WA"].standing = ["920 GR KP"]
    lines = form(world)
    text = "\n".join(lines)
    assert text.index("STANDING ORDERS (1 of 4)") < text.index("; GROUPS") < text.index("; FIGURES") < text.index("; CENTERS")
    assert "; 1. 920 GR KP" in lines
    for figure in world.kingdoms["WA"].figures.values():
        assert f"{figure.name} ({figure.code})" in text
    for one in (*(group.id for group in world.groups_of("WA")), *(one.name for one in world.centers_of("WA"))):
        assert one in text
    assert max(map(len, lines)) <= 72


# --- the forecast ---------------------------------------------------------------------------------------------------------


def test_a_forecast_tells_arrivals_and_the_treasury() -> None:
    world = new_world()
    sheet = read("720 1WA KQ\n600 KP D 1\n560 3WA", view(world))
    told = CLASSIC.forecast(sheet, view(world))
    assert told.kind == "forecast"
    assert "1WA would be in Elafell KQ: division, morale 102" in section(told, "groups")
    assert "1WA would march from KP by KQ: 5 points." in section(told, "account")
    assert "560 3WA | not possible | 3WA stands at a village (JO)." in section(told, "problems")
    treasury = section(told, "treasury")
    assert "On hand now | 44,659 | 68,393" in treasury
    (steps,) = [b for one in told.sections for b in one.blocks if isinstance(b, Steps) and b.name == "Gold"]
    assert (steps.had, steps.now) == (60_000, 68_393)


def test_a_forecast_judges_attacks_on_what_is_known() -> None:
    world = quiet_world()
    memory = world.kingdoms["WA"].memory
    put_group(world, "1WA", "HN", 20)
    put_group(world, "2WA", "GD", 1)
    put_group(world, "3WA", "NN", 20)
    memory.centers["HN"] = CenterMemory(world.turn - 1, "", 3_000)
    memory.centers["GD"] = CenterMemory(world.turn - 1, "", 90_000)
    memory.groups["1EL"] = GroupMemory(world.turn - 1, "NN", "Brigade")
    sheet = read("150 1WA - 2\n150 2WA - 2\n150 3WA - 2\n110 3WA 1EL 2", view(world))
    odds = section(CLASSIC.forecast(sheet, view(world)), "odds").split("\n")
    assert odds == [
        "- 150 1WA - 2: that Ambergate HN falls is certain.",
        "- 150 2WA - 2: that Merrowick GD falls is hopeless.",
        "- 110 3WA 1EL 2: that 1EL gives way is certain.",
    ]


def test_an_attack_by_a_tactic_that_does_not_exist_is_not_judged() -> None:
    world = quiet_world()
    world.kingdoms["WA"].memory.centers["HN"] = CenterMemory(world.turn - 1, "", 3_000)
    put_group(world, "1WA", "HN", 20)
    assert looks(world, "150 1WA - 3") != ""
    assert looks(world, "150 1WA - 5") == ""


def city(influence: float, reaction: str = "Tolerant") -> World:
    """The Warlock Count JO in Ambergate, a neutral city, in a region that reacts so to him."""
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    warlock.figures["JO"].area, warlock.influence = "HN", influence
    warlock.reactions[world.region_of("HN")] = reaction
    return world


def looks(world: World, line: str) -> str:
    """What the forecast says of how an order looks."""
    told = CLASSIC.forecast(read(line, view(world)), view(world))
    return section(told, "odds").removeprefix(f"- {line}: ") if any(one.key == "odds" for one in told.sections) else ""


@pytest.mark.parametrize(
    ("influence", "reaction", "word"),
    [
        (25, "Tolerant", "certain"),  # 50 to 70 percent of 25 reach 12.5
        (21, "Tolerant", "likely"),  # 60 percent of 21 are 12.6: 11 throws of 21
        (20.5, "Tolerant", "doubtful"),  # 60 percent of 20.5 are 12.3: 10 throws of 21
        (17, "Tolerant", "hopeless"),  # 70 percent of 17 are 11.9
        (17, "Friendly", "certain"),  # 50 percent of 17 are more than 6.25
    ],
)
def test_a_forecast_judges_emissaries_by_own_influence_and_the_region(influence: float, reaction: str, word: str) -> None:
    world = city(influence, reaction)
    assert looks(world, "330 JO") == f"that Ambergate HN is won is {word}, as far as is known."
    (accepted,) = answer(world, "WA", "330 JO").accepted
    assert accepted.words.endswith(f"; that Ambergate HN is won is {word}, as far as is known")


def test_how_firmly_others_hold_a_center_is_neither_known_nor_told() -> None:
    world = city(25, "Friendly")
    world.centers["HN"].owner = "EL"
    sheet = "that Ambergate HN rebels is certain, as far as is known; how firmly its owner holds it is not."
    assert looks(world, "320 JO") == sheet
    world.kingdoms["EL"].influence, world.status_quo["HN"] = 30, 30
    assert looks(world, "320 JO") == sheet


@pytest.mark.parametrize(
    ("level", "order", "word"),
    [(1, "970 IL HN", "likely"), (2, "930 IL HN G", "doubtful"), (8, "930 IL HN G", "doubtful"), (9, "930 IL HN G", "likely")],
)
def test_a_forecast_judges_missions_without_guards(level: int, order: str, word: str) -> None:
    """Sabotage succeeds with 10 percent and 5 a level, reconnaissance with 85 and 5 (ruling 42)."""
    world = quiet_world()
    agent = world.kingdoms["WA"].figures["IL"]
    agent.level, agent.area = level, "HN"
    assert looks(world, order) == f"that Ilwyn succeeds is {word}, as far as is known; guards are not."


def test_a_mission_against_a_figure_of_whom_nothing_is_known_is_not_judged() -> None:
    world = quiet_world()
    world.kingdoms["WA"].figures["IL"].area = "HN"
    assert looks(world, "940 IL HN GA EL") == "whether Ilwyn succeeds cannot be judged: we do not know enough of the target."


def test_the_form_says_how_its_orders_look() -> None:
    said = " ".join(" ".join(form(city(21))).replace(";", " ").split())
    assert "330 JO tries to win Ambergate: likely, as far as is known" in said


# --- for everybody --------------------------------------------------------------------------------------------------------


def test_the_public_report_is_the_same_from_every_seat() -> None:
    world, events = resolved(new_world(), {"WA": "480 OR"})
    common = [one for one in events if one.seen_by == frozenset(world.kingdoms)]
    reports = [CLASSIC.public(view(world, code), common) for code in world.kingdoms]
    assert all(one == reports[0] for one in reports)
    assert "WA rules the Warlock kingdom (WA)" in section(reports[0], "players")


def test_an_open_map_shows_all_centers_groups_and_regions() -> None:
    world = new_world()
    told = CLASSIC.uncovered(world)
    assert len(told.chart.sites) == 150
    assert len([one for one in told.chart.regions if not one.sea]) == 10
    assert len(told.chart.markers) == sum(bool(one.area) for one in world.groups.values())
    assert told.sides["WA"] == "Warlock"
    assert told.figures["WA"] == {"centers": 4, "regions": 0, "brigades": 6, "gold": 60_000}
    world.groups = dict(reversed(world.groups.items()))
    world.kingdoms = dict(reversed(world.kingdoms.items()))
    assert CLASSIC.uncovered(world) == told


def test_a_game_can_be_ended_earlier_by_its_players() -> None:
    world = new_world()
    assert CLASSIC.end_after(world, 12).turns == 12
    with pytest.raises(ValueError, match="from 1 to 40"):
        CLASSIC.end_after(world, 41)


def test_the_log_has_orders_in_the_games_own_form() -> None:
    sheet = read("move land 1wa kq\n720 1wa kq ; to the village\n215 el 500 1,000", view(new_world()))
    assert CLASSIC.logged(sheet)[-2:] == ("720 1WA KQ", "215 EL 500 1000")


# --- all of it ------------------------------------------------------------------------------------------------------------


def test_every_kind_with_words_has_its_section() -> None:
    where = sections_of_events()
    assert tellings().kinds() <= set(where)
    titles = {title.lower().replace(" ", "-") for number, title in TABLES.report_sections.items() if number in SECTIONS}
    assert set(where.values()) <= titles | {"-"}


@pytest.mark.rule("AC-01-05")
def test_reports_become_pages_and_mail() -> None:
    world, events = resolved(new_world(), {"WA": "720 1WA KQ"})
    for told in (report_of(new_world()), report_of(world, events)):
        assert to_pdf(told).startswith(b"%PDF")
        assert "Warlock" in to_html(told)
