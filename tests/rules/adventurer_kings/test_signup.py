"""JOIN letters: what they choose, what is said of choices that cannot be, and what fills their places."""

from __future__ import annotations

import pytest

from postern.game.kit.signup import choice_words
from postern.game.ruleset import Signup
from postern.rulesets.adventurer_kings.setup import choices, read_signup
from postern.rulesets.adventurer_kings.setup.signup import Start, read_levels, starts
from tests.rules.adventurer_kings.games import SEATS, wished


def begin(*wishes: dict[str, str]) -> list[Start]:
    """What seats with these wishes begin with."""
    return starts([Signup(seat, wish) for seat, wish in zip(SEATS, wishes, strict=False)])


LETTER = """
JOIN AK-1
NAME=GREEDY
KING Rosamund the Bold
KINGDOM Elmet
RACE Elf
ALIGNMENT Divine
ALTALIGNMENT Good
TEMPER Cautious
ABILITIES TA2 MA1 DR1
SECOND FL
"""


@pytest.mark.rule("AK-D11-01", "AK-P11.0-01")
def test_a_letter_chooses_king_and_kingdom() -> None:
    found, problems = read_signup(LETTER, [])
    assert not problems
    assert found == Signup(
        "GREEDY",
        {
            "king": "ROSAMUND THE BOLD",
            "kingdom": "ELMET",
            "race": "ELF",
            "alignment": "DIVINE",
            "altalignment": "GOOD",
            "temper": "CAUTIOUS",
            "abilities": "TA2 MA1 DR1",
            "second": "FL",
        },
    )
    assert starts([found]) == [
        Start("GREEDY", "Rosamund the Bold", False, "Elmet", "Elf", "Divine", "Cautious", {"TA": 2, "MA": 1, "DR": 1}, "FL")
    ]


@pytest.mark.rule("AK-D11-01")
@pytest.mark.parametrize(
    ("line", "wishes"),
    [
        ("race: dwarves", {"race": "DWARF"}),
        ("RACE=ORC, TEMPER=BERSERK", {"race": "ORC", "temper": "BERSERK"}),
        ("Queen = [Maud]", {"queen": "MAUD"}),
        ("abilities: ta 2, ma 1, dr 1", {"abilities": "TA 2 MA 1 DR 1"}),
        ("ABILITIES Tactical 3; Sage 1", {"abilities": "TACTICAL 3 SAGE 1"}),
        ("second is light cavalry", {"second": "LC"}),
        ("ALIGNMENT=DIVINE, UNDEAD or GOOD", {"alignment": "DIVINE UNDEAD GOOD"}),
        ("I look forward to this game.", {}),
    ],
)
def test_lines_may_be_written_in_many_ways(line: str, wishes: dict[str, str]) -> None:
    found, problems = read_signup(f"NAME=BERT\n{line}\n", [])
    assert not problems
    assert found == Signup("BERT", wishes)


@pytest.mark.rule("AK-D11-02")
@pytest.mark.parametrize(
    ("line", "why", "paste"),
    [
        ("RACE Eagle", "There is no race EAGLE; there are Human, Elf, Dwarf and Orc.", ""),
        ("RACE Dwarv", "There is no race DWARV; there are Human, Elf, Dwarf and Orc.", "RACE DWARF"),
        ("TEMPER Brav", "There is no temper BRAV; there are Berserk, Brave, Cautious and Cowardly.", "TEMPER BRAVE"),
        ("ALIGNMENT Bad", "There is no alignment BAD;", ""),
        ("ALTALIGNMENT Nutral", "There is no alignment NUTRAL;", "ALTALIGNMENT NEUTRAL"),
        ("SECOND LE", "There is no second army type LE;", ""),
        ("SECOND WR", "The second army type of Humans is HC (Heavy Cavalry), LC (Light Cavalry) or FL (Fleet).", "SECOND HC"),
        ("ABILITIES TA2 MA1", "A King has 4 levels, at most 3 of one ability; these are 3.", "ABILITIES TA2 MA1 DR1"),
        ("ABILITIES XX4", "There is no ability XX; there are TA (Tactical),", "ABILITIES TA2 MA1 DR1"),
        ("KING X", "A name has 2 to 20 letters A to Z, blanks, hyphens or apostrophes; X has not.", ""),
        ("KINGDOM Land 7", "A name has 2 to 20 letters A to Z, blanks, hyphens or apostrophes; LAND 7 has not.", ""),
        ("ALIGNMENT Undead", "A game has one King who is Undead;", "ALTALIGNMENT Evil"),
        ("ALIGNMENT Divine Good\nABILITIES NE1 TA3", "A King who is Divine can have no Necromancy magic.", ""),
    ],
)
def test_choices_that_cannot_be_are_told_kindly(line: str, why: str, paste: str) -> None:
    found, problems = read_signup(f"NAME=BERT\n{line}\n", [])
    assert found is not None
    (problem,) = problems
    assert problem.note
    assert problem.why.startswith(why)
    assert problem.remedy.startswith(("Yours will be", "It will be made of your own name", "Without it you would then be"))
    assert not paste or problem.paste == paste


@pytest.mark.parametrize(
    ("line", "code"), [("NAME=ALMA", "NAME TAKEN"), ("NAME=QUEEN", "NAME RESERVED"), ("RACE Elf", "NAME MISSING")]
)
def test_a_letter_needs_a_name_that_is_free(line: str, code: str) -> None:
    found, problems = read_signup(f"{line}\n", ["ALMA"])
    assert found is None
    assert problems[0].code == code


def test_a_letter_without_a_name_hears_what_it_may_choose() -> None:
    _, problems = read_signup("RACE Elf\nKING Odo\n", [])
    assert "Lines KINGDOM, QUEEN, ALTALIGNMENT, ALIGNMENT, TEMPER, ABILITIES and SECOND" in problems[0].why


@pytest.mark.rule("AK-D11-02", "AK-D2.1-01")
@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {
            "race": "EAGLE",
            "alignment": "BAD",
            "temper": "BRAV",
            "abilities": "TA4",
            "second": "WR",
            "king": "X",
            "kingdom": "7",
        },
        {"abilities": "TA1 MA1 DR1"},
        {"abilities": "TA3 MA2"},
        {"abilities": "TA2 XX2"},
        {"abilities": "TA"},
    ],
)
def test_missing_and_illegal_choices_are_filled(wishes: dict[str, str]) -> None:
    assert begin(wishes) == [
        Start("ALMA", "Alma", False, "Alma", "Human", "Neutral", "Brave", {"TA": 2, "MA": 1, "DR": 1}, "HC")
    ]


@pytest.mark.rule("AK-D2.1-01")
@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("TA3 SG1", {"TA": 3, "SG": 1}),
        ("TA1 TA1 MELEE 2", {"TA": 2, "ME": 2}),
        ("TA4", "TA needs a level from 1 to 3."),
        ("TA3 TA1", "A King has 4 levels, at most 3 of one ability; these are 4."),
        ("TA0 ME3 DR1", "TA needs a level from 1 to 3."),
        ("TA2 MA1 DR1 SG1", "A King has 4 levels, at most 3 of one ability; these are 5."),
    ],
)
def test_a_king_has_four_levels_at_most_three_of_one(text: str, levels: dict[str, int] | str) -> None:
    assert read_levels(text) == levels


@pytest.mark.rule("AK-D11-02", "AK-P2.1-05")
@pytest.mark.parametrize(
    ("first", "second", "alignments"),
    [
        pytest.param("DIVINE", "DIVINE GOOD", ["Divine", "Good"], id="the earlier one has it"),
        pytest.param("UNDEAD", "UNDEAD", ["Undead", "Neutral"], id="without a substitute Neutral"),
        pytest.param("UNDEAD", "DIVINE", ["Undead", "Divine"], id="one of each"),
        pytest.param("DIVINE", "DIVINE UNDEAD", ["Divine", "Undead"], id="a substitute that there is once"),
        pytest.param("EVIL", "EVIL", ["Evil", "Evil"], id="others may come several times"),
    ],
)
def test_divine_and_undead_go_to_the_earlier(first: str, second: str, alignments: list[str]) -> None:
    wish = dict(zip(("alignment", "altalignment"), second.split(), strict=False))
    assert [one.alignment for one in begin({"alignment": first}, wish)] == alignments


@pytest.mark.rule("AK-P2.1-07", "AK-D11-02")
@pytest.mark.parametrize(
    ("alignment", "abilities", "skills"),
    [
        ("DIVINE", "NE1 TA3", {"TA": 2, "MA": 1, "DR": 1}),
        ("UNDEAD", "WH1 TA3", {"TA": 2, "MA": 1, "DR": 1}),
        ("UNDEAD", "NE1 TA3", {"NE": 1, "TA": 3}),
    ],
)
def test_a_king_cannot_begin_with_the_magic_that_is_barred(alignment: str, abilities: str, skills: dict[str, int]) -> None:
    assert begin({"alignment": alignment, "abilities": abilities})[0].skills == skills


def test_names_of_kingdoms_differ() -> None:
    names = [one.kingdom for one in begin({"kingdom": "BERT"}, {}, {"kingdom": "ELMET"}, {"kingdom": "ELMET"})]
    assert names == ["Bert", "Bert 2", "Elmet", "Dorn"]


@pytest.mark.rule("AK-P11.0-01", "AK-D2.1-02", "AK-P2.1-06")
def test_the_king_is_as_chosen() -> None:
    wish = {"queen": "MAUD", "race": "DWARF", "alignment": "DIVINE", "temper": "COWARDLY", "abilities": "WH3 TA1"}
    world = wished(wish | {"kingdom": "ISLE OF ELMET"})
    kingdom = next(iter(world.kingdoms.values()))
    king = world.king(kingdom)
    assert (kingdom.name, kingdom.code, kingdom.alignment, kingdom.race) == ("Isle of Elmet", "IS", "Divine", "Dwarf")
    assert (king.title, king.race, king.alignment, king.temper) == ("Queen Maud", "Dwarf", "Divine", "Cowardly")
    assert king.skills == {"WH": 3, "TA": 1}
    assert [king.aptitudes[one] for one in ("WH", "NE", "TA", "SG")] == [4, 0, 2, 2]


@pytest.mark.rule("AK-P2.1-05")
def test_choices_say_which_alignments_are_free() -> None:
    words = choice_words(
        choices({}, [{"alignment": "UNDEAD"}, {"alignment": "DIVINE"}]), {"race": "ELF", "abilities": "TA3 SG1"}
    )
    assert words == [
        "KING= with a name (or QUEEN=); without it one is made of your name.",
        "KINGDOM= with a name; without it one is made of your name.",
        "ALIGNMENT=, several in the order of your wishes: free are Good, Druidic, Neutral, Pagan and Evil, Divine and Undead "
        "are taken; without it Neutral; ALTALIGNMENT= is the substitute.",
        "TEMPER= with Berserk, Brave, Cautious or Cowardly; without it Brave.",
        "SECOND= with HC (Heavy Cavalry), LC (Light Cavalry), FL (Fleet), PH (Phalanx) or WR (Warg Riders); of your race's "
        "list; without it the first of that list.",
    ]
