"""Versioned world documents: a world is JSON with the version of its form, and an old one is brought up to date step by step.

A ruleset gives the type of its world, in which order it is written, and what cannot be. ``upgrades`` take old documents on:
the first from version 1 to version 2, and so on. A new version of a ruleset that changes the form of its world adds one
function, so that every game in play goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
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
