"""How a game is won, status points, missed turns and those who leave (AC-28 to AC-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.rules.regions import allied, influence_word, words_by_region
from postern.rulesets.alamaze.rules.victory import Award, awards, standings
from postern.rulesets.alamaze.setup import set_up
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import TRADE
from postern.rulesets.alamaze.world import document
from postern.rulesets.alamaze.world.records import Kingdom, World
from tests.rules.alamaze.bare import (
    Gift,
    artifacts,
    bare_world,
    brigades,
    center,
    chair,
    control,
    figures,
    held,
    influence,
    leaders,
    share,
    wizards,
)
from tests.rules.alamaze.build import booked, failures, give, new_world, play, problem, told

TABLES = edition("classic")


# --- status points --------------------------------------------------------------------------------------------------------


def enemies(*codes: str) -> Gift:
    def give(world: World, kingdom: object) -> None:
        for code in codes:
            world.kingdoms[code].declared["WA"] = "E"

    return give


def allies(*codes: str) -> Gift:
    def give(world: World, kingdom: object) -> None:
        world.kingdoms["WA"].declared = dict.fromkeys(codes, "A")

    return give


def out(code: str) -> Gift:
    def give(world: World, kingdom: object) -> None:
        world.kingdoms[code].active = False

    return give


def points(world: World, final: bool) -> dict[str, int]:
    """What WA would be awarded, by objective, but for being active at the end."""
    lines = {one.objective: one.points for one in awards(world, world.kingdoms["WA"], final)}
    return {name: worth for name, worth in lines.items() if name != "Active at game end"}


@pytest.mark.rule("AC-29-02")
@pytest.mark.parametrize(
    ("gifts", "objective", "interim", "final"),
    [
        pytest.param(gifts, objective, interim, final, id=f"{objective}-{number}", marks=pytest.mark.rule(clause))
        for number, (clause, gifts, objective, interim, final) in enumerate(
            [
                ("AC-29-05", [control(5), share(5, 60)], "Control", 250, 1_000),
                ("AC-29-05", [control(1, 5, 7)], "Control", 750, 3_000),
                ("AC-29-06", [share(5, 36)], "Substantial", 100, 400),
                ("AC-29-07", [share(5, 35), share(6, 16)], "Significant", 100, 400),
                ("AC-29-08", [leaders("Warlord", 2)], "Warlord", 200, 800),
                ("AC-29-09", [leaders("Marshal I", 3)], "Marshal", 150, 600),
                ("AC-29-10", [brigades(12)], "Group with more than 70000 against population centers", 100, 400),
                ("AC-29-11", [brigades(9)], "Group with more than 50000 against population centers", 50, 200),
                ("AC-29-12", [wizards(7, 8)], "Power 7+ wizard", 200, 800),
                ("AC-29-13", [wizards(5, 6, 4)], "Power 5 or 6 wizard", 100, 400),
                ("AC-29-14", [artifacts("CROWN", "RPOWE")], "Superior artifact", 150, 600),
                ("AC-29-15", [artifacts("ONYX")], "Excellent artifact", 50, 200),
                ("AC-29-16", [artifacts("ALVIN", "FARIN")], "Fine artifact", 50, 200),
                ("AC-29-17", [influence(20)], "Influence 20+", 100, 400),
                ("AC-29-18", [influence(19.99)], "Influence 17-19", 50, 200),
                ("AC-29-18", [influence(17)], "Influence 17-19", 50, 200),
                ("AC-29-19", [chair], "High Council", 50, 200),
                ("AC-29-20", [enemies("EL", "DW"), enemies("GN"), out("GN")], "Per active king declaring enemy", 400, 800),
                ("AC-29-21", [allies("EL", "DW")], "Per ally declared", -200, -800),
                ("AC-29-22", [figures("Agent", 1, 11), figures("Fanatic", 1, 13)], "Level 11+ agent or fanatic", 200, 800),
                ("AC-29-23", [figures("Agent", 1, 8), figures("Fanatic", 2, 10)], "Level 8-10 agent or fanatic", 150, 600),
                ("AC-29-24", [held("Envoy", 1)], "Prisoners", 15, 60),
                ("AC-29-24", [held("Ambassador", 1), held("Provincial Governor", 1)], "Prisoners", 75, 300),
                ("AC-29-24", [held("Baron", 1), held("Count", 1)], "Prisoners", 165, 660),
                ("AC-29-24", [held("Duke", 1), held("Prince", 1)], "Prisoners", 225, 900),
                ("AC-29-24", [held("King", 1), held("Regent", 1)], "Prisoners", 500, 2_000),
                ("AC-29-24", [held("Consul", 1), held("Demon Prince", 1)], "Prisoners", 450, 1_800),
                ("AC-29-24", [held("Agent", 1, 4), held("Fanatic", 1, 3)], "Prisoners", 70, 280),
                ("AC-29-25", [center("KP", gold=100_000), center("JM", gold=50_000)], "Gold production 150000+", 100, 400),
                ("AC-29-26", [center("KP", food=110_000), center("JO", food=-10_000)], "Food production 100000+", 100, 400),
            ]
        )
    ],
)
def test_what_gives_status_points(gifts: Sequence[Gift], objective: str, interim: int, final: int) -> None:
    world = bare_world(*gifts)
    counted, ended = points(world, final=False), points(world, final=True)
    assert (counted.get(objective, 0), ended.get(objective, 0)) == (interim, final)
    assert counted == {objective: interim}
    assert points(bare_world(), final=False) == {}


@pytest.mark.parametrize(
    "gifts",
    [
        [share(5, 15)],
        [brigades(7)],
        [wizards(4)],
        [influence(16.99)],
        [figures("Agent", 1, 7)],
        [center("KP", gold=149_999)],
        [leaders("General II", 1)],
        [allies("EL"), out("EL")],
        [artifacts("REDBA")],
        [held("High Priestess", 1)],
    ],
)
def test_a_little_less_gives_nothing(gifts: Sequence[Gift]) -> None:
    assert points(bare_world(*gifts), final=False) == {}


@pytest.mark.rule("AC-29-33")
def test_the_table_has_eight_categories() -> None:
    names = ["Regional Control", "Military", "Magic", "Political", "Covert", "Economic", "Citizenship", "Victory"]
    assert list(dict.fromkeys(row["category"] for row in TABLES.content.rows("status_points"))) == names


@pytest.mark.rule("AC-29-01", "AC-29-03")
@pytest.mark.parametrize(("turn", "gained"), [(5, 0), (6, 50), (7, 0), (11, 0)])
def test_points_are_awarded_every_sixth_turn_and_stay(turn: int, gained: int) -> None:
    world = bare_world(chair)
    world.turn, world.kingdoms["WA"].points = turn, 300
    give(world)
    assert world.kingdoms["WA"].points == 300 + gained


@pytest.mark.parametrize(
    ("turn", "gained"),
    [
        pytest.param(12, 200, marks=pytest.mark.rule("AC-29-27")),
        pytest.param(18, 300, marks=pytest.mark.rule("AC-29-28")),
        pytest.param(24, 400, marks=pytest.mark.rule("AC-29-29")),
        (30, 0),
    ],
)
def test_who_is_still_there_is_rewarded_for_it(turn: int, gained: int) -> None:
    world = bare_world()
    world.turn = turn
    told_to = told(give(world), "status-points", "WA")
    assert world.kingdoms["WA"].points == gained
    assert [(one["gained"], one["total"], one["final"]) for one in told_to] == [(gained, gained, False)]


@pytest.mark.rule("AC-29-04", "AC-29-30", "AC-29-01")
def test_at_the_end_the_points_of_the_end_are_added() -> None:
    """An interim award of turn 36 and that of the end: 50 and 200 for the chair, 1,000 for having stayed."""
    world = bare_world(chair)
    world.turn = world.turns = 36
    world.kingdoms["WA"].points = 10
    world.kingdoms["UN"].active = False
    give(world)
    assert world.kingdoms["WA"].points == 10 + 50 + 200 + 1_000
    assert world.kingdoms["UN"].points == 0


# --- checks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-30-02", "AC-30-03", "AC-29-31", "AC-01-07")
def test_four_regions_and_a_check_win() -> None:
    world = bare_world(*[share(n, 60) for n in (1, 2, 3, 4)], control(1, 2, 3, 4))
    turn = give(world, {"WA": "996"})
    assert (world.finished, world.winners, world.victory) == (True, ["WA"], "Rex")
    assert told(turn, "game-over", "UN") == [{"victory": "Rex", "winners": ["WA"]}]
    assert world.kingdoms["WA"].points == 5_000 + 4 * 1_000 + 1_000
    without = bare_world(*[share(n, 60) for n in (1, 2, 3, 4)], control(1, 2, 3, 4))
    give(without, {"WA": "200 G 3"})
    assert not without.finished


@pytest.mark.rule("AC-30-49", "AC-30-50", "AC-30-52")
@pytest.mark.parametrize(("order", "check"), [("996", "Standard"), ("995", "Secret"), ("997", "Team")])
def test_a_check_that_fails_is_told_to_all_and_costs_influence(order: str, check: str) -> None:
    world = bare_world(control(1, 2, 3))
    world.turn = 16
    world.kingdoms["WA"].conditions = ["1A", "2A", "3A"]
    for code in ("WA", "EL", "DW"):
        world.kingdoms[code].team = 1
    (warning,) = (problem(world, "WA", order),)
    assert (warning.note, warning.remedy) == (True, "A check that fails costs half a point of influence and is told to all.")
    turn = give(world, {"WA": order}, until="997")
    for code in world.kingdoms:
        assert told(turn, "check-failed", code) == [{"kingdom": "WA", "check": check}]
    assert world.kingdoms["WA"].influence == 11.5


def test_one_check_of_a_kind_in_a_turn() -> None:
    world = bare_world()
    turn = give(world, {"WA": "996\n996"}, until="996")
    assert world.kingdoms["WA"].influence == 11.5
    assert failures(turn) == ["996 stands twice; once is enough."]


def secret(turn: int = 16, *more: Gift) -> World:
    """WA has chosen 1A, 2A and 3A; it has three regions and three Warlords, and whatever is given."""
    world = bare_world(control(1, 2, 3), *[share(n, 60) for n in (1, 2, 3)], leaders("Warlord", 3), *more)
    world.turn, world.kingdoms["WA"].conditions = turn, ["1A", "2A", "3A"]
    return world


@pytest.mark.rule("AC-30-10", "AC-30-15", "AC-30-21", "AC-29-32")
def test_all_three_conditions_and_a_check_win() -> None:
    world = secret(16, influence(22))
    give(world, {"WA": "995"})
    assert (world.finished, world.winners, world.victory) == (True, ["WA"], "Secret")
    assert world.kingdoms["WA"].points == 3_000 + 3 * 1_000 + 3 * 400 + 400 + 1_000
    world = secret(16, influence(21.99))
    give(world, {"WA": "995"})
    assert not world.finished
    assert round(world.kingdoms["WA"].influence, 2) == 21.49
    world = secret(16, influence(22))
    give(world, {"WA": "996"})
    assert not world.finished


@pytest.mark.rule("AC-30-14", "AC-30-20")
def test_conditions_count_from_turn_16_on() -> None:
    assert problem(secret(15, influence(22)), "WA", "995").why == "995 may be given from turn 16 on."
    world = secret(15, influence(22))
    give(world, {"WA": "995"})
    assert not world.finished
    assert world.kingdoms["WA"].influence == 22


# --- several winners ------------------------------------------------------------------------------------------------------


def contest(regions: Mapping[str, int], **more: float) -> World:
    """A world at turn 16 in which kingdoms control so many regions, and have so much influence."""
    world = new_world()
    world.turn = 16
    for code, number in regions.items():
        world.kingdoms[code].controlled = list(range(1, number + 1))
        world.kingdoms[code].influence = more.get(code, 12)
        world.kingdoms[code].conditions = ["1A"]
    return world


@pytest.mark.rule("AC-05-14")
@pytest.mark.parametrize(
    ("world", "letters", "winners", "victory"),
    [
        pytest.param(contest({"WA": 4, "EL": 6}), {"WA": "996", "EL": "995"}, ["WA"], "Rex", id="Rex before Secret"),
        pytest.param(contest({"WA": 4, "EL": 5}), {"WA": "996", "EL": "996"}, ["EL"], "Rex", id="more regions"),
        pytest.param(contest({"WA": 4, "EL": 4}, WA=13), {"WA": "996", "EL": "996"}, ["WA"], "Rex", id="more influence"),
        pytest.param(contest({"WA": 3, "EL": 3}, EL=13), {"WA": "995", "EL": "995"}, ["EL"], "Secret", id="two secrets"),
    ],
)
def test_who_wins_of_several(world: World, letters: dict[str, str], winners: list[str], victory: str) -> None:
    give(world, letters)
    assert (world.winners, world.victory) == (winners, victory)


def test_status_points_come_last_and_equals_share() -> None:
    world = contest({"WA": 4, "EL": 4})
    for code in ("WA", "EL"):
        world.kingdoms[code].points = 10_000
    for one in world.centers.values():
        one.owner = ""
    for group in world.groups.values():
        group.leaders, group.wizards, group.brigades = [], [], {}
    give(world, {"WA": "996", "EL": "996"})
    assert world.winners == ["EL", "WA"]
    world = contest({"WA": 4, "EL": 4})
    world.kingdoms["WA"].points = 10_000
    give(world, {"WA": "996", "EL": "996"})
    assert world.winners == ["WA"]


# --- teams ----------------------------------------------------------------------------------------------------------------


def team_game(**regions: int) -> World:
    """A game of five teams; those of WA and of its team mates control so many regions: first, second, third."""
    seats = [Signup(code, {"kingdom": code}) for code in TABLES.kingdoms]
    world = set_up("classic", {"teams": True}, seats, Chance("tests"))
    for code, number in zip(mates(world), regions.values(), strict=False):
        world.kingdoms[code].controlled = list(range(1, number + 1))
    return world


def mates(world: World, code: str = "WA") -> list[str]:
    return [one for one, kingdom in sorted(world.kingdoms.items()) if kingdom.team == world.kingdoms[code].team]


@pytest.mark.rule("AC-30-04")
def test_teams_have_three_kingdoms_and_no_natural_enemies() -> None:
    for seed in range(20):
        seats = [Signup(code, {"kingdom": code}) for code in TABLES.kingdoms]
        world = set_up("classic", {"teams": True}, seats, Chance(f"teams {seed}"))
        teams = [one.team for one in world.kingdoms.values()]
        assert sorted(teams) == sorted([1, 2, 3, 4, 5] * 3)
        for code, row in TABLES.kingdoms.items():
            assert not row.natural_enemy or world.kingdoms[code].team != world.kingdoms[row.natural_enemy].team
    assert document.load(document.dump(world)) == world


@pytest.mark.parametrize(
    ("seats", "options"), [(8, {"teams": True}), (3, {"teams": True}), (15, {"teams": 1}), (15, {"secret": "no"})]
)
def test_options_that_do_not_fit_are_refused(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^(teams|secret): "):
        set_up("classic", options, [Signup(f"S{n}") for n in range(seats)], Chance("tests"))


@pytest.mark.rule("AC-30-01", "AC-30-09")
def test_the_format_is_an_option() -> None:
    seats = [Signup(code, {"kingdom": code}) for code in TABLES.kingdoms]
    assert set_up("classic", {}, seats, Chance("tests")).secret_victory
    assert not set_up("classic", {"secret": False}, seats, Chance("tests")).secret_victory


def test_members_of_a_team_are_allies_without_a_declaration() -> None:
    world = team_game()
    one, other, _ = mates(world)
    assert allied(world, one, other)
    world.kingdoms[one].declared[other] = "A"
    assert "Per ally declared" not in {line.objective for line in awards(world, world.kingdoms[one], final=False)}


@pytest.mark.rule("AC-30-05")
def test_six_regions_and_the_check_of_all_members_win_together() -> None:
    world = team_game(first=3, second=2, third=1)
    members = mates(world)
    give(world, dict.fromkeys(members, "997"))
    assert (world.winners, world.victory) == (sorted(members), "Team")
    lines = {one.objective: one.points for one in awards(world, world.kingdoms[members[0]], final=True)}
    assert lines["Team Victory"] == 1_666


@pytest.mark.rule("AC-30-05", "AC-30-52")
@pytest.mark.parametrize("case", ["five regions", "one is silent", "a member less"])
def test_a_team_wins_with_all_its_active_members_and_regions_only(case: str) -> None:
    world = team_game(first=3, second=2, third=0 if case == "five regions" else 1)
    members = mates(world)
    if case == "a member less":
        world.kingdoms[members[2]].active = False
    asking = members[:2] if case != "five regions" else members
    before = {code: world.kingdoms[code].influence for code in asking}
    turn = give(world, dict.fromkeys(asking, "997"), until="997")
    assert sorted(one["kingdom"] for one in told(turn, "check-failed", "UN")) == asking
    assert {code: one - 0.5 for code, one in before.items()} == {code: world.kingdoms[code].influence for code in asking}


def test_members_out_of_the_game_need_not_ask() -> None:
    world = team_game(first=3, second=3)
    members = mates(world)
    world.kingdoms[members[2]].active = False
    give(world, dict.fromkeys(members[:2], "997"))
    assert world.winners == members[:2]


def test_without_teams_there_is_no_team_check() -> None:
    assert problem(new_world(), "WA", "997").why == "There are no teams in this game."


# --- the end of the game --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-30-06")
def test_after_turn_40_the_most_status_points_win() -> None:
    world = new_world()
    world.turn = 39
    world.kingdoms["GN"].points = 9_000
    world.kingdoms["UN"].points, world.kingdoms["UN"].active = 99_000, False
    give(world)
    assert not world.finished
    turn = give(world)
    assert (world.finished, world.winners, world.victory) == (True, ["GN"], "Lion's Share")
    table = standings(world)
    assert (table[0].seat, table[0].rank, table[0].note) == ("GN", 1, "Gnome")
    assert table[0].score == world.kingdoms["GN"].points > 9_000
    assert table[-1].seat == "UN"
    assert [row[0] for row in told(turn, "final-table", "WA")[0]["rows"]] == [one.seat for one in table]


def test_the_lions_share_of_a_team_game_goes_to_the_best_team() -> None:
    world = team_game()
    world.turn = world.turns
    members = mates(world)
    for code in members:
        world.kingdoms[code].points = 4_000
    outsider = next(code for code in world.kingdoms if code not in members)
    world.kingdoms[outsider].points = 7_000
    give(world)
    assert world.winners == members


def test_the_points_of_the_end_are_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned: list[str] = []

    def counting(world: World, kingdom: Kingdom, final: bool) -> list[Award]:
        reckoned.append(f"{kingdom.code} {final}")
        return awards(world, kingdom, final)

    monkeypatch.setattr("postern.rulesets.alamaze.rules.victory.awards", counting)
    world = new_world()
    world.turn = world.turns = 35
    give(world)
    assert world.victory == "Lion's Share"
    assert sorted(reckoned) == [f"{code} True" for code in sorted(world.kingdoms)]


def test_equal_points_go_to_more_regions() -> None:
    world = new_world()
    world.turn = world.turns
    for code in ("GN", "DW"):
        world.kingdoms[code].points = 50_000
    for kingdom in world.kingdoms.values():
        kingdom.figures = {kingdom.ruler: kingdom.figures[kingdom.ruler]}
        kingdom.influence = 12
    for one in world.centers.values():
        one.owner = ""
    for group in world.groups.values():
        group.leaders, group.wizards, group.brigades = [], [], {}
    world.kingdoms["DW"].influence = 12.5
    give(world)
    assert world.winners == ["DW"]


def few(number: int, of: int = 15) -> World:
    """A game of so many kingdoms of which all but some have left."""
    world = new_world()
    for code in list(world.kingdoms)[of:]:
        del world.kingdoms[code]
        for id in [id for id in world.groups if id.endswith(code)]:
            del world.groups[id]
        for one in world.centers.values():
            one.owner = "" if one.owner == code else one.owner
    for code in list(world.kingdoms)[number:]:
        world.kingdoms[code].active = False
    return world


@pytest.mark.rule("AC-30-07", "AC-30-08")
def test_with_five_active_kingdoms_the_game_ends_two_turns_later() -> None:
    world = few(5)
    first = sorted(world.kingdoms)[0]
    world.kingdoms[first].points = 9_000
    turn = give(world)
    assert told(turn, "five-players", first) == [{"ends_after": 3}]
    give(world)
    assert not world.finished
    assert told(give(world), "five-players") == []
    assert (world.finished, world.winners, world.victory) == (True, [first], "Lion's Share")


@pytest.mark.rule("AC-30-07")
@pytest.mark.parametrize(("active", "of", "ends"), [(6, 15, 0), (5, 8, 3), (5, 7, 0)])
def test_the_rule_asks_for_few_left_of_many(active: int, of: int, ends: int) -> None:
    world = few(active, of)
    give(world)
    assert world.ends_after == ends


@pytest.mark.parametrize(("left", "winners", "victory"), [(1, 1, "Last"), (0, 0, "")])
def test_the_last_who_plays_has_won(left: int, winners: int, victory: str) -> None:
    world = few(left)
    give(world)
    assert (world.finished, len(world.winners), world.victory) == (True, winners, victory)


# --- missed turns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-28-09", "AC-28-10")
def test_without_a_letter_production_and_standing_orders_go_on() -> None:
    world = new_world()
    world.kingdoms["WA"].standing = ["200 F 300"]
    turn = play(world, {"EL": "200 F 3"})
    assert booked(turn, "WA", TRADE) == (-300, 100)
    assert booked(turn, "WA", "production")[1] > 0


def test_after_three_missed_turns_a_kingdom_is_on_standby_until_a_letter_comes() -> None:
    world = new_world()
    everybody_else = {code: "200 G 3" for code in world.kingdoms if code != "WA"}
    for _ in range(2):
        assert told(give(world, everybody_else), "standby") == []
    assert told(give(world, everybody_else), "standby", "EL") == [{"kingdom": "WA"}]
    assert (world.kingdoms["WA"].missed, world.kingdoms["WA"].active) == (3, True)
    assert told(give(world, everybody_else), "standby") == []
    give(world, everybody_else | {"WA": "200 G 3"})
    assert world.kingdoms["WA"].missed == 0


def test_after_three_more_it_leaves_the_game() -> None:
    world = new_world()
    world.kingdoms["WA"].missed = 5
    world.council.members = ["WA", "EL"]
    keys = list(TABLES.artifacts)
    world.sightings = {}
    world.groups["1WA"].artifacts, world.centers["KP"].artifacts = keys[:20], keys[20:]
    prisoner = next(one for one in world.kingdoms["EL"].figures.values() if one.agent)
    prisoner.held_by, prisoner.area = "WA", "KP"
    taken = next(one for one in world.kingdoms["WA"].figures.values() if one.agent)
    taken.held_by = "SO"
    rival = world.kingdoms["SO"].influence
    seen = give(world, {code: "200 G 3" for code in world.kingdoms if code != "WA"})
    gone = world.kingdoms["WA"]
    assert (gone.active, list(gone.figures.values())) == (False, [taken])
    assert told(seen, "kingdom-left", "UN") == [{"kingdom": "WA"}]
    assert not world.centers_of("WA")
    assert all(not one.area and not one.brigades and not one.leaders for one in world.groups_of("WA"))
    assert prisoner.held_by == ""
    assert world.council.members == ["EL"]
    assert world.kingdoms["SO"].influence == rival
    for key in keys:
        area = TABLES.areas[world.lost_artifacts[key]]
        assert area.terrain != "Sea"
        assert area.area not in world.centers
    assert document.load(document.dump(world)) == world
    assert "WA" not in CLASSIC.active(world)


@pytest.mark.rule("AC-04-05")
def test_a_kingdom_without_centers_plays_on() -> None:
    world = new_world()
    for one in world.centers_of("WA"):
        one.owner = ""
    give(world, dict.fromkeys(world.kingdoms, "200 G 3"))
    assert world.kingdoms["WA"].active


def test_words_for_all_regions_are_those_of_each() -> None:
    world = bare_world(share(1, 36), share(2, 60), share(3, 16), share(4, 35), center("NN", destroyed=1), center("HN"))
    for code in ("WA", "EL"):
        each = {region: influence_word(world, code, region) for region in TABLES.regions}
        assert words_by_region(world, code) == each


def test_the_desk_hears_who_won_and_who_left() -> None:
    world = contest({"WA": 4})
    for area, one in world.centers.items():
        one.owner = "WA" if world.region_of(area) in world.kingdoms["WA"].controlled else one.owner
    world.kingdoms["GN"].missed = 5
    view = CLASSIC.view(world, "WA")
    outcome = CLASSIC.resolve(world, {"WA": CLASSIC.read("996", view)}, Chance("tests"))
    assert (outcome.finished, outcome.winners, outcome.eliminated) == (True, ("WA",), ("GN",))
    assert [(one.seat, one.rank) for one in outcome.standings if one.seat in ("WA", "GN")] == [("WA", 1), ("GN", 15)]
    quiet = CLASSIC.resolve(new_world(), {}, Chance("tests"))
    assert (quiet.finished, quiet.winners, quiet.standings, quiet.eliminated) == (False, (), (), ())
