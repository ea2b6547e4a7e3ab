"""The data files of a game: tables (CSV), numbers (TOML), symbols for charts. Mistakes in them are told by file and line."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from postern.game.chart import Outline, Symbol

D = TypeVar("D")
K = TypeVar("K", bound=Hashable)

Row = Mapping[str, str]


def split(mark: str | None = None) -> BeforeValidator:
    """For a field with several values in a cell, parted by ``mark`` or by blanks: ``Annotated[tuple[int, ...], split()]``."""
    return BeforeValidator(lambda cell: cell.split(mark) if isinstance(cell, str) else cell)


class Content:
    """The files in the folder ``data`` of a package."""

    def __init__(self, package: str) -> None:
        self._folder = files(package) / "data"

    def rows(self, name: str) -> list[Row]:
        """The rows of ``NAME.csv`` by column heading. Raises ValueError when a row has more or fewer cells than the head."""
        return [row for _, row in self._numbered(name)]

    def table(self, name: str, kind: type[D], key: Callable[[D], K]) -> dict[K, D]:
        """The rows of ``NAME.csv`` as dataclasses of this kind, by their key, in the order of the file.

        Columns have the names of the fields; columns without a field are left out, and an empty cell stands for the field's
        default. Raises ValueError: a line for each place that does not fit, and for each key that comes again.
        """
        adapter = TypeAdapter(kind)
        found: dict[K, D] = {}
        wrong: list[str] = []
        for line, row in self._numbered(name):
            place = f"{self._path(name, 'csv')} line {line}"
            try:
                one = adapter.validate_python({column: cell for column, cell in row.items() if cell})
            except ValidationError as error:
                wrong += [f"{place}, {'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
                continue
            if key(one) in found:
                wrong.append(f"{place}: {key(one)!r} stands in an earlier line, too")
            found[key(one)] = one
        if wrong:
            raise ValueError("\n".join(wrong))
        return found

    def toml(self, name: str) -> dict[str, Any]:
        """What ``NAME.toml`` holds. Raises ValueError that says where it is no TOML."""
        try:
            return tomllib.loads(self._text(name, "toml"))
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{self._path(name, 'toml')}: {error}") from None

    def merged(self, folder: str) -> dict[str, Any]:
        """What the TOML files in a folder hold together. Raises ValueError when two of them have the same key."""
        found: dict[str, Any] = {}
        for page, more in self.folder(folder).items():
            if twice := found.keys() & more.keys():
                raise ValueError(f"data/{folder}/{page}.toml: {', '.join(sorted(twice))} stands in an earlier file, too")
            found |= more
        return found

    def folder(self, folder: str) -> dict[str, dict[str, Any]]:
        """What each TOML file in a folder holds, by its name. Raises ValueError that says where one is no TOML."""
        names = sorted(page.name.removesuffix(".toml") for page in (self._folder / folder).iterdir())
        return {name: self.toml(f"{folder}/{name}") for name in names}

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """The symbols of ``NAME.toml``, a section each. An outline is written ``x,y x,y x,y``. Raises ValueError for others."""
        found = []
        for kind, section in self.toml(name).items():
            try:
                outlines: dict[str, Any] = {
                    part: value if isinstance(value, str) else tuple(map(_outline, value)) for part, value in section.items()
                }
                found.append(Symbol(kind, **outlines))
            except (TypeError, ValueError) as error:
                raise ValueError(f"{self._path(name, 'toml')}, [{kind}]: {error}") from None
        return tuple(found)

    def _numbered(self, name: str) -> Iterator[tuple[int, Row]]:
        """The rows of a table with the numbers of their lines."""
        reader = csv.reader(self._text(name, "csv").splitlines(keepends=True))
        head = next(reader)
        for cells in reader:
            if len(cells) != len(head):
                raise ValueError(f"{self._path(name, 'csv')} line {reader.line_num}: {len(cells)} cells, needs {len(head)}")
            yield reader.line_num, dict(zip(head, cells, strict=True))

    def _text(self, name: str, ending: str) -> str:
        return (self._folder / f"{name}.{ending}").read_text(encoding="utf-8")

    def _path(self, name: str, ending: str) -> str:
        return f"data/{name}.{ending}"


def _outline(points: str) -> Outline:
    return tuple((float(x), float(y)) for x, _, y in (point.partition(",") for point in points.split()))


def unjoined(table: str, keys: Iterable[Hashable], known: Mapping[Hashable, str], whole: bool = True) -> Iterator[str]:
    """Say where a side table does not fit what it belongs to, a line each, with the file and the row.

    ``known`` has what there is, each with the file in which it stands. ``whole``: each of them needs a row.
    """
    found = set(keys)
    for key in sorted(found - known.keys(), key=str):
        yield f"{table}: the row {key!r} belongs to nothing that there is"
    for key, file in known.items() if whole else ():
        if key not in found:
            yield f"{table}: there is no row for {key!r} of {file}"
