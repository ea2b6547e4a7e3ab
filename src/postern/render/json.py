"""Report ↔ JSON, and the JSON Schema of it.

The document follows the dataclasses of ``postern.game.report`` field by field. Reports are stored in this form and drawn
again later, so fields that a newer version adds must have defaults: an older document then still reads, and fields that
this version does not know are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from postern.game.front import Front
from postern.game.report import Report

D = TypeVar("D")


@dataclass(frozen=True)
class _Document:
    """One seat's report of one turn, as a document: the same content as the letter and the PDF."""

    format: Literal["postern-report"]
    version: Literal[1]
    report: Report


@cache
def _document() -> TypeAdapter[_Document]:
    return TypeAdapter(_Document)


def to_json(report: Report) -> bytes:
    """The report as JSON in UTF-8, on one line, with the same bytes for the same report.

    Halves of surrogate pairs, which are no characters, are left out: UTF-8 has no form for them.
    """
    document = _Document("postern-report", 1, report)
    try:
        return _document().dump_json(document)
    except PydanticSerializationError:
        plain = _document().dump_python(document, mode="json")
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "ignore")


def from_json(data: bytes) -> Report:
    """The report that ``to_json`` wrote. Raises ValueError: a line for each place that does not fit."""
    try:
        return _document().validate_json(data, strict=True).report
    except ValidationError as error:
        raise ValueError(_told(error)) from None


def front_of(data: bytes) -> Front | None:
    """The front page of a report that ``to_json`` wrote; None where it has none. Raises ValueError for another document."""
    found = json.loads(data)["report"].get("front")
    return decode(Front, found) if found is not None else None


def decode(kind: type[D], data: object) -> D:
    """A dataclass of the document models from plain JSON data. Raises ValueError: a line for each place that does not fit."""
    try:
        made: D = _adapter(cast(Hashable, kind)).validate_python(data)
    except ValidationError as error:
        raise ValueError(_told(error)) from None
    return made


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _told(error: ValidationError) -> str:
    return "\n".join(f"{'.'.join(map(str, one['loc'])) or 'the document'}: {one['msg']}" for one in error.errors())


@cache
def report_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of what ``to_json`` writes."""
    schema = _document().json_schema()
    for model in schema["$defs"].values():
        if "block" in model["properties"]:
            model["required"] = ["block", *model.get("required", ())]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "A turn report of Postern"}
