"""Report ↔ JSON, without loss, and the JSON Schema of it.

The document follows the dataclasses of ``postern.game.report`` field by field; each block of a section carries its
name as ``block``. Reports are stored in this form and drawn again later, so fields that a newer version adds must have
defaults: an older document then still reads, and fields that this version does not know are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from postern.game.report import Block, Report

FORMAT = "postern-report"
VERSION = 1

D = TypeVar("D")


def to_json(report: Report) -> bytes:
    """The report as JSON in UTF-8, on one line, with the same bytes for the same report."""
    document = {"format": FORMAT, "version": VERSION, "report": encode(report)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def from_json(data: bytes) -> Report:
    """The report that ``to_json`` wrote. Raises ValueError whose text says where and what does not fit."""
    try:
        document = json.loads(data.decode("utf-8", "surrogatepass"))
    except ValueError as problem:
        raise ValueError(f"not JSON: {problem}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not a report: the document needs format {FORMAT!r}")
    if document.get("version") != VERSION:
        raise ValueError(f"version {document.get('version')!r} of the format is not known here; {VERSION} is")
    return decode(Report, document.get("report"), "report")


def decode(kind: type[D], data: object, where: str = "") -> D:
    """A dataclass of the document models from plain JSON data. Raises ValueError with the place of what does not fit."""
    reader: _Reader = _reader(cast(Hashable, kind))
    return cast(D, reader(data, where))


@cache
def report_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of what ``to_json`` writes."""
    defs: dict[str, Any] = {}
    root = _schema(Report, defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A turn report of Postern",
        "description": "One seat's report of one turn, as a document: the same content as the letter and the PDF.",
        "type": "object",
        "required": ["format", "version", "report"],
        "properties": {"format": {"const": FORMAT}, "version": {"const": VERSION}, "report": root},
        "$defs": defs,
    }


@cache
def _names(kind: Any) -> tuple[tuple[str, bool], ...]:
    return tuple((field.name, field.default is not MISSING) for field in fields(kind))


def _tag(kind: type) -> str:
    return kind.__name__.lower()


@cache
def _tagged() -> frozenset[type]:
    return frozenset(get_args(Block))


def encode(value: object) -> Any:
    """A document model as plain JSON data."""
    if isinstance(value, str | int | float | bool | NoneType):
        return value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    kind: Any = type(value)
    tag = {"block": _tag(kind)} if kind in _tagged() else {}
    return tag | {name: encode(getattr(value, name)) for name, _ in _names(kind)}


_Reader = Callable[[Any, str], Any]


@cache
def _reader(kind: Any) -> _Reader:
    origin, args = get_origin(kind), get_args(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return _object_reader(kind)
    if origin is tuple:
        return _list_reader(args)
    if origin is Literal:
        return _literal_reader(args)
    if origin in (Union, UnionType):
        return _union_reader(args)
    return _plain_reader(kind)


def _object_reader(kind: type) -> _Reader:
    hints = get_type_hints(kind)

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, Mapping):
            raise ValueError(f"{where}: needs an object")
        values = {}
        for name, optional in _names(kind):
            if name in data:
                values[name] = _reader(hints[name])(data[name], f"{where}.{name}")
            elif not optional:
                raise ValueError(f"{where}: needs {name!r}")
        return kind(**values)

    return read


def _list_reader(args: tuple[Any, ...]) -> _Reader:
    endless = args[-1] is Ellipsis

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, list):
            raise ValueError(f"{where}: needs a list")
        if endless:
            reader = _reader(args[0])
            return tuple([reader(item, f"{where}[{index}]") for index, item in enumerate(data)])
        if len(data) != len(args):
            raise ValueError(f"{where}: needs {len(args)} items, has {len(data)}")
        return tuple(_reader(kind)(item, f"{where}[{i}]") for i, (kind, item) in enumerate(zip(args, data, strict=True)))

    return read


def _literal_reader(args: tuple[Any, ...]) -> _Reader:
    def read(data: Any, where: str) -> Any:
        if data not in args:
            raise ValueError(f"{where}: needs one of {', '.join(map(repr, args))}, is {data!r}")
        return data

    return read


def _union_reader(args: tuple[Any, ...]) -> _Reader:
    plain = [kind for kind in args if kind not in _tagged()]
    tagged = {_tag(kind): kind for kind in args if kind in _tagged()}

    def read(data: Any, where: str) -> Any:
        if tagged and isinstance(data, Mapping):
            kind = tagged.get(str(data.get("block")))
            if kind is None:
                raise ValueError(f"{where}: block {data.get('block')!r} is not known")
            return _reader(kind)(data, where)
        if data is None and NoneType in plain:
            return None
        for kind in plain:
            if kind is not NoneType:
                return _reader(kind)(data, where)
        raise ValueError(f"{where}: needs one of {', '.join(sorted(tagged))}")

    return read


def _plain_reader(kind: Any) -> _Reader:
    wanted = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
    if kind not in wanted:
        raise TypeError(f"the document models hold no {kind!r}")
    accepted = (int, float) if kind is float else (kind,)

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, accepted) or (isinstance(data, bool) and kind is not bool):
            raise ValueError(f"{where}: needs {wanted[kind]}, is {data!r}")
        return data

    return read


def _schema(kind: Any, defs: dict[str, Any]) -> dict[str, Any]:
    origin, args = get_origin(kind), get_args(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in defs:
            defs[kind.__name__] = {}
            defs[kind.__name__] = _object_schema(kind, defs)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if origin is tuple:
        if args[-1] is Ellipsis:
            return {"type": "array", "items": _schema(args[0], defs)}
        return {"type": "array", "prefixItems": [_schema(arg, defs) for arg in args], "items": False, "minItems": len(args)}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(arg, defs) for arg in args]}
    return {"type": {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}[kind]}


def _object_schema(kind: type, defs: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    properties: dict[str, Any] = {"block": {"const": _tag(kind)}} if kind in _tagged() else {}
    properties |= {name: _schema(hints[name], defs) for name, _ in _names(kind)}
    required = ["block"] if kind in _tagged() else []
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "required": required + [name for name, optional in _names(kind) if not optional],
        "properties": properties,
    }
