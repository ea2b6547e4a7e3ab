"""Moments as players read them: on the game's wall clock and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def told(moment: datetime, zone: ZoneInfo) -> str:
    """``Fri 27 Nov 2026, 20:00 CET (19:00 UTC)``; the day in UTC too where it differs. English in every locale."""
    local, utc = moment.astimezone(zone), moment.astimezone(UTC)
    name = local.tzname() or ""
    here = f"{_day(local)} {local.year}, {local:%H:%M}"
    if local.utcoffset() == utc.utcoffset() and name in ("UTC", "GMT", ""):
        return f"{here} UTC"
    there = f"{utc:%H:%M} UTC" if utc.date() == local.date() else f"{_day(utc)}, {utc:%H:%M} UTC"
    return f"{here} {_zone_name(local)} ({there})"


def briefly(moment: datetime, zone: ZoneInfo) -> str:
    """``Fri 27 Nov 20:00 CET``, for a subject line."""
    local = moment.astimezone(zone)
    return f"{_day(local)} {local:%H:%M} {_zone_name(local)}"


def _zone_name(local: datetime) -> str:
    name = local.tzname() or "UTC"
    return name if name.isalpha() else f"UTC{name}"


def _day(moment: datetime) -> str:
    return f"{_DAYS[moment.weekday()]} {moment.day} {_MONTHS[moment.month - 1]}"
