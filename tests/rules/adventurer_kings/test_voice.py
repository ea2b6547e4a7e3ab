"""The sentences of chronicle, letters and witness, and the engine that chooses from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.report.voice.duels import grade, ways
from postern.rulesets.adventurer_kings.report.voice.phrases import (
    COMMON,
    Kind,
    Need,
    Prose,
    Variant,
    fields,
    first_word,
    kinds,
    order,
    read_kind,
    told,
)
from postern.rulesets.adventurer_kings.tables import TABLES

SHORT: dict[str, Any] = {
    **dict.fromkeys("S T name King target_name hero_name body_name taker_name thief_name giver receiver sender".split(), "Odo"),
    **dict.fromkeys("kingdom of owner before other with near leader began loser actor target hero foe by".split(), "Ur"),
    **dict.fromkeys("where spot start left from target_place".split(), "Ea (1)"),
    "armies": 1,
    "times": 2,
    "tries": 2,
    "gold": 1,
    "cost": 1,
    "due": 1,
    "rounds": 1,
    "was": 0,
    "now": 1,
    "round": 1,
    "he": "he",
    "him": "him",
    "his": "his",
    "He": "He",
    "His": "His",
    "himself": "himself",
    "sire": "Sire",
    "year": 1,
    "monster": "Ogre",
    "guardian": "Ogre",
    "lair": "Cave",
    "feature": "1.1",
    "what": "Cave",
    "terrain": "Sea",
    "spell": "Fear",
    "school": "White",
    "ability": "Spy",
    "item": "Map",
    "invention": "Stirrup",
    "quality": "Green",
    "title": "1st Orc Axemen",
    "titles": ["the 1st Orc Axemen"],
    "things": ["Helm"],
    "names": ["Helm"],
    "idle": ["spring"],
    "hit_points": 1,
    "hoard": 1,
    "hoard_items": 1,
    "tribute": 1,
    "against": 1,
    "left": 1,
    "full": 1,
    "points": 1,
}
LONG: dict[str, Any] = {
    **dict.fromkeys("S T name King target_name hero_name body_name taker_name thief_name giver receiver".split(), "Frideswide"),
    **dict.fromkeys(
        "kingdom of owner before other with near leader began loser actor target hero by".split(), "The Orrin Horde"
    ),
    **dict.fromkeys("where spot start left from".split(), "Thistlestead Under Umberwold (162)"),
    "armies": 14,
    "times": 13,
    "tries": 21,
    "gold": 1200,
    "cost": 21,
    "due": 13,
    "rounds": 30,
    "was": 7,
    "now": 8,
    "round": 22,
    "he": "she",
    "him": "her",
    "his": "her",
    "He": "She",
    "His": "Her",
    "himself": "herself",
    "sire": "my King",
    "year": 20,
    "monster": "Giant Ant Queen",
    "guardian": "Elasmosaurus",
    "lair": "Abandoned Castle",
    "feature": "162.2",
    "what": "Abandoned Castle",
    "terrain": "Mountain",
    "foe": "Elasmosaurus",
    "spell": "Necromantic Charm",
    "school": "Necromancy",
    "ability": "Necromancy",
    "item": "Map of the Ancients",
    "invention": "Crop Rotation",
    "quality": "Sub-Depleted",
    "title": ["191st Elf Bowmen", "192nd Elf Bowmen"],
    "titles": ["the 191st Elf Bowmen"] * 3,
    "things": ["Bow of the Elven Kings", "Ring of Invisibility"],
    "names": ["Lute (34)", "Mask (35)"],
    "idle": ["spring", "early summer", "autumn"],
    "hit_points": 50,
    "hoard": 120,
    "hoard_items": 3,
    "tribute": 30,
    "against": 7,
    "full": 14,
    "points": 38,
}
NUMBERS = {"chance": "7.5", "throw": 8, "then": "1 of 2", "yes": True, "odds": "1.2", "sums": "", "share": "51", "loss": 50}
WRONG = re.compile(
    r"  | [,.;:]|\.\.|[{}\[\]]|\ba [aeiou](?!ne|ni|se|su)|\ban [^aeiouAEIOU]|\ba hour|1 armies|\bone \w+ies\b|\bof he\b"
    r"|\bthe the\b"
    r"|\bNone\b|\bTrue\b|^[a-z]|\bgold gold\b"
)
ALL = [(kind, voice, one) for kind in kinds().values() for voice, rows in kind.voices.items() for one in rows]


def facts_for(kind: Kind, one: Variant, samples: dict[str, Any]) -> dict[str, Any]:
    """Facts with which a variant fits: samples of all that its kind has, and what it needs."""
    facts: dict[str, Any] = dict.fromkeys(kind.facts - COMMON, "word") | NUMBERS
    facts |= {name: value for name, value in samples.items() if name in kind.facts} | {"alignment": "Good", "temper": "Brave"}
    facts |= {"left": 3} if "full" in kind.facts else {}
    if kind.name in ("left armies", "picked up armies", "disbanded", "went home", "bones", "skeletons raised"):
        facts["armies"] = ["the 191st Elf Bowmen", "the 2nd Orc Axemen"][: samples["armies"]]
    if kind.name in ("recovered", "trained") and any(need.fact == "many" and not need.sign for need in one.needs):
        facts |= {name: ["1st Orc Axemen", "2nd Orc Axemen"] for name in ("name", "title") if name in kind.facts}
    elif kind.name in ("recovered", "trained"):
        facts |= {name: "1st Orc Axemen" for name in ("name", "title") if name in kind.facts}
    for need in one.needs:
        match need.sign:
            case "=":
                facts[need.fact] = need.values[0]
            case "!=":
                facts[need.fact] = "else"
            case ">":
                facts[need.fact] = int(need.values[0]) + 1
            case "<":
                facts[need.fact] = int(need.values[0]) - 1
            case "!":
                facts[need.fact] = ""
            case _:
                facts[need.fact] = facts.get(need.fact) or True
    return facts


def test_there_are_many_sentences_and_all_differ() -> None:
    assert len(ALL) > 1_300
    for kind in kinds().values():
        for voice, rows in kind.voices.items():
            assert len({one.words for one in rows}) == len(rows), (kind.name, voice)


@pytest.mark.parametrize("samples", [SHORT, LONG], ids=["short", "long"])
def test_every_variant_reads_well_with_the_shortest_and_the_longest_names(samples: dict[str, Any]) -> None:
    wrong = []
    for kind, _, one in ALL:
        facts = facts_for(kind, one, samples)
        assert one.fits(facts), (kind.name, one)
        text = told(one.words, facts)
        if WRONG.search(text) or not text.endswith((".", "?", "word", ")")):
            wrong.append((kind.name, text))
    assert not wrong


def test_the_style_is_plain() -> None:
    """No exclamation marks, no adverbs of degree, nothing epic; a sentence is no longer than 40 words."""
    for kind, _, one in ALL:
        assert not re.search(r"!(?![^{]*})|\b(very|really|extremely|utterly|truly|totally|epic|incredibly)\b", one.words), (
            one.words
        )
        assert len(one.words.split()) <= 40, (kind.name, one.words)


def test_needs_name_what_the_tables_have() -> None:
    """A value misspelt would never be drawn."""
    tables: dict[str, Any] = {
        "temper": TABLES.tempers,
        "tempers": TABLES.tempers,
        "alignment": TABLES.alignments,
        "race": TABLES.races,
        "terrain": TABLES.terrains,
        "what": TABLES.features,
        "foe": TABLES.monsters,
        "school": {one.name for one in TABLES.abilities.values()},
        "group": {"martial", "magic", "special"},
        "why": ("search", "random", "meeting", "duel"),
        "wound": ("miss", "scratch", "wound", "grave", "final"),
        "how": {"blade", "arrow"} | {way for row in ways().values() for way in row.values()},
        "lost": ("me", "foe"),
        "season": ("spring", "early summer", "late summer", "autumn", "early winter"),
        "wants": ("tribute", "riddle", "item", "deed"),
        "outcome": "slain fled begged saved parted charmed scouted agreed stolen fulfilled left talked refused excused".split(),
        "fate": [*"won lost contested seen destroyed broken escaped".split(), "to sea"],
        "result": ("win", "lose", "contested"),
        "now": ("Enemy", "Neutral", "Allied"),
        "was": ("0",),
    }
    for kind, _, one in ALL:
        for need in one.needs:
            if need.sign in ("=", "!=") and need.fact in tables:
                assert set(need.values) <= set(tables[need.fact]), (kind.name, one.words)


def test_every_monster_has_two_looks_and_a_way_to_strike() -> None:
    looks = Counter(value for one in kinds()["monster seen"].voices["witness"] for need in one.needs for value in need.values)
    assert all(looks[name] >= 2 for name in TABLES.monsters)
    assert ways().keys() == TABLES.monsters.keys()
    assert all(bool(ways()[name]["missile"]) == bool(one.missile) for name, one in TABLES.monsters.items())


def test_every_feature_found_has_two_sentences() -> None:
    found = Counter(value for one in kinds()["discovered"].voices["hero"] for need in one.needs for value in need.values)
    assert all(found[name] >= 2 for name in TABLES.features)


# --- loading ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [["{gold} came"], [["rich", "It came."]], [["yes >> 3", "It came."]], ["{where:?with {gold}}"]],
    ids=["fact", "need", "sign", "within"],
)
def test_a_fact_that_a_kind_does_not_have_is_found_when_loading(rows: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"does not have|needs"):
        read_kind("x", {"facts": "yes", "hero": rows})


@pytest.mark.parametrize(
    ("need", "holds", "fails"),
    [
        (Need("yes", "", ()), [True, 3, "x"], [False, 0, "", None]),
        (Need("yes", "!", ()), [False, "", None], [True, "x"]),
        (Need("yes", "=", ("a", "2")), ["a", 2], ["b", None, 3]),
        (Need("yes", "!=", ("a",)), ["b", None], ["a"]),
        (Need("yes", ">", ("1",)), [2, 9], [1, 0, "2", None]),
        (Need("yes", "<", ("3",)), [2, -1], [3, "1", None]),
    ],
)
def test_needs(need: Need, holds: list[Any], fails: list[Any]) -> None:
    assert [need.holds({"yes": one}) for one in (*holds, *fails)] == [True] * len(holds) + [False] * len(fails)
    assert not need.holds({}) or need.sign in ("!", "!=")


# --- choosing ---------------------------------------------------------------------------------------------------------------

FACTS = {"ability": "Melee", "group": "martial", "times": 1, "many": False, "yes": False, "year": 1}


def practice(prose: Prose, speaker: str = "7", **more: Any) -> Variant | None:
    return prose.choose("practised", "hero", FACTS | more, speaker)


def variants(prose: Prose, speaker: str = "7", **more: Any) -> Iterator[str]:
    for _ in range(100):
        if (one := practice(prose, speaker, **more)) is not None:
            yield one.words


def test_the_same_report_reads_the_same_for_ever() -> None:
    assert list(variants(Prose("game", 3))) == list(variants(Prose("game", 3)))
    assert practice(Prose("game", 3)) != practice(Prose("game", 4)) or practice(Prose("game", 4)) != practice(Prose("game", 5))
    first = [practice(Prose(f"game {number}", 3)) for number in range(20)]
    assert len({one.words for one in first if one}) > 3


def test_no_variant_comes_twice_and_only_those_that_fit() -> None:
    had = list(variants(Prose("game", 3)))
    fitting = [one.words for one in kinds()["practised"].voices["hero"] if one.fits(FACTS)]
    assert sorted(had) == sorted(fitting)
    assert len(set(had)) == len(had)
    assert not any("{times" in words for words in had)
    assert all(one.fits(FACTS | {"times": 3, "many": True}) for one in [practice(Prose("g", 1), times=3, many=True)] if one)


def test_a_speaker_does_not_repeat_himself_in_the_years_that_follow() -> None:
    words = [one.words for year in range(1, 7) if (one := practice(Prose("game", year)))]
    assert len(set(words)) == len(words) == 6


def test_what_others_tell_changes_no_word_but_one_that_is_used() -> None:
    """Another speaker has an order of his own; of the same kind he only skips what he finds used."""
    alone, among = Prose("game", 2), Prose("game", 2)
    other = practice(among, "8")
    mine = practice(among)
    assert other is not None
    assert mine == practice(alone) or practice(Prose("game", 2)) == other
    rows = kinds()["practised"].voices["hero"]
    assert order(rows, "a") == order(reversed(rows), "a") != order(rows, "b")
    assert [one for one in order(rows, "a") if one != rows[0]] == order(rows[1:], "a")


def test_a_sentence_whose_facts_are_missing_is_not_drawn() -> None:
    assert practice(Prose("game", 1), ability="Melee") is not None
    assert Prose("game", 1).choose("practised", "hero", {"yes": False, "many": False}, "7") is None
    assert Prose("game", 1).say("no such kind", "hero", {}, "7") == ""


def test_first_words_that_are_taken_are_shunned() -> None:
    free = practice(Prose("game", 3))
    assert free is not None
    shunned = Prose("game", 3).choose("practised", "hero", FACTS, "7", shun=[first_word(free.words)])
    assert shunned is not None
    assert first_word(shunned.words) != first_word(free.words)
    naming = Prose("game", 3).choose("practised", "hero", FACTS, "7", must=["group"])
    assert naming is None


def test_two_jokes_do_not_follow_each_other() -> None:
    joke = Variant("Ha.", (Need("joked", "!", ()),))
    assert joke.joke
    assert not joke.fits({"joked": True})
    assert joke.fits({"joked": False})


@pytest.mark.parametrize(
    ("damage", "before", "left", "word"),
    [
        (2, 10, 8, "scratch"),
        (3, 10, 7, "wound"),
        (5, 10, 5, "wound"),
        (6, 10, 4, "grave"),
        (4, 4, 0, "final"),
        (9, 10, 1, "grave"),
    ],
)
def test_the_word_of_a_wound_follows_its_share_of_the_hit_points_left(damage: int, before: int, left: int, word: str) -> None:
    assert grade(damage, before, left) == word


# --- what prose must not do -------------------------------------------------------------------------------------------------


def test_each_voice_of_a_hero_has_four_openings_that_begin_with_different_words() -> None:
    voices: dict[tuple[str, str], list[str]] = {}
    for one in kinds()["opening"].voices["hero"]:
        values = {need.fact: need.values[0] for need in one.needs}
        voices.setdefault((values["temper"], values["alignment"]), []).append(first_word(one.words))
    heroes = [name for name, one in TABLES.alignments.items() if not one.kings_only]
    assert voices.keys() == {(temper, alignment) for temper in TABLES.tempers for alignment in heroes}
    assert all(len(words) >= 4 and len(set(words)) == len(words) for words in voices.values())
    plain = [first_word(one.words) for one in kinds()["plain opening"].voices["hero"]]
    assert len(set(plain)) >= 20


def test_each_voice_of_a_hero_has_three_closings() -> None:
    found = Counter(
        tuple(need.values[0] for need in one.needs if need.fact in ("temper", "alignment"))
        for one in kinds()["closing"].voices["hero"]
    )
    heroes = [name for name, one in TABLES.alignments.items() if not one.kings_only]
    assert all(found[temper, alignment] >= 3 for temper in TABLES.tempers for alignment in heroes)


def test_who_was_not_paid_closes_on_the_purse() -> None:
    state = {"temper": "Brave", "alignment": "Good", "sire": "Sire", "unpaid": True, "loyal": False, "year": 1}
    fitting = [one for one in kinds()["closing"].voices["hero"] if one.fits(state)]
    assert fitting
    assert all(any(need == Need("unpaid", "", ("",)) for need in one.needs) for one in fitting)


@pytest.mark.parametrize("kind", ["hero died", "king died"])
def test_a_death_is_said_in_plain_words_the_name_first_and_the_place_last(kind: str) -> None:
    assert kinds()[kind].alone
    for one in kinds()[kind].voices["clerk"]:
        assert re.fullmatch(r"\{name\}.* in \{where\}\.", one.words), one.words
        assert fields(one.words) <= {"name", "where", "by", "him", "He", "kingdom"}
        assert re.search(r"\b(dead|killed|died|fell)\b", one.words), one.words
        assert len(one.words.split()) <= 14


def test_a_wound_is_told_by_a_general_sentence_where_no_other_fits() -> None:
    """Three for each grade have no need but the grade."""
    for wound in ("miss", "scratch", "wound", "grave", "final"):
        rows = [one for one in kinds()["blow"].voices["witness"] if [need.fact for need in one.needs] == ["wound"]]
        assert sum(wound in need.values for one in rows for need in one.needs) >= 3
