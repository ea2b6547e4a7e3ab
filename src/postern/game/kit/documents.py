"""World documents: a world is JSON with the version of its form, an old one is brought up to date step by step, and what the
fields key into and the bounds of numbers stand in tables.

A ruleset gives the type of its world, in which order it is written, and what cannot be. ``upgrades`` take old documents on:
the first from version 1 to version 2, and so on. A new version of a ruleset that changes the form of its world adds one
function, so that every game in play goes on.

A place of a table is a path of names with dots between them: ``*`` stands for every item of a list or every value of a
dictionary, ``#`` for every key of one. The same tables serve a world that is loaded and one that a game master has patched;
what does not fit is told with its place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

W = TypeVar("W")
Document = dict[str, Any]
Upgrade = Callable[[Document], Document]
"""Takes the document of one version to the next. It may change what it is given."""

_KEY = "version"


class WorldDocuments(Generic[W]):
    """Writes worlds of one type as JSON and reads them again, also those of earlier versions.

    None of its records may have further fields; the texts below their fields describe them in the schema. ``ordered`` puts a
    world in the order in which it is written, ``faults`` says what its records say of each other that cannot be, a line each.
    """

    def __init__(
        self,
        kind: type[W],
        upgrades: Sequence[Upgrade] = (),
        ordered: Callable[[W], W] = lambda world: world,
        faults: Callable[[W], Iterable[str]] = lambda world: (),
    ) -> None:
        with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))(kind)  # and so of all records in it
        self._adapter: TypeAdapter[W] = TypeAdapter(kind)
        self._upgrades, self._ordered, self._faults = tuple(upgrades), ordered, faults

    @property
    def version(self) -> int:
        """The version in which worlds are written."""
        return len(self._upgrades) + 1

    def dump(self, world: W) -> bytes:
        """The world as JSON in UTF-8, its version first. The same world gives the same bytes."""
        body = self._adapter.dump_json(self._ordered(world), indent=1)
        return b'{\n "%s": %d,' % (_KEY.encode(), self.version) + body.removeprefix(b"{") + b"\n"

    def load(self, data: bytes) -> W:
        """The world of a document of this or an earlier version. Raises ValueError: a line for each place that is wrong."""
        try:
            document = json.loads(data)
        except ValueError as error:
            raise ValueError(f"the document: is not JSON: {error}") from None
        if not isinstance(document, dict):
            raise ValueError("the document: needs to be a JSON object")
        try:
            world = self._adapter.validate_python(self._upgraded(document))
        except ValidationError as error:
            lines = [f"{_path(one['loc'])}: {one['msg']}" for one in error.errors()]
            raise ValueError("\n".join(lines)) from None
        if faults := list(self._faults(world)):
            raise ValueError("\n".join(faults))
        return world

    def schema(self) -> Mapping[str, Any]:
        """JSON Schema of documents of the present version."""
        schema = self._adapter.json_schema(mode="validation")
        told = {"const": self.version, "description": "The version of this form; a document without one is of version 1."}
        schema["properties"] = {_KEY: told, **schema["properties"]}
        return schema

    def _upgraded(self, document: Document) -> Document:
        version = document.pop(_KEY, 1)
        if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= self.version:
            raise ValueError(f"{_KEY}: is {version!r}; this program reads versions 1 to {self.version}")
        for upgrade in self._upgrades[version - 1 :]:
            document = upgrade(document)
        return document


def _path(places: tuple[int | str, ...]) -> str:
    return ".".join(map(str, places)) or "the document"


def strangers(root: Any, keys: Mapping[str, str], sets: Mapping[str, Collection[Any]]) -> Iterator[str]:
    """Say of each value that is in none of the sets where it stands and what it is. ``keys`` names for each place its set, with
    a question mark behind it where nothing ("", 0 or None) may stand as well."""
    for path, what in keys.items():
        name, blank = what.removesuffix("?"), what.endswith("?")
        for place, value in _found(root, path.split("."), ""):
            if not (blank and not value) and value not in sets[name]:
                yield f"{place}: there is no {name} {value!r}"


def beyond(root: Any, bounds: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Say of each number that lies outside the bounds of its place where it stands and what it is."""
    for path, (least, most) in bounds.items():
        for place, value in _found(root, path.split("."), ""):
            if not least <= value <= most:
                yield f"{place}: {value} cannot be; it lies between {least:g} and {most:g}"


def _found(value: Any, path: list[str], place: str) -> Iterator[tuple[str, Any]]:
    """All values at a path, each with its place."""
    if not path:
        yield place, value
        return
    name, rest = path[0], path[1:]
    if name == "#":
        yield from ((f"{place}.{one}", one) for one in value)
    elif name == "*":
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, one in items:
            yield from _found(one, rest, f"{place}.{key}")
    else:
        one = getattr(value, name)
        if one is not None:
            yield from _found(one, rest, f"{place}.{name}" if place else name)
