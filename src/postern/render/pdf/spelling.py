"""Characters that the embedded faces do not hold, spelled out: a picture of a party popper becomes ``[party popper]``."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TypeVar

from reportlab.pdfbase.pdfmetrics import getFont

from postern.render.fonts import REGULAR, register

T = TypeVar("T")
# Everything above the alphabets that the faces hold; what joins and tints pictures is dropped with them.
_SIGN = re.compile("[\u2000-\u2fff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff\U000e0100-\U000e01ef]")
_FLAG = range(0x1F1E6, 0x1F200)
_SILENT = re.compile("[\u200c\u200d\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]")


def spelled(document: T) -> T:
    """The document (dataclasses, tuples and strings) with such characters spelled out in every text of it."""
    if isinstance(document, str):
        return _SIGN.sub(lambda found: _spell(found.group()), document) if not document.isascii() else document  # type: ignore[return-value]
    if isinstance(document, tuple):
        items = tuple([spelled(item) for item in document])
        changes = any(fresh is not item for fresh, item in zip(items, document, strict=True))
        return items if changes else document  # type: ignore[return-value]
    if is_dataclass(document) and not isinstance(document, type):
        changed = {
            field.name: fresh
            for field in fields(document)
            if (fresh := spelled(value := getattr(document, field.name))) is not value
        }
        return replace(document, **changed) if changed else document
    return document


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
