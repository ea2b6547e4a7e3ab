"""The end of a game told from a small past made by hand: every record, turning point and sentence was worked out on paper."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from postern.game.ending import Past, Stage, ending, milestones
from postern.game.ending.past import Conquest, ordinal
from postern.game.ending.phrases import PHRASES
from postern.game.ending.records import records
from postern.game.ending.roads import roads
from postern.game.ending.turning import turning_points
from postern.game.events import Deed
from postern.game.report import Bullets, Podium, Table
from postern.game.ruleset import Standing

SEATS = ("ANN", "BOB", "CID")


def stage(turn: int, scores: str, holders: str, *deeds: Deed, gold: str = "0 0 0") -> Stage:
    """Scores of ANN, BOB and CID, and the holders of areas A1, A2, ... as letters ("-": nobody)."""
    points = dict(zip(SEATS, map(int, scores.split()), strict=True))
    order = sorted(SEATS, key=lambda seat: -points[seat])
    standings = tuple(Standing(seat, points[seat], 1 + sum(one > points[seat] for one in points.values())) for seat in order)
    names = {"A": "ANN", "B": "BOB", "C": "CID"}
    held = {f"A{at}": names[letter] for at, letter in enumerate(holders, 1) if letter != "-"}
    figures = {seat: {"gold": int(count)} for seat, count in zip(SEATS, gold.split(), strict=True)}
    return Stage(turn, standings, held, figures, deeds)


PAST = Past(
    "TOY-1",
    (
        stage(0, "0 0 0", "AB C ---".replace(" ", "")),
        stage(1, "10 5 5", "ABCA--", Deed("battle", "BOB", "CID", "A3", 4), gold="9 1 1"),
        stage(
            2,
            "12 30 6",
            "ABCAB-",
            Deed("siege", "BOB", "CID", "A3"),
            Deed("battle", "BOB", "CID", "A3", 20),
            Deed("battle", "ANN", "CID", "A4", 7),
            gold="2 12 1",
        ),
        stage(3, "15 40 8", "ABBAB-", Deed("siege", "ANN", "CID", "A3"), Deed("fall", "CID"), gold="3 12 0"),
        stage(4, "60 44 8", "ABBABA", Deed("feat", "ANN", size=150, what="slew the dragon of A6"), gold="3 4 0"),
    ),
    {"ANN": "Elf", "BOB": "Orc", "CID": ""},
    {"ANN": "A1", "BOB": "A2", "CID": "A3"},
    ("ANN",),
    "field",
    "fields",
    "spearmen",
)


def by_name(past: Past) -> dict[str, tuple[str, str, str]]:
    return {name: row for name, *row in records(past)}  # type: ignore[misc]


@pytest.mark.parametrize(
    ("record", "who", "what", "turn"),
    [
        ("Largest battle", "BOB", "at A3 over CID: 20 spearmen fell", "2"),
        ("Bloodiest turn", "all together", "27 spearmen fell in 2 battles", "2"),
        ("Most battles won", "BOB", "2", "0-4"),
        ("Longest siege", "ANN and BOB", "A3, held by CID: 2 turns", "2-3"),
        ("Most points in a turn", "ANN", "45", "4"),
        ("Longest in the lead", "BOB", "2 turns without a break", "2-3"),
        ("Most fields taken from players", "BOB", "1", "0-4"),
        ("Greatest advance in a turn", "ANN", "1 field more", "1"),
        ("Most gold", "BOB", "12 at once", "2"),
    ],
)
def test_a_record_is_held_by_who_holds_it(record: str, who: str, what: str, turn: str) -> None:
    assert list(by_name(PAST)[record]) == [who, what, turn]


def test_there_are_no_other_records() -> None:
    assert len(records(PAST)) == 9


def test_a_siege_that_was_broken_off_begins_anew() -> None:
    siege = Deed("siege", "ANN", "BOB", "A2")
    turns = [stage(0, "0 0 0", "ABC"), *(stage(turn, "1 1 1", "ABC", siege) for turn in (1, 2, 4, 5, 6))]
    assert list(by_name(replace(PAST, stages=tuple(turns)))["Longest siege"]) == ["ANN", "A2, held by BOB: 3 turns", "4-6"]


def test_an_undecided_battle_is_nobodys() -> None:
    even = stage(1, "1 1 1", "ABC", Deed("battle", "ANN", "BOB", "A1", 6, "undecided"))
    past = replace(PAST, stages=(PAST.stages[0], even))
    found = by_name(past)
    assert list(found["Largest battle"]) == ["ANN and BOB", "at A1, undecided: 6 spearmen fell", "1"]
    assert "Most battles won" not in found
    assert "A1" not in " ".join(roads(past)["BOB"]).replace("A1 ", "")


def test_nothing_happened_and_nothing_is_told() -> None:
    past = replace(PAST, stages=(stage(0, "0 0 0", "ABC"), stage(1, "0 0 0", "ABC")), winners=())
    assert records(past) == ()
    assert turning_points(past) == ()


def test_conquests_say_from_whom() -> None:
    assert PAST.conquests == (
        Conquest(1, "A4", "ANN", ""),
        Conquest(2, "A5", "BOB", ""),
        Conquest(3, "A3", "BOB", "CID"),
        Conquest(4, "A6", "ANN", ""),
    )


def test_the_lead_goes_from_hand_to_hand() -> None:
    assert PAST.reigns == ((("ANN",), 1, 1), (("BOB",), 2, 3), (("ANN",), 4, 4))


def test_nobody_leads_while_all_are_equal_or_have_nothing() -> None:
    assert stage(1, "0 0 0", "ABC").leaders == ()
    assert stage(1, "4 4 4", "ABC").leaders == ()
    assert stage(1, "4 4 1", "ABC").leaders == ("ANN", "BOB")


def test_turning_points_have_their_turns() -> None:
    told = turning_points(PAST)
    assert [turn for turn, _ in told] == sorted(turn for turn, _ in told)
    wanted: set[tuple[int | str, ...]] = {
        (1, "ANN", "first lead", "one turn"),
        (2, "BOB", "ANN", "30 points to 12", "2 turns"),
        (2, "BOB", "25 points"),  # the mean of the turn was 9
        (3, "CID"),
        (4, "ANN", "BOB", "60 points to 44"),
        (4, "ANN", "slew the dragon of A6."),
        (4, "ANN", "45 points"),  # the mean was 16
    }
    for turn, *words in wanted:
        assert any(turn == when and all(str(word) in text for word in words) for when, text in told), (turn, words)
    assert len(told) == len(wanted)


def test_fields_lost_in_one_turn_are_a_turning_point() -> None:
    past = replace(
        PAST, stages=(stage(0, "0 0 0", "BBBBA"), stage(1, "0 0 0", "AACBA"), stage(2, "0 0 0", "AACAA")), winners=()
    )
    ((turn, text),) = turning_points(past)
    assert turn == 1
    assert "3 fields" in text
    assert "BOB" in text
    assert "ANN and CID" in text


# --- everybody's road ----------------------------------------------------------------------------------------------------


def test_everybody_has_three_sentences_the_best_first() -> None:
    told = roads(PAST)
    assert list(told) == ["ANN", "BOB", "CID"]
    for sentences in told.values():
        assert len(sentences) == 3
        assert all(re.fullmatch(r"[A-Z0-9][^{}]*\.", sentence) for sentence in sentences)


def test_a_road_says_what_weighed_most() -> None:
    told = roads(PAST)
    assert "A1" in told["ANN"][0]
    assert "2 fields" in told["ANN"][0]
    assert "turn 4" in told["ANN"][1]
    assert "slew the dragon of A6" in told["ANN"][1]
    assert "3 fields and 60 points, 16 ahead of BOB" in told["ANN"][2]
    # Two turns in the lead weigh 50, the largest battle 20, one field 12.
    assert "2 turns" in told["BOB"][1]
    assert "turn 3" in told["BOB"][1]
    assert "second" in told["BOB"][2]
    assert "44 points" in told["BOB"][2]
    # The battle at A3 was the largest of those that CID lost.
    assert "20 spearmen" in told["CID"][1]
    assert "BOB" in told["CID"][1]
    assert "turn 3" in told["CID"][2]
    assert "8 points" in told["CID"][2]


def test_a_winner_with_fewer_points_is_told_as_such() -> None:
    end = PAST.end
    crowned = replace(end, standings=(Standing("BOB", 44, 1), Standing("ANN", 60, 2), Standing("CID", 8, 3)))
    past = replace(PAST, stages=(*PAST.stages[:-1], crowned), winners=("BOB",))
    assert "though BOB had no more of them" in roads(past)["ANN"][2]
    assert "ahead of" not in roads(past)["BOB"][2]


def test_a_game_ended_by_vote_has_nobody_who_won() -> None:
    told = roads(replace(PAST, winners=()))
    assert "stood first with 60 points" in told["ANN"][2]


def test_neighbours_in_the_table_are_not_told_in_the_same_words() -> None:
    for part, kinds in PHRASES.items():
        for kind, phrasings in kinds.items():
            assert len(set(phrasings)) == len(phrasings), f"{part} {kind}"
            if len(phrasings) > 1:
                assert PAST.pick(phrasings, kind, 0) != PAST.pick(phrasings, kind, 1)


def test_other_games_are_told_in_other_words() -> None:
    openings = {roads(replace(PAST, name=f"TOY-{number}"))["BOB"][0] for number in range(20)}
    assert len(openings) == len(PHRASES["opening"]["slow"])


# --- the whole -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "shown"), [(25, (0, 8, 17, 25)), (3, (0, 1, 2, 3)), (1, (0, 1)), (0, (0,)), (12, (0, 4, 8, 12))]
)
def test_the_map_is_shown_at_start_one_third_two_thirds_and_end(last: int, shown: tuple[int, ...]) -> None:
    assert milestones(range(last + 1)) == shown


def test_turns_without_known_battles_are_named() -> None:
    from tests.render import sample

    past = replace(PAST, stages=(*PAST.stages[:-1], replace(PAST.end, deeds=None)))
    sections = {one.key: one for one in ending(past, (sample.chart(),), Table((), (("",),)))}
    (_, missing) = sections["records"].blocks
    assert missing == Bullets(("Of these turns the battles are not known any more, and not counted: 4.",))
    assert list(sections) == ["victory", "standings", "turning", "scores", "roads", "records", "maps", "final"]


def test_the_podium_has_the_best_three_and_counts_what_is_known() -> None:
    from tests.render import sample

    (podium,) = ending(PAST, (sample.chart(),), Table((), (("",),)))[0].blocks
    assert isinstance(podium, Podium)
    assert (podium.headline, podium.line) == ("ANN wins", "after 4 turns, among 3 players")
    assert [(one.name, one.rank, one.score, one.won) for one in podium.places] == [
        ("ANN", 1, 60, True),
        ("BOB", 2, 44, False),
        ("CID", 3, 8, False),
    ]
    counted = {one.label: one.value for one in podium.figures}
    assert counted == {
        "Turns": 4,
        "Changes of the lead": 2,
        "Battles": 3,
        "spearmen fallen": 31,
        "fields taken": 4,
        "from players": 1,
    }


@pytest.mark.parametrize(
    ("place", "word"), [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (111, "111th")]
)
def test_places_in_words(place: int, word: str) -> None:
    assert ordinal(place) == word
