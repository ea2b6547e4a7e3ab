"""The list of talismans (28.1): numbers, names and notes as the book gives them."""

from __future__ import annotations

import re
from itertools import product

import pytest

from postern.rulesets.great_jewels.orders.families import parse
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS, PALANTIRI, RINGS, STONES, WANDS, Power
from postern.rulesets.great_jewels.turn.orders import Spell, UseTalisman


@pytest.mark.parametrize(
    ("number", "name", "notes"),
    [
        pytest.param(51, "SHADOW OF FEAR", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-050")),
        pytest.param(53, "KING'S LEVY", set(), marks=pytest.mark.rule("QJ-28.1-055")),
        pytest.param(54, "PHILOSOPHER'S STONE", set(), marks=pytest.mark.rule("QJ-28.1-057")),
        pytest.param(56, "HEALING HAND", {2, 7}, marks=pytest.mark.rule("QJ-28.1-063")),
        pytest.param(57, "ORACLE", set(), marks=pytest.mark.rule("QJ-28.1-066")),
        pytest.param(59, "CHAIN GANG", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-070")),
        pytest.param(63, "DOPPELGANGER", {6}, marks=pytest.mark.rule("QJ-28.1-083")),
        pytest.param(64, "X THE UNKNOWN", set(), marks=pytest.mark.rule("QJ-28.1-085")),
        pytest.param(65, "THE BUCK STOPS HERE", {1, 7}, marks=pytest.mark.rule("QJ-28.1-087")),
        pytest.param(66, "JEWELED POKER CHIP", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-089")),
        pytest.param(67, "JOHNNY APPLESEED", set(), marks=pytest.mark.rule("QJ-28.1-091")),
        pytest.param(68, "PAUL BUNYAN'S AXE", set(), marks=pytest.mark.rule("QJ-28.1-093")),
        pytest.param(69, "ALOHA, MAUNA LOA", set(), marks=pytest.mark.rule("QJ-28.1-095")),
        pytest.param(70, "FLATLAND", set(), marks=pytest.mark.rule("QJ-28.1-097")),
        pytest.param(74, "FLYING DUTCHMAN", {3, 5}, marks=pytest.mark.rule("QJ-28.1-108")),
        pytest.param(75, "THE VIEW FROM THE TOP", set(), marks=pytest.mark.rule("QJ-28.1-112")),
        pytest.param(76, "MOHO", {2, 7}, marks=pytest.mark.rule("QJ-28.1-115")),
        pytest.param(77, "CAVE-IN", {2, 7}, marks=pytest.mark.rule("QJ-28.1-120")),
        pytest.param(78, "MAGIC CARPET", {5}, marks=pytest.mark.rule("QJ-28.1-123")),
        pytest.param(79, "SCREAMING MEEMIES", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-129")),
        pytest.param(80, "HOT POTATO", {3, 6, 7}, marks=pytest.mark.rule("QJ-28.1-131")),
        pytest.param(81, "MASTER THIEF", {1, 3}, marks=pytest.mark.rule("QJ-28.1-136")),
        pytest.param(82, "FOG OF WAR", {1, 5, 6}, marks=pytest.mark.rule("QJ-28.1-140")),
        pytest.param(86, "LEAPING LEPRECHAUN", set(), marks=pytest.mark.rule("QJ-28.1-153")),
        pytest.param(90, "BIRTHSTONE", set(), marks=pytest.mark.rule("QJ-28.1-163")),
        pytest.param(92, "BANISH LEADER", {1, 3, 4, 8}, marks=pytest.mark.rule("QJ-28.1-167")),
        pytest.param(93, "RECRUITING BONUS", {7}, marks=pytest.mark.rule("QJ-28.1-170")),
        pytest.param(94, "WARLORD'S CURSE", {1, 3, 8}, marks=pytest.mark.rule("QJ-28.1-173")),
        pytest.param(95, "AZONI WAND", {2}, marks=pytest.mark.rule("QJ-28.1-180")),
        pytest.param(96, "QUNTAG WAND", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-183")),
        pytest.param(97, "RILRIS WAND", set(), marks=pytest.mark.rule("QJ-28.1-187")),
        pytest.param(98, "SLENTH WAND", {1}, marks=pytest.mark.rule("QJ-28.1-191")),
        pytest.param(99, "THE ONE RING", {1, 4, 8}, marks=pytest.mark.rule("QJ-28.1-195")),
        pytest.param(101, "NINJA HOOD", {1, 5, 6}, marks=pytest.mark.rule("QJ-28.1-203")),
        pytest.param(106, "RELIEF FORCES", {2, 7}, marks=pytest.mark.rule("QJ-28.1-216")),
        pytest.param(107, "LIQUIDATED ASSETS", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-219")),
        pytest.param(108, "CAESAR'S CENSUS", set(), marks=pytest.mark.rule("QJ-28.1-222")),
        pytest.param(109, "SWAP MEET", {2, 7}, marks=pytest.mark.rule("QJ-28.1-226")),
        pytest.param(114, "ELECTRONIC FUNDS TRANSFER", {1, 8}, marks=pytest.mark.rule("QJ-28.1-238")),
        pytest.param(115, "SIREN SONG", {1, 3}, marks=pytest.mark.rule("QJ-28.1-241")),
        pytest.param(116, "CHAMELEON", {6, 8}, marks=pytest.mark.rule("QJ-28.1-243")),
        pytest.param(117, "DRAGON'S EGG", {3, 7}, marks=pytest.mark.rule("QJ-28.1-247")),
        pytest.param(118, "GOLD RUSH", {3}, marks=pytest.mark.rule("QJ-28.1-251")),
        pytest.param(119, "SECURITY BLANKET", set(), marks=pytest.mark.rule("QJ-28.1-256")),
        pytest.param(120, "DOUBLE AGENT", {8}, marks=pytest.mark.rule("QJ-28.1-258")),
        pytest.param(122, "MIND LEECH", {2}, marks=pytest.mark.rule("QJ-28.1-263")),
        pytest.param(123, "THE FORBIDDEN ARCHITECT", {2, 3, 7}, marks=pytest.mark.rule("QJ-28.1-267")),
        pytest.param(127, "PENNY SLAVER", {1, 8}, marks=pytest.mark.rule("QJ-28.1-282")),
        pytest.param(128, "SUMMIT CONFERENCE", {2, 7}, marks=pytest.mark.rule("QJ-28.1-286")),
        pytest.param(130, "HIGHWAY BRIBERY", {2, 3, 4}, marks=pytest.mark.rule("QJ-28.1-292")),
        pytest.param(131, "CRYSTAL BALL", {8}, marks=pytest.mark.rule("QJ-28.1-296")),
        pytest.param(142, "THE FAT LADY SINGS", {8}, marks=pytest.mark.rule("QJ-28.1-308")),
        pytest.param(143, "PROFIT SHARING", {2, 7}, marks=pytest.mark.rule("QJ-28.1-314")),
        pytest.param(146, "HEAD HUNTER", {1, 8}, marks=pytest.mark.rule("QJ-28.1-324")),
        pytest.param(148, "WIZARD'S TOWER", {2, 3}, marks=pytest.mark.rule("QJ-28.1-330")),
        pytest.param(150, "THE KRAKEN", {3, 5}, marks=pytest.mark.rule("QJ-28.1-335")),
    ],
)
def test_single_talismans_have_the_name_and_notes_of_the_list(number: int, name: str, notes: set[int]) -> None:
    assert CATALOGUE[number].name == name
    assert CATALOGUE[number].notes == notes


@pytest.mark.rule("QJ-28.1-010")
def test_there_are_three_great_jewels() -> None:
    assert JEWELS == (1, 2, 3)
    assert all(CATALOGUE[number].notes == {1, 3, 4, 5} for number in JEWELS)


@pytest.mark.rule("QJ-28.1-011", "QJ-28.1-018")
def test_the_keys_are_every_pair_of_metal_and_thing() -> None:
    metals, things = "GOLD SILVER DIAMOND EMERALD RUBY".split(), "SWORD SHIELD CHALICE CORONET STAFF".split()
    assert tuple(range(4, 29)) == KEYS
    assert sorted(CATALOGUE[number].name for number in KEYS) == sorted(f"{one} {two}" for one, two in product(metals, things))
    assert all(CATALOGUE[number].notes == {1} for number in KEYS)
    assert (CATALOGUE[12].name, CATALOGUE[16].name, CATALOGUE[18].name) == ("EMERALD SHIELD", "DIAMOND STAFF", "RUBY STAFF")
    assert [CATALOGUE[number].name for number in range(9, 14)] == [f"{metal} SHIELD" for metal in metals]
    assert [CATALOGUE[number].name for number in range(14, 19)] == [f"{metal} STAFF" for metal in metals]


@pytest.mark.rule("QJ-28.1-019")
def test_there_are_sixteen_rings_of_four_kinds() -> None:
    assert {people: len(numbers) for people, numbers in RINGS.items()} == {"AZONI": 3, "QUNTAG": 4, "RILRIS": 4, "SLENTH": 5}
    numbers = [number for people in ("AZONI", "QUNTAG", "RILRIS", "SLENTH") for number in RINGS[people]]
    assert numbers == list(range(29, 45))
    for people, ring_numbers in RINGS.items():
        assert {CATALOGUE[number].name for number in ring_numbers} == {f"{people} RING"}
        assert all(not CATALOGUE[number].notes for number in ring_numbers)


@pytest.mark.rule("QJ-28.1-033")
def test_there_are_three_palantiri() -> None:
    assert PALANTIRI == (45, 46, 47)
    assert all(CATALOGUE[number].notes == {1, 8} and CATALOGUE[number].name == "PALANTIR" for number in PALANTIRI)


@pytest.mark.rule("QJ-28.1-304")
def test_there_are_nine_lesser_stones_one_for_each_spell() -> None:
    stones = "GEASING TRANSPORTING PROTECTION SPYING SEALING BLASTING CHANGING SUMMONING DOUBLING".split()
    assert [CATALOGUE[number].name for number in range(133, 142)] == [f"STONE OF {name}" for name in stones]
    assert dict(zip("G TL P L S C X D B".split(), range(133, 142), strict=True)) == STONES
    assert all(CATALOGUE[number].notes == {1, 3, 4, 8} for number in STONES.values())


@pytest.mark.rule("QJ-28-05", "QJ-28.1-008")
def test_exactly_the_talismans_with_an_order_of_their_own_take_one() -> None:
    examples = {
        **dict.fromkeys(PALANTIRI, "M7"),
        78: "M7",
        92: "31",
        94: "R",
        99: "GL13MB4[BBB]",
        108: "BBB",
        114: "B2",
        116: "49",
        120: "BBB",
        124: "31",
        127: "20",
        131: "49",
        132: "B3",
        142: "+",
        146: "50",
        133: "GL13MB4[BBB]",
        134: "TL13B4",
        135: "PL13",
        136: "LB4",
        137: "SB4",
        138: "C",
        139: "XB4F",
        140: "DB4B5",
        141: "BL13",
    }
    read = {number: parse(f"T{number}={rest}") for number, rest in examples.items()}
    assert all(isinstance(order, Spell | UseTalisman) for order in read.values())
    assert {number for number, power in CATALOGUE.items() if 8 in power.notes} | {78, 108} == set(examples)
    others = set(CATALOGUE) - set(examples) - set(JEWELS)
    assert not [number for number in others for rest in ("M7", "31", "C", "R") if parse(f"T{number}={rest}") is not None]


@pytest.mark.parametrize("power", CATALOGUE.values(), ids=lambda power: f"T{power.number}")
def test_what_a_talisman_does_is_told_in_one_to_three_whole_sentences_without_short_words(power: Power) -> None:
    sentences = re.split(r"(?<=\.) ", power.power)
    assert 1 <= len(sentences) <= 3
    assert all(re.fullmatch(r"[A-Z][^.]*\.", one) for one in sentences), power.power
    assert len(power.power) <= 210
    assert not re.search(r"%|=|\b(?:FC|CSPs?|MP|AF|DF|T/O|MACB|MERC)\b", power.power)


@pytest.mark.parametrize("power", CATALOGUE.values(), ids=lambda power: f"T{power.number}")
def test_the_examples_beside_a_talisman_are_orders_and_its_own_is_among_them(power: Power) -> None:
    assert all(parse(one) is not None for one in power.orders), power.orders
    own = [parse(one) for one in power.orders if one.startswith(f"T{power.number}=")]
    assert all(isinstance(order, Spell | UseTalisman) and order.talisman == power.number for order in own)
    assert bool(own) == (8 in power.notes or power.number in {*JEWELS, 78, 108})


def test_the_wands_bear_the_names_of_the_four_races() -> None:
    assert {people: CATALOGUE[number].name for people, number in WANDS.items()} == {
        people: f"{people} WAND" for people in ("AZONI", "QUNTAG", "RILRIS", "SLENTH")
    }
