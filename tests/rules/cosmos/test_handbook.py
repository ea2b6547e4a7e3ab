"""The handbook of COSMOS: examples that can be sent, tables that agree with the data, HELP for all orders, spells, unit types.

What counts as an order here: in a block between lines of three backquotes every line is part of a letter (heads, blocks,
messages and remarks are told apart); between single backquotes a text whose first word is the name of an order, unless it is
that name alone or one of the grammar's forms. All other texts between backquotes are ``HELP`` with a topic, or stand in SHOWN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

from postern.desk.commands import registry
from postern.game.handbook import Topic
from postern.game.kit.orders.kinds import Refusal
from postern.render import handbook_pdf, topic_text
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.report.handbook import handbook, spell_example
from postern.rulesets.cosmos.report.handbook_tables import tables, victory_words
from postern.rulesets.cosmos.rules.control import control_time
from postern.rulesets.cosmos.tables.orders import ORDERS, TRAITS
from postern.rulesets.cosmos.tables.scenario import CONTENT, SCENARIOS, scenario
from tests.rules.cosmos.build import add_unit, empty_world, form, scenario_world
from tests.rules.cosmos.prints import LONGEST, copied, prints_of, rulebook

BOOK = handbook()
KINDS = {kind.name: kind for kind in grammar().kinds}
ORDER_WORDS = {*TRAITS, "summon", "animate", "initiate"} | {
    row["spell"] for slug in SCENARIOS for row in CONTENT.rows(f"{slug}/spells")
}
SHOWN = {"orders:", ";", "*", "(begun-2)", "(begun-0)", "nation 1:", "$wall", "$wall:", "[M", "[M 1,3", "]"} | {
    "nation", "exact", "outside", "inside", "adjacent", "joined", "force"
}  # fmt: skip
"""Parts of a letter, and what stands in a report."""
HEAD = re.compile(r"(?:nation [0-9]+|[0-9]+|\$[a-z0-9._-]+):")


def _section_bodies(topic: Topic) -> Iterator[str]:
    yield topic.body
    yield topic.brief.body


def _block_lines(text: str) -> Iterator[str]:
    """The order lines of the letters in a text."""
    for block in re.findall(r"```\n(.*?)```", text, re.DOTALL):
        message = False
        for raw in block.splitlines():
            line = raw.partition(";")[0].strip()
            message = message or line.startswith("[M")
            if not (message or not line or HEAD.fullmatch(line) or line in ("orders:", ".")):
                yield line
            message = message and line != "]"


def _marked(text: str) -> list[str]:
    """What stands between single backquotes."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def _is_order(text: str) -> bool:
    forms = {form.shown for _, form in grammar().forms}
    return text.split(" ")[0] in ORDER_WORDS and text not in ORDER_WORDS and text not in forms


EVERY = (*BOOK.topics, *BOOK.entries)
EXAMPLES = sorted(
    {line for topic in EVERY for body in _section_bodies(topic) for line in _block_lines(body)}
    | {text for topic in EVERY for body in _section_bodies(topic) for text in _marked(body) if _is_order(text)}
)


# --- examples ----------------------------------------------------------------------------------------------------------


def test_every_example_is_read_as_an_order() -> None:
    unread = []
    for line in EXAMPLES:
        found = grammar().find(line.lower())
        if found is None or isinstance(found.order, Refusal):
            unread.append(line)
    assert unread == []


def test_every_other_marked_text_is_help_or_part_of_a_letter() -> None:
    forms = {form.shown for _, form in grammar().forms}
    known = SHOWN | ORDER_WORDS | forms | set(EXAMPLES)
    texts = {text for topic in EVERY for body in _section_bodies(topic) for text in _marked(body)}
    assert sorted(text for text in texts - known if not (text.startswith("HELP ") or registry.find(text))) == []
    assert sorted(SHOWN - texts) == []


def test_every_help_that_is_named_is_there() -> None:
    texts = {text for topic in EVERY for body in _section_bodies(topic) for text in _marked(body)}
    named = sorted(text.removeprefix("HELP ") for text in texts if text.startswith("HELP "))
    assert len(named) > 40
    assert [word for word in named if BOOK.find(word) is None] == []


def test_every_help_that_the_answers_of_the_game_name_is_there() -> None:
    """In its code and data: remedies, tellings, notes."""
    folder = Path(__file__).parents[3] / "src/postern/rulesets/cosmos"
    sources = [page for end in ("py", "toml", "csv") for page in sorted(folder.rglob(f"*.{end}"))]
    text = "\n".join(page.read_text(encoding="utf-8") for page in sources)
    found = re.findall(r"HELP ([A-Z]{3,})\b|`HELP ([a-z]+(?: [a-z]+)*)`", text)
    named = sorted({one or other for one, other in found})
    assert "start" in named
    assert [word for word in named if not (BOOK.find(word) or registry.find(word))] == []


def test_blocks_of_the_examples_are_closed() -> None:
    for topic in BOOK.topics:
        for block in re.findall(r"```\n(.*?)```", topic.body, re.DOTALL):
            lines = [line.partition(";")[0].strip() for line in block.splitlines()]
            assert lines.count("orders:") == lines.count("."), topic.name
            assert HEAD.fullmatch(lines[0]) or lines[0].startswith("[M"), (topic.name, lines[0])


def test_the_units_of_the_first_turn_are_those_of_aldermark() -> None:
    """Its numbers are the scenario's own: who is ordered, who follows, what is recruited, which hexes are crossed."""
    topic, tables_ = BOOK.find("start"), scenario("thalmar")
    assert topic is not None
    (block,) = re.findall(r"```\n(.*?)```", topic.brief.body, re.DOTALL)
    units = {number for number, unit in tables_.start_units.items() if unit.owner == "Am"}
    heads = [int(line[:4]) for line in block.splitlines() if re.match(r"\d{4}:", line)]
    assert heads
    assert set(heads) <= units
    followers = {int(word) for line in _block_lines(topic.brief.body) if line.startswith("form") for word in line.split()[1:]}
    assert followers <= units
    for line in _block_lines(topic.brief.body):
        if line.startswith("move "):
            steps = [int(word) for word in line.split()[1:]]
            assert all(tables_.grid.adjacent(one, other) for one, other in pairwise(steps)), line
            assert steps[0] == int(tables_.locations[tables_.nations["Am"].home].outside)
            assert not tables_.hexes[steps[-1]].owner
    for name in re.findall(r'recruit "([^"]+)"', block):
        no = tables_.type_numbers[name.lower()]
        assert (tables_.start_units[3101].type_no, no) in tables_.recruiting


def test_the_times_of_control_in_the_topics_are_those_of_the_rules() -> None:
    """Lady Maren with the light cavalry in 175, as in the first turn; the Noble of the example in plains of nobody."""
    world = scenario_world()
    maren, cavalry = world.units[3103], world.units[3117]
    maren.position = cavalry.position = "175"
    assert control_time(world, form(maren, cavalry)) == 22
    world = empty_world()
    noble = add_unit(world, "Am", "noble", 124)
    form(noble, add_unit(world, "Am", "heavy infantry", 124, 75), add_unit(world, "Am", "light cavalry", 124, 50))
    assert world.tables.hexes[124].terrain == "plains"
    assert control_time(world, noble) == 29
    for place in sorted(world.tables.grid.neighbours(124))[:2]:
        world.hexes[place].owner = "Am"
    assert control_time(world, noble) == 23
    texts = [topic.body for topic in BOOK.topics if topic.name in ("start", "control")]
    assert "6 phases to 175 and 22 to take it" in texts[0]
    assert "so 29 phases" in texts[1]
    assert "so 23." in texts[1]


# --- shape -------------------------------------------------------------------------------------------------------------


def test_every_word_finds_one_topic() -> None:
    assert len(set(BOOK.words)) == len(BOOK.words)
    assert all(BOOK.find(word.upper()) is not None for word in BOOK.words)
    assert BOOK.find("no such topic") is None


def test_nothing_is_left_unfilled_and_every_table_is_used() -> None:
    folder = Path(__file__).parents[3] / "src/postern/rulesets/cosmos/data/topics"
    source = "".join(page.read_text(encoding="utf-8") for page in folder.iterdir())
    for topic in BOOK.topics:
        assert "{{" not in topic.body, topic.name
        assert len(topic.body) > 500, topic.name
    assert [name for name in tables() if f"{{{{{name}}}}}" not in source and not name.startswith(("moves", "leaders"))] == [
        "casters thalmar",
        "terrains two_tides",
        "sight two_tides",
    ]


@pytest.mark.parametrize("topic", EVERY, ids=lambda topic: topic.name)
def test_every_topic_fits_a_letter(topic: Topic) -> None:
    for line in (topic_text(topic) + topic_text(topic.brief)).splitlines():
        assert len(line) <= 72, line


def test_what_help_sends_is_at_most_sixty_lines_and_names_every_section() -> None:
    for topic in BOOK.topics:
        sent = topic_text(topic.brief)
        assert len(sent.splitlines()) <= 60, topic.name
        for section in topic.sections:
            assert f"HELP {topic.name} {section.name} " in sent
            assert section.hint
            found = BOOK.find(f"{topic.name} {section.name}")
            assert found is not None
            assert found.body == section.body


def test_the_whole_book_can_be_printed() -> None:
    assert handbook_pdf(BOOK, "a4").startswith(b"%PDF")


# --- HELP --------------------------------------------------------------------------------------------------------------


def test_help_answers_for_every_order_with_its_forms() -> None:
    spells = {row["spell"] for slug in SCENARIOS for row in CONTENT.rows(f"{slug}/spells")}
    for kind in grammar().kinds:
        for word in (kind.name, f"order {kind.name}", *kind.also):
            topic = BOOK.find(word)
            assert topic is not None, word
        topic = BOOK.find(f"order {kind.name}")
        assert topic is not None
        assert kind.name in spells or all(f"`{form.shown}` | {form.help} |" in topic.body for form in kind.forms), kind.name


@pytest.mark.rule("CF-INDEX-02")
def test_help_answers_for_every_order_word_of_the_index() -> None:
    index = """
        alias animate autotake break bribe build charm clear collect control damage disband discard disembark dominate donate
        drop embark embed expand farmove farsneak find flee fleewhen form give gohome heir hide hire home improve include
        initiate insert join launch leave limit limitarms make merge move myalias myname mytactics name order policy questing
        recruit remove repair repeat retreat retreatspot retreatwhen sap scuttle search signal sneak store storm summon tactics
        take time transfer travel unhide unstore wait waitallsig waitforall waitforone waitonesig
    """.split()
    assert len(index) == 78
    assert [word for word in index if BOOK.find(word) is None] == []


def test_every_order_is_declared_and_its_help_names_a_topic_that_there_is() -> None:
    spells = {row["spell"] for slug in SCENARIOS for row in CONTENT.rows(f"{slug}/spells")}
    assert sorted(set(TRAITS) - set(ORDERS) - spells) == []
    assert [row.topic for row in ORDERS.values() if BOOK.find(row.topic) is None] == []


def test_help_answers_for_every_spell_with_casters_time_and_mana() -> None:
    for slug in SCENARIOS:
        for row in CONTENT.rows(f"{slug}/spells"):
            topic = BOOK.find(row["spell"])
            assert topic is not None, row
            assert topic.title == f"The spell {row['spell']}"
            for cell in (row["casters"].split(",")[0], f"{row['phases']} phases and {row['mana']} mana", row["range"]):
                assert cell in topic.body, row
            assert spell_example(row["order"]) in topic.body


@pytest.mark.rule("CF-2.3-03", "CF-2.3.1-17", "CF-15.5.2-01")
def test_help_answers_for_every_unit_type_and_hides_its_strength_in_battle() -> None:
    for slug in SCENARIOS:
        for row in scenario(slug).unit_types.values():
            for word in (row.name, row.name.upper(), f"type {row.no}", f"unit {row.no}"):
                assert BOOK.find(word) == BOOK.find(row.name), word
            topic = BOOK.find(row.name)
            assert topic is not None, row.name
            assert f"(unit type {row.no})" in topic.title
            for told in (
                f"combat rating {float(row.combat_rating):g}.",
                f"Awareness {row.awareness}",
                f"Wound points {row.wp}",
                f"Size {row.size}, weight {row.weight}, carries {row.capacity}",
            ):
                assert told in topic.body, (row.name, told)
            assert not re.search(r"(?i)(melee|missile) strength|defence|attacks \d", topic.body), row.name


def test_help_tells_of_each_kind_of_location() -> None:
    for slug in SCENARIOS:
        for row in scenario(slug).location_types.values():
            topic = BOOK.find(row.type)
            assert topic is not None
            assert f"Location type {row.no};" in topic.body
    castle = BOOK.find("castle")
    assert castle is not None
    assert "gold:80 wood:60 manpower:120" in castle.body


# --- tables agree with the data ------------------------------------------------------------------------------------------


def _cells(table: str) -> list[list[str]]:
    rows = tables()[table]().splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_tables_hold_the_numbers_of_the_rulebook_and_the_scenarios() -> None:
    """Worked out by hand from the tables of the book and the scenario, one row each."""
    assert ["wood", "20 %", "5", "64 %", "", ""] in _cells("resources")
    assert ["goblins", "15 %", "", "", "0.5", "1"] in _cells("resources")
    assert ["4", "12.5 %", "22.0 %"] in _cells("walls")
    assert ["castle", "gold:80 wood:60 manpower:120", "48", "nation"] in _cells("building")
    assert ["3", "Heavy Infantry", "Am", "20-200", "17.5"] in _cells("units thalmar")
    assert ["Heavy Infantry", "6 + 6", "city, structure"] in _cells("recruiting thalmar")
    assert ["General", "4", "800", "+25", "5 + 15"] in _cells("leaders thalmar")
    assert ["foot-heavy", "7", "7", "9", "11", "10", "17", "-"] in _cells("moves soft thalmar")
    assert ["hills", "25", "150", "50", "150"] in _cells("terrains thalmar")
    assert ["firestrike", "Mage", "4", "3 per power", "2"] in _cells("spells thalmar")
    assert ["Weaver", "nature mana", "15", "75", "30"] in _cells("casters two_tides")
    assert ["Am", "7 %", "32 %", "1", "100", "100", "100", "100"] in _cells("economy thalmar")
    assert ["1", "Am", "Kingdom of Aldermark", "men", "Stavenholm 1501 in 190"] in _cells("nations thalmar")
    assert ["10", "`control`"] in _cells("priorities")
    assert ["desert", "1.5 to 4", "units dissolve"] in _cells("bribes")
    assert ["up to 1/2 of capacity", "x 1.25"] in _cells("loads")
    assert ["heavy wounds", "30 %", "30 %"] in _cells("wounds")


@pytest.mark.parametrize("slug", SCENARIOS)
def test_every_row_of_the_data_stands_in_its_table(slug: str) -> None:
    one = scenario(slug)
    assert [cells[0] for cells in _cells(f"moves soft {slug}")] == list(one.moves)
    assert len(_cells(f"victory {slug}")) == len(one.victory)
    players = {code for code, nation in one.nations.items() if nation.played} | {"all", "any"}
    types = [unit.no for unit in one.unit_types.values() if players & set(unit.nations)]
    assert [int(cells[0]) for cells in _cells(f"units {slug}")] == types
    assert {cells[1] for cells in _cells(f"nations {slug}")} == {c for c, nation in one.nations.items() if nation.played}


@pytest.mark.parametrize("slug", SCENARIOS)
def test_every_source_of_victory_points_is_told_in_words(slug: str) -> None:
    topic = BOOK.find("victory")
    assert topic is not None
    for row in scenario(slug).victory:
        assert f"| {row.points} | {victory_words(row)} |" in topic.body


# --- what the book gives as advice to players ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        pytest.param("morale", "A level of about half the wound points is sound", marks=pytest.mark.rule("CF-9.1-05")),
        pytest.param("battles", "Give leaders flee or avoid. With defend they", marks=pytest.mark.rule("CF-15.6-16")),
        pytest.param("magic", "Wait for a large unit; leaders are hard to see.", marks=pytest.mark.rule("CF-19.1.1-05")),
        ("morale", "0.375 % and shots by 0.125 %"),
        ("map", "**Numbers:** hexes below 1000"),
        ("rulings end", "A turn has six parts, not five."),
    ],
)
def test_advice_and_slips_of_the_book_are_told(topic: str, told: str) -> None:
    found = BOOK.find(topic)
    assert found is not None
    assert told in found.body


# --- rulings -----------------------------------------------------------------------------------------------------------


def test_every_ruling_is_there_once_and_can_be_asked_for() -> None:
    topic = BOOK.find("rulings all")
    assert topic is not None
    numbers = re.findall(r"^\*\*(\d+(?:\.\d+)?)[. ]", topic.body, re.MULTILINE)
    assert len(set(numbers)) == len(numbers)
    counts = {
        1: 11,
        2: 8,
        3: 10,
        4: 9,
        5: 13,
        6: 9,
        7: 16,
        8: 6,
        10: 5,
        11: 7,
        14: 9,
        15: 9,
        16: 13,
        17: 13,
        18: 18,
        19: 8,
        20: 5,
    }
    wanted = {f"{chapter}.{number}" for chapter, most in counts.items() for number in range(1, most + 1)}
    assert set(numbers) == wanted | {"9", "12.6", "12.8", "12.9", "12.10", "13"}
    for number in numbers:
        part = BOOK.find(f"rulings {number}")
        assert part is not None, number
        assert f"**{number}" in part.body


def test_every_ruling_that_is_named_is_there() -> None:
    topic = BOOK.find("rulings all")
    assert topic is not None
    named = {number for one in BOOK.topics for number in re.findall(r"\[ruling (\d+(?:\.\d+)?)\]", one.body)}
    assert len(named) >= 3
    assert [number for number in sorted(named) if f"**{number}" not in topic.body] == []


def test_every_ruling_that_code_and_tests_cite_is_there() -> None:
    topic = BOOK.find("rulings all")
    assert topic is not None
    known = set(re.findall(r"^\*\*(\d+(?:\.\d+)?)[. ]", topic.body, re.MULTILINE))
    root = Path(__file__).parents[3]
    folders = (root / "src/postern/rulesets/cosmos", root / "tests/rules/cosmos")
    cited: dict[str, str] = {}
    for page in sorted(one for folder in folders for end in ("py", "toml") for one in folder.rglob(f"*.{end}")):
        text = page.read_text(encoding="utf-8")
        for found in re.findall(r"\brulings?\s+((?:\d[\d.]*(?:,\s+|\s+and\s+|\s+to\s+)?)+)", text):
            cited |= dict.fromkeys(re.findall(r"\d+(?:\.\d+)?", found), page.name)
    assert len(cited) > 80
    assert {number: page for number, page in cited.items() if number not in known} == {}


def test_the_rulings_are_a_document_too() -> None:
    page = Path(__file__).parents[3] / "docs/rules/cosmos/rulings.md"
    assert page.read_text(encoding="utf-8").startswith("# Rulings")


# --- our own words -----------------------------------------------------------------------------------------------------


def test_a_copied_passage_of_twelve_words_is_recognised_wherever_it_begins() -> None:
    words = [f"word{number}" for number in range(60)]
    known = prints_of(" ".join(words))
    for at in range(60 - LONGEST + 1):
        assert copied(" ".join(["other", *words[at : at + LONGEST], "end"]), known), at
    assert not copied(" ".join(reversed(words)), known)


def test_no_passage_of_the_rulebook_stands_in_the_handbook() -> None:
    known = rulebook()
    assert len(known) > 15_000
    assert [(topic.name, run) for topic in EVERY for run in copied(topic.body, known)] == []


def test_the_words_of_every_form_name_fields_of_its_orders() -> None:
    for kind, one_form in grammar().forms:
        words = one_form.words or kind.words
        told = {name for one in fields(kind.made) for name in (one.name, f"{one.name}_s")}
        if isinstance(words, str):
            assert {name for _, name, _, _ in Formatter().parse(words) if name} <= told, kind.name
