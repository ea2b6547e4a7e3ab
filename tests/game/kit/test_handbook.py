"""A handbook is read from a folder of Markdown files."""

from __future__ import annotations

from pathlib import Path

import pytest

from postern.game.handbook import Topic
from postern.game.kit.report.handbook import markdown_table, read_handbook

LONG = """# Marching
Also: march, movement

How armies march.

## Roads
Also: roads, paths
About: how roads help

{{costs}}

## Rivers
Also: rivers

No bridge, no way.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a_book" / "topics").mkdir(parents=True)
    (tmp_path / "a_book" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "a_book", raising=False)
    return tmp_path / "a_book" / "topics"


def test_topics_stand_in_the_order_of_their_files_with_sections_and_tables(folder: Path) -> None:
    (folder / "10-march.md").write_text(LONG, encoding="utf-8")
    (folder / "02-start.md").write_text("# How to begin\n\nWrite to us.\n", encoding="utf-8")
    (folder / "notes.txt").write_text("not a topic", encoding="utf-8")
    entry = Topic("item 7", "A ring", "It shines.\n")
    book = read_handbook("A game", "a_book", {"costs": lambda: "| road | 1 |"}, [entry])
    assert (book.title, [topic.name for topic in book.topics], book.entries) == ("A game", ["start", "march"], (entry,))
    start, march = book.topics
    assert (start.title, start.body, start.sections) == ("How to begin", "Write to us.\n", ())
    assert (march.title, march.also, march.opening) == ("Marching", ("march", "movement"), "How armies march.\n")
    roads = Topic("roads", "Roads", "| road | 1 |\n", ("paths",), hint="how roads help")
    assert march.sections == (roads, Topic("rivers", "Rivers", "No bridge, no way.\n"))
    assert march.body == "How armies march.\n\n## Roads\n\n| road | 1 |\n\n## Rivers\n\nNo bridge, no way.\n"
    found = book.find("march paths")
    assert found is not None
    assert found.body == "| road | 1 |\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# A\n\n{{prices}}\n", r"topics/01-a\.md: there is no table 'prices'"),
        ("# A\n\n## B\n\nwords\n", r"topics/01-a\.md: the section 'B' needs a line Also:"),
    ],
)
def test_what_is_missing_is_told_with_the_file(folder: Path, text: str, words: str) -> None:
    (folder / "01-a.md").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        read_handbook("A game", "a_book", {})


def test_a_table_in_markdown_has_a_line_below_its_head() -> None:
    assert markdown_table(("a", "b"), [("1", "2"), ("3", "")]) == "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | |"
