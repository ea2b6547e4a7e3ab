"""Time zones as people name them: Europe/Berlin, Berlin, EST, +02:00."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from rapidfuzz import process

_UTC = ("UTC", "GMT", "Z", "ZULU", "ETC/UTC", "UNIVERSAL", "GREENWICH")
_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)
_WELL_KNOWN = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Panama", "America/Phoenix",
    "America/Sao_Paulo", "Europe/London", "Europe/Dublin", "Europe/Berlin", "Europe/Athens", "Europe/Lisbon",
    "Europe/Moscow", "Europe/Istanbul", "Asia/Kolkata", "Asia/Jerusalem", "Asia/Shanghai", "Asia/Tokyo", "Asia/Dubai",
    "Asia/Singapore", "Australia/Sydney", "Australia/Brisbane", "Australia/Perth", "Pacific/Auckland",
    "Africa/Johannesburg", "Africa/Lagos", "Africa/Cairo",
)  # fmt: skip
_CHOICES = 4
_NEAR = 80


@dataclass(frozen=True)
class Guess:
    """A zone found (its IANA name), or "" with ``why`` and a few names to choose from."""

    zone: str
    why: str = ""
    choices: tuple[str, ...] = ()


def guess_zone(text: str, now: datetime) -> Guess:
    """What zone the text means. Abbreviations and offsets are asked back: they hide when summer time begins."""
    wanted = re.sub(r"\s+", "_", text.strip(" .!,")).strip("_")
    if wanted.upper() in _UTC:
        return Guess("UTC")
    named = _by_name().get(wanted.casefold())
    if named is not None:
        return Guess(named)
    in_city = _by_city().get(wanted.rpartition("/")[2].casefold(), ())
    if in_city:
        kinds = {_behaviour(name, now.year) for name in in_city}
        if len(kinds) == 1:
            return Guess(in_city[0])
        return Guess("", f"There is more than one {wanted.replace('_', ' ')}.", in_city[:_CHOICES])
    if offset := _OFFSET.fullmatch(wanted.replace("_", " ")):
        minutes = (int(offset[2]) * 60 + int(offset[3] or 0)) * (-1 if offset[1] == "-" else 1)
        return Guess("", f"{text.strip()} does not say when summer time begins and ends.", _at_offset(minutes, now))
    if short := _by_abbreviation(wanted.upper(), now.year):
        return Guess("", f"{wanted.upper()} is a time of day that several places use, some only for half the year.", short)
    near = process.extract(wanted.casefold(), list(_by_city()), limit=_CHOICES, score_cutoff=_NEAR)
    choices = tuple(_by_city()[city][0] for city, _, _ in near)
    return Guess("", f'I know no time zone "{text.strip()}".', choices)


@cache
def _by_name() -> dict[str, str]:
    """Names as IANA has them, without its abbreviations, in small letters → as written."""
    return {
        name.casefold(): name
        for name in available_timezones()
        if name.partition("/")[0] in _AREAS or (name.startswith("US/") or (name.isalpha() and name.istitle() and len(name) > 3))
        if name not in ("Factory", "Universal", "Greenwich")
    }


@cache
def _by_city() -> dict[str, tuple[str, ...]]:
    """City, in small letters → the zones named after it, the shortest name first."""
    found: dict[str, list[str]] = {}
    for name in sorted(_by_name().values(), key=lambda name: (name.count("/"), name)):
        if name.partition("/")[0] in _AREAS:
            found.setdefault(name.rpartition("/")[2].casefold(), []).append(name)
    return {city: tuple(names) for city, names in found.items()}


def _behaviour(name: str, year: int) -> tuple[object, ...]:
    """What the zone's clocks show in winter and in summer: zones alike in this are one to a reader."""
    zone = ZoneInfo(name)
    ends = [datetime(year, month, 1, 12, tzinfo=UTC).astimezone(zone) for month in (1, 7)]
    return tuple(fact for end in ends for fact in (end.tzname(), end.utcoffset()))


@cache
def _by_abbreviation(word: str, year: int) -> tuple[str, ...]:
    return _distinct((name for name in _names() if word in _behaviour(name, year)), year)


def _at_offset(minutes: int, now: datetime) -> tuple[str, ...]:
    def fits(name: str) -> bool:
        offset = now.astimezone(ZoneInfo(name)).utcoffset()
        return offset is not None and offset.total_seconds() == minutes * 60

    return _distinct((name for name in _names() if fits(name)), now.year)


def _names() -> list[str]:
    """Every zone named after a place, the well-known ones first."""
    others = sorted(name for name in _by_name().values() if name.partition("/")[0] in _AREAS)
    return [*_WELL_KNOWN, *(name for name in others if name not in _WELL_KNOWN)]


def _distinct(names: Iterable[str], year: int) -> tuple[str, ...]:
    """The first names that differ in what their clocks show."""
    kinds: dict[tuple[object, ...], str] = {}
    for name in names:
        kinds.setdefault(_behaviour(name, year), name)
    return tuple(kinds.values())[:_CHOICES]
