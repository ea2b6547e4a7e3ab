"""Moments as players read them: in their own time zone and in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Dial:
    """How a reader reads times: the time zone, and whether on a clock of twelve hours."""

    zone: ZoneInfo
    twelve: bool = False


def told(moment: datetime, dial: Dial) -> str:
    """``Fri 27 Nov 2026, 20:00 CET (19:00 UTC)``; the day in UTC too where it differs. English in every locale."""
    local, utc = moment.astimezone(dial.zone), moment.astimezone(UTC)
    name = local.tzname() or ""
    here = f"{_day(local)} {local.year}, {_time(local, dial)}"
    if local.utcoffset() == utc.utcoffset() and name in ("UTC", "GMT", ""):
        return f"{here} UTC"
    there = f"{_time(utc, dial)} UTC" if utc.date() == local.date() else f"{_day(utc)}, {_time(utc, dial)} UTC"
    return f"{here} {_zone_name(local)} ({there})"


def briefly(moment: datetime, dial: Dial) -> str:
    """``Fri 27 Nov 20:00 CET``, for a subject line."""
    local = moment.astimezone(dial.zone)
    return f"{_day(local)} {_time(local, dial)} {_zone_name(local)}"


def _time(moment: datetime, dial: Dial) -> str:
    if not dial.twelve:
        return f"{moment:%H:%M}"
    return f"{moment.hour % 12 or 12}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}"


def _zone_name(local: datetime) -> str:
    name = local.tzname() or "UTC"
    return name if name.isalpha() else f"UTC{name}"


def _day(moment: datetime) -> str:
    return f"{_DAYS[moment.weekday()]} {moment.day} {_MONTHS[moment.month - 1]}"
