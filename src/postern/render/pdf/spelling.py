"""Characters that the embedded faces do not hold, spelled out: a picture of a party popper becomes ``[party popper]``."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_not
from typing import Any, TypeVar

from reportlab.pdfbase.pdfmetrics import getFont

from postern.render.fonts import REGULAR, register

T = TypeVar("T")
# Everything above the alphabets that the faces hold; what joins and tints pictures is dropped with them.
_SIGN = re.compile("[\u2000-\u2fff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff\U000e0100-\U000e01ef]")
_NUMBERS = frozenset((int, float, bool, type(None)))
_FLAG = range(0x1F1E6, 0x1F200)
_SILENT = re.compile("[\u200c\u200d\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]")


def spelled(document: T) -> T:
    """The document (dataclasses, tuples and strings) with such characters spelled out in every text of it."""
    fresh: T = _spelled(document)
    return fresh


def _spelled(part: Any) -> Any:
    """The part itself where nothing in it changes. Most of a report are numbers and plain words: they are left at once."""
    kind: Any = type(part)
    if kind is str:
        return part if part.isascii() else _SIGN.sub(lambda found: _spell(found.group()), part)
    if kind is tuple:
        if part and type(part[0]) is float:  # a point of a map
            return part
        items = [_spelled(item) for item in part]
        return tuple(items) if any(map(is_not, items, part)) else part
    if kind in _NUMBERS:
        return part
    changed = {name: fresh for name in _fields(kind) if (fresh := _spelled(value := getattr(part, name))) is not value}
    return replace(part, **changed) if changed else part


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields; nothing for what is none."""
    return tuple([field.name for field in fields(kind)]) if is_dataclass(kind) else ()


def _spell(character: str) -> str:
    if _SILENT.fullmatch(character):
        return ""
    if ord(character) in _FLAG:
        return chr(ord(character) - _FLAG.start + ord("A"))
    if ord(character) in _held() or not unicodedata.category(character).startswith("S"):
        return character
    name = unicodedata.name(character, "").lower()
    return f"[{name}]"


def prepare() -> None:
    """Reads now which characters the typefaces hold."""
    _held()


@cache
def _held() -> frozenset[int]:
    register()
    return frozenset(getFont(REGULAR).face.charToGlyph)  # type: ignore[attr-defined]
