"""The High Council: chairs, issues and votes (AC-11), and skeletons (AC-10)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.knowledge import imagined
from postern.rulesets.alamaze.orders.court.council import learn_skeleton
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.tables.grammar import grammar
from postern.rulesets.alamaze.turn import ORDERS, TRADE
from postern.rulesets.alamaze.world.document import dump, load
from postern.rulesets.alamaze.world.records import Issue, Skeleton, World
from tests.rules.alamaze.build import answer, begin, booked, failures, new_world, play, problem, quiet_world, told

TABLES = edition("classic")


def with_council(*members: str, issue: Issue | None = None) -> World:
    """A world in which these sit on the Council since long, and all chairs have been filled once."""
    world = quiet_world()
    council = world.council
    council.members, council.first, council.complete, council.issue = list(members), 2, True, issue
    for code in ("WA", "EL", "SO", "DW", "GN", "UN", "DA"):
        world.kingdoms[code].influence = 12
    return world


def influence_of(world: World, code: str) -> float:
    return world.kingdoms[code].influence


# --- chairs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-11-01", "AC-11-20", "AC-11-21", "AC-11-26", "AC-09-09")
def test_one_chair_a_turn_goes_to_the_highest_bidder_until_five_are_filled() -> None:
    world = quiet_world()
    before = influence_of(world, "EL")
    turn = play(world, {"WA": "210 800", "EL": "210 900", "SO": "210 700"}, until="210")
    assert world.council.members == ["EL"]
    assert [booked(turn, code, ORDERS) for code in ("WA", "EL", "SO")] == [(0, 0), (0, -900), (0, 0)]
    assert influence_of(world, "EL") == before + 1
    assert told(turn, "council-joined", "UN") == [{"kingdom": "EL"}]
    for number, code in enumerate(("WA", "SO", "DW", "GN"), 2):
        play(world, {code: "210 500", "UN": "210 499"})
        assert len(world.council.members) == number
    assert problem(world, "UN", "210 500").why == "No chair of the High Council is empty."
    play(world, {"UN": "210 500"})
    assert world.council.members == ["EL", "WA", "SO", "DW", "GN"]


def test_later_all_empty_chairs_go_to_the_highest_bidders_of_a_turn() -> None:
    world = with_council("EL", "SO", "DW")
    turn = play(world, {"WA": "210 800", "UN": "210 900", "DA": "210 700"}, until="210")
    assert world.council.members == ["EL", "SO", "DW", "UN", "WA"]
    assert booked(turn, "DA", ORDERS) == (0, 0)


def test_equal_bids_are_decided_by_influence() -> None:
    world = with_council("EL", "SO", "DW", "GN")
    world.kingdoms["DA"].influence = 12.01
    play(world, {"WA": "210 800", "UN": "210 800", "DA": "210 800"}, until="210")
    assert world.council.members[-1] == "DA"


@pytest.mark.rule("AC-11-25")
def test_nobody_has_two_chairs() -> None:
    world = with_council("EL", "SO", "DW")
    turn = play(world, {"WA": "210 800\n210 900", "EL": "210 5000"}, until="210")
    assert world.council.members == ["EL", "SO", "DW", "WA"]
    assert sorted(failures(turn)) == [
        "Another bid of ours has won; a king never holds two chairs.",
        "We have a chair of the High Council already.",
    ]
    assert booked(turn, "WA", ORDERS) == (0, -900)


@pytest.mark.parametrize(("bid", "why"), [("210 499", "The lowest bid is 500."), ("210 900k", "The bid is 900,000 gold")])
def test_a_bid_is_high_enough_and_can_be_paid(bid: str, why: str) -> None:
    assert problem(with_council(), "WA", bid).why.startswith(why)
    world = with_council("EL")
    play(world, {"WA": bid, "UN": "210 500"}, until="210")
    assert world.council.members == ["EL", "UN"]


@pytest.mark.rule("AC-11-18")
def test_empty_chairs_are_told_to_all() -> None:
    world = with_council("EL", "SO", "DW")
    turn = play(world)
    for code in world.kingdoms:
        assert told(turn, "chairs-vacant", code) == [{"chairs": 2, "offered": 2}]
    assert told(play(with_council("EL", "SO", "DW", "GN", "UN")), "chairs-vacant") == []
    assert told(play(new_world()), "chairs-vacant", "WA") == [{"chairs": 5, "offered": 1}]


@pytest.mark.rule("AC-11-24", "AC-11-26")
def test_a_chair_is_sold_at_once_for_what_was_offered() -> None:
    world = with_council("EL", "SO", "DW", "GN", "UN")
    turn = play(world, {"EL": "411 WA 15000", "WA": "412 EL 16000"}, until="411")
    assert world.council.members == ["SO", "DW", "GN", "UN", "WA"]
    assert (booked(turn, "EL", TRADE), booked(turn, "WA", TRADE)) == ((0, 16_000), (0, -16_000))
    assert (influence_of(world, "EL"), influence_of(world, "WA")) == (11, 13)
    assert told(turn, "council-left", "DA") == [{"kingdom": "EL", "why": "sale"}]
    world.turn += 1
    world.council.members.remove("SO")
    play(world, {"EL": "210 500"}, until="210")
    assert world.council.members == ["DW", "GN", "UN", "WA", "EL"]


@pytest.mark.parametrize(
    ("letters", "why"),
    [
        ({"EL": "411 WA 15000", "WA": "412 EL 14999"}, "The 412 of WA does not offer what we ask, or asks for more"),
        ({"EL": "411 WA 15000"}, "WA gave no 412 for us."),
        ({"EL": "411 SO 15000", "SO": "412 EL 15000"}, "SO has a chair already."),
        ({"DA": "411 WA 15000", "WA": "412 DA 15000"}, "DA has no chair of the High Council."),
        ({"EL": "411 WA 15000", "WA": "412 EL 900k"}, "It costs 900,000 gold"),
    ],
)
def test_a_chair_that_cannot_be_sold_stays(letters: dict[str, str], why: str) -> None:
    world = with_council("EL", "SO", "DW", "GN", "UN")
    turn = play(world, letters, until="411")
    assert world.council.members == ["EL", "SO", "DW", "GN", "UN"]
    assert any(one.startswith(why) for one in failures(turn)), failures(turn)


def test_between_enemies_a_chair_may_be_sold() -> None:
    world = with_council("SO", "EL")
    play(world, {"SO": "411 WA 0", "WA": "412 SO 0"}, until="411")
    assert world.council.members == ["EL", "WA"]


# --- what each issue does -------------------------------------------------------------------------------------------------


def decided(issue: Issue, *votes: str, members: str = "WA EL SO DW GN") -> World:
    """A world in which an issue has been voted on with these votes, in the order of the members."""
    world = with_council(*members.split(), issue=issue)
    world.kingdoms["UN"].reactions[3] = "Suspicious"
    play(world, {code: f"400 {said}" for code, said in zip(members.split(), votes, strict=False)}, until="400")
    return world


@pytest.mark.parametrize(
    ("details", "influence"),
    [
        pytest.param(["R", "UN"], 13, marks=pytest.mark.rule("AC-11-03")),
        pytest.param(["L", "UN"], 11, marks=pytest.mark.rule("AC-11-03", "AC-11-02")),
    ],
)
def test_a_king_is_commended_or_condemned(details: list[str], influence: float) -> None:
    assert influence_of(decided(Issue(1, details, True), "Y"), "UN") == influence


@pytest.mark.parametrize(
    ("details", "reaction"),
    [
        pytest.param(["R", "UN", "3"], "Tolerant", marks=pytest.mark.rule("AC-11-04")),
        pytest.param(["L", "UN", "3"], "Hostile", marks=pytest.mark.rule("AC-11-04")),
    ],
)
def test_a_king_is_endorsed_or_degraded_in_a_region(details: list[str], reaction: str) -> None:
    before = with_council().kingdoms["UN"].reactions
    after = decided(Issue(2, details, True), "Y").kingdoms["UN"].reactions
    assert after == before | {3: reaction}


@pytest.mark.parametrize(
    ("type", "letter", "kind", "food", "gold"),
    [
        pytest.param(3, "V", "Village", 1_000, -1_000, marks=pytest.mark.rule("AC-11-05", "AC-14-06")),
        pytest.param(3, "C", "City", 1_000, -1_000, marks=pytest.mark.rule("AC-11-05", "AC-14-06")),
        pytest.param(4, "T", "Town", -1_000, 1_000, marks=pytest.mark.rule("AC-11-06", "AC-14-06")),
        pytest.param(4, "C", "City", -1_000, 1_000, marks=pytest.mark.rule("AC-11-06", "AC-14-06")),
    ],
)
def test_all_centers_of_a_kind_produce_otherwise(type: int, letter: str, kind: str, food: int, gold: int) -> None:
    before, after = with_council().centers, decided(Issue(type, [letter], True), "Y").centers
    for area, center in before.items():
        changes = (after[area].food - center.food, after[area].gold - center.gold)
        assert changes == ((food, gold) if center.type == kind else (0, 0))


def test_gold_does_not_fall_below_nothing() -> None:
    world = with_council("WA", issue=Issue(3, ["V"], True))
    poor = next(one for one in world.centers.values() if one.type == "Village")
    poor.gold = 400
    play(world, {"WA": "400 Y"}, until="400")
    assert poor.gold == 0


@pytest.mark.rule("AC-11-07", "AC-11-19", "AC-11-27", "AC-11-23", "AC-11-22", "AC-09-11")
def test_an_expelled_member_loses_influence_and_may_bid_again_a_turn_later() -> None:
    world = decided(Issue(5, ["EL"], True), "Y", "N", "Y")
    assert world.council.members == ["WA", "SO", "DW", "GN"]
    assert influence_of(world, "EL") == 11
    world.turn += 1
    assert problem(world, "EL", "210 5000").why == "We lost our chair in the turn before; we may bid again next turn."
    play(world, {"EL": "210 5000"}, until="210")
    assert "EL" not in world.council.members
    world.turn += 1
    play(world, {"EL": "210 5000"}, until="210")
    assert world.council.members[-1] == "EL"


# --- votes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-11-28")
@pytest.mark.parametrize(
    ("votes", "passed"), [("YYNAA", True), ("YNAAA", False), ("YYNNA", False), ("Y", True), ("", False), ("AAAAA", False)]
)
def test_more_yeas_than_nays_pass_an_issue(votes: str, passed: bool) -> None:
    assert influence_of(decided(Issue(1, ["R", "UN"], True), *votes), "UN") == (13 if passed else 12)


@pytest.mark.rule("AC-11-15", "AC-11-16", "AC-11-17")
def test_an_open_ballot_shows_all_votes_and_a_secret_one_the_result() -> None:
    letters = {"WA": "400 Y", "EL": "400 N", "SO": "400 Y"}
    common = {"type": 1, "kingdom": "UN", "region": 0, "centers": "", "up": True, "passed": True}
    turn = play(with_council("WA", "EL", "SO", "DW", "GN", issue=Issue(1, ["R", "UN"], True)), letters, until="400")
    votes = {"WA": "Y", "EL": "N", "SO": "Y", "DW": "A", "GN": "A"}
    for code in ("WA", "DA"):
        assert told(turn, "issue-decided", code) == [{**common, "open": True, "votes": votes}]
    turn = play(with_council("WA", "EL", "SO", "DW", "GN", issue=Issue(1, ["R", "UN"], False)), letters, until="400")
    for code in ("WA", "DA"):
        assert told(turn, "issue-decided", code) == [{**common, "open": False, "votes": {}}]


def test_only_members_vote_and_each_once_in_the_letter_before_the_list() -> None:
    world = with_council("WA", "SO", issue=Issue(1, ["R", "UN"], True))
    world.kingdoms["WA"].standing = ["400 Y"]
    turn = play(world, {"WA": "400 N", "EL": "400 Y", "SO": "400 A"}, until="400")
    assert told(turn, "issue-decided")[0]["votes"] == {"WA": "N", "SO": "A"}
    assert sorted(failures(turn)) == [
        "We have a vote already: of a letter the first counts, and a standing order last.",
        "We have no chair of the High Council.",
    ]


def test_without_an_issue_there_is_no_vote() -> None:
    assert problem(with_council("WA"), "WA", "400 Y").why == "No issue is before the High Council this turn."


@pytest.mark.parametrize("issue", [Issue(5, ["UN"], True), Issue(1, ["R", "DA"], True)], ids=["no member", "out of the game"])
def test_an_issue_that_concerns_nobody_any_more_is_void(issue: Issue) -> None:
    world = with_council("WA", issue=issue)
    world.kingdoms["DA"].active = False
    turn = play(world, {"WA": "400 Y"}, until="400")
    assert len(told(turn, "issue-void", "EL")) == 1
    assert told(turn, "issue-decided") == []


# --- naming the next issue ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-11-08", "AC-11-10", "AC-11-12", "AC-11-13", "AC-11-14", "AC-11-17")
def test_the_highest_bidder_pays_and_names_the_issue_of_the_next_turn() -> None:
    world = with_council("WA", "EL", "SO")
    letters = {"WA": "410 1500 1 R WI O", "EL": "410 2000 2 L WA 10 S", "SO": "410 900 3 V O"}
    turn = play(world, letters)
    assert world.council.issue == Issue(2, ["L", "WA", "10"], False)
    assert [booked(turn, code, ORDERS) for code in ("WA", "EL", "SO")] == [(0, 0), (0, -2_000), (0, 0)]
    named = {"type": 2, "open": False, "kingdom": "WA", "region": 10, "centers": "", "up": False}
    for code in ("WA", "DA"):
        assert told(turn, "issue-named", code) == [named]
    world.kingdoms["WA"].reactions[10] = "Tolerant"
    play(world, {"SO": "400 Y"}, until="400")
    assert world.kingdoms["WA"].reactions[10] == "Suspicious"
    assert world.council.issue is None


@pytest.mark.parametrize(
    ("line", "issue"),
    [
        ("410 500 1 L EL S", Issue(1, ["L", "EL"], False)),
        ("410 500 3 V O", Issue(3, ["V"], True)),
        ("410 500 4 C S", Issue(4, ["C"], False)),
        ("410 500 5 EL O", Issue(5, ["EL"], True)),
    ],
)
def test_issues_of_each_type_are_named(line: str, issue: Issue) -> None:
    world = with_council("WA", "EL")
    assert [one.note for one in answer(world, "WA", line).problems] == []
    play(world, {"WA": line}, until="410")
    assert world.council.issue == issue


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param("410 499 1 R WI O", "The lowest bid is 500.", marks=pytest.mark.rule("AC-11-09")),
        ("410 900000 1 R WI O", "The bid is 900,000 gold; there are"),
        ("410 1500 2 R WI 11 O", "Regions run from 1 to 10."),
        ("410 1500 2 R WA O", '410 column E: "O" is not the number of a region.'),
        ("410 1500 3 R O", '410 column C: "R" is not one of C, T, V.'),
        ("410 1500 1 R XX O", "There is no kingdom XX in this game."),
        ("410 1500 5 UN O", "UN is no member of the High Council."),
    ],
)
def test_an_impossible_issue_is_answered(line: str, why: str) -> None:
    world = with_council("WA", "EL")
    assert problem(world, "WA", line).why.startswith(why)
    mine = {} if why.startswith("410") else {"WA": line}
    play(world, {**mine, "EL": "410 500 4 C O"}, until="410")
    assert world.council.issue == Issue(4, ["C"], True)


def test_only_members_name_issues_and_not_in_the_turn_of_the_first_chair() -> None:
    assert problem(with_council("EL"), "WA", "410 500 4 C O").why == "Only members of the High Council name issues."
    world = quiet_world()
    turn = play(world, {"WA": "210 900\n410 500 4 C O"})
    assert failures(turn) == ["The first chair was filled this turn; issues can be named from next turn on."]
    play(world, {"WA": "410 500 4 C O"}, until="410")
    assert world.council.issue is not None


@pytest.mark.rule("AC-11-11")
def test_there_are_hundreds_of_issues() -> None:
    codes, kinds = sorted(TABLES.kingdoms), "CTV"
    lines = [f"410 500 1 {up} {code} O" for up in "RL" for code in codes]
    lines += [f"410 500 2 {up} {code} {region} O" for up in "RL" for code in codes for region in TABLES.regions]
    lines += [f"410 500 {type} {kind} O" for type in (3, 4) for kind in kinds] + [f"410 500 5 {code} O" for code in codes]
    assert len(lines) == 351
    assert all(grammar("classic").find(one) is not None for one in lines)


# --- skeletons ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-10-01", "AC-10-07")
def test_most_kingdoms_start_with_three_skeletons_of_their_own_codes() -> None:
    for code, kingdom in new_world().kingdoms.items():
        bones = kingdom.skeletons
        assert [one.major for one in bones] == ([] if code in ("AN", "DE") else [True, False, False])
        assert len({one.code for one in bones}) == len(bones)
        assert all(len(one.code) == 4 and one.code.isdigit() for one in bones)


def with_skeletons() -> World:
    """EL has a major skeleton 4711 and a minor one 0815; Famond of WA is a count."""
    world = with_council("EL", "SO")
    world.kingdoms["EL"].skeletons = [Skeleton("4711", True, ["WA"]), Skeleton("0815", False)]
    world.kingdoms["EL"].reactions = dict.fromkeys(world.kingdoms["EL"].reactions, "Suspicious")
    world.kingdoms["DA"].influence = 12
    return world


@pytest.mark.parametrize(
    ("code", "lost", "regions"),
    [
        pytest.param("4711", 2, 1, marks=pytest.mark.rule("AC-10-02", "AC-10-08", "AC-10-09")),
        pytest.param("0815", 1, 0, marks=pytest.mark.rule("AC-10-03", "AC-10-08", "AC-10-09")),
    ],
)
def test_a_revealed_skeleton_costs_influence(code: str, lost: int, regions: int) -> None:
    world = with_skeletons()
    world.council.members.remove("EL")
    figure = world.kingdoms["WA"].figures["FA"]
    turn = play(world, {"WA": f"380 FA EL {code}"}, until="380")
    assert influence_of(world, "EL") == 12 - lost
    assert list(world.kingdoms["EL"].reactions.values()).count("Hostile") == regions
    assert booked(turn, "WA", ORDERS) == (0, -TABLES.emissary_ranks[figure.rank].gold_cost)
    assert told(turn, "skeleton-revealed", "UN") == [{"kingdom": "EL", "skeleton": code, "major": code == "4711"}]
    turn = play(world, {"WA": f"380 FA EL {code}"}, until="380")
    assert failures(turn) == [f"The skeleton {code} of EL is known to all already."]
    assert influence_of(world, "EL") == 12 - lost


@pytest.mark.rule("AC-10-10", "AC-10-11", "AC-11-19", "AC-11-23", "AC-11-27")
def test_a_member_with_a_revealed_skeleton_leaves_and_his_chair_is_bid_for_next_turn() -> None:
    world = with_skeletons()
    turn = play(world, {"WA": "380 FA EL 0815"})
    assert world.council.members == ["SO"]
    assert influence_of(world, "EL") == 10
    assert told(turn, "council-left", "UN") == [{"kingdom": "EL", "why": "skeleton"}]
    turn = play(world, {"WA": "210 600", "EL": "210 900", "UN": "210 700", "DA": "210 800", "GN": "210 650", "DW": "210 550"})
    assert world.council.members == ["SO", "DA", "UN", "GN", "WA"]
    assert failures(turn) == ["We lost our chair in the turn before; we may bid again next turn."]


def test_a_region_thinks_worse_of_him_where_it_can() -> None:
    world = with_skeletons()
    regions = world.kingdoms["EL"].reactions
    regions.update(dict.fromkeys(regions, "Hostile") | {7: "Friendly"})
    play(world, {"WA": "380 FA EL 4711"}, until="380")
    assert regions == dict.fromkeys(regions, "Hostile") | {7: "Tolerant"}


def test_a_wrong_code_costs_the_own_ruler_influence() -> None:
    world = with_skeletons()
    assert [one.note for one in answer(world, "WA", "380 FA EL 4712").problems] == [True]
    assert answer(world, "WA", "380 FA EL 4711").problems == ()
    turn = play(world, {"WA": "380 FA EL 4712"}, until="380")
    assert influence_of(world, "WA") == 11
    assert influence_of(world, "EL") == 12
    assert told(turn, "skeleton-revealed") == []


def test_a_bribe_brings_one_unknown_skeleton_after_the_other() -> None:
    world = with_skeletons()
    victim, knower = world.kingdoms["EL"], world.kingdoms["WA"]
    turn = begin(world)
    found = learn_skeleton(turn, victim, knower)
    assert found is not None
    assert found.code == "0815"
    assert found.known_by == ["WA"]
    assert told(turn, "skeleton-learned", "WA") == [{"kingdom": "EL", "skeleton": "0815", "major": False}]
    assert told(turn, "skeleton-learned", "EL") == []
    assert learn_skeleton(turn, victim, knower) is None
    victim.skeletons[0].revealed = True
    assert learn_skeleton(turn, victim, world.kingdoms["SO"]) == found
    assert learn_skeleton(turn, victim, world.kingdoms["SO"]) is None


def test_nobody_sees_codes_of_skeletons_that_he_does_not_know() -> None:
    world = with_skeletons()
    turn = play(world, {"WA": "380 FA EL 0815"}, until="380")
    assert "4711" not in str([dict(one.data) for one in turn.events if "EL" in one.seen_by])
    assert [one.code for one in imagined(world, "EL").kingdoms["EL"].skeletons] == ["0815"]
    assert [one.code for one in imagined(world, "SO").kingdoms["EL"].skeletons] == ["0815"]
    assert [one.code for one in imagined(world, "WA").kingdoms["EL"].skeletons] == ["4711", "0815"]


@pytest.mark.parametrize(
    ("members", "fault"), [(["XX"], "there is no kingdom 'XX'"), (["WA", "WA"], "cannot be"), (["WA"] * 6, "cannot be")]
)
def test_a_council_that_cannot_be_is_not_loaded(members: list[str], fault: str) -> None:
    world = new_world()
    world.council.members = members
    with pytest.raises(ValueError, match=f"council.members.*: .*{fault}"):
        load(dump(world))


@pytest.mark.parametrize(
    ("order", "members", "said"),
    [
        ("210 500", (), "a chair, unless others bid more; 500 gold"),
        ("410 500 1 R EL O", ("WA",), "our issue is voted on next turn, unless others bid more; 500 gold"),
    ],
)
def test_an_answer_does_not_promise_what_other_letters_decide(order: str, members: tuple[str, ...], said: str) -> None:
    world = with_council(*members) if members else quiet_world()
    (one,) = answer(world, "WA", order).accepted
    assert one.words.endswith(said)
