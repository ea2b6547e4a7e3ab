"""Data files of a game are checked when they are read, and what is wrong is told by file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest

from postern.game.chart import Symbol
from postern.game.kit.content import Content, split


@dataclass(frozen=True)
class Unit:
    """A row of the table of these tests."""

    number: int
    name: str
    arm: Literal["foot", "horse"] = "foot"
    moves: Annotated[tuple[int, ...], split()] = ()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a_game" / "data").mkdir(parents=True)
    (tmp_path / "a_game" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "a_game", raising=False)
    return tmp_path / "a_game" / "data"


def test_a_table_gives_typed_rows_by_key_in_the_order_of_the_file(folder: Path) -> None:
    (folder / "units.csv").write_text("number,name,arm,moves,remark\n7,Scouts,horse,3 4,fast\n2,Guard,,,\n", encoding="utf-8")
    table = Content("a_game").table("units", Unit, lambda unit: unit.number)
    assert list(table.items()) == [(7, Unit(7, "Scouts", "horse", (3, 4))), (2, Unit(2, "Guard"))]


def test_every_place_that_does_not_fit_is_told_with_its_line(folder: Path) -> None:
    (folder / "units.csv").write_text(
        'number,name,arm,moves\n1,"two\nlines",foot,\nx,A,foot,\n3,,ship,1 b\n1,Again,foot,\n', encoding="utf-8"
    )
    with pytest.raises(ValueError, match="units") as caught:
        Content("a_game").table("units", Unit, lambda unit: unit.number)
    told = [line.partition(":")[0] for line in str(caught.value).splitlines()]
    places = ["line 4, number", "line 5, name", "line 5, arm", "line 5, moves.1", "line 6"]
    assert told == [f"data/units.csv {place}" for place in places]
    assert str(caught.value).endswith("1 stands in an earlier line, too")


@pytest.mark.parametrize("row", ["1,2,3", "1", ""])
def test_a_row_of_another_length_is_told(folder: Path, row: str) -> None:
    (folder / "units.csv").write_text(f"number,name\n1,A\n{row}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"data/units\.csv line 3: \d cells, needs 2"):
        Content("a_game").rows("units")


def test_a_file_that_is_no_toml_is_told_with_its_line(folder: Path) -> None:
    (folder / "numbers.toml").write_text("[army]\nsize = many\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"data/numbers\.toml: .*line 2"):
        Content("a_game").toml("numbers")


def test_symbols_are_read_in_the_order_of_the_file(folder: Path) -> None:
    (folder / "symbols.toml").write_text(
        '[tower]\nname = "a tower"\nfills = ["-1,-1 1,-1 0,1"]\n[f]\nname = "f"\ncolour = "#ff0000"\nlines = ["0,-.5 0,1"]\n',
        encoding="utf-8",
    )
    assert Content("a_game").symbols("symbols") == (
        Symbol("tower", "a tower", fills=(((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),)),
        Symbol("f", "f", "#ff0000", lines=(((0.0, -0.5), (0.0, 1.0)),)),
    )


@pytest.mark.parametrize("body", ['fills = ["0,0"]', 'name = "x"\nfills = ["0,a"]', 'name = "x"\nfils = []'])
def test_a_symbol_that_does_not_fit_is_told_with_its_section(folder: Path, body: str) -> None:
    (folder / "symbols.toml").write_text(f"[tower]\n{body}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"data/symbols\.toml, \[tower\]: "):
        Content("a_game").symbols("symbols")


def test_the_files_of_a_folder_are_read_as_one_and_no_key_stands_twice(folder: Path) -> None:
    (folder / "words").mkdir()
    (folder / "words" / "b.toml").write_text('won = "B"\n', encoding="utf-8")
    (folder / "words" / "a.toml").write_text('lost = "A"\n', encoding="utf-8")
    assert list(Content("a_game").merged("words").items()) == [("lost", "A"), ("won", "B")]
    (folder / "words" / "c.toml").write_text('lost = "C"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"data/words/c\.toml: lost stands in an earlier file, too"):
        Content("a_game").merged("words")
