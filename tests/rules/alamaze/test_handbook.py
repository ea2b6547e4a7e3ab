"""The handbook of Alamaze: examples that can be sent, tables that agree with the data, HELP for every order, spell, kingdom and
artifact, the rulings by number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from postern.desk.commands import registry
from postern.game.handbook import Topic
from postern.render import handbook_pdf, topic_text
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.handbook import handbook, tables
from postern.rulesets.alamaze.tables import edition
from tests.rules.alamaze.build import answer, new_world

ROOT = Path(__file__).parents[3]
BOOK = handbook("classic")
TABLES = edition("classic")
EVERY = (*BOOK.topics, *BOOK.entries)
TOPICS = [*BOOK.topics, *(section for topic in BOOK.topics for section in topic.sections)]
VIEW = view_of(new_world(), "WA")


def blocks(text: str) -> list[str]:
    """The letters between lines of three backquotes."""
    return re.findall(r"```\n(.*?)```", text, re.DOTALL)


def marked(text: str) -> list[str]:
    """What stands between single backquotes."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def is_form(text: str) -> bool:
    """True for a form of the tables, which is no order."""
    forms = [row.form for row in TABLES.orders.values()] + [row.form_decided for row in TABLES.spells.values()]
    return text in {one.strip() for form in forms for one in form.split(";")}


def is_order(text: str) -> bool:
    return (
        re.match(r"#?[0-9]{2,3}[:.]? \S", text) is not None or text.split()[0] in ("move", "attack", "hire")
    ) and not is_form(text)


# --- examples ----------------------------------------------------------------------------------------------------------------


def test_every_letter_and_every_example_is_read_as_it_stands() -> None:
    texts = [block for topic in EVERY for block in blocks(topic.body)]
    texts += sorted({text for topic in EVERY for text in marked(topic.body) if is_order(text)})
    assert len(texts) > 200
    unread = {text: [one.why for one in read(text, VIEW).problems] for text in texts if read(text, VIEW).problems}
    assert unread == {}
    assert [text for text in texts if not read(text, VIEW).orders] == []


def test_the_first_turn_names_what_the_warlock_has() -> None:
    topic = BOOK.find("start")
    assert topic is not None
    (letter,) = blocks(topic.body)
    sheet, world = read(letter, VIEW), new_world()
    for order in sheet.orders:
        data = order.data
        if data.rest:
            data = read(data.rest, VIEW).orders[0].data
        assert not data.group or world.groups[data.group].kingdom == "WA"
        assert not data.figure or data.figure in world.kingdoms["WA"].figures
        if data.path:
            assert TABLES.grid.adjacent(world.groups[data.group].area, data.path[0])
    assert len(sheet.orders) <= 15  # influence 13 and two more
    assert answer(world, "WA", letter).problems == ()


def test_every_other_marked_text_is_help_a_command_or_a_sign() -> None:
    signs = {"-", "_", ";", "#110", "110:", "110.", "DROP 3", "DROP 3 5", "PRESS TO GM", "995", "996", "997"}
    rest = {text for topic in EVERY for text in marked(topic.body) if not is_order(text) and not is_form(text)}
    rest = {one for one in rest if not one.startswith("HELP ") and registry.find(one) is None and one not in signs}
    rest -= {row.example for row in TABLES.orders.values()}
    assert sorted(rest) == []


def test_every_help_that_is_named_is_there() -> None:
    named = {text.removeprefix("HELP ") for topic in EVERY for text in marked(topic.body) if text.startswith("HELP ")}
    assert len(named) > 20
    assert sorted(word for word in named if BOOK.find(word) is None) == []
    code = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "src/postern/rulesets/alamaze").rglob("*.py"))
    assert [word for word in re.findall(r"HELP ([A-Z]{3,})\b", code) if BOOK.find(word) is None] == []


# --- shape -------------------------------------------------------------------------------------------------------------------


def test_every_word_finds_one_topic() -> None:
    assert len(set(BOOK.words)) == len(BOOK.words)
    assert all(BOOK.find(word.upper()) is not None for word in BOOK.words)
    assert BOOK.find("no such topic") is None


def test_every_table_is_used_and_filled() -> None:
    source = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "src/postern/rulesets/alamaze/data/topics").iterdir())
    assert [name for name in tables(TABLES) if f"{{{{{name}}}}}" not in source] == []
    assert [topic.name for topic in BOOK.topics if "{{" in topic.body or len(topic.body) < 400] == []


@pytest.mark.parametrize("topic", BOOK.topics, ids=lambda topic: topic.name)
def test_what_help_sends_fits_a_letter(topic: Topic) -> None:
    sent = topic_text(topic.brief).splitlines()
    assert max(map(len, [*sent, *topic_text(topic).splitlines()])) <= 72
    assert len(sent) <= 90
    for section in topic.sections:
        assert section.hint
        assert BOOK.find(f"{topic.name} {section.name}") is not None


def test_entries_fit_a_letter() -> None:
    assert [topic.name for topic in BOOK.entries if max(map(len, topic_text(topic).splitlines())) > 72] == []


def test_the_whole_book_can_be_printed() -> None:
    assert handbook_pdf(BOOK, "a4").startswith(b"%PDF")


# --- HELP --------------------------------------------------------------------------------------------------------------------


def test_help_answers_for_every_order_with_its_columns_example_and_cost() -> None:
    for number, row in TABLES.orders.items():
        topic = BOOK.find(str(number))
        assert topic is not None
        assert topic == BOOK.find(f"order {number}")
        assert topic.title == f"{number} {row.name}"
        assert f"`{row.example}`" in topic.body
        assert row.summary in topic.body
        assert ("Cost: nothing" if row.cost == "0" else f"Cost: {row.cost}") in topic.body
        assert ("Can be a standing" if row.standing_decided else "Cannot be a standing") in topic.body


def test_help_answers_for_every_spell_with_the_power_of_each_school() -> None:
    for number, row in TABLES.spells.items():
        topic = BOOK.find(f"spell {number}")
        assert topic is not None
        for school in ("Dark", "Arch", "Shadow", "Noble", "Common"):
            level = row.level(school)
            assert (f"{school} {level}" in topic.body) is (level is not None), (number, school)
    firestrike = BOOK.find("firestrike")
    assert firestrike is not None
    assert "Dark 2, Arch 2, Shadow 2, Noble 2, Common 3" in firestrike.body


@pytest.mark.rule("AC-02-05")
def test_help_tells_of_every_kingdom_what_all_know_and_nothing_of_its_dossier() -> None:
    for code, row in TABLES.kingdoms.items():
        topic = BOOK.find(f"kingdom {code}")
        assert topic is not None
        assert topic.title == f"{row.name} ({code})"
        hidden = (row.capital_area, row.capital_name, str(row.gold), f"{row.gold:,}", str(row.research_gold_per_level))
        assert [one for one in hidden if re.search(rf"\b{one}\b", topic.body)] == []
    gnomes = BOOK.find("gnome")
    assert gnomes is not None
    assert "Natural enemy: Dwarven." in gnomes.body


def test_help_tells_of_every_artifact_neither_where_it_is_nor_what_it_does() -> None:
    for item in TABLES.artifacts.values():
        topic = BOOK.find(f"artifact {item.name}")
        assert topic is not None
        assert item.quality in topic.body
        assert item.short_number not in topic.body
        assert item.effects not in topic.body or len(item.effects) < 4
        site = next(one for one in TABLES.sightings.values() if one.item_key_decided == item.item_key_decided)
        assert re.search(rf"\b{site.area}\b", topic.body) is None


# --- rulings -----------------------------------------------------------------------------------------------------------------


def rulings() -> list[int]:
    topic = BOOK.find("rulings all")
    assert topic is not None
    return [int(one) for one in re.findall(r"^\*\*(\d+)\b", topic.body, re.MULTILINE)]


def test_every_ruling_is_there_once_and_can_be_asked_for() -> None:
    numbers = rulings()
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 88
    for number in numbers:
        part = BOOK.find(f"rulings {number}")
        assert part is not None, number
        assert re.search(rf"^\*\*{number}\b", part.body, re.MULTILINE)


def test_every_ruling_that_code_and_tests_cite_is_there() -> None:
    known = set(rulings())
    folders = (ROOT / "src/postern/rulesets/alamaze", ROOT / "tests/rules/alamaze")
    cited: dict[int, str] = {}
    for page in sorted(one for folder in folders for end in ("py", "toml") for one in folder.rglob(f"*.{end}")):
        for found in re.findall(r"\brulings?\s+((?:\d+(?:,\s+|\s+and\s+|\s+to\s+)?)+)", page.read_text(encoding="utf-8")):
            cited |= dict.fromkeys(map(int, re.findall(r"\d+", found)), page.name)
    assert len(cited) > 40
    assert {number: page for number, page in cited.items() if number not in known} == {}


def test_the_rulings_are_a_document_too() -> None:
    page = ROOT / "docs/rules/alamaze_classic/rulings.md"
    assert page.read_text(encoding="utf-8").startswith("# Rulings")


def test_no_row_of_the_topics_is_about_nothing() -> None:
    assert {topic.name for topic in TOPICS if not topic.body.strip()} == set()
